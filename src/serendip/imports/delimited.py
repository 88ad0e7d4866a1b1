"""CSV and its like: delimiter and header found by content, records streamed, open quotes contained."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from serendip.catalogue.column_names import read_name
from serendip.imports import refusals
from serendip.imports.header import LOOK_AT, column_names, find_header
from serendip.imports.source import Source
from serendip.imports.tables import Record, Table, until_damage
from serendip.imports.text import Lines

DELIMITERS: Final = (",", "\t", ";", "|")
_MAX_RECORD_LINES: Final = 1_000
_SAMPLE_ROWS: Final = 200


def open_delimited(source: Source, encoding: str) -> Table:
    """``source`` as a table.

    Raises:
        RefusedFile: too many columns, a record too long, only a header, or damage within the first rows.
    """
    delimiter = _find_delimiter(source, encoding)
    head = list(islice(until_damage(_records(source, encoding, delimiter)), _SAMPLE_ROWS))
    widest = max((len(r.cells) for r in head), default=0)
    if widest > refusals.MAX_COLUMNS:
        raise refusals.too_many_columns(source.name, widest)
    filled = [r for r in head if any(r.cells)]
    if not filled:
        raise refusals.empty(source.name)
    at = find_header([r.cells for r in filled])
    start = filled[at] if at is not None else None
    width = len(start.cells) if start else Counter(len(r.cells) for r in filled).most_common(1)[0][0]
    while (
        start
        and width > 1
        and not start.cells[width - 1].strip()
        and _all_empty(filled[(at or 0) + 1 :], width - 1)
    ):
        width -= 1
    headers = column_names(start.cells if start else None, width)
    if start and len(filled) == (at or 0) + 1:
        raise refusals.only_header(source.name)
    after = start.line if start else 0

    def rows() -> Iterator[Record]:
        for record in _records(source, encoding, delimiter):
            if record.line > after and (record.problem or any(record.cells)):
                yield _fitted(record, width, start)

    facts = {"encoding": encoding, "delimiter": delimiter, "header_line": start.line if start else None}
    return Table("tsv" if delimiter == "\t" else "csv", headers, rows, facts)


def _all_empty(records: list[Record], column: int) -> bool:
    return all(len(r.cells) <= column or not r.cells[column].strip() for r in records[: LOOK_AT * 3])


def _fitted(record: Record, width: int, header: Record | None) -> Record:
    """``record`` cut to ``width`` where the rest is empty; a row of another width is malformed."""
    if record.problem:
        return record
    cells = record.cells
    if header is not None and cells == header.cells:
        return Record(record.line, cells, "repeated_header")
    if len(cells) > width and not any(c.strip() for c in cells[width:]):
        cells = cells[:width]
    return Record(record.line, cells, None if len(cells) == width else "malformed_row")


def _find_delimiter(source: Source, encoding: str) -> str:
    """The delimiter under which the first rows agree best on their width and show the most known names."""
    lines: list[str] = []
    size = 0
    for line in Lines(source.stream(), encoding, source.name).whole():
        lines.append(line)
        size += len(line)
        if len(lines) >= 400 or size > 1_000_000:
            break
    best, best_score = ",", 0.0
    for delimiter in DELIMITERS:
        if not any(delimiter in line for line in lines):
            continue
        rows = [row for row in islice(_tolerant(lines, delimiter), _SAMPLE_ROWS) if any(row)]
        widths = Counter(len(row) for row in rows if len(row) > 1)
        if not widths:
            continue
        width, agreeing = widths.most_common(1)[0]
        names = max(
            (
                sum(read_name(c).field is not None for c in row[:100] if 0 < len(c) < 80)
                for row in rows[:LOOK_AT]
            ),
            default=0,
        )
        score = agreeing / max(1, len(rows)) * (1 + min(width, 30) / 100) + names
        if score > best_score:
            best, best_score = delimiter, score
    return best


def _tolerant(lines: list[str], delimiter: str) -> Iterator[list[str]]:
    csv.field_size_limit(refusals.MAX_RECORD)
    try:
        yield from csv.reader(lines, delimiter=delimiter)
    except csv.Error:
        return


class _Feed:
    """Lines for one ``csv.reader``, remembering those of the present record so that they can be read anew."""

    def __init__(self, lines: Lines, name: str) -> None:
        self._lines = lines
        self._iterator = iter(lines)
        self._name = name
        self.again: list[tuple[int, str]] = []
        self.record: list[tuple[int, str]] = []
        self.size = 0
        self.exhausted = False

    def __iter__(self) -> _Feed:
        return self

    def __next__(self) -> str:
        if self.again:
            number, line = self.again.pop()
        else:
            line = next(self._iterator, None)
            if line is None:
                self.exhausted = True
                raise StopIteration
            number = self._lines.number + 1
        self.record.append((number, line))
        self.size += len(line)
        if self.size > refusals.MAX_RECORD:
            raise refusals.record_too_long(self._name, self.record[0][0])
        if len(self.record) > _MAX_RECORD_LINES:
            self.exhausted = True
            raise StopIteration
        return line

    def forget(self) -> None:
        """The record is complete."""
        self.record.clear()
        self.size = 0

    def retry(self) -> int:
        """Give the record's lines anew, without the first. Its number is returned."""
        first = self.record[0][0]
        self.again.extend(reversed(self.record[1:]))
        self.forget()
        self.exhausted = False
        return first


def _records(source: Source, encoding: str, delimiter: str) -> Iterator[Record]:
    """Every record with its line. A quote that never closes costs its own line only."""
    csv.field_size_limit(refusals.MAX_RECORD)
    feed = _Feed(Lines(source.stream(), encoding, source.name), source.name)
    reader = csv.reader(feed, delimiter=delimiter)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:
            raise refusals.record_too_long(source.name, feed.record[0][0] if feed.record else 1) from None
        if feed.exhausted and feed.record:
            # The reader asked for more lines inside a record and there were none: an open quote.
            yield Record(feed.retry(), [], "malformed_row")
            reader = csv.reader(feed, delimiter=delimiter)
            continue
        if cells is None:
            return
        line = feed.record[0][0]
        feed.forget()
        if len(cells) > refusals.MAX_COLUMNS:
            raise refusals.too_many_columns(source.name, len(cells))
        yield Record(line, cells)
