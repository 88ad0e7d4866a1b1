"""The HTTP embedder against a server that misbehaves in every way that servers do."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

from serendip.core.errors import InputError, Unavailable
from serendip.embedding.http import HttpEmbedder, HttpModel
from tests.unit.embedding.model_server import Handler, ModelServer


class Sleeper:
    """Remembers how long it was asked to wait, and does not."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def sleeper() -> Sleeper:
    return Sleeper()


@pytest.fixture
def embedder(server: ModelServer, sleeper: Sleeper) -> Iterator[HttpEmbedder]:
    with HttpEmbedder(HttpModel(server.url, "bag", key="sk-secret", batch=2, timeout_s=5), sleeper) as made:
        yield made


def test_texts_are_sent_once_in_batches_with_the_key(server, embedder):
    embedder.embed(["one", "two", "", "one", "three"])
    assert [r["input"] for r in server.requests] == [["one", "two"], ["three"]]
    assert {r["key"] for r in server.requests} == {"Bearer sk-secret"}
    assert {r["model"] for r in server.requests} == {"bag"}
    assert {r["path"] for r in server.requests} == {"/v1/embeddings"}


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_passing_failure_is_tried_again_with_growing_pauses(server, embedder, sleeper, status):
    server.faults = [status, status]
    assert embedder.embed(["tea"])[0] is not None
    assert sleeper.waits == [0.5, 1.0]


def test_the_servers_own_pause_counts_within_our_bound(server, embedder, sleeper):
    server.faults = [
        lambda h: h.reply(429, b"{}", Retry_After="3"),
        lambda h: h.reply(429, b"{}", Retry_After="86400"),
        lambda h: h.reply(503, b"{}", Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"),
    ]
    assert embedder.embed(["tea"])[0] is not None
    assert sleeper.waits == [3.0, 8.0, 2.0]


def test_a_lasting_failure_ends_after_the_stated_attempts(server, embedder, sleeper):
    server.faults = [500] * 10
    with pytest.raises(Unavailable) as caught:
        embedder.embed(["tea"])
    assert len(server.requests) == 4
    assert "HTTP 500" in caught.value.en
    assert "HTTP 500" in caught.value.zh


@pytest.mark.parametrize("status", [400, 401, 403, 404, 302])
def test_a_refusal_is_not_repeated_and_shows_no_key(server, embedder, status):
    server.faults = [status]
    with pytest.raises(InputError) as caught:
        embedder.embed(["tea"])
    assert len(server.requests) == 1
    assert caught.value.details["status"] == status
    assert "sk-secret" not in repr(caught.value.as_dict())


def test_a_server_that_hangs_is_given_up(server, sleeper):
    def hang(_: Handler) -> None:
        server.released.wait(30)

    server.faults = [hang, hang]
    with (
        HttpEmbedder(HttpModel(server.url, "bag", timeout_s=0.2, attempts=2), sleeper) as embedder,
        pytest.raises(Unavailable, match="ReadTimeout"),
    ):
        embedder.embed(["tea"])


def test_an_answer_that_only_drips_is_given_up(server, sleeper):
    def drip(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        while not server.released.wait(0.05):
            try:
                handler.wfile.write(b" ")
                handler.wfile.flush()
            except OSError:
                return

    server.faults = [drip]
    with (
        HttpEmbedder(HttpModel(server.url, "bag", timeout_s=0.4, attempts=1), sleeper) as embedder,
        pytest.raises(Unavailable, match="ReadTimeout"),
    ):
        embedder.embed(["tea"])


def test_nobody_listening(sleeper):
    with ModelServer() as gone:
        url = gone.url
    with (
        HttpEmbedder(HttpModel(url, "bag", attempts=2), sleeper) as embedder,
        pytest.raises(Unavailable, match="ConnectError"),
    ):
        embedder.embed(["tea"])


@pytest.mark.parametrize(
    "body",
    [
        b"<html>proxy</html>",
        b"[]",
        b"null",
        b'{"data": []}',
        b'{"data": [{"index": 0}]}',
        b'{"data": [{"index": 0, "embedding": []}]}',
        b'{"data": [{"index": 0, "embedding": ["a"]}]}',
        b'{"data": [{"index": 0, "embedding": [1e999]}]}',
        b'{"data": [{"index": 1, "embedding": [1, 2]}]}',
        b'{"data": [{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [1, 2, 3]}]}',
        b'{"data": [{"index": 0, "embedding": [1, 2]}, {"index": 0, "embedding": [1, 2]}]}',
    ],
)
def test_what_is_no_list_of_embeddings_is_refused(server, embedder, body):
    server.faults = [lambda h: h.reply(200, body)]
    with pytest.raises(Unavailable):
        embedder.embed(["tea"])


def test_other_dimensions_than_before_are_refused(server, embedder):
    assert embedder.embed(["tea"])[0] is not None
    other = json.dumps({"data": [{"index": 0, "embedding": [1.0] * 8}]}).encode()
    server.faults = [lambda h: h.reply(200, other)]
    with pytest.raises(Unavailable, match="8 dimensions after 384"):
        embedder.embed(["coffee"])


def test_small_models_keep_their_cosines_exactly_but_for_rounding():
    with ModelServer(dims=96) as small, HttpEmbedder(HttpModel(small.url, "bag")) as embedder:
        texts = ["espresso grinder", "grinder for espresso", "水族造景"]
        made = embedder.embed(texts)
        own = np.array([small.embedding(t) for t in texts])
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    stored = np.array([np.frombuffer(v or b"", dtype=np.int8) for v in made]).astype(float)
    stored /= np.linalg.norm(stored, axis=1, keepdims=True)
    assert np.abs(stored @ stored.T - own @ own.T).max() < 0.02
