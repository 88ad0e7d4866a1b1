"""One word, one thing: the glossary and the code use the same terms."""

import ast
import inspect
import re
from functools import cache
from typing import get_args

from serendip.catalogue import channel, document
from serendip.search import conditions, ports
from serendip.search.session import effects, model, nodes, parts
from tests.house.source import ROOT, tree, under

WORDS = (
    conditions.InputKind,
    conditions.Kind,
    conditions.Status,
    conditions.Role,
    channel.Basis,
    channel.IdKind,
    ports.Target,
    ports.UnknownMode,
)
CONTRACTS = (channel, document, conditions, ports, nodes, parts, model, effects)


@cache
def glossary() -> frozenset[str]:
    """The names in the column "In the code" of the glossary's tables."""
    names: set[str] = set()
    for line in (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4:
            names |= set(re.findall(r"`([^`]+)`", cells[2]))
    return frozenset(names)


def names_in_code() -> set[str]:
    """Every name that is defined, and every word that is a string of its own, in the product."""
    found: set[str] = set()
    for path in under("src"):
        found.add(path.parent.name if path.name == "__init__.py" else path.stem)
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.id if isinstance(node, ast.Name) else node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_term_of_the_glossary_is_in_the_code():
    last_parts = {name: name.split(".")[-1] for name in glossary()}
    known = names_in_code()
    assert {name for name, last in last_parts.items() if last not in known} == set()
    assert len(last_parts) > 40


def test_every_word_of_the_contracts_is_in_the_glossary():
    words = {word for alias in WORDS for word in get_args(alias)}
    assert words - glossary() == set()


def test_every_class_of_the_contracts_is_in_the_glossary():
    classes = {
        name
        for module in CONTRACTS
        for name, member in vars(module).items()
        if inspect.isclass(member) and member.__module__ == module.__name__ and not name.startswith("_")
    }
    assert classes - glossary() == set()
