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
from serendip.index.likeness import Likeness
from serendip.index.rowsets import contains
from serendip.index.segment import Data, Segment
from serendip.index.text import Clause, Matches, match
from serendip.index.vectors import query_vector
from serendip.search.ports import Query, Similarity, TextClause, UnknownMode

_FEW = 8
"""Below one row in so many, rows are listed instead of masked."""
LEAST = -1.0
"""No likeness is less."""
_SHRUNK = 1.5
"""When a list has shrunk by this factor, a shorter one is made."""


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
    """The rows that are looked at (None: all), and which of them are possible and met so far (None: all)."""

    def __init__(self, data: Data, matches: Matches) -> None:
        self._data = data
        self.rows: Array | None = matches.rows
        self.possible: Array | None = matches.mask
        self.met: Array | None = matches.mask

    def scope(self) -> Scope:
        """The rows that the next filter must look at."""
        return Scope(self._data, self.rows)

    def apply(self, masks: Masks) -> None:
        """Take a filter's masks over ``scope()`` into account."""
        met: Array = masks.met if self.met is None else self.met & masks.met
        if masks.certain and self.met is self.possible:
            possible = met
        else:
            possible = masks.possible if self.possible is None else self.possible & masks.possible
        self.met, self.possible = met, possible
        count = int(np.count_nonzero(possible))
        if self.rows is None and count * _FEW < self._data.rows:
            self.rows = np.flatnonzero(possible)
            self.met, self.possible = met.take(self.rows), None
        elif self.rows is not None and count * _SHRUNK < len(self.rows):
            left = np.flatnonzero(possible)
            self.rows, self.met, self.possible = self.rows.take(left), met.take(left), None

    def gate(self, mask: Array) -> None:
        """Keep only the rows of a mask over all rows."""
        inside = mask if self.rows is None else mask.take(self.rows)
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

    def keep_near(self, likeness: Likeness, floor: float) -> None:
        """Keep only rows that are like a channel; the dearest test, so the last."""
        count = self._data.rows if self.rows is None else len(self.rows)
        places = np.arange(count) if self.possible is None else np.flatnonzero(self.possible)
        rows = places if self.rows is None else self.rows.take(places)
        like = np.flatnonzero(likeness.at_least(self._data, rows, floor))
        self.met = np.ones(len(like), bool) if self.met is None else self.met.take(places.take(like))
        self.rows, self.possible = rows.take(like), None


class Seen:
    """What was looked for in the segments of one snapshot: its queries look for the same words once."""

    def __init__(self) -> None:
        self._texts: dict[tuple[int, tuple[TextClause, ...], bool], Matches] = {}
        self._signs: dict[tuple[int, TextClause], Array] = {}

    def matches(self, data: Data, query: Query, clauses: Sequence[Clause]) -> Matches:
        """The text of ``query`` in one segment."""
        key = id(data), query.text, query.any_text
        if key not in self._texts:
            self._texts[key] = match(data, clauses, any_text=query.any_text)
        return self._texts[key]

    def likeness(self, to: Similarity) -> Likeness:
        """``to``, whose words were perhaps looked for before."""
        return Likeness(to, query_vector(to.vector), self._signs)


def select(segment: Segment, query: Query, clauses: Sequence[Clause], seen: Seen) -> Selection:
    """Evaluate everything that decides who is found."""
    matches = seen.matches(segment.data, query, clauses)
    narrowing = _Narrowing(segment.data, matches)
    if segment.alive is not None:
        narrowing.gate(segment.alive)
    if query.near is not None or isinstance(query.rank, Similarity):
        none = np.zeros(segment.rows, bool)
        narrowing.gate(none if segment.has_vector is None else segment.has_vector)
    if matches.barred is not None:
        narrowing.bar(matches.barred)
    if query.without:
        rows = segment.data.rows_of(np.array(query.without, np.int64))
        narrowing.bar(np.sort(rows[rows >= 0]))
    for test in query.filters:
        if narrowing.rows is not None and not len(narrowing.rows):
            break
        narrowing.apply(evaluate(narrowing.scope(), test))
    if query.near is not None and query.near.floor > LEAST:
        narrowing.keep_near(seen.likeness(query.near.to), query.near.floor)
    return _selection(segment, narrowing, query.unknown, matches)


def _selection(segment: Segment, done: _Narrowing, mode: UnknownMode, matches: Matches) -> Selection:
    count = segment.rows if done.rows is None else len(done.rows)
    possible: Array = np.ones(count, bool) if done.possible is None else done.possible
    certain: Array = possible if done.met is None else done.met
    met = int(np.count_nonzero(certain))
    unknown = 0 if certain is possible else int(np.count_nonzero(possible)) - met
    mask: Array = certain if mode == "exclude" else possible if mode == "include" else possible & ~certain
    total = {"exclude": met, "include": met + unknown, "only": unknown}[mode]
    if done.rows is None:
        return Selection(segment, mask, None, total, unknown, matches)
    chosen = done.rows if total == count else done.rows.take(np.flatnonzero(mask))
    return Selection(segment, None, chosen, total, unknown, matches)
