"""The shapes of the field catalogue; ``catalogue.fields`` holds the catalogue itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Column = Literal["number", "date", "terms", "none"]
"""How the index holds a field: a number, a day, a set of codes, or not at all."""

FieldType = Literal[
    "bool", "control", "date", "enum", "float", "int", "iso2", "iso639", "join", "list", "money",
    "ratio", "ref", "score", "semantic", "soft", "tag", "text",
]  # fmt: skip

NUMERIC_OPS = ("gte", "lte", "gt", "lt", "between", "near")
ALL_PLATFORMS = ("youtube", "instagram", "tiktok", "x")
WINDOWS = (7, 30, 90, 180, 365)
"""Days over which growth is measured."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field that a condition can name.

    Attributes:
        name: the word of conditions, facts and columns.
        type: ratios are 0..1 (above 1 where the base is smaller); money is in the stated currency.
        unit: what a number counts, or the codes of an enumeration.
        ops: operators that make sense; ``exclude`` is a kind of condition, not an operator.
        platforms: channel-search platforms on which some source can state it.
        label_zh, label_en: shown to people.
        stored: the fact or part of the channel that it is verified against; "" when none is.
            ``{days}`` stands for a window of ``WINDOWS``.
        column: how the index holds ``stored``.
        fillable: whether an export, an official source or a formula of ours can fill it.
        note: what to know before reading a value.
        listed_as: the name in the list of fields that this catalogue follows, where it differs.
    """

    name: str
    type: FieldType
    unit: str
    ops: tuple[str, ...]
    platforms: tuple[str, ...]
    label_zh: str
    label_en: str
    stored: str
    column: Column
    fillable: bool
    note: str = ""
    listed_as: str | None = None


@dataclass(frozen=True, slots=True)
class FactSpec:
    """One fact that is stored beside those named like a field, for example a date or a share."""

    name: str
    type: FieldType
    column: Column
    label_zh: str
    label_en: str
    note: str = ""
