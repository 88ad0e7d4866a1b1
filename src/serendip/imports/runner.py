"""The import of one file: streamed in batches, each written as a whole together with its progress."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

import orjson

from serendip.catalogue.channel import Observation
from serendip.catalogue.mapping import IDENTITY, ColumnMapping, propose, signature
from serendip.catalogue.ports import CatalogueWriter, ImportProgress
from serendip.core.errors import InputError
from serendip.imports import refusals
from serendip.imports.evidence import Evidence, decide_platform
from serendip.imports.figures import country
from serendip.imports.guesser import Guesser
from serendip.imports.reading import open_table
from serendip.imports.report import ImportReport
from serendip.imports.rows import RowOptions, RowReader
from serendip.imports.source import Source
from serendip.imports.tables import Record, Table

BATCH: Final = 2_000
SAMPLE: Final = 1_000

Watch = Callable[[int, int, int], None]
"""Called after each batch with rows so far, bytes read, bytes in all."""


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

    def as_json(self) -> dict[str, Any]:
        """What ``--dry-run --json`` prints."""
        found = self.evidence
        return {
            "format": self.table.format,
            **self.table.facts,
            "platform": found.platform if found else None,
            "platform_zh": found.zh if found else None,
            "platform_en": found.en if found else None,
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
        InputError: an override names no column or no field.
    """
    table = open_table(source)
    rows = [r.cells for r in islice(table.rows(), SAMPLE) if r.problem is None]
    headers = list(table.headers)
    overrides: dict[str, str | None] = {}
    if saved is not None and options.use_saved:
        kept = saved.mapping(signature(headers))
        overrides.update(cast("Mapping[str, str | None]", kept) if kept else {})
    overrides.update(options.overrides)
    mapping = propose(headers, rows, country, platform=options.platform, overrides=overrides)
    evidence = decide_platform(mapping, source.name, options.platform)
    if evidence is not None and evidence.platform and not options.platform:
        mapping = propose(headers, rows, country, platform=evidence.platform, overrides=overrides)
    return Plan(table, mapping, evidence, overrides)


def import_file(
    path: Path, writer: CatalogueWriter, options: ImportOptions, watch: Watch | None = None
) -> ImportReport:
    """Import ``path``. An import that was interrupted goes on after its last whole batch.

    Raises:
        RefusedFile: the file cannot be read safely, names no channels, or its platform cannot be told.
            Whole batches that were written before damage was met stay.
    """
    began = time.monotonic()
    source = Source(path)
    try:
        plan = plan_import(source, options, writer)
        if not any(c.field in IDENTITY for c in plan.mapping.columns):
            raise refusals.no_identity_column(source.name)
        if plan.evidence is None:
            raise refusals.unknown_platform(source.name)
        if options.overrides:
            writer.save_mapping(plan.mapping.signature, dict(plan.overrides))
        run = _Run(source, plan, writer, options)
        run.all_batches(watch)
    finally:
        source.close()
    run.report.seconds = time.monotonic() - began
    return run.report


@dataclass(slots=True)
class _Batch:
    """Records ``start`` (exclusive) to ``end``: what they state, and their ordinals and lines."""

    start: int
    end: int
    observations: list[Observation] = field(default_factory=list[Observation])
    places: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])


class _Run:
    """One pass over one file.

    Progress is counted in records, not in lines: a JSON document may be one line. What is written together
    with a batch cannot yet hold the batch's outcomes, so ``from`` says where it began; right after it the
    outcomes are noted too. A run killed in between writes that batch once more, which changes nothing.
    """

    def __init__(self, source: Source, plan: Plan, writer: CatalogueWriter, options: ImportOptions) -> None:
        self._source = source
        self._writer = writer
        self._options = options
        self._table = plan.table
        self._plan = plan
        platform = plan.evidence.platform if plan.evidence else None
        as_of = options.as_of.isoformat() if options.as_of else None
        self._row_options = RowOptions(source.name, options.today, platform, as_of)
        self._reader = RowReader(plan.mapping, self._row_options)
        self._known = len(plan.mapping.columns)
        self.report = ImportReport(
            source.name, facts={k: v for k, v in plan.as_json().items() if k != "columns"}
        )
        self._refused: list[tuple[int, int]] = []  # (record, line) that the catalogue could not keep
        self._done = 0
        self._fingerprint = self._name_run(platform, as_of)
        before = writer.progress(self._fingerprint)
        if before is not None and not before.finished:
            self._resume(before)

    def _name_run(self, platform: str | None, as_of: str | None) -> str:
        """Names the content together with everything that decides what its rows become."""
        columns = [(c.name, c.field) for c in self._plan.mapping.columns]
        said = [self._source.fingerprint(), columns, platform, as_of, self._options.guess_language]
        return hashlib.sha256(orjson.dumps(said)).hexdigest()

    def _resume(self, before: ImportProgress) -> None:
        self._done = before.counters.get("from", 0)
        self.report.created = before.counters.get("created", 0)
        self.report.updated = before.counters.get("updated", 0)
        self.report.unchanged = before.counters.get("unchanged", 0)
        self._refused = [
            (int(n), int(line)) for n, line in before.mapping.get("refused", ()) if n <= self._done
        ]

    def all_batches(self, watch: Watch | None) -> None:
        """Read and write everything; one batch is read while the languages of the one before are told."""
        with Guesser(self._source.size, wanted=self._options.guess_language) as guesser:
            waiting: _Batch | None = None
            for records in _batches(self._table.rows()):
                self._learn_columns(records)
                batch = self._read(records)
                observations = guesser.answer(waiting.observations) if waiting else []
                guesser.ask(batch.observations)
                if waiting:
                    self._write(waiting, observations)
                waiting = batch
                if watch is not None:
                    watch(self.report.rows, self._source.position, self._source.size)
            if waiting:
                self._write(waiting, guesser.answer(waiting.observations))
        self._merge_warnings()
        if not self.report.rows:
            raise refusals.only_header(self._source.name)
        self._writer.write([], self._progress(self.report.rows, self.report.rows, finished=True))

    def _read(self, records: Sequence[Record]) -> _Batch:
        """The observations of a batch. One that is on disk already gives its rejections and warnings only."""
        start = self.report.rows
        refused = dict(self._refused)
        batch = _Batch(start, start + len(records))
        for number, record in enumerate(records, start=start + 1):
            result = self._reader.read(record)
            if isinstance(result, str):
                self.report.rejected.add(record.line, result)
            elif number in refused:
                self.report.rejected.add(record.line, "not_storable")
            elif number <= self._done:
                self.report.resumed += 1
            else:
                batch.observations.append(result)
                batch.places.append((number, record.line))
        self.report.rows = batch.end
        return batch

    def _write(self, batch: _Batch, observations: list[Observation]) -> None:
        """Write; a row that the catalogue cannot keep is rejected and the others are tried again."""
        if batch.end <= self._done:
            return
        while True:
            try:
                outcomes = self._writer.write(observations, self._progress(batch.start, batch.end))
            except InputError as error:
                position = error.details.get("position")
                if not isinstance(position, int):
                    raise
                number, line = batch.places.pop(position)
                del observations[position]
                self._refused.append((number, line))
                self.report.rejected.add(line, "not_storable")
                continue
            break
        for outcome in outcomes:
            setattr(self.report, outcome.status, getattr(self.report, outcome.status) + 1)
        self._writer.write([], self._progress(batch.end, batch.end))

    def _progress(self, start: int, end: int, *, finished: bool = False) -> ImportProgress:
        report = self.report
        counters = {
            "from": start,
            "created": report.created,
            "updated": report.updated,
            "unchanged": report.unchanged,
        }
        columns = {c.name: c.field for c in self._plan.mapping.columns}
        kept = {"columns": columns, "refused": self._refused[:10_000]}
        return ImportProgress(self._fingerprint, end, kept, counters, finished)

    def _learn_columns(self, batch: Sequence[Record]) -> None:
        """JSON objects may bring keys that the first ones lacked: they are mapped when they come."""
        headers = self._table.headers
        if len(headers) <= self._known:
            return
        self._merge_warnings()
        new = headers[self._known :]
        values = [r.cells[self._known :] for r in batch if len(r.cells) > self._known]
        more = propose(new, values, country, platform=self._row_options.platform)
        shifted = tuple(replace(c, index=c.index + self._known) for c in more.columns)
        mapping = ColumnMapping(
            (*self._plan.mapping.columns, *shifted), (*self._plan.mapping.shapes, *more.shapes)
        )
        self._plan = replace(self._plan, mapping=mapping)
        self._known = len(headers)
        self._reader = RowReader(mapping, self._row_options)

    def _merge_warnings(self) -> None:
        for key, cells in self._reader.warnings.items():
            self.report.warnings[key] = self.report.warnings.get(key, 0) + cells
        self._reader.warnings.clear()


def _batches(records: Iterator[Record]) -> Iterator[list[Record]]:
    while batch := list(islice(records, BATCH)):
        yield batch
