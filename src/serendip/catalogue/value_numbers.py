"""Counts and shares as files write them, in the units and with the marks of zh, en, es, de, fr and pt."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from serendip.catalogue.values import MAX_COUNT, BadValue, DecimalMark, as_text, is_missing

_UNITS: Final = {
    "": 1,
    "k": 10**3,
    "千": 10**3,
    "mil": 10**3,
    "tsd": 10**3,
    "tausend": 10**3,
    "mille": 10**3,
    "thousand": 10**3,
    "w": 10**4,
    "万": 10**4,
    "萬": 10**4,
    "lakh": 10**5,
    "m": 10**6,
    "mm": 10**6,
    "mn": 10**6,
    "mio": 10**6,
    "mill": 10**6,
    "million": 10**6,
    "millions": 10**6,
    "millones": 10**6,
    "millionen": 10**6,
    "milhões": 10**6,
    "milhão": 10**6,
    "mi": 10**6,
    "百万": 10**6,
    "crore": 10**7,
    "千万": 10**7,
    "亿": 10**8,
    "億": 10**8,
    "b": 10**9,
    "bn": 10**9,
    "billion": 10**9,
    "mrd": 10**9,
    "milliarde": 10**9,
    "milliards": 10**9,
    "bilhões": 10**9,
    "bi": 10**9,
    "十亿": 10**9,
    "t": 10**12,
}
_COUNT = re.compile(
    r"(?P<sign>[+-]?)\s*(?P<digits>\d[\d.,'’ _]*|[.]\d+)(?P<exp>[eE][+-]?\d{1,4})?\s*"
    r"(?P<unit>[^\W\d_]{0,9})\.?\s*(?P<tail>\+|以上|多)?"
)
_COUNTED = re.compile(
    r"\s*(?:subscribers?|followers?|fans|views?|videos?|posts?|likes?|seguidores|suscriptores|"
    r"visualizaciones|vistas|abonnenten|aufrufe|abonnés?|vues|inscritos|visualizações|位?订阅者|位?粉丝|个?订阅|次观看|次播放|个?视频)$",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"\d{1,15}")


def parse_number(value: Any, *, decimal: DecimalMark = ".") -> float | int | None:
    """Read ``1.2M``, ``29.0b``, ``12,345``, ``1w+``, ``3.5万``, ``1e6``, ``228000000000.0`` or a plain one.

    Args:
        value: a cell, of any type.
        decimal: the column's decimal mark (``decimal_mark``); "12.345" is 12345 when it is ",".

    Returns:
        The number, exact int where it is whole; None when nothing is stated.

    Raises:
        BadValue: ``not_a_number``, or ``out_of_range`` beyond ±1e15 and for infinities.
    """
    if isinstance(value, bool):
        raise BadValue("not_a_number")
    if isinstance(value, int):
        return _bounded(value)
    if isinstance(value, float):
        return None if math.isnan(value) else _bounded(value)
    text = as_text(value)
    if _PLAIN.fullmatch(text):
        return _bounded(int(text))
    if is_missing(text):
        return None
    text = unicodedata.normalize("NFKC", text).strip()
    if len(text) > 400:
        raise BadValue("out_of_range" if text.isdigit() else "not_a_number")
    if text.lower().lstrip("+-") in {"inf", "infinity", "∞"}:
        raise BadValue("out_of_range")
    match = _COUNT.fullmatch(_COUNTED.sub("", text))
    if match is None or match["unit"].lower() not in _UNITS:
        raise BadValue("not_a_number")
    number = float(
        _plain_digits(match["digits"].strip(), decimal, has_unit=bool(match["unit"])) + (match["exp"] or "")
    )
    number *= _UNITS[match["unit"].lower()]
    return _bounded(-number if match["sign"] == "-" else number)


def _bounded(number: float) -> float | int:
    if abs(number) > MAX_COUNT or (isinstance(number, float) and math.isinf(number)):
        raise BadValue("out_of_range")
    if isinstance(number, int):
        return number
    # 229.5 * 10**6 and its like must come out whole.
    whole = round(number)
    return whole if abs(number - whole) < 1e-6 else number


def _plain_digits(digits: str, decimal: DecimalMark, *, has_unit: bool) -> str:
    """``digits`` with the thousands marks taken out and a dot for the decimal mark."""
    digits = re.sub(r"['’ _]", "", digits)
    dots, commas = digits.count("."), digits.count(",")
    if dots and commas:
        last = "." if digits.rfind(".") > digits.rfind(",") else ","
        if digits.count(last) > 1:
            raise BadValue("not_a_number")
        return digits.replace("," if last == "." else ".", "").replace(last, ".")
    mark = "." if dots else ","
    count = dots or commas
    if not count:
        return digits
    grouped = bool(re.fullmatch(rf"[1-9]\d{{0,2}}(?:[{mark}]\d{{3}}){{{count}}}", digits))
    if count > 1:
        if not grouped and not re.fullmatch(
            rf"\d{{1,2}}(?:[{mark}]\d{{2,3}})+", digits
        ):  # 1,23,45,678 in India
            raise BadValue("not_a_number")
        return digits.replace(mark, "")
    is_decimal = mark == decimal or not grouped or (has_unit and decimal == mark)
    return digits.replace(mark, ".") if is_decimal else digits.replace(mark, "")


def decimal_mark(samples: Iterable[str]) -> DecimalMark:
    """The decimal mark of a column: "," only where "." groups thousands or "," splits decimals."""
    comma = dot = grouped_dots = with_dot = 0
    for sample in samples:
        text = sample.strip().rstrip("% ")
        comma += bool(
            re.fullmatch(r"\d{1,3}(?:[.'’ \u00a0\u2009\u202f]\d{3})*,\d{1,2}(?:\s*[^\W\d]+)?", text)
            or re.fullmatch(r"\d{1,3}(\.\d{3}){2,}", text)
        )
        dot += bool(
            re.fullmatch(r"\d{1,3}(?:,\d{3})*\.(?:\d{1,2}|\d{4,})(?:\s*[^\W\d]+)?", text)
            or (re.fullmatch(r"\d+\.\d+", text) and not re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", text))
        )
        with_dot += "." in text
        grouped_dots += bool(re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", text))
    if comma > dot:
        return ","
    # Nothing but x.xxx, several times: thousands. A real decimal column would also hold shorter tails.
    return "," if not dot and grouped_dots >= 3 and grouped_dots == with_dot else "."


def dots_group(samples: Iterable[str]) -> bool:
    """True where dots group digits (``1.234``, ``12.345.678``) and none stands before decimals."""
    grouped = False
    for sample in samples:
        text = sample.strip()
        if "." not in text:
            continue
        if re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3})+", text):
            grouped = True
        elif re.fullmatch(r"[\d,]*\.\d+\D*", text):
            return False
    return grouped


def parse_count(value: Any, *, decimal: DecimalMark = ".") -> int | None:
    """A figure of a channel that counts things: whole and never negative.

    Raises:
        BadValue: as ``parse_number``, and ``negative``.
    """
    number = parse_number(value, decimal=decimal)
    if number is None:
        return None
    if number < 0:
        raise BadValue("negative")
    return round(number)


def parse_share(value: Any, *, decimal: DecimalMark = ".", percent: bool = False) -> float | None:
    """A share as 0..1 from ``2.67%`` or ``0.0267``; with ``percent`` a bare number is a percentage.

    Raises:
        BadValue: ``not_a_share`` for what is no number, ``negative``, ``out_of_range`` above 10 (1,000 %).
    """
    text = unicodedata.normalize("NFKC", as_text(value))
    if is_missing(text.rstrip("% ")):
        return None
    signed = text.endswith("%")
    try:
        number = parse_number(text.rstrip("% ") if signed else value, decimal=decimal)
    except BadValue as bad:
        raise BadValue("not_a_share" if bad.kind == "not_a_number" else bad.kind) from None
    if number is None:
        return None
    if number < 0:
        raise BadValue("negative")
    share = number / 100 if signed or percent else float(number)
    if share > 10:
        raise BadValue("out_of_range")
    return round(share, 8)
