"""The tables are the specification's: every row of its sections 6.1, 7.2, 8, 9, 10.2 is read and compared."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pytest

from serendip.search.session import tables
from serendip.search.session.tables import Guard, Row

OURS = {
    "C3a": "a replacement that the person chose in the classic box is identified as any link there",
    "C5a": "D-12 from both boxes: S2 is the same event",
    "C12a": "S8: a failed replacement leaves everything as it was, the classic box included",
    "C22a": "a link in the follow-up text of an open question",
    "C22b": "S19: the last condition goes while a question is open",
    "C31a": "low recall and SWITCH_TO_NL (15.4) from the classic box",
    "C35a": "CS-094: new search from every state",
    "C36a": "S27: the alternative is a sentence, which is shown in the expanded box",
    "S1a": "a replacement and a retry after a failed search that had no results",
    "S4a": "5.5: a change of conditions searches once the session has searched",
    "S8a": "the parenthesis of S8: back to the state before the replacement",
    "S9a": "the last condition goes while its search runs",
    "S9b": "a link of the repair area while a search runs",
    "S9c": "a repair while a search runs",
    "S9d": "9.1: a box that identifies a link is retrieving, also when conditions were being refined",
    "S10a": "9.1: the repair area knows neither idle nor results but those of low recall",
    "S11a": "a link from results: resolving is retrieving",
    "S14a": "S24 for low recall: results stay",
    "S17a": "a question before any results is left: nothing has been searched",
    "S18a": "a link in the follow-up text of an open question",
    "S26a": "a text without any condition after a refused one (D-12)",
    "S26b": "a replacement that the person chose before the refused text",
    "S27a": "the last condition goes while a refused text stands in the box",
}
"""Rows that the specification's tables leave open, each with what it says elsewhere."""

SAME_EVENT = {"C6": "C5"}
"""``mixed`` moves the box as ``natural_language`` does."""
NO_EVENT = {"S13": "low recall is judged when results arrive (S5); the state is the same"}

TWO_STEPS = {"S6": {"results_ready"}}
"""Results are shown first (S5); the question that was weighed meanwhile comes as the next step."""

# What a cell says in words, where it names no state or more than the row's own.
BOX_WORDS = {
    "C32": {"compact_classic", "expanded_agent"},  # opened_from
    "C34": {"expanded_agent"},  # all conditions deleted; a refresh is C26 or C27
    "C37": {"compact_classic"},  # from compact_resolving; else unchanged
}
AGENT_WORDS = {"S8": {"empty_repair"}, "S9": set[str]()}  # the rest of S8 is S8a; S9 "stays"


@pytest.fixture(scope="module")
def spec(shared: Path) -> str:
    return (shared / "spec" / "channel-search.md").read_text("utf-8")


def lines(spec: str, heading: str, first: str) -> list[list[str]]:
    """The cells of the table under ``heading`` whose head begins with ``first``; head and rule left out."""
    text = spec[spec.index(heading) :].splitlines()
    start = next(i for i, line in enumerate(text) if line.startswith("|") and cells(line)[0] == first)
    body = takewhile(lambda line: line.startswith("|"), text[start + 2 :])
    return [cells(line) for line in body]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip()[1:-1].split("|")]


def states(cell: str, known: tuple[str, ...]) -> set[str]:
    if cell.startswith("any"):
        return set(known)
    return {word for word in re.findall(r"`([a-z_]+)`", cell) if word in known}


def named(rows: tuple[Row, ...]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.name, []).append(row)
    return found


def sources(rows: list[Row]) -> set[str]:
    return {s for row in rows for s in row.states}


def targets(rows: list[Row]) -> set[str]:
    return {row.to for row in rows if row.to is not None}


def test_every_container_row_is_the_specifications(spec: str):
    ours = named(tables.CONTAINER)
    for name, start, _, _, to, _ in lines(spec, "### 7.2", "#"):
        rows = ours[SAME_EVENT.get(name, name)]
        expected = {"compact_resolving"} if name == "C37" else states(start, tables.CONTAINERS)
        assert sources(rows) == expected, name
        assert targets(rows) == BOX_WORDS.get(name, states(to, tables.CONTAINERS)), name


def test_every_agent_row_is_the_specifications(spec: str):
    ours = named(tables.AGENT)
    for name, start, _, _, to in lines(spec, "## 8. Session", "#"):
        if name in NO_EVENT:
            assert states(start, tables.AGENT_STATES) == states(to.partition("(")[0], tables.AGENT_STATES)
            continue
        assert sources(ours[name]) == TWO_STEPS.get(name, states(start, tables.AGENT_STATES)), name
        assert targets(ours[name]) == AGENT_WORDS.get(name, states(to, tables.AGENT_STATES)), name


def test_no_row_is_ours_without_a_reason(spec: str):
    numbered = {r[0] for h in ("### 7.2", "## 8. Session") for r in lines(spec, h, "#")}
    extra = {row.name for row in (*tables.CONTAINER, *tables.AGENT)} - numbered
    assert extra == set(OURS)
    assert all(re.fullmatch(r"[CS]\d+[a-z]", name) and name.rstrip("abcd") in numbered for name in extra)


def test_no_row_is_dead():
    """A row that an earlier one always goes before would be a rule that nothing follows."""
    for table in (tables.CONTAINER, tables.AGENT):
        for number, row in enumerate(table):
            for state in row.states:
                reached = any(
                    tables.step(table, state, row.signal, held) is row
                    for held in (row.when, row.when | _others(table, row))
                )
                assert reached, (number, row.name, state, row.signal)


def _others(table: tuple[Row, ...], row: Row) -> frozenset[Guard]:
    """Guards that keep rows before this one from being taken, as far as this row allows them."""
    rivals = [r for r in table if r.signal == row.signal]
    avoids: frozenset[Guard] = frozenset(g for r in rivals for g in r.unless)
    return avoids - row.unless - {g for r in rivals for g in r.when}


@pytest.mark.req("CS-107")
def test_legal_agent_states_are_the_specifications(spec: str):
    for box, *cells in lines(spec, "### 9.1", ""):
        yes = {s for s, cell in zip(tables.AGENT_STATES, cells, strict=True) if cell.startswith("yes")}
        assert tables.LEGAL_AGENT[box.strip("`")] == yes  # pyright: ignore[reportArgumentType]: read from a file


@pytest.mark.req("CS-108")
def test_legal_input_states_are_the_specifications(spec: str):
    section = spec[spec.index("### 9.2") :]
    head = next(line for line in section.splitlines() if line.startswith("| |"))
    columns = re.findall(r"`([a-z_]+)`", head)
    for box, *cells in lines(spec, "### 9.2", ""):
        yes = {s for s, cell in zip(columns, cells, strict=True) if cell == "yes"}
        assert tables.LEGAL_INPUT[box.strip("`")] == yes  # pyright: ignore[reportArgumentType]: read from a file


def test_the_rows_states_are_tried_in_the_specifications_order(spec: str):
    order = [row[1].strip("`") for row in lines(spec, "### 6.1", "Order")]
    assert tuple(order) == tables.INPUT_STATES


def test_every_micro_state_of_a_link_is_reached(spec: str):
    said = {row[0].strip("`") for row in lines(spec, "### 10.2", "Micro-state")}
    assert said == {"resolving"} | {to for _, _, to in tables.URL if to is not None}
    assert {start for start, _, _ in tables.URL} == {"resolving"}


def test_states_are_those_of_the_enumerations(spec: str):
    by_name = {row[0].strip("`"): row[1] for row in lines(spec, "### 3.1", "Enum")}
    for enum, ours in (
        ("ContainerState", tables.CONTAINERS),
        ("AgentState", tables.AGENT_STATES),
        ("InputState", tables.INPUT_STATES),
    ):
        assert set(re.findall(r"`([a-z_]+)`", by_name[enum])) == set(ours)
