"""Many texts at once: embedded by worker processes, each with a model of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Lock, Timer
from typing import Final

from serendip.embedding.cache import NamedEmbedder

WORKERS: Final = 2
MANY: Final = 512
"""Fewer texts are embedded in this process: workers take a second to start and 200 MB each."""
_SHARE: Final = 64
_IDLE_S: Final = 30.0


class PooledEmbedder:
    """``search.ports.Embedder`` that gives large batches to worker processes.

    Args:
        make: makes the embedder, here and in each worker; a function or class of a module.
        workers: how many processes; with one core, or one worker, everything happens here.

    Workers start with the first large batch and end when there has been none for half a minute. When one
    of them dies, its batch is embedded here.
    """

    def __init__(self, make: Callable[[], NamedEmbedder], workers: int | None = None) -> None:
        self._make = make
        self._inner = make()
        self._workers = min(WORKERS, os.cpu_count() or 1) if workers is None else workers
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._timer: Timer | None = None

    @property
    def name(self) -> str:
        """That of the model."""
        return self._inner.name

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        """One vector per text, in order; None for empty texts."""
        if len(texts) < MANY or self._workers < 2:
            return self._inner.embed(texts)
        with self._lock:
            shares = [list(texts[start : start + _SHARE]) for start in range(0, len(texts), _SHARE)]
            try:
                return [vector for part in self._started().map(_embed, shares) for vector in part]
            except BrokenProcessPool:
                self._stop()
                return self._inner.embed(texts)
            finally:
                self._stop_later()

    def close(self) -> None:
        """End the workers; a later batch starts them again."""
        with self._lock:
            self._stop()

    def _started(self) -> ProcessPoolExecutor:
        if self._timer is not None:
            self._timer.cancel()
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=spawn, initializer=_start, initargs=(self._make,)
            )
        return self._pool

    def _stop_later(self) -> None:
        self._timer = Timer(_IDLE_S, self.close)
        self._timer.daemon = True
        self._timer.start()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown()


_mine: list[NamedEmbedder] = []
"""In a worker: its embedder."""


def _start(make: Callable[[], NamedEmbedder]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    _mine[:] = [make()]


def _embed(texts: list[str]) -> list[bytes | None]:
    return _mine[0].embed(texts)
