"""Slips of the pen in the words of the grammar: ``yotube``, ``Swizerland``, ``folowers``.

Only long Latin words that no table knows are compared, with one edit at most and the first letter right; a
form of a known word (``Mexicos``) is no slip of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from serendip.search.lexicon.sets import words
from serendip.search.lexicon.tokens import classes
from serendip.search.lexicon.topics import entries
from serendip.search.lexicon.vocabulary import Reading, vocabulary

_SHORTEST: Final = 6
_LONGEST: Final = 24
_NAMES: Final = classes("platform country demonym language")


@cache
def _targets() -> Mapping[str, tuple[Reading, ...]]:
    """Words that a slip is read as: platforms, places, languages, and the words for figures and people."""
    found: dict[str, tuple[Reading, ...]] = {}
    table = vocabulary()
    wanted = words("correctable")
    for surface, readings in table.by_surface.items():
        if len(surface) < _SHORTEST or not surface.isascii() or not surface.isalpha():
            continue
        first = readings[0]
        sure = first.kind in _NAMES and not first.flags & {"weak", "needs_case", "iso"}
        if (sure and surface not in words("typos")) or surface in wanted:
            found[surface] = readings
    return found


@cache
def _known() -> frozenset[str]:
    """Every Latin word that occurs in a table."""
    surfaces = [s for s in vocabulary().by_surface if s.isascii()]
    surfaces += [e.surface.casefold() for e in entries() if e.surface.isascii()]
    return frozenset(w for s in surfaces for w in s.replace("-", " ").split()) | words("no_slips")


@lru_cache(maxsize=8192)
def meant(word: str) -> tuple[Reading, ...]:
    """The readings of the one word that ``word`` (folded) misses by a slip, else nothing."""
    if not (_SHORTEST <= len(word) <= _LONGEST and word.isascii() and word.isalpha()):
        return ()
    if word in _known() or word.removesuffix("s") in _known():
        return ()
    near = extract(word, list(_targets()), scorer=OSA.distance, score_cutoff=1, limit=3)
    found = [w for w, _, _ in near if w[0] == word[0] and not inflected(word, w)]
    if not found or len({_targets()[w][0].value for w in found}) > 1:
        return ()
    return _targets()[found[0]]


def inflected(one: str, other: str) -> bool:
    """Whether two words differ at their end only (hiker, hiked): forms of one word instead of a slip."""
    return one[:-1] == other[:-1] or one == other + one[-1:] or one + other[-1:] == other
