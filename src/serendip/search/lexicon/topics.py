"""Niches, products and brands: what equal words each has in zh, en and other languages.

``entries`` gives the surfaces to the grammar; ``expand`` gives a keyword's equal words to the search. Equal
words only, never related ones: a search for 露营 also finds *camping*, but not *tent*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from serendip.catalogue.vocabulary import Entry, fold, rows, surfaces
from serendip.core.text import has_cjk, simplify

_PACKAGE = "serendip.search.lexicon"
MAX_EQUALS = 24
"""At most so many equal words are returned for one keyword."""

_BESIDE_CJK = re.compile(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])")
_SIBILANT = ("ches", "shes", "sses", "xes", "zes")
_NO_PLURAL = ("ss", "us", "is")


@dataclass(frozen=True, slots=True)
class Topic:
    """One niche or product: its equal words by language, the best known one first.

    ``others`` holds (language, surface) for languages beside zh and en; they serve recall only.
    """

    id: str
    category: str
    zh: tuple[str, ...]
    en: tuple[str, ...]
    others: tuple[tuple[str, str], ...] = ()


class _Group(NamedTuple):
    """Equal words by language, and the topic they are (None for categories and brands)."""

    zh: tuple[str, ...]
    en: tuple[str, ...]
    others: tuple[str, ...] = ()
    topic: str | None = None


def _others(cell: str) -> Iterator[tuple[str, str]]:
    for group in cell.split(";"):
        lang, _, words = group.partition(":")
        yield from ((lang, word) for word in words.split("|") if word)


@cache
def _rows() -> tuple[list[str], ...]:
    return tuple(rows(_PACKAGE, "topics.tsv"))


def _words(cell: str) -> tuple[str, ...]:
    return tuple(word.removeprefix("?") for word in cell.split("|") if word)


@cache
def topics() -> Mapping[str, Topic]:
    """All topics by id."""
    return {
        row[0]: Topic(row[0], row[1], _words(row[2]), _words(row[3]), tuple(_others(row[4])))
        for row in _rows()
    }


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_SIBILANT) else word[:-1]


def lookup_key(text: str) -> str:
    """The form under which equal spellings meet: folded, hyphens as spaces, English words in the singular."""
    folded = fold(text)
    if folded.isascii():
        words = folded.replace("'", "").replace("-", " ").split()
        return " ".join([word if word[-1] != "s" else _singular(word) for word in words])
    if not has_cjk(folded):
        return " ".join(map(_singular, folded.replace("'", "").replace("-", " ").split()))
    return _BESIDE_CJK.sub("", folded)


@cache
def _brands() -> tuple[tuple[str, str, tuple[Entry, ...]], ...]:
    return tuple(
        (
            name,
            category,
            tuple(
                Entry(word, "brand", (name,), lang, flags, category)
                for lang, cell in (("zh", zh), ("en", en))
                for word, flags in surfaces(cell)
            ),
        )
        for name, category, zh, en in rows(_PACKAGE, "brands.tsv")
    )


@cache
def entries() -> tuple[Entry, ...]:
    """Surfaces of topics (kind ``topic``, value: topic id) and brands (kind ``brand``, value: its name).

    ``within`` is the category of either. Surfaces of topics in languages beside zh and en are not listed.
    """
    found: list[Entry] = []
    for topic_id, category, zh, en, _ in _rows():
        for lang, cell in (("zh", zh), ("en", en)):
            found += (
                Entry(word, "topic", (topic_id,), lang, flags, category) for word, flags in surfaces(cell)
            )
    for _, _, surfaces_of_brand in _brands():
        found += surfaces_of_brand
    return tuple(found)


def _brand_groups() -> Iterator[tuple[_Group, tuple[str, ...]]]:
    for name, _, brand in _brands():
        zh = tuple(entry.surface for entry in brand if entry.lang == "zh")
        sure = tuple(entry.surface for entry in brand if entry.lang == "en" and not entry.flags)
        if zh or len(sure) > 1:
            yield _Group(zh, tuple(dict.fromkeys((name, *sure)))), (*zh, *sure)


@cache
def _groups() -> Mapping[str, _Group]:
    """Lookup key to the group of equal words: topics, then categories, brands, styles."""
    found: dict[str, _Group] = {}
    foreign: list[_Group] = []
    for topic in topics().values():
        group = _Group(topic.zh, topic.en, tuple(word for _, word in topic.others), topic.id)
        for word in chain(topic.zh, topic.en):
            found.setdefault(lookup_key(word), group)
        if group.others:
            foreign.append(group)
    for _, zh, en in rows(_PACKAGE, "category_equals.tsv"):
        group = _Group(_words(zh), _words(en))
        for word in chain(group.zh, group.en):
            found.setdefault(lookup_key(word), group)
    for group in foreign:
        for word in group.others:
            found.setdefault(lookup_key(word), group)
    for group, words in chain(_brand_groups(), ((style, (*style.zh, *style.en)) for style in _styles())):
        for word in words:
            found.setdefault(lookup_key(word), group)
    return found


def _group(key: str) -> _Group | None:
    return _groups().get(key) or (_groups().get(lookup_key(simplify(key))) if has_cjk(key) else None)


def topic_of(text: str) -> Topic | None:
    """The topic that ``text`` names as a whole, in any of its languages, or None."""
    group = _group(lookup_key(text))
    return topics()[group.topic] if group and group.topic else None


@cache
def _styles() -> tuple[_Group, ...]:
    return tuple(_Group(_words(zh), _words(en)) for _, zh, en in rows(_PACKAGE, "topic_styles.tsv"))


@cache
def _endings() -> tuple[Mapping[str, _Group], Mapping[str, _Group]]:
    zh = {word: style for style in _styles() for word in style.zh}
    return zh, {lookup_key(word): style for style in _styles() for word in style.en}


def _split(key: str) -> tuple[_Group, _Group] | None:
    """A keyword that is a known word and a word of style (汽配评测, car parts review), taken apart."""
    zh, en = _endings()
    groups = _groups()
    for size in range(min(5, len(key) - 1), 1, -1):
        style = zh.get(key[-size:])
        if style and (group := groups.get(key[:-size].rstrip())):
            return group, style
    words = key.split(" ")
    for size in (2, 1):
        style = en.get(" ".join(words[-size:])) if len(words) > size else None
        if style and (group := groups.get(" ".join(words[:-size]))):
            return group, style
    return None


def _equals(key: str) -> Iterable[str]:
    """Equal words, the other language first; of a compound each part's, the likeliest wording first."""
    chinese = has_cjk(key)
    if group := _groups().get(key):
        return chain(group.en, group.zh, group.others) if chinese else chain(group.zh, group.en, group.others)
    if not (parts := _split(key)):
        return ()
    group, style = parts
    zh = [f"{word}{ending}" for ending in style.zh for word in group.zh]
    en = [f"{word} {style.en[0]}" for word in group.en]
    return chain(en, zh) if chinese else chain(zh[: MAX_EQUALS // 2], en)


@lru_cache(maxsize=4096)
def expand(text: str) -> tuple[str, ...]:
    """Equal words of a keyword, without the keyword itself; empty when it is not in the tables.

    Words of the other language come first (汽配 -> car parts, auto parts, 汽车配件), at most ``MAX_EQUALS``.
    Case, accents, hyphens, English plurals and traditional characters make no difference.
    """
    key = lookup_key(text)
    simple = lookup_key(simplify(key)) if has_cjk(key) else key
    seen = {key, simple}
    found: list[str] = []
    for word in _equals(key) or _equals(simple):
        if (other := lookup_key(word)) not in seen:
            seen.add(other)
            found.append(word)
    return tuple(found[:MAX_EQUALS])
