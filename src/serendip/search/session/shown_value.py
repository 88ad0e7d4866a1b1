"""The value of a condition in the session's shapes (section 3.5), as clients see and send it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from serendip.search.conditions import Condition
from serendip.search.plan import bounds
from serendip.search.session.model import AnchorValue

Number = int | float


@dataclass(frozen=True, slots=True)
class KeywordValue:
    """A keyword."""

    text: str


@dataclass(frozen=True, slots=True)
class ChannelValue:
    """The channel that an anchor stands for; ``source_url`` as it was typed."""

    platform: str
    channel_id: str | None
    handle: str | None
    title: str
    avatar_url: str | None
    source_url: str
    in_catalogue: bool


@dataclass(frozen=True, slots=True)
class LinkValue:
    """A link that names no single channel."""

    platform: str | None
    url: str
    kind: str | None
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RangeValue:
    """Bounds of a figure, inclusive unless ``Meant`` says otherwise; None is unbounded."""

    min: Number | None
    max: Number | None


@dataclass(frozen=True, slots=True)
class PreferenceValue:
    """A wish: the person's phrase, and the field that it orders by when there is one."""

    phrase: str | None
    mapped_to: str | None


Value = (
    KeywordValue | ChannelValue | LinkValue | RangeValue | PreferenceValue | list[str] | bool | Number | str
)
"""Lists hold codes (any of them is enough); whole numbers are days or a count."""


@dataclass(frozen=True, slots=True)
class Meant:
    """How a value is meant, beyond its shape.

    Attributes:
        open_bounds: bounds that are not met themselves ("more than 5,000").
        about: the figure that was said as "about", from which the bounds come (plus or minus 30 %).
        unit: of a figure, for example a currency.
        window: days that a figure looks back on.
        min_share: the part of the audience, 0..1, that the codes must make up.
        as_typed: what the person typed, where another spelling is searched.
    """

    open_bounds: tuple[Literal["min", "max"], ...] = ()
    about: Number | None = None
    unit: str | None = None
    window: str | None = None
    min_share: float | None = None
    as_typed: str | None = None


_BOUNDED: Final = frozenset({"gte", "gt", "lte", "lt", "between", "near"})


def channel_value(channel: AnchorValue) -> ChannelValue:
    """An anchor's channel as clients see it."""
    return ChannelValue(
        channel.platform,
        channel.channel_id,
        channel.handle,
        channel.title,
        channel.avatar_url,
        channel.source_url,
        channel.cid is not None,
    )


def shown_value(condition: Condition) -> Value:
    """The value of a condition in its session shape."""
    if condition.field == "keyword":
        return KeywordValue(str(condition.values[0]))
    if condition.field in {"anchor", "context_anchor"}:
        return _link(condition)
    if condition.kind == "soft":
        return _preference(condition)
    if condition.op in _BOUNDED and _figures(condition.values):
        return _range(condition)
    return _plain(condition)


def _link(condition: Condition) -> ChannelValue | LinkValue:
    held: Any = condition.extra.get("channel")
    if held is not None:
        return channel_value(AnchorValue(**dict(held)))
    terms = tuple(str(t) for t in condition.extra.get("terms", ()))
    url = str(condition.values[0])
    return LinkValue(_word(condition, "platform"), url, _word(condition, "anchor_type"), terms)


def _preference(condition: Condition) -> PreferenceValue:
    mapped = condition.field if condition.status == "effective" else None
    return PreferenceValue(_word(condition, "phrase"), mapped)


def _word(condition: Condition, extra: str) -> str | None:
    held = condition.extra.get(extra)
    return None if held is None else str(held)


def meant(condition: Condition) -> Meant:
    """What goes with the value of a condition."""
    sides: tuple[tuple[Literal["min", "max"], bool], ...] = ()
    if isinstance(shown_value(condition), RangeValue):
        _, _, low, high = bounds(condition)
        sides = (("min", low), ("max", high))
    return Meant(
        tuple(side for side, is_open in sides if is_open),
        condition.values[0] if condition.op == "near" else None,
        _word(condition, "unit"),
        _word(condition, "window"),
        condition.extra.get("min_share"),
        _word(condition, "as_typed"),
    )


def _figures(values: tuple[Any, ...]) -> bool:
    return all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)


def _range(condition: Condition) -> RangeValue | int:
    if condition.field == "last_active_days" and condition.op in {"lte", "lt"}:
        # Days are whole: fewer than 30 are at most 29.
        return int(condition.values[0]) - (condition.op == "lt")
    low, high, _, _ = bounds(condition)
    return RangeValue(_neat(low), _neat(high))


def _neat(bound: float | None) -> Number | None:
    """A bound of 30 % more or less without the dust of its arithmetic."""
    if bound is None or isinstance(bound, int):
        return bound
    rounded = round(bound, 6)
    return int(rounded) if rounded.is_integer() else rounded


def _plain(condition: Condition) -> list[str] | bool | Number | str:
    values = condition.values
    if condition.op == "eq" and len(values) == 1:
        only = values[0]
        return only if isinstance(only, bool | int | float | str) else str(only)
    return [str(v) for v in values]
