"""What is asked of channel search as text, and what comes back: plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from serendip.catalogue.channel import Channel
from serendip.search import anchor as anchors
from serendip.search.anchor import Anchor
from serendip.search.classify import Context
from serendip.search.conditions import Container, Request
from serendip.search.messages import Notice
from serendip.search.ports import Target, UnknownMode
from serendip.search.reasons import Reason

SortKey = Literal[
    "relevance", "similarity", "followers", "avg_views", "engagement_rate", "growth", "last_active", "price"
]

MAX_LIMIT = 1000
"""So many channels at most in one answer."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request to search.

    ``sort=None`` takes what the text says, else relevance or similarity. ``excluded`` are words that
    must not occur, given beside the text. ``today`` is the day that ages count back from.
    """

    text: str
    platform: str
    today: date
    limit: int = 20
    cursor: str | None = None
    sort: SortKey | None = None
    unknown: UnknownMode = "exclude"
    any_keyword: bool = False
    target: Target | None = None
    excluded: tuple[str, ...] = ()
    context: Context = field(default_factory=Context)


@dataclass(frozen=True, slots=True)
class Row:
    """One channel of the result, with one reason per executed condition, in the order of its steps.

    ``similarity`` is -1..1, None where nothing was compared.
    """

    channel: Channel
    score: float
    similarity: float | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answered request.

    Attributes:
        request: what was understood; statuses are those that were executed.
        rows: verified rows of this page; ``pinned`` (the anchor) is never among them.
        total: channels that meet every condition; ``unknown`` those that may (addendum A-2).
        unknown_fields: the conditions' fields whose values may be missing.
        container: the box after this answer (section 7): a link that is resolved goes back to classic.
    """

    request: Request
    rows: tuple[Row, ...]
    total: int
    unknown: int
    unknown_fields: tuple[str, ...]
    cursor: str | None
    sort: SortKey
    pinned: Anchor | None
    notices: tuple[Notice, ...]
    today: date

    @property
    def container(self) -> Container:
        """The state of the box."""
        if anchors.failed(self.request, self.pinned):
            return "expanded_repair"
        resting = self.request.container == "compact_resolving"
        return "compact_classic" if resting else self.request.container
