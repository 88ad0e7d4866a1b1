"""Every word that the grammar knows, in one automaton: our tables, and the places, languages, categories and
topics of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from serendip.catalogue import languages, places, taxonomy
from serendip.catalogue.vocabulary import Entry
from serendip.core.text import fold, has_cjk
from serendip.search.lexicon import topics
from serendip.search.lexicon.tokens import CLASS, Quantity, classes

OUR_TABLES: Final = ("figures.tsv", "time.tsv", "people.tsv", "looks.tsv", "wishes.tsv", "function.tsv")
_FROM_CATALOGUE: Final = {
    "country": "country",
    "region": "country",
    "overseas": "country",
    "anywhere": "free",
    "city": "city",
    "subdivision": "city",
    "demonym": "demonym",
    "language": "language",
    "language_area": "language",
    "category": "category",
    "topic": "topic",
    "style": "style",
    "brand": "brand",
}
_SMALL: Final = classes("filler of do joiner not level recent about request")
"""Classes of single characters that stay what they are where the segmenter glues them to a neighbour."""
_BEHIND: Final = frozenset({"topic", "brand", "style"})
"""Kinds of the catalogue that yield to our own reading of the same words."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One meaning of a surface.

    Attributes:
        kind: the character of its class.
        value: what the grammar needs of it.
        flags: see ``catalogue.vocabulary``; ours add ``noun`` and ``aud``.
        surface: as the table has it.
    """

    kind: str
    value: object
    flags: frozenset[str]
    surface: str


_PEOPLE: Final = (
    "influencers",
    "influencer",
    "creators",
    "channels",
    "博主",
    "达人",
    "红人",
    "频道",
    "kol",
    "网红",
    "bloggers",
    "blogger",
)


def _ours() -> Iterator[tuple[str, Reading]]:
    for name in OUR_TABLES:
        table = files("serendip.search.lexicon").joinpath("data", name).read_text(encoding="utf-8")
        for line in table.splitlines():
            if not line or line.startswith("# "):
                continue
            kind, value, cell = line.split("\t")
            head, *marks = value.split(",")
            for marked in cell.split("|"):
                surface = marked.removeprefix("!")
                flags = frozenset([*marks, "needs_case"] if surface != marked else marks)
                if kind in {"tier", "persona"} and surface.endswith(_PEOPLE):
                    flags |= {"noun"}
                if surface.strip():
                    reading = Reading(CLASS[kind], _value(kind, head), flags, surface)
                    yield fold(surface), reading
                    if "账号" in surface:
                        yield fold(surface).replace("账号", "帐号"), reading


def _value(kind: str, head: str) -> object:
    if kind == "days":
        return Quantity(float(head), float(head), base=float(head), spoken=True)
    return float(head) if kind in {"per", "often"} else head


def _entry(entry: Entry) -> tuple[str, Reading] | None:
    if "weak" in entry.flags and (len(entry.surface) == 1 or "iso" in entry.flags):
        return None
    kind = entry.kind
    value: object = entry.values
    flags = frozenset(entry.flags) | {kind}
    if kind in {"city", "subdivision"}:
        value = (entry.value, entry.within)
    elif kind == "overseas":
        flags |= {"outside"}
    elif kind == "anywhere":
        value = "country"
    elif kind in {"topic", "brand", "style"}:
        value = entry.value
    return fold(entry.surface), Reading(CLASS[_FROM_CATALOGUE[kind]], value, flags, entry.surface)


def _two_things(surface: str, found: dict[str, list[Reading]], own: set[str]) -> bool:
    """Whether a topic's name is a topic and a word of ours for a style, a channel or a platform."""
    if surface.isascii():
        head, _, tail = surface.rpartition(" ")
        tails = [tail] if head else []
    else:
        tails = [surface[-n:] for n in (2, 3, 4) if len(surface) > n + 1]
    if any(t in own and found[t][0].kind in _TAILS for t in tails):
        return True
    heads = [surface.split(" ", maxsplit=1)[0]] if surface.isascii() else [surface[:n] for n in (2, 6, 7)]
    return any(h in own and h != surface and found[h][0].kind == CLASS["platform"] for h in heads)


_TAILS: Final = classes("style noun")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The automaton and, for each of its patterns, the readings in order of preference.

    ``codes`` are country codes that are also words (BE, IT, NO): they count only beside other codes.
    """

    automaton: AhoCorasick
    readings: tuple[tuple[Reading, ...], ...]
    latin: tuple[bool, ...]
    small: dict[str, Reading]
    by_surface: Mapping[str, tuple[Reading, ...]]
    codes: Mapping[str, Reading]


@cache
def vocabulary() -> Vocabulary:
    """Built once (about 0.1 s), then shared."""
    found: dict[str, list[Reading]] = {}
    for surface, reading in _ours():
        found.setdefault(surface, []).append(reading)
    own = set(found)
    for entry in (*places.entries(), *languages.entries(), *taxonomy.entries(), *topics.entries()):
        pair = _entry(entry)
        if pair is None or (entry.kind in _BEHIND and (pair[0] in own or _two_things(pair[0], found, own))):
            continue
        known = found.setdefault(pair[0], [])
        if all(r.kind != pair[1].kind for r in known):
            known.append(pair[1])
    surfaces = list(found)
    return Vocabulary(
        AhoCorasick(surfaces, matchkind=MatchKind.Standard, implementation=Implementation.DFA),
        tuple(tuple(found[s]) for s in surfaces),
        tuple(not has_cjk(s) for s in surfaces),
        {s: found[s][0] for s in own if len(s) == 1 and found[s][0].kind in _SMALL},
        {s: tuple(readings) for s, readings in found.items()},
        {
            e.surface: Reading(CLASS["country"], e.values, frozenset({"iso"}), e.surface)
            for e in places.entries()
            if e.kind == "country" and len(e.surface) == 2 and e.surface.isascii() and e.surface.isupper()
        },
    )
