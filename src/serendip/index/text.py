"""Text clauses: which rows meet them in a segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from serendip.catalogue.document import TARGETS
from serendip.core.analyse import PhraseToken, fold_identity, phrase
from serendip.index.container import Array
from serendip.index.hot import Hot
from serendip.index.layout import TARGET_NUMBER
from serendip.index.phrases import Occurrences, occurrences
from serendip.index.rowsets import contains, intersect, mask_of, union
from serendip.index.segment import Data
from serendip.search.ports import Query, TextClause

_MANY = 16
"""From one row in so many on, the rows of a keyword in several targets are joined as a mask."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A text clause, analysed: target numbers, and each alternative as the tokens of a phrase."""

    targets: tuple[int, ...]
    phrases: tuple[tuple[PhraseToken, ...], ...]
    weights: tuple[float, ...]
    occur: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Where one alternative of a clause stands in one target."""

    alternative: int
    target: int
    found: Occurrences

    @property
    def bytes(self) -> int:
        """What it takes to remember it."""
        return self.found.rows.nbytes + self.found.times.nbytes


@dataclass(frozen=True, slots=True)
class Matches:
    """The text of a query in one segment.

    Attributes:
        rows: rows that meet all clauses that filter, ascending; None when they are given as ``mask``.
        mask: the same when they are many; both None when no clause chooses rows.
        barred: rows that a ``must_not`` clause takes out.
        parts: per clause of the query, for scoring.
        hot: per clause the frequent word that it is, if it is one.
    """

    rows: Array | None
    mask: Array | None
    barred: Array | None
    parts: tuple[tuple[Part, ...], ...]
    hot: tuple[Hot | None, ...]


def analyse_clauses(query: Query) -> tuple[Clause, ...]:
    """The clauses of a query as tokens; a phrase without any token matches nothing."""
    return tuple(map(analyse_clause, query.text))


@lru_cache(4096)
def analyse_clause(clause: TextClause) -> Clause:
    """One clause as tokens."""
    targets = range(len(TARGETS)) if clause.target == "all_sources" else (TARGET_NUMBER[clause.target],)
    phrases = tuple(phrase(text) for text in clause.phrases)
    kept = [(p, w) for p, w in zip(phrases, clause.weights, strict=True) if p]
    return Clause(
        tuple(targets), tuple(p for p, _ in kept), tuple(w for _, w in kept), clause.occur, clause.names
    )


def match(data: Data, clauses: Sequence[Clause], *, any_text: bool) -> Matches:
    """Evaluate all clauses on one segment."""
    parts = tuple(parts_of(data, clause) for clause in clauses)
    hot = tuple(_hot(data, clause) for clause in clauses)
    chosen: list[list[Array]] = []
    barred: list[Array] = []
    for clause, found, word in zip(clauses, parts, hot, strict=True):
        sets = [part.found.rows for part in found] if word is None else [word.rows]
        if clause.occur == "must":
            chosen.append(_with_names(data, sets, clause.names) if clause.names else sets)
        elif clause.occur == "must_not":
            barred.extend(sets)
    if any_text and chosen:
        chosen = [[rows for sets in chosen for rows in sets]]
    out = union(barred, data.rows) if barred else None
    return Matches(*_conjunction(chosen, data.rows), out, parts, hot)


def clause_rows(data: Data, clause: Clause) -> Array:
    """The rows in which any alternative stands, ascending."""
    return union([part.found.rows for part in parts_of(data, clause)], data.rows)


def _conjunction(clauses: list[list[Array]], count: int) -> tuple[Array | None, Array | None]:
    """Rows that are in a set of every clause: listed, or as a mask when they are many."""
    rows: Array | None = None
    mask: Array | None = None
    for sets in sorted(clauses, key=lambda sets: sum(map(len, sets))):
        if len(sets) > 1 and sum(map(len, sets)) * _MANY > count:
            here = mask_of(sets[0], count)
            for other in sets[1:]:
                here[other] = True
            mask = here if mask is None else mask & here
        else:
            listed = union(sets, count)
            rows = listed if rows is None else intersect(rows, listed, count)
    if rows is None or mask is None:
        return rows, mask
    return rows[mask[rows]], None


def _with_names(data: Data, sets: list[Array], names: tuple[str, ...]) -> list[Array]:
    """Also the rows of channels that are called so, unless a text of theirs is among the rows anyway."""
    named = exact_rows(data, names)
    for rows in sets:
        if len(named):
            named = named[~contains(rows, named, data.rows)]
    return [*sets, named] if len(named) else sets


def _hot(data: Data, clause: Clause) -> Hot | None:
    """The frequent word that a clause asks for in all targets; None for any other clause."""
    if len(clause.targets) < len(TARGETS) or len(clause.phrases) != 1 or len(clause.phrases[0]) != 1:
        return None
    token = clause.phrases[0][0]
    return None if token.prefix else data.hot.find(token.token)


def parts_of(data: Data, clause: Clause) -> tuple[Part, ...]:
    """Where the alternatives of a clause stand in the segment."""
    return data.found.of((clause.targets, clause.phrases), lambda: tuple(_parts(data, clause)))


def _parts(data: Data, clause: Clause) -> list[Part]:
    found: list[Part] = []
    for number, tokens in enumerate(clause.phrases):
        for target in clause.targets:
            here = occurrences(data, target, tokens)
            if len(here.rows):
                found.append(Part(number, target, here))
    return found


def exact_rows(data: Data, identities: Sequence[str]) -> Array:
    """Rows of channels whose handle, id or name is one of ``identities``."""
    folded = dict.fromkeys(map(fold_identity, identities))
    return union([data.rows_with("", text) for text in folded if text], data.rows)
