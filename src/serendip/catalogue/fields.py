"""The field catalogue: what a channel can be asked about, and what each answer is verified against.

A condition names a field; a stored value is a fact. Most fields are facts of the same name; some are
verified against another one (``last_active_days`` against the date ``last_upload_at``) or against text.
Regions are in ``catalogue.places``; the bands of the tier words are here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from serendip.catalogue.field_list import FACT_LIST, FIELD_LIST
from serendip.catalogue.field_types import WINDOWS, Column, FactSpec, FieldSpec

__all__ = [
    "COLUMNS", "FACTS", "FIELDS", "SNAPSHOT_FIELDS", "TIERS", "TIER_WORDS", "WINDOWS",
    "Column", "FactSpec", "FieldSpec", "fact_unit", "fields_table", "stored_fact",
]  # fmt: skip

TIERS: Mapping[str, tuple[int, int | None]] = MappingProxyType(
    {
        "nano": (1_000, 10_000),
        "micro": (10_000, 100_000),
        "mid": (100_000, 500_000),
        "macro": (500_000, 1_000_000),
        "head": (500_000, None),
        "mega": (1_000_000, None),
    }
)
"""Followers of a tier, from (inclusive) to (exclusive); the defaults that a person can edit."""

TIER_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "nano": ("nano", "素人", "尾部", "KOC"),
        "micro": ("micro", "小红人"),
        "mid": ("mid", "腰部"),
        "macro": ("macro", "中头部"),
        "head": ("head", "头部"),
        "mega": ("mega", "超头部"),
    }
)
"""The words that name a tier, zh and en."""

SNAPSHOT_FIELDS = frozenset(
    {
        "followers", "following", "content_count", "total_views", "total_likes",
        "avg_views", "avg_likes", "avg_comments", "avg_shares", "avg_saves",
    }
)  # fmt: skip
"""Figures that are kept over time."""

FIELDS: Mapping[str, FieldSpec] = MappingProxyType({f.name: f for f in FIELD_LIST})
"""Every field by name, in the order of the list."""

FACTS: Mapping[str, FactSpec] = MappingProxyType({f.name: f for f in FACT_LIST})
"""Facts that are stored beside those that are named like a field."""


def _columns() -> dict[str, Column]:
    columns: dict[str, Column] = {}
    for spec in FIELD_LIST:
        if spec.column != "none":
            names = (
                [spec.stored.format(days=d) for d in WINDOWS] if "{days}" in spec.stored else [spec.stored]
            )
            columns.update(dict.fromkeys(names, spec.column))
    columns.update((f.name, f.column) for f in FACT_LIST if f.column != "none")
    return columns


COLUMNS: Mapping[str, Column] = MappingProxyType(_columns())
"""Every fact that the index holds, and how."""


def stored_fact(name: str, window: int | None = None) -> str:
    """The fact that a field is verified against; "" when none is. ``window`` in days, 90 by default.

    Raises ``KeyError`` for an unknown field.
    """
    return FIELDS[name].stored.format(days=window or 90)


def _units() -> dict[str, str]:
    units: dict[str, str] = {}
    for spec in FIELD_LIST:
        if spec.column == "number":
            names = [spec.stored.format(days=d) for d in WINDOWS]
            units.update(dict.fromkeys(names, spec.unit))
    return units


_UNITS: Mapping[str, str] = MappingProxyType(_units())


def fact_unit(name: str) -> str:
    """What the numbers of a fact count (``count``, ``s``, ``0-1``); "" for dates, codes and texts."""
    return _UNITS.get(name, "")


def fields_table() -> str:
    """The reference page of all fields: a Markdown table, one row a field."""
    head = (
        "| field | 名称 | label | type | unit | operators | platforms | verified against | filled by | note |"
    )
    lines = [head, "|" + "---|" * 10]
    for spec in FIELD_LIST:
        filled = "sources or formulas" if spec.fillable else "-"
        cells = (
            f"`{spec.name}`",
            spec.label_zh,
            spec.label_en,
            spec.type,
            spec.unit.replace("|", ", "),
            " ".join(spec.ops),
            ", ".join(spec.platforms),
            f"`{spec.stored}`" if spec.stored else "-",
            filled,
            spec.note,
        )
        lines.append("| " + " | ".join(cells) + " |")
    lines += [
        "",
        "Facts that are stored beside them:",
        "",
        "| fact | 名称 | label | type | note |",
        "|---|---|---|---|---|",
    ]
    lines += [f"| `{f.name}` | {f.label_zh} | {f.label_en} | {f.type} | {f.note} |" for f in FACT_LIST]
    return "\n".join(lines) + "\n"
