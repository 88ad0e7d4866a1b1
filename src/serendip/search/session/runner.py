"""The session service: actions in, snapshots out; effects run beside, each outcome reduced when it comes.

    act -> load -> reduce -> save (compare-and-swap, durable) -> publish -> effects on threads
                     ^                                                        |
                     +------------------- outcome ---------------------------+

Synchronous and safe to use from many threads. All I/O goes through ports.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final, get_args

from serendip.core.clock import Clock
from serendip.core.errors import Damaged, InputError, NotFound, SerendipError
from serendip.search.ports import Target
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.link_spans import call_off
from serendip.search.session.model import Choice, Config, Locale, Session
from serendip.search.session.moves import Reader, Rules, With, close_question, move, say
from serendip.search.session.ports import Applied, SessionStore
from serendip.search.session.presence import Presence
from serendip.search.session.reduce import UNCOUNTED, reduce
from serendip.search.session.running import Running
from serendip.search.session.work import Work, failed

log = logging.getLogger(__name__)

PLATFORMS: Final = ("youtube", "instagram", "tiktok", "x")
CLOSING_S: Final = 1.0
"""So long the end of the service waits for what runs; what it leaves is interrupted at the next start."""

GRACE_S: Final = 5.0
"""So long after its deadline a search that nobody here runs is held to be lost."""


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
        self._running = Running(work, config, self._came)

    def close(self) -> None:
        """Wake who waits, begin nothing new, and let what runs come to its end for a moment."""
        self.presence.close()
        self._running.close(CLOSING_S)

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
                return self.get(user_id, session_id)
            if revision != now.revision and now.active and not isinstance(action, UNCOUNTED):
                raise StaleRevision(now)
            after, effects = self._reduced(now, action)
            if after is now:
                return now
            applied = None if request_id is None else Applied(request_id, after.revision)
            if self._saved(now, after, effects, _How(applied)):
                return after

    def reset(self, user_id: str, session_id: str, revision: int | None) -> Session:
        """New search: the active session is closed, kept for reading, and an empty one takes its place.

        Asked for on a closed one it answers the active one, so that it can be repeated. What cannot be read
        is closed as it stands.
        """
        while True:
            try:
                now = self.get(user_id, session_id)
            except Damaged:
                platform = self._store.abandon(user_id, session_id, self._clock.now())
                return self.open(Start(user_id, platform or PLATFORMS[0]))
            begin = Start(user_id, now.platform, now.locale, now.as_of)
            if not now.active:
                return self.open(begin)
            if revision is not None and revision != now.revision:
                raise StaleRevision(now)
            closed, fresh = self._closed(now), self.start(begin)
            if self._store.succeed(closed, now.version, fresh):
                self.presence.changed(closed.session_id)
                return fresh

    def _closed(self, session: Session) -> Session:
        """``session`` at its end, at rest, with what was said and found in it."""
        now = self._clock.now()
        quiet = move(close_question(call_off(session), "reset", now), "reset")
        return replace(
            quiet, in_flight_seq=None, closed_at=now, updated_at=now,
            revision=session.revision + 1, version=session.version + 1,
        )  # fmt: skip

    def version(self, session_id: str) -> tuple[int, str | None] | None:
        """The stored version and, of a closed session, the one that followed."""
        return self._store.version(session_id)

    def recover(self) -> None:
        """What was running when the last process ended is interrupted (S10).

        Call it before anything is begun, and only where no other process serves the same store.
        """
        for session in self._store.busy():
            self._interrupted(session)

    def run_to_rest(self, session: Session, action: ev.Action, target: Target | None = None) -> Session:
        """The same reducer and work without store and threads; returns when nothing is left to do.

        ``target`` is what new keywords are matched against, when it is not the one of the settings.
        """
        rules = self._rules(session.platform)
        if target is not None:
            rules = replace(rules, config=replace(rules.config, default_match_target=target))
        after, waiting = reduce(session, action, rules)
        todo = list(waiting)
        while todo:
            effect = todo.pop(0)
            outcome = self._work.do_or_raise(effect, after)
            if outcome is not None:
                after, more = reduce(after, outcome, self._rules(after.platform))
                todo.extend(more)
        return after

    def keep(self, session: Session) -> Session:
        """Make a session that was run without the store the active one; the active one is closed."""
        while True:
            active = self.open(Start(session.user_id, session.platform, session.locale))
            if self._store.succeed(self._closed(active), active.version, session):
                self.presence.changed(active.session_id)
                return session

    def _rules(self, platform: str) -> Rules:
        config = self.config.on(platform)
        return Rules(self._clock.now(), config, self._read, model=self._work.has_model)

    def _reduced(self, session: Session, action: ev.Action) -> tuple[Session, tuple[fx.Effect, ...]]:
        """The next state; a fault of ours keeps the text and says that the search failed (CS-255)."""
        try:
            return reduce(session, action, self._rules(session.platform))
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
        self, before: Session, after: Session, effects: Sequence[fx.Effect], how: _How | None = None
    ) -> bool:
        """Store, publish, and only then begin the effects; False when another change came first."""
        how = how or _How(lasting=False)
        waited_for = sum(not isinstance(e, fx.ReadIntent) for e in effects)
        self.presence.begin(after.session_id, waited_for)
        saved = False
        try:
            saved = self._store.save(after, before.version, how.applied, lasting=how.lasting)
        finally:
            if not saved:
                self.presence.end(after.session_id, waited_for)
        if saved:
            self.presence.changed(after.session_id)
            for effect in effects:
                self._running.begin(effect, after)
        return saved

    def _came(self, effect: fx.Effect, session: Session, outcome: ev.Outcome | None) -> None:
        """The answer to an effect. One that cannot be taken in is a failure: nothing runs for ever."""
        try:
            for answer in (outcome, failed(effect)):
                if answer is None or self._settled(session.user_id, session.session_id, answer):
                    return
        finally:
            if not isinstance(effect, fx.ReadIntent):
                self.presence.end(session.session_id, 1)

    def _settled(self, user_id: str, session_id: str, outcome: ev.Outcome) -> bool:
        try:
            while (now := self._store.load(user_id, session_id)) is not None:
                after, effects = reduce(now, outcome, self._rules(now.platform))
                if after is now or self._saved(now, after, effects):
                    return True
        except Exception:
            log.exception("%s could not be taken in", type(outcome).__name__)
            return False
        return True

    def _recovered(self, session: Session) -> Session:
        """``session``, or its interruption when what it waits for is overdue and does not run here.

        Until then another process may be running it.
        """
        longest = max(self.config.search_timeout_s, self.config.url_resolve_timeout_s) + GRACE_S
        overdue = self._clock.now() - session.updated_at > timedelta(seconds=longest)
        return self._interrupted(session) if overdue else session

    def _interrupted(self, session: Session) -> Session:
        """The swap is made on the version that was seen: what has come or begun since stays untouched."""
        while session.active and session.searching and not self.presence.busy(session.session_id):
            after, effects = reduce(session, ev.Interrupted(), self._rules(session.platform))
            if after is session or self._saved(session, after, effects):
                return after
            session = self.get(session.user_id, session.session_id)
        return session


@dataclass(frozen=True, slots=True)
class _How:
    """How a state is stored: with the request that made it, and whether it outlasts a power cut."""

    applied: Applied | None = None
    lasting: bool = True


ACTIONS: Final = get_args(ev.Action)
"""The classes of all actions."""
