"""What runs for which session, and who waits for its next state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Lock

Tell = Callable[[], None]
"""Called from any thread, with no lock held; must be quick."""


class Presence:
    """Counts running effects by session and tells who waits. In this process only."""

    def __init__(self) -> None:
        self._running: Counter[str] = Counter()
        self._listeners: dict[str, list[Tell]] = {}
        self._waiting: dict[str, list[Tell]] = {}
        self._lock = Lock()
        self._closing = False

    @property
    def closing(self) -> bool:
        """Whether the service is about to stop: nobody should wait any longer."""
        return self._closing

    def begin(self, session_id: str, effects: int) -> None:
        """So many effects are about to run."""
        with self._lock:
            self._running[session_id] += effects
            if not self._running[session_id]:
                del self._running[session_id]

    def end(self, session_id: str, effects: int) -> None:
        """So many effects are through, their outcomes stored."""
        with self._lock:
            self._running[session_id] -= effects
            if self._running[session_id]:
                return
            del self._running[session_id]
            waiting = self._waiting.pop(session_id, [])
        _tell(waiting)

    def busy(self, session_id: str) -> bool:
        """Whether anything runs for the session here."""
        with self._lock:
            return session_id in self._running

    def when_at_rest(self, session_id: str, tell: Tell) -> Tell:
        """``tell`` once when nothing runs for the session, at once when nothing does, or when the service
        closes; returns the way to stop waiting."""
        with self._lock:
            waits = session_id in self._running and not self._closing
            if waits:
                self._waiting.setdefault(session_id, []).append(tell)
        if not waits:
            tell()
        return lambda: self._drop(self._waiting, session_id, tell)

    def changed(self, session_id: str) -> None:
        """A new version was stored."""
        with self._lock:
            listeners = tuple(self._listeners.get(session_id, ()))
        _tell(listeners)

    def listen(self, session_id: str, tell: Tell) -> Tell:
        """Be told of every new version, and of the end of the service; returns the way to stop."""
        with self._lock:
            self._listeners.setdefault(session_id, []).append(tell)
        return lambda: self._drop(self._listeners, session_id, tell)

    def close(self) -> None:
        """Wake everyone: the service is about to stop."""
        with self._lock:
            self._closing = True
            everyone = [t for who in (self._waiting, self._listeners) for told in who.values() for t in told]
            self._waiting.clear()
        _tell(everyone)

    def _drop(self, who: dict[str, list[Tell]], session_id: str, tell: Tell) -> None:
        with self._lock:
            told = who.get(session_id, [])
            if tell in told:
                told.remove(tell)
                if not told:
                    del who[session_id]


def _tell(everyone: list[Tell] | tuple[Tell, ...]) -> None:
    for tell in everyone:
        tell()
