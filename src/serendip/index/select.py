"""Which rows of a segment a query selects, and how many are unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from serendip.index.container import Array
from serendip.index.filters import Masks, Scope, conjunction, evaluate
from serendip.index.rowsets import contains
from serendip.index.segment import Data, Segment
from serendip.index.text import Clause, Matches, match
from serendip.search.ports import Query, Similarity


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


def select(segment: Segment, query: Query, clauses: Sequence[Clause]) -> Selection:
    """Evaluate everything that decides who is found."""
    data = segment.data
    matches = match(data, clauses, any_text=query.any_text)
    out = _left_out(segment, query, matches)
    needs_vector = isinstance(query.rank, Similarity)
    if matches.rows is not None:
        rows = _alive(segment, matches.rows, out, needs_vector=needs_vector)
        scope = Scope(data, rows)
    else:
        scope = Scope(data, None)
    masks = conjunction([evaluate(scope, test) for test in query.filters], len(scope))
    if scope.rows is None:
        masks = _only_alive(segment, masks, out, needs_vector=needs_vector)
    met = int(np.count_nonzero(masks.met))
    unknown = 0 if masks.certain else int(np.count_nonzero(masks.possible)) - met
    mask = _wanted(masks, query)
    total = {"exclude": met, "include": met + unknown, "only": unknown}[query.unknown]
    if scope.rows is None:
        return Selection(segment, mask, None, total, unknown, matches)
    chosen = scope.rows if total == len(scope.rows) else scope.rows[mask]
    return Selection(segment, None, chosen, total, unknown, matches)


def _wanted(masks: Masks, query: Query) -> Array:
    if query.unknown == "exclude":
        return masks.met
    return masks.possible if query.unknown == "include" else masks.possible & ~masks.met


def _left_out(segment: Segment, query: Query, matches: Matches) -> Array | None:
    """Rows that are taken out by an excluded keyword or by name, ascending."""
    out: list[Array] = [] if matches.barred is None else [matches.barred]
    if query.without and segment.rows:
        rows = segment.data.rows_of(np.array(query.without, np.int64))
        out.append(rows[rows >= 0])
    return np.unique(np.concatenate(out)) if out else None


def _alive(segment: Segment, rows: Array, out: Array | None, *, needs_vector: bool) -> Array:
    if segment.alive is not None:
        rows = rows[segment.alive[rows]]
    if out is not None:
        rows = rows[~contains(out, rows, segment.rows)]
    if needs_vector:
        rows = rows[:0] if segment.has_vector is None else rows[segment.has_vector[rows]]
    return rows


def _only_alive(segment: Segment, masks: Masks, out: Array | None, *, needs_vector: bool) -> Masks:
    gates: list[Array] = []
    if segment.alive is not None:
        gates.append(segment.alive)
    if out is not None:
        inside = np.ones(segment.rows, bool)
        inside[out] = False
        gates.append(inside)
    if needs_vector:
        held = segment.has_vector
        gates.append(np.zeros(segment.rows, bool) if held is None else held)
    return conjunction([masks, *(Masks(gate, gate) for gate in gates)], segment.rows) if gates else masks
