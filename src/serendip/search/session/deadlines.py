"""One thread that calls back when a time has come."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable
from itertools import count
from threading import Condition, Thread


class Deadlines:
    """Calls functions after so many seconds, each on the one thread; they must be quick."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._changed = Condition()
        self._closing = False
        self._thread: Thread | None = None

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        """Call ``call`` after ``seconds``, unless this is closed before."""
        with self._changed:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="deadlines", daemon=True)
                self._thread.start()
            heapq.heappush(self._due, (time.monotonic() + seconds, next(self._numbers), call))
            self._changed.notify()

    def close(self) -> None:
        """Forget what is not due yet."""
        with self._changed:
            self._closing = True
            self._changed.notify()

    def _run(self) -> None:
        while (call := self._next()) is not None:
            call()

    def _next(self) -> Callable[[], None] | None:
        with self._changed:
            while not self._closing:
                left = self._due[0][0] - time.monotonic() if self._due else None
                if left is not None and left <= 0:
                    return heapq.heappop(self._due)[2]
                self._changed.wait(left)
            return None
