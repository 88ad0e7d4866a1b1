"""What an import ends with: every row accounted for."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from serendip.catalogue.values import Problem
from serendip.imports.leftovers import Note, UnusedColumn
from serendip.imports.tables import REASONS, Reason
from serendip.imports.words import CHANGE, PROBLEMS

_REASON_LIST: Final[tuple[Reason, ...]] = get_args(Reason)


class Rejections:
    """Rejected rows with line and reason, nine bytes each: a file of nothing but bad rows still fits."""

    def __init__(self) -> None:
        self._lines = array("Q")
        self._reasons = array("B")

    def add(self, line: int, reason: Reason) -> None:
        """Note one row."""
        self._lines.append(line)
        self._reasons.append(_REASON_LIST.index(reason))

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[tuple[int, Reason]]:
        for line, reason in zip(self._lines, self._reasons, strict=True):
            yield line, _REASON_LIST[reason]

    def by_reason(self) -> dict[Reason, int]:
        """How many rows each reason rejected, the most frequent first."""
        return {_REASON_LIST[r]: n for r, n in Counter(self._reasons).most_common()}


@dataclass(slots=True)
class ImportReport:
    """The outcome of one file: ``created + updated + unchanged + len(rejected) == rows``.

    Attributes:
        warnings: ``(column, problem)`` to how many cells were left unknown for it.
        unused: the columns that became nothing.
        notes: what a person should know beside the counts.
        resumed: rows that an earlier, interrupted run had already written.
        facts: format, encoding, delimiter, header line, platform and how it was told.
    """

    file: str
    rows: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: Rejections = field(default_factory=Rejections)
    warnings: dict[tuple[str, Problem], int] = field(default_factory=dict[tuple[str, Problem], int])
    unused: list[UnusedColumn] = field(default_factory=list[UnusedColumn])
    notes: list[Note] = field(default_factory=list[Note])
    resumed: int = 0
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    seconds: float = 0.0

    def as_json(self, locale: str = "en") -> dict[str, Any]:
        """``{"rows", "created", "updated", "unchanged", "rejected": [{"line", "reason", ...}], ...}``."""
        place = 0 if locale == "zh" else 1
        return {
            "file": self.file,
            "rows": self.rows,
            "created": self.created,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "rejected": [{"line": n, "reason": r, "message": REASONS[r][place]} for n, r in self.rejected],
            "rejected_by_reason": self.rejected.by_reason(),
            "warnings": [
                {
                    "column": column,
                    "problem": problem,
                    "cells": cells,
                    "message": PROBLEMS[problem][place],
                }
                for (column, problem), cells in sorted(self.warnings.items(), key=lambda w: -w[1])
            ],
            "unused_columns": [
                {"column": u.name, "number": u.number, "why": u.why, "message": u[3 + place]}
                for u in self.unused
            ],
            "columns_hint": CHANGE[place] if self.unused else None,
            "notes": [{"code": n.code, "message": n[1 + place]} for n in self.notes],
            "resumed": self.resumed,
            "seconds": round(self.seconds, 3),
            **self.facts,
        }
