"""The session service: actions in, snapshots out; effects run beside, each outcome reduced when it comes.

    act -> load -> reduce -> save (compare-and-swap, durable) -> publish -> effects on threads
                     ^                                                        |
                     +------------------- outcome ---------------------------+

Synchronous and safe to use from many threads. All I/O goes through ports.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final, get_args

from serendip.core.clock import Clock
from serendip.core.errors import InputError, NotFound, SerendipError
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.deadlines import Deadlines
from serendip.search.session.model import Choice, Config, Locale, Session
from serendip.search.session.moves import Reader, Rules, With, close_question, move, say
from serendip.search.session.ports import Applied, SessionStore
from serendip.search.session.presence import Presence
from serendip.search.session.reduce import UNCOUNTED, reduce
from serendip.search.session.work import Work, failed

log = logging.getLogger(__name__)

PLATFORMS: Final = ("youtube", "instagram", "tiktok", "x")
THREADS: Final = 4
READERS: Final = 8
"""Threads for what waits for others: links and models."""

_SLOW = (fx.ResolveLink, fx.ReadIntent)


@dataclass(frozen=True, slots=True)
class Start:
    """Whose search begins, where, and how it is shown. ``as_of``: the day that ages count back from."""

    user_id: str
    platform: str
    locale: Locale = "zh"
    as_of: date | None = None


class StaleRevision(InputError):
    """A change that was based on an older revision; ``session`` is the present state."""

    def __init__(self, session: Session) -> None:
        super().__init__(
            "ERR_STALE_REVISION",
            zh="该搜索已在其他页面更新，请确认后重试",
            en="This search was changed elsewhere. Check it and retry",
            current_revision=session.revision,
        )
        self.session = session


class SessionService:
    """Search sessions of all users.

    Args:
        store: where sessions are kept.
        work: executes effects.
        config: the tunable values.
        read: the grammar (``search.parse.read``).
        clock: the time.
    """

    def __init__(self, store: SessionStore, work: Work, config: Config, read: Reader, clock: Clock) -> None:
        self._store, self._work, self.config = store, work, config
        self._read, self._clock = read, clock
        self.presence = Presence()
        self._deadlines = Deadlines()
        self._quick = ThreadPoolExecutor(THREADS, "search")
        self._slow = ThreadPoolExecutor(READERS, "lookup")

    def close(self) -> None:
        """Let what runs come to its end; nothing new is begun."""
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=True, cancel_futures=True)
        self._deadlines.close()

    def start(self, begin: Start) -> Session:
        """A new session that is in no store: for one question from the command line."""
        if begin.platform not in PLATFORMS:
            raise InputError(
                "ERR_UNKNOWN_PLATFORM",
                zh=f"没有 {begin.platform} 频道搜索；可用的平台：{'、'.join(PLATFORMS)}",
                en=f"There is no channel search on {begin.platform}; there is one on {', '.join(PLATFORMS)}",
                field="platform",
            )
        now = self._clock.now()
        fresh = Session(secrets.token_urlsafe(12), begin.user_id, begin.platform, begin.locale, now, now)
        results = replace(fresh.results, page_size=self.config.page_size)
        return replace(fresh, as_of=begin.as_of, results=results)

    def open(self, begin: Start) -> Session:
        """The active session of this user on this platform; a new one when there is none (I-1)."""
        fresh = self.start(begin)
        session = self._store.active(begin.user_id, begin.platform) or self._store.create(fresh)
        return self._recovered(session)

    def get(self, user_id: str, session_id: str) -> Session:
        """One session of this user. Raises ``NotFound`` for any other."""
        session = self._store.load(user_id, session_id)
        if session is None:
            raise NotFound(
                "ERR_SESSION_NOT_FOUND",
                zh="没有这个搜索（或它属于其他用户）；请重新打开搜索页",
                en="There is no such search (or it is another user's); open the search page again",
            )
        return self._recovered(session)

    def history(
        self, user_id: str, platform: str | None, limit: int = 20, before: datetime | None = None
    ) -> list[Session]:
        """Closed sessions of this user, newest first."""
        return self._store.history(user_id, platform, limit, before)

    def act(
        self, session: Session, action: ev.Action, revision: int | None, request_id: str | None = None
    ) -> Session:
        """Apply one action to the stored state of ``session`` and begin what it asks for.

        Raises ``StaleRevision`` when ``revision`` is not the present one, and what ``reduce`` raises. A
        repeated ``request_id`` changes nothing again.
        """
        user_id, session_id = session.user_id, session.session_id
        while True:
            now = self.get(user_id, session_id)
            if request_id is not None and self._store.applied(session_id, request_id) is not None:
                return now
            if revision != now.revision and now.active and not isinstance(action, UNCOUNTED):
                raise StaleRevision(now)
            after, effects = self._reduced(now, action)
            if after is now:
                return now
            applied = None if request_id is None else Applied(request_id, after.revision)
            if self._saved(now, after, effects, applied):
                return after

    def reset(self, session: Session, revision: int | None) -> Session:
        """New search: the active session is closed, kept for reading, and an empty one takes its place."""
        while True:
            now = self.get(session.user_id, session.session_id)
            if not now.active:
                return self.open(Start(now.user_id, now.platform, now.locale, now.as_of))
            if revision is not None and revision != now.revision:
                raise StaleRevision(now)
            closed, fresh = (
                self._closed(now),
                self.start(Start(now.user_id, now.platform, now.locale, now.as_of)),
            )
            if self._store.succeed(closed, now.version, fresh):
                self.presence.changed(closed.session_id, closed.version)
                return fresh

    def _closed(self, session: Session) -> Session:
        now = self._clock.now()
        quiet = close_question(session, "reset", now)
        idle = replace(move(quiet, "reset"), in_flight_seq=None, closed_at=now, updated_at=now)
        return replace(
            idle, container=session.container, revision=session.revision + 1, version=session.version + 1
        )

    def version(self, session_id: str) -> tuple[int, str | None] | None:
        """The stored version and, of a closed session, the one that followed."""
        return self._store.version(session_id)

    def listen(self, session_id: str, tell: Callable[[int], None]) -> Callable[[], None]:
        """Be told of versions that are stored by this process; returns the way to stop it."""
        return self.presence.listen(session_id, tell)

    def recover(self) -> None:
        """Sessions that were stored while something ran, which nobody runs any more: say so (S10)."""
        for session in self._store.busy():
            self._recovered(session)

    def run_to_rest(self, session: Session, action: ev.Action) -> Session:
        """The same reducer and work without store and threads; returns when nothing is left to do."""
        after, waiting = reduce(session, action, self._rules())
        todo = list(waiting)
        while todo:
            effect = todo.pop(0)
            outcome = self._work.do(effect, after)
            if outcome is not None:
                after, more = reduce(after, outcome, self._rules())
                todo.extend(more)
        return after

    def keep(self, session: Session) -> Session:
        """Make a session that was run without the store the active one; the active one is closed."""
        active = self.open(Start(session.user_id, session.platform, session.locale))
        while not self._store.succeed(self._closed(active), active.version, session):
            active = self.get(active.user_id, active.session_id)
        self.presence.changed(active.session_id, active.version + 1)
        return session

    def _rules(self) -> Rules:
        return Rules(self._clock.now(), self.config, self._read, model=self._work.has_model)

    def _reduced(self, session: Session, action: ev.Action) -> tuple[Session, tuple[fx.Effect, ...]]:
        """The next state; a fault of ours keeps the text and says that the search failed (CS-255)."""
        try:
            return reduce(session, action, self._rules())
        except SerendipError:
            raise
        except Exception:
            if not isinstance(action, ev.Submit):
                raise
            log.exception("a submitted text could not be read")
            again = Choice("重试", "Retry", {"action": "submit", "text": action.text})
            told = say(session, "MSG_SEARCH_FAILED", With(choices=(again,)))
            editor = replace(told.editor, draft_text=action.text)
            return replace(told, editor=editor, version=session.version + 1), ()

    def _saved(
        self, before: Session, after: Session, effects: Sequence[fx.Effect], applied: Applied | None = None
    ) -> bool:
        """Store, publish, and only then begin the effects; False when another change came first."""
        counted = [e for e in effects if not isinstance(e, fx.ReadIntent)]
        self.presence.begin(after.session_id, len(counted))
        if not self._store.save(after, before.version, applied):
            self.presence.end(after.session_id, len(counted))
            return False
        self.presence.changed(after.session_id, after.version)
        for effect in effects:
            self._begin(effect, after)
        return True

    def _begin(self, effect: fx.Effect, session: Session) -> None:
        """Run one effect on a thread; what takes too long is answered as failed, and its answer is late."""
        pool = self._slow if isinstance(effect, _SLOW) else self._quick
        once = _Once(lambda outcome: self._came(effect, session, outcome))
        if (limit := self._limit(effect)) is not None:
            self._deadlines.after(limit, lambda: once(failed(effect)))
        pool.submit(lambda: once(self._work.do(effect, session)))

    def _limit(self, effect: fx.Effect) -> float | None:
        """The seconds that an effect may take; None: as long as it bounds itself."""
        match effect:
            case fx.ResolveLink():
                return self.config.url_resolve_timeout_s
            case fx.RunSearch() | fx.LoadList():
                return self.config.search_timeout_s
            case _:
                return None

    def _came(self, effect: fx.Effect, session: Session, outcome: ev.Outcome | None) -> None:
        try:
            if outcome is not None:
                self._settle(session.user_id, session.session_id, outcome)
        except Exception:
            log.exception("an outcome was lost")
        finally:
            if not isinstance(effect, fx.ReadIntent):
                self.presence.end(session.session_id, 1)

    def _settle(self, user_id: str, session_id: str, outcome: ev.Outcome) -> None:
        while True:
            now = self._store.load(user_id, session_id)
            if now is None:
                return
            after, effects = reduce(now, outcome, self._rules())
            if after is now or self._saved(now, after, effects):
                return

    def _recovered(self, session: Session) -> Session:
        if not session.active or not session.searching or self.presence.busy(session.session_id):
            return session
        self._settle(session.user_id, session.session_id, ev.Interrupted())
        return self._store.load(session.user_id, session.session_id) or session


class _Once:
    """Takes the first of several answers."""

    def __init__(self, take: Callable[[ev.Outcome | None], None]) -> None:
        self._take: Callable[[ev.Outcome | None], None] | None = take

    def __call__(self, outcome: ev.Outcome | None) -> None:
        take, self._take = self._take, None  # one bytecode apart at most: the reducer drops a second answer
        if take is not None:
            take(outcome)


ACTIONS: Final = get_args(ev.Action)
"""The classes of all actions."""
