"""One class for every embedder: the model in the package, and models behind HTTP in both shapes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from serendip.embedding.cache import CachedEmbedder
from serendip.embedding.http import HttpEmbedder, HttpModel
from serendip.embedding.local import LocalEmbedder
from serendip.search.ports import Embedder
from tests.unit.embedding.model_server import ModelServer
from tests.unit.embedding.shelf import Shelf


@pytest.fixture(scope="session")
def local() -> LocalEmbedder:
    return LocalEmbedder()


@pytest.fixture(params=["local", "openai", "ollama", "cached"])
def embedder(request: pytest.FixtureRequest, local: LocalEmbedder) -> Iterator[Embedder]:
    if request.param == "local":
        yield local
    elif request.param == "cached":
        yield CachedEmbedder(local, Shelf())
    else:
        with (
            ModelServer(style=request.param) as server,
            HttpEmbedder(HttpModel(server.url, "bag-of-pairs", style=request.param, batch=3)) as http,
        ):
            yield http


def cosine(one: bytes | None, other: bytes | None) -> float:
    assert one is not None
    assert other is not None
    a, b = (np.frombuffer(v, dtype=np.int8).astype(np.float64) for v in (one, other))
    return float(a @ b / (127 * 127))


class TestEmbedder:
    def test_a_vector_is_256_int8_of_length_one(self, embedder: Embedder) -> None:
        (vector,) = embedder.embed(["espresso grinder review"])
        assert vector is not None
        assert len(vector) == 256
        assert cosine(vector, vector) == pytest.approx(1.0, abs=0.02)

    def test_empty_texts_have_no_vector_and_keep_their_place(self, embedder: Embedder) -> None:
        vectors = embedder.embed(["", "camping stove", " \n\t ", "camping stove", "\x00"])
        assert [v is None for v in vectors] == [True, False, True, False, True]
        assert vectors[1] == vectors[3]
        assert embedder.embed([]) == []

    def test_the_same_text_has_the_same_vector_in_any_company(self, embedder: Embedder) -> None:
        texts = ["水族造景", "a much longer text about planted tanks and shrimp", "quiet", "手冲咖啡", "tea"]
        alone = [embedder.embed([text])[0] for text in texts]
        assert embedder.embed(texts) == alone
        assert embedder.embed(texts[::-1]) == alone[::-1]

    def test_damaged_text_does_no_harm(self, embedder: Embedder) -> None:
        vectors = embedder.embed(["\ud800 broken \udfff", "broken\x00text", "🦊" * 300, "x" * 100_000])
        assert all(v is not None and len(v) == 256 for v in vectors)

    def test_what_lies_beyond_512_characters_does_not_count(self, embedder: Embedder) -> None:
        text = "road bike gravel " * 40
        one, other = embedder.embed([text, text[:512] + " surprise ending"])
        assert one == other

    def test_near_texts_are_nearer_than_far_ones(self, embedder: Embedder) -> None:
        near, text, far = embedder.embed(
            ["camping tent review", "review of a camping tent", "quarterly tax ledger"]
        )
        assert cosine(near, text) > cosine(text, far) + 0.2
