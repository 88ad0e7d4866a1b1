"""The brackets of a JSON document as it streams by: where its lists and their members begin and end."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final

from serendip.imports import refusals
from serendip.imports.source import Source

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*("|\\?\Z)|[{}\[\]]', re.DOTALL)
CHUNK: Final = 256 * 1024
"""Characters that are read at a time."""


class Scanner:
    """The brackets of a document outside its strings, with their places; holds no more text than needed.

    Attributes:
        keep: offset from which text is still needed, or None.
    """

    def __init__(self, source: Source, encoding: str) -> None:
        errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
        self._stream = source.stream()
        # Not a TextIOWrapper: what it had decoded before damage would be lost with the error.
        self._decoder = codecs.getincrementaldecoder(encoding)(errors)
        self._name = source.name
        self._window = ""
        self._base: int = 0  # offset of the window
        self._lines, self._counted = 1, 0
        self.keep: int | None = None

    def brackets(self, limit: int | None = None) -> Iterator[tuple[str, int]]:
        """``(bracket, offset)`` in order; stops after ``limit`` characters."""
        unread: int = 0
        while (limit is None or unread < limit) and (chunk := self._more()):
            cut = unread if self.keep is None else min(unread, self.keep)
            self.line_at(cut)
            self._window = self._window[cut - self._base :] + chunk
            self._base = cut
            if len(self._window) > refusals.MAX_RECORD + CHUNK:
                raise refusals.record_too_long(self._name, self._lines)
            start, unread = unread - cut, cut + len(self._window)
            for match in _TOKEN.finditer(self._window, start):
                closing: str | None = match[1]
                if closing is None:
                    yield match[0], cut + match.start()
                elif closing != '"':  # a string that the chunk cuts is looked at again with the next one
                    unread = cut + match.start()

    def _more(self) -> str:
        """The next characters; "" at the end."""
        text = ""
        while not text and (part := self._stream.read1(CHUNK)):
            text = self._decoder.decode(part)
        return text

    @property
    def end(self) -> int:
        """The offset after what was read."""
        return self._base + len(self._window)

    def line_at(self, offset: int) -> int:
        """The line of an offset; offsets must not go back."""
        self._lines += self._window.count("\n", self._counted - self._base, offset - self._base)
        self._counted = max(self._counted, offset)
        return self._lines

    def text(self, start: int, end: int) -> str:
        """A part of what is kept."""
        return self._window[start - self._base : end - self._base]


class Nesting:
    """Where in a document we are. Arrays that stand in no other array are numbered from 1."""

    def __init__(self, name: str) -> None:
        self._stack: list[tuple[str, int]] = []
        self._arrays = 0
        self._name = name

    @property
    def depth(self) -> int:
        """Brackets that are open."""
        return len(self._stack)

    def within(self, number: int) -> bool:
        """True directly inside the array ``number``; of 0, at the top level."""
        return self._stack[-1] == ("[", number) if self._stack and number else not (number or self._stack)

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
