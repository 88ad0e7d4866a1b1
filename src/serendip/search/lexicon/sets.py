"""Named sets of words (``data/sets.toml``)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _sets() -> dict[str, list[str]]:
    table = files("serendip.search.lexicon").joinpath("data", "sets.toml").read_text(encoding="utf-8")
    return tomllib.loads(table)


def words(name: str) -> frozenset[str]:
    """A set by its name. KeyError when there is none."""
    return frozenset(_sets()[name])
