"""The lock of the one writer: held by the operating system, so it ends with the process whatever happens."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from serendip.core.errors import Unavailable

LOCK = "writer.lock"

if sys.platform == "win32":
    import msvcrt

    def _take(fd: int) -> None:
        os.lseek(fd, 1 << 30, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


class WriterLock:
    """Exclusive right to write into ``folder``. Raises ``Unavailable`` naming the process that has it."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _take(self._fd)
        except OSError:
            held_by = _holder(os.pread(self._fd, 4096, 0))
            os.close(self._fd)
            raise Unavailable(
                "ERR_INDEX_LOCKED",
                zh=f"搜索索引正由进程 {held_by} 写入：请等它结束，或先停止它（例如 `serendip serve`）",
                en=f"The search index is being written by process {held_by}: wait for it or stop it first "
                "(a running `serendip serve`, for example)",
                holder=held_by,
            ) from None
        note = {"pid": os.getpid(), "since": datetime.now(UTC).isoformat(timespec="seconds")}
        os.ftruncate(self._fd, 0)
        os.pwrite(self._fd, json.dumps(note).encode(), 0)

    def release(self) -> None:
        """Give the right back."""
        os.close(self._fd)


def _holder(note: bytes) -> str:
    try:
        known = json.loads(note)
        return f"{known['pid']} (since {known['since']})"
    except (ValueError, KeyError, TypeError):
        return "?"
