"""THE tables: container, agent, input and link states of a search session (sections 6.1, 7, 8, 9, 10.2).

``step`` is the only reader of the two transition tables. Rows are tried in order; the first whose state,
signal and guards fit is taken; a pair that no row lists changes nothing. Row names are the specification's
(C1 .. C37, S1 .. S28); a letter behind a name marks a case that the specification's row leaves open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from serendip.search.conditions import Container
from serendip.search.session.model import AgentState, InputState, UrlState

Signal = Literal[
    "submit_seed",  # keywords, or a search with what is in the row; an anchor may be committed already
    "submit_link",  # a link to identify, alone or with keywords
    "second_link",  # a link while an anchor exists: the person chooses first
    "submit_text",  # natural language or mixed, with something to search
    "ask_first",  # natural language with nothing to search (D-12)
    "refuse_keyword", "refuse_text", "take_alternative",
    "smart_search", "collapse", "reset", "sort_or_page",
    "change", "conditions_gone",
    "link_exact", "link_failed", "replacement_failed", "cancel_resolving",
    "results", "no_recall", "error",
    "question_due", "answer", "skip",
    "open_repair", "dismiss_hint", "close_repair", "fix_link", "replace_link", "remove_anchor",
    "switch_to_nl", "repair_search", "retry",
]  # fmt: skip
"""What a change or an outcome means to the box."""

Guard = Literal[
    "compact", "seed", "collapsible", "low_recall", "results_shown", "conditions_left", "searched",
    "anchor", "opened_from_classic", "repairing",
]  # fmt: skip
"""
compact              the box is collapsed
seed                 G_ONLY_SEED: nothing but explicit tags, an anchor, conditions of the filter bar
collapsible          G_COLLAPSE
low_recall           repair_reason is low_recall
results_shown        results of this session are on the page
conditions_left      something can still be searched
searched             a search was issued in this session
anchor               a working anchor exists
opened_from_classic  the repair area was opened from the classic box
repairing            the repair area is open
"""

CONTAINERS: Final[tuple[Container, ...]] = (
    "compact_classic", "compact_resolving", "expanded_agent", "expanded_clarifying", "expanded_repair",
)  # fmt: skip
AGENT_STATES: Final[tuple[AgentState, ...]] = (
    "idle", "retrieving", "results_ready", "clarifying", "refining", "empty_repair", "unsupported",
)  # fmt: skip
INPUT_STATES: Final[tuple[InputState, ...]] = (
    "editing_keyword", "followup_waiting", "draft_keyword", "committed_anchor", "committed_keyword",
    "empty_input",
)  # fmt: skip
"""In the order in which they are tried (section 6.1)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One transition. ``when`` must all hold, ``unless`` none. ``to`` None: the state stays."""

    name: str
    states: tuple[str, ...]
    signal: Signal
    to: str | None
    when: frozenset[Guard] = frozenset()
    unless: frozenset[Guard] = frozenset()


def _row(name: str, states: str, signals: str, to: str | None, guards: str = "") -> tuple[Row, ...]:
    """One row a signal. ``guards`` are words; one with a minus must not hold."""
    words = guards.split()
    when: Any = frozenset(w for w in words if not w.startswith("-"))
    unless: Any = frozenset(w[1:] for w in words if w.startswith("-"))
    each: Any = signals.split()
    return tuple(Row(name, tuple(states.split()), signal, to, when, unless) for signal in each)


_ANY_BOX = "compact_classic compact_resolving expanded_agent expanded_clarifying expanded_repair"

CONTAINER: Final[tuple[Row, ...]] = (
    *_row("C1", "compact_classic", "submit_seed", "compact_classic", "-anchor"),
    *_row("C2", "compact_classic", "submit_seed", "compact_classic", "anchor"),
    *_row("C3", "compact_classic", "submit_link", "compact_resolving"),
    *_row("C3a", "compact_classic", "replace_link", "compact_resolving"),
    *_row("C4", "compact_classic", "second_link", "compact_classic"),
    *_row("C5", "compact_classic", "submit_text", "expanded_agent"),
    *_row("C5a", "compact_classic expanded_agent", "ask_first", "expanded_clarifying"),
    *_row("C7", "compact_classic", "smart_search", "expanded_agent"),
    *_row("C8", "compact_classic", "no_recall", "expanded_repair"),
    *_row("C9", "compact_classic", "open_repair", "expanded_repair", "low_recall"),
    *_row("C10", "compact_classic", "change results sort_or_page", "compact_classic"),
    *_row("C11", "compact_resolving", "link_exact", "compact_classic"),
    *_row("C12", "compact_resolving", "link_failed", "expanded_repair"),
    *_row("C12a", "compact_resolving", "replacement_failed", "compact_classic"),
    *_row("C13", "compact_resolving", "cancel_resolving", "compact_classic"),
    *_row("C14", "expanded_agent", "question_due", "expanded_clarifying"),
    *_row("C15", "expanded_agent", "no_recall", "expanded_repair"),
    *_row("C16", "expanded_agent", "link_failed", "expanded_repair"),
    *_row("C17", "expanded_agent", "open_repair", "expanded_repair", "low_recall"),
    *_row("C18", "expanded_agent", "reset", "compact_classic"),
    *_row("C19", "expanded_agent", "collapse", "compact_classic", "collapsible"),
    *_row("C20", "expanded_agent", "collapse", "expanded_agent", "-collapsible"),
    *_row("C21", "expanded_agent", "results change sort_or_page", "expanded_agent"),
    *_row("C22", "expanded_clarifying", "answer skip change submit_text submit_seed", "expanded_agent"),
    *_row("C22a", "expanded_clarifying", "submit_link replace_link", "expanded_agent"),
    *_row("C22b", "expanded_clarifying", "conditions_gone", "expanded_agent"),
    *_row("C23", "expanded_clarifying", "collapse", "expanded_clarifying"),
    *_row("C24", "expanded_clarifying", "reset", "compact_classic"),
    *_row("C25", "expanded_clarifying", "sort_or_page", "expanded_clarifying"),
    *_row("C26", "expanded_repair", "results", "expanded_agent"),
    *_row("C27", "expanded_repair", "no_recall", "expanded_repair"),
    *_row("C28", "expanded_repair", "fix_link", "expanded_repair"),
    *_row("C29", "expanded_repair", "remove_anchor", "compact_classic", "seed"),
    *_row("C30", "expanded_repair", "remove_anchor", "expanded_agent", "-seed"),
    *_row("C31", "expanded_repair", "switch_to_nl", "expanded_agent"),
    *_row("C31a", "compact_classic", "switch_to_nl", "expanded_agent"),
    *_row("C32", "expanded_repair", "close_repair", "compact_classic", "low_recall opened_from_classic"),
    *_row("C32", "expanded_repair", "close_repair", "expanded_agent", "low_recall"),
    *_row("C33", "expanded_repair", "collapse", "expanded_repair"),
    *_row("C34", "expanded_repair", "conditions_gone", "expanded_agent"),
    *_row("C35", "expanded_repair", "reset", "compact_classic"),
    *_row("C35a", "compact_classic compact_resolving", "reset", "compact_classic"),
    *_row("C36", _ANY_BOX, "refuse_text", "expanded_agent"),
    *_row("C36", "compact_classic compact_resolving", "refuse_keyword", "compact_classic"),
    *_row("C36", "expanded_agent expanded_clarifying expanded_repair", "refuse_keyword", "expanded_agent"),
    *_row("C36a", "compact_classic", "take_alternative", "expanded_agent"),
    *_row("C37", "compact_resolving", "error", "compact_classic"),
)
"""Section 7.2. Every pair that is not listed leaves the container unchanged."""

_BUSY = "retrieving refining"

AGENT: Final[tuple[Row, ...]] = (
    *_row("S1", "idle", "submit_seed submit_text submit_link", "retrieving"),
    *_row("S1a", "idle", "replace_link retry", "retrieving"),
    *_row("S2", "idle", "ask_first", "clarifying"),
    *_row(
        "S3",
        "idle retrieving results_ready clarifying refining empty_repair unsupported",
        "refuse_keyword refuse_text",
        "unsupported",
    ),
    *_row("S4", "idle", "smart_search collapse", "idle"),
    *_row("S4a", "idle", "change", "refining", "searched"),
    *_row("S5", _BUSY, "results", "results_ready"),
    *_row("S6", "results_ready", "question_due", "clarifying", "-compact -low_recall"),
    *_row("S7", _BUSY, "no_recall", "empty_repair"),
    *_row("S8", _BUSY, "link_failed", "empty_repair"),
    *_row("S8a", "retrieving", "replacement_failed", "empty_repair", "repairing -low_recall"),
    *_row("S8a", "retrieving", "replacement_failed", "results_ready", "results_shown"),
    *_row("S8a", "retrieving", "replacement_failed", "idle", "-results_shown"),
    *_row("S9d", _BUSY, "submit_link", "retrieving", "compact"),
    *_row("S9", _BUSY, "submit_seed submit_text submit_link change answer retry", None),
    *_row("S9a", _BUSY, "conditions_gone", "idle"),
    *_row("S9b", _BUSY, "replace_link fix_link", "retrieving"),
    *_row("S9c", _BUSY, "repair_search remove_anchor", "refining", "conditions_left"),
    *_row("S9c", _BUSY, "remove_anchor", "idle", "-conditions_left"),
    *_row("S10a", _BUSY, "error cancel_resolving", "empty_repair", "repairing -low_recall"),
    *_row("S10", _BUSY, "error cancel_resolving", "results_ready", "results_shown"),
    *_row("S10", _BUSY, "error cancel_resolving", "idle", "-results_shown"),
    *_row("S11", "results_ready", "submit_seed", "retrieving", "compact"),
    *_row("S11", "results_ready", "submit_text", "retrieving", "compact"),
    *_row("S11a", "results_ready", "submit_link replace_link fix_link", "retrieving"),
    *_row("S12", "results_ready", "submit_text submit_seed", "refining", "-compact"),
    *_row("S12", "results_ready", "change repair_search retry", "refining"),
    *_row("S12", "results_ready", "remove_anchor", "refining", "conditions_left"),
    *_row(
        "S14", "results_ready", "open_repair dismiss_hint close_repair sort_or_page collapse", "results_ready"
    ),
    *_row("S14a", "results_ready", "switch_to_nl", "results_ready"),
    *_row("S15", "results_ready", "conditions_gone", "idle"),
    *_row("S15", "results_ready", "remove_anchor", "idle", "-conditions_left"),
    *_row("S16", "clarifying", "answer", "refining"),
    *_row("S17", "clarifying", "skip", "results_ready", "results_shown"),
    *_row("S17a", "clarifying", "skip", "idle", "-results_shown"),
    *_row(
        "S18",
        "clarifying",
        "change submit_text submit_seed remove_anchor",
        "refining",
        "conditions_left",
    ),
    *_row("S18a", "clarifying", "submit_link replace_link", "retrieving"),
    *_row("S19", "clarifying", "conditions_gone", "idle"),
    *_row("S20", "empty_repair", "repair_search answer change retry", "refining", "conditions_left"),
    *_row("S21", "empty_repair", "fix_link replace_link", "retrieving"),
    *_row("S22", "empty_repair", "remove_anchor", "refining", "conditions_left"),
    *_row("S23", "empty_repair", "remove_anchor conditions_gone", "idle"),
    *_row("S24", "empty_repair", "switch_to_nl", "results_ready", "results_shown"),
    *_row("S24", "empty_repair", "switch_to_nl", "idle", "-results_shown"),
    *_row("S25", "empty_repair", "submit_seed", "retrieving", "seed"),
    *_row("S25", "empty_repair", "submit_link", "retrieving"),
    *_row("S25", "empty_repair", "submit_text", "refining"),
    *_row("S25", "empty_repair", "submit_seed", "refining", "-seed"),
    *_row("S26", "unsupported", "submit_seed submit_text submit_link", "retrieving"),
    *_row("S26a", "unsupported", "ask_first", "clarifying"),
    *_row("S26b", "unsupported", "replace_link", "retrieving"),
    *_row("S27", "unsupported", "take_alternative change", "refining"),
    *_row("S27a", "unsupported", "conditions_gone", "idle"),
    *_row(
        "S28", "idle retrieving results_ready clarifying refining empty_repair unsupported", "reset", "idle"
    ),
)
"""Section 8. A search from ``results_ready`` is S11 in the classic box and S12 in the expanded one."""

URL: Final[tuple[tuple[UrlState, str, UrlState | None], ...]] = (
    ("resolving", "one exact channel of this platform", "resolved_exact"),
    ("resolving", "a channel of another platform", "resolved_mismatch"),
    ("resolving", "a type of link, or a site, that is not supported", "resolved_unsupported"),
    ("resolving", "malformed, gone, or no answer in time", "resolved_invalid"),
    ("resolving", "edited, removed or cancelled", None),
)
"""Section 10.2: state, what was found, next state. One terminal state; None: the resolution is gone."""

LEGAL_AGENT: Final[dict[Container, frozenset[AgentState]]] = {
    "compact_classic": frozenset({"idle", "retrieving", "results_ready", "refining", "unsupported"}),
    "compact_resolving": frozenset({"retrieving"}),
    "expanded_agent": frozenset({"idle", "retrieving", "results_ready", "refining", "unsupported"}),
    "expanded_clarifying": frozenset({"clarifying"}),
    "expanded_repair": frozenset({"retrieving", "results_ready", "refining", "empty_repair"}),
}
"""Section 9.1. ``expanded_repair`` with ``results_ready`` only for low recall."""

LEGAL_INPUT: Final[dict[Container, frozenset[InputState]]] = {
    "compact_classic": frozenset(INPUT_STATES) - {"followup_waiting"},
    "compact_resolving": frozenset({"draft_keyword"}),
    "expanded_agent": frozenset({"editing_keyword", "followup_waiting"}),
    "expanded_clarifying": frozenset({"editing_keyword", "followup_waiting"}),
    "expanded_repair": frozenset({"editing_keyword", "followup_waiting"}),
}
"""Section 9.2."""


def step(table: tuple[Row, ...], state: str, signal: Signal, guards: Iterable[Guard]) -> Row | None:
    """The first row that fits, or None: nothing changes."""
    held = frozenset(guards)
    for row in table:
        fits = row.signal == signal and state in row.states
        if fits and row.when <= held and not (row.unless & held):
            return row
    return None
