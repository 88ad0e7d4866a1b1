"""Languages by their names in zh, en and themselves: ISO 639-1 codes (639-3 where there is none: ``yue``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import cast

from babel import Locale
from babel.core import get_global

from serendip.catalogue.vocabulary import Entry, Flag, fold, rows, surfaces, table
from serendip.core.text import has_cjk, simplify

_PACKAGE = "serendip.catalogue"
_MERGED = {"fil": "tl", "nb": "no", "nn": "no", "cmn": "zh", "in": "id", "iw": "he", "ji": "yi"}
"""Codes that content is never told apart by, and withdrawn ones that CLDR still names otherwise."""
_ALL: frozenset[Flag] = frozenset({"all"})
_EN_PHRASES = ("{}-speaking", "{} speaking", "{}-language", "{} language", "{} speaker", "{} speakers")
_ZH_PHRASES = ("讲{}", "说{}", "会讲{}", "会说{}", "用{}", "{}母语", "母语{}", "{}内容")


@cache
def language_names(locale: str) -> Mapping[str, str]:
    """Code to display name in ``zh`` or ``en``, from CLDR."""
    names = cast("Mapping[str, str]", Locale.parse("zh_Hans" if locale == "zh" else "en").languages)
    return MappingProxyType({k: v for k, v in names.items() if len(k) == 2 or k == "yue"})


@cache
def languages() -> frozenset[str]:
    """Every code that a language column may end as."""
    return frozenset(language_names("en"))


def _phrases(entry: Entry) -> Iterator[Entry]:
    if "weak" in entry.flags and len(entry.surface) == 1:
        return
    patterns = _ZH_PHRASES if entry.lang == "zh" and has_cjk(entry.surface) else _EN_PHRASES
    for pattern in patterns:
        yield Entry(
            pattern.format(entry.surface), "language", entry.values, entry.lang, frozenset({"phrase"})
        )


@cache
def entries() -> tuple[Entry, ...]:
    """Every surface of every language and language area. Kinds: language, language_area."""
    found: list[Entry] = []
    for codes, zh, en, other in rows(_PACKAGE, "languages.tsv"):
        values = tuple(codes.split(","))
        for lang, cell in (("zh", zh), ("en", en), ("mul", other)):
            for word, flags in surfaces(cell):
                together: frozenset[Flag] = flags | _ALL if len(values) > 1 else flags
                entry = Entry(word, "language", values, lang, together)
                found.append(entry)
                if len(values) == 1 and lang != "mul":
                    found += _phrases(entry)
    for code, zh, en in rows(_PACKAGE, "language_areas.tsv"):
        for lang, cell in (("zh", zh), ("en", en)):
            found += (Entry(word, "language_area", (code,), lang, flags) for word, flags in surfaces(cell))
    return tuple(found)


@cache
def _by_name() -> Mapping[str, str]:
    names = {fold(name): code for loc in ("zh", "en") for code, name in language_names(loc).items()}
    ours = table(
        e for e in entries() if e.kind == "language" and len(e.values) == 1 and "phrase" not in e.flags
    )
    return {**names, **{name: e.value for name, e in ours.items() if len(name) > 1}}


def language_code(text: str) -> str | None:
    """The code of a language column's value: a name, a code, a BCP 47 tag (``zh-Hant-TW``), or None."""
    key = fold(text.replace("_", "-"))
    names = _by_name()
    found = names.get(key) or names.get(simplify(key))
    if found:
        return found
    head = key.split("-")[0]
    head = _MERGED.get(head, head)
    if head in languages():
        return head
    replaced = cast("Mapping[str, str]", get_global("language_aliases")).get(head)
    if replaced and replaced.split("_")[0] in languages():
        return replaced.split("_")[0]
    return names.get(key.split("(")[0].strip())
