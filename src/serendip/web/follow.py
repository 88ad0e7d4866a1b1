"""A thread that brings the index up to date with the catalogue while the server runs."""

from __future__ import annotations

import threading

from serendip.bootstrap import Home
from serendip.core.errors import SerendipError

RETRY_S = 2.0
"""How long to wait before the index is tried again: another process may be writing it."""


class IndexFollower:
    """Holds the index's writer lock as long as it can. ``failure`` says why it cannot just now."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._wake = threading.Event()
        self._closing = False
        self._rebuilds: list[threading.Event] = []
        self._thread = threading.Thread(target=self._run, name="index-follower", daemon=True)
        self.failure: SerendipError | None = None

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the batch in hand and release the writer's lock."""
        self._closing = True
        self._wake.set()
        self._thread.join()

    def rebuild(self) -> None:
        """Build the index anew; returns when that is done. Searches go on meanwhile."""
        done = threading.Event()
        self._rebuilds.append(done)
        self._wake.set()
        done.wait()
        if self.failure is not None:
            raise self.failure

    def _run(self) -> None:
        while not self._closing:
            try:
                if self._rebuilds:
                    self._home.rebuild()
                self._wake.clear()
                self.failure = None
                self._answer()
                self._home.follow(self._wake)
            except SerendipError as error:
                self.failure = error
                self._answer()
                self._wake.wait(RETRY_S)
        self._answer()

    def _answer(self) -> None:
        while self._rebuilds:
            self._rebuilds.pop().set()
