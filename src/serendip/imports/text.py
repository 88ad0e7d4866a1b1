"""Bytes to lines: the encoding found by content, lines bounded and counted as an editor counts them."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import Final

from serendip.core.errors import RefusedFile
from serendip.imports import refusals

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE: Final = 256 * 1024
_SEARCH: Final = 8 * 1024 * 1024
_GB_PAIR = re.compile(rb"[\xb0-\xf7][\xa1-\xfe]|[\xa1-\xa9][\xa1-\xfe]")
_HIGH = re.compile(rb"[\x80-\xff]")
_BAD_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_ESCAPED = re.compile(r"[\udc80-\udcff]")


def sample_of(stream: io.BufferedReader) -> bytes:
    """The first part of a content; where that is plain ASCII, with the first lines beyond that are not."""
    head = _up_to(stream, _SAMPLE)
    if not head.isascii():
        return head
    read = len(head)
    while read < _SEARCH and (more := _up_to(stream, _SAMPLE, known=True)):
        read += len(more)
        if not more.isascii():
            first = _HIGH.search(more)
            start = more.rfind(b"\n", 0, first.start()) + 1 if first else 0
            return head + b"\n" + more[start:]
    return head


def _up_to(stream: io.BufferedReader, size: int, *, known: bool = False) -> bytes:
    """``size`` bytes, or what comes before the end or damage; damage at once raises unless ``known``."""
    parts: list[bytes] = []
    while size > 0:
        try:
            part = stream.read1(size)
        except RefusedFile as error:
            if not (parts or known) or error.code != "ERR_FILE_DAMAGED":
                raise
            break
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def detect_encoding(sample: bytes) -> str | None:
    """The encoding of a text by its content; None for what is no text.

    UTF-8 where it reads as such; otherwise GB18030 where the high bytes form pairs of common Chinese
    characters; otherwise Windows-1252, which holds Latin-1.
    """
    for bom, name in _BOMS:
        if sample.startswith(bom):
            return name
    nuls = sample.count(0)
    if nuls:
        even, odd = sample[0::2].count(0), sample[1::2].count(0)
        if odd > len(sample) // 5 and even < odd // 20:
            return "utf-16-le"
        if even > len(sample) // 5 and odd < even // 20:
            return "utf-16-be"
    if len(_BAD_CONTROL.findall(sample)) > max(4, len(sample) // 200):
        return None
    if sample.isascii():
        return "utf-8"
    high = len(_HIGH.findall(sample))
    if _invalid_utf8(sample) * 20 <= high:
        return "utf-8"
    pairs = sum(len(match) for match in _GB_PAIR.findall(sample))
    return "gb18030" if pairs >= 0.8 * high else "cp1252"


def _invalid_utf8(sample: bytes) -> int:
    """Bytes that do not read as UTF-8, a character that the end of the sample cuts aside."""
    text = sample.decode("utf-8", "surrogateescape")
    return len(_ESCAPED.findall(text[:-3]))


class Lines:
    """The lines of a text, with their ends, each with the number of the line just given in ``number``.

    Args:
        stream: the content.
        encoding: from ``detect_encoding``.
        name: the file, for refusals.

    Attributes:
        number: lines given so far; a lone carriage return counts only in files that know no other line end.
        repaired: lines with bytes that are not of the encoding, read as Windows-1252 instead.
    """

    def __init__(self, stream: io.BufferedReader, encoding: str, name: str) -> None:
        errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
        self._text = io.TextIOWrapper(stream, encoding=encoding, errors=errors, newline="")
        self._name = name
        self._escapes = errors == "surrogateescape"
        self._cr_only: bool | None = None
        self.number = 0
        self.repaired = 0

    def __iter__(self) -> Iterator[str]:
        limit = refusals.MAX_RECORD
        try:
            while line := self._text.readline(limit):
                if len(line) >= limit and line[-1] not in "\r\n":
                    raise refusals.record_too_long(self._name, self.number + 1)
                if self._escapes and not line.isascii() and _ESCAPED.search(line):
                    line = self._reread(line)
                yield line
                self.number += self._counts(line)
        except UnicodeError:
            raise refusals.damaged(self._name, "text encoding", self.number + 1) from None

    def whole(self) -> Iterator[str]:
        """The lines up to where the file breaks off."""
        try:
            yield from self
        except RefusedFile as error:
            if error.code != "ERR_FILE_DAMAGED":
                raise

    def _counts(self, line: str) -> int:
        if line[-1] == "\n":
            if self._cr_only is None:
                self._cr_only = False
            return 1
        if line[-1] != "\r":
            return 1
        if self._cr_only is None:
            newlines = self._text.newlines
            self._cr_only = newlines == "\r"
        return int(self._cr_only)

    def _reread(self, line: str) -> str:
        self.repaired += 1
        raw = line.encode("utf-8", "surrogateescape")
        # Only the stray bytes are Windows-1252; what reads as UTF-8 on the same line stays.
        return raw.decode("utf-8", "stray_bytes")


def _stray_bytes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    return stray.decode("cp1252", "replace"), error.end


codecs.register_error("stray_bytes", _stray_bytes)
