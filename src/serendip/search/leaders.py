"""The zero state: before anything is searched, the leading channels of a platform by one figure (15.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from serendip.catalogue.channel import Channel, Fact
from serendip.core.clock import epoch_day
from serendip.search.ports import ByField, ChannelIndex, ChannelReader, Filter, Known, Query, Range, Terms

LeaderKey = Literal["growth", "engagement", "newest", "followers", "active"]

FIGURES: Final[dict[LeaderKey, str]] = {
    "growth": "growth_followers_pct_90",
    "engagement": "engagement_rate",
    "newest": "created_at",
    "followers": "followers",
    "active": "last_upload_at",
}
"""The stored fact that each board orders by, the largest or latest first."""

RATES: Final = frozenset({"growth", "engagement"})
DATES: Final = frozenset({"newest", "active"})

LEAST_FOLLOWERS: Final = 1_000
"""Boards of rates take channels from this size on: over fewer people a rate is mostly chance."""


@dataclass(frozen=True, slots=True)
class Leader:
    """One channel and the figure that it leads by, with its date and basis."""

    channel: Channel
    figure: Fact


def leaders(
    index: ChannelIndex, reader: ChannelReader, board: tuple[str, LeaderKey], today: date, limit: int
) -> tuple[Leader, ...]:
    """The first ``limit`` of ``board`` (platform, key). Who does not show the figure is left out."""
    platform, by = board
    fact = FIGURES[by]
    filters: tuple[Filter, ...] = (Terms("platform", (platform,)), Known(fact))
    if by in RATES:
        filters = (*filters, Range("followers", LEAST_FOLLOWERS))
    if by in DATES:
        filters = (*filters, Range(fact, None, epoch_day(today)))
    found = index.search(Query(filters=filters, rank=ByField(fact), limit=limit))
    channels = reader.get_many([hit.cid for hit in found.hits])
    return tuple(Leader(c, figure) for c in channels if (figure := c.facts.get(fact)) is not None)
