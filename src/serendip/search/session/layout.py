"""What the box shows now, from top to bottom (sections 15.3, 18.5): clients draw these, in this order.

Questions, messages about links, repair and the hint about few results have no other place: what is not in the
layout is not on the page, and nothing of it stands outside the box (10.4, 13.2, 17.1).
"""

from __future__ import annotations

from typing import Final, Literal

from serendip.search.session.links import URL_MESSAGES
from serendip.search.session.model import Message, Session
from serendip.search.session.offers import hint_shown

Part = Literal[
    "row", "low_recall_hint", "messages", "summary", "conditions", "question", "repair", "controls",
]  # fmt: skip

IN_ROW: Final = frozenset({"keyword", "anchor"})
"""Conditions that are tags and the badge of the row; all others are chips."""

_REPAIRED: Final = frozenset({*URL_MESSAGES, "MSG_NO_RECALL"})
"""What is wrong with a link or a search is said where it can be repaired."""


def layout(session: Session) -> tuple[Part, ...]:
    """The parts that are there, in their order.

    The row comes first and the controls (collapse, new search) come last, always. Identifying a link in the
    classic box adds nothing: the row alone shows it (10.2). What is searched is told in the expanded box only
    (17.4).
    """
    places = {part_of(session, message) for message in session.notices}
    shown: dict[Part, bool] = {
        "row": True,
        "low_recall_hint": hint_shown(session) and session.container != "expanded_repair",
        "messages": "messages" in places,
        "summary": not session.compact,
        "conditions": any(node.field not in IN_ROW for node in session.graph.nodes),
        "question": session.question is not None,
        "repair": session.container == "expanded_repair",
        "controls": True,
    }
    return tuple(part for part, there in shown.items() if there)


def part_of(session: Session, message: Message) -> Part:
    """Where an open message stands."""
    if message.code == "MSG_LOW_RECALL":
        return "low_recall_hint"
    repairing = session.container == "expanded_repair"
    return "repair" if repairing and message.code in _REPAIRED else "messages"
