"""Slips of the pen in a keyword: ``woodwoking`` is read as ``woodworking``, ``moutain biking`` as ``mountain
biking``, 电动牙刹 as 电动牙刷, and said so. Doubt leaves a keyword as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Final

import rjieba
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from serendip.catalogue import taxonomy
from serendip.core.text import has_cjk
from serendip.search.lexicon.sets import words
from serendip.search.lexicon.slips import inflected
from serendip.search.lexicon.topics import entries

_SHORTEST: Final = 8
_SHORTEST_OF_SEVERAL: Final = 6
_SHORTEST_DOUBLED: Final = 6
_SHORTEST_HAN: Final = 3
_LONGEST: Final = 40
_SUBJECTS: Final = frozenset({"topic", "category"})


@cache
def _words() -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str], frozenset[str]]:
    """Topics of one Latin word, topics of several, every Latin word in them, and all Chinese topics."""
    single: dict[str, None] = {}
    several: dict[str, None] = {}
    every: set[str] = set()
    han: set[str] = set()
    every.update(words("no_slips"))
    for entry in (*entries(), *taxonomy.entries()):
        surface = entry.surface.casefold()
        if not surface.isascii():
            han.add(surface)
            continue
        parts = surface.replace("-", " ").split()
        every.update(parts)
        if entry.kind in _SUBJECTS and len(parts) > 1:
            several.setdefault(" ".join(parts))
        elif entry.kind in _SUBJECTS and len(surface) >= _SHORTEST_DOUBLED:
            single.setdefault(parts[0])
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
    if len(text) < _SHORTEST_DOUBLED or _known(text, every):
        return None
    near = [w for w in _near(text, singles) if min(len(w), len(text)) >= _SHORTEST or _doubled(text, w)]
    if len(near) != 1 or (inflected(text, near[0]) and not _doubled(text, near[0])):
        return None
    return near[0]


def _doubled(one: str, other: str) -> bool:
    """Whether two words differ in a doubled letter only (potery, crochett): short words have other kin."""
    return [char for char, _ in groupby(one)] == [char for char, _ in groupby(other)]


def _known(word: str, every: frozenset[str]) -> bool:
    return word in every or word.removesuffix("s") in every or f"{word}s" in every


def _near(text: str, choices: tuple[str, ...]) -> list[str]:
    near = extract(text, choices, scorer=OSA.distance, score_cutoff=1, limit=3)
    return [word for word, _, _ in near if word[0] == text[0]]


def _corrected_several(text: str) -> str | None:
    """Of several words exactly one is unknown and its slip makes the whole a topic."""
    _, several, every, _ = _words()
    said = text.split()
    odd = [w for w in said if not _known(w, every)]
    if len(odd) != 1 or len(odd[0]) < _SHORTEST_OF_SEVERAL:
        return None
    near = _near(text, several)
    if len(near) != 1 or len(near[0].split()) != len(said):
        alone = _corrected_one(odd[0])
        return None if alone is None else " ".join(alone if w == odd[0] else w for w in said)
    better = near[0].split()[said.index(odd[0])]
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
    better = {other for at, other in _exchanged(text) if _better(text, other, at, han)}
    return better.pop() if len(better) == 1 else None


def _better(text: str, other: str, at: int, han: frozenset[str]) -> bool:
    return _topical(other, at, han) and not _topical(text, at, han) and _alone(text, at)


def _topical(text: str, index: int, han: frozenset[str]) -> bool:
    """Whether a text is a topic, or a known word and a topic that has the character (空气炸锅食谱)."""
    if text in han:
        return True
    for cut in range(2, len(text) - 1):
        head, tail = text[:cut], text[cut:]
        topic, rest = (tail, head) if index >= cut else (head, tail)
        if topic in han and (rest in han or rjieba.cut(rest, False) == [rest]):
            return True
    return False


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
