"""One thread that calls back when a time has come."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable
from itertools import count
from threading import Condition, Thread

Call = Callable[[], None]


class Deadlines:
    """Calls functions after so many seconds, each on the one thread; they must be quick."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int]] = []
        self._calls: dict[int, Call] = {}
        self._numbers = count()
        self._changed = Condition()
        self._closing = False
        self._thread: Thread | None = None

    def after(self, seconds: float, call: Call) -> Call:
        """Call ``call`` after ``seconds``, unless this is closed before; returns the way to call it off."""
        with self._changed:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="deadlines", daemon=True)
                self._thread.start()
            number = next(self._numbers)
            self._calls[number] = call
            due = (time.monotonic() + seconds, number)
            heapq.heappush(self._due, due)
            if self._due[0] is due:
                self._changed.notify()

        def call_off() -> None:
            with self._changed:
                self._calls.pop(number, None)

        return call_off

    def close(self) -> None:
        """Forget what is not due yet."""
        with self._changed:
            self._closing = True
            self._calls.clear()
            self._changed.notify()

    def _run(self) -> None:
        while (call := self._next()) is not None:
            call()

    def _next(self) -> Call | None:
        with self._changed:
            while not self._closing:
                left = self._due[0][0] - time.monotonic() if self._due else None
                if left is None or left > 0:
                    self._changed.wait(left)
                    continue
                call = self._calls.pop(heapq.heappop(self._due)[1], None)
                if call is not None:
                    return call
            return None
