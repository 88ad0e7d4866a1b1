"""Plans as a session makes them from a text, and a counter over documents in memory."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from serendip.catalogue.document import IndexDoc
from serendip.search.conditions import Condition
from serendip.search.lexicon.topics import expand
from serendip.search.parse import read
from serendip.search.plan import Defaults, compile_conditions
from serendip.search.session.effects import Plan
from serendip.search.session.model import Node, Placed
from serendip.search.verify import verify

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


def plan_of(*conditions: Condition, platform: str = "youtube", **more: Any) -> Plan:
    """A plan of these conditions; those that are not effective are left out."""
    nodes = tuple(p for p in nodes_of(conditions) if p.node.effective)
    return replace(Plan(platform, nodes, as_of=TODAY), **more)


def said(text: str, platform: str = "youtube", **more: Any) -> Plan:
    """The plan of a text."""
    kept = [c for c in read(text, platform).conditions if c.field not in {"sort", "limit"}]
    return plan_of(*kept, platform=platform, **more)


def pending(text: str, platform: str = "youtube") -> tuple[Placed, ...]:
    """The nodes of a text that are not effective."""
    return tuple(p for p in nodes_of(read(text, platform).conditions) if not p.node.effective)


def keyword(word: str, **extra: Any) -> Condition:
    """A positive keyword in channel tags, unless said otherwise."""
    return Condition("keyword", "contains", "keyword", (word,), extra={"target": "channel_tag", **extra})


def hard(field: str, op: str, *values: Any, **more: Any) -> Condition:
    """A condition that filters."""
    return Condition(field, op, "hard", values, **more)


class Catalogue:
    """Channels in memory as a counter: each is checked by its own stored values, the largest first."""

    def __init__(self, docs: Iterable[IndexDoc]) -> None:
        self._docs = sorted(docs, key=lambda d: (-d.numbers.get("followers", 0), d.cid))
        self.batches: list[int] = []

    def count(self, plans: Sequence[Plan]) -> list[int]:
        """Totals; remembers how many were asked for at once."""
        self.batches.append(len(plans))
        return [len(self.found(plan)) for plan in plans]

    def first_page(self, plan: Plan) -> tuple[int, ...]:
        """The ids of the largest."""
        return tuple(d.cid for d in self.found(plan)[: plan.page_size])

    def facet(self, plan: Plan, field: str) -> Mapping[str, int]:
        """Counts by value."""
        return Tally(value for d in self.found(plan) for value in d.terms.get(field, ()))

    def found(self, plan: Plan) -> list[IndexDoc]:
        """The channels that meet every hard condition."""
        steps = compile_conditions(plan.conditions, Defaults(plan.as_of or TODAY, "channel_tag", expand))
        return [d for d in self._docs if d.platform == plan.platform and _meets(plan, d, steps)]


def _meets(plan: Plan, doc: IndexDoc, steps: Sequence[Any]) -> bool:
    states = [(plan.conditions[v.step.condition].kind, v.state) for v in verify(steps, doc) if v.step.hard]
    words = [state for kind, state in states if kind == "keyword"]
    rest = [state for kind, state in states if kind != "keyword"]
    if plan.any_keyword and words:
        return "met" in words and all(state == "met" for state in rest)
    return all(state == "met" for _, state in states)


def channel(cid: int, tags: str = "", platform: str = "youtube", **facts: Any) -> IndexDoc:
    """A channel: texts by target, numbers and codes by name."""
    texts = {
        k: facts.pop(k) for k in ("channel_name", "channel_description", "published_content") if k in facts
    }
    terms: dict[str, tuple[str, ...]] = {k: v for k, v in facts.items() if isinstance(v, tuple)}
    return IndexDoc(
        cid=cid,
        platform=platform,
        exact=(),
        text={"channel_tag": tags, **texts},
        numbers={k: float(v) for k, v in facts.items() if not isinstance(v, tuple)},
        terms=terms,
        quality=0.5,
        vector=None,
    )
