"""Section ``channels``: the embedded index at 48k real, 1M and 10M synthetic channels; its rivals at 1M.

Rivals get the same rows and the same tokens, the indices that the questions need, and generous caches. An
answer of the embedded index holds a page of ids, how many channels match, and how many may match because a
value is unknown. A rival is timed twice: for the page alone (``ratio_page``), and for the page and both
totals (``ratio_whole``; on later pages the totals are known, so there both are the same). A rival that need
not count is the harder one to beat: quote both.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench import home as filled
from bench import ours
from bench.compare import check, overlap, recall
from bench.fts5 import Fts5
from bench.ours import Measured, apart
from bench.postgres import Postgres, binaries
from bench.report import emit, geometric_mean, say, timed
from bench.rival import RIVALS, Rival, Row, rows
from bench.tantivy_rival import Tantivy
from bench.workload import Ask, Case, cases, words_of
from serendip.quality.synthetic import TODAY, synthetic_docs

SEED = 42
SIZES = {"1m": 1_000_000, "10m": 10_000_000}
_RIVAL_BUDGET_S = 25.0


def run(
    sizes: Sequence[str] = ("48k", "1m"), rivals: Sequence[str] = RIVALS, folder: Path | None = None
) -> None:
    """Measure each size, ``rivals`` at up to a million; a temporary folder (several GB) goes afterwards."""
    home = Path(tempfile.mkdtemp(prefix="serendip-bench-", dir=folder))
    try:
        for size in sizes:
            if size == "48k":
                from bench.real_index import run as run_real

                run_real(home)
            else:
                _synthetic(home, size, SIZES.get(size) or int(size), rivals)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _synthetic(home: Path, size: str, count: int, rivals: Sequence[str]) -> None:
    index = home / f"index-{size}"
    say(f"{size}: building")
    built = apart(ours.build_synthetic, index, count, SEED)
    emit(f"channels {size}", "build", engine="embedded", **{f: getattr(built, f) for f in built.__slots__})
    first = next(synthetic_docs(min(count, 50_000), SEED))
    vectors = [first.vectors[i].tobytes() for i in range(0, len(first), max(1, len(first) // 200))]
    asked = cases(words_of(first.docs()), vectors, TODAY)
    measured = answer(f"channels {size}", index, asked)
    if count <= SIZES["1m"]:
        recall(f"channels {size}", count, SEED, list(zip(asked, measured, strict=True)))
        for name in rivals:
            _against(name, home, f"channels {size}", count, list(zip(asked, measured, strict=True)))
    shutil.rmtree(index)
    if count <= SIZES["1m"]:
        filled.run(home / f"home-{size}", size, count, SEED)
        shutil.rmtree(home / f"home-{size}")


def answer(section: str, index: Path, asked: Sequence[Case]) -> list[Measured]:
    """Time and report all cases on an index."""
    say(f"{section}: asking")
    measured, memory = apart(ours.measure, index, asked)
    for case, result in zip(asked, measured, strict=True):
        if not result.timing.n:
            continue
        emit(
            section,
            case.name,
            engine="embedded",
            **result.timing.as_dict(),
            aim_ms=case.aim_ms,
            median_matches=int(np.median(result.totals)),
        )
    emit(section, "memory of a reader", engine="embedded", **memory)
    return measured


def _against(name: str, home: Path, section: str, count: int, done: Sequence[tuple[Case, Measured]]) -> None:
    if name == "postgres" and binaries() is None:
        say("PostgreSQL is not installed: left out")
        return
    rival = make(name, home)
    try:
        _rival(rival, section, rows(count, SEED), done)
    finally:
        rival.close()


def make(name: str, folder: Path) -> Rival:
    """One of ``RIVALS``, empty, with its files in ``folder`` (a server chooses its own place)."""
    makers: dict[str, Callable[[], Rival]] = {
        "fts5": lambda: Fts5(folder),
        "postgres": Postgres,
        "tantivy": lambda: Tantivy(folder),
    }
    return makers[name]()


def _rival(
    rival: Rival, section: str, batches: Iterator[list[Row]], done: Sequence[tuple[Case, Measured]]
) -> None:
    say(f"{rival.name}: loading")
    seconds = rival.load(batches)
    emit(
        section,
        "build",
        engine=rival.name,
        seconds=round(seconds, 1),
        disk_mib=rival.disk_mib(),
        **rival.settings(),
    )
    pages: list[float] = []
    wholes: list[float] = []
    for case, result in done:
        calls = [call for ask in case.asks if (call := _call(rival, ask)) is not None]
        if not calls or not result.timing.n:
            continue
        say(f"{rival.name}: {case.name}")
        page = timed([call for call, _ in calls], warm=2, budget_s=_RIVAL_BUDGET_S)
        whole = timed([call for _, call in calls], warm=2, budget_s=_RIVAL_BUDGET_S)
        pages.append(page.p50 / result.timing.first(page.n).p50)
        wholes.append(whole.p50 / result.timing.first(whole.n).p50)
        emit(
            section,
            case.name,
            engine=rival.name,
            **page.as_dict(),
            whole_p50_ms=round(whole.p50, 3),
            whole_p95_ms=round(whole.p95, 3),
            ratio_page=round(pages[-1], 2),
            ratio_whole=round(wholes[-1], 2),
            **_same(rival, case, result),
        )
    emit(section, "memory", engine=rival.name, **rival.memory_mib())
    emit(
        section,
        "ratio, geometric mean",
        engine=rival.name,
        ratio_page=round(geometric_mean(pages), 2),
        ratio_whole=round(geometric_mean(wholes), 2),
        n=len(pages),
    )


def _call(rival: Rival, ask: Ask) -> tuple[Callable[[], Any], Callable[[], Any]] | None:
    """The page (with facets) alone, and with what the embedded index answers besides: both totals."""
    if ask.vector is not None:
        return None
    if ask.facets:
        return lambda: (rival.search(ask), rival.facets(ask)), lambda: (rival.counted(ask), rival.facets(ask))
    if ask.page == 1:
        return lambda: rival.search(ask), lambda: rival.counted(ask)
    before = rival.place_before(ask) if ask.word is None else None
    if ask.word is None and before is None:
        return None

    def later() -> Any:
        return rival.search(ask) if before is None else rival.after(ask, *before)

    return later, later


def _same(rival: Rival, case: Case, result: Measured) -> dict[str, Any]:
    """Whether totals, ids and facets are equal; for ranked text how much of the first 50 is shared."""
    some = list(zip(case.asks, result.answers, strict=False))
    facts = check(rival, some)
    return facts if case.asks[0].word is None else {**facts, "overlap_at_50": overlap(rival, some)}
