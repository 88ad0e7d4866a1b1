"""The manifest: which segments make up the index now; replaced atomically."""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path

from serendip.index.container import damaged, sync_folder

NAME = "manifest.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class SegmentRef:
    """A segment and the state of its rows.

    Attributes:
        name: stem of its files.
        rows: rows in it, deleted ones included.
        deleted: rows that were replaced or deleted.
        marks: version of its marks file (deleted rows, rows with a vector); 0 when there is none.
    """

    name: str
    rows: int
    deleted: int
    marks: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """One commit.

    Attributes:
        generation: changes when everything was built anew.
        commit: counts up with every commit.
        seq: the store's change sequence up to which everything is in.
        segments: oldest first.
    """

    generation: int = 0
    commit: int = 0
    seq: int = 0
    segments: tuple[SegmentRef, ...] = ()


def write(folder: Path, manifest: Manifest) -> None:
    """Put ``manifest`` in force: on disk before it is visible."""
    body = asdict(manifest)
    text = json.dumps({"format": FORMAT, "crc": _crc(body), **body}).encode()
    temporary = folder / (NAME + ".part")
    with temporary.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(folder / NAME)
    sync_folder(folder)


def read(folder: Path) -> Manifest | None:
    """The manifest in force, or None when there is none. Raises ``Damaged``."""
    path = folder / NAME
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        data = json.loads(text)
        segments = tuple(SegmentRef(**s) for s in data["segments"])
        manifest = Manifest(data["generation"], data["commit"], data["seq"], segments)
        stated = data["crc"]
    except (ValueError, KeyError, TypeError) as error:
        raise damaged(path, "unreadable") from error
    if stated != _crc(asdict(manifest)):
        raise damaged(path, "checksum")
    return manifest


def stamp(folder: Path) -> tuple[int, int]:
    """What changes whenever a manifest is replaced: cheap enough to ask before every search."""
    try:
        status = (folder / NAME).stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_ino, status.st_mtime_ns


def _crc(body: dict[str, object]) -> int:
    return zlib.crc32(json.dumps(body, sort_keys=True).encode())
