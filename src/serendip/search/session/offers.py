"""Which repair actions are there to take (the tables of section 15.4)."""

from __future__ import annotations

from typing import Final

from serendip.search.session.model import Choice, RecallScope, Session
from serendip.search.session.moves import failed_link

OPEN, DISMISS, CLOSE = "A_HINT_OPEN_REPAIR_LOW_RECALL", "A_HINT_DISMISS_LOW_RECALL", "A_HINT_CLOSE_REPAIR"
FIX, REMOVE, SWITCH = "A_REPAIR_FIX_URL", "A_REPAIR_REMOVE_ANCHOR_KEEP_KEYWORDS", "A_REPAIR_SWITCH_TO_NL"
REPLACE, EXPAND, SUGGESTION = (
    "A_REPAIR_REPLACE_ANCHOR", "A_REPAIR_EXPAND_RECALL_SCOPE", "A_REPAIR_APPLY_SUGGESTION",
)  # fmt: skip

WIDER: Final[dict[RecallScope, RecallScope]] = {"standard": "wide", "wide": "widest"}
"""One step of the recall scope; the widest has none."""

LOW_RECALL_CHOICES: Final = (
    Choice("调整", "Adjust", {"action": OPEN}),
    Choice("忽略", "Dismiss", {"action": DISMISS}),
)
"""The controls of the hint strip."""

_RESTING: Final = frozenset({"results_ready", "retrieving", "refining"})


def hint_shown(session: Session) -> bool:
    """G_LOW_RECALL: the hint strip about few similar channels is there."""
    low = session.repair.repair_reason == "low_recall" and session.repair.repair_hint_visible
    return low and session.agent_state == "results_ready"


def low_recall(session: Session) -> bool:
    """Whether the results shown, or those being repaired, are few similar channels."""
    return session.repair.repair_reason == "low_recall" and session.agent_state in _RESTING


def no_recall(session: Session) -> bool:
    """Whether conditions without results are being repaired."""
    empty = session.repair.repair_reason in {"zero_results", "condition_conflict"}
    return empty and session.container == "expanded_repair"


def anchor_to_remove(session: Session) -> bool:
    """Whether a failed link or an anchor is there to go on without."""
    return failed_link(session) or session.graph.anchor is not None or _retried(session)


def offered(session: Session) -> tuple[str, ...]:
    """The actions that the box shows now, in the order of the table; one at its limit is left out."""
    if session.container != "expanded_repair":
        return (OPEN, DISMISS) if hint_shown(session) else ()
    around = (REPLACE, EXPAND, REMOVE) if session.graph.anchor is not None else ()
    if session.recall_scope not in WIDER:
        around = tuple(a for a in around if a != EXPAND)
    match session.repair.repair_reason:
        case "low_recall":
            return (*around, SWITCH, CLOSE)
        case "zero_results" | "condition_conflict":
            return (SUGGESTION, *around, SWITCH)
        case None:
            return ()
        case _:
            return (FIX, REMOVE, SWITCH) if failed_link(session) or _retried(session) else ()


def _retried(session: Session) -> bool:
    """Whether another link is being looked at in place of a failed one."""
    url = session.url
    return url is not None and url.purpose == "fix" and url.state == "resolving"
