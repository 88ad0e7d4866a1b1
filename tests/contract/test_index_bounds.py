"""Shortcuts never show: what bounds leave out is what exact scores would leave out, on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serendip.catalogue.document import TARGETS, IndexDoc
from serendip.index import answer, bulk, hot, order, relevance, scorer
from serendip.index.embedded import EmbeddedIndex
from serendip.search.ports import (
    Boost,
    Hit,
    Near,
    Query,
    Range,
    Rank,
    Relevance,
    Sign,
    Similarity,
    TextClause,
    Weights,
)

NEVER = 1 << 40
WORDS = ("swim", "vest", "猫", "汽配", "toy")

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
documents = st.builds(
    IndexDoc,
    cid=st.integers(1, 60),
    platform=st.just("youtube"),
    exact=st.lists(st.sampled_from(["swim", "toy"]), max_size=1).map(tuple),
    text=st.dictionaries(st.sampled_from(TARGETS), texts, max_size=4),
    numbers=st.fixed_dictionaries({}, optional={"followers": st.integers(0, 9).map(float)}),
    terms=st.just({}),
    quality=st.floats(0, 1, width=16) | st.sampled_from([0.0, 0.5, 1.0]),
    vector=st.none() | st.binary(min_size=4, max_size=4).map(lambda seed: seed * 64),
)
parts = st.floats(0, 3) | st.sampled_from([0.0, 1.0])
weights = st.builds(Weights, st.just(10.0), *[parts] * 7)
boosts = st.lists(st.builds(Boost, st.just(Range("followers", 4)), st.floats(-1, 1)), max_size=1).map(tuple)
topics = st.sampled_from([None, bytes([3, 250, 9, 1]) * 64])
signs = st.sampled_from(
    [(), (Sign(Range("followers", 4), 0.25), Sign(TextClause("channel_tag", ("toy",), (1.0,)), 0.125))]
)
likenesses = st.builds(Similarity, st.just(bytes([7, 1, 2, 250]) * 64), signs)
ranks: st.SearchStrategy[Rank] = (
    st.builds(Relevance, weights, topics, st.sampled_from([(), ("swim",)]), boosts) | likenesses
)
clauses = st.builds(
    lambda word, target, weight, names: TextClause(target, (word,), (weight,), "must", names),
    st.sampled_from(WORDS),
    st.sampled_from(["all_sources", "all_sources", "channel_tag"]),
    st.sampled_from([1.0, 0.5]),
    st.sampled_from([(), ("toy",)]),
)
queries = st.builds(
    Query,
    filters=st.sampled_from([(), (Range("followers", 2),)]),
    text=st.lists(clauses, max_size=2).map(tuple),
    rank=ranks,
    near=st.none() | st.builds(Near, likenesses, st.sampled_from([-0.25, 0.0, 0.25])),
    any_text=st.booleans(),
    unknown=st.sampled_from(["exclude", "include"]),
    limit=st.integers(1, 9),
)


def pages(index: EmbeddedIndex, query: Query) -> list[tuple[Hit, ...]]:
    """All pages to the end."""
    found = index.search(query)
    seen = [found.hits]
    while found.cursor is not None:
        found = index.search(replace(query, cursor=found.cursor))
        seen.append(found.hits)
    return seen


def without_shortcuts(index: EmbeddedIndex, asked: Sequence[Query]) -> list[list[tuple[Hit, ...]]]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (answer, relevance, scorer):
            patch.setattr(module, "BOUNDED", NEVER)
        patch.setattr(hot.HotWords, "find", lambda _self, _token: None)
        return [pages(index, query) for query in asked]


@pytest.fixture
def finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every shortcut comes into play at the size of these examples."""
    for module in (answer, relevance, scorer):
        monkeypatch.setattr(module, "BOUNDED", 0)
    monkeypatch.setattr(hot, "HOT_ROWS", 1)
    monkeypatch.setattr(hot, "HOT_SHARE", 4)
    monkeypatch.setattr(bulk, "CHUNK", 7)
    monkeypatch.setattr(order, "_BLOCK", 2)
    monkeypatch.setattr(order, "_LIKELY", 1)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rounds=st.lists(st.lists(documents, min_size=4, max_size=40), min_size=1, max_size=2),
    gone=st.sets(st.integers(1, 60), max_size=4),
    asked=st.lists(queries, min_size=1, max_size=6),
    merged=st.booleans(),
)
def test_bounds_leave_out_what_exact_scores_leave_out(
    tmp_path_factory: pytest.TempPathFactory, finely: None, rounds: Any, gone: Any, asked: Any, merged: bool
) -> None:
    folder = tmp_path_factory.mktemp("index")
    with EmbeddedIndex.open_writer(folder) as writer:
        for seq, batch in enumerate(rounds, 1):
            writer.upsert(batch, seq)
            writer.commit()
        writer.delete(gone, 9)
        if merged:
            living = [doc for batch in rounds for doc in batch if doc.cid not in gone]
            writer.rebuild(living, 9, workers=0)
    index = EmbeddedIndex.open_reader(folder)
    assert [pages(index, query) for query in asked] == without_shortcuts(index, asked)


def test_a_frequent_word_has_its_rows_over_all_targets(tmp_path: Path, finely: None) -> None:
    docs = [
        IndexDoc(n, "x", (), {TARGETS[n % 4]: "vest " * (1 + n % 3) + "other " * n}, {}, {}, n / 40)
        for n in range(40)
    ]
    with EmbeddedIndex.open_writer(tmp_path) as writer:
        writer.rebuild(docs, 1, workers=0)
        (held,) = writer._state.segments
    word = held.data.hot.find("vest")
    assert word is not None
    assert word.rows.tolist() == list(range(40))
    assert [int(code) >> 4 * (n % 4) << 4 * (n % 4) == code for n, code in enumerate(word.codes)] == [
        True
    ] * 40
    assert held.data.hot.find("seldom") is None
    query = Query(text=(TextClause("all_sources", ("vest",), (1.0,)),), rank=Relevance(Weights(*[1.0] * 8)))
    index = EmbeddedIndex.open_reader(tmp_path)
    assert [pages(index, replace(query, limit=7))] == without_shortcuts(index, [replace(query, limit=7)])
