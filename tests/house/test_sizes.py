"""Rooms stay habitable: the limits that the linter does not count (it counts parameters)."""

import ast

import pytest

from tests.house.source import CODE, Function, functions, shown, tree, under

LINES_OF_A_MODULE = 400
LINES_OF_A_FUNCTION = 60


def lines(path):
    return path.read_text("utf-8").count("\n")


def span(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def modules(*folders):
    return [pytest.param(p, id=shown(p)) for p in under(*folders)]


def test_no_module_is_too_long():
    code = under(*CODE, suffix=(".py", ".ts", ".js", ".css"))
    assert {shown(p): lines(p) for p in code if lines(p) > LINES_OF_A_MODULE} == {}


@pytest.mark.parametrize("path", modules("src", "bench", "scripts", "tests"))
def test_functions_are_short(path):
    assert {f.name: span(f) for f in functions(tree(path)) if span(f) > LINES_OF_A_FUNCTION} == {}


def test_a_long_function_is_seen():
    body = "    x = 1\n" * LINES_OF_A_FUNCTION
    (function,) = functions(ast.parse(f"def f():\n{body}"))
    assert span(function) == LINES_OF_A_FUNCTION + 1
