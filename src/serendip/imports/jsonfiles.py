"""JSON Lines, and JSON documents with a list of objects in them, read one object at a time."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, cast

import orjson

from serendip.catalogue.column_names import read_name
from serendip.catalogue.column_words import IGNORE
from serendip.catalogue.mapping import IDENTITY
from serendip.core.errors import RefusedFile
from serendip.imports import refusals
from serendip.imports.jsonscan import CHUNK, Nesting, Scanner
from serendip.imports.source import Source
from serendip.imports.tables import Record, Table, until_damage
from serendip.imports.text import Lines

_LOOK_AHEAD: Final = 16 * 1024 * 1024
_FLATTEN: Final = 4
_SAMPLE: Final = 2_000
_LINES: Final = 400
_BROKEN: Final = object()
_LOOSE: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[^\s,"][^,"\n]*')
"""What stands between the objects of a list and is no comma."""


class _Keys:
    """The columns of objects: in order of appearance, growing."""

    def __init__(self, name: str) -> None:
        self.headers: list[str] = []
        self._places: dict[str, int] = {}
        self._name = name

    def cells(self, item: dict[str, Any]) -> list[Any]:
        """The values of ``item`` by column; objects inside it become dotted columns."""
        out: list[Any] = [None] * len(self.headers)
        self._fill(out, item, "", 0)
        return out

    def _fill(self, out: list[Any], item: dict[str, Any], prefix: str, depth: int) -> None:
        for key, value in item.items():
            name = f"{prefix}{key}"
            if isinstance(value, dict) and depth < _FLATTEN:
                self._fill(out, cast("dict[str, Any]", value), f"{name}.", depth + 1)
                continue
            place = self._places.get(name)
            if place is None:
                place = self._places[name] = len(self.headers)
                self.headers.append(name)
                if place >= refusals.MAX_COLUMNS:
                    raise refusals.too_many_columns(self._name, place + 1)
            if place >= len(out):
                out.extend([None] * (place + 1 - len(out)))
            out[place] = value


def open_jsonl(source: Source, encoding: str) -> Table:
    """A table of one object a line. Lines that are no objects are rejected one by one."""
    keys = _Keys(source.name)

    def rows() -> Iterator[Record]:
        lines = Lines(source.stream(), encoding, source.name)
        for line in lines:
            if not line.isspace():
                yield _record(line, lines.number + 1, keys)

    return _table("jsonl", source, keys, rows, {"encoding": encoding})


def open_json(source: Source, encoding: str) -> Table:
    """A table of the members of the list of channels in a document, or of the objects that follow each other.

    Raises:
        RefusedFile: no such list, nested too deep, an object too long, or damage before the first member.
    """
    keys = _Keys(source.name)
    wanted, elsewhere = _find_list(source, encoding)

    def rows() -> Iterator[Record]:
        for line, text in _members(source, encoding, wanted):
            yield _record(text, line, keys)

    facts = {"encoding": encoding} | ({"objects_elsewhere": elsewhere} if elsewhere else {})
    return _table("json", source, keys, rows, facts)


def _table(form: str, source: Source, keys: _Keys, rows: Any, facts: dict[str, Any]) -> Table:
    seen = sum(1 for _ in islice(until_damage(rows()), _SAMPLE))
    if not seen:
        raise refusals.empty(source.name)
    return Table(form, keys.headers, rows, facts)


def _record(text: str, line: int, keys: _Keys) -> Record:
    item = _parse(text)
    if isinstance(item, dict):
        return Record(line, keys.cells(cast("dict[str, Any]", item)))
    return Record(line, [], "malformed_row" if item is _BROKEN else "not_an_object")


def _parse(text: str) -> Any:
    """The value that ``text`` is, with NaN as None; ``_BROKEN`` when it is no JSON."""
    try:
        return orjson.loads(text)
    except ValueError:
        try:
            # Slower, and takes what orjson refuses: NaN, 1e400, integers of any length.
            return json.loads(text, parse_constant=lambda _: None)
        except (ValueError, RecursionError):
            return _BROKEN


def parse_object(text: str) -> dict[str, Any] | None:
    """The object that ``text`` is, with NaN as None; or None when it is no object."""
    item = _parse(text)
    return cast("dict[str, Any]", item) if isinstance(item, dict) else None


def is_jsonl(head: str, *, named: bool = False) -> bool:
    """True when the lines are objects, one each, at least half of them whole.

    Args:
        head: the first part of a text; its last line may be cut.
        named: the file's name says so: then one whole line is enough, or that all of them begin as objects.

    A single line is a document: it may hold the list of channels somewhere inside.
    """
    lines = [line for line in map(str.strip, head.split("\n")[:_LINES]) if line]
    if len(head) >= CHUNK and len(lines) > 2:
        lines.pop()
    begun = sum(line[0] == "{" for line in lines)
    if len(lines) < 2 or not begun or lines[0] == "[":
        return len(lines) == 1 and named and begun == 1 and parse_object(lines[0]) is None
    whole = sum(line[0] == "{" and parse_object(line) is not None for line in lines)
    if named and (whole or begun == len(lines)):
        return True
    return whole > 0 and whole * 2 >= len(lines)


class _Known(NamedTuple):
    """What is known of the columns of an object: whether any names a channel, and how many are known."""

    names: bool
    fields: int


def _known(item: dict[str, Any] | None, name: str) -> _Known:
    if item is None:
        return _Known(names=False, fields=0)
    keys = _Keys(name)
    cells = keys.cells(item)
    fields = [read_name(h).field for h, c in zip(keys.headers, cells, strict=True) if not isinstance(c, list)]
    known = [f for f in fields if f not in {None, IGNORE}]
    return _Known(any(f in IDENTITY for f in known), len(known))


def _find_list(source: Source, encoding: str) -> tuple[int, int]:
    """The number of the outermost array that lists the channels, and how many objects other arrays hold.

    Arrays whose first object has a column that names a channel go first, then the longest. 0 stands for the
    top level itself: objects that follow each other, or one that is a channel rather than holding a list.
    """
    counts, first = _survey(source, encoding)
    if counts[0] > 1 or len(counts) == 1:
        best = 0
    else:
        best = max(
            (n for n in counts if n), key=lambda n: (_known(first.get(n), source.name).names, counts[n])
        )
        top = _known(_only_object(source, encoding), source.name) if counts[0] else _known(None, "")
        if top.names and top.fields >= _known(first.get(best), source.name).fields:
            best = 0
    if not counts[best]:
        raise refusals.no_list(source.name)
    return best, sum(n for number, n in counts.items() if number not in {0, best}) if best else 0


def _survey(source: Source, encoding: str) -> tuple[dict[int, int], dict[int, dict[str, Any] | None]]:
    """How many objects each outermost array holds as far as we look, and the first object of each."""
    counts, first = {0: 0}, dict[int, dict[str, Any] | None]()
    scanner, nesting = Scanner(source, encoding), Nesting(source.name)
    number, depth, offset = -1, -1, 0  # of the first object being read
    try:
        for bracket, at in scanner.brackets(_LOOK_AHEAD):
            if bracket in "]}":
                if not nesting.close(bracket):
                    break
                if nesting.depth == depth:
                    first[number] = parse_object(scanner.text(offset, at + 1))
                    depth, scanner.keep = -1, None
            elif (found := nesting.open(bracket)) is not None:
                counts[found] = counts.get(found, 0) + 1
                if found and found not in first and depth < 0:
                    number, depth, offset = found, nesting.depth - 1, at
                    scanner.keep = at
    except RefusedFile as error:
        if error.code != "ERR_FILE_DAMAGED":
            raise
    return counts, first


def _only_object(source: Source, encoding: str) -> dict[str, Any] | None:
    """The document as one object; None when it is longer than a record may be."""
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    with io.TextIOWrapper(source.stream(), encoding=encoding, errors=errors) as reader:
        try:
            return parse_object(reader.read(refusals.MAX_RECORD))
        except RefusedFile:
            return None


def _members(source: Source, encoding: str, wanted: int) -> Iterator[tuple[int, str]]:
    """Each member of the array ``wanted``, an object or not, with the line that it begins at."""
    scanner, nesting = Scanner(source, encoding), Nesting(source.name)
    depth, line, offset = -1, 1, 0  # of the member being read; depth -1 when there is none
    gap = scanner.keep = None if wanted else 0  # where the text between members begins
    for bracket, at in scanner.brackets():
        direct = depth < 0 and nesting.within(wanted)
        if direct and gap is not None:
            yield from _loose(scanner, gap, at)
            gap = scanner.keep = None
        if bracket in "{[":
            if direct:
                depth, line, offset = nesting.depth, scanner.line_at(at), at
                scanner.keep = at
            nesting.open(bracket)
            if depth < 0 and nesting.within(wanted):
                gap = scanner.keep = at + 1
            continue
        if not nesting.close(bracket):
            raise refusals.damaged(source.name, "JSON brackets", scanner.line_at(at))
        if depth == nesting.depth:
            yield line, scanner.text(offset, at + 1)
            depth, gap = -1, at + 1
            scanner.keep = gap
    if nesting.depth:
        raise refusals.damaged(source.name, "JSON breaks off", line)
    if gap is not None:
        yield from _loose(scanner, gap, scanner.end)


def _loose(scanner: Scanner, start: int, end: int) -> Iterator[tuple[int, str]]:
    """What stands between members and is no comma, piece by piece."""
    for match in _LOOSE.finditer(scanner.text(start, end)):
        yield scanner.line_at(start + match.start()), match[0].rstrip()
