"""The JSON endpoint in a real server process on loopback."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from serendip.bootstrap import Home
from serendip.settings import Settings
from tests.integration.search.conftest import CHANNELS

PROGRAM = "from serendip.cli.main import run; run()"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """``serendip serve`` over a home with the small catalogue."""

    def __init__(self, home: Path) -> None:
        self.home, self.port = home, free_port()
        self.env = {**os.environ, "SERENDIP_HOME": str(home), "LC_ALL": "C.UTF-8"}
        command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=self.env, stderr=subprocess.PIPE)
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            timeout=30,
            transport=httpx.HTTPTransport(retries=0),
            trust_env=False,
        )
        self._wait()

    def _wait(self) -> None:
        assert self.process.stderr is not None
        assert b"http://127.0.0.1" in self.process.stderr.readline()
        while self.health()["status"] != "ok":
            assert self.process.poll() is None

    def health(self) -> dict:
        return self.http.get("/api/health").json()

    def command(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-c", PROGRAM, *words],
            env=self.env,
            capture_output=True,
            timeout=60,
            check=False,
        )

    def stop(self) -> None:
        self.http.close()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)
        assert self.process.stderr is not None
        self.process.stderr.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("home")
    home = Home(Settings(home=folder))
    home.store.write(CHANNELS)
    home.close()
    running = Server(folder)
    yield running
    running.stop()


def test_search_answers_with_conditions_rows_and_reasons(server):
    body = {
        "text": "美国的 swim vest 频道，粉丝 1w 以上",
        "platform": "youtube",
        "as_of": "2026-11-30",
        "locale": "zh",
    }
    answer = server.http.post("/api/channels/search", json=body).json()
    assert answer["inputs"][0]["kind"] == "natural_language"
    assert {n["field"] for n in answer["graph"]["nodes"]} >= {"region", "followers", "keyword"}
    items = answer["results"]["items"]
    assert {i["handle"] for i in items} == {"swimshop", "pooltoys"}
    assert answer["results"]["unknown"] == 1
    for item in items:
        for reason in item["reasons"]:
            assert reason.keys() >= {"field", "hard", "met", "value", "as_of", "because_zh", "node_id"}
            assert reason["met"] is True


def test_the_same_search_as_an_address(server):
    answer = server.http.get("/api/channels/search", params={"q": "pool"}).json()
    assert [i["handle"] for i in answer["results"]["items"]] == ["swimshop"]


@pytest.mark.parametrize("name", ["swimshop", "@SwimShop", "https://www.youtube.com/@swimshop"])
def test_one_channel_by_any_of_its_names(server, name):
    channel = server.http.get(f"/api/channels/youtube/{name}").json()
    assert channel["name"] == "Swim Shop"
    assert channel["facts"]["followers"] == {
        "value": 12_000,
        "as_of": "2026-11-20",
        "unit": "count",
        "basis": "reported",
        "note": None,
    }


def test_errors_have_one_shape(server):
    http = server.http
    replies = {
        http.get("/api/channels/youtube/nobody"): 404,
        http.get("/api/nothing"): 404,
        http.post("/api/channels/search", json={"text": "x", "platform": "myspace"}): 422,
        http.post("/api/channels/search", json={"text": "x", "limit": 0}): 422,
        http.post("/api/channels/search", json={"text": "x", "surprise": 1}): 422,
        http.post("/api/channels/search", json={"text": ""}): 422,
        http.post("/api/channels/search", json={"text": "x", "page": 0}): 422,
        http.post("/api/channels/search", json={"text": "x", "sort": "similarity"}): 422,
        http.post("/api/channels/search", content=b"{"): 422,
    }
    for reply, status in replies.items():
        assert reply.status_code == status, reply.text
        assert reply.json()["error"].keys() >= {"code", "message_zh", "message_en"}


def test_a_search_is_kept_only_when_asked(server):
    http = server.http
    opened = http.post("/api/sessions", json={"platform": "tiktok"}).json()
    http.post("/api/channels/search", json={"text": "pool", "platform": "tiktok"})
    assert (
        http.post("/api/sessions", json={"platform": "tiktok"}).json()["session_id"] == opened["session_id"]
    )
    kept = http.post("/api/channels/search", json={"text": "pool", "platform": "tiktok", "keep": True}).json()
    now = http.post("/api/sessions", json={"platform": "tiktok"}).json()
    assert now["session_id"] == kept["session_id"]
    assert http.get(f"/api/sessions/{opened['session_id']}").json()["active"] is False


def test_other_names_of_this_machine_are_not_served(server):
    reply = server.http.get("/api/health", headers={"Host": "evil.example"})
    assert reply.status_code == 403
    assert reply.json()["error"]["code"] == "ERR_NOT_LOCAL"


def test_pages_follow_each_other_without_a_gap(server):
    seen: list[str] = []
    for page in (1, 2, 3):
        body = {"text": "swim vest", "limit": 2, "page": page, "sort": "followers"}
        answer = server.http.post("/api/channels/search", json=body).json()["results"]
        assert (answer["page"], answer["total"]) == (page, 5)
        seen += [i["handle"] for i in answer["items"]]
    assert seen == ["pooltoys", "vestcn", "swimshop", "quiet", "depths"]


def test_the_command_uses_the_server_of_its_home(server):
    before = server.health()
    done = server.command("find", "pool", "--json")
    assert done.returncode == 0, done.stderr
    assert b'"swimshop"' in done.stdout
    assert before["home"] == str(server.home.resolve())


def test_what_a_command_imports_is_found_by_the_server(server, tmp_path):
    file = tmp_path / "more.csv"
    file.write_text("handle,name,subscribers,country,tags\n@newcomer,New Comer,5000,US,kayak\n")
    done = server.command("import", str(file), "--platform", "youtube", "--json")
    assert done.returncode == 0, done.stderr
    answer = server.http.post("/api/channels/search", json={"text": "kayak"}).json()
    assert [i["handle"] for i in answer["results"]["items"]] == ["newcomer"]


def test_a_rebuild_is_done_by_the_server_while_it_answers(server):
    done = server.command("index", "rebuild", "--json")
    assert done.returncode == 0, done.stderr
    answer = server.http.post("/api/channels/search", json={"text": "pool"}).json()
    assert answer["results"]["total"] == 1


def test_pages_of_other_sites_may_not_send(server):
    for origin, status in (
        ("http://evil.example", 403),
        ("null", 403),
        (f"http://127.0.0.1:{server.port}", 200),
    ):
        reply = server.http.post("/api/index/rebuild", headers={"Origin": origin})
        assert reply.status_code == status, origin


def test_one_server_serves_a_home_and_another_leaves_it_alone(server, tmp_path):
    second = server.command("serve", "--port", str(free_port()))
    assert (second.returncode, b"ERR_ALREADY_SERVING" in second.stderr) == (4, True)
    assert server.command("index", "rebuild", "--json").returncode == 0
    env = {**server.env, "SERENDIP_HOME": str(tmp_path)}
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(server.port)]
    taken = subprocess.run(command, env=env, capture_output=True, timeout=60, check=False)
    assert (taken.returncode, b"ERR_PORT_TAKEN" in taken.stderr) == (4, True)


def test_only_loopback_is_served(server):
    done = server.command("serve", "--host", "0.0.0.0")
    assert done.returncode == 2
    assert b"ERR_NOT_LOOPBACK" in done.stderr
