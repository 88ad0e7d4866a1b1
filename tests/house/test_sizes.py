"""Rooms stay habitable: the limits that no linter here counts."""

import ast

import pytest

from tests.house.source import CODE, Function, functions, shown, tree, under

LINES_OF_A_MODULE = 400
LINES_OF_A_FUNCTION = 60
PARAMETERS = 5
DECLARATIONS = {"command", "callback", "get", "post", "put", "patch", "delete"}
"""Decorators under which parameters are a person's interface (options, query parameters)."""


def lines(path):
    return path.read_text("utf-8").count("\n")


def span(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parameters(function: Function) -> int:
    a = function.args
    given = [p.arg for p in (*a.posonlyargs, *a.args, *a.kwonlyargs)]
    if any(
        isinstance(d, ast.Call) and ast.unparse(d.func).split(".")[-1] in DECLARATIONS
        for d in function.decorator_list
    ):
        return 0
    return len(given) - (given[:1] in (["self"], ["cls"]))


def modules(*folders):
    return [pytest.param(p, id=shown(p)) for p in under(*folders)]


def test_no_module_is_too_long():
    code = under(*CODE, suffix=(".py", ".ts", ".js", ".css"))
    assert {shown(p): lines(p) for p in code if lines(p) > LINES_OF_A_MODULE} == {}


@pytest.mark.parametrize("path", modules("src", "bench", "scripts", "tests"))
def test_functions_are_short(path):
    assert {f.name: span(f) for f in functions(tree(path)) if span(f) > LINES_OF_A_FUNCTION} == {}


@pytest.mark.parametrize("path", modules("src", "bench", "scripts"))
def test_functions_take_few_parameters(path):
    assert {f.name: parameters(f) for f in functions(tree(path)) if parameters(f) > PARAMETERS} == {}


def test_what_counts_as_a_parameter():
    source = (
        "def a(self, b, /, c, *d, e, **f): ...\n"
        "@app.command()\ndef find(a, b, c, d, e, f, g): ...\n"
        "@staticmethod\ndef h(x, y): ...\n"
    )
    assert [parameters(f) for f in functions(ast.parse(source))] == [3, 0, 2]
