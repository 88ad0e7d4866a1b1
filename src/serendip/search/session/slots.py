"""What a new statement does to the ones before it on the same field (D-20, I-14): pure, on nodes alone.

A slot is what one statement answers: a field, for or against or as a wish, over one window. A new statement
takes the place of the older one in its slot; in a list of codes it adds to it. Inside one text nothing takes
the place of anything: what does not go together is a conflict and stays as it was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from serendip.catalogue.fields import FIELDS
from serendip.search.conditions import Condition
from serendip.search.editor import key
from serendip.search.parse_output import MANY
from serendip.search.session.conflicts import clashes, covered
from serendip.search.session.model import Node, replace

Slot = tuple[str, ...]

CONTROLS: Final = frozenset({"sort", "limit"})
"""How to show, not what to find: one of each."""

_QUALIFIERS: Final = ("min_share", "match", "unit")
"""Extras that say how a value is meant; lists are only joined when these are equal."""
_LISTED: Final = frozenset({"in", "eq"})


def slot(condition: Condition) -> Slot:
    """What a condition answers; two of one slot do not stand side by side but for a reason."""
    if condition.field == "keyword":
        return "keyword", key(str(condition.values[0])), str(condition.extra.get("target"))
    if condition.field in CONTROLS:
        return condition.field, "control", ""
    side = condition.kind if condition.kind in {"exclude", "soft"} else "hard"
    return condition.field, side, str(condition.extra.get("window", ""))


def is_list(condition: Condition) -> bool:
    """Whether its field takes several values, any of which is enough."""
    spec = FIELDS.get(condition.field)
    several = condition.field in MANY or (spec is not None and "in" in spec.ops)
    return several and condition.op in _LISTED and condition.field != "keyword"


def same(a: Condition, b: Condition) -> bool:
    """Whether two conditions ask for the same."""
    return slot(a) == slot(b) and _asks(a) == _asks(b)


def _asks(condition: Condition) -> tuple[Any, ...]:
    """One of one code is that code; of a list the order does not matter."""
    listed = is_list(condition)
    values = frozenset(condition.values) if listed else condition.values
    op = "in" if listed else condition.op
    return op, condition.kind, values, condition.status, _meant(condition)


def joined(older: Condition, newer: Condition) -> Condition | None:
    """Two statements as one: lists as the list of both, a lower and an upper bound as a range; else None."""
    if _meant(older) != _meant(newer) or slot(older) != slot(newer) or older.status != newer.status:
        return None
    if is_list(older) and is_list(newer):
        values = tuple(dict.fromkeys((*older.values, *newer.values)))
        return replace(newer, op="in" if len(values) > 1 else newer.op, values=values)
    if older.kind == newer.kind and {older.op, newer.op} == {"gte", "lte"} and not clashes(older, newer):
        low, high = (older, newer) if older.op == "gte" else (newer, older)
        return replace(newer, op="between", values=(low.values[0], high.values[0]))
    return None


def without(condition: Condition, values: Sequence[Any]) -> Condition | None:
    """A list without what ``values`` stand for; None when nothing is left."""
    left = tuple(v for v in condition.values if not covered(v, values, condition.field))
    return replace(condition, values=left) if left else None


def opposed(a: Condition, b: Condition) -> bool:
    """Whether one includes and the other excludes codes of one field."""
    sides = {slot(a)[1], slot(b)[1]}
    return a.field == b.field and sides == {"hard", "exclude"} and is_list(a) and is_list(b)


def blockers(nodes: Sequence[Node], condition: Condition) -> list[Node]:
    """What the person set that an inferred condition must leave alone: its slot is taken, or they clash."""
    return [
        n
        for n in nodes
        if n.effective
        and n.bucket != "derived"
        and n.field != "keyword"
        and (slot(n.condition) == slot(condition) or clashes(n.condition, condition))
    ]


def _meant(condition: Condition) -> tuple[Any, ...]:
    return tuple(condition.extra.get(q) for q in _QUALIFIERS)
