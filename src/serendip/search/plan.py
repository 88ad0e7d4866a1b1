"""From conditions to a query: pure, so that what is shown, executed and verified is one thing.

Each effective condition becomes one ``Step``: a filter, a text clause or a wish. The same step is later
evaluated on the stored channel (``search.verify``), so a row that is shown was checked by its own condition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from serendip.catalogue import places
from serendip.catalogue.fields import FIELDS, TIERS, WINDOWS, stored_fact
from serendip.core.clock import epoch_day
from serendip.search.conditions import Condition
from serendip.search.ports import AllOf, AnyOf, Filter, Known, Not, Range, Target, Terms, TextClause
from serendip.search.ranking import SYNONYM

NEAR = 0.30
"""\"About N\" is N plus or minus this share (addendum A-4)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One condition made executable.

    Attributes:
        condition: index into the request's conditions.
        test: what decides: a filter over stored values, or a text clause.
        hard: False for a wish, which only changes the order.
    """

    condition: int
    test: Filter | TextClause
    hard: bool


@dataclass(frozen=True, slots=True)
class Defaults:
    """What the compiler must know beside the conditions.

    ``expand`` gives the equal words of a keyword in other languages and scripts.
    """

    today: date
    target: Target
    expand: Callable[[str], Sequence[str]]


def compile_conditions(conditions: Sequence[Condition], defaults: Defaults) -> tuple[Step, ...]:
    """The steps of all effective conditions that can be executed, in the order given.

    Conditions that only steer (platform, anchor, sort, limit) and those that are not effective give none.
    """
    steps: list[Step] = []
    for number, condition in enumerate(conditions):
        if condition.status != "effective" or condition.field in STEERING:
            continue
        test = _test(condition, defaults)
        if test is not None:
            steps.append(Step(number, test, hard=condition.kind != "soft"))
    return tuple(steps)


STEERING = frozenset({"platform", "anchor", "context_anchor", "sort", "limit"})
"""Conditions that say where, around what and how to show; they filter nothing by themselves."""

_TEXT_FIELDS = frozenset({"topic", "tone"})
"""Wishes that the words of a channel can answer although no fact does."""


def _test(condition: Condition, defaults: Defaults) -> Filter | TextClause | None:
    spec = FIELDS.get(condition.field)
    if spec is None:
        return None
    if spec.stored == "text" or condition.field in _TEXT_FIELDS:
        return _text_clause(condition, defaults)
    if spec.column == "date":
        test = _age(condition, spec.stored, defaults.today)
    elif spec.column == "number":
        test = _numeric(condition) or _band(condition)
    elif spec.column == "terms":
        test = _terms(condition)
    else:
        return None
    return Not(test) if test is not None and condition.kind == "exclude" else test


def _text_clause(condition: Condition, defaults: Defaults) -> TextClause | None:
    phrases: dict[str, float] = {}
    for value in condition.values:
        phrases.setdefault(str(value), 1.0)
        if not condition.extra.get("literal"):
            for other in defaults.expand(str(value)):
                phrases.setdefault(other, SYNONYM)
    if not phrases:
        return None
    named = condition.extra.get("target", "default")
    target: Target = defaults.target if named == "default" else named
    if condition.field != "keyword":
        target = "channel_description" if condition.field == "creator_persona" else "all_sources"
    occur = {"exclude": "must_not", "soft": "should"}.get(condition.kind, "must")
    names = (
        tuple(str(v) for v in condition.values) if occur == "must" and condition.field == "keyword" else ()
    )
    return TextClause(target, tuple(phrases), tuple(phrases.values()), cast("Any", occur), names)


def _age(condition: Condition, stored: str, today: date) -> Filter | None:
    """An age of at most N days is a date of at least today - N; the bounds change sides."""
    if condition.op not in _NUMERIC_OPS or not _numbers(condition.values):
        return None
    low, high, open_low, open_high = bounds(condition)
    low = 0 if low is None else low  # what is dated after the day of the search had not happened on it
    newest = epoch_day(today) - int(low)  # not by dates: their calendar ends at the year 1
    oldest = None if high is None else epoch_day(today) - int(high)
    return Range(stored, oldest, newest, open_low=open_high, open_high=open_low)


def _numeric(condition: Condition) -> Filter | None:
    """A range over the stored figure; money only in the currency that was said.

    A figure that is preferred (posts weekly, ideally) is a least one.
    """
    if condition.op not in _NUMERIC_OPS | {"prefer"} or not _numbers(condition.values):
        return None
    low, high, open_low, open_high = bounds(condition)
    figure = Range(_fact(condition), low, high, open_low, open_high)
    currency = str(condition.extra.get("unit", ""))[:3].upper()
    if FIELDS[condition.field].type == "money" and currency.isalpha() and len(currency) == 3:
        return AllOf((figure, Terms("price_currency", (currency,))))
    return figure


_NUMERIC_OPS = frozenset({"gte", "gt", "lte", "lt", "between", "near"})


def _numbers(values: tuple[Any, ...]) -> bool:
    return bool(values) and all(v is None or isinstance(v, int | float) for v in values)


def bounds(condition: Condition) -> tuple[float | None, float | None, bool, bool]:
    """``(low, high, open_low, open_high)`` of a numeric condition; no bound for any other."""
    values = condition.values
    match condition.op:
        case "gte" | "prefer":
            return values[0], None, False, False
        case "gt":
            return values[0], None, True, False
        case "lte":
            return None, values[0], False, False
        case "lt":
            return None, values[0], False, True
        case "near":
            return values[0] * (1 - NEAR), values[0] * (1 + NEAR), False, False
        case "between":
            return values[0], values[1], False, False
        case _:
            return None, None, False, False


def _fact(condition: Condition) -> str:
    """The stored fact; windowed figures have one fact a window (``growth_followers_pct_90``)."""
    days = str(condition.extra.get("window", "")).removesuffix("d")
    return stored_fact(condition.field, int(days) if days.isdigit() and int(days) in WINDOWS else None)


GROWS_FAST = 0.10
"""\"Growing fast\": at least this share of new followers in the window."""


def _band(condition: Condition) -> Filter | None:
    """Words for a figure: what a wish stands for, the bands of a tier, fast growth."""
    least, most = condition.extra.get("at_least"), condition.extra.get("at_most")
    if least is not None or most is not None:
        return Range(_fact(condition), least, most)
    bands = [TIERS[v] for v in condition.values if v in TIERS]
    if condition.field == "creator_tier" and bands:
        return AnyOf(tuple(Range("followers", low, high, open_high=True) for low, high in bands))
    if condition.field.startswith("growth_") and condition.values == ("high",):
        return Range(_fact(condition), GROWS_FAST)
    return None


MOST = 0.5
"""\"Mostly\" is at least this share; a source that names its first audience group says no less."""


def _terms(condition: Condition) -> Filter | None:
    field, values = condition.field, condition.values
    if not values:
        return None
    if condition.op == "between":
        codes = _buckets(values)
    else:
        codes = tuple(dict.fromkeys(code for v in values for code in _codes(field, v)))
    test = Terms(field, codes, "all" if condition.extra.get("match") == "all" else "any")
    share = condition.extra.get("min_share")
    if share is None:
        return test
    enough: Filter = Range(f"{field}_share", share)
    if share <= MOST:
        enough = AnyOf((enough, Not(Known(f"{field}_share"))))
    return AllOf((test, enough))


AGE_BUCKETS = ((13, 17), (18, 24), (25, 34), (35, 44), (45, 54), (55, 64), (65, 120))
"""The age groups in which platforms state an audience."""


def _buckets(values: tuple[Any, ...]) -> tuple[str, ...]:
    """The groups that lie inside ``low..high``; an open end is None."""
    low, high = values[0] or 0, values[1] or 120
    inside = [(a, b) for a, b in AGE_BUCKETS if a >= low and min(b, 99) <= high]
    return tuple("65+" if a == 65 else f"{a}-{b}" for a, b in inside)


def _codes(field: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("true" if value else "false",)
    text = str(value)
    if field in {"country", "audience_country"} and text.startswith("@"):
        return tuple(places.expand(text))
    if field in {"country", "audience_country"}:
        return (text.upper(),)
    return (text.casefold(),)


def split(steps: Sequence[Step]) -> tuple[tuple[Filter, ...], tuple[TextClause, ...]]:
    """The filters and the text clauses of the hard steps, for a ``Query``."""
    filters = tuple(s.test for s in steps if s.hard and not isinstance(s.test, TextClause))
    clauses = tuple(s.test for s in steps if isinstance(s.test, TextClause))
    return filters, clauses


def fields_of(test: Filter) -> tuple[str, ...]:
    """The fields that a filter looks at."""
    match test:
        case Terms(field=field) | Range(field=field) | Known(field=field):
            return (field,)
        case Not(of=inner):
            return fields_of(inner)
        case AllOf(of=parts) | AnyOf(of=parts):
            return tuple(dict.fromkeys(f for part in parts for f in fields_of(part)))
