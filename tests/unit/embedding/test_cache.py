"""The cache: each text is embedded once, over the real store as over memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from serendip.embedding.cache import CachedEmbedder, VectorStore
from serendip.store.channels import open_store
from tests.unit.embedding.shelf import Shelf


class Counting:
    """An embedder that tells what it was asked."""

    def __init__(self, name: str = "counting-1", fail_after: int | None = None) -> None:
        self.name = name
        self.asked: list[str] = []
        self.fail_after = fail_after

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        self.asked += texts
        if self.fail_after is not None and len(self.asked) > self.fail_after:
            raise RuntimeError("out of order")
        return [bytes([len(text) % 256]) * 256 for text in texts]


@pytest.fixture(params=["memory", "sqlite"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorStore]:
    if request.param == "memory":
        yield Shelf()
    else:
        with open_store(tmp_path / "store.db") as store:
            yield store


def test_each_text_is_asked_once_and_whitespace_is_no_difference(shelf):
    inner = Counting()
    cached = CachedEmbedder(inner, shelf)
    first = cached.embed(["a b", "", "a  b\n", "ccc"])
    assert [" ".join(text.split()) for text in inner.asked] == ["a b", "ccc"]
    assert first[0] == first[2]
    assert first[1] is None
    assert cached.embed(["ccc", "a b"]) == [first[3], first[0]]
    assert len(inner.asked) == 2


def test_what_is_known_is_told_without_asking_the_model(shelf):
    inner = Counting()
    cached = CachedEmbedder(inner, shelf)
    (made,) = cached.embed(["a b"])
    assert cached.known(["new", "a  b", ""]) == [None, made, None]
    assert inner.asked == ["a b"]


def test_models_are_kept_apart():
    shelf = Shelf()
    CachedEmbedder(Counting("one"), shelf).embed(["tea"])
    other = Counting("two")
    CachedEmbedder(other, shelf).embed(["tea"])
    assert other.asked == ["tea"]
    assert len(shelf.kept) == 2
    assert {len(key) for key in shelf.kept} == {16}


def test_an_interrupted_run_keeps_what_it_had(shelf):
    texts = [f"text {i}" for i in range(10)]
    with pytest.raises(RuntimeError):
        CachedEmbedder(Counting(fail_after=6), shelf, batch=3).embed(texts)
    again = Counting()
    CachedEmbedder(again, shelf, batch=3).embed(texts)
    assert again.asked == texts[6:]
