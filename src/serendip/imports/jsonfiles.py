"""JSON Lines, and JSON documents with a list of objects in them, read one object at a time."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, cast

import orjson

from serendip.imports import refusals
from serendip.imports.source import Source
from serendip.imports.tables import Record, Table
from serendip.imports.text import Lines

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*("|\\?\Z)|[{}\[\]]', re.DOTALL)
_CHUNK: Final = 256 * 1024
_LOOK_AHEAD: Final = 16 * 1024 * 1024
_FLATTEN: Final = 4
_SAMPLE: Final = 2_000


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
    """A table of the objects of the largest list of a document, or of the objects that follow each other.

    Raises:
        RefusedFile: no such list, nested too deep, an object too long, or damage within the first part.
    """
    keys = _Keys(source.name)
    array = _find_array(source, encoding)

    def rows() -> Iterator[Record]:
        for line, text in _objects(source, encoding, array):
            yield _record(text, line, keys)

    return _table("json", source, keys, rows, {"encoding": encoding})


def _table(form: str, source: Source, keys: _Keys, rows: Any, facts: dict[str, Any]) -> Table:
    seen = sum(1 for _ in islice(rows(), _SAMPLE))
    if not seen:
        raise refusals.empty(source.name)
    return Table(form, keys.headers, rows, facts)


def _record(text: str, line: int, keys: _Keys) -> Record:
    item = parse_object(text)
    return Record(line, [], "not_an_object") if item is None else Record(line, keys.cells(item))


def parse_object(text: str) -> dict[str, Any] | None:
    """The object that ``text`` is, with NaN as None; or None when it is no object."""
    try:
        item = orjson.loads(text)
    except ValueError:
        try:
            # Slower, and takes what orjson refuses: NaN, 1e400, integers of any length.
            item = json.loads(text, parse_constant=lambda _: None)
        except (ValueError, RecursionError):
            return None
    return cast("dict[str, Any]", item) if isinstance(item, dict) else None


def is_jsonl(head: str) -> bool:
    """True when the first line that is not blank is a whole object, and what follows begins another."""
    lines = head.lstrip("\ufeff \t\r\n").split("\n", 1)
    if parse_object(lines[0]) is None:
        return False
    return len(lines) < 2 or lines[1].lstrip()[:1] in {"", "{"}


class _Scanner:
    """The brackets of a document outside its strings, with their places; holds no more text than needed.

    Attributes:
        keep: offset from which text is still needed, or None.
    """

    def __init__(self, source: Source, encoding: str) -> None:
        errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
        self._reader = io.TextIOWrapper(source.stream(), encoding=encoding, errors=errors, newline="")
        self._name = source.name
        self._window = ""
        self._base: int = 0  # offset of the window
        self._lines, self._counted = 1, 0
        self.keep: int | None = None

    def brackets(self, limit: int | None = None) -> Iterator[tuple[str, int]]:
        """``(bracket, offset)`` in order; stops after ``limit`` characters."""
        unread: int = 0
        while (limit is None or unread < limit) and (chunk := self._reader.read(_CHUNK)):
            cut = unread if self.keep is None else min(unread, self.keep)
            self.line_at(cut)
            self._window = self._window[cut - self._base :] + chunk
            self._base = cut
            if len(self._window) > refusals.MAX_RECORD + _CHUNK:
                raise refusals.record_too_long(self._name, self._lines)
            start, unread = unread - cut, cut + len(self._window)
            for match in _TOKEN.finditer(self._window, start):
                closing: str | None = match[1]
                if closing is None:
                    yield match[0], cut + match.start()
                elif closing != '"':  # a string that the chunk cuts is looked at again with the next one
                    unread = cut + match.start()

    def line_at(self, offset: int) -> int:
        """The line of an offset; offsets must not go back."""
        self._lines += self._window.count("\n", self._counted - self._base, offset - self._base)
        self._counted = max(self._counted, offset)
        return self._lines

    def text(self, start: int, end: int) -> str:
        """A part of what is kept."""
        return self._window[start - self._base : end - self._base]


class _Nesting:
    """Where in a document we are. Arrays that stand in no other array are numbered from 1."""

    def __init__(self, name: str) -> None:
        self._stack: list[tuple[str, int]] = []
        self._arrays = 0
        self._name = name

    @property
    def depth(self) -> int:
        """Brackets that are open."""
        return len(self._stack)

    def open(self, bracket: str) -> int | None:
        """Enter ``{`` or ``[``. For an object, the number of the array it is an element of; 0 at the top."""
        if len(self._stack) >= refusals.MAX_DEPTH:
            raise refusals.too_deep(self._name)
        kind, number = self._stack[-1] if self._stack else ("", 0)
        if bracket == "{":
            self._stack.append(("{", 0))
            return number if kind == "[" and number else (None if kind else 0)
        outermost = all(kind != "[" for kind, _ in self._stack)
        self._arrays += outermost
        self._stack.append(("[", self._arrays if outermost else 0))
        return None

    def close(self, bracket: str) -> bool:
        """Leave; False when another bracket was open."""
        return bool(self._stack) and (self._stack.pop()[0] == "{") == (bracket == "}")


def _find_array(source: Source, encoding: str) -> int:
    """The number of the outermost array with the most objects in it; 0 stands for the top level itself."""
    counts = {0: 0}
    nesting = _Nesting(source.name)
    for bracket, _ in _Scanner(source, encoding).brackets(_LOOK_AHEAD):
        if bracket in "]}":
            if not nesting.close(bracket):
                break
        elif (number := nesting.open(bracket)) is not None:
            counts[number] = counts.get(number, 0) + 1
    best = max((n for n in counts if n), key=lambda n: counts[n], default=0)
    if counts[0] > 1 or not best:
        best = 0
    if not counts[best]:
        raise refusals.no_list(source.name)
    return best


def _objects(source: Source, encoding: str, wanted: int) -> Iterator[tuple[int, str]]:
    """Each object of the array ``wanted`` with the line that it begins at."""
    scanner, nesting = _Scanner(source, encoding), _Nesting(source.name)
    depth, line, offset = -1, 1, 0  # of the object being read; depth -1 when there is none
    for bracket, at in scanner.brackets():
        if bracket in "{[":
            begins = nesting.open(bracket) == wanted and depth < 0
            if begins:
                depth, line, offset = nesting.depth, scanner.line_at(at), at
                scanner.keep = at
            continue
        if not nesting.close(bracket):
            raise refusals.damaged(source.name, "JSON brackets", scanner.line_at(at))
        if depth == nesting.depth + 1:
            yield line, scanner.text(offset, at + 1)
            depth, scanner.keep = -1, None
    if nesting.depth:
        raise refusals.damaged(source.name, "JSON breaks off", line)
