"""A source from a path as people give it: a file, or standard input put aside in a temporary file."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from serendip.imports import refusals
from serendip.imports.source import Source

NAME: Final = "stdin"
"""What standard input is called in reports, and as the source of its channels."""

MAX_SPOOLED: Final = 4 * 1024**3
"""Bytes that are put aside at most."""

_CHUNK: Final = 1024 * 1024
_DESCRIPTOR: Final = re.compile(r"/dev/stdin|(?:/dev|/proc/self)/fd/(\d{1,6})")


@contextmanager
def opened(path: Path) -> Generator[Source]:
    """``path`` as a source; ``-``, ``/dev/stdin`` and the ``<(command)`` of a shell are read first.

    Raises:
        RefusedFile: for everything that is not readable, for a terminal, and for too much of it.
    """
    number = _descriptor(path)
    if number is None:
        source = Source(path)
        try:
            yield source
        finally:
            source.close()
        return
    with tempfile.NamedTemporaryFile(prefix="serendip-") as kept:
        _spool(number, kept)
        source = Source(Path(kept.name), NAME)
        try:
            yield source
        finally:
            source.close()


def is_standard_input(path: Path) -> bool:
    """True for what names an open stream instead of a file."""
    return _descriptor(path) is not None


def _descriptor(path: Path) -> int | None:
    text = str(path)
    if text == "-":
        return 0
    match = _DESCRIPTOR.fullmatch(text)
    return int(match[1] or 0) if match else None


def _spool(number: int, kept: IO[bytes]) -> None:
    try:
        stream = os.fdopen(os.dup(number), "rb")
    except OSError as error:
        raise refusals.unreadable(NAME, error.strerror or "") from None
    with stream:
        if stream.isatty():
            raise refusals.stdin_is_terminal()
        taken = 0
        try:
            while chunk := stream.read(_CHUNK):
                taken += len(chunk)
                if taken > MAX_SPOOLED:
                    raise refusals.stdin_too_large(MAX_SPOOLED)
                kept.write(chunk)
        except IsADirectoryError:
            raise refusals.not_regular(NAME, "文件夹", "a folder") from None
    kept.flush()
