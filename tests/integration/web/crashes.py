"""A server that is killed right after it acknowledged a change, again and again: what must be there then."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serendip.bootstrap import Home
from serendip.settings import Settings
from tests.integration.search.conftest import CHANNELS
from tests.integration.web.test_api import Server

WORDS = ("pool", "swim vest", "kayak", "泳衣", "goggles", "wet suit", "diving", "露营")
BUSY = {"retrieving", "refining"}


@dataclass
class Victim:
    """A person at the box of a server that dies; ``said`` is the last acknowledged snapshot."""

    home: Path
    chance: random.Random
    said: dict[str, Any] | None = None
    last: dict[str, Any] | None = None
    checked: int = 0
    interrupted: int = 0
    ended: list[str] = field(default_factory=list[str])

    def live_and_die(self) -> None:
        """Start the server, look whether all is there, change something, kill the server on its answer."""
        server = Server(self.home)
        try:
            self._look(server)
            for _ in range(self.chance.randint(1, 3)):
                self._change(server)
        finally:
            server.process.kill()
            server.process.communicate()
            server.http.close()

    def _look(self, server: Server) -> None:
        now = server.http.post("/api/sessions", json={"platform": "youtube"}).json()
        if self.said is None:
            self.said = now
            return
        kept = ("session_id", "revision", "inputs", "graph", "search_seq", "unknown", "recall_scope")
        assert {k: now[k] for k in kept} == {k: self.said[k] for k in kept}
        assert now["editor"]["draft_text"] == self.said["editor"]["draft_text"]
        assert now["version"] >= self.said["version"]
        assert now["agent_state"] not in BUSY
        told = "MSG_SEARCH_INTERRUPTED" in {m["code"] for m in now["notices"]}
        if self.said["agent_state"] in BUSY:
            assert told or now["applied_seq"] == now["search_seq"]
            self.interrupted += told
        closed = server.http.get("/api/sessions").json()["sessions"]
        assert [s["session_id"] for s in closed] == self.ended[::-1][:20]
        if self.last is not None:
            again = server.http.post(f"/api/sessions/{now['session_id']}/actions", json=self.last)
            assert again.json()["revision"] == now["revision"]
        self.said = now
        self.checked += 1

    def _change(self, server: Server) -> None:
        assert self.said is not None
        where = f"/api/sessions/{self.said['session_id']}"
        if len(self.said["graph"]["nodes"]) > 3:
            self.ended.append(self.said["session_id"])
            self.said = server.http.post(f"{where}/reset", json={"revision": self.said["revision"]}).json()
            self.last = None
            return
        number = self.chance.randrange(10**9)
        word = f"{self.chance.choice(WORDS)} {number}"
        choices: list[dict[str, Any]] = [
            {"action": "submit", "text": word},
            {"action": "blur", "text": word},
            {"action": "type", "text": word[:4]},
            {"action": "set_filter", "field": "followers", "value": {"min": number, "max": None}},
            *({"action": "remove", "node_id": n["node_id"]} for n in self.said["graph"]["nodes"][:1]),
        ]
        body = {
            "revision": self.said["revision"],
            "request_id": f"r{number}",
            "action": self.chance.choice(choices),
        }
        answer = server.http.post(f"{where}/actions", json=body)
        assert answer.status_code == 200, answer.text
        self.said, self.last = answer.json(), body


def small_home(folder: Path) -> Path:
    """``folder`` with the small catalogue in it, indexed."""
    home = Home(Settings(home=folder))
    home.store.write(CHANNELS)
    home.catch_up()
    home.close()
    return folder


def die_often(home: Path, kills: int, seed: int = 0) -> Victim:
    """``kills`` deaths over the catalogue of ``home``; an assertion fails when anything was lost."""
    victim = Victim(home, random.Random(seed))
    for _ in range(kills + 1):
        victim.live_and_die()
    return victim
