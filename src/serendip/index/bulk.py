"""Building an index anew: chunks become segments in worker processes, then the segments become one."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from serendip.catalogue.document import IndexDoc
from serendip.index.container import Array
from serendip.index.draft import Draft
from serendip.index.merge import Merged, merge, sources_of
from serendip.index.segment import Data
from serendip.index.words import pieces_of, ready_pieces

CHUNK = 32_768
"""Documents of one segment that a worker writes."""
_FAN_IN = 48
_WORKERS = 4


@dataclass(frozen=True, slots=True)
class Built:
    """A segment that was written: its name and which rows have a vector."""

    name: str
    has_vector: Array | None


@dataclass(frozen=True, slots=True)
class Plan:
    """How to build.

    Attributes:
        folder: the index.
        new_name: gives names for segments.
        abandon: takes names back.
        analysed: the texts hold tokens already, joined by single spaces.
        workers: processes; 0 builds in this one.
    """

    folder: Path
    new_name: Callable[[], str]
    abandon: Callable[[str], None]
    analysed: bool = False
    workers: int | None = None


def build(plan: Plan, docs: Iterable[IndexDoc]) -> Built | None:
    """One segment of all ``docs``; of several with one cid the last counts. None when there are none."""
    built: list[Built] = []
    try:
        built.extend(_chunks(plan, docs))
        while len(built) > 1:
            built = [_merge(plan, built[i : i + _FAN_IN]) for i in range(0, len(built), _FAN_IN)]
    except BaseException:
        for one in built:
            plan.abandon(one.name)
        raise
    return built[0] if built else None


def _chunks(plan: Plan, docs: Iterable[IndexDoc]) -> Iterator[Built]:
    """Write all chunks, as many at a time as there are workers."""
    chunks = _chunked(docs)
    chunk = next(chunks, None)
    workers = min(_WORKERS, os.cpu_count() or 1) if plan.workers is None else plan.workers
    if chunk is None or len(chunk) < CHUNK or not workers:
        while chunk:
            yield write_chunk(plan.folder, plan.new_name(), chunk, plan.analysed)
            chunk = next(chunks, None)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        running: deque[Future[Built]] = deque()
        while chunk or running:
            if chunk and len(running) < workers + 1:
                packed = _packed(chunk)
                running.append(
                    pool.submit(_write_packed, plan.folder, plan.new_name(), packed, plan.analysed)
                )
                chunk = next(chunks, None)
            else:
                yield running.popleft().result()


def _chunked(docs: Iterable[IndexDoc]) -> Iterator[list[IndexDoc]]:
    waiting = iter(docs)
    while chunk := list(islice(waiting, CHUNK)):
        yield chunk


def write_chunk(folder: Path, name: str, docs: Iterable[IndexDoc], analysed: bool) -> Built:
    """Analyse and write one segment; the last document of a cid counts."""
    draft = Draft(analysed=analysed)
    pieces = ready_pieces if analysed else pieces_of
    for doc in {doc.cid: doc for doc in docs}.values():
        draft.add(doc, pieces(doc))
    return Built(name, draft.write(folder / f"{name}.seg"))


def _write_packed(folder: Path, name: str, packed: list[tuple[Any, ...]], analysed: bool) -> Built:
    """``write_chunk`` in a worker."""
    return write_chunk(folder, name, (IndexDoc(*fields) for fields in packed), analysed)


def _packed(docs: list[IndexDoc]) -> list[tuple[Any, ...]]:
    """Documents as plain tuples: they go to another process in half the time."""
    return [
        (doc.cid, doc.platform, doc.exact, doc.text, doc.numbers, doc.terms, doc.quality, doc.vector)
        for doc in docs
    ]


def _merge(plan: Plan, built: list[Built]) -> Built:
    """One segment of several; a channel that is in two of them lives on in the later one."""
    if len(built) == 1:
        return built[0]
    name = plan.new_name()
    held = [(Data(plan.folder, one.name), one.has_vector) for one in built]
    living = _last_of_each([data.cids for data, _ in held])
    sources = sources_of([(data, alive, has) for (data, has), alive in zip(held, living, strict=True)])
    merged: Merged = merge(plan.folder, name, sources)
    for one in built:
        plan.abandon(one.name)
    return Built(name, merged.has_vector)


def _last_of_each(cids: list[Array]) -> list[Array | None]:
    """Per segment the rows whose cid does not come again later; None when that is all of them."""
    everything = np.concatenate(cids)
    if len(np.unique(everything)) == len(everything):
        return [None] * len(cids)
    _, last = np.unique(everything[::-1], return_index=True)
    alive = np.zeros(len(everything), bool)
    alive[len(everything) - 1 - last] = True
    return list(np.split(alive, np.cumsum([len(c) for c in cids])[:-1]))
