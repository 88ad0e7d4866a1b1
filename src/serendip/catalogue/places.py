"""Countries, regions, cities and subdivisions by the names that people use, in zh, en and more.

Country names come from CLDR; abbreviations, nicknames, demonyms, regions and towns from our own tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import cast

from babel import Locale
from babel.core import get_global

from serendip.catalogue.vocabulary import Entry, Flag, Kind, fold, rows, surfaces, table
from serendip.core.text import simplify

_PACKAGE = "serendip.catalogue"
_NOT_COUNTRIES = frozenset(
    {"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"}
)
_SHORT_EN = {
    "CD": "DR Congo",
    "CG": "Congo",
    "HK": "Hong Kong",
    "MM": "Myanmar",
    "MO": "Macau",
    "PS": "Palestine",
}
_CASED_ISO = (
    "US GB CA AU NZ DE FR ES JP KR BR MX PL NL SE TH VN PH SG HK TW RU CN DK FI PT GR CZ HU RO UA EG NG KE "
    "AE TR ZA PK KZ"
)
"""ISO codes that people write in capitals in running text; the others (IN, IT, AI ...) collide with words."""

_ISO: frozenset[Flag] = frozenset({"iso", "needs_case"})
_WEAK: frozenset[Flag] = frozenset({"weak"})
_FUZZY_MIN_LENGTH = 7
_FUZZY_MIN_RATIO = 90.0
_FUZZY_MIN_LEAD = 3.0


def _cldr(locale: str) -> Mapping[str, str]:
    names = cast("Mapping[str, str]", Locale.parse(locale).territories)
    return {k: v for k, v in names.items() if len(k) == 2 and k.isalpha() and k not in _NOT_COUNTRIES}


@cache
def countries() -> frozenset[str]:
    """Every assigned ISO 3166-1 alpha-2 code, and XK."""
    return frozenset(_cldr("en"))


@cache
def country_names(locale: str) -> Mapping[str, str]:
    """Code to display name in ``zh`` or ``en`` (short forms: 香港, Hong Kong)."""
    if locale != "zh":
        return MappingProxyType({**_cldr("en"), **_SHORT_EN})
    ours = {row[0]: row[1].split("|")[0] for row in rows(_PACKAGE, "countries.tsv") if row[1]}
    return MappingProxyType({**_cldr("zh_Hans"), **{k: v for k, v in ours.items() if "," not in k}})


@cache
def regions() -> Mapping[str, tuple[str, ...]]:
    """Region code (``@EU``) to the ISO codes of its countries, nested regions written out."""
    raw = {row[0]: row[1].split() for row in rows(_PACKAGE, "regions.tsv") if row[1]}

    def members(code: str) -> Iterator[str]:
        for part in raw[code]:
            if part.startswith("@"):
                yield from members(part)
            else:
                yield part

    return MappingProxyType({code: tuple(dict.fromkeys(members(code))) for code in raw})


def expand(code: str) -> tuple[str, ...]:
    """ISO codes of a region code, or the code itself when it names one country. KeyError when neither."""
    if code in countries():
        return (code,)
    return regions()[code]


def _named(row_kind: Kind, codes: str, cells: Mapping[str, str]) -> Iterator[Entry]:
    values = tuple(code for code in codes.split(",") if code)
    for lang, cell in cells.items():
        for word, flags in surfaces(cell):
            yield Entry(word, row_kind, values, lang, flags)


def _country_entries() -> Iterator[Entry]:
    seen: set[str] = set()
    for codes, zh, en, other, demonym_en, demonym_zh in rows(_PACKAGE, "countries.tsv"):
        for entry in _named("country", codes, {"zh": zh, "en": en, "mul": other}):
            seen.add(fold(entry.surface))
            yield entry
        yield from _named("demonym", codes, {"en": demonym_en, "zh": demonym_zh})
    for locale, lang in (("zh_Hans", "zh"), ("zh_Hant", "zh"), ("en", "en"), ("es", "mul")):
        for code, name in _cldr(locale).items():
            for form in (name, name.replace("&", "and")):
                if (key := fold(form)) not in seen:
                    seen.add(key)
                    yield Entry(form, "country", (code,), lang)
    for code in sorted(countries()):
        if fold(code) not in seen:
            flags = _ISO if code in _CASED_ISO else _ISO | _WEAK
            yield Entry(code, "country", (code,), "en", flags)


def _town_entries() -> Iterator[Entry]:
    kinds: tuple[tuple[str, Kind], ...] = (("cities.tsv", "city"), ("subdivisions.tsv", "subdivision"))
    for name, kind in kinds:
        for canonical, country, zh, en in rows(_PACKAGE, name):
            for entry in _named(kind, "", {"zh": zh, "en": en}):
                yield entry._replace(values=(canonical,), within=country)


@cache
def entries() -> tuple[Entry, ...]:
    """Every surface of every place, of kind country, demonym, region, overseas,
    anywhere, city or subdivision.
    """
    found = list(_country_entries())
    for code, _, zh, en in rows(_PACKAGE, "regions.tsv"):
        found += _named("region", code, {"zh": zh, "en": en})
    for kind, codes, zh, en in rows(_PACKAGE, "scopes.tsv"):
        found += _named("overseas" if kind == "overseas" else "anywhere", codes, {"zh": zh, "en": en})
    found += _town_entries()
    return tuple(found)


@cache
def _countries_by_name() -> Mapping[str, str]:
    singles = (e for e in entries() if e.kind == "country" and len(e.values) == 1)
    return {name: entry.value for name, entry in table(singles).items()}


@cache
def _long_names() -> tuple[str, ...]:
    return tuple(n for n in _countries_by_name() if n.isascii() and len(n) >= _FUZZY_MIN_LENGTH)


def _flag(text: str) -> str | None:
    letters = [ord(char) - 0x1F1E6 for char in text]
    if len(letters) != 2 or not all(0 <= letter < 26 for letter in letters):
        return None
    return "".join(chr(65 + letter) for letter in letters)


def country_code(text: str) -> str | None:
    """The ISO 3166-1 alpha-2 code of a country column's value: a name, a code of 2 or 3 letters, a flag.

    Names are folded and matched exactly; long Latin ones also with a small slip of the pen
    (``Untied States``). None for what is no country (``Unknown``, ``N/A``, ``Earth``).
    """
    word = text.strip()
    code = _flag(word) or word.upper()
    if code in countries():
        return code
    key = fold(word)
    names = _countries_by_name()
    found = names.get(key) or names.get(simplify(key))
    if found:
        return found
    if len(code) == 3 and code.isalpha():
        successors = cast("Mapping[str, list[str]]", get_global("territory_aliases")).get(code, [])
        return successors[0] if len(successors) == 1 and successors[0] in countries() else None
    return _similar_country(key)


@cache
def _similar_country(key: str) -> str | None:
    if not key.isascii() or len(key) < _FUZZY_MIN_LENGTH:
        return None
    from rapidfuzz import fuzz, process

    near = process.extract(key, _long_names(), scorer=fuzz.ratio, limit=6, score_cutoff=_FUZZY_MIN_RATIO)
    if not near:
        return None
    names = _countries_by_name()
    best = names[near[0][0]]
    rivals = [score for name, score, _ in near if names[name] != best]
    return best if not rivals or near[0][1] - rivals[0] >= _FUZZY_MIN_LEAD else None
