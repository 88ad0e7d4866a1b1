"""Server-sent events of a session: each stored state once, heartbeats, and a word when a search takes long.

id: <version>          resume: the client sends the last one as Last-Event-ID
event: snapshot        data: the whole snapshot
event: stalled         a search has been running for 400 ms
event: closed          the session was closed; data: {"successor": id or null}
: heartbeat            every 15 s, so that proxies keep the line open
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import orjson

from serendip.search.session.model import Session
from serendip.search.session.presence import Presence

STALLED_S = 0.4
HEARTBEAT_S = 15.0
POLL_S = 0.5
"""How often the stored version is looked at: another process may change the session."""


class Source(Protocol):
    """Where a stream's states come from."""

    def get(self, user_id: str, session_id: str) -> Session:
        """The session as it is stored."""
        ...

    def version(self, session_id: str) -> tuple[int, str | None] | None:
        """Its version and, when it is closed, what followed."""
        ...

    @property
    def presence(self) -> Presence:
        """Who tells of new versions, and of the end of the service."""
        ...


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between looks, until a search counts as stalled, and between heartbeats."""

    poll: float = POLL_S
    stalled: float = STALLED_S
    heartbeat: float = HEARTBEAT_S


async def stream(
    source: Source, session: Session, seen: int, render: Callable[[Session], bytes], pace: Pace
) -> AsyncGenerator[bytes]:
    """The events after version ``seen``, until the session is closed, the service stops, the client goes."""
    news = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell() -> None:
        loop.call_soon_threadsafe(news.set)

    stop = source.presence.listen(session.session_id, tell)
    timing = _Timing(pace, loop.time)
    try:
        while not source.presence.closing:
            now = await asyncio.to_thread(source.get, session.user_id, session.session_id)
            if now.version > seen:
                seen = now.version
                timing.said()
                yield _event("snapshot", render(now), now.version)
            if not now.active:
                known = await asyncio.to_thread(source.version, session.session_id)
                yield _event("closed", orjson.dumps({"successor": known[1] if known else None}))
                return
            for frame in timing.due(now):
                yield frame
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), timing.until_next())
            news.clear()
    finally:
        stop()


class _Timing:
    """What a stream says by the clock alone: that a search takes long, once for each, and that it lives."""

    def __init__(self, pace: Pace, now: Callable[[], float]) -> None:
        self._pace, self._now = pace, now
        self._spoke = now()
        self._work: tuple[int, int] | None = None
        self._stalls: float | None = None

    def said(self) -> None:
        """Something was sent."""
        self._spoke = self._now()

    def due(self, session: Session) -> Iterator[bytes]:
        """What has to be said of the session at this moment."""
        work = (session.search_seq, session.url_seq) if session.searching else None
        if work != self._work:
            self._work, self._stalls = work, None if work is None else self._now() + self._pace.stalled
        if self._stalls is not None and self._now() >= self._stalls:
            self._stalls = None
            self.said()
            yield _event("stalled", b"{}")
        elif self._now() - self._spoke >= self._pace.heartbeat:
            self.said()
            yield b": heartbeat\n\n"

    def until_next(self) -> float:
        """The seconds until the session is looked at again."""
        left = self._pace.poll if self._stalls is None else self._stalls - self._now()
        return max(0.0, min(self._pace.poll, left))


async def at_rest(presence: Presence, session_id: str, seconds: float) -> None:
    """Wait until nothing runs for the session, the time is up or the service stops; no thread is held."""
    if not presence.busy(session_id):
        return
    rest = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell() -> None:
        loop.call_soon_threadsafe(rest.set)

    stop = presence.when_at_rest(session_id, tell)
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(rest.wait(), seconds)
    finally:
        stop()


def _event(name: str, data: bytes, number: int | None = None) -> bytes:
    head = b"" if number is None else b"id: %d\n" % number
    return head + b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"
