"""A home folder with a million synthetic channels in store and index, for whole searches at that size."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from bench import find
from bench.ours import apart
from bench.report import disk_mib, emit, say
from serendip.catalogue.channel import Fact, Identity, Observation
from serendip.catalogue.document import IndexDoc, project
from serendip.core.clock import EPOCH
from serendip.index.embedded import EmbeddedIndex
from serendip.quality.synthetic import TODAY, SyntheticBatch, synthetic_docs
from serendip.settings import Settings
from serendip.store.channels import Store, open_store

_DATES = ("last_upload_at", "created_at")
_WRITTEN = 2_000


def run(home: Path, size: str, count: int, seed: int) -> None:
    """Fill ``home``, then time whole searches in it."""
    apart(_fill, home, size, count, seed)
    find.run(f"channels {size}", home, EPOCH + timedelta(days=TODAY))


def _fill(home: Path, size: str, count: int, seed: int) -> None:
    settings = Settings(home=home)
    home.mkdir(parents=True)
    say(f"{size}: writing the store")
    start = time.perf_counter()
    with open_store(settings.database) as store:
        for batch in synthetic_docs(count, seed):
            rows = list(observations(batch))
            for at in range(0, len(rows), _WRITTEN):
                store.write(rows[at : at + _WRITTEN])
        stored = time.perf_counter() - start
        say(f"{size}: building the index from the store")
        start = time.perf_counter()
        with EmbeddedIndex.open_writer(settings.index_dir) as writer:
            writer.rebuild(_documents(store, count, seed), store.last_seq())
    emit(
        f"channels {size}",
        "store",
        rows_per_s=round(count / stored, 1),
        disk_mib=round(settings.database.stat().st_size / 2**20, 1),
        index_from_store_s=round(time.perf_counter() - start, 1),
        index_mib=disk_mib(settings.index_dir),
    )


def _documents(store: Store, count: int, seed: int) -> Iterator[IndexDoc]:
    """Projections of the stored channels with the vectors that were drawn for them."""
    today = EPOCH + timedelta(days=TODAY)
    drawn = (vector.tobytes() for batch in synthetic_docs(count, seed) for vector in batch.vectors)
    for channels in store.iter_channels():
        for channel, vector in zip(channels, drawn, strict=False):
            yield replace(project(channel, today), vector=vector)


def observations(batch: SyntheticBatch) -> Iterator[Observation]:
    """The rows of a batch as a source would state them; published content is one title of all its words."""
    terms = {name: column.words() for name, column in batch.terms.items()}
    numbers: dict[str, list[float]] = {name: column.tolist() for name, column in batch.numbers.items()}
    platforms = terms.pop("platform")
    tags, names, bios, titles = batch.text.values()
    for at in range(len(batch)):
        facts = {n: Fact((word,)) for n, column in terms.items() if (word := column[at]) is not None}
        facts |= {n: Fact(_stated(n, c[at])) for n, c in numbers.items() if c[at] == c[at]}
        yield Observation(
            platform=platforms[at] or "",
            ids=(Identity("handle", f"synthetic{batch.first + at}"),),
            source="synthetic",
            name=names[at],
            description=bios[at],
            tags=tuple(tags[at].split()),
            titles=(titles[at],),
            facts=facts,
            observed_at=_day(TODAY),
        )


def _stated(name: str, number: float) -> object:
    return _day(int(number)) if name in _DATES else int(number) if number.is_integer() else number


def _day(day: int) -> str:
    return (EPOCH + timedelta(days=day)).isoformat()
