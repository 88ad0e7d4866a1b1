"""How the guide measures: totals, first pages and facets of plans, all exact, all from the index."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from serendip.search.ports import ChannelIndex, Query
from serendip.search.session.effects import Plan


class Counter(Protocol):
    """Measures plans without reading a channel."""

    def count(self, plans: Sequence[Plan]) -> list[int]:
        """The total that a search of each plan would state, in order."""
        ...

    def first_page(self, plan: Plan) -> tuple[int, ...]:
        """The ids on the first page of a search of the plan, in their order."""
        ...

    def facet(self, plan: Plan, field: str) -> Mapping[str, int]:
        """How many of the channels that the plan finds have each value of ``field``."""
        ...


class IndexCounter:
    """A ``Counter`` over an index.

    ``query_of(plan, ranked)`` is what a search of the plan executes; when it is not to be ranked, only who is
    found matters.
    """

    def __init__(self, index: ChannelIndex, query_of: Callable[[Plan, bool], Query]) -> None:
        self._index = index
        self._query_of = query_of

    def count(self, plans: Sequence[Plan]) -> list[int]:
        """The totals, all in one call."""
        return self._index.count([self._first(plan, ranked=False) for plan in plans]) if plans else []

    def first_page(self, plan: Plan) -> tuple[int, ...]:
        """The ids of the first page."""
        return tuple(hit.cid for hit in self._index.search(self._first(plan, ranked=True)).hits)

    def facet(self, plan: Plan, field: str) -> Mapping[str, int]:
        """Counts by value over the whole result."""
        found = self._index.search(replace(self._first(plan, ranked=False), facets=(field,), limit=0))
        return (found.facets or {}).get(field, {})

    def _first(self, plan: Plan, *, ranked: bool) -> Query:
        query = self._query_of(replace(plan, page=1, cursor=None, skip=0), ranked)
        return replace(query, limit=plan.page_size, cursor=None, facets=())
