"""Places with more room: a region for a country, a country for a town."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from serendip.catalogue import places

_CLUBS: Final = frozenset({"@G7", "@BRICS", "@EMEA", "@HMT", "@IBERIA"})
"""Sets of countries that are no place or no wider one; nobody means them by naming one country."""

_OFFERED: Final = 2


def wider_places(values: tuple[Any, ...]) -> Iterator[tuple[str, ...]]:
    """Region codes that hold every place said and more, the smallest first; else each place's own region."""
    try:
        said = [
            frozenset(places.expand(str(v) if str(v).startswith("@") else str(v).upper())) for v in values
        ]
    except KeyError:
        return
    whole = frozenset[str]().union(*said)
    around = _around(whole)[:_OFFERED]
    if around:
        yield from ((code,) for code in around)
        return
    each = [_around(part) for part in said]
    if len(said) > 1 and all(each):
        yield tuple(dict.fromkeys(codes[0] for codes in each))


def _around(inside: frozenset[str]) -> list[str]:
    """Codes of the regions that hold ``inside`` and more, the smallest first."""
    return [code for code, members in _by_size() if inside < members]


@cache
def _by_size() -> tuple[tuple[str, frozenset[str]], ...]:
    sets = ((c, frozenset(m)) for c, m in places.regions().items() if c not in _CLUBS and "," not in c)
    return tuple(sorted(sets, key=lambda pair: (len(pair[1]), pair[0])))


@cache
def country_of_town() -> dict[str, str]:
    """Town, as conditions name it, to its country's code; names of towns in two countries are left out."""
    found: dict[str, set[str]] = {}
    for entry in places.entries():
        if entry.kind in {"city", "subdivision"} and entry.within:
            found.setdefault(entry.value.casefold(), set()).add(entry.within)
    return {town: next(iter(codes)) for town, codes in found.items() if len(codes) == 1}
