"""What a column's values look like: shares of the known shapes among those that are not empty."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from serendip.catalogue.value_dates import day_comes_first, parse_date
from serendip.catalogue.value_numbers import decimal_mark, dots_group, parse_number, parse_share
from serendip.catalogue.values import (
    BadValue,
    DecimalMark,
    as_text,
    has_email,
    is_missing,
    is_ordinal,
    parse_switch,
    split_list,
)

UC_ID: Final = re.compile(r"UC[A-Za-z0-9_-]{22}")
URL: Final = re.compile(
    r"(?:https?://|www\.)\S+|(?:[a-z0-9-]{1,40}\.)+(?:com|net|org|tv|cn|me|be|us|io)/\S*", re.IGNORECASE
)
HANDLE: Final = re.compile(r"@?[A-Za-z0-9._-]{1,60}")
AT_HANDLE: Final = re.compile(r"@[\w.\-·]{1,60}")

SHAPE_NAMES: Final = {
    "uc_id": ("YouTube 频道 ID", "YouTube channel ids"),
    "url": ("链接", "links"),
    "at_handle": ("@ 账号", "@handles"),
    "email": ("邮箱", "mail addresses"),
    "ordinal": ("名次", "places in a ranking"),
    "percent": ("百分比", "percentages"),
    "number": ("数字", "numbers"),
    "date": ("日期", "dates"),
    "country": ("国家", "countries"),
    "switch": ("是/否", "yes or no"),
    "handle_like": ("不含空格的词", "single words"),
    "text": ("文本", "text"),
    "empty": ("空", "nothing"),
}
"""Name of each shape in zh and en."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The shares (0..1) of each shape, and what the figures are like.

    Attributes:
        count: values that state something.
        share: shape name to its share; ``handle_like`` counts single words that could be handles.
        middle: median of the numbers, or None.
        largest: the greatest number, or None.
        exact: share of the numbers that are written out in digits ("1200000", not "1.2M").
        distinct: share of different values.
        lower: share of values without capitals and spaces.
        decimal, day_first: how the column writes numbers and dates.
        grouped: some numbers are written ``1.234``, and none shows a dot before decimals: of whole things
            that is 1,234.
    """

    count: int
    share: dict[str, float]
    middle: float | None = None
    largest: float | None = None
    exact: float = 0.0
    distinct: float = 0.0
    lower: float = 0.0
    decimal: DecimalMark = "."
    day_first: bool = True
    grouped: bool = False

    def of(self, name: str) -> float:
        """The share of the shape ``name``."""
        return self.share.get(name, 0.0)

    @property
    def best(self) -> str:
        """The most telling shape of at least 70 % of the values, else ``text`` (``empty`` without values)."""
        if not self.count:
            return "empty"
        return next((name for name in SHAPE_NAMES if self.of(name) >= 0.7), "text")


def shape_of(values: Sequence[Any], country_code: Callable[[str], str | None]) -> Shape:
    """The shape of a column from some of its ``values``; ``country_code`` resolves a country."""
    texts = [t for t in map(flat_text, values) if not is_missing(t)]
    if not texts:
        return Shape(0, {})
    decimal, day_first = decimal_mark(texts), day_comes_first(texts)
    numbers = [n for n in (_number(t, decimal) for t in texts) if n is not None]
    counts = {
        "uc_id": sum(bool(UC_ID.fullmatch(t)) for t in texts),
        "url": sum(bool(URL.match(t)) for t in texts),
        "at_handle": sum(bool(AT_HANDLE.fullmatch(t)) for t in texts),
        "email": sum(len(t) < 200 and " " not in t and has_email(t) for t in texts),
        "ordinal": sum(is_ordinal(t) for t in texts),
        "percent": sum(t.endswith("%") and _reads(parse_share, t) for t in texts),
        "number": len(numbers),
        "date": sum(_reads(parse_date, t) for t in texts),
        "country": sum(len(t) <= 60 and country_code(t) is not None for t in texts),
        "switch": sum(_reads(parse_switch, t) for t in texts),
        "handle_like": sum(bool(HANDLE.fullmatch(t)) for t in texts),
    }
    return Shape(
        count=len(texts),
        share={name: count / len(texts) for name, count in counts.items()},
        middle=median(numbers) if numbers else None,
        largest=max(numbers, default=None),
        exact=sum(bool(re.fullmatch(r"\d[\d.,'’ \u00a0\u2009\u202f]*", t)) for t in texts) / len(texts),
        distinct=len(set(texts)) / len(texts),
        lower=sum(t == t.lower() and " " not in t for t in texts) / len(texts),
        decimal=decimal,
        day_first=day_first,
        grouped=dots_group(texts),
    )


def flat_text(value: Any) -> str:
    """A cell as one text; a list as its parts with commas between."""
    return ", ".join(split_list(value)) if isinstance(value, list | tuple) else as_text(value)


def _number(text: str, decimal: DecimalMark) -> float | None:
    try:
        return parse_number(text, decimal=decimal)
    except BadValue:
        return None


def _reads(read: Callable[[str], Any], text: str) -> bool:
    """True when ``read`` takes the value; dates that are merely out of range are still dates."""
    try:
        return read(text) is not None
    except BadValue as bad:
        return bad.kind in {"too_old", "in_the_future"}
