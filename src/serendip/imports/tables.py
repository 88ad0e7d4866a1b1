"""What every reader gives: headers, and records with the line of the file that each begins at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from serendip.core.errors import RefusedFile

Reason = Literal[
    "no_identity",
    "bad_identity",
    "unknown_platform",
    "other_platform",
    "malformed_row",
    "not_an_object",
    "too_long",
    "repeated_header",
    "not_storable",
]

REASONS: dict[Reason, tuple[str, str]] = {
    "no_identity": (
        "没有频道 ID、链接、账号，也没有可读的名称",
        "no channel id, link, handle or readable name",
    ),
    "bad_identity": (
        "标识频道的值不是合法的 ID、链接或账号",
        "what should name the channel is no valid id, link or handle",
    ),
    "unknown_platform": (
        "看不出属于哪个平台；可加 --platform",
        "the platform cannot be told; --platform says it",
    ),
    "other_platform": (
        "链接属于另一个平台",
        "the link belongs to another platform",
    ),
    "malformed_row": (
        "这一行不完整：列数与表头不符、引号没有闭合，或不是合法的 JSON",
        "the row is broken: its number of columns differs from the header, a quote never closes, "
        "or it is no valid JSON",
    ),
    "not_an_object": (
        "是合法的 JSON，但不是对象（不是 {...}）",
        "valid JSON, but no object ({...})",
    ),
    "too_long": (
        "名称或标识过长",
        "the name or identity is too long",
    ),
    "repeated_header": (
        "重复的表头行",
        "the header row once more",
    ),
    "not_storable": (
        "目录无法保存这一行",
        "the catalogue cannot keep this row",
    ),
}
"""Every reason for which a row can be rejected, in zh and en."""


class Record(NamedTuple):
    """One record of a file.

    Attributes:
        line: where it begins, from 1: line of a text, row of a sheet, ordinal of a record in Parquet.
        cells: its values by column; shorter than the headers where trailing ones are not stated.
        problem: why it cannot be read, or None.
    """

    line: int
    cells: list[Any]
    problem: Reason | None = None


def until_damage(records: Iterator[Record]) -> Iterator[Record]:
    """The records up to where the file breaks off, enough to tell what it is. Damage at once raises."""
    known = False
    try:
        for record in records:
            known = True
            yield record
    except RefusedFile as error:
        if not known or error.code != "ERR_FILE_DAMAGED":
            raise


@dataclass(slots=True)
class Table:
    """A file as a table.

    Attributes:
        format: csv, tsv, json, jsonl, parquet or xlsx.
        headers: column names; those of JSON grow while records with new keys come.
        rows: a fresh pass over the records, from the first.
        facts: what was found out: encoding, delimiter, header_line, sheet ...
    """

    format: str
    headers: list[str]
    rows: Callable[[], Iterator[Record]]
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
