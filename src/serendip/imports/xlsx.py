"""XLSX workbooks: checked as archives first, then read row by row; of formulas the stored result."""

from __future__ import annotations

import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final
from xml.etree.ElementTree import ParseError

from serendip.imports import refusals
from serendip.imports.header import LOOK_AT, column_names, find_header
from serendip.imports.source import Source
from serendip.imports.tables import Record, Table, until_damage

_MAX_MEMBER: Final = 1024**3
_MAX_TOTAL: Final = 2 * 1024**3
_MAX_RATIO: Final = 200
_RATIO_AFTER: Final = 16 * 1024 * 1024
_MAX_SHARED: Final = 256 * 1024 * 1024
_MAX_BLANK: Final = 10_000
_MAX_ROWS: Final = 1_048_576
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
    struct.error,
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    OverflowError,
    NotImplementedError,
    EOFError,
    RuntimeError,
    OSError,
)
"""What openpyxl lets out for files that are no proper workbooks."""


def open_xlsx(source: Source) -> Table:
    """The first sheet of a workbook that holds rows under a header.

    Raises:
        RefusedFile: a bomb, XML entities, damage, no rows, or too many columns.
    """
    _check_archive(source)
    sheet, head, at = _find_sheet(source)
    header = head[at].cells if at is not None else None
    width = max(len(r.cells) for r in head[at or 0 :])
    if header is not None:
        width = max((i + 1 for i, c in enumerate(header) if c not in (None, "")), default=width)
    if width > refusals.MAX_COLUMNS:
        raise refusals.too_many_columns(source.name, width)
    headers = column_names(header, width)
    after = head[at].line if at is not None else 0

    def rows() -> Iterator[Record]:
        for record in _records(source, sheet):
            if record.line > after:
                same = header is not None and record.cells == header
                yield Record(record.line, record.cells[:width], "repeated_header" if same else None)

    facts = {"sheet": sheet, "header_line": after or None}
    return Table("xlsx", headers, rows, facts)


def members_of(source: Source) -> list[str] | None:
    """The names in a zip archive, in lower case; None when it cannot be opened."""
    try:
        with zipfile.ZipFile(source.raw()) as archive:
            return [name.lower() for name in archive.namelist()]
    except _DAMAGE:
        return None


def _check_archive(source: Source) -> None:
    """Refuse bombs and XML entities by what the members really unpack to, not by what they claim."""
    try:
        with zipfile.ZipFile(source.raw()) as archive:
            members = archive.infolist()
            if len(members) > 10_000 or sum(m.file_size for m in members) > _MAX_TOTAL:
                raise refusals.bomb(source.name)
            for member in members:
                if member.flag_bits & 1:
                    raise refusals.packed(source.name, "password")
                if member.filename.lower().endswith((".xml", ".rels", ".vml")):
                    _check_member(archive, member, source.name)
    except _DAMAGE:
        raise refusals.damaged(source.name, "XLSX") from None


def _check_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> None:
    cap = _MAX_SHARED if member.filename.lower().endswith("sharedstrings.xml") else _MAX_MEMBER
    out, tail = 0, b""
    with archive.open(member) as stream:
        while chunk := stream.read(1024 * 1024):
            out += len(chunk)
            if out > cap or (out > _RATIO_AFTER and out > _MAX_RATIO * max(1, member.compress_size)):
                raise refusals.bomb(name)
            if b"<!DOCTYPE" in tail + chunk or b"<!ENTITY" in tail + chunk:
                raise refusals.unsafe_markup(name)
            tail = chunk[-9:]


def _find_sheet(source: Source) -> tuple[str, list[Record], int | None]:
    """Name and first rows of the first sheet with a header and rows below it, else of the first with rows."""
    fallback: tuple[str, list[Record], int | None] | None = None
    names = _sheet_names(source)
    for name in names:
        head = list(islice(until_damage(_records(source, name)), 200))
        at = find_header([r.cells for r in head[:LOOK_AT]])
        if at is not None and len(head) > at + 1:
            return name, head, at
        if head and fallback is None:
            fallback = name, head, at
    if fallback is None:
        raise refusals.empty(source.name)
    if fallback[2] is not None:
        raise refusals.only_header(source.name)
    return fallback


def _workbook(source: Source) -> Any:
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # styles and extensions that we do not look at
        return load_workbook(source.raw(), read_only=True, data_only=True, keep_links=False)


def _sheet_names(source: Source) -> list[str]:
    try:
        book = _workbook(source)
        names = [sheet.title for sheet in book.worksheets]
        book.close()
    except _DAMAGE:
        raise refusals.damaged(source.name, "XLSX") from None
    return names


def _records(source: Source, sheet: str) -> Iterator[Record]:
    """Rows of a sheet that hold anything, each with its row number."""
    blank = 0
    try:
        book = _workbook(source)
        page = book[sheet]
        page.reset_dimensions()  # what a file claims about its size is not believed
        for number, row in enumerate(page.iter_rows(values_only=True), start=1):
            if number > _MAX_ROWS:
                raise refusals.damaged(source.name, "XLSX rows", number)
            cells = list(row)
            while cells and cells[-1] in (None, ""):
                cells.pop()
            if not cells:
                blank += 1
                if blank > _MAX_BLANK:
                    break
                continue
            blank = 0
            if len(cells) > refusals.MAX_COLUMNS:
                raise refusals.too_many_columns(source.name, len(cells))
            yield Record(number, cells)
        book.close()
    except _DAMAGE:
        raise refusals.damaged(source.name, "XLSX") from None
