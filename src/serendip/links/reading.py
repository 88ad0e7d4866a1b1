"""Reading the JSON of platforms: what is missing or of another type is None, never an error."""

from __future__ import annotations

from typing import Any, cast

from serendip.catalogue.values import MAX_COUNT, mask_emails

MAX_DESCRIPTION = 5000


def at(value: Any, *keys: str | int) -> Any:
    """The value under ``keys``, one inside the other; None where there is none."""
    for key in keys:
        if isinstance(value, dict) and isinstance(key, str):
            value = cast("dict[str, Any]", value).get(key)
        elif isinstance(value, list) and isinstance(key, int):
            listed = cast("list[Any]", value)
            value = listed[key] if key < len(listed) else None
        else:
            return None
    return value


def text(value: Any) -> str | None:
    """A text that is not blank, else None."""
    return value.strip() or None if isinstance(value, str) else None


def count(value: Any) -> int | None:
    """A count as a number or as digits (YouTube's), else None."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20:
        value = int(value)
    return value if type(value) is int and 0 <= value <= MAX_COUNT else None


def items(value: Any) -> list[Any]:
    """A list, or an empty one for what is none."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def texts(value: Any) -> tuple[str, ...]:
    """The texts of a list."""
    return tuple(t for t in map(text, items(value)) if t)


def day(value: Any) -> str | None:
    """The date of a moment as ``2007-08-23``, or None."""
    moment = text(value) or ""
    shaped = len(moment) >= 10 and moment[:4].isdigit() and moment[4] == moment[7] == "-"
    return moment[:10] if shaped else None


def description(value: Any) -> str | None:
    """A profile's text as the catalogue keeps it: without the names of e-mail addresses."""
    found = text(value)
    return None if found is None else mask_emails(found)[:MAX_DESCRIPTION]
