"""Kills the index's writer at 100 random moments and the server on 200 answers; walks sessions at random.

All by the code of the tests. After each kill of the writer the index must open, hold everything that was
acknowledged, and equal a reference that got the same changes. After each kill of the server the session must
stand as its last answer said, and a search that was running must have its results or be interrupted. After
each event of a walk the session must hold every promise.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from bench.report import emit, say

KILLS = 100
SERVER_KILLS = 200
WALKS = 5000


def run() -> None:
    """Emits one figure for each; an assertion of the tests ends the run when something was lost."""
    _kill_writer()
    _kill_server()
    _walk()


def _kill_writer() -> None:
    os.environ["SERENDIP_KILLS"] = str(KILLS)
    tests = import_module("tests.integration.index.test_processes")
    say(f"{KILLS} kills of the writer")
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="serendip-soak-") as folder:
        tests.test_a_kill_loses_nothing_that_was_acknowledged(Path(folder))
    emit("soak", "kill -9 of the writer", kills=KILLS, lost=0, seconds=round(time.perf_counter() - start, 1))


def _kill_server() -> None:
    tests = import_module("tests.integration.web.crashes")
    say(f"{SERVER_KILLS} kills of the server")
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="serendip-soak-") as folder:
        victim = tests.die_often(tests.small_home(Path(folder)), SERVER_KILLS)
    emit(
        "soak",
        "kill -9 of the server on its answer",
        kills=victim.checked,
        lost=0,
        interrupted=victim.interrupted,
        seconds=round(time.perf_counter() - start, 1),
    )


def _walk() -> None:
    """Hypothesis draws and shrinks the walks: a run of its own, which fails with the shortest one."""
    tests = import_module("tests.unit.session.test_walks")
    say(f"{WALKS} random walks of {tests.STEPS} events")
    start = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "--timeout=0", str(tests.__file__)]
    subprocess.run(command, env={**os.environ, "SERENDIP_WALKS": str(WALKS)}, stdout=sys.stderr, check=True)
    seconds = round(time.perf_counter() - start, 1)
    emit(
        "soak",
        "random walks of a session",
        walks=WALKS,
        events=WALKS * tests.STEPS,
        broken=0,
        seconds=seconds,
    )
