"""How like a channel the rows of a segment are, and which of them are like it enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from serendip.index.container import Array
from serendip.index.filters import Scope, evaluate
from serendip.index.rowsets import contains
from serendip.index.segment import Data
from serendip.index.text import analyse_clause, clause_rows
from serendip.index.vectors import SLACK, cosines, rough_cosines
from serendip.search.ports import Sign, Similarity, TextClause


@dataclass(frozen=True, slots=True)
class Likeness:
    """``to``, ready to be asked about rows of any segment that have a vector.

    ``found``: rows that say the words of a sign, by ``id`` of the segment's data; filled as they are needed.
    """

    to: Similarity
    vector: Array
    found: dict[tuple[int, TextClause], Array]

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
            near[self._bearers(data, rows, sign)] += near.dtype.type(sign.weight)
        return near

    def _bearers(self, data: Data, rows: Array, sign: Sign) -> Array:
        """Mask of ``rows`` that bear a sign."""
        if not isinstance(sign.test, TextClause):
            return evaluate(Scope(data, rows), sign.test).met
        place = id(data), sign.test
        if place not in self.found:
            self.found[place] = clause_rows(data, analyse_clause(sign.test))
        return contains(self.found[place], rows, data.rows)
