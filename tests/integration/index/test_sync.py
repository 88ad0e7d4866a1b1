"""From a real store into a real index: changes, vectors, rebuilds, interruptions."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from serendip.catalogue.channel import Fact, Identity, Observation
from serendip.index import sync
from serendip.index.embedded import EmbeddedIndex
from serendip.index.sync import IndexSync
from serendip.index.writer import EmbeddedWriter
from serendip.search.ports import Query, Range, Similarity, TextClause
from serendip.store.channels import Store, open_store

TODAY = date(2026, 11, 30)


class Digests:
    """An embedder whose vectors are digests; counts what it embedded."""

    def __init__(self) -> None:
        self.embedded = 0
        self.seen: dict[str, bytes | None] = {}

    def known(self, texts: Sequence[str]) -> list[bytes | None]:
        return [self.seen.get(text) for text in texts]

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        self.embedded += len(texts)
        made = [hashlib.sha256(text.encode()).digest() * 8 if text else None for text in texts]
        self.seen.update(zip(texts, made, strict=True))
        return made


@dataclass
class Parts:
    """A store, its index and what carries one into the other."""

    folder: Path
    store: Store
    writer: EmbeddedWriter
    embedder: Digests

    def sync(self) -> IndexSync:
        return IndexSync(self.store, self.writer, self.embedder, lambda: TODAY)

    def reader(self) -> EmbeddedIndex:
        return EmbeddedIndex.open_reader(self.folder / "index")


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with open_store(tmp_path / "c.db") as store, EmbeddedIndex.open_writer(tmp_path / "index") as writer:
        yield Parts(tmp_path, store, writer, Digests())


def seen(number: int, followers: int = 5, name: str = "Channel", day: str = "2026-01-01") -> Observation:
    return Observation(
        platform="youtube",
        ids=(Identity("channel_id", f"UC{number:022d}"),),
        source="test",
        name=f"{name} {number}",
        facts={"followers": Fact(followers, day)},
        observed_at=day,
    )


def test_a_change_in_the_store_comes_into_the_index(parts: Parts) -> None:
    parts.store.write([seen(1), seen(2)])
    carrying = parts.sync()
    carrying.catch_up()
    reader = parts.reader()
    assert reader.search(Query()).total == 2
    assert reader.applied_seq() == parts.store.last_seq()
    parts.store.write([seen(2, 900, "猫", "2026-02-01")])
    carrying.catch_up()
    found = reader.search(
        Query((Range("followers", 900),), text=(TextClause("channel_name", ("猫",), (1.0,)),))
    )
    assert found.total == 1
    parts.store.delete([found.hits[0].cid])
    carrying.catch_up()
    assert reader.search(Query()).total == 1


def test_few_changes_have_vectors_at_once_and_many_later(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "_INLINE", 3)
    monkeypatch.setattr(sync, "_EMBEDDED", 4)
    parts.store.write([seen(n) for n in range(3)])
    carrying = parts.sync()
    assert carrying.step() == 3
    assert parts.writer.without_vector() == []
    parts.store.write([seen(n) for n in range(3, 13)])
    assert carrying.step() == 10
    assert len(parts.writer.without_vector()) == 10
    assert parts.reader().search(Query()).total == 13
    assert [carrying.step() for _ in range(4)] == [4, 4, 2, 0]
    assert parts.writer.without_vector() == []
    near = parts.reader().search(Query(rank=Similarity(parts.embedder.embed(["x"])[0] or b"")))
    assert near.total == 13


def test_what_was_interrupted_goes_on_where_it_was(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "_INLINE", 3)
    monkeypatch.setattr(sync, "_EMBEDDED", 4)
    parts.store.write([seen(n) for n in range(10)])
    first = parts.sync()
    first.step()
    first.step()  # the texts and four vectors are in, then the process ends
    parts.writer.commit()
    second = parts.sync()
    assert second.catch_up() == 6
    assert parts.writer.without_vector() == []
    assert parts.embedder.embedded == 10


def test_a_rebuild_holds_what_the_store_holds(parts: Parts) -> None:
    parts.store.write([seen(n) for n in range(20)])
    parts.sync().catch_up()
    parts.writer.delete(range(1, 9), 10**9)  # the index went astray
    parts.writer.commit()
    progress: list[tuple[int, int]] = []
    parts.sync().rebuild(lambda done, total: progress.append((done, total)))
    reader = parts.reader()
    assert (reader.search(Query()).total, reader.applied_seq()) == (20, parts.store.last_seq())
    assert parts.writer.without_vector() == []
    assert progress[0] == (20, 20)


def test_texts_that_did_not_change_keep_their_vectors(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "_INLINE", 3)
    parts.store.write([seen(n) for n in range(10)])
    carrying = parts.sync()
    carrying.catch_up()
    parts.store.write([seen(n, 77, "Channel" if n else "Another", "2026-03-01") for n in range(10)])
    assert carrying.step() == 10
    assert len(parts.writer.without_vector()) == 1
    carrying.catch_up()
    assert parts.embedder.embedded == 11


def test_a_rebuild_has_the_vectors_that_were_there_from_its_first_moment(parts: Parts) -> None:
    parts.store.write([seen(n) for n in range(20)])
    parts.sync().catch_up()
    near, reader = Query(rank=Similarity(bytes(range(256)))), parts.reader()
    totals: list[int] = []
    parts.sync().rebuild(lambda _done, _all: totals.append(reader.search(near).total))
    assert totals == [20]
    assert reader.search(near).total == 20
    assert parts.embedder.embedded == 20


def test_a_backlog_is_embedded_step_by_step(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("_INLINE", 1), ("_EMBEDDED", 4)):
        monkeypatch.setattr(sync, name, value)
    parts.store.write([seen(n) for n in range(9)])
    carrying = parts.sync()
    assert [carrying.step() for _ in range(5)] == [9, 4, 4, 1, 0]


def test_a_background_thread_follows_until_it_is_stopped(parts: Parts) -> None:
    stop = threading.Event()
    thread = threading.Thread(target=parts.sync().run, args=(stop,))
    thread.start()
    parts.store.write([seen(1)])
    assert parts.reader().wait_for(parts.store.last_seq(), 30)
    stop.set()
    thread.join()
    assert parts.reader().search(Query()).total == 1
