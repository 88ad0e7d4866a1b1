"""BM25's part of a word in a text, k1 1.2 and b 0.75: ``2.2 tf / (tf + 1.2 (0.25 + 0.75 length / mean))``."""

from __future__ import annotations

from math import log

import numpy as np

from serendip.index.container import Array

_K1 = 1.2
_B = 0.75


def parts(times: Array, lengths: Array, mean: float) -> Array:
    """The part of each text, as float32."""
    often = times.astype(np.float32)
    weight = lengths * np.float32(_K1 * _B / mean)
    weight += np.float32(_K1 * (1 - _B))
    weight += often
    often *= np.float32(_K1 + 1)
    often /= weight
    return often


def strengths(once: Array, length: Array, mean: float) -> Array:
    """The same from ``1 / times`` and ``length / times``: it falls with each of them."""
    return (_K1 + 1) / (1 + _K1 * (1 - _B) * once + _K1 * _B / mean * length)


def rarity(rows: int, holders: int) -> float:
    """BM25's weight of a word that ``holders`` of ``rows`` texts hold."""
    return log(1 + (rows - holders + 0.5) / (holders + 0.5))
