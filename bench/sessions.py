"""Fifty people at once: two thousand submits over the 48,670 real channels, by HTTP against a real server.

Each person thinks between submits (2 to 6 s, seeded) and waits for the first results. Afterwards nothing
may be missing: every accepted change is one revision, every submitted text stands in its session.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson

from bench.ours import apart
from bench.real import SHARED
from bench.real_index import load
from bench.report import Timing, emit, resident_mib, say

SECTION = "sessions"
PEOPLE = 50
SUBMITS = 40
AIMS_MS = {"aim_p50_ms": 40, "aim_p95_ms": 120}
PLATFORMS = ("youtube", "instagram", "tiktok", "x")
FOLLOW_UPS = (
    "粉丝 5k-200k",
    "only US",
    "也要英国",
    "最近 90 天活跃",
    "at least 2k average views",
    "不要开箱",
)


@dataclass
class Person:
    """One person, their session, and what was measured at it."""

    name: str
    platform: str
    chance: random.Random
    session: dict[str, Any] = field(default_factory=dict[str, Any])
    accepted: int = 0
    submitted: int = 0
    lost: int = 0
    refused: int = 0
    spent: list[float] = field(default_factory=list[float])


def run() -> None:
    """Emits the time from submit to first results, and what was lost or failed."""
    texts = [orjson.loads(line)["text"] for line in (SHARED / "queries.dev.jsonl").read_bytes().splitlines()]
    with tempfile.TemporaryDirectory(prefix="serendip-sessions-") as folder:
        home = Path(folder) / "real"
        say("48k: importing and indexing")
        apart(load, home)
        with _server(home) as (url, pid):
            say(f"{PEOPLE} people, {PEOPLE * SUBMITS} submits")
            start = time.perf_counter()
            people = asyncio.run(_crowd(url, texts))
            seconds = time.perf_counter() - start
            memory = resident_mib(pid)
    timing = Timing(tuple(ms for p in people for ms in p.spent))
    emit(
        SECTION,
        "submit to first results",
        **timing.as_dict(),
        **AIMS_MS,
        people=len(people),
        per_s=round(timing.n / seconds, 1),
        lost=sum(p.lost for p in people),
        refused=sum(p.refused for p in people),
        server_errors=0,
        memory_mib=memory,
    )


async def _crowd(url: str, texts: list[str]) -> list[Person]:
    people = [Person(f"p{i}", PLATFORMS[i % 4], random.Random(i)) for i in range(PEOPLE)]
    limits = httpx.Limits(max_connections=PEOPLE)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits, trust_env=False) as client:
        await asyncio.gather(*(_work(client, person, texts) for person in people))
    return people


async def _work(client: httpx.AsyncClient, person: Person, texts: list[str]) -> None:
    await _open(client, person)
    await _reset(client, person)
    for number in range(SUBMITS):
        await asyncio.sleep(person.chance.uniform(2.0, 6.0))
        if number % 5 == 0 and number:
            await _check(client, person)
            await _reset(client, person)
        text = person.chance.choice(FOLLOW_UPS if number % 5 in {2, 4} else texts)
        before = time.perf_counter()
        await _act(client, person, {"action": "submit", "text": text}, wait=20)
        person.spent.append((time.perf_counter() - before) * 1000)
    await _check(client, person)


async def _open(client: httpx.AsyncClient, person: Person) -> None:
    body = {"platform": person.platform, "locale": "en"}
    person.session = _good(await client.post("/api/sessions", json=body, headers=_token(person)))


async def _reset(client: httpx.AsyncClient, person: Person) -> None:
    where = f"/api/sessions/{person.session['session_id']}/reset"
    body = {"revision": person.session["revision"]}
    person.session = _good(await client.post(where, json=body, headers=_token(person)))
    person.accepted = person.submitted = 0


async def _act(client: httpx.AsyncClient, person: Person, action: dict[str, Any], wait: float) -> None:
    where = f"/api/sessions/{person.session['session_id']}/actions"
    body = {"revision": person.session["revision"], "action": action}
    answer = await client.post(where, params={"wait": wait}, json=body, headers=_token(person))
    if answer.status_code in {409, 422}:
        person.refused += 1
        person.session = _good(await client.get(where.removesuffix("/actions"), headers=_token(person)))
        return
    person.session = _good(answer)
    person.accepted += 1
    person.submitted += 1


async def _check(client: httpx.AsyncClient, person: Person) -> None:
    where = f"/api/sessions/{person.session['session_id']}"
    now = _good(await client.get(where, headers=_token(person)))
    person.lost += abs(now["revision"] - person.accepted) + max(0, person.submitted - len(now["inputs"]))


def _good(answer: httpx.Response) -> dict[str, Any]:
    answer.raise_for_status()
    return answer.json()


def _token(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {_secret(person.name)}"}


def _secret(name: str) -> str:
    return f"token-of-{name}"


@contextmanager
def _server(home: Path) -> Generator[tuple[str, int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    tokens = {f"p{i}": _secret(f"p{i}") for i in range(PEOPLE)}
    env = {**os.environ, "SERENDIP_HOME": str(home), "SERENDIP_ACCESS_TOKENS": orjson.dumps(tokens).decode()}
    command = [sys.executable, "-c", "from serendip.cli.main import run; run()", "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(url, process)
        yield url, process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    headers = {"Authorization": f"Bearer {_secret('p0')}"}
    while process.poll() is None:
        try:
            if httpx.get(f"{url}/api/health", headers=headers, trust_env=False).json()["status"] == "ok":
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise SystemExit("the server did not start")
