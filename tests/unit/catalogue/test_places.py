"""Places: every name leads to one place, and every code exists."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from pathlib import Path

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from serendip.catalogue import places
from serendip.catalogue.locations import Location, locate
from serendip.catalogue.vocabulary import Entry, fold, table


def find(surface: str, kind: str) -> list[Entry]:
    return [e for e in places.entries() if e.kind == kind and e.surface == surface]


def test_every_code_is_known_to_cldr():
    known = set(Locale.parse("en").territories)
    assert len(places.countries()) == 250
    for entry in places.entries():
        if entry.kind in {"country", "demonym", "overseas"}:
            assert set(entry.values) <= known, entry
        if entry.kind in {"city", "subdivision"}:
            assert entry.within in places.countries(), entry
        if entry.kind == "region":
            assert set(entry.values) <= set(places.regions()), entry


def test_every_region_expands_to_distinct_countries():
    for code, members in places.regions().items():
        assert members, code
        assert len(set(members)) == len(members), code
        assert set(members) <= places.countries(), code
    assert len(places.expand("@EU")) == 27
    assert set(places.expand("@EU")) | {"GB", "NO", "CH", "IS"} <= set(places.expand("@EUROPE"))
    assert places.expand("DE") == ("DE",)
    with pytest.raises(KeyError):
        places.expand("@NOWHERE")


def test_regions_agree_with_the_field_catalogue(shared: Path):
    stated = json.loads((shared / "data/filter_catalogue.json").read_text(encoding="utf-8"))["regions"]
    for code, members in stated.items():
        if isinstance(members, list):
            assert places.expand(code) == tuple(members), code
        else:
            assert code in places.regions()


def test_a_surface_names_one_thing_of_a_kind_unless_it_says_so():
    named: dict[tuple[str, str], set[tuple[tuple[str, ...], str | None]]] = defaultdict(set)
    flagged: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for entry in places.entries():
        key = entry.kind, entry.surface if "needs_case" in entry.flags else fold(entry.surface)
        named[key].add((entry.values, entry.within))
        flagged[key].append("ambiguous" in entry.flags)
    for key, values in named.items():
        assert len(values) == 1 or all(flagged[key]), key


@pytest.mark.parametrize(
    ("surface", "kind", "values"),
    [
        ("美区", "country", ("US",)),
        ("英区", "country", ("GB",)),
        ("美加", "country", ("US", "CA")),
        ("日韩", "country", ("JP", "KR")),
        ("国内", "country", ("CN",)),
        ("海外", "overseas", ("CN",)),
        ("欧美", "region", ("@EUROPE", "@NORTH_AMERICA")),
        ("中东", "region", ("@MENA",)),
        ("港澳台", "region", ("@HMT",)),
        ("Gulf", "region", ("@GCC",)),
        ("美式", "demonym", ("US",)),
        ("German", "demonym", ("DE",)),
        ("曼谷", "city", ("Bangkok",)),
        ("加州", "subdivision", ("California",)),
        ("Quebec", "subdivision", ("Quebec",)),
    ],
)
def test_words_of_requests(surface: str, kind: str, values: tuple[str, ...]):
    assert [e.values for e in find(surface, kind)] == [values]


def test_words_that_are_no_places_alone_are_flagged():
    for surface, kind in [("Turkey", "country"), ("Nice", "city"), ("Reading", "city"), ("美", "country")]:
        assert all("weak" in e.flags for e in find(surface, kind))
    assert all("needs_case" in e.flags for e in find("US", "country"))
    for code in ("IT", "IN", "AI", "ME", "PR", "DM"):
        assert all({"needs_case", "weak", "iso"} <= e.flags for e in find(code, "country"))
    assert not find("MENA", "country")
    assert {e.value for e in find("Georgia", "country") + find("Georgia", "subdivision")} == {"GE", "Georgia"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("United States of America", "US"),
        ("Untied States", "US"),
        ("usa", "US"),
        ("USA ", "US"),
        ("gb", "GB"),
        ("UK", "GB"),
        ("臺灣", "TW"),
        ("紐西蘭", "NZ"),
        ("Côte d’Ivoire", "CI"),
        ("Brasil", "BR"),
        ("Corea del Sur", "KR"),
        ("Deutschland", "DE"),
        ("KAZ", "KZ"),
        ("\U0001f1ef\U0001f1f5", "JP"),
        ("Georgia", "GE"),
        ("Niger", "NE"),
        ("Nigeria", "NG"),
        ("Unknown", None),
        ("N/A", None),
        ("", None),
        ("Earth", None),
        ("Englishland", None),
    ],
)
def test_country_code(text: str, code: str | None):
    assert places.country_code(text) == code


def test_every_cldr_name_of_a_country_leads_back_to_it():
    for locale in ("en", "zh_Hans", "zh_Hant"):
        for code in places.countries():
            assert places.country_code(Locale.parse(locale).territories[code]) == code


def test_display_names_are_short():
    assert places.country_names("zh")["HK"] == "香港"
    assert places.country_names("en")["HK"] == "Hong Kong"
    assert set(places.country_names("zh")) == set(places.country_names("en")) == places.countries()


@pytest.mark.parametrize(
    ("text", "location"),
    [
        ("Houston, TX", Location("US", "Texas", "Houston")),
        ("Boulder Creek, CA", Location("US", "California")),
        ("Toronto, CA", Location("CA", None, "Toronto")),
        ("Berlin, DE", Location("DE", None, "Berlin")),
        ("San Jose, CA", Location("US", "California", "San Jose")),
        ("Richmond, Va", Location("US", "Virginia", "Richmond")),
        ("Nice, France", Location("FR", None, "Nice")),
        ("Syracuse, New York", Location("US", "New York State")),
        ("Georgia, USA", Location("US", "Georgia")),
        ("NY / LA", Location("US")),
        ("東京", Location("JP", None, "Tokyo")),
        ("📍Mumbai, India", Location("IN", None, "Mumbai")),
        ("Washington, D.C.", Location("US", None, "Washington DC")),
        ("Nice", None),
        ("Georgia", None),
        ("NYC / London", None),
        ("in my head", None),
        ("me", None),
        ("AI", None),
        ("", None),
    ],
)
def test_locate(text: str, location: Location | None):
    assert locate(text) == location


def test_most_real_location_texts_are_read(shared: Path):
    with gzip.open(shared / "data/channels.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts = [t for line in lines if (t := json.loads(line).get("location_text"))]
    assert sum(locate(t) is not None for t in texts) >= 0.75 * len(texts)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_quietly(text: str):
    code, place = places.country_code(text), locate(text)
    assert code is None or code in places.countries()
    assert place is None or place.country in places.countries()
    assert fold(fold(text)) == fold(text)


def test_table_keeps_the_surest_entry():
    first, second = Entry("Ａ", "city", ("x",), "en"), Entry("a", "city", ("y",), "en")
    assert table([first, second]) == {"a": first}
