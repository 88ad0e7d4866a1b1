"""Questions about words of degree: how large, how recently, and how a wish is to be measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from serendip.catalogue.fields import FIELDS
from serendip.search.conditions import Condition
from serendip.search.guide.bands import DAYS, round_down, round_up
from serendip.search.guide.counting import Counter
from serendip.search.guide.doubts import Doubts
from serendip.search.guide.labels import chip
from serendip.search.guide.patches import decides, patched, put
from serendip.search.guide.weighing import Doubt, Reading, confirmed
from serendip.search.session.effects import Plan
from serendip.search.session.model import Patch, Placed

DEFAULT_SHARE: Final = 2.0
"""Our own reading of a word is twice as likely as each neighbour."""

_SIZES: Final = frozenset({"followers", "avg_views"})
_BOUNDS: Final = frozenset({"gte", "gt", "lte", "lt", "between"})


def vague(plan: Plan) -> Iterator[Doubt]:
    """Numbers that were inferred from words and that nobody has confirmed."""
    for placed in plan.nodes:
        node, condition = placed.node, placed.node.condition
        numbers = all(isinstance(v, int | float) and v > 0 for v in condition.values)
        inferred = node.bucket == "derived" and not node.asked and decides(condition)
        if not inferred or not numbers or condition.op not in _BOUNDS:
            continue
        if condition.field == "last_active_days" and condition.op in {"lte", "lt"}:
            yield _doubt(plan, placed, _windows(condition), _how_recent())
        elif condition.field in _SIZES:
            yield _doubt(plan, placed, _sizes(condition), _how_large(condition))


def _doubt(plan: Plan, placed: Placed, others: list[Condition], text: tuple[str, str]) -> Doubt:
    node = placed.node
    own = Reading(chip(node.condition), confirmed(plan, node.node_id), DEFAULT_SHARE)
    rest = (Reading(chip(c), _as(placed, c)) for c in others)
    return Doubt("vague_level_or_category", node.field, text, (own, *rest))


def _as(placed: Placed, condition: Condition) -> Patch:
    changed = put(placed, condition).put[0]
    return Patch(put=(replace(changed, node=replace(changed.node, asked=True)),))


def _windows(condition: Condition) -> list[Condition]:
    value = condition.values[0]
    longer = [d for d in DAYS if d > value and d in {90, 180, 365}][:2]
    return [replace(condition, values=(d,)) for d in longer]


def _sizes(condition: Condition) -> list[Condition]:
    """The band one size smaller, and one size larger."""
    smaller = tuple(round_down(v / 2) for v in condition.values)
    larger = tuple(round_up(v * 2) for v in condition.values)
    return [replace(condition, values=values) for values in (smaller, larger)]


def _how_recent() -> tuple[str, str]:
    return "多久之内更新过才算活跃？", "How recently should they have posted?"


def _how_large(condition: Condition) -> tuple[str, str]:
    word = str(condition.extra.get("label", ""))
    if not word:
        return "希望频道有多大？", "How large should the channels be?"
    return f"“{word}”指多大的频道？", f"How large is “{word}”?"


MEASURES: Final[dict[str, tuple[str, ...]]] = {
    "value_for_money": ("avg_views", "view_rate", "engagement_rate"),
    "tone": ("engagement_rate", "avg_views", "posting_frequency"),
    "quality_score": ("engagement_rate", "avg_views", "view_rate"),
}
"""Figures by which a wish can be measured; the last resort is ``tone``'s."""

_COUNTS: Final = (0, 100, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 500_000, 1_000_000)
_RATES: Final = (0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1)
_RHYTHMS: Final = (0, 0.25, 0.5, 1, 2, 3, 5, 7)
KNOWN: Final = 0.2
"""A figure that fewer of the channels have measures nothing."""


def wishes(plan: Plan, counter: Counter, about: Doubts) -> Iterator[Doubt]:
    """Soft phrases that no rule maps: figures that could stand for them, at the middle of the result."""
    for placed in about.pending:
        condition = placed.node.condition
        phrase = str(condition.extra.get("phrase", ""))
        if condition.kind != "soft" or not phrase or placed.node.asked:
            continue
        text = f"“{phrase}”按什么来衡量？", f"How should “{phrase}” be measured?"
        readings = tuple(
            Reading(chip(measure), _as(placed, measure))
            for measure in _measures(plan, placed, counter, about)
        )
        yield Doubt("vague_level_or_category", f"soft:{phrase}", text, readings)


def _measures(plan: Plan, placed: Placed, counter: Counter, about: Doubts) -> Iterator[Condition]:
    wish = placed.node.condition
    used = {c.field for c in plan.conditions}
    fields = [f for f in MEASURES.get(wish.field, MEASURES["tone"]) if f not in used]
    tried = [_measure(wish, f, t) for f in fields if plan.platform in FIELDS[f].platforms for t in _ladder(f)]
    totals = counter.count([patched(plan, put(placed, c)) for c in tried])
    for name in fields:
        at = {c.values[0]: (n, c) for c, n in zip(tried, totals, strict=True) if c.field == name}
        known = at[0][0] if at else 0
        if known and known >= KNOWN * about.total:
            inner = [(abs(n - known / 2), t) for t, (n, _) in at.items() if t and 0 < n < about.total]
            if inner:
                yield at[min(inner)[1]][1]


def _ladder(field: str) -> tuple[float, ...]:
    if field == "posting_frequency":
        return _RHYTHMS
    return _RATES if FIELDS[field].type == "ratio" else _COUNTS


def _measure(wish: Condition, field: str, least: float) -> Condition:
    """At least so much, standing for a wish; it keeps the wish's words."""
    extra: dict[str, Any] = {"phrase": wish.extra["phrase"]}
    if field == "posting_frequency":
        extra["unit"] = "posts/week"
    return Condition(field, "gte", "hard", (least,), start=wish.start, end=wish.end, extra=extra)
