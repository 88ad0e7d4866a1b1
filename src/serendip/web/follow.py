"""A thread that brings the index up to date with the catalogue while the server runs."""

from __future__ import annotations

import threading

from serendip.bootstrap import Home

PAUSE_S = 0.2
"""How often the catalogue's change sequence is looked at; one indexed read."""


class IndexFollower:
    """Holds the index's writer lock as long as it can; another process may hold it instead."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="index-follower", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the batch in hand and release the writer's lock."""
        self._stop.set()
        self._thread.join()

    def applied_seq(self) -> int:
        """The change sequence that searches see."""
        return self._home.applied_seq()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._home.bring_up_to_date(self._stop.is_set)
            self._stop.wait(PAUSE_S)
