"""A whole search, from the text of a request to verified rows, over a home folder with store and index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from bench.ours import apart
from bench.real import SHARED
from bench.report import Timing, emit, resident_mib, say, timed
from serendip.bootstrap import Home
from serendip.search.service import Ask
from serendip.settings import Settings

HEADLINE = ("帮我找美国做汽配评测、最近活跃、粉丝 5k-20k 的红人", "youtube")
AIM_MS = 40


def requests(file: Path = SHARED / "queries.dev.jsonl") -> list[tuple[str, str]]:
    """Text and platform of the labelled requests, the product's first example before them."""
    rows = [orjson.loads(line) for line in file.read_bytes().splitlines()]
    return [HEADLINE, *((row["text"], row["page_platform"]) for row in rows)]


def run(section: str, home: Path, today: date) -> None:
    """Time every request in a fresh process and report it."""
    say(f"{section}: whole searches")
    timing, totals, memory = apart(_measure, home, today, requests())
    emit(
        section,
        "whole find",
        engine="embedded",
        **timing.as_dict(),
        aim_ms=AIM_MS,
        requests_with_rows=int(np.count_nonzero(totals)),
        memory_mib=memory,
    )


def _measure(
    folder: Path, today: date, asked: Sequence[tuple[str, str]]
) -> tuple[Timing, list[int], dict[str, float]]:
    home = Home(Settings(home=folder))
    try:
        asks = [Ask(text=text, platform=platform, today=today) for text, platform in asked]
        totals = [home.search.find(ask).total for ask in asks]
        calls: list[Callable[[], Any]] = [lambda ask=ask: home.search.find(ask) for ask in asks * 3]
        return timed(calls), totals, resident_mib()
    finally:
        home.close()
