"""The tables of a session as a page of the reference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from serendip.search.conditions import Container
from serendip.search.session.tables import (
    AGENT,
    AGENT_STATES,
    CONTAINER,
    CONTAINERS,
    INPUT_STATES,
    LEGAL_AGENT,
    LEGAL_INPUT,
    URL,
    Row,
)

State = TypeVar("State", bound=str)

_EVERY = "every state"


def session_tables() -> str:
    """Every transition, legal combination and micro-state of links in Markdown, as ``tables`` has them."""
    return "\n".join(
        [
            "A change or an outcome gives one signal to both tables. The first row whose state, signal and "
            "guards fit is taken; a pair that no row lists changes nothing. A guard with a minus must not "
            "hold. Rows are numbered as in the specification (sections 7 and 8); a letter behind a number "
            "marks a case that its row leaves open.\n",
            _transitions("Box", CONTAINER, CONTAINERS),
            _transitions("Search", AGENT, AGENT_STATES),
            "## Link\n",
            _table(("state", "found", "next"), ((f"`{a}`", b, f"`{c}`" if c else "gone") for a, b, c in URL)),
            "## Row\n",
            "The state of the row is derived: the first that holds, in this order.\n",
            "".join(f"{n}. `{state}`\n" for n, state in enumerate(INPUT_STATES, 1)),
            _legal("Box and search", AGENT_STATES, LEGAL_AGENT),
            "`expanded_repair` with `results_ready` only for few similar channels.\n",
            _legal("Box and row", INPUT_STATES, LEGAL_INPUT),
        ]
    )


def _transitions(title: str, rows: Sequence[Row], states: Sequence[str]) -> str:
    """One line for the rows that differ in their signal alone."""
    merged: dict[Row, list[str]] = {}
    for row in rows:
        merged.setdefault(replace(row, signal="change"), []).append(f"`{row.signal}`")
    lines: list[tuple[str, ...]] = []
    for row, signals in merged.items():
        sources = _EVERY if set(row.states) == set(states) else ", ".join(f"`{s}`" for s in row.states)
        guards = [f"`{g}`" for g in sorted(row.when)] + [f"-`{g}`" for g in sorted(row.unless)]
        to = f"`{row.to}`" if row.to else "stays"
        lines.append((row.name, sources, ", ".join(signals), " ".join(guards), to))
    return f"## {title}\n\n" + _table(("row", "from", "signal", "guards", "to"), lines)


def _legal(title: str, columns: Sequence[State], legal: Mapping[Container, frozenset[State]]) -> str:
    lines = ((f"`{box}`", *("yes" if c in legal[box] else "" for c in columns)) for box in CONTAINERS)
    return f"## {title}\n\n" + _table(("", *(f"`{c}`" for c in columns)), lines)


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = (head, ["---"] * len(head), *lines)
    return "".join("| " + " | ".join(cells) + " |\n" for cells in rows)
