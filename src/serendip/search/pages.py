"""One page of a list, by its cursor or by walking to it; where the next one begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from serendip.core.errors import InputError
from serendip.search.ports import Found, Query

Search = Callable[[Query], Found]

STRIDE = 5_000
"""So many ids are passed over at a time on the way to a far page."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page from 1, and what is known of the way there: ``cursor`` and ``skip`` rows after it.

    ``known``: where the pages from the first on begin, as far as they were seen.
    """

    page: int
    size: int
    cursor: str | None = None
    skip: int = 0
    known: tuple[str | None, ...] = (None,)


def fetch(search: Search, query: Query, place: Place) -> tuple[Found, tuple[str | None, ...]]:
    """The page, and ``known`` with what was learnt. A page beyond the end has no hits.

    A cursor that belongs to another query (the day, the data or the order has changed) is not used.
    """
    try:
        return _fetch(search, query, place)
    except InputError as error:
        if error.code != "ERR_CURSOR" or place.cursor is None:
            raise
    from_start = Place(place.page, place.size, None, (place.page - 1) * place.size)
    return _fetch(search, query, from_start)


def _fetch(search: Search, query: Query, place: Place) -> tuple[Found, tuple[str | None, ...]]:
    cursor, left = place.cursor, place.skip
    while left > 0:
        passed = search(replace(query, limit=min(left, STRIDE), cursor=cursor))
        left -= len(passed.hits)
        cursor = passed.cursor
        if cursor is None:
            return replace(passed, hits=()), place.known
    found = search(replace(query, limit=place.size, cursor=cursor))
    reached = len(place.known) >= place.page and place.known[place.page - 1] == cursor
    if not reached:
        return found, place.known
    more = () if found.cursor is None else (found.cursor,)
    return found, (*place.known[: place.page], *more)
