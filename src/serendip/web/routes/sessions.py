"""``/api/sessions``: search sessions. Every answer is the whole snapshot of a session."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field

from serendip.bootstrap import Home
from serendip.core.errors import SerendipError
from serendip.search.session import events as ev
from serendip.search.session.model import Session
from serendip.search.session.rendering import render
from serendip.search.session.runner import SessionService, Start
from serendip.search.session.snapshot import SessionSnapshot, snapshot
from serendip.web.access import User
from serendip.web.errors import BODY, responses
from serendip.web.stream import at_rest, stream

router = APIRouter(prefix="/api/sessions", tags=["sessions"])

Action = Annotated[ev.Action, Discriminator("action")]
REFUSALS = (
    "ERR_SESSION_NOT_FOUND", "ERR_SESSION_CLOSED", "ERR_STALE_REVISION", "ERR_NODE_NOT_FOUND",
    "ERR_INPUT_TOO_LONG", "ERR_KEYWORD_TOO_LONG", "ERR_TOO_MANY_KEYWORDS", "ERR_DUPLICATE_KEYWORD",
    "ERR_EMPTY_INPUT", "ERR_SECOND_ANCHOR", "ERR_ACTION_NOT_AVAILABLE",
    "ERR_ILLEGAL_TRANSITION", "ERR_QUESTION_CLOSED", "ERR_COLLAPSE_BLOCKED", "ERR_SESSION_DAMAGED",
)  # fmt: skip
"""What an action may be refused with."""


class OpenBody(BaseModel):
    """Which page is opened. ``as_of``: the day that ages count back from; today when it is left out."""

    model_config = ConfigDict(extra="forbid")

    platform: str = Field(examples=["youtube"], max_length=100)
    locale: Literal["zh", "en"] = "zh"
    as_of: date | None = None


class ActBody(BaseModel):
    """One action, and the revision that it is based on.

    ``revision`` may be left out for actions that change no condition (``type``, ``set_locale``,
    ``dismiss_message``). The same ``request_id`` twice is applied once.
    """

    model_config = ConfigDict(extra="forbid")

    revision: int | None = Field(default=None, ge=0, le=2**53)
    request_id: str | None = Field(default=None, min_length=1, max_length=100)
    action: Action


class ResetBody(BaseModel):
    """New search. Without ``revision`` whatever is active is closed."""

    model_config = ConfigDict(extra="forbid")

    revision: int | None = Field(default=None, ge=0, le=2**53)


def _in_utc(moment: datetime) -> datetime:
    """As the store compares it; a time without a zone is one in UTC."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("this time is beyond the calendar") from error


class History(BaseModel):
    """Closed sessions, newest first. ``before``: pass it on to see older ones."""

    sessions: list[SessionSnapshot]
    before: datetime | None = None


def _service(request: Request) -> SessionService:
    home: Home = request.app.state.home
    return home.sessions


def _answer(session: Session, service: SessionService) -> Response:
    return Response(render(session, service.config), media_type="application/json")


@router.post("", response_model=SessionSnapshot, responses=responses(*BODY, "ERR_UNKNOWN_PLATFORM"))
def open_session(request: Request, body: OpenBody, user: User) -> Response:
    """Open a platform's page: its active session goes on, or a new one begins."""
    service = _service(request)
    begun = Start(user, body.platform, body.locale, body.as_of)
    return _answer(service.open(begun), service)


@router.get("", responses=responses())
def history(
    request: Request,
    user: User,
    platform: Literal["youtube", "instagram", "tiktok", "x"] | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[datetime | None, AfterValidator(lambda at: at and _in_utc(at))] = None,
) -> History:
    """Closed sessions of this user; they can be read, not changed."""
    service = _service(request)
    found = service.history(user, platform, limit, before)
    oldest = found[-1].closed_at if len(found) == limit else None
    return History(sessions=[snapshot(s, service.config) for s in found], before=oldest)


@router.get("/{session_id}", response_model=SessionSnapshot, responses=responses("ERR_SESSION_NOT_FOUND"))
def read(request: Request, session_id: str, user: User) -> Response:
    """One session as it is stored."""
    service = _service(request)
    return _answer(service.get(user, session_id), service)


@router.post("/{session_id}/actions", response_model=SessionSnapshot, responses=responses(*BODY, *REFUSALS))
async def act(
    request: Request,
    session_id: str,
    body: ActBody,
    user: User,
    wait: Annotated[
        float,
        Query(ge=0, le=30, description="Answer when the session has come to rest, within so many seconds."),
    ] = 0,
) -> Response:
    """One action of the person. The answer is the state after it; later states come as events."""
    service = _service(request)

    def apply() -> Session:
        session = service.get(user, session_id)
        return service.act(session, body.action, body.revision, body.request_id)

    after = await run_in_threadpool(apply)
    if wait:
        await at_rest(service.presence, session_id, wait)
    return await run_in_threadpool(lambda: _answer(service.get(user, session_id) if wait else after, service))


@router.post(
    "/{session_id}/reset",
    response_model=SessionSnapshot,
    responses=responses(*BODY, "ERR_SESSION_NOT_FOUND", "ERR_STALE_REVISION"),
)
def reset(request: Request, session_id: str, body: ResetBody, user: User) -> Response:
    """New search: this session is closed, and an empty one takes its place. Answers the new one."""
    service = _service(request)
    return _answer(service.reset(user, session_id, body.revision), service)


@router.get(
    "/{session_id}/events",
    response_class=StreamingResponse,
    responses={**responses("ERR_SESSION_NOT_FOUND"), 200: {"content": {"text/event-stream": {}}}},
)
async def events(
    request: Request,
    session_id: str,
    user: User,
    last_event_id: Annotated[str | None, Header(description="The version that was seen last.")] = None,
) -> Response:
    """Server-sent events: each later snapshot, `stalled` for a slow search, `closed` at the end."""
    service = _service(request)
    session = await run_in_threadpool(service.get, user, session_id)
    seen = _seen(last_event_id, session)
    return StreamingResponse(
        _until_closing(
            stream(service, session, seen, lambda s: render(s, service.config), request.app.state.pace)
        ),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def _seen(last_event_id: str | None, session: Session) -> int:
    """The version that the client has; none that is not a version of this session."""
    given = (last_event_id or "").strip()
    known = int(given) if given.isascii() and given.isdecimal() and len(given) < 18 else -1
    return known if known <= session.version else -1


async def _until_closing(frames: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """A session that cannot be read any more ends the stream with an event, not with a fault."""
    try:
        async for frame in frames:
            yield frame
    except SerendipError as error:
        yield b"event: error\ndata: " + error.code.encode() + b"\n\n"
