"""What a file is before it is imported: its table, what its columns are, and which platform it is of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import islice
from typing import Any, Final

from serendip.catalogue.mapping import ColumnMapping, Said, propose, signature
from serendip.catalogue.ports import CatalogueWriter
from serendip.catalogue.value_dates import FIRST_DAY
from serendip.core.errors import InputError
from serendip.imports.evidence import Evidence, decide_platform
from serendip.imports.figures import country
from serendip.imports.reading import open_table
from serendip.imports.source import Source
from serendip.imports.tables import Table, until_damage

SAMPLE: Final = 1_000
"""Rows by which columns are told."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What a person said about a file.

    Attributes:
        today: nothing in the file may be dated later.
        platform: of rows that do not tell their own.
        as_of: date of the observation where the file states none.
        overrides: column name to field, or to None to leave it out.
        use_saved: apply a mapping that was saved for the same header row.
        guess_language: fill ``language`` from the text where it is missing.
    """

    today: date
    platform: str | None = None
    as_of: date | None = None
    overrides: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    use_saved: bool = True
    guess_language: bool = True


@dataclass(frozen=True, slots=True)
class Plan:
    """A file understood: its table, its columns, its platform, and a few rows for people."""

    table: Table
    mapping: ColumnMapping
    evidence: Evidence | None
    overrides: Mapping[str, str | None]
    remembered_on: str | None = None

    def as_json(self) -> dict[str, Any]:
        """What ``--dry-run --json`` prints."""
        found = self.evidence
        return {
            "format": self.table.format,
            **self.table.facts,
            "platform": found.platform if found else None,
            "platform_zh": found.zh if found else None,
            "platform_en": found.en if found else None,
            "remembered_on": self.remembered_on,
            "columns": self.mapping.as_json(),
        }


def plan_import(source: Source, options: ImportOptions, saved: CatalogueWriter | None = None) -> Plan:
    """Read the first rows of ``source`` and say what is what. Writes nothing.

    Args:
        source: the file.
        options: what the person said.
        saved: where mappings are kept; None to look at none.

    Raises:
        RefusedFile: the file cannot be read safely.
        InputError: an override names no column or no field; ``as_of`` lies in the future.
    """
    _check(options)
    table = open_table(source)
    rows = [r.cells for r in islice(until_damage(table.rows()), SAMPLE) if r.problem is None]
    headers = list(table.headers)
    kept = saved.mapping(signature(headers)) if saved is not None and options.use_saved else None
    remembered: Mapping[str, str | None] = kept["columns"] if kept else {}
    since: str | None = kept["saved_on"] if kept else None

    def columns(platform: str | None) -> ColumnMapping:
        proposed = propose(headers, rows, country, platform=platform)
        return proposed.overridden(remembered, _remembered(since)).overridden(options.overrides)

    mapping = columns(options.platform)
    evidence = decide_platform(mapping, source.name, options.platform)
    if evidence is not None and evidence.platform and not options.platform:
        mapping = columns(evidence.platform)
    return Plan(table, mapping, evidence, {**remembered, **options.overrides}, since)


def _remembered(since: str | None) -> Said:
    return Said(f"{since} 用 --map 指定，已记住", f"as remembered from --map of {since}", "remembered")


def _check(options: ImportOptions) -> None:
    """Raise ``InputError`` for a date at which nothing can have been read."""
    as_of = options.as_of
    if as_of is None or FIRST_DAY <= as_of <= options.today + timedelta(days=1):  # zones ahead of ours
        return
    raise InputError(
        "ERR_AS_OF",
        zh=f"--as-of {as_of} 不可能是数据的日期：应在 {FIRST_DAY} 与今天（{options.today}）之间",
        en=f"--as-of {as_of} cannot be when figures were read: "
        f"give a day between {FIRST_DAY} and today ({options.today})",
        field="as_of",
    )
