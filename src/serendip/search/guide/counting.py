"""How the guide measures plans: totals, first pages, facets, all exact. ``ChannelSearch`` is a counter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

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
