"""How like a channel the rows of a segment are, and which of them are like it enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from serendip.index.container import Array
from serendip.index.filters import Scope, evaluate
from serendip.index.segment import Data
from serendip.index.vectors import SLACK, cosines, query_vector, rough_cosines
from serendip.search.ports import Similarity


@dataclass(frozen=True, slots=True)
class Likeness:
    """``to``, ready to be asked about rows of any segment that have a vector."""

    to: Similarity
    vector: Array

    @classmethod
    def of(cls, to: Similarity) -> Likeness:
        """Raises ``InputError`` for a vector of another size."""
        return cls(to, query_vector(to.vector))

    def exact(self, data: Data, rows: Array) -> Array:
        """The likeness of ``rows`` (ascending where there are signs) as float64."""
        return self._signed(data, rows, cosines(data, self.vector, rows))

    def rough(self, data: Data, rows: Array) -> Array:
        """The same as float32, within ``SLACK``."""
        return self._signed(data, rows, rough_cosines(data, self.vector, rows))

    def at_least(self, data: Data, rows: Array, floor: float) -> Array:
        """Which of ``rows`` (ascending) have a likeness of ``floor``; close calls are worked out exactly."""
        near = self.rough(data, rows)
        enough = near >= np.float32(floor)
        close = np.flatnonzero(np.abs(near - np.float32(floor)) <= np.float32(2 * SLACK))
        if len(close):
            enough[close] = self.exact(data, rows.take(close)) >= floor
        return enough

    def _signed(self, data: Data, rows: Array, near: Array) -> Array:
        if not self.to.signs:
            return near
        near *= near.dtype.type(1 - sum(sign.weight for sign in self.to.signs))
        for sign in self.to.signs:
            near[evaluate(Scope(data, rows), sign.filter).met] += near.dtype.type(sign.weight)
        return near
