"""What an amount says: ``至少 5k``, ``5-20k``, ``10 分钟以上``, ``about 1M``, ``几千``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from serendip.search.lexicon.tokens import CLASS, Quantity, Token, classes

NUMBERS: Final = classes("plain ratio money days seconds years vague")
_LEAST: Final = classes("least least_after")
_ABOUT: Final = classes("about about_after")
_MOST: Final = classes("most most_after")
_SAME_UNIT: Final = ("ratio", "money", "days", "seconds", "years")


@dataclass(frozen=True, slots=True)
class Bounds:
    """An amount read.

    Attributes:
        op: gte, gt, lte, lt, between, near; "" for a bare number.
        values: one or two numbers.
        kind: the class of its numbers (plain, ratio, money ...).
        unit: the currency.
        scaled: whether any number had a magnitude.
        doubts: ambiguity codes.
        swapped: the range was said in reverse.
    """

    op: str
    values: tuple[float, ...]
    kind: str
    unit: str = ""
    scaled: bool = False
    doubts: tuple[str, ...] = ()
    swapped: bool = False


def read(tokens: Sequence[Token], kinds: Sequence[str]) -> Bounds | None:
    """The bounds of the tokens of one amount, or None when they hold no number."""
    figures = [t for t, k in zip(tokens, kinds, strict=True) if k in NUMBERS]
    if not figures:
        return None
    marks = [(t, k) for t, k in zip(tokens, kinds, strict=True) if k not in NUMBERS]
    if len(figures) == 2:
        return _range(figures[0], figures[1])
    figure = figures[0]
    quantity: Quantity = figure.value
    kind = _name(figure.kind)
    if kind == "vague":
        return _vague(quantity, marks)
    op = _operator(marks, quantity)
    if not op and quantity.low != quantity.high:
        return Bounds("between", (quantity.low, quantity.high), kind)
    doubts = ("approx_number",) if op == "near" else ()
    return Bounds(op, (quantity.low,), kind, quantity.unit, quantity.scaled, doubts)


def _name(kind: str) -> str:
    return next(name for name in ("plain", "vague", *_SAME_UNIT) if CLASS[name] == kind)


def _operator(marks: Sequence[tuple[Token, str]], quantity: Quantity) -> str:
    op = "gte" if quantity.open_end else ""
    for token, kind in marks:
        if kind in _LEAST or kind in _MOST:
            said = str(token.value)
            op = said if op in {"", "near", said} else op
        elif kind in _ABOUT and not op:
            op = "near"
    return op


def _vague(quantity: Quantity, marks: Sequence[tuple[Token, str]]) -> Bounds:
    op = _operator(marks, quantity)
    if op in {"gte", "gt"}:
        return Bounds(op, (quantity.low,), "plain", scaled=True, doubts=("approx_number",))
    if op in {"lte", "lt"}:
        return Bounds(op, (quantity.high,), "plain", scaled=True, doubts=("approx_number",))
    return Bounds("between", (quantity.low, quantity.high), "plain", scaled=True, doubts=("approx_number",))


def _range(first: Token, second: Token) -> Bounds:
    low, high = inherit(first, second)
    kind = _name(second.kind if second.kind != CLASS["vague"] else CLASS["plain"])
    if kind == "plain" and first.kind != CLASS["plain"] and first.kind != CLASS["vague"]:
        kind = _name(first.kind)
    values = (low.low, high.high)
    unit = low.unit or high.unit
    swapped = values[0] > values[1]
    if swapped:
        values = (values[1], values[0])
    return Bounds("between", values, kind, unit, low.scaled or high.scaled, swapped=swapped)


def inherit(first: Token, second: Token) -> tuple[Quantity, Quantity]:
    """Give a bare first number the magnitude and the unit of the second (``5-20k``, ``10-15 分钟``)."""
    low: Quantity = first.value
    high: Quantity = second.value
    if first.kind == CLASS["plain"] and not low.scaled and high.scaled and low.base < high.base:
        low = replace(low, low=low.low * high.factor, high=low.high * high.factor, scaled=True)
    if first.kind == CLASS["plain"] and second.kind not in {CLASS["plain"], CLASS["vague"]} and high.base:
        factor = high.low / (high.base * high.factor)
        if low.scaled and second.kind == CLASS["money"]:
            factor = 1.0
        low = replace(low, low=round(low.low * factor, 6), high=round(low.high * factor, 6))
    money_first = first.kind == CLASS["money"] and second.kind == CLASS["plain"]
    if money_first and high.scaled and not low.scaled and low.base < high.base:
        low = replace(low, low=low.low * high.factor, high=low.high * high.factor, scaled=True)
    return low, high
