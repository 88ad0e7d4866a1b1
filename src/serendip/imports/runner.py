"""The import of one file: streamed in batches, each written as a whole together with its progress."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import orjson

from serendip.catalogue.channel import Observation
from serendip.catalogue.mapping import IDENTITY, ColumnMapping, propose
from serendip.catalogue.ports import CatalogueWriter, ImportProgress
from serendip.core.errors import InputError, RefusedFile
from serendip.imports import refusals
from serendip.imports.figures import country
from serendip.imports.guesser import Guesser
from serendip.imports.leftovers import notes_on, notes_on_rows, unused_columns
from serendip.imports.planning import ImportOptions, Plan, plan_import
from serendip.imports.report import ImportReport
from serendip.imports.rows import RowOptions, RowReader
from serendip.imports.source import Source
from serendip.imports.standard_input import opened
from serendip.imports.tables import Record

BATCH: Final = 2_000

Watch = Callable[[int, int, int], None]
"""Called after each batch with rows so far, bytes read, bytes in all."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during an import: ``rows`` of ``file`` are kept; the next import of it goes on after them."""

    def __init__(self, file: str, rows: int) -> None:
        super().__init__(file)
        self.file = file
        self.rows = rows


def import_file(
    path: Path, writer: CatalogueWriter, options: ImportOptions, watch: Watch | None = None
) -> ImportReport:
    """Import ``path``. An import that was interrupted goes on after its last whole batch.

    Raises:
        RefusedFile: the file cannot be read safely, names no channels, or its platform cannot be told.
            Whole rows that were read before damage was met are written and stay.
        Interrupted: Ctrl-C; whole batches stay.
    """
    began = time.monotonic()
    with opened(path) as source:
        plan = plan_import(source, options, writer)
        if not any(c.field in IDENTITY for c in plan.mapping.columns):
            raise refusals.no_identity_column(source.name)
        if plan.evidence is None:
            raise refusals.unknown_platform(source.name)
        if options.overrides:
            said = {"columns": dict(plan.overrides), "saved_on": options.today.isoformat()}
            writer.save_mapping(plan.mapping.signature, said)
        run = _Run(source, plan, writer, options)
        try:
            run.all_batches(watch)
        except KeyboardInterrupt:
            raise Interrupted(source.name, run.kept()) from None
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
        self._platforms: Counter[str] = Counter()  # rows that were kept
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
            broken: list[RefusedFile] = []
            for records in _batches(self._table.rows(), broken):
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
        self._leftovers()
        if broken:
            raise refusals.after_rows(broken[0], self.report.rows)
        if not self.report.rows:
            raise refusals.only_header(self._source.name)
        self._writer.write([], self._progress(self.report.rows, self.report.rows, finished=True))

    def kept(self) -> int:
        """Rows of the file that are on disk."""
        found = self._writer.progress(self._fingerprint)
        return 0 if found is None else found.line

    def _leftovers(self) -> None:
        mapping, report = self._plan.mapping, self.report
        report.unused = unused_columns(mapping, self._row_options.platform, self._plan.remembered_on)
        report.notes = [
            *notes_on(mapping, self._source.name, self._options.platform),
            *notes_on_rows(self._platforms, self._table.facts),
        ]

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
                self._platforms[result.platform] += 1
            else:
                self._platforms[result.platform] += 1
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
                self._platforms[observations.pop(position).platform] -= 1
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


def _batches(records: Iterator[Record], broken: list[RefusedFile]) -> Iterator[list[Record]]:
    """Lists of records; what ends them early is put into ``broken`` after the whole records before it."""
    batch: list[Record] = []
    try:
        for record in records:
            batch.append(record)
            if len(batch) == BATCH:
                yield batch
                batch = []
    except RefusedFile as error:
        broken.append(error)
    if batch:
        yield batch
