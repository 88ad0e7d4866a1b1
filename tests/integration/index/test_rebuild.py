"""Building anew beside the old index, in several processes, and merging in the background."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from serendip.catalogue.document import IndexDoc
from serendip.index import bulk, compact
from serendip.index.embedded import EmbeddedIndex
from serendip.search.ports import ByField, Query, Range, Similarity, TextClause
from tests.contract.reference import Reference

QUERIES = (
    Query(limit=400, facets=("country", "tags")),
    Query((Range("followers", 20, 500),), rank=ByField("posts", descending=False), limit=400),
    Query(text=(TextClause("all_sources", ("评测", "word3 word4"), (1.0, 0.5)),), limit=400),
    Query(rank=Similarity(bytes(range(256))), limit=400),
)


def docs(seed: int, count: int) -> list[IndexDoc]:
    """Channels that look like each other, some of them twice."""
    rng = random.Random(seed)
    return [
        IndexDoc(
            cid=rng.randint(1, count),
            platform=rng.choice(["youtube", "x"]),
            exact=(f"@u{n}",),
            text={
                "channel_tag": " ".join(f"word{rng.randint(0, 9)}" for _ in range(6)),
                "channel_name": rng.choice(["汽配评测", "海水鱼", "cats"]) * rng.randint(1, 400),
            },
            numbers={"followers": rng.randint(0, 900)} | ({"posts": rng.random()} if n % 3 else {}),
            terms={"country": (rng.choice(["US", "DE"]),), "tags": tuple(rng.sample("abcdef", n % 4))},
            quality=rng.random(),
            vector=rng.randbytes(256) if n % 2 else None,
        )
        for n in range(count)
    ]


def assert_equal(reader: EmbeddedIndex, oracle: Reference) -> None:
    for query in QUERIES:
        mine, theirs = reader.search(query), oracle.search(query)
        assert mine.hits == theirs.hits
        assert (mine.total, mine.facets) == (theirs.total, theirs.facets)


@pytest.mark.parametrize("workers", [0, 2])
def test_a_rebuild_replaces_everything_and_readers_switch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setattr(bulk, "CHUNK", 40)
    monkeypatch.setattr(bulk, "_FAN_IN", 3)
    with EmbeddedIndex.open_writer(tmp_path) as writer:
        writer.upsert(docs(1, 100), 1)
        writer.commit()
        reader = EmbeddedIndex.open_reader(tmp_path)
        before = reader.search(Query()).total
        oracle, seen = Reference(), []

        def fresh():
            for doc in docs(2, 300):
                seen.append(reader.search(Query()).total)
                yield doc

        oracle.upsert(docs(2, 300), 7)
        writer.rebuild(fresh(), 7, workers=workers)
        assert set(seen) == {before}
        assert_equal(reader, oracle)
        assert reader.applied_seq() == 7
        assert len(list(tmp_path.glob("*.seg"))) == 1
        writer.upsert(docs(3, 50), 8)
        oracle.upsert(docs(3, 50), 8)
    assert_equal(reader, oracle)


def test_a_failed_rebuild_leaves_the_old_index(tmp_path: Path) -> None:
    def breaking():
        yield from docs(2, 10)
        raise ValueError("the store went away")

    with EmbeddedIndex.open_writer(tmp_path) as writer:
        writer.upsert(docs(1, 100), 1)
        writer.commit()
        reader = EmbeddedIndex.open_reader(tmp_path)
        before = reader.search(QUERIES[0])
        with pytest.raises(ValueError, match="went away"):
            writer.rebuild(breaking(), 9)
        assert reader.search(QUERIES[0]) == before
        assert reader.applied_seq() == 1


def test_an_empty_rebuild_empties(tmp_path: Path) -> None:
    with EmbeddedIndex.open_writer(tmp_path) as writer:
        writer.upsert(docs(1, 10), 1)
        writer.rebuild([], 3)
    assert EmbeddedIndex.open_reader(tmp_path).search(Query()).total == 0


def test_texts_that_are_analysed_already_give_the_same_index(tmp_path: Path) -> None:
    from dataclasses import replace

    from serendip.core.analyse import analyse

    plain = docs(4, 60)
    tokens = [replace(d, text={t: " ".join(analyse(v)) for t, v in d.text.items()}) for d in plain]
    oracle = Reference()
    oracle.upsert(plain, 1)
    with EmbeddedIndex.open_writer(tmp_path) as writer:
        writer.rebuild(tokens, 1, analysed=True)
    assert_equal(EmbeddedIndex.open_reader(tmp_path), oracle)


def test_merging_keeps_what_changes_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compact, "FAN_IN", 2)
    oracle = Reference()
    with EmbeddedIndex.open_writer(tmp_path) as writer:
        for seq in range(1, 40):
            batch = docs(seq, 25)
            gone = [seq % 25, (seq * 7) % 25]
            vectors = {d.cid: bytes([seq]) * 256 for d in batch if d.vector is None and d.cid not in gone}
            for one in (writer, oracle):
                one.upsert(batch, seq)
                one.delete(gone, seq)
                one.set_vectors({c: v for c, v in vectors.items() if c not in gone})
                one.commit()
        writer.settle()
        assert_equal(EmbeddedIndex.open_reader(tmp_path), oracle)
        assert len(list(tmp_path.glob("*.seg"))) < 8


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [
        ([], []),
        ([(10, 10)] * 5, []),
        ([(10, 10)] * 6, [0, 1, 2, 3, 4, 5]),
        ([(1_000_000, 1_000_000), *[(300, 300)] * 5], []),
        ([(5000, 3000), (10, 10)], [0]),
        ([(100, 0)], [0]),
    ],
)
def test_which_segments_are_merged(sizes: list[tuple[int, int]], chosen: list[int]) -> None:
    assert compact.choose(sizes) == chosen
