"""The embedded index in processes of its own: building, and answering the questions."""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from bench.report import Timing, disk_mib, resident_mib, timed
from bench.workload import PAGE, Ask, Case, facet_counts
from serendip.catalogue.document import IndexDoc
from serendip.index.embedded import EmbeddedIndex
from serendip.quality.synthetic import synthetic_docs

T = TypeVar("T")
CHECKED = 12
"""Questions of a case whose answers are compared with the rivals', as whole sets of ids."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the index answered to one question: all ids, in order (of a later page its own)."""

    ids: tuple[int, ...]
    total: int
    unknown: int
    facets: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Measured:
    """One case: its timing, the matches of its questions, and whole answers to the first ``CHECKED``."""

    timing: Timing
    totals: tuple[int, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """What a build took; memory is the peak of this process and of its largest worker."""

    seconds: float
    making_s: float
    disk_mib: float
    peak_mib: float
    worker_peak_mib: float


def apart(work: Callable[..., T], *args: Any) -> T:
    """Run ``work`` in a fresh process, so that memory figures are its own."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(work, *args).result()


def synthetic(count: int, seed: int) -> Iterator[IndexDoc]:
    """Synthetic documents one by one."""
    for batch in synthetic_docs(count, seed):
        yield from batch.docs()


def build_synthetic(folder: Path, count: int, seed: int) -> Build:
    """Build the index of ``count`` synthetic channels from raw texts, analysis included."""
    return build(folder, synthetic(count, seed))


def build(folder: Path, docs: Iterable[IndexDoc]) -> Build:
    """Build an index. ``making_s`` is the part in which ``docs`` was busy making the documents."""
    watch = _Watch(docs)
    start = time.perf_counter()
    with EmbeddedIndex.open_writer(folder) as writer:
        writer.rebuild(watch, seq=1)
    took = time.perf_counter() - start
    own, workers = (
        resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return Build(
        seconds=round(took, 1),
        making_s=round(watch.spent, 1),
        disk_mib=disk_mib(folder),
        peak_mib=round(own, 1),
        worker_peak_mib=round(workers, 1),
    )


class _Watch:
    """Passes documents on and remembers how long they took to make."""

    def __init__(self, docs: Iterable[IndexDoc]) -> None:
        self._docs = docs
        self.spent = 0.0

    def __iter__(self) -> Iterator[IndexDoc]:
        docs = iter(self._docs)
        while True:
            start = time.perf_counter()
            doc = next(docs, None)
            self.spent += time.perf_counter() - start
            if doc is None:
                return
            yield doc


def measure(folder: Path, cases: Sequence[Case]) -> tuple[list[Measured], dict[str, float]]:
    """Every question of every case; the memory of the process after all timings."""
    index = EmbeddedIndex.open_reader(folder)
    timings = [_time(index, case) for case in cases]
    memory = resident_mib()
    found: list[Measured] = []
    for case, timing in zip(cases, timings, strict=True):
        totals = tuple(index.count([ask.query() for ask in case.asks]))
        answers = tuple(
            _answer(index, ask, total) for ask, total in zip(case.asks[:CHECKED], totals, strict=False)
        )
        found.append(Measured(timing, totals, answers))
    return found, memory


def _time(index: EmbeddedIndex, case: Case) -> Timing:
    calls = [_call(index, ask) for ask in case.asks]
    return timed([call for call in calls if call is not None])


def _call(index: EmbeddedIndex, ask: Ask) -> Callable[[], Any] | None:
    cursor = cursor_of(index, ask)
    if ask.page > 1 and cursor is None:
        return None
    query = ask.query(cursor=cursor)
    return lambda: index.search(query)


def cursor_of(index: EmbeddedIndex, ask: Ask) -> str | None:
    """The cursor of ``ask.page``; None for the first page, or when there are not so many."""
    cursor: str | None = None
    for _ in range(ask.page - 1):
        cursor = index.search(ask.query(cursor=cursor)).cursor
        if cursor is None:
            return None
    return cursor


def _answer(index: EmbeddedIndex, ask: Ask, total: int) -> Answer:
    cursor = cursor_of(index, ask)
    if ask.page > 1 and cursor is None:
        return Answer((), 0, 0, {})
    found = index.search(ask.query(cursor=cursor, limit=PAGE if ask.page > 1 else max(1, total)))
    return Answer(
        tuple(h.cid for h in found.hits), found.total, found.unknown, facet_counts(found.facets or {})
    )
