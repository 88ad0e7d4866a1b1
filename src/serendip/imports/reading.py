"""From a file to a table: the format told by its content."""

from __future__ import annotations

import re
from typing import Final

from serendip.imports import refusals
from serendip.imports.delimited import open_delimited
from serendip.imports.jsonfiles import is_jsonl, open_json, open_jsonl
from serendip.imports.source import GZIP, Source
from serendip.imports.tables import Table
from serendip.imports.text import detect_encoding, sample_of

_PACKED: Final = (
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
)
_FOREIGN: Final = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel file (.xls)"),
    (b"%PDF", "a PDF"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7fELF", "a program"),
    (b"ARROW1", "an Arrow file"),
    (b"Obj\x01", "an Avro file"),
)


_JSONL: Final = re.compile(r"\.(jsonl|ndjson|jsonlines)(\.gz)?$", re.IGNORECASE)
_JSON_LIST: Final = re.compile(
    r'\[\s*(?:(?:null|true|false|-?\d[\d.eE+-]*|"(?:[^"\\]|\\.){0,200}")\s*,\s*){0,100}[{\[]'
)
_OFFICE: Final = (
    ("xl/", "a binary workbook (.xlsb)"),
    ("word/", "a Word document"),
    ("ppt/", "a presentation"),
    ("content.xml", "an OpenDocument file (.ods)"),
    ("index/document.iwa", "a Numbers file"),
)


def open_table(source: Source) -> Table:
    """The table in ``source``.

    Raises:
        RefusedFile: whatever cannot be read safely, with what to do.
    """
    source.check()
    with source.stream() as stream:
        sample = sample_of(stream)
    if sample[:4] == b"PAR1" or sample[:4] == b"PK\x03\x04":
        return _open_binary(source, sample)
    if sample[:2] == GZIP:
        raise refusals.packed(source.name, "gzip, twice")
    if sample[257:262] == b"ustar":
        raise refusals.packed(source.name, "tar")
    for magic, how in _PACKED:
        if sample.startswith(magic):
            raise refusals.packed(source.name, how)
    for magic, looks in _FOREIGN:
        if sample.startswith(magic):
            raise refusals.unknown_format(source.name, looks)
    return _open_text(source, sample)


def _open_binary(source: Source, sample: bytes) -> Table:
    if source.gzipped:
        raise refusals.packed(source.name, "gzip")
    if sample[:4] == b"PAR1":
        from serendip.imports.parquet import open_parquet

        return open_parquet(source)
    from serendip.imports.xlsx import members_of, open_xlsx

    members = members_of(source)
    if members is None:
        # The list of members stands at the end; what a workbook begins with is still there.
        cut = b"[Content_Types].xml" in sample or b"xl/" in sample
        raise refusals.damaged_workbook(source.name) if cut else refusals.damaged(source.name, "zip")
    if "xl/workbook.xml" in members:
        return open_xlsx(source)
    for first, looks in _OFFICE:
        if any(name.startswith(first) for name in members):
            raise refusals.unknown_format(source.name, looks)
    raise refusals.packed(source.name, "zip")


def _open_text(source: Source, sample: bytes) -> Table:
    encoding = detect_encoding(sample)
    if encoding is None:
        raise refusals.unknown_format(source.name, "binary data")
    text = sample.decode(encoding, "replace").lstrip("\ufeff \t\r\n")
    if not text:
        raise refusals.empty(source.name)
    if text[:15].lower().startswith(("<!doctype", "<html", "<?xml", "<table")):
        raise refusals.unknown_format(source.name, "a web page or XML")
    if is_jsonl(text, named=bool(_JSONL.search(source.name))):
        return open_jsonl(source, encoding)
    if text[0] == "{":
        return open_json(source, encoding)
    if _JSON_LIST.match(text):
        return open_json(source, encoding)
    return open_delimited(source, encoding)
