"""Slips of the pen in a keyword: ``woodwoking`` is read as ``woodworking``, ``moutain biking`` as ``mountain
biking``, 电动牙刹 as 电动牙刷, and said so. Doubt leaves a keyword as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

import rjieba
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from serendip.core.text import has_cjk
from serendip.search.lexicon.slips import inflected
from serendip.search.lexicon.topics import entries

_SHORTEST: Final = 8
_SHORTEST_OF_SEVERAL: Final = 6
_SHORTEST_HAN: Final = 3
_LONGEST: Final = 40


@cache
def _words() -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str], frozenset[str]]:
    """Topics of one Latin word, topics of several, every Latin word in them, and all Chinese topics."""
    single: dict[str, None] = {}
    several: dict[str, None] = {}
    every: set[str] = set()
    han: set[str] = set()
    for entry in entries():
        surface = entry.surface.casefold()
        if not surface.isascii():
            han.add(surface)
            continue
        words = surface.replace("-", " ").split()
        every.update(words)
        if entry.kind == "topic" and len(words) > 1:
            several.setdefault(" ".join(words))
        elif entry.kind == "topic" and len(surface) >= _SHORTEST:
            single.setdefault(words[0])
    return tuple(single), tuple(several), frozenset(every), frozenset(han)


@lru_cache(maxsize=4096)
def corrected(text: str) -> str | None:
    """The topic that a lower-case keyword misses by one slip, or None."""
    if len(text) > _LONGEST:
        return None
    if has_cjk(text):
        return _corrected_han(text) if len(text) >= _SHORTEST_HAN else None
    if not (text.isascii() and text.islower() and text.replace(" ", "").isalpha()):
        return None
    return _corrected_several(text) if " " in text else _corrected_one(text)


def _corrected_one(text: str) -> str | None:
    singles, _, every, _ = _words()
    if len(text) < _SHORTEST or _known(text, every):
        return None
    near = _near(text, singles)
    return near[0] if len(near) == 1 and not inflected(text, near[0]) else None


def _known(word: str, every: frozenset[str]) -> bool:
    return word in every or word.removesuffix("s") in every or f"{word}s" in every


def _near(text: str, choices: tuple[str, ...]) -> list[str]:
    near = extract(text, choices, scorer=OSA.distance, score_cutoff=1, limit=3)
    return [word for word, _, _ in near if word[0] == text[0]]


def _corrected_several(text: str) -> str | None:
    """Of several words exactly one is unknown and its slip makes the whole a topic."""
    _, several, every, _ = _words()
    words = text.split()
    odd = [w for w in words if not _known(w, every)]
    if len(odd) != 1 or len(odd[0]) < _SHORTEST_OF_SEVERAL:
        return None
    near = _near(text, several)
    if len(near) != 1 or len(near[0].split()) != len(words):
        return None
    better = near[0].split()[words.index(odd[0])]
    return None if inflected(odd[0], better) else near[0]


@cache
def _confusable() -> Mapping[str, str]:
    table = files("serendip.search.lexicon").joinpath("data", "confusable.tsv").read_text(encoding="utf-8")
    groups = [line for line in table.splitlines() if line and not line.startswith("#")]
    found: dict[str, str] = {}
    for group in groups:
        for char in group:
            found[char] = found.get(char, "") + group.replace(char, "")
    return found


def _corrected_han(text: str) -> str | None:
    """One character taken for another makes a known topic, and is no word where it stands."""
    han = _words()[3]
    if text in han or not text.isalnum():
        return None
    better = {other for at, other in _exchanged(text) if other in han and _alone(text, at)}
    return better.pop() if len(better) == 1 else None


def _exchanged(text: str) -> Iterator[tuple[int, str]]:
    for at, char in enumerate(text):
        for other in _confusable().get(char, ""):
            yield at, f"{text[:at]}{other}{text[at + 1 :]}"


def _alone(text: str, index: int) -> bool:
    """Whether the dictionary of the segmenter has no longer word over this character."""
    at = 0
    for word in rjieba.cut(text, False):
        if at <= index < at + len(word):
            return len(word) == 1
        at += len(word)
    return False
