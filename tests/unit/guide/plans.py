"""Plans as a session makes them from a text, and the query that a search of them executes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from serendip.search.conditions import Condition
from serendip.search.lexicon.topics import expand
from serendip.search.parse import read
from serendip.search.plan import Defaults, compile_conditions, split
from serendip.search.ports import ByField, Query, Relevance, Terms
from serendip.search.ranking import WEIGHTS
from serendip.search.session.effects import Plan
from serendip.search.session.model import Node, Placed

TODAY = date(2026, 11, 30)


def nodes_of(conditions: Sequence[Condition]) -> tuple[Placed, ...]:
    """A node for each condition, numbered as a session numbers them; keywords in the default target."""
    made: list[Placed] = []
    for n, said in enumerate(conditions, 1):
        condition = said
        if said.field == "keyword" and said.extra.get("target", "default") == "default":
            condition = replace(said, extra={**said.extra, "target": "channel_tag"})
        bucket = "derived" if said.source == "derived" else "explicit"
        made.append(Placed(Node(f"n{n}", bucket, condition), n - 1))
    return tuple(made)


def plan_of(*conditions: Condition, platform: str = "youtube", **more: object) -> Plan:
    """A plan of these conditions; those that are not effective are left out."""
    nodes = tuple(p for p in nodes_of(conditions) if p.node.effective)
    return replace(Plan(platform, nodes, as_of=TODAY), **more)


def said(text: str, platform: str = "youtube", **more: object) -> Plan:
    """The plan of a text."""
    kept = [c for c in read(text, platform).conditions if c.field not in {"sort", "limit"}]
    return plan_of(*kept, platform=platform, **more)


def pending(text: str, platform: str = "youtube") -> tuple[Placed, ...]:
    """The nodes of a text that are not effective."""
    return tuple(p for p in nodes_of(read(text, platform).conditions) if not p.node.effective)


def query_of(plan: Plan, ranked: bool) -> Query:
    """What a search of a plan without an anchor executes."""
    steps = compile_conditions(plan.conditions, Defaults(plan.as_of or TODAY, "channel_tag", expand))
    filters, clauses = split(steps)
    return Query(
        filters=(Terms("platform", (plan.platform,)), *filters),
        text=clauses,
        rank=Relevance(WEIGHTS) if ranked else ByField("followers"),
        any_text=plan.any_keyword,
        unknown=plan.unknown,
        limit=plan.page_size,
    )
