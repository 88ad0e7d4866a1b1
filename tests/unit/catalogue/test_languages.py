"""Languages: names and codes of requests and of files."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from pathlib import Path

import pytest

from serendip.catalogue import languages
from serendip.catalogue.vocabulary import fold


def test_every_code_exists_and_every_surface_means_one_thing():
    seen: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for entry in languages.entries():
        assert set(entry.values) <= languages.languages(), entry
        seen[entry.kind, fold(entry.surface)].add(entry.values)
    assert [key for key, values in seen.items() if len(values) > 1] == []


@pytest.mark.parametrize(
    ("surface", "values", "flag"),
    [
        ("英文", ("en",), None),
        ("西语", ("es",), None),
        ("German-speaking", ("de",), "phrase"),
        ("讲中文", ("zh",), "phrase"),
        ("中英双语", ("zh", "en"), "all"),
    ],
)
def test_words_of_requests(surface: str, values: tuple[str, ...], flag: str | None):
    found = [e for e in languages.entries() if e.kind == "language" and e.surface == surface]
    assert {e.values for e in found} == {values}
    assert flag is None or all(flag in e.flags for e in found)


def test_language_areas_are_no_countries():
    areas = {e.surface: e.values for e in languages.entries() if e.kind == "language_area"}
    assert areas["英语区"] == ("en",)
    assert areas["德语区"] == ("de",)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("English", "en"),
        ("en-US", "en"),
        ("zh_Hant", "zh"),
        ("繁體中文", "zh"),
        ("Spanish (Latin America)", "es"),
        ("Español", "es"),
        ("iw", "he"),
        ("fil", "tl"),
        ("eng", "en"),
        ("Bahasa Indonesia", "id"),
        ("xx", None),
        ("", None),
        ("music", None),
    ],
)
def test_language_code(text: str, code: str | None):
    assert languages.language_code(text) == code


def test_every_language_of_the_real_channels_is_read(shared: Path):
    with gzip.open(shared / "data/channels.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = {json.loads(line).get("language") for line in lines} - {None}
    assert {code for code in found if languages.language_code(code) != code} == set()
