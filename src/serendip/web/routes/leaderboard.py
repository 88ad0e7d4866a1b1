"""``/api/leaderboard``: what a page shows before anything is searched."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from serendip.bootstrap import Home
from serendip.search.leaders import FIGURES, LEAST_FOLLOWERS, RATES, LeaderKey
from serendip.search.present import leader_json
from serendip.web.routes.channels import Platform

router = APIRouter(prefix="/api", tags=["channels"])


class Leaderboard(BaseModel):
    """Leading channels, the first first.

    ``field`` is the figure that orders them. Each item is a channel as ``/api/channels`` shows it, and its
    ``figure``: ``{field, value, unit, as_of, basis, note}``; ``as_of`` is the figure's date. Channels that do
    not show the figure are left out; boards of rates take channels from ``least_followers`` on.
    """

    platform: Platform
    by: LeaderKey
    field: str
    least_followers: int | None
    items: list[dict[str, Any]]


@router.get("/leaderboard")
def leaderboard(
    request: Request,
    platform: Platform = "youtube",
    by: LeaderKey = "followers",
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Leaderboard:
    """The leading channels of one platform by growth, engagement, age, size or latest activity."""
    home = request.app.state.home
    assert isinstance(home, Home)
    field = FIGURES[by]
    rows = home.search.leaderboard(platform, by, limit)
    return Leaderboard(
        platform=platform,
        by=by,
        field=field,
        least_followers=LEAST_FOLLOWERS if by in RATES else None,
        items=[leader_json(leader, field) for leader in rows],
    )
