"""Every stored state of a session, from its stream of events."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from tests.spec.box import Box

WAIT_S = 20


class Trail:
    """The stored states of a session as its stream of events tells them."""

    def __init__(self, box: Box) -> None:
        self.states: list[dict[str, Any]] = []
        self._news = threading.Condition()
        self._box, self._seen = box, box.now["version"]
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first state of which something holds."""
        with self._news:
            assert self._news.wait_for(lambda: any(map(holds, self.states)), WAIT_S)
            return next(filter(holds, self.states))

    def end(self) -> None:
        """The stream ends with its session."""
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    def _follow(self) -> None:
        for state in self._snapshots():
            with self._news:
                self.states.append(state)
                self._news.notify_all()

    def _snapshots(self) -> Iterator[dict[str, Any]]:
        where = f"{self._box.http.base_url}/api/sessions/{self._box.now['session_id']}/events"
        seen = {"Last-Event-ID": str(self._seen)}
        with httpx.stream("GET", where, headers=seen, timeout=WAIT_S, trust_env=False) as reply:
            kind = ""
            for line in reply.iter_lines():
                name, _, rest = line.partition(": ")
                kind = rest if name == "event" else kind
                if kind == "closed" and name == "data":
                    return
                if kind == "snapshot" and name == "data":
                    yield json.loads(rest)
