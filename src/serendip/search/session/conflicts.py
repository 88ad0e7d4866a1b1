"""Conditions that cannot hold together (D-18). They are named, never settled behind the person's back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final, Literal

from serendip.catalogue import places
from serendip.catalogue.fields import TIERS
from serendip.search.conditions import Condition
from serendip.search.editor import key
from serendip.search.plan import bounds
from serendip.search.session.model import Node
from serendip.search.terms import condition_label

Clash = Literal["empty_range", "same_field"]
Interval = tuple[float, float, bool, bool]

_NUMERIC: Final = frozenset({"gte", "gt", "lte", "lt", "between", "near"})
_PLACES: Final = frozenset({"country", "audience_country"})
_FULL: Final = float("inf")


def pairs(nodes: Sequence[Node]) -> list[tuple[Node, Node, Clash]]:
    """Every two effective conditions of the person that exclude each other, in the graph's order."""
    said = [n for n in nodes if n.effective and n.bucket != "derived" and n.condition.kind != "soft"]
    found: list[tuple[Node, Node, Clash]] = []
    for a, b in combinations(said, 2):
        clash = clashes(a.condition, b.condition)
        if clash is not None:
            found.append((a, b, clash))
    return found


def clashes(a: Condition, b: Condition) -> Clash | None:
    """How two conditions exclude each other, or None when both can hold."""
    if a.field == b.field == "keyword":
        return "same_field" if _opposite_words(a, b) else None
    if _figure(a) != _figure(b) or a.extra.get("window") != b.extra.get("window"):
        return None
    if a.kind == b.kind == "exclude":
        return None
    if "exclude" in {a.kind, b.kind}:
        included, excluded = (b, a) if a.kind == "exclude" else (a, b)
        return "same_field" if _taken_out(included, excluded) else None
    one, other = intervals(a), intervals(b)
    if one and other:
        apart = not any(_meet(i, j) for i in one for j in other)
        return "empty_range" if apart and _currency(a) == _currency(b) else None
    differ = a.op == b.op == "eq" and a.field == b.field and set(a.values).isdisjoint(b.values)
    return "same_field" if differ else None


def explain(a: Node, b: Node) -> tuple[str, str]:
    """Why two conditions of a conflict do not go together, in zh and en."""
    zh = "“{}”与“{}”不能同时满足".format(*(condition_label(n.condition, "zh") for n in (a, b)))
    en = "no channel can meet both “{}” and “{}”".format(
        *(condition_label(n.condition, "en") for n in (a, b))
    )
    return zh, en


def intervals(condition: Condition) -> tuple[Interval, ...]:
    """The figures that a condition allows: one interval, or the bands of its tiers; () when it has none."""
    if condition.field == "creator_tier":
        bands = [TIERS[v] for v in condition.values if v in TIERS]
        return tuple((low, _FULL if high is None else high, False, True) for low, high in bands)
    numbers = bool(condition.values) and all(_is_number(v) or v is None for v in condition.values)
    if condition.op not in _NUMERIC or not numbers:
        return ()
    low, high, open_low, open_high = bounds(condition)
    return ((-_FULL if low is None else low, _FULL if high is None else high, open_low, open_high),)


def covered(value: Any, by: Iterable[Any], field: str) -> bool:
    """Whether everything that ``value`` stands for is among ``by`` (a country in a region of the world)."""
    return _parts(field, [value]) <= _parts(field, by)


def _parts(field: str, values: Iterable[Any]) -> set[Any]:
    """The single codes that values stand for, folded as they are compared."""
    out: set[Any] = set()
    for value in values:
        text = str(value)
        if field in _PLACES and text in places.regions():
            out.update(places.expand(text))
        else:
            out.add(text.casefold() if isinstance(value, str) and field not in _PLACES else value)
    return out


def _figure(condition: Condition) -> str:
    """The figure that is bounded: a tier is a band of followers."""
    return "followers" if condition.field == "creator_tier" else condition.field


def _currency(condition: Condition) -> str:
    return str(condition.extra.get("unit", ""))[:3].upper()


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _taken_out(included: Condition, excluded: Condition) -> bool:
    """Whether an exclusion leaves nothing of what is included, or names one of its values."""
    inside, outside = intervals(included), intervals(excluded)
    if inside and outside:
        return all(any(_within(i, o) for o in outside) for i in inside)
    if inside or outside or not included.values:
        return False
    named = any(v in excluded.values for v in included.values)
    return named or all(covered(v, excluded.values, included.field) for v in included.values)


def _opposite_words(a: Condition, b: Condition) -> bool:
    if (a.kind == "exclude") == (b.kind == "exclude") or key(str(a.values[0])) != key(str(b.values[0])):
        return False
    excluded = b if b.kind == "exclude" else a
    return a.extra.get("target") == b.extra.get("target") or excluded.extra.get("target") == "all_sources"


def _meet(a: Interval, b: Interval) -> bool:
    low, high = max(a[0], b[0]), min(a[1], b[1])
    if low != high:
        return low < high
    opens = any((side[0] == low and side[2]) or (side[1] == high and side[3]) for side in (a, b))
    return not opens


def _within(inner: Interval, outer: Interval) -> bool:
    low = inner[0] > outer[0] or (inner[0] == outer[0] and (inner[2] or not outer[2]))
    high = inner[1] < outer[1] or (inner[1] == outer[1] and (inner[3] or not outer[3]))
    return low and high
