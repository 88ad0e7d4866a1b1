"""Parquet files, read in slices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from serendip.imports import refusals
from serendip.imports.source import Source
from serendip.imports.tables import Record, Table

_SLICE: Final = 5_000
_ERRORS = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError, OverflowError)


def open_parquet(source: Source) -> Table:
    """``source`` as a table; structs become dotted columns.

    Raises:
        RefusedFile: damaged, no rows, or too many columns.
    """
    try:
        frame = pl.scan_parquet(source.path)
        schema = frame.collect_schema()
        count = int(frame.select(pl.len()).collect().item())
    except _ERRORS as error:
        raise refusals.damaged(source.name, f"Parquet: {_first_line(error)}") from None
    if len(schema) > refusals.MAX_COLUMNS:
        raise refusals.too_many_columns(source.name, len(schema))
    if not count:
        raise refusals.only_header(source.name)
    structs = [name for name, kind in schema.items() if isinstance(kind, pl.Struct)]
    if structs:
        frame = frame.unnest(structs, separator=".")
        schema = frame.collect_schema()

    def rows() -> Iterator[Record]:
        for offset in range(0, count, _SLICE):
            try:
                part = frame.slice(offset, _SLICE).collect()
            except _ERRORS as error:
                raise refusals.damaged(source.name, f"Parquet: {_first_line(error)}", offset + 1) from None
            for i, row in enumerate(part.iter_rows()):
                yield Record(offset + i + 1, list(row))

    return Table("parquet", list(schema.names()), rows, {"rows": count})


def _first_line(error: BaseException) -> str:
    return str(error).split("\n", 1)[0][:120]
