"""The 48,670 real channels through the product's own doors: import, store, index, vectors, questions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from bench import find
from bench.ours import apart
from bench.real import SHARED
from bench.report import disk_mib, emit, resident_mib, say
from bench.workload import cases, words_of
from serendip.catalogue.document import IndexDoc, project
from serendip.core.clock import EPOCH
from serendip.embedding.cache import CachedEmbedder
from serendip.embedding.local import LocalEmbedder
from serendip.imports.runner import ImportOptions, import_file
from serendip.index.embedded import EmbeddedIndex
from serendip.index.sync import IndexSync
from serendip.settings import Settings
from serendip.store.channels import Store, open_store

SECTION = "channels 48k"
TODAY = date(2026, 11, 30)


def run(home: Path) -> None:
    """All figures of the real channels."""
    from bench.channels import answer

    folder = home / "real"
    apart(load, folder)
    settings = Settings(home=folder)
    with open_store(settings.database) as store:
        docs = list(_documents(store))
    vectors = _vectors(settings.index_dir, docs)
    answer(SECTION, settings.index_dir, cases(words_of(docs, len(docs)), vectors, None))
    uploads = [doc.numbers["last_upload_at"] for doc in docs if "last_upload_at" in doc.numbers]
    find.run(SECTION, folder, EPOCH + timedelta(days=int(np.percentile(uploads, 60))))


def _documents(store: Store) -> Iterator[IndexDoc]:
    for channels in store.iter_channels():
        for channel in channels:
            yield project(channel, TODAY)


def _vectors(index: Path, docs: list[IndexDoc]) -> list[bytes]:
    reader = EmbeddedIndex.open_reader(index)
    found = (reader.vector(doc.cid) for doc in docs[:: max(1, len(docs) // 300)])
    return [vector for vector in found if vector is not None]


def load(folder: Path) -> None:
    """Import the real channels into a home at ``folder`` and index them, vectors included."""
    folder.mkdir(parents=True)
    settings = Settings(home=folder)
    with open_store(settings.database) as store:
        say("48k: importing")
        report = import_file(SHARED / "channels.jsonl.gz", store, ImportOptions(today=TODAY))
        emit(
            SECTION,
            "import",
            rows=report.rows,
            rejected=len(report.rejected),
            rows_per_s=round(report.rows / report.seconds, 1),
            disk_mib=round(settings.database.stat().st_size / 2**20, 1),
            memory_mib=resident_mib(),
        )
        say("48k: building")
        with EmbeddedIndex.open_writer(settings.index_dir) as writer:
            embedder = CachedEmbedder(LocalEmbedder(), store)
            sync = IndexSync(store, writer, embedder, lambda: TODAY)
            start = time.perf_counter()
            writer.rebuild(_documents(store), store.last_seq())
            built = time.perf_counter() - start
            start = time.perf_counter()
            sync.rebuild()
            writer.settle()
            both = time.perf_counter() - start
    emit(
        SECTION,
        "build",
        engine="embedded",
        seconds=round(built, 1),
        with_vectors_s=round(both, 1),
        disk_mib=disk_mib(settings.index_dir),
        **resident_mib(),
    )
