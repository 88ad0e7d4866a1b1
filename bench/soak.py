"""Kills the writer of the index at 100 random moments, by the code of the tests, and says what was left.

After each kill the index must open, hold everything that was acknowledged, and equal a reference that got the
same changes.
"""

from __future__ import annotations

import os
import tempfile
import time
from importlib import import_module
from pathlib import Path

from bench.report import emit, say

KILLS = 100


def run() -> None:
    """Emits one figure; an assertion of the test ends the run when something was lost."""
    os.environ["SERENDIP_KILLS"] = str(KILLS)
    tests = import_module("tests.integration.index.test_processes")
    say(f"{KILLS} kills of the writer")
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="serendip-soak-") as folder:
        tests.test_a_kill_loses_nothing_that_was_acknowledged(Path(folder))
    emit("soak", "kill -9 of the writer", kills=KILLS, lost=0, seconds=round(time.perf_counter() - start, 1))
