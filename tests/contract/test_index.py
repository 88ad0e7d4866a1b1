"""What every channel index must do, the plain reference included; and equality with that reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serendip.catalogue.document import IndexDoc
from serendip.core.errors import InputError
from serendip.index import columns, order
from serendip.index.embedded import EmbeddedIndex
from serendip.search.ports import (
    Boost,
    ByField,
    Found,
    Near,
    Not,
    Query,
    Range,
    Relevance,
    Sign,
    Similarity,
    Terms,
    TextClause,
    Weights,
)
from tests.contract.documents import documents, queries
from tests.contract.reference import Reference

WEIGHTS = Weights(exact=10, text=1, topic=0.6, quality=0.25, tag=2, name=1.6, description=1, content=1.2)


@dataclass
class Opened:
    """An index under test."""

    reader: Any
    writer: Any


@pytest.fixture(params=["reference", "embedded"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    if request.param == "reference":
        both = Reference()
        yield Opened(both, both)
        return
    writer = EmbeddedIndex.open_writer(tmp_path / "index")
    yield Opened(EmbeddedIndex.open_reader(tmp_path / "index"), writer)
    writer.close()


def channel(cid: int, **changes: Any) -> IndexDoc:
    """A document with defaults."""
    base = IndexDoc(cid, "youtube", (), {}, {}, {}, 0.5)
    return replace(base, **changes)


def put(opened: Opened, docs: Sequence[IndexDoc], seq: int = 1) -> None:
    opened.writer.upsert(docs, seq)
    opened.writer.commit()


def ids(found: Found) -> list[int]:
    return [hit.cid for hit in found.hits]


def word(text: str, target: Any = "all_sources", occur: Any = "must") -> TextClause:
    return TextClause(target, (text,), (1.0,), occur)


def pages(opened: Opened, query: Query) -> list[int]:
    """All ids, page by page."""
    seen: list[int] = []
    while True:
        found = opened.reader.search(query)
        seen += ids(found)
        if found.cursor is None:
            return seen
        query = replace(query, cursor=found.cursor)


class TestIndexContract:
    def test_unknown_is_neither_a_match_nor_a_mismatch(self, opened: Opened) -> None:
        put(opened, [channel(1, numbers={"followers": 10}), channel(2, numbers={"followers": 1}), channel(3)])
        test = Range("followers", 5)
        assert ids(opened.reader.search(Query((test,)))) == [1]
        assert ids(opened.reader.search(Query((Not(test),)))) == [2]
        for query in (Query((test,)), Query((Not(test),))):
            assert opened.reader.search(query).unknown == 1
            assert opened.reader.search(replace(query, unknown="only")).total == 1
            assert opened.reader.search(replace(query, unknown="include")).total == 2

    def test_a_set_known_to_be_empty_is_not_unknown(self, opened: Opened) -> None:
        put(opened, [channel(1, terms={"tags": ()}), channel(2)])
        found = opened.reader.search(Query((Not(Terms("tags", ("gym",))),), facets=("tags",)))
        assert (ids(found), found.unknown, found.facets) == ([1], 1, {"tags": {}})

    @pytest.mark.parametrize(
        ("text", "keyword", "met"),
        [
            ("汽配评测频道", "汽配", True),
            ("汽配评测频道", "配评", True),
            ("汽配评测频道", "评汽", False),
            ("汽車配件評測", "汽车配件评测", True),
            ("大猫", "猫", True),
            ("the swim-vests of summer", "swim vest", True),
            ("swim in a vest", "swim vest", False),
            ("swim\nvest", "swim vest", False),
            ("Café Olé", "cafe ole", True),
            ("#SwimVest", "swimvest", True),
            ("👍🏽 top", "👍", True),
            ("bye bye bye", "bye bye", True),
            ("", "!", False),
        ],
    )
    def test_a_keyword_is_a_phrase(self, opened: Opened, text: str, keyword: str, met: bool) -> None:
        put(opened, [channel(1, text={"channel_tag": text})])
        assert opened.reader.count([Query(text=(word(keyword),))]) == [int(met)]

    def test_keywords_combine_by_and_or_and_exclusion(self, opened: Opened) -> None:
        put(opened, [channel(n, text={"channel_tag": t}) for n, t in enumerate(["a1 b1", "a1", "b1 c1"], 1)])
        both = Query(text=(word("a1"), word("b1")), rank=ByField("x"))
        assert ids(opened.reader.search(both)) == [1]
        assert ids(opened.reader.search(replace(both, any_text=True))) == [1, 2, 3]
        without = replace(both, text=(*both.text, word("c1", occur="must_not")), any_text=True)
        assert ids(opened.reader.search(without)) == [1, 2]
        only_excluded = Query(text=(word("c1", occur="must_not"),), rank=ByField("x"))
        assert ids(opened.reader.search(only_excluded)) == [1, 2]

    def test_a_keyword_is_looked_for_in_its_own_target(self, opened: Opened) -> None:
        put(opened, [channel(1, text={"channel_name": "vest"}), channel(2, text={"channel_tag": "vest"})])
        assert ids(opened.reader.search(Query(text=(word("vest", "channel_name"),)))) == [1]
        assert opened.reader.count([Query(text=(word("vest"),))]) == [2]

    def test_exact_identity_comes_first(self, opened: Opened) -> None:
        text = {"channel_tag": "nike nike nike", "channel_name": "nike fans"}
        put(
            opened,
            [
                *(channel(n, text=text, quality=1.0) for n in range(1, 9)),
                channel(9, text={"channel_tag": "nike"}, exact=("@Nike",), quality=0.0),
            ],
        )
        query = Query(text=(word("Nike"),), rank=Relevance(WEIGHTS, exact=("nike",)), limit=3)
        assert ids(opened.reader.search(query))[0] == 9

    def test_a_wish_changes_the_order_only(self, opened: Opened) -> None:
        put(
            opened,
            [channel(1), channel(2, terms={"country": ("US",)}), channel(3, terms={"country": ("DE",)})],
        )
        rank = Relevance(WEIGHTS, boosts=(Boost(Terms("country", ("DE",)), 0.3),))
        assert ids(opened.reader.search(Query(rank=rank))) == [3, 1, 2]

    def test_relevance_pages_hold_everyone_once(self, opened: Opened) -> None:
        docs = [
            channel(n, text={"channel_tag": "vest " * (n % 4)}, quality=(n % 3) / 3) for n in range(1, 30)
        ]
        put(opened, docs)
        query = Query(text=(word("vest"),), rank=Relevance(WEIGHTS), limit=4)
        assert sorted(pages(opened, query)) == [n for n in range(1, 30) if n % 4]

    def test_a_channel_is_found_by_its_name_whatever_the_target(self, opened: Opened) -> None:
        put(
            opened,
            [
                channel(1, text={"channel_tag": "tech"}, exact=("mkbhd",)),
                channel(2, text={"channel_tag": "mkbhd fan"}),
                channel(3, text={"channel_tag": "mkbhd"}, exact=("other",)),
            ],
        )
        clause = replace(word("MKBHD", "channel_tag"), names=("@mkbhd",))
        rank = Relevance(WEIGHTS, exact=("mkbhd",))
        found = opened.reader.search(Query(text=(clause,), rank=rank))
        assert (ids(found)[0], set(ids(found)), found.total) == (1, {1, 2, 3}, 3)
        both = Query(text=(clause, word("tech", "channel_tag")), rank=rank)
        assert ids(opened.reader.search(both)) == [1]

    def test_similarity_is_exact_and_leaves_out_who_has_no_vector(self, opened: Opened) -> None:
        rng = np.random.default_rng(5)
        vectors = {n: rng.integers(-100, 100, 256, dtype=np.int8).tobytes() for n in range(1, 60)}
        put(opened, [channel(n, vector=v, numbers={"n": n}) for n, v in vectors.items()] + [channel(99)])
        found = opened.reader.search(Query((Range("n", 10),), rank=Similarity(vectors[30]), limit=60))
        wide = {n: np.frombuffer(v, np.int8).astype(float) for n, v in vectors.items() if n >= 10}
        exact = {
            n: float(v @ wide[30] / np.linalg.norm(v) / np.linalg.norm(wide[30])) for n, v in wide.items()
        }
        assert ids(found) == sorted(exact, key=lambda n: -exact[n])
        assert found.total == len(exact)
        assert found.hits[5].similarity == pytest.approx(exact[found.hits[5].cid], abs=1e-6)

    def test_who_is_like_enough_is_found_under_every_order(self, opened: Opened) -> None:
        rng = np.random.default_rng(6)
        vectors = {n: rng.integers(-100, 100, 256, dtype=np.int8).tobytes() for n in range(1, 60)}
        docs = [
            channel(n, vector=v, numbers={"n": n % 7}, text={"channel_tag": "vest" * (n % 2)})
            for n, v in vectors.items()
        ]
        put(opened, [*docs, channel(99, numbers={"n": 9})])
        to = Similarity(vectors[30], (Sign(Range("n", 5), 0.25), Sign(word("vest"), 0.125)))
        everyone = opened.reader.search(Query(rank=to, limit=60))
        like = {hit.cid: hit.similarity for hit in everyone.hits if (hit.similarity or 0) >= 0.02}
        assert 5 < len(like) < 50
        for rank in (to, ByField("n"), Relevance(WEIGHTS)):
            found = opened.reader.search(Query(rank=rank, near=Near(to, 0.02), limit=60))
            assert {hit.cid: hit.similarity for hit in found.hits} == like
            assert (found.total, opened.reader.count([Query(near=Near(to, 0.02))])) == (
                len(like),
                [len(like)],
            )

    def test_field_sort_puts_unknown_last_and_breaks_ties_by_id(self, opened: Opened) -> None:
        values = {5: 2.0, 4: 2.0, 3: None, 2: 9.0, 1: None}
        put(opened, [channel(n, numbers={} if v is None else {"x": v}) for n, v in values.items()])
        assert ids(opened.reader.search(Query(rank=ByField("x")))) == [2, 4, 5, 1, 3]
        assert pages(opened, Query(rank=ByField("x", descending=False), limit=1)) == [4, 5, 2, 1, 3]

    def test_a_page_is_stable_under_inserts(self, opened: Opened) -> None:
        put(opened, [channel(n, numbers={"x": n // 2}) for n in range(2, 40, 2)])
        query = Query(rank=ByField("x"), limit=5)
        first = opened.reader.search(query)
        put(opened, [channel(1, numbers={"x": 100}), channel(99, numbers={"x": 3.5})], 2)
        rest = pages(opened, replace(query, cursor=first.cursor))
        assert ids(first) == [38, 36, 34, 32, 30]
        assert rest == [28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 99, 6, 4, 2]

    def test_a_cursor_of_another_query_is_refused(self, opened: Opened) -> None:
        put(opened, [channel(n) for n in range(1, 9)])
        found = opened.reader.search(Query(limit=2))
        with pytest.raises(InputError):
            opened.reader.search(Query((Range("x", 1),), limit=2, cursor=found.cursor))
        with pytest.raises(InputError):
            opened.reader.search(Query(limit=2, cursor="%%%"))
        assert len(opened.reader.search(Query(limit=3, cursor=found.cursor)).hits) == 3

    def test_upserts_are_idempotent_and_deletes_final(self, opened: Opened) -> None:
        docs = [channel(n, numbers={"followers": n}, terms={"country": ("US",)}) for n in range(1, 6)]
        query = Query((Terms("country", ("US",)),), facets=("country",))
        put(opened, docs, 4)
        once = opened.reader.search(query)
        put(opened, docs, 4)
        assert opened.reader.search(query) == once
        opened.writer.delete([2, 3, 777], 5)
        opened.writer.commit()
        assert ids(opened.reader.search(query)) == [5, 4, 1]
        assert opened.reader.applied_seq() == 5
        assert opened.reader.wait_for(5, 0)
        assert not opened.reader.wait_for(6, 0)
        put(opened, [channel(2, numbers={"followers": 9})], 6)
        assert ids(opened.reader.search(Query(limit=1))) == [2]

    def test_vectors_can_come_later_and_go_with_their_document(self, opened: Opened) -> None:
        put(opened, [channel(1), channel(2)])
        opened.writer.set_vectors({1: bytes(range(1, 129)) * 2, 404: bytes(256)})
        opened.writer.commit()
        assert opened.reader.vector(1) == bytes(range(1, 129)) * 2
        assert opened.reader.vector(2) is None
        assert opened.reader.search(Query(rank=Similarity(bytes(range(1, 129)) * 2))).total == 1
        put(opened, [channel(1)], 2)
        assert opened.reader.vector(1) is None

    def test_facets_count_who_is_counted_in_total(self, opened: Opened) -> None:
        countries = ["US", "US", "DE", "FR"]
        put(opened, [channel(n, terms={"country": (c,)}, numbers={"x": n}) for n, c in enumerate(countries)])
        found = opened.reader.search(Query((Range("x", 1),), facets=("country", "platform"), limit=0))
        assert found.facets == {"country": {"US": 1, "DE": 1, "FR": 1}, "platform": {"youtube": 3}}
        assert (found.hits, found.total) == ((), 3)


@pytest.fixture
def finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored orders and their walk come into play at the size of these examples."""
    monkeypatch.setattr(columns, "ORDERED_ROWS", 4)
    monkeypatch.setattr(order, "_FIRST_STEP", 2)
    monkeypatch.setattr(order, "_BLOCK", 2)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rounds=st.lists(st.lists(documents, max_size=12), min_size=1, max_size=4),
    gone=st.sets(st.integers(1, 40), max_size=4),
    asked=st.lists(queries, min_size=1, max_size=6),
    merged=st.booleans(),
)
def test_the_embedded_index_equals_the_reference(
    tmp_path_factory: pytest.TempPathFactory, finely: None, rounds: Any, gone: Any, asked: Any, merged: bool
) -> None:
    folder, oracle = tmp_path_factory.mktemp("index"), Reference()
    with EmbeddedIndex.open_writer(folder) as writer:
        for seq, batch in enumerate(rounds, 1):
            for one in (writer, oracle):
                one.upsert(batch, seq)
                one.commit()
        for one in (writer, oracle):
            one.delete(gone, len(rounds) + 1)
        writer.commit()
        if merged:
            writer.rebuild(list(oracle.docs.values()), 9, workers=0)
        reader = EmbeddedIndex.open_reader(folder)
        for query in asked:
            assert_same(reader, oracle, query)
            near = replace(query, rank=Similarity(bytes([7, 1, 2, 250]) * 64))
            assert_same(reader, oracle, near)
            topical = replace(query, rank=Relevance(WEIGHTS, exact=("toy",)))
            assert (reader.search(topical).total, reader.count([topical])) == (
                oracle.search(topical).total,
                [oracle.search(topical).total],
            )


def assert_same(reader: EmbeddedIndex, oracle: Reference, query: Query) -> None:
    """Every page, every count."""
    mine, theirs = reader.search(query), oracle.search(query)
    assert mine.hits == theirs.hits
    assert (mine.total, mine.unknown, mine.facets) == (theirs.total, theirs.unknown, theirs.facets)
    assert (mine.cursor is None) == (theirs.cursor is None)
    if mine.cursor is not None:
        assert_same(reader, oracle, replace(query, cursor=mine.cursor))
