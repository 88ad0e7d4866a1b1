"""Effects on threads: each is answered once, by its outcome or, when it takes too long, by its failure.

What waits for others (links, models) has threads of its own, so that it never keeps a search waiting; what
came too late is answered on further ones, so that neither a hung search nor a slow disk delays a deadline.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.deadlines import Deadlines
from serendip.search.session.model import Config, Session
from serendip.search.session.threads import Threads
from serendip.search.session.work import Work, failed

SEARCHES: Final = 2
LOOKUPS: Final = 8
LATE: Final = 2

Answer = Callable[[fx.Effect, Session, ev.Outcome | None], None]
"""Takes the outcome of an effect that a session asked for; None when there is nothing to say."""


class Running:
    """Runs effects.

    Args:
        work: executes them.
        config: how long each may take.
        answer: called once for each effect that was begun, from any thread; must not raise.
    """

    def __init__(self, work: Work, config: Config, answer: Answer) -> None:
        self._work, self._config, self._answer = work, config, answer
        self._searches = Threads("search", SEARCHES)
        self._lookups = Threads("lookup", LOOKUPS)
        self._late = Threads("late", LATE)
        self._deadlines = Deadlines()
        self._closed = False

    def begin(self, effect: fx.Effect, session: Session) -> None:
        """Run ``effect`` beside; what it answers after its time goes nowhere."""
        once = Once(lambda outcome: self._answer(effect, session, outcome))
        limit = self._limit(effect)

        def late() -> None:
            self._late.submit(lambda: once.take(failed(effect)))

        call_off = _nothing if limit is None else self._deadlines.after(limit, late)

        def run() -> None:
            if not once.taken:  # it may have waited for a free thread until its time was up
                outcome = self._work.do(effect, session)
                call_off()
                if not self._closed:
                    once.take(outcome)

        waits = isinstance(effect, fx.ResolveLink | fx.ReadIntent)
        (self._lookups if waits else self._searches).submit(run)

    def close(self, seconds: float) -> None:
        """Begin nothing more, and wait so long for what runs; what comes later is not answered."""
        self._deadlines.close()
        everyone = (self._searches, self._lookups, self._late)
        for threads in everyone:
            threads.stop()
        until = time.monotonic() + seconds
        for threads in everyone:
            threads.join(until)
        self._closed = True

    def _limit(self, effect: fx.Effect) -> float | None:
        """The seconds that an effect may take. A model bounds itself, and no one waits for it."""
        match effect:
            case fx.ResolveLink():
                return self._config.url_resolve_timeout_s
            case fx.RunSearch() | fx.LoadList() | fx.WeighQuestions():
                return self._config.search_timeout_s
            case fx.ReadIntent():
                return None


def _nothing() -> None:
    """There is no deadline to call off."""


class Once:
    """Takes the first of several answers, whichever thread brings it."""

    def __init__(self, take: Callable[[ev.Outcome | None], None]) -> None:
        self._take = take
        self._free = Lock()

    @property
    def taken(self) -> bool:
        """Whether there is an answer."""
        return self._free.locked()

    def take(self, outcome: ev.Outcome | None) -> None:
        """The first call passes ``outcome`` on; later ones do nothing."""
        if self._free.acquire(blocking=False):
            self._take(outcome)
