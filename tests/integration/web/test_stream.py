"""Server-sent events over HTTP: each state once, resumed where it broke off, ended when the server stops."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import orjson
import pytest

from serendip.bootstrap import Home
from serendip.core.clock import FixedClock
from serendip.search.session import effects as fx
from serendip.settings import Settings
from serendip.web.app import create_app
from serendip.web.server import Server
from serendip.web.stream import Pace
from tests.integration.search.conftest import CHANNELS, TODAY

PATIENCE_S = 30


class Running:
    """A server in a thread of this process: a test can hold its searches back."""

    def __init__(self, home: Home, pace: Pace) -> None:
        self.home, self.gate = home, threading.Event()
        self.gate.set()
        self.searching = threading.Event()
        real = home.search.run

        def held(effect: fx.RunSearch) -> Any:
            self.searching.set()
            assert self.gate.wait(PATIENCE_S)
            return real(effect)

        home.search.run = held  # type: ignore[method-assign]
        self.server = Server(home, create_app(home, pace=pace), host="127.0.0.1", port=0, log_level="error")
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S, trust_env=False)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()

    def open(self, platform: str = "youtube") -> dict[str, Any]:
        """A new search on a platform's page."""
        now = self.http.post("/api/sessions", json={"platform": platform}).json()
        return self.http.post(f"/api/sessions/{now['session_id']}/reset", json={}).json()

    def submit(self, session: dict[str, Any], text: str, revision: int | None = None) -> dict[str, Any]:
        body = {
            "revision": session["revision"] if revision is None else revision,
            "action": {"action": "submit", "text": text},
        }
        reply = self.http.post(f"/api/sessions/{session['session_id']}/actions", json=body)
        assert reply.is_success, reply.text
        return reply.json()


class Line:
    """One open stream; ``next`` waits for an event, ``heartbeat`` for a sign of life."""

    def __init__(self, http: httpx.Client, session_id: str, last: int | str | None = None) -> None:
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        self._stream = http.stream("GET", f"/api/sessions/{session_id}/events", headers=headers)
        self.reply = self._stream.__enter__()
        self._lines = self.reply.iter_lines()

    def next(self, name: str | None = None) -> tuple[str, int | None, Any]:
        """Name, id and data of the next event, or of the next one of this name."""
        while True:
            event = self._next()
            if name in {None, event[0]}:
                return event

    def _next(self) -> tuple[str, int | None, Any]:
        said: dict[str, str] = {}
        for line in self._lines:
            if not line and said:
                number = said.get("id")
                return said["event"], None if number is None else int(number), orjson.loads(said["data"])
            key, _, value = line.partition(": ")
            if key:
                said[key] = value
        raise EOFError

    def heartbeat(self) -> None:
        """Returns after the next comment line."""
        for line in self._lines:
            if line == ": heartbeat":
                return
        raise EOFError

    def rest(self) -> None:
        """Returns when the server has ended the stream."""
        for _ in self._lines:
            pass

    def close(self) -> None:
        self._stream.__exit__(None, None, None)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    home = Home(Settings(home=tmp_path_factory.mktemp("home")), FixedClock.on(TODAY))
    home.store.write(CHANNELS)
    home.catch_up()
    server = Running(home, Pace(poll=0.02, stalled=0.01, heartbeat=0.06))
    yield server
    server.gate.set()
    server.stop()
    server.http.close()


@pytest.fixture
def line(running: Running) -> Iterator[Any]:
    """``line(session, last)``: an open stream, closed at the end of the test."""
    lines: list[Line] = []

    def listen(session: dict[str, Any], last: int | str | None = None) -> Line:
        lines.append(Line(running.http, session["session_id"], last))
        return lines[-1]

    yield listen
    for each in lines:
        each.close()
    running.gate.set()


def until_rest(line: Line) -> list[dict[str, Any]]:
    """The snapshots up to the first that rests with results."""
    seen = []
    while True:
        _, number, snapshot = line.next("snapshot")
        assert number == snapshot["version"]
        seen.append(snapshot)
        if snapshot["applied_seq"] is not None and snapshot["in_flight_seq"] is None:
            return seen


def test_each_state_comes_once_in_its_order(running, line):
    session = running.open()
    stream = line(session)
    assert stream.reply.headers["content-type"].startswith("text/event-stream")
    assert stream.next() == ("snapshot", session["version"], session)
    running.submit(session, "swim vest")
    versions = [s["version"] for s in until_rest(stream)]
    assert versions == sorted(set(versions))
    assert versions[0] > session["version"]


def test_two_tabs_see_the_same(running, line):
    first = running.open()
    second = running.http.post("/api/sessions", json={"platform": "youtube"}).json()
    assert second == first
    one, two = line(first), line(second)
    running.submit(first, "swim vest")
    assert until_rest(one)[-1] == until_rest(two)[-1]


def test_a_line_that_broke_is_resumed_after_what_was_seen(running, line):
    session = running.open()
    running.submit(session, "swim vest")
    last = until_rest(line(session))[-1]
    resumed = line(session, last["version"])
    resumed.heartbeat()  # nothing has happened since: no snapshot before it
    changed = running.submit(last, "pool")
    _, number, _ = resumed.next("snapshot")
    assert number >= changed["version"] > last["version"]
    behind = line(session, session["version"])
    assert behind.next()[1] > session["version"]


@pytest.mark.parametrize("last", ["nonsense", "-5", "9" * 5000, "999999", "٣", ""])
def test_a_last_event_that_never_was_is_as_none(running, line, last):
    session = running.open("tiktok")
    if last == "٣":
        last = last.encode()
    assert line(session, last).next()[:2] == ("snapshot", session["version"])


def test_a_search_that_takes_long_is_said_once_to_be_stalled(running, line):
    session = running.open()
    running.gate.clear()
    running.searching.clear()
    running.submit(session, "swim vest")
    assert running.searching.wait(PATIENCE_S)
    stream = line(session)
    assert stream.next()[2]["agent_state"] == "retrieving"
    assert stream.next() == ("stalled", None, {})
    stream.heartbeat()
    stream.heartbeat()  # the line stays open, and nothing is said twice
    running.gate.set()
    name, _, shown = stream.next()
    assert (name, shown["agent_state"]) == ("snapshot", "results_ready")


def test_a_draft_that_is_typed_meanwhile_does_not_hide_that_a_search_is_stalled(running, line):
    session = running.open()
    running.gate.clear()
    running.searching.clear()
    now = running.submit(session, "swim vest")
    assert running.searching.wait(PATIENCE_S)
    stream = line(session, now["version"])
    said = []
    for number in range(20):
        body = {"action": {"action": "type", "text": f"draft {number}"}}
        running.http.post(f"/api/sessions/{session['session_id']}/actions", json=body)
        while (event := stream.next())[0] != "snapshot":
            said.append(event[0])
    stream.heartbeat()
    running.gate.set()
    while (event := stream.next())[0] != "snapshot":
        said.append(event[0])
    assert said == ["stalled"]


def test_a_quiet_line_shows_that_it_lives(running, line):
    stream = line(running.open())
    stream.next()
    for _ in range(3):
        stream.heartbeat()


def test_a_closed_session_says_what_follows_and_ends_the_stream(running, line):
    session = running.open()
    stream = line(session)
    stream.next()
    fresh = running.http.post(f"/api/sessions/{session['session_id']}/reset", json={}).json()
    name, _, last = stream.next()
    assert (name, last["active"]) == ("snapshot", False)
    assert stream.next() == ("closed", None, {"successor": fresh["session_id"]})
    with pytest.raises(EOFError):
        stream.next()
    again = line(session, last["version"])
    assert again.next() == ("closed", None, {"successor": fresh["session_id"]})


def test_what_another_process_changes_is_seen(running, line):
    """The store is looked at now and then, since nobody tells this process."""
    from serendip.search.session import events as ev
    from serendip.search.session.reduce import reduce
    from serendip.store.sessions import SessionRows

    session = running.open()
    stream = line(session)
    stream.next()
    other = SessionRows(running.home.store.database)
    now = other.load("local", session["session_id"])
    after, _ = reduce(now, ev.Type("typed elsewhere"), running.home.sessions._rules("youtube"))
    assert other.save(after, now.version)
    assert stream.next()[2]["editor"]["draft_text"] == "typed elsewhere"


def test_who_goes_away_is_forgotten(running, line):
    session = running.open()
    stream = line(session)
    stream.next()
    listeners = running.home.sessions.presence._listeners
    assert len(listeners[session["session_id"]]) == 1
    stream.close()
    again = line(session)
    for _ in range(50):
        again.heartbeat()
        if len(listeners[session["session_id"]]) == 1:
            return
    pytest.fail("the stream that was closed still listens")


@pytest.mark.parametrize("wait", [0, 30])
def test_a_server_that_stops_waits_for_no_stream_and_no_search(tmp_path, wait):
    home = Home(Settings(home=tmp_path), FixedClock.on(TODAY))
    home.store.write(CHANNELS)
    home.catch_up(vectors=False)
    running = Running(home, Pace())
    session = running.open()
    stream = Line(running.http, session["session_id"])
    stream.next()
    running.gate.clear()
    running.searching.clear()
    where = f"/api/sessions/{session['session_id']}/actions"
    body = {"revision": session["revision"], "action": {"action": "submit", "text": "swim vest"}}
    replies: list[httpx.Response] = []
    asking = threading.Thread(
        target=lambda: replies.append(running.http.post(where, params={"wait": wait}, json=body))
    )
    asking.start()
    assert running.searching.wait(PATIENCE_S)
    running.stop()
    asking.join(PATIENCE_S)
    assert replies[0].json()["agent_state"] == "retrieving"  # answered as it stood
    stream.rest()
    again = Home(Settings(home=tmp_path), FixedClock.on(TODAY))
    again.sessions.recover()
    kept = again.sessions.get("local", session["session_id"])
    assert [m.code for m in kept.notices] == ["MSG_SEARCH_INTERRUPTED"]
    running.gate.set()
    again.close()
    stream.close()
    running.http.close()
