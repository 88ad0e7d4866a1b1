"""Dates of the precision that is known: ``2022``, ``2022-12``, ``2022-12-31``, ``2022-12-31T10:00:00Z``.

Such dates compare as text: an imprecise date counts as the start of its period and a more precise one
inside that period is newer, so the order is total and no merge depends on the order of arrival.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

_SHAPE = re.compile(r"\d{4}(-\d{2}(-\d{2}([T ]\d{2}:\d{2}\S*)?)?)?\Z")
_LENGTHS = {4: "year", 7: "month"}


@lru_cache(maxsize=16_384)
def date_key(as_of: str | None) -> str:
    """What to compare dates by; an unknown or malformed date is "" and older than all others.

    A moment with an offset is brought to UTC first.
    """
    if not as_of or _SHAPE.match(as_of) is None:
        return ""
    if len(as_of) <= 10 or as_of[-1] == "Z":
        return as_of
    try:
        moment = datetime.fromisoformat(as_of)
    except ValueError:
        return as_of[:10]
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment.tzinfo else as_of


def oldest(dates: Iterable[str | None]) -> str | None:
    """The oldest of ``dates``; None when there are none or any of them is unknown."""
    found = list(dates)
    if not found or any(not date_key(d) for d in found):
        return None
    return min(found, key=date_key)


def newest(dates: Iterable[str | None]) -> str | None:
    """The newest of the known ``dates``, or None."""
    return max((d for d in dates if date_key(d)), key=date_key, default=None)


def to_day(as_of: str | None) -> date | None:
    """The day that stands for a date: itself, or the first of its month or year; None when unknown."""
    key = date_key(as_of)
    if not key:
        return None
    padded = key[:10] + "0000-01-01"[len(key[:10]) :]
    try:
        return date.fromisoformat(padded)
    except ValueError:
        return None


def middle_day(as_of: str | None) -> tuple[date, int] | None:
    """The middle of the period that a date names and its half length in days (0, 15 or 183)."""
    day = to_day(as_of)
    if day is None:
        return None
    precision = _LENGTHS.get(len(date_key(as_of)[:10]), "day")
    half = {"day": 0, "month": 15, "year": 183}[precision]
    return day + timedelta(days=max(0, half - 1)), half
