"""Which rows of a segment a query selects, and how many are unknown.

Filters narrow step by step: each looks only at the rows that no earlier one has ruled out. It starts from
the rows that the text chose, or from all; once few are left, masks over all rows give way to the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from serendip.index.container import Array
from serendip.index.filters import Masks, Scope, evaluate
from serendip.index.rowsets import contains
from serendip.index.segment import Data, Segment
from serendip.index.text import Clause, Matches, match
from serendip.search.ports import Query, Similarity, UnknownMode

_FEW = 8
"""Below one row in so many, rows are listed instead of masked."""


@dataclass(slots=True)
class Selection:
    """The rows that a query selects in one segment: a mask over all of them, or the rows themselves.

    Attributes:
        total: rows selected.
        unknown: rows that fail nothing but are unknown somewhere.
        matches: the text, for scoring.
    """

    segment: Segment
    mask: Array | None
    chosen: Array | None
    total: int
    unknown: int
    matches: Matches

    @property
    def data(self) -> Data:
        """The segment's data."""
        return self.segment.data

    def rows(self) -> Array:
        """The selected rows, ascending."""
        if self.chosen is None and self.mask is not None:
            self.chosen = np.flatnonzero(self.mask)
        assert self.chosen is not None
        return self.chosen


class _Narrowing:
    """The rows that are still possible, and which of them are met so far (None: all)."""

    def __init__(self, data: Data, rows: Array | None) -> None:
        self._data = data
        self.rows = rows
        self.possible: Array | None = None
        self.met: Array | None = None

    def scope(self) -> Scope:
        """The rows that the next filter must look at."""
        return Scope(self._data, self.rows)

    def apply(self, masks: Masks) -> None:
        """Take a filter's masks over ``scope()`` into account."""
        self.met = masks.met if self.met is None else self.met & masks.met
        if self.rows is not None:
            if np.count_nonzero(masks.possible) < len(self.rows):
                self.rows, self.met = self.rows[masks.possible], self.met[masks.possible]
            return
        self.possible = masks.possible if self.possible is None else self.possible & masks.possible
        if np.count_nonzero(self.possible) * _FEW < self._data.rows:
            self.rows = np.flatnonzero(self.possible)
            self.met = self.met[self.rows]

    def gate(self, mask: Array) -> None:
        """Keep only the rows of a mask over all rows."""
        inside = mask if self.rows is None else mask[self.rows]
        self.apply(Masks(inside, inside))

    def bar(self, out: Array) -> None:
        """Take rows out."""
        if self.rows is not None:
            inside = ~contains(out, self.rows, self._data.rows)
            self.apply(Masks(inside, inside))
            return
        inside = np.ones(self._data.rows, bool)
        inside[out] = False
        self.gate(inside)


def select(segment: Segment, query: Query, clauses: Sequence[Clause]) -> Selection:
    """Evaluate everything that decides who is found."""
    matches = match(segment.data, clauses, any_text=query.any_text)
    narrowing = _Narrowing(segment.data, matches.rows)
    if segment.alive is not None:
        narrowing.gate(segment.alive)
    if isinstance(query.rank, Similarity):
        none = np.zeros(segment.rows, bool)
        narrowing.gate(none if segment.has_vector is None else segment.has_vector)
    if matches.barred is not None:
        narrowing.bar(matches.barred)
    if query.without:
        rows = segment.data.rows_of(np.array(query.without, np.int64))
        narrowing.bar(np.sort(rows[rows >= 0]))
    for test in query.filters:
        narrowing.apply(evaluate(narrowing.scope(), test))
    return _selection(segment, narrowing, query.unknown, matches)


def _selection(segment: Segment, done: _Narrowing, mode: UnknownMode, matches: Matches) -> Selection:
    if done.rows is not None:
        count = len(done.rows)
        met = count if done.met is None else int(np.count_nonzero(done.met))
        rows = done.rows
        if done.met is not None and met < count and mode != "include":
            rows = rows[done.met if mode == "exclude" else ~done.met]
        elif mode == "only":
            rows = rows[:0]
        return Selection(segment, None, rows, len(rows), count - met, matches)
    possible = np.ones(segment.rows, bool) if done.possible is None else done.possible
    masked = possible if done.met is None else done.met
    met = int(np.count_nonzero(masked))
    unknown = 0 if masked is possible else int(np.count_nonzero(possible)) - met
    mask = {"exclude": masked, "include": possible}.get(mode)
    mask = possible & ~masked if mask is None else mask
    total = {"exclude": met, "include": met + unknown, "only": unknown}[mode]
    return Selection(segment, mask, None, total, unknown, matches)
