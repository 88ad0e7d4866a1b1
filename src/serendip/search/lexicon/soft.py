"""Soft phrases (section 12.5): what they stand for, as data (``data/soft.toml``), and why.

A phrase with a mapping becomes conditions that order results and name the phrase; one without is pending.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from serendip.search.lexicon.state import Draft, State


@dataclass(frozen=True, slots=True)
class Mapping:
    """One figure that a wish stands for: ``field`` on ``level``, which means the bounds, and the reason."""

    field: str
    level: str
    bounds: tuple[tuple[str, float], ...]
    zh: str
    en: str


@cache
def _table() -> dict[str, Any]:
    data = files("serendip.search.lexicon").joinpath("data", "soft.toml").read_text(encoding="utf-8")
    return tomllib.loads(data)


@cache
def mappings() -> dict[str, tuple[Mapping, ...]]:
    """The mappings of each wish (``quality_score=high``), its own field first."""
    out: dict[str, list[Mapping]] = {}
    for row in _table()["mapping"]:
        bounds = tuple((name, float(row[name])) for name in ("at_least", "at_most") if name in row)
        level = str(row["wish"]).partition("=")[2]
        out.setdefault(row["wish"], []).append(Mapping(row["field"], level, bounds, row["zh"], row["en"]))
    return {wish: tuple(rows) for wish, rows in out.items()}


@cache
def reasons() -> dict[str, tuple[str, str]]:
    """Why a wish without a mapping does nothing, by its field: zh and en."""
    return {row["wish"]: (row["zh"], row["en"]) for row in _table()["pending"]}


def add(state: State, field: str, level: str, span: tuple[int, int]) -> None:
    """Record the wish that the tokens ``span`` say: what it stands for, or itself as pending."""
    phrase = state.said(*span)
    found = mappings().get(f"{field}={level}", ())
    for row in found:
        note = f"由“{phrase}”推得：{row.zh}", f"from “{phrase}”: {row.en}"
        extra: dict[str, Any] = {"phrase": phrase, **dict(row.bounds)}
        _put(state, Draft(row.field, "prefer", "soft", [row.level], "derived", note=note, extra=extra), span)
    if not found:
        draft = Draft(field, "prefer", "soft", [level], extra={"phrase": phrase}, status="pending")
        draft.note = reasons().get(field, reasons()["tone"])
        _put(state, draft, span)


def _put(state: State, draft: Draft, span: tuple[int, int]) -> None:
    """Add a wish, or its level to one on the same field that is as effective."""
    same = (d for d in state.drafts if (d.field, d.kind, d.status) == (draft.field, "soft", draft.status))
    known = next(same, None)
    if known is None:
        state.add(draft, *span)
        return
    known.values += [v for v in draft.values if v not in known.values]
    state.add(known, *span)
