"""What may be doubtful about a session, beside the plan that it executes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from serendip.search.session.model import Conflict, Placed, Session, Suggestion


@dataclass(frozen=True, slots=True)
class Doubts:
    """Where questions come from.

    Attributes:
        total: channels that the present search finds; ``now``: when the questions are asked.
        pending: nodes that are not effective: unmapped wishes are among them.
        suggestions: the repairs that are offered now; their counts are known.
        end: the place of a condition that an answer adds.
    """

    total: int
    now: datetime
    pending: tuple[Placed, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    end: int = 0


def doubts(session: Session, now: datetime) -> Doubts:
    """The doubts of a session as it is."""
    graph = session.graph
    return Doubts(
        total=session.results.total,
        now=now,
        pending=tuple(Placed(n, i) for i, n in enumerate(graph.nodes) if not n.effective),
        conflicts=tuple(c for c in graph.conflicts if not c.resolved),
        suggestions=session.repair.suggestions,
        end=len(graph.nodes),
    )
