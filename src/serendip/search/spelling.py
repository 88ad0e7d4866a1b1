"""Slips of the pen in a single Latin keyword: ``woodwoking`` is read as ``woodworking``, and said so."""

from __future__ import annotations

from functools import cache
from typing import Final

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from serendip.search.lexicon.topics import entries

_SHORTEST: Final = 8
_LONGEST: Final = 24


@cache
def _words() -> tuple[tuple[str, ...], frozenset[str]]:
    """Single Latin words of the topics, and every Latin word that occurs in them."""
    single: dict[str, None] = {}
    every: set[str] = set()
    for entry in entries():
        if not entry.surface.isascii():
            continue
        words = entry.surface.casefold().replace("-", " ").split()
        every.update(words)
        if len(words) == 1 and entry.kind == "topic" and len(words[0]) >= _SHORTEST:
            single.setdefault(words[0])
    return tuple(single), frozenset(every)


def corrected(text: str) -> str | None:
    """The topic that a lower-case word misses by one slip, or None: doubt leaves a word as it is."""
    if not (_SHORTEST <= len(text) <= _LONGEST and text.isascii() and text.isalpha() and text.islower()):
        return None
    singles, every = _words()
    if text in every or text.removesuffix("s") in every or f"{text}s" in every:
        return None
    near = extract(text, singles, scorer=OSA.distance, score_cutoff=1, limit=3)
    near = [word for word, _, _ in near if word[0] == text[0] and abs(len(word) - len(text)) <= 1]
    if len(near) != 1 or _inflected(text, near[0]):
        return None
    return near[0]


def _inflected(text: str, word: str) -> bool:
    """Whether the two are forms of one word (hiker, hiked) instead of a slip."""
    return text[:-1] == word[:-1] or text == word + text[-1:] or text + word[-1:] == word
