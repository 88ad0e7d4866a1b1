"""Figures as JSON lines, timing, memory, and the facts of the machine."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, exp, log
from pathlib import Path
from typing import Any

import orjson


@cache
def machine() -> dict[str, Any]:
    """Processor, cores, memory in GiB, Python."""
    name = next(
        (line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor(),
    )
    kib = next((int(line.split()[1]) for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), 0)
    return {
        "cpu": name,
        "cores": os.cpu_count(),
        "memory_gib": round(kib / 2**20, 1),
        "python": platform.python_version(),
    }


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []


def say(text: str) -> None:
    """Progress, on standard error."""
    print(f"[{time.strftime('%H:%M:%S')}] {text}", file=sys.stderr, flush=True)


def emit(section: str, figure: str, **values: Any) -> None:
    """One figure as one JSON line, with what the machine is and how busy it was."""
    row = {"section": section, "figure": figure, **values, "load": round(os.getloadavg()[0], 2), **machine()}
    print(orjson.dumps(row, option=orjson.OPT_SERIALIZE_NUMPY).decode(), flush=True)


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of calls, in their order."""

    each: tuple[float, ...]

    @property
    def n(self) -> int:
        """How many calls."""
        return len(self.each)

    @property
    def p50(self) -> float:
        """The median; 0 without calls."""
        return percentile(self.each, 0.5)

    @property
    def p95(self) -> float:
        """Nineteen of twenty calls took no longer; 0 without calls."""
        return percentile(self.each, 0.95)

    def first(self, count: int) -> Timing:
        """The first ``count`` calls alone: those that another engine answered too."""
        return Timing(self.each[:count])

    def as_dict(self) -> dict[str, float]:
        """``{p50_ms, p95_ms, n}``, rounded to microseconds."""
        return {"p50_ms": round(self.p50, 3), "p95_ms": round(self.p95, 3), "n": self.n}


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` of ``values`` do not exceed; 0 without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * share) - 1)]


def timed(calls: Iterable[Callable[[], Any]], *, warm: int = 3, budget_s: float = 20.0) -> Timing:
    """Each call once, in order; the first ``warm`` once more before. Stops after ``budget_s``."""
    every = list(calls)
    for call in every[:warm]:
        call()
    spent: list[float] = []
    for call in every:
        start = time.perf_counter()
        call()
        spent.append((time.perf_counter() - start) * 1000)
        if sum(spent) > budget_s * 1000:
            break
    return Timing(tuple(spent))


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean of positive values."""
    every = [log(value) for value in values]
    return exp(sum(every) / len(every))


def resident_mib(pid: int | None = None) -> dict[str, float]:
    """Resident memory of a process in MiB: ``total`` and ``own`` (without mapped files), and its ``peak``."""
    wanted = {"VmRSS": "total", "RssAnon": "own", "VmHWM": "peak"}
    found: dict[str, float] = {}
    for line in _lines(f"/proc/{pid or os.getpid()}/status"):
        name, _, value = line.partition(":")
        if name in wanted:
            found[wanted[name]] = round(int(value.split()[0]) / 1024, 1)
    return found


def disk_mib(folder: Path) -> float:
    """What the files under ``folder`` take, in MiB."""
    return round(sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) / 2**20, 1)
