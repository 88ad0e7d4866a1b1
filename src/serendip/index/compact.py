"""When segments are merged: like sizes together, so that each row is copied a few times in its life."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

FAN_IN = 6
"""So many segments of one size become one of the next."""
CROWDED = 40
"""With so many segments a commit waits for a merge: queries come before ingest."""
_SMALLEST = 256
_DEAD_SHARE = 0.3
_WORTH = 1024


def choose(sizes: Sequence[tuple[int, int]]) -> list[int]:
    """Which segments should become one now, given ``(rows, living rows)`` of each; none when all is well.

    Dead rows cost every query: a segment that is largely dead is written anew by itself.
    """
    levels: dict[int, list[int]] = {}
    for number, (rows, living) in enumerate(sizes):
        if living == 0 or (rows > _WORTH and rows - living > _DEAD_SHARE * rows):
            return [number]
        level = int(log(max(living, _SMALLEST) / _SMALLEST, FAN_IN) + 1e-9)
        levels.setdefault(level, []).append(number)
    for level in sorted(levels):
        if len(levels[level]) >= FAN_IN:
            return levels[level]
    return []
