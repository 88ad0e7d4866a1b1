"""What runs for which session, and who waits for its next state."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from threading import Condition

Listener = Callable[[int], None]
"""Called with the new version, from any thread."""


class Presence:
    """Counts running effects by session and tells listeners of new versions. In this process only."""

    def __init__(self) -> None:
        self._running: Counter[str] = Counter()
        self._listeners: dict[str, set[Listener]] = {}
        self._changed = Condition()

    def begin(self, session_id: str, effects: int) -> None:
        """So many effects are about to run."""
        with self._changed:
            self._running[session_id] += effects

    def end(self, session_id: str, effects: int) -> None:
        """So many effects are through, their outcomes stored."""
        with self._changed:
            self._running[session_id] -= effects
            if not self._running[session_id]:
                del self._running[session_id]
            self._changed.notify_all()

    def busy(self, session_id: str) -> bool:
        """Whether anything runs for the session here."""
        with self._changed:
            return session_id in self._running

    def rest(self, session_id: str, seconds: float) -> bool:
        """Wait until nothing runs for the session; False when the time was up before."""
        until = time.monotonic() + seconds
        with self._changed:
            while session_id in self._running:
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self._changed.wait(left)
        return True

    def changed(self, session_id: str, version: int) -> None:
        """A new version was stored."""
        with self._changed:
            listeners = tuple(self._listeners.get(session_id, ()))
        for tell in listeners:
            tell(version)

    def listen(self, session_id: str, tell: Listener) -> Callable[[], None]:
        """Be told of every new version from now on; returns the way to stop it."""
        with self._changed:
            self._listeners.setdefault(session_id, set()).add(tell)

        def stop() -> None:
            with self._changed:
                listeners = self._listeners.get(session_id)
                if listeners is not None:
                    listeners.discard(tell)
                    if not listeners:
                        del self._listeners[session_id]

        return stop
