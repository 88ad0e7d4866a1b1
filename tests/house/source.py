"""The project's own files, read once, for the tests of the house."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ("src", "bench", "scripts", "tests", "web", "extension")
_MADE = {".venv", ".git", ".hypothesis", ".ruff_cache", "__pycache__", "build", "dist", "node_modules"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def files() -> tuple[Path, ...]:
    """Every file that is committed or would be; in an unpacked archive, every file that was not made."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = ""
    if shutil.which("git"):
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if listed:
        found = (ROOT / name for name in listed.split("\0") if name)
    else:
        found = (p for p in ROOT.rglob("*") if not _MADE & set(p.relative_to(ROOT).parts))
    return tuple(sorted({p for p in found if p.is_file()}))


def under(*folders: str, suffix: tuple[str, ...] = (".py",)) -> tuple[Path, ...]:
    """The files below these top folders that end so."""
    return tuple(p for p in files() if p.relative_to(ROOT).parts[0] in folders and p.name.endswith(suffix))


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text("utf-8"), filename=str(path))


def functions(module: ast.Module) -> Iterator[Function]:
    """Every function and method, nested ones too."""
    return (n for n in ast.walk(module) if isinstance(n, Function))


def shown(path: Path) -> str:
    """The path as a person would write it."""
    return path.relative_to(ROOT).as_posix()


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a requirement table."""

    id: str
    section: str
    level: str
    slice: str


@cache
def rows() -> dict[str, Row]:
    """The requirement rows by id. The tables are plain tab-separated lines without quoting."""
    found: dict[str, Row] = {}
    for table in sorted((ROOT / "docs" / "spec").glob("*.requirements.tsv")):
        head, *lines = table.read_text("utf-8").splitlines()
        names = head.split("\t")
        for line in lines:
            cells = dict(zip(names, line.split("\t"), strict=True))
            found[cells["id"]] = Row(cells["id"], cells["section"], cells["level"], cells["slice"])
    return found
