"""``/api/channels``: search without a box, and one channel."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from serendip.bootstrap import Home
from serendip.search.asking import SortKey
from serendip.search.lookup import the_channel
from serendip.search.ports import Target, UnknownMode
from serendip.search.present import channel_json
from serendip.search.session.once import MAX_LIMIT, Once, answer
from serendip.search.session.rendering import render
from serendip.search.session.snapshot import SessionSnapshot
from serendip.web.access import User
from serendip.web.errors import responses

router = APIRouter(prefix="/api/channels", tags=["channels"])

Platform = Literal["youtube", "instagram", "tiktok", "x"]
REFUSALS = (
    "ERR_EMPTY_INPUT", "ERR_INPUT_TOO_LONG", "ERR_KEYWORD_TOO_LONG", "ERR_TOO_MANY_KEYWORDS",
    "ERR_ACTION_NOT_AVAILABLE",
)  # fmt: skip


class SearchBody(BaseModel):
    """One search. ``text`` holds keywords, a link, a sentence, or all of them.

    ``keep`` makes it the active session of its platform, so that the search page shows it and goes on.
    """

    model_config = {"extra": "forbid"}

    text: str
    platform: Platform = "youtube"
    excluded: list[Annotated[str, Field(max_length=1000)]] = Field(default_factory=list, max_length=20)
    limit: int = Field(default=20, ge=1, le=MAX_LIMIT)
    page: int = Field(default=1, ge=1, le=2**31)
    sort: SortKey | None = None
    target: Target | None = None
    any_keyword: bool = False
    unknown: UnknownMode = "exclude"
    as_of: date | None = None
    locale: Literal["zh", "en"] = "en"
    keep: bool = False


class SearchLink(BaseModel):
    """A search as the query of an address. ``q`` is the text."""

    model_config = {"extra": "forbid"}

    q: str
    platform: Platform = "youtube"
    limit: int = Field(default=20, ge=1, le=MAX_LIMIT)
    locale: Literal["zh", "en"] = "en"


def _home(request: Request) -> Home:
    home = request.app.state.home
    assert isinstance(home, Home)
    return home


def _search(home: Home, body: SearchBody, user: str) -> Response:
    once = Once(
        text=body.text,
        platform=body.platform,
        locale=body.locale,
        as_of=body.as_of,
        excluded=tuple(body.excluded),
        limit=body.limit,
        page=body.page,
        sort=body.sort,
        target=body.target,
        any_keyword=body.any_keyword,
        unknown=body.unknown,
    )
    session = answer(home.sessions, user, once)
    if body.keep:
        session = home.sessions.keep(session)
    return Response(render(session, home.config), media_type="application/json")


@router.post("/search", response_model=SessionSnapshot, responses=responses(*REFUSALS))
def search(request: Request, body: SearchBody, user: User) -> Response:
    """Search channels of one platform in one call: the snapshot of a session that has come to rest."""
    return _search(_home(request), body, user)


@router.get("/search", response_model=SessionSnapshot, responses=responses(*REFUSALS))
def search_by_link(request: Request, asked: Annotated[SearchLink, Query()], user: User) -> Response:
    """The same search as an address that can be opened in a browser. Nothing is kept."""
    body = SearchBody(text=asked.q, platform=asked.platform, limit=asked.limit, locale=asked.locale)
    return _search(_home(request), body, user)


@router.get("/{platform}/{channel_id:path}", responses=responses("ERR_CHANNEL_NOT_FOUND"))
def channel(request: Request, platform: Platform, channel_id: str) -> dict[str, Any]:
    """Everything that is known of one channel, by native id, handle, or name id."""
    return channel_json(the_channel(_home(request).store, platform, channel_id))
