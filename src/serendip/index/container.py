"""One immutable file of named arrays: written once, then read through a memory map.

    magic | arrays, each at a multiple of 64 bytes | directory (JSON) | its place and crc, file size, magic

The directory stands last, so arrays can be streamed; a file without its tail was never finished.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from serendip.core.errors import Damaged

Array = NDArray[Any]
MAGIC = b"SRNDPIX1"
_TAIL = struct.Struct("<QQIQ8s")
_ALIGN = 64
CHECKED_BYTES = 4 << 20
"""Arrays of files up to this size are checked by checksum whenever the file is opened."""


def damaged(path: Path, why: str) -> Damaged:
    """The error for a part of the index that does not hold together."""
    return Damaged(
        "ERR_INDEX_DAMAGED",
        zh=f"搜索索引的文件 {path.name} 已损坏（{why}）：请运行 `serendip index rebuild` 从目录重建",
        en=f"The search index file {path.name} is damaged ({why}): run `serendip index rebuild`",
        file=str(path),
        reason=why,
    )


class Slot:
    """An array that is written piece by piece, in order."""

    def __init__(self, writer: ArrayWriter, name: str, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
        self._writer = writer
        self._name = name
        self._shape = shape
        self._dtype = dtype
        self._start = self._at = writer.allocate(int(np.prod(shape, dtype=np.int64)) * dtype.itemsize)
        self._crc = 0

    def append(self, part: Array) -> None:
        """Write the next items; they are converted to the array's type."""
        data = np.ascontiguousarray(part, dtype=self._dtype).reshape(-1).view(np.uint8).data
        self._crc = zlib.crc32(data, self._crc)
        self._writer.write_at(self._at, data)
        self._at += len(data)

    def close(self) -> None:
        """Enter the array into the directory. Raises ``ValueError`` when items are missing."""
        size = int(np.prod(self._shape, dtype=np.int64)) * self._dtype.itemsize
        if self._at - self._start != size:
            raise ValueError(f"{self._name}: {self._at - self._start} of {size} bytes were written")
        entry = [self._dtype.str, list(self._shape), self._start, self._crc]
        self._writer.directory[self._name] = entry


class ArrayWriter:
    """Writes a container beside its final name and puts it there when it is complete and on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._temporary = path.with_name(path.name + ".part")
        self._fd = os.open(self._temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)
        self._end = len(MAGIC)
        os.pwrite(self._fd, MAGIC, 0)
        self.directory: dict[str, list[Any]] = {}

    def allocate(self, size: int) -> int:
        """Room for ``size`` bytes; returns where it begins."""
        start = -(-self._end // _ALIGN) * _ALIGN
        self._end = start + size
        return start

    def write_at(self, offset: int, data: memoryview) -> None:
        """Write all of ``data``."""
        while data:
            written = os.pwrite(self._fd, data, offset)
            data, offset = data[written:], offset + written

    def slot(self, name: str, dtype: str, *shape: int) -> Slot:
        """An array to be written in pieces."""
        return Slot(self, name, np.dtype(dtype), shape)

    def view(self, name: str) -> Array:
        """An array that was written already, mapped for reading."""
        dtype, shape, offset, _ = self.directory[name]
        if 0 in shape:
            return np.zeros(tuple(shape), np.dtype(dtype))
        mapped = cast("Array", np.memmap(self._temporary, np.dtype(dtype), "r", offset, tuple(shape)))
        return np.asarray(mapped)

    def add(self, name: str, array: Array) -> None:
        """Write a whole array."""
        slot = Slot(self, name, array.dtype, array.shape)
        slot.append(array)
        slot.close()

    def finish(self, meta: Mapping[str, Any]) -> None:
        """Write the directory, flush to disk and give the file its name."""
        directory = json.dumps({"meta": meta, "arrays": self.directory}, ensure_ascii=False).encode()
        start = self.allocate(len(directory))
        self.write_at(start, memoryview(directory))
        size = start + len(directory) + _TAIL.size
        tail = _TAIL.pack(start, len(directory), zlib.crc32(directory), size, MAGIC)
        self.write_at(start + len(directory), memoryview(tail))
        os.fsync(self._fd)
        os.close(self._fd)
        self._temporary.replace(self._path)

    def abort(self) -> None:
        """Remove what was written."""
        os.close(self._fd)
        self._temporary.unlink(missing_ok=True)


class Arrays:
    """A container, read. Arrays are views of the map and read-only.

    Raises ``Damaged`` when the file is truncated or its directory (for small files: any byte) is not what
    was written, and ``FileNotFoundError`` when it is gone.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < len(MAGIC) + _TAIL.size:
                raise damaged(path, "truncated")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        start, length, crc, stated, magic = _TAIL.unpack_from(self._map, size - _TAIL.size)
        if magic != MAGIC or stated != size or start + length + _TAIL.size != size:
            raise damaged(path, "truncated")
        directory = self._map[start : start + length]
        if zlib.crc32(directory) != crc:
            raise damaged(path, "checksum")
        content = json.loads(directory)
        self.meta: dict[str, Any] = content["meta"]
        self._entries: dict[str, list[Any]] = content["arrays"]
        self._views: dict[str, Array] = {}
        if size <= CHECKED_BYTES:
            self.verify()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __getitem__(self, name: str) -> Array:
        view = self._views.get(name)
        if view is None:
            dtype, shape, offset, _ = self._entries[name]
            count = int(np.prod(shape, dtype=np.int64))
            view = np.frombuffer(self._map, np.dtype(dtype), count, offset).reshape(shape)
            self._views[name] = view
        return view

    def get(self, name: str) -> Array | None:
        """An array, or None when there is none of that name."""
        return self[name] if name in self._entries else None

    def forget(self) -> None:
        """Let go of the memory behind the map; what is read again comes from the disk's cache."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED)

    def verify(self) -> None:
        """Compare every array with its checksum. Raises ``Damaged``."""
        for name, (_, _, _, crc) in self._entries.items():
            if zlib.crc32(self[name].reshape(-1).view(np.uint8).data) != crc:
                raise damaged(self.path, f"checksum of {name}")


def sync_folder(folder: Path) -> None:
    """Make renames and new names in ``folder`` durable."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
