"""Who is served: this machine without a login, everyone else by a token of their own."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr, ValidationError

from serendip.bootstrap import Home
from serendip.settings import Settings
from tests.integration.search.conftest import CHANNELS
from tests.integration.web.test_api import PROGRAM, free_port

ANN, BOB = "ann-likes-tea~1", "bob/likes+coffee=="


class Shared:
    """``serendip serve`` on every address, for two people with tokens."""

    def __init__(self, home: Path) -> None:
        self.home, self.port = home, free_port()
        tokens = json.dumps({"ann": ANN, "bob": BOB})
        self.env = {
            **os.environ,
            "SERENDIP_HOME": str(home),
            "SERENDIP_ACCESS_TOKENS": tokens,
            "LC_ALL": "C.UTF-8",
        }
        command = [sys.executable, "-c", PROGRAM, "serve", "--host", "0.0.0.0", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=self.env, stderr=subprocess.PIPE)
        assert self.process.stderr is not None
        assert b"http://127.0.0.1" in self.process.stderr.readline()
        self.url = f"http://127.0.0.1:{self.port}"
        with self.client(ANN) as http:
            while http.get("/api/health").json()["status"] != "ok":
                assert self.process.poll() is None

    def client(self, token: str | None = None, **headers: str) -> httpx.Client:
        """A client with nothing in its pockets but ``token``."""
        known = {"Authorization": f"Bearer {token}".encode()} if token else {}
        sent = known | {name: value.encode() for name, value in headers.items()}
        return httpx.Client(base_url=self.url, headers=sent, timeout=30, trust_env=False)

    def command(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        """A command of the same home."""
        command = [sys.executable, "-c", PROGRAM, *words]
        return subprocess.run(command, env=self.env, capture_output=True, timeout=60, check=False)

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.communicate(timeout=30)


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    folder = tmp_path_factory.mktemp("home")
    home = Home(Settings(home=folder))
    home.store.write(CHANNELS)
    home.catch_up(vectors=False)
    home.close()
    running = Shared(folder)
    yield running
    running.stop()


def opened(http: httpx.Client) -> httpx.Response:
    return http.post("/api/sessions", json={"platform": "youtube"})


@pytest.mark.parametrize("given", [None, "wrong-token", "ann", "令牌"])
def test_without_a_valid_token_nothing_is_answered(shared_server, given):
    with shared_server.client(given) as http:
        replies = [
            opened(http),
            http.get("/api/sessions"),
            http.get("/api/health"),
            http.get("/api/channels/search", params={"q": "pool"}),
            http.post("/api/index/rebuild"),
            http.get("/api/sessions/x/events"),
        ]
    assert {r.status_code for r in replies} == {401}
    assert {r.json()["error"]["code"] for r in replies} == {"ERR_UNAUTHORISED"}


@pytest.mark.parametrize(("token", "user"), [(ANN, "ann"), (BOB, "bob")])
def test_a_token_names_its_user(shared_server, token, user):
    with shared_server.client(token) as http:
        assert opened(http).json()["user_id"] == user


@pytest.mark.req("CS-251")
def test_nobody_sees_or_changes_the_session_of_another(shared_server):
    with shared_server.client(ANN) as ann, shared_server.client(BOB) as bob:
        hers, his = opened(ann).json(), opened(bob).json()
        assert hers["session_id"] != his["session_id"]
        where = f"/api/sessions/{hers['session_id']}"
        act = {"revision": hers["revision"], "action": {"action": "submit", "text": "pool"}}
        replies = [
            bob.get(where),
            bob.post(f"{where}/actions", json=act),
            bob.post(f"{where}/reset", json={}),
            bob.get(f"{where}/events"),
        ]
        assert {(r.status_code, r.json()["error"]["code"]) for r in replies} == {
            (404, "ERR_SESSION_NOT_FOUND")
        }
        assert ann.get(where).json() == hers
        ended = ann.post(f"{where}/reset", json={"revision": hers["revision"]})
        assert ended.json()["session_id"] != hers["session_id"]
        assert hers["session_id"] in {s["session_id"] for s in ann.get("/api/sessions").json()["sessions"]}
        assert bob.get("/api/sessions").json()["sessions"] == []


def test_logging_in_keeps_the_token_where_scripts_cannot_read_it(shared_server):
    with shared_server.client() as http:
        assert http.post("/api/login", json={"token": "wrong-token"}).status_code == 401
        assert opened(http).status_code == 401
        entered = http.post("/api/login", json={"token": BOB})
        assert entered.json() == {"user": "bob"}
        cookie = entered.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert opened(http).json()["user_id"] == "bob"
        assert http.post("/api/logout").status_code == 204
        assert opened(http).status_code == 401


def test_pages_of_other_sites_may_not_send_whatever_they_know(shared_server):
    own = f"127.0.0.1:{shared_server.port}"
    cases = {
        "http://evil.example": 403,
        "null": 403,
        f"http://{own}": 200,
        f"http://127.0.0.1:{free_port()}": 403,
    }
    for origin, status in cases.items():
        with shared_server.client(ANN, Origin=origin) as http:
            reply = opened(http)
            assert reply.status_code == status, origin
            if status == 403:
                assert reply.json()["error"]["code"] == "ERR_FOREIGN_PAGE"
    with shared_server.client(ANN, Host="search.example", Origin="https://search.example") as http:
        assert opened(http).status_code == 200


def test_commands_of_the_home_use_the_server_without_a_token(shared_server):
    done = shared_server.command("find", "pool", "--json")
    assert done.returncode == 0, done.stderr
    assert b'"swimshop"' in done.stdout
    rebuilt = shared_server.command("index", "rebuild", "--json")
    assert rebuilt.returncode == 0, rebuilt.stderr
    said = shared_server.home / "server.json"
    assert stat.S_IMODE(said.stat().st_mode) == 0o600
    for secret in (ANN, BOB):
        assert secret not in said.read_text()


def test_the_refusal_says_how_to_set_a_token(shared_server):
    env = {k: v for k, v in shared_server.env.items() if k != "SERENDIP_ACCESS_TOKENS"}
    command = [sys.executable, "-c", PROGRAM, "serve", "--host", "0.0.0.0"]
    refused = subprocess.run(command, env=env, capture_output=True, timeout=60, check=False)
    assert refused.returncode == 2
    assert b"ERR_NOT_LOOPBACK" in refused.stderr
    assert b"SERENDIP_ACCESS_TOKENS=" in refused.stderr


@pytest.mark.parametrize(
    "tokens",
    [
        {"ann": "short"},
        {"ann": "令牌令牌令牌令牌"},
        {"ann": "a b c d e f"},
        {" ": ANN},
        {"ann": ANN, "bob": ANN},
    ],
)
def test_tokens_that_cannot_travel_or_tell_people_apart_are_refused(tokens):
    with pytest.raises(ValidationError) as refused:
        Settings(access_tokens={name: SecretStr(token) for name, token in tokens.items()})
    assert not any(token in str(refused.value) for token in tokens.values())


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("localhost", True), ("::1", True), ("0.0.0.0", False),
     ("::", False), ("192.168.1.2", False), ("example.org", False), ("", False)],
)  # fmt: skip
def test_what_counts_as_this_machine(host, loopback):
    assert Settings(host=host).loopback is loopback
