"""What does not belong in a project that strangers read."""

import ast
import re

import pytest

from tests.house.source import ROOT, files, shown, tree, under

FORBIDDEN = {
    "a path of somebody's machine": re.compile(
        r"(?<![\w.>~}])/(?:home|root|tmp|Users|work)/|[A-Z]:\\+Users\\"
    ),
    "a mark of unfinished work": re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X])\b|\braise NotImplemented[E]rror\b"),
    "a package registry's host": re.compile(r"\b(?:pypi|pythonhosted|npmjs|crates|maven)\.(?:org|io|com)\b"),
    "an issue's number": re.compile(r"\bissue\s+#?\d+\b", re.IGNORECASE),
    "a conflict": re.compile(r"^(?:<{7} |>{7} )", re.MULTILINE),
}
BINARY = {
    ".png",
    ".jpg",
    ".webp",
    ".gif",
    ".ico",
    ".woff2",
    ".npy",
    ".npz",
    ".bin",
    ".gz",
    ".parquet",
    ".xlsx",
}

BROAD_EXCEPTS: frozenset[str] = frozenset(
    {
        "src/serendip/cli/main.py",
        "src/serendip/search/session/runner.py",
        "src/serendip/search/session/work.py",
    }
)
"""Modules whose outermost loop may catch everything: no traceback may reach a person."""


def texts():
    return [p for p in files() if p.suffix not in BINARY and ROOT / "docs/spec" not in p.parents]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what):
    found = {}
    for path in texts():
        # Test data may be in any encoding; the patterns are ASCII.
        match = FORBIDDEN[what].search(path.read_text("utf-8", errors="replace"))
        if match:
            found[shown(path)] = match.group()
    assert found == {}


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a path of somebody's machine", "see /ho" + "me/ann/x"),
        ("a mark of unfinished work", "# TO" + "DO later"),
        ("a package registry's host", "https://py" + "pi.org/simple"),
        ("an issue's number", "as iss" + "ue 12 says"),
    ],
)
def test_the_patterns_find(what, text):
    assert FORBIDDEN[what].search(text)


def swallows_all(handler: ast.ExceptHandler) -> bool:
    """Catches everything and does not end by raising it again, as clean-up does."""
    last = handler.body[-1]
    if isinstance(last, ast.Raise) and last.exc is None:
        return False
    if handler.type is None:
        return True
    return any(
        isinstance(n, ast.Name) and n.id in {"Exception", "BaseException"} for n in ast.walk(handler.type)
    )


def test_no_broad_except():
    broad = {
        shown(path)
        for path in under("src", "bench", "scripts")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ExceptHandler) and swallows_all(node)
    }
    assert broad == BROAD_EXCEPTS


def test_what_counts_as_broad():
    source = "try: ...\nexcept {}:\n    close()\n{}"
    cases = {
        ("Exception", ""): True,
        ("(OSError, BaseException)", ""): True,
        ("", ""): True,
        ("OSError", ""): False,
    }
    cases |= {("BaseException", "    raise\n"): False}
    for (kind, end), expected in cases.items():
        (handler,) = (
            n for n in ast.walk(ast.parse(source.format(kind, end))) if isinstance(n, ast.ExceptHandler)
        )
        assert swallows_all(handler) is expected
