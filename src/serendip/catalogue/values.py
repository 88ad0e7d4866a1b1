"""The shapes of values in people's files: switches, lists, texts. See ``value_numbers``, ``value_dates``.

Each reader answers None for "not stated" and raises ``BadValue`` for what cannot be the thing it should be,
so that the two are never mixed up: absent is not wrong, and neither is zero.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Sequence
from typing import Any, Final, Literal, cast

Problem = Literal[
    "not_a_number",
    "not_a_share",
    "negative",
    "out_of_range",
    "not_a_switch",
    "not_a_date",
    "too_old",
    "in_the_future",
    "imprecise_date",
    "unknown_code",
    "zero_unavailable",
    "damaged_text",
    "cut_text",
    "ignored_identity",
]
"""Why a cell's value was left unknown (or, for texts, what was done to it)."""

DecimalMark = Literal[".", ","]

MAX_COUNT: Final = 10**15
"""No public figure of a channel is larger; larger ones are damage."""

_MISSING = frozenset(
    [
        "-",
        "--",
        "---",
        "----",
        "–",
        "—",
        "―",
        ".",
        "..",
        "...",
        "?",
        "??",
        "na",
        "n/a",
        "n.a.",
        "n.a",
        "#n/a",
        "#na",
        "#null!",
        "#value!",
        "#ref!",
        "#div/0!",
        "nan",
        "null",
        "none",
        "nil",
        "undefined",
        "unknown",
        "unavailable",
        "hidden",
        "private",
        "not available",
        "not specified",
        "no data",
        "n/d",
        "s/d",
        "nd",
        "<na>",
        "nat",
        "未知",
        "暂无",
        "无",
        "空",
        "未公开",
        "不详",
        "未填写",
        "保密",
        "desconocido",
        "desconocida",
        "ninguno",
        "no disponible",
        "sin datos",
    ]
)

_ORDINAL = re.compile(
    r"(?:#\s*)?(\d{1,3}(?:,\d{3})*|\d+)\s*(?:st|nd|rd|th|º|ª|°|\.º)|第\s*\d+\s*名?|#\s*\d+", re.IGNORECASE
)
_EMAIL = re.compile(r"[\w.+%-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24}\b")
_QUOTED_WORDS = re.compile(r'"([^"]{1,200})"|(\S{1,200})')
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_TRUE = frozenset(
    ["true", "t", "yes", "y", "1", "1.0", "是", "有", "对", "已认证", "sí", "si", "verdadero", "verified"]
)
_FALSE = frozenset(["false", "f", "no", "n", "0", "0.0", "否", "没有", "未认证", "falso", "unverified"])

MASKED_EMAIL: Final = "[email]"


class BadValue(ValueError):
    """A cell that cannot be read as its column's field."""

    def __init__(self, kind: Problem) -> None:
        super().__init__(kind)
        self.kind: Problem = kind


def as_text(value: Any) -> str:
    """A cell as text: trimmed, without control characters; "" for None, NaN and containers."""
    if value is None:
        return ""
    if isinstance(value, str):
        text = value if value.isprintable() else _CONTROL.sub("", value)
        return text.strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() and abs(value) < MAX_COUNT else repr(value)
    if isinstance(value, list | tuple | dict):
        return ""
    try:
        return str(value).strip()
    except ValueError:  # an integer with more digits than Python agrees to print
        return ""


def is_missing(text: str) -> bool:
    """True for the many ways to say "no value": "", "--", "nan", "N/A", "Unknown", "暂无" ..."""
    return not text or (len(text) <= 16 and text.strip().lower() in _MISSING)


def parse_switch(value: Any) -> bool | None:
    """A yes or no in zh, en or es.

    Raises:
        BadValue: ``not_a_switch``.
    """
    if isinstance(value, bool):
        return value
    text = as_text(value)
    if text.lower() in _TRUE:
        return True
    if text.lower() in _FALSE:
        return False
    if is_missing(text):
        return None
    raise BadValue("not_a_switch")


def is_ordinal(text: str) -> bool:
    """True for a place in a ranking: ``1st``, ``22nd``, ``第3名``, ``#4``."""
    return bool(_ORDINAL.fullmatch(text.strip()))


def has_email(text: str) -> bool:
    """True where a mail address stands, or stood before it was masked."""
    return MASKED_EMAIL in text or bool("@" in text and _EMAIL.search(text))


def mask_emails(text: str) -> str:
    """``text`` with each mail address as ``[email]``: contact data is no search text (addendum A-9)."""
    return _EMAIL.sub(MASKED_EMAIL, text) if "@" in text else text


def split_list(value: Any) -> tuple[str, ...]:
    """The parts of a list cell: a real list, a JSON or Python literal, quoted words, or a separated text.

    Parts are trimmed, without ``#`` in front, free of repeats, at most 100 characters and 60 parts.
    """
    parts = cast("Sequence[Any]", value) if isinstance(value, list | tuple) else _split_text(as_text(value))
    seen: dict[str, str] = {}
    for part in parts:
        text = as_text(part).lstrip("#").strip()
        if text and not is_missing(text):
            seen.setdefault(text.casefold(), text[:100])
        if len(seen) == 60:
            break
    return tuple(seen.values())


def _split_text(text: str) -> Sequence[Any]:
    if len(text) > 20_000:
        text = text[:20_000]
    if text[:1] == "[" and text[-1:] == "]":
        for read in (json.loads, ast.literal_eval):
            try:
                got = read(text)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if isinstance(got, list):
                return got  # pyright: ignore[reportUnknownVariableType] -- the elements are read as text by the caller
        text = text[1:-1]
    if '"' in text and not re.search(r"[,;|、，；]", re.sub(r'"[^"]*"', "", text)):
        return [a or b for a, b in _QUOTED_WORDS.findall(text)]
    for marks in (r"[|\n]", r"[;；]", r"[,，、]"):
        if re.search(marks, text):
            return [part.strip(" \"'") for part in re.split(marks, text)]
    words = text.split()
    return words if text.startswith("#") and all(w.startswith("#") for w in words) else [text]


def neutralise_cell(text: str) -> str:
    """A cell for export that no spreadsheet runs: a quote mark before ``= + - @``, tab and carriage return.

    Plain signed numbers (``-5``, ``+1.5``) stay as they are: they are no formulas.
    """
    if text[:1] in {"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"} and not re.fullmatch(
        r"[+-]\d+(\.\d+)?", text
    ):
        return "'" + text
    return text
