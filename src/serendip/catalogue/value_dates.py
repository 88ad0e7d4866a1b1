"""Dates as files write them, read with the precision that they have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any, Final

from serendip.catalogue.values import BadValue, as_text, is_missing

FIRST_DAY: Final = date(2004, 1, 1)
"""No platform of ours is older; earlier dates (1970-01-01 above all) are damage."""

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "jan january ene enero",
            "feb february febrero",
            "mar march marzo",
            "apr april abr abril",
            "may mayo",
            "jun june junio",
            "jul july julio",
            "aug august ago agosto",
            "sep sept september septiembre setiembre",
            "oct october octubre",
            "nov november noviembre",
            "dec december dic diciembre",
        ),
        start=1,
    )
    for name in names.split()
}
_ISO = re.compile(r"(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?月?(?:[T ].*)?")
_COMPACT = re.compile(r"(20\d{2})(\d{2})(\d{2})")
_YEAR = re.compile(r"(\d{4})年?(?:\.0)?")
_SPLIT = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[ T].*)?")
_DAY_MONTH = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|º)?[ \-](?:de )?([^\W\d_]{3,10})\.?,?[ \-](?:de )?(\d{4})(?:[ ,T].*)?"
)
_MONTH_DAY = re.compile(r"([^\W\d_]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[ ,T].*)?")
_MONTH_YEAR = re.compile(r"([^\W\d_]{3,10})\.?,?[ \-](?:de )?(\d{4})")
_EPOCH = re.compile(r"(\d{10}|\d{13})(?:\.\d+)?")


def parse_date(value: Any, *, day_first: bool = True, latest: date | None = None) -> str | None:
    """Read a date: ISO, ``2022-12``, ``2022年12月31日``, ``31/12/2022``, ``Dec 31, 2022``, epoch seconds.

    Args:
        value: a cell; ``date`` and ``datetime`` too.
        day_first: how ``01/02/2022`` is read (``day_comes_first`` finds it from the column).
        latest: later dates are refused.

    Returns:
        ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``, as precise as it was said; None when nothing is stated.

    Raises:
        BadValue: ``not_a_date``, ``too_old`` (before 2004), ``in_the_future``.
    """
    if isinstance(value, date):
        year, month, day = value.year, value.month, value.day
    else:
        text = as_text(value)
        if is_missing(text):
            return None
        year, month, day = _parts(text, day_first)
    try:
        whole = date(year, month or 1, day or 1)
    except ValueError:
        raise BadValue("not_a_date") from None
    if whole < FIRST_DAY:
        raise BadValue("too_old")
    if latest is not None and whole > latest:
        raise BadValue("in_the_future")
    if not month:
        return f"{year:04d}"
    return f"{year:04d}-{month:02d}-{day:02d}" if day else f"{year:04d}-{month:02d}"


def _parts(text: str, day_first: bool) -> tuple[int, int, int]:
    """Year, month and day; 0 for what is not said."""
    if len(text) > 60:
        raise BadValue("not_a_date")
    if match := _ISO.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3] or 0)
    if match := _COMPACT.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _SPLIT.fullmatch(text):
        first, second = int(match[1]), int(match[2])
        day, month = (first, second) if (day_first and second <= 12) or first > 12 else (second, first)
        return int(match[3]), month, day
    if match := _DAY_MONTH.fullmatch(text):
        return int(match[3]), month_number(match[2]), int(match[1])
    if match := _MONTH_DAY.fullmatch(text):
        return int(match[3]), month_number(match[1]), int(match[2])
    if match := _MONTH_YEAR.fullmatch(text):
        return int(match[2]), month_number(match[1]), 0
    if match := _EPOCH.fullmatch(text):
        moment = datetime.fromtimestamp(int(match[1][:10]), UTC)
        return moment.year, moment.month, moment.day
    if match := _YEAR.fullmatch(text):
        return int(match[1]), 0, 0
    raise BadValue("not_a_date")


def month_number(text: str) -> int:
    """1..12 from ``Mar``, ``marzo``, ``3``, ``3月``.

    Raises:
        BadValue: ``not_a_date``.
    """
    name = text.strip().rstrip(".月").lower()
    if name in _MONTHS:
        return _MONTHS[name]
    if re.fullmatch(r"\d{1,2}(\.0)?", name) and 1 <= int(float(name)) <= 12:
        return int(float(name))
    raise BadValue("not_a_date")


def day_comes_first(samples: Iterable[str]) -> bool:
    """False (month first) only when the second part of some ``01/02/2022`` exceeds 12 and no first does."""
    firsts_over = seconds_over = False
    for sample in samples:
        if match := _SPLIT.fullmatch(sample.strip()):
            firsts_over |= int(match[1]) > 12
            seconds_over |= int(match[2]) > 12
    return firsts_over or not seconds_over
