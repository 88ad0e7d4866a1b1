"""Large batches go to worker processes and come back the same, whatever happens to a worker."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence

import pytest

from serendip.embedding import pool
from serendip.embedding.pool import PooledEmbedder


class Telling:
    """An embedder whose vectors tell the text and the process."""

    name = "telling"

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        return [f"{text} {os.getpid()}".encode() if text else None for text in texts]


class Deadly(Telling):
    """One that takes its worker with it."""

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        if multiprocessing.parent_process() is not None:
            os._exit(1)
        return super().embed(texts)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MANY", 8)
    monkeypatch.setattr(pool, "_SHARE", 3)


def told(vectors: list[bytes | None]) -> tuple[list[str], set[int]]:
    """Texts in order, and the processes that embedded them."""
    parts = [vector.decode().split() for vector in vectors if vector is not None]
    return [text for text, _ in parts], {int(process) for _, process in parts}


def test_a_large_batch_is_embedded_elsewhere_in_order() -> None:
    texts = [f"t{n}" for n in range(20)]
    pooled = PooledEmbedder(Telling, workers=2)
    try:
        vectors = pooled.embed([*texts, ""])
    finally:
        pooled.close()
    assert vectors[-1] is None
    seen, processes = told(vectors)
    assert seen == texts
    assert os.getpid() not in processes
    assert pooled.name == "telling"


@pytest.mark.parametrize(("count", "workers"), [(7, 2), (20, 1)])
def test_a_small_batch_or_a_single_core_needs_no_process(count: int, workers: int) -> None:
    pooled = PooledEmbedder(Telling, workers=workers)
    _, processes = told(pooled.embed([f"t{n}" for n in range(count)]))
    assert processes == {os.getpid()}


def test_workers_that_die_cost_time_but_no_vectors() -> None:
    pooled = PooledEmbedder(Deadly, workers=2)
    seen, processes = told(pooled.embed([f"t{n}" for n in range(20)]))
    assert (len(seen), processes) == (20, {os.getpid()})


def test_idle_workers_end_and_start_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_IDLE_S", 0.01)
    pooled = PooledEmbedder(Telling, workers=2)
    texts = [f"t{n}" for n in range(9)]
    _, first = told(pooled.embed(texts))
    for child in multiprocessing.active_children():
        if child.pid in first:
            child.join(30)
    _, second = told(pooled.embed(texts))
    assert not first & second
    pooled.close()
