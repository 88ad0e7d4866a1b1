"""The figures, dates and codes of a row as facts. A cell that cannot be read is left unknown and counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

from serendip.catalogue.channel import Basis
from serendip.catalogue.field_types import WINDOWS
from serendip.catalogue.languages import language_code
from serendip.catalogue.mapping import Column
from serendip.catalogue.places import country_code
from serendip.catalogue.value_dates import month_number, parse_date
from serendip.catalogue.value_numbers import parse_count, parse_number, parse_share
from serendip.catalogue.values import (
    BadValue,
    Problem,
    as_text,
    has_email,
    is_missing,
    parse_switch,
    split_list,
)

COUNTS: Final = (
    "followers", "following", "content_count", "total_views", "total_likes", "avg_views", "avg_likes",
    "avg_comments", "avg_shares", "avg_saves", "est_exposure",
)  # fmt: skip
SHARES: Final = ("engagement_rate", "view_rate", "growth_followers_pct", "growth_views_pct")
SWITCHES: Final = ("verified", "made_for_kids")
SCORES: Final = ("quality_score", "audience_credibility")
SIMPLE: Final = (*SWITCHES, *SCORES, "has_email", "posting_frequency")
CODES: Final = (
    "country", "country_guess", "audience_country", "language", "audience_language", "audience_gender",
    "audience_age", "creator_gender",
)  # fmt: skip
_ZERO_IS_REAL: Final = frozenset({"following", "growth_followers_pct", "growth_views_pct", "avg_saves"})
_ZERO_BESIDE: Final = 1_000
"""A zero beside a figure of this size means "not shown"."""

_SAMPLE: Final = re.compile(r"sample_(mean|median)_n=(\d{1,6})(_trending_biased)?")
_SHARE_IN_TEXT: Final = re.compile(r"[\s(（:：-]*(\d{1,3}(?:[.,]\d{1,4})?)\s*%\s*[)）]?")
_AGE: Final = re.compile(r"(13|18|25|35|45|55)\s*[-–~至到]\s*(17|24|34|44|54|64)|65\s*\+")
_GENDERS: Final = {
    "male": "male", "m": "male", "man": "male", "men": "male", "男": "male", "男性": "male", "hombre": "male",
    "masculino": "male", "female": "female", "f": "female", "woman": "female", "women": "female",
    "女": "female", "女性": "female", "mujer": "female", "femenino": "female",
    "org": "org", "organization": "org", "brand": "org", "机构": "org",
}  # fmt: skip

Note = Callable[[Column, Problem], None]
"""How a problem with a column's cell is counted."""

country = lru_cache(maxsize=4096)(country_code)
language = lru_cache(maxsize=4096)(language_code)


def count(value: Any, column: Column) -> int | None:
    """A count, multiplied by the unit of the column's name where the cell states none."""
    found = parse_count(value, decimal=column.decimal)
    if found is None or column.scale == 1:
        return found
    plain = parse_number(value, decimal=column.decimal)
    has_unit = bool(re.search(r"[^\W\d_]", as_text(value)))
    return found if has_unit or plain is None else round(plain * column.scale)


def share(value: Any, column: Column) -> float | None:
    """A share as 0..1."""
    return parse_share(value, decimal=column.decimal, percent=column.percent)


def figure_note(column: Column) -> str | None:
    """How the column says that its figure was measured."""
    return f"近 {column.window} 天 / over {column.window} days" if column.window else None


def fact_name(name: str, column: Column) -> str | None:
    """The fact that a figure is stored as; None where its window is none of ours."""
    if name.startswith("growth_"):
        return f"{name}_{column.window}" if column.window in WINDOWS else None
    if name == "est_exposure" and column.window not in {None, 30}:
        return None
    return name


def drop_unavailable_zeros(figures: dict[str, tuple[float, Column]], note: Note) -> None:
    """Take out zeros that stand for "not shown": followers always, others beside a large figure (A-10)."""
    largest = max((v for name, (v, _) in figures.items() if name in COUNTS), default=0)
    for name, (value, column) in list(figures.items()):
        if value == 0 and name not in _ZERO_IS_REAL and (name == "followers" or largest >= _ZERO_BESIDE):
            del figures[name]
            note(column, "zero_unavailable")


def sampled(basis: str) -> tuple[Basis, str | None]:
    """What a file's own remark on an average means: its basis, and a note for people."""
    match = _SAMPLE.fullmatch(basis)
    if match is None:
        known: Basis = "declared" if basis == "declared" else "reported"
        return known, None if basis in {"", "reported", "declared"} else basis[:120]
    zh, en = f"{match[2]} 条内容的样本", f"{match[1]} of {match[2]} sampled items"
    if match[3]:
        zh, en = f"{zh}，取自热门榜，偏高", f"{en} from trending lists, biased upwards"
    return "derived", f"{zh} / {en}"


def country_basis(text: str, declared: bool) -> Basis:
    """The basis of a country by a file's remark on it; ``declared``: the file has an official API's shape."""
    if text == "declared" or (declared and not text):
        return "declared"
    if text.startswith("guess"):
        return "guessed"
    return "derived" if text.startswith(("post_geo", "location", "derived")) else "reported"


def day(value: Any, column: Column, latest: date) -> str | None:
    """A whole day; a date that is less precise cannot be counted from."""
    found = parse_date(value, day_first=column.day_first, latest=latest)
    if found is not None and len(found) < 10:
        raise BadValue("imprecise_date")
    return found


def joined_day(parts: Sequence[Any], latest: date) -> str | None:
    """A day from three cells: year, month (a number or a name), day."""
    year, month, of_month = (as_text(p) for p in parts)
    if is_missing(year):
        return None
    if is_missing(month) or is_missing(of_month):
        raise BadValue("imprecise_date")
    numbers = parse_count(year), month_number(month), parse_count(of_month)
    return parse_date(f"{numbers[0]}-{numbers[1]}-{numbers[2]}", latest=latest)


def codes(value: Any, read: Callable[[str], str | None]) -> tuple[tuple[str, ...], float | None] | None:
    """Codes of a cell that lists countries, languages ... perhaps with shares: ``US (45%), GB 12%``.

    Returns the codes in the order of the file and the first one's share; None when nothing is stated.

    Raises:
        BadValue: ``unknown_code`` when none of the parts is known.
    """
    if isinstance(value, str) and (whole := read(value.strip()[:80])):
        return (whole,), None
    found: dict[str, float | None] = {}
    parts = split_list(value)
    for part in parts:
        said = _SHARE_IN_TEXT.search(part)
        code = read((part[: said.start()] if said else part).strip())
        if code:
            found.setdefault(code, float(said[1].replace(",", ".")) / 100 if said else None)
    if parts and not found:
        raise BadValue("unknown_code")
    return (tuple(found), next(iter(found.values()))) if found else None


def gender(text: str) -> str | None:
    """``male``, ``female`` or ``org``."""
    return _GENDERS.get(text.strip().lower())


def age(text: str) -> str | None:
    """An age bucket: ``25-34``, ``65+``."""
    match = _AGE.search(text)
    if match is None:
        return None
    return f"{match[1]}-{match[2]}" if match[1] else "65+"


def single(name: str, value: Any) -> Any:
    """The value of a cell of a simple field.

    Raises:
        BadValue: it cannot be read as that.
    """
    if name in SWITCHES:
        return parse_switch(value)
    if name in SCORES:
        found = parse_number(as_text(value).rstrip("% "))
        if found is not None and not 0 <= found <= 100:
            raise BadValue("out_of_range")
        return found
    if name == "has_email":
        text = as_text(value)
        return True if has_email(text) else (parse_switch(text) if len(text) < 6 else None)
    if name == "posting_frequency":
        found = parse_number(value)
        if found is not None and not 0 <= found <= 10_000:
            raise BadValue("negative" if found < 0 else "out_of_range")
        return None if found is None else float(found)
    raise KeyError(name)


READERS: Final[dict[str, Callable[[str], str | None]]] = {
    "country": country,
    "country_guess": country,
    "audience_country": country,
    "language": language,
    "audience_language": language,
    "audience_gender": gender,
    "audience_age": age,
    "creator_gender": gender,
}
"""Fields of codes, and how one code is read."""
