"""``/api/channels``: search, and one channel."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from serendip.bootstrap import Home
from serendip.core.clock import SystemClock
from serendip.search.lookup import the_channel
from serendip.search.ports import Target, UnknownMode
from serendip.search.present import channel_json, outcome_json
from serendip.search.service import Ask, SortKey

router = APIRouter(prefix="/api/channels", tags=["channels"])

Platform = Literal["youtube", "instagram", "tiktok", "x"]


class SearchBody(BaseModel):
    """One search. ``text`` holds keywords, a link, a sentence, or all of them."""

    model_config = {"extra": "forbid"}

    text: str
    platform: Platform = "youtube"
    excluded: list[str] = Field(default_factory=list, max_length=20)
    limit: int = Field(default=20, ge=1, le=1000)
    cursor: str | None = None
    sort: SortKey | None = None
    target: Target | None = None
    any_keyword: bool = False
    unknown: UnknownMode = "exclude"
    as_of: date | None = None
    locale: Literal["zh", "en"] = "en"


def _home(request: Request) -> Home:
    home = request.app.state.home
    assert isinstance(home, Home)
    return home


def _search(home: Home, body: SearchBody) -> dict[str, Any]:
    ask = Ask(
        text=body.text,
        platform=body.platform,
        today=body.as_of or SystemClock().now().date(),
        limit=body.limit,
        cursor=body.cursor,
        sort=body.sort,
        unknown=body.unknown,
        any_keyword=body.any_keyword,
        target=body.target,
        excluded=tuple(body.excluded),
    )
    return outcome_json(home.search.find(ask), body.locale)


@router.post("/search")
def search(request: Request, body: SearchBody) -> dict[str, Any]:
    """Search channels of one platform: conditions as understood, verified rows with reasons."""
    return _search(_home(request), body)


@router.get("/search")
def search_by_link(
    request: Request,
    q: Annotated[str, Query(description="The same as `text` of the POST.")],
    platform: Platform = "youtube",
    limit: Annotated[int, Query(ge=1, le=1000)] = 20,
    locale: Literal["zh", "en"] = "en",
) -> dict[str, Any]:
    """The same search as an address that can be opened in a browser."""
    return _search(_home(request), SearchBody(text=q, platform=platform, limit=limit, locale=locale))


@router.get("/{platform}/{channel_id:path}")
def channel(request: Request, platform: Platform, channel_id: str) -> dict[str, Any]:
    """Everything that is known of one channel, by native id, handle, or name id."""
    return channel_json(the_channel(_home(request).store, platform, channel_id))
