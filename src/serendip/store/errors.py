"""Database errors as sentences: what went wrong, and what the person can do."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from serendip.core.errors import Damaged, InputError, SerendipError, Unavailable


@contextmanager
def translated(path: Path) -> Generator[None]:
    """Turn driver errors on the database at ``path`` into errors of the product."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise _translate(error, path) from error


def _translate(error: DBAPIError | sqlite3.Error, path: Path) -> SerendipError:
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = str(getattr(cause, "sqlite_errorname", ""))
    for prefix, make in _BY_NAME:
        if name.startswith(prefix):
            return make(str(path))
    return Unavailable(
        "ERR_STORE_FAILED",
        zh=f"数据库 {path} 操作失败（{name or type(cause).__name__}）：请检查磁盘后重试",
        en=f"The database {path} failed ({name or type(cause).__name__}): check the disk and try again",
        path=str(path),
        reason=str(cause),
    )


def _not_database(path: str) -> SerendipError:
    return Damaged(
        "ERR_STORE_NOT_DATABASE",
        zh=f"{path} 不是 Serendip 的数据库：请换一个数据目录，或从备份恢复这个文件",
        en=f"{path} is not a Serendip database: choose another data folder or restore the file from a backup",
        path=path,
    )


def _corrupt(path: str) -> SerendipError:
    return Damaged(
        "ERR_STORE_DAMAGED",
        zh=f"数据库 {path} 已损坏：请从备份恢复，或删除后重新导入",
        en=f"The database {path} is damaged: restore it from a backup, or remove it and import again",
        path=path,
    )


def _full(path: str) -> SerendipError:
    return Unavailable(
        "ERR_DISK_FULL",
        zh=f"磁盘已满，这一批没有写入 {path}：请腾出空间后重试，已写入的批次不受影响",
        en=f"The disk is full and this batch was not written to {path}: free some space and try again; "
        "earlier batches are safe",
        path=path,
    )


def _read_only(path: str) -> SerendipError:
    return InputError(
        "ERR_STORE_READ_ONLY",
        zh=f"不能写入 {path}：请给数据目录写权限，或用 SERENDIP_HOME 指定另一个目录",
        en=f"{path} cannot be written: allow writing in its folder, or name another one by SERENDIP_HOME",
        path=path,
    )


def _busy(path: str) -> SerendipError:
    return Unavailable(
        "ERR_STORE_BUSY",
        zh=f"另一个程序正在写入 {path}：请等它完成后重试",
        en=f"Another program is writing to {path}: wait until it has finished and try again",
        path=path,
    )


def newer_database(path: Path, revision: str) -> SerendipError:
    """The error for a database that a later version of the program has written."""
    return InputError(
        "ERR_STORE_NEWER",
        zh=f"{path} 由更新版本的 Serendip 写入（修订 {revision}）：请先升级程序",
        en=f"{path} was written by a newer version of Serendip (revision {revision}): update the program",
        path=str(path),
        revision=revision,
    )


_BY_NAME = (
    ("SQLITE_NOTADB", _not_database),
    ("SQLITE_CORRUPT", _corrupt),
    ("SQLITE_FULL", _full),
    ("SQLITE_READONLY", _read_only),
    ("SQLITE_CANTOPEN", _read_only),
    ("SQLITE_PERM", _read_only),
    ("SQLITE_BUSY", _busy),
    ("SQLITE_LOCKED", _busy),
)
not_database = _not_database
