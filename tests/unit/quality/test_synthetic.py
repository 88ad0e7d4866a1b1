"""Synthetic index documents: reproducible by batch, in the shape of the catalogue's documents."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from serendip.catalogue.document import TARGETS
from serendip.quality import synthetic
from serendip.quality.synthetic import BATCH, SyntheticBatch, synthetic_docs


@pytest.fixture(scope="module")
def batches() -> list[SyntheticBatch]:
    return list(synthetic_docs(BATCH + 200, 3))


def test_ids_run_from_one_and_a_batch_does_not_hang_on_the_others(batches):
    assert [b.first for b in batches] == [1, BATCH + 1]
    assert [len(b) for b in batches] == [BATCH, 200]
    again = list(synthetic_docs(BATCH + 200, 3))[1]
    assert again.text == batches[1].text
    assert np.array_equal(again.vectors, batches[1].vectors)
    assert not np.array_equal(next(synthetic_docs(200, 4)).vectors, next(synthetic_docs(200, 3)).vectors)


def test_words_are_zipf_and_texts_have_the_stated_size(batches):
    texts = batches[0].text
    assert tuple(texts) == TARGETS
    size = sum(len(t.encode()) for column in texts.values() for t in column) / len(batches[0])
    assert 600 < size < 900
    counts = Counter(w for t in texts["published_content"] for w in t.split())
    ranks = [counts[w] for w in synthetic.vocabulary()]
    assert ranks[0] / ranks[997] == pytest.approx(1000 / 3, rel=0.35)
    share = sum(c for w, c in counts.items() if not w.isascii()) / counts.total()
    assert 0.1 < share < 0.6


def test_documents_leave_unknown_values_out(batches):
    batch = batches[1]
    docs = list(batch.docs())
    assert [d.cid for d in docs] == list(range(BATCH + 1, BATCH + 201))
    known = np.isfinite(batch.numbers["followers"])
    assert [("followers" in d.numbers) for d in docs] == known.tolist()
    countries = batches[0].terms["country"].codes
    assert (countries < 0).mean() == pytest.approx(0.45, abs=0.01)
    assert [("country" in d.terms) for d in docs] == (batch.terms["country"].codes >= 0).tolist()
    assert all(len(d.vector or b"") == 256 for d in docs)


def test_vectors_are_unit_vectors_times_127_in_clusters(batches):
    vectors = batches[0].vectors.astype(np.float32)
    assert np.linalg.norm(vectors, axis=1) / 127 == pytest.approx(1.0, abs=0.02)
    near = np.sort(vectors[1:4000] @ vectors[0] / 127**2)[::-1]
    assert near[0] > 0.3
    assert abs(np.median(near)) < 0.1
