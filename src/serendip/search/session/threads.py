"""A few threads that work through calls, and that never hold up the end of the program.

The executor of the standard library waits at exit for whatever runs; a model or a platform that keeps a
thread for twenty seconds must not keep a stopped server alive as long. What is dropped is stored as running,
and is said to be interrupted at the next start.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread

Call = Callable[[], None]


class Threads:
    """``most`` daemon threads, started by the first call. Calls must not raise."""

    def __init__(self, name: str, most: int) -> None:
        self._name, self._most = name, most
        self._todo: SimpleQueue[Call | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._lock = Lock()
        self._closing = False

    def submit(self, call: Call) -> None:
        """Run ``call`` as soon as a thread is free; never, once this is closed."""
        with self._lock:
            if self._closing:
                return
            if not self._threads:
                self._threads = [
                    Thread(target=self._work, name=f"{self._name}-{i}", daemon=True)
                    for i in range(self._most)
                ]
                for thread in self._threads:
                    thread.start()
        self._todo.put(call)

    def stop(self) -> None:
        """Begin nothing more."""
        with self._lock:
            self._closing = True
        for _ in self._threads:
            self._todo.put(None)

    def join(self, until: float) -> bool:
        """Wait for what runs, until ``until`` of the monotonic clock; False when something still does."""
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while (call := self._todo.get()) is not None:
            if not self._closing:
                call()
