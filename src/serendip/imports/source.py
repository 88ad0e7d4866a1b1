"""A file opened so that it can do no harm: regular, bounded when it is unpacked, and named by its content."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import stat
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from serendip.core.errors import RefusedFile
from serendip.imports import refusals

GZIP: Final = b"\x1f\x8b"
_KINDS: Final = (
    (stat.S_ISDIR, "文件夹", "a folder"),
    (stat.S_ISFIFO, "管道", "a pipe"),
    (stat.S_ISSOCK, "套接字", "a socket"),
    (stat.S_ISCHR, "设备", "a device"),
    (stat.S_ISBLK, "设备", "a device"),
)
_RATIO_AFTER: Final = 32 * 1024 * 1024
_MAX_RATIO: Final = 200
_CHECK_WHOLE: Final = 16 * 1024 * 1024
_MAX_UNPACKED: Final = 64 * 1024**3


class Source:
    """One file, opened once and read from the start as often as needed.

    Attributes:
        path: as it was given.
        name: what people call it: by default the file's name without its folder.
        size: bytes on disk.
        gzipped: told by the content.

    Raises:
        RefusedFile: for everything that is not a readable, non-empty regular file.
    """

    def __init__(self, path: Path, name: str | None = None) -> None:
        self.path = path
        self.name = name or path.name or str(path)
        self._fd = _open(path, self.name)
        try:
            info = os.fstat(self._fd)
            for test, zh, en in _KINDS:
                if test(info.st_mode):
                    raise refusals.not_regular(self.name, zh, en)
            self.size = info.st_size
            if not self.size:
                raise refusals.empty(self.name)
            self.gzipped = os.pread(self._fd, 2, 0) == GZIP
        except OSError as error:
            self.close()
            raise refusals.unreadable(self.name, error.strerror or "") from None
        except BaseException:
            self.close()
            raise
        self._position = 0

    def close(self) -> None:
        """Release the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    @property
    def position(self) -> int:
        """Bytes of the file that the latest stream has consumed: what a progress bar shows of ``size``."""
        return self._position

    def raw(self) -> io.BufferedReader:
        """The bytes on disk, from the start."""
        return io.BufferedReader(_Counted(self._fd, self._advance), 256 * 1024)

    def stream(self) -> io.BufferedReader:
        """The content, from the start, unpacked under limits where it is gzip."""
        raw = self.raw()
        if not self.gzipped:
            return raw
        return io.BufferedReader(_Unpacked(raw, self), 256 * 1024)

    def check(self) -> None:
        """Unpack a small gzip file once to its end: a bomb is met before anything is written.

        A large one is checked while it is read. Damage is met by the reader, after the whole rows before it.
        """
        if self.gzipped and self.size <= _CHECK_WHOLE:
            with self.stream() as stream:
                try:
                    while stream.read(1024 * 1024):
                        continue
                except RefusedFile as error:
                    if error.code != "ERR_FILE_DAMAGED":
                        raise
        self._position = 0

    def fingerprint(self) -> str:
        """SHA-256 of the bytes on disk, in hex."""
        with self.raw() as raw:
            found = hashlib.file_digest(raw, "sha256").hexdigest()
        self._position = 0
        return found

    def _advance(self, position: int) -> None:
        self._position = position


def _open(path: Path, name: str) -> int:
    try:
        # Without O_NONBLOCK the opening of a pipe would wait for its other end.
        return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise refusals.missing(name) from None
    except IsADirectoryError:
        raise refusals.not_regular(name, "文件夹", "a folder") from None
    except OSError as error:
        cause = "symbolic links in a circle" if error.errno == errno.ELOOP else (error.strerror or "")
        raise refusals.unreadable(name, cause) from None
    except ValueError:  # a NUL in the path
        raise refusals.missing(name) from None


class _Counted(io.RawIOBase):
    """Reads one descriptor at a place of its own, so that several streams can share it."""

    def __init__(self, fd: int, tell: Callable[[int], None]) -> None:
        self._fd = fd
        self._at = 0
        self._tell = tell

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at}.get(whence)
        self._at = (os.fstat(self._fd).st_size if base is None else base) + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: bytearray | memoryview) -> int:  # pyright: ignore[reportIncompatibleMethodOverride] -- typeshed's Buffer has no length
        data = os.pread(self._fd, len(buffer), self._at)
        buffer[: len(data)] = data
        self._at += len(data)
        self._tell(self._at)
        return len(data)


class _Unpacked(io.RawIOBase):
    """gzip content that stops at a bomb."""

    def __init__(self, raw: BinaryIO, source: Source) -> None:
        self._zip = gzip.GzipFile(fileobj=raw, mode="rb")
        self._source = source
        self._out = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # pyright: ignore[reportIncompatibleMethodOverride] -- typeshed's Buffer has no length
        name = self._source.name
        try:
            # Not ``read``: what was unpacked before the damage would be lost with the error.
            data = self._zip.read1(len(buffer))
        except (gzip.BadGzipFile, zlib.error, EOFError) as error:
            raise refusals.damaged(name, f"gzip: {error}") from None
        self._out += len(data)
        too_dense = self._out > _RATIO_AFTER and self._out > _MAX_RATIO * max(1, self._source.position)
        if too_dense or self._out > _MAX_UNPACKED:
            raise refusals.bomb(name)
        buffer[: len(data)] = data
        return len(data)
