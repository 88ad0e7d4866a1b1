"""Which requirement rows are named by a test: read from the tests' text, nothing is run."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

from tests.house.source import rows, tree, under

_ROW = re.compile(r"\b(?:CS|CD)-\d{3}\b")
_COMMENT = re.compile(r"(?://|/?\*)\s*req:(.*)")


def in_python(module: ast.Module) -> set[str]:
    """The rows that ``pytest.mark.req(...)`` names in a module, wherever the marker stands."""
    return {
        constant.value
        for call in ast.walk(module)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.req")
        for constant in ast.walk(call)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def in_script(text: str) -> set[str]:
    """The rows that comments of the form ``// req: CS-216 CS-217`` name in a script."""
    return {row for comment in _COMMENT.findall(text) for row in _ROW.findall(comment)}


def named() -> dict[str, list[Path]]:
    """Row -> the test files that name it."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in under("tests"):
        for row in in_python(tree(path)):
            found[row].append(path)
    for path in under("tests", "web", "extension", suffix=(".ts", ".js")):
        for row in in_script(path.read_text("utf-8")):
            found[row].append(path)
    return found


def uncovered(owner: str) -> list[str]:
    """The ``must`` rows of a slice of the work that no test names."""
    have = named()
    return [r.id for r in rows().values() if r.slice == owner and r.level == "must" and r.id not in have]
