"""Wider bands: round numbers for figures, windows for ages, neighbours for tiers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from serendip.catalogue.fields import FIELDS, TIERS
from serendip.search.conditions import Condition
from serendip.search.plan import NEAR

STEPS: Final = (1.0, 1.5, 2.0, 3.0, 5.0)
"""Numbers that people call round, within a power of ten."""

DAYS: Final = (7, 14, 30, 90, 180, 365, 730)
"""Windows of activity, and of an account's age."""

FACTORS: Final = (2, 5)
"""A band is widened to half and double, then to a fifth and five times, of what was said."""

_TIER_ORDER: Final = ("nano", "micro", "mid", "macro", "mega")


@dataclass(frozen=True, slots=True)
class Wider:
    """A condition with more room. ``reach`` says how much more: about 1 for one side doubled."""

    condition: Condition
    reach: float


def round_down(value: float) -> float:
    """The largest round number that is at most ``value`` (> 0)."""
    return max(r for r in _rounds(value) if r <= value * (1 + 1e-9))


def round_up(value: float) -> float:
    """The smallest round number that is at least ``value`` (> 0)."""
    return min(r for r in _rounds(value) if r >= value * (1 - 1e-9))


def _rounds(value: float) -> list[float]:
    power = math.floor(math.log10(value))
    return [_tidy(step * 10.0**p) for p in (power - 1, power, power + 1) for step in STEPS]


def _tidy(value: float) -> float:
    rounded = round(value, 9)
    return int(rounded) if rounded == int(rounded) else rounded


def wider(condition: Condition) -> tuple[Wider, ...]:
    """The condition with more room, the least first; nothing when it has no bounds to move.

    Ages of people are never widened: a neighbouring band of years is another group of persons.
    """
    spec = FIELDS.get(condition.field)
    if spec is None or condition.field in {"creator_age", "audience_age"}:
        return ()
    if condition.field == "creator_tier":
        return tuple(_tiers(condition))
    if any(isinstance(v, bool) or not isinstance(v, int | float) or v < 0 for v in condition.values):
        return ()
    return tuple(_windows(condition) if spec.column == "date" else _figures(condition))


def _windows(condition: Condition) -> Iterator[Wider]:
    value = condition.values[0]
    if condition.op in {"lte", "lt"}:
        longer = [d for d in DAYS if d > value][:3]
    elif condition.op in {"gte", "gt"}:
        longer = [d for d in reversed(DAYS) if d < value][:3]
    elif condition.op == "between":
        low, high = condition.values
        ends = [d for d in DAYS if d > high][:2]
        yield from (Wider(replace(condition, values=(low, d)), 1.0 + n) for n, d in enumerate(ends))
        return
    else:
        return
    yield from (Wider(replace(condition, values=(d,)), 1.0 + 0.5 * n) for n, d in enumerate(longer))


def _figures(condition: Condition) -> Iterator[Wider]:
    match condition.op:
        case "gte" | "gt" if condition.values[0] > 0:
            for factor in FACTORS:
                yield _at(condition, (_lower(condition, condition.values[0], factor),), factor)
        case "lte" | "lt" if condition.values[0] > 0:
            for factor in FACTORS:
                yield _at(condition, (round_up(condition.values[0] * factor),), factor)
        case "near" if condition.values[0] > 0:
            said = condition.values[0]
            yield from _both(condition, said * (1 - NEAR), said * (1 + NEAR))
        case "between" if condition.values[1] > 0:
            yield from _both(condition, *condition.values)
        case _:
            return


def _both(condition: Condition, low: float, high: float) -> Iterator[Wider]:
    """A band is opened downwards, upwards, and both ways."""
    band = replace(condition, op="between")
    for factor in FACTORS:
        down, up = _lower(condition, low, factor), round_up(high * factor)
        if down < low:
            yield _at(band, (down, _tidy(high)), factor)
        yield _at(band, (_tidy(low), up), factor)
        if down < low:
            yield _at(band, (down, up), factor * factor)


def _lower(condition: Condition, value: float, factor: int) -> float:
    if value <= 0:
        return value
    lower = round_down(value / factor)
    return max(1, lower) if FIELDS[condition.field].type == "int" else lower


def _at(condition: Condition, values: tuple[Any, ...], factor: float) -> Wider:
    return Wider(replace(condition, values=values), math.log2(factor))


def _tiers(condition: Condition) -> Iterator[Wider]:
    said = [v for v in condition.values if v in TIERS]
    places = [_TIER_ORDER.index(v) for v in said if v in _TIER_ORDER]
    if not places:
        return
    around = range(max(0, min(places) - 1), min(len(_TIER_ORDER), max(places) + 2))
    values = tuple(_TIER_ORDER[i] for i in around)
    if len(values) > len(said):
        yield Wider(replace(condition, values=values), 2.0)
