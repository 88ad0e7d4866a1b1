"""The cells of one record, read by field: of several columns the first that states something counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from serendip.catalogue.mapping import Column, ColumnMapping
from serendip.catalogue.values import BadValue, Problem, as_text, is_missing
from serendip.imports.repair import repair


class Cells:
    """Access to a record by field.

    Attributes:
        warnings: how often which problem was met in which column, ``(column name, problem)``.
    """

    def __init__(self, mapping: ColumnMapping) -> None:
        self._mapping = mapping
        self._plans: dict[str | None, dict[str, list[Column]]] = {}
        self._chosen: dict[tuple[str | None, tuple[str, ...]], tuple[str, ...]] = {}
        self._cells: list[Any] = []
        self._platform: str | None = None
        self.warnings: Counter[tuple[str, Problem]] = Counter()

    def _take(self, cells: list[Any], platform: str | None) -> None:
        """Turn to a new record. Columns that speak of another platform are not looked at."""
        self._cells = cells
        self._platform = platform

    def _of(self, name: str) -> Sequence[Column]:
        plan = self._plans.get(self._platform)
        if plan is None:
            fields = {c.field for c in self._mapping.columns if c.field}
            plan = {f: self._mapping.of(f, self._platform) for f in fields}
            self._plans[self._platform] = plan
        return plan.get(name, ())

    def _present(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of ``names`` that any column is mapped to."""
        key = (self._platform, names)
        found = self._chosen.get(key)
        if found is None:
            found = self._chosen[key] = tuple(n for n in names if self._of(n))
        return found

    def _value(self, column: Column) -> Any:
        value = self._cells[column.index] if column.index < len(self._cells) else None
        return repair(value) if isinstance(value, str) and not value.isascii() else value

    def _text(self, column: Column) -> str:
        return as_text(self._value(column))

    def _first_text(self, name: str) -> str:
        return next((t for c in self._of(name) if not is_missing(t := self._text(c))), "")

    def _note(self, column: Column, problem: Problem) -> None:
        self.warnings[(column.name, problem)] += 1

    def _first(self, name: str, read: Callable[[Any, Column], Any]) -> tuple[Any, Column] | None:
        """The first value that a field's columns state, with its column. What cannot be read is counted."""
        for column in self._of(name):
            value = self._value(column)
            if value is None or value == "":
                continue
            try:
                found = read(value, column)
            except BadValue as bad:
                self._note(column, bad.kind)
                continue
            if found is not None:
                return found, column
        return None
