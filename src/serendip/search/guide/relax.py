"""Every single change that could bring more: for each condition less of it, other values, or none of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from serendip.search.conditions import Condition
from serendip.search.guide import changes as cost
from serendip.search.guide import labels, subjects
from serendip.search.guide.bands import wider
from serendip.search.guide.changes import Change, change, drop
from serendip.search.guide.patches import decides, put
from serendip.search.guide.regions import country_of_town, wider_places
from serendip.search.session.effects import Plan
from serendip.search.session.model import Conflict, Patch, Placed, RecallScope

SCOPES: Final[tuple[RecallScope, ...]] = ("standard", "wide", "widest")
_SCOPE_LABELS: Final = {
    "standard": ("标准", "standard"),
    "wide": ("较宽", "wide"),
    "widest": ("最宽", "widest"),
}
_SUBJECTS: Final = frozenset({"keyword", "category", "hashtag", "topic"})


def singles(plan: Plan, conflicts: Sequence[Conflict]) -> tuple[Change, ...]:
    """All changes of one condition (or of the keywords together), the least first.

    The anchor is in none of them. Of two conditions in conflict each can be kept.
    """
    found = [*_sides(plan, conflicts), *_scope(plan), *subjects.keywords(plan)]
    torn = {i for c in found if c.kind == "resolve_conflict" for i in c.patch.drop}
    for placed in plan.nodes:
        if decides(placed.node.condition):
            found.extend(softer(placed, plan))
            if placed.node.node_id not in torn:
                found.append(removal(placed, plan))
    return tuple(sorted(found, key=lambda c: c.cost))


def removal(placed: Placed, plan: Plan) -> Change:
    """Leaving one condition out; what was inferred is given up first, the subject last."""
    condition = placed.node.condition
    if condition.kind == "exclude":
        return drop(placed, cost.DROP_EXCLUDED)
    if placed.node.bucket == "derived":
        return drop(placed, cost.DROP_DERIVED)
    if not is_subject(condition):
        return drop(placed, cost.DROP)
    alone = plan.anchor is None and sum(map(is_subject, plan.conditions)) < 2
    return drop(placed, cost.DROP_ONLY_SUBJECT if alone else cost.DROP_SUBJECT)


def is_subject(condition: Condition) -> bool:
    """Whether a condition says what the channels are about."""
    return condition.field in _SUBJECTS and decides(condition) and condition.kind != "exclude"


def about_something(plan: Plan) -> bool:
    """Whether a search has a subject: words, a category, or a channel to be like."""
    return plan.anchor is not None or any(is_subject(c) for c in plan.conditions)


def softer(placed: Placed, plan: Plan) -> Iterator[Change]:
    """Less of one condition. An excluded one has no less."""
    condition = placed.node.condition
    if condition.kind == "exclude" or not condition.values:
        return
    if condition.field == "keyword":
        yield from subjects.keyword(placed, plan)
    elif condition.field in {"country", "audience_country"}:
        for codes in wider_places(condition.values):
            yield _widened(placed, replace(condition, values=codes), cost.PLACE)
    elif condition.field == "city":
        yield from _country(placed, plan)
    for more in wider(condition):
        price = cost.BAND + cost.BAND_REACH * more.reach
        inferred = cost.INFERRED if placed.node.bucket == "derived" else 1.0
        yield _widened(placed, more.condition, price * inferred)
    yield from _groups(placed)


def _country(placed: Placed, plan: Plan) -> Iterator[Change]:
    condition = placed.node.condition
    homes = {country_of_town().get(str(v).casefold()) for v in condition.values}
    if None in homes or any(c.field == "country" for c in plan.conditions):
        return
    codes = tuple(sorted(code for code in homes if code))
    yield _widened(placed, replace(condition, field="country", op="in", values=codes), cost.PLACE)


def _groups(placed: Placed) -> Iterator[Change]:
    """Any one of the values for all of them; half of the share of an audience that was asked for."""
    condition = placed.node.condition
    if condition.extra.get("match") == "all" and len(condition.values) > 1:
        zh, en = labels.named(condition)
        said = f"“{zh}”符合任一即可", f"Any one of “{en}” is enough"
        patch = put(placed, _extra(condition, match="any"))
        yield change("widen_condition", (placed.node.node_id,), patch, said, cost.PLACE)
    share = condition.extra.get("min_share")
    if isinstance(share, int | float) and share > 0:
        yield _widened(placed, _extra(condition, min_share=share / 2), cost.BAND + cost.BAND_REACH)


def _extra(condition: Condition, **changed: object) -> Condition:
    return replace(condition, extra={**condition.extra, **changed})


def _widened(placed: Placed, new: Condition, price: float) -> Change:
    said = labels.change(placed.node.condition, new)
    return change("widen_condition", (placed.node.node_id,), put(placed, new), said, price)


def _scope(plan: Plan) -> Iterator[Change]:
    """A wider similarity around an anchor, one step and two."""
    if plan.anchor is None:
        return
    now = SCOPES.index(plan.scope)
    for steps, scope in enumerate(SCOPES[now + 1 :], 1):
        (old_zh, old_en), (zh, en) = _SCOPE_LABELS[plan.scope], _SCOPE_LABELS[scope]
        said = f"扩大相似范围：{old_zh} → {zh}", f"Widen the similarity: {old_en} → {en}"
        yield change("expand_recall_scope", (), Patch(scope=scope), said, cost.SCOPE * steps)


def _sides(plan: Plan, conflicts: Sequence[Conflict]) -> Iterator[Change]:
    """Keep one side of a conflict and leave the others out."""
    held = {p.node.node_id: p.node for p in plan.nodes}
    for conflict in conflicts:
        if conflict.resolved or not all(i in held for i in conflict.node_ids):
            continue
        for kept in conflict.node_ids:
            yield keep(held[kept].condition, conflict.node_ids, kept)


def keep(condition: Condition, sides: Sequence[str], kept: str) -> Change:
    """Keep one side of a conflict."""
    zh, en = labels.chip(condition)
    patch = Patch(drop=tuple(i for i in sides if i != kept))
    said = f"只保留“{zh}”", f"Keep only “{en}”"
    return change("resolve_conflict", tuple(sides), patch, said, cost.KEEP_SIDE)
