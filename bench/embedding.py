"""What the way from 512 floats to 256 bytes loses in retrieval, and how fast texts are embedded.

Two retrieval sets from the real channels, none of whose texts the projection was fitted on:

- ``title``: a query is one title of a channel; relevant is that channel, embedded without the title.
- ``category``: a query is the Chinese or English name of a category; relevant are its channels, whose
  embedded text holds no category.

Reported are nDCG@10, MAP and recall@10 of 512 floats, 256 floats, 256 int8, and of a random rotation to
256 int8 (what models without a fitted projection get).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import ir_measures
import numpy as np
from ir_measures import AP, R, nDCG
from numpy.typing import NDArray

from bench.real import RealChannel, real_channels
from bench.report import emit, percentile, resident_mib, say
from serendip.catalogue.taxonomy import categories, codes_for
from serendip.embedding.local import LocalEmbedder
from serendip.embedding.projection import UNIT, quantise, seeded, shipped

MEASURES = (nDCG @ 10, AP, R @ 10)
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Embeddings of queries and documents, and the rows of the relevant documents of each query."""

    queries: Floats
    documents: Floats
    relevant: Sequence[frozenset[int]]


def run() -> None:
    """All figures of the section."""
    channels = [c for c in real_channels() if c.held_out]
    embedder = LocalEmbedder()
    _speed(embedder, [c.text() for c in channels[:1500]])
    for name, make in (("title", _titles), ("category", _categories)):
        data = make(embedder, channels)
        say(f"{name}: {len(data.queries)} queries, {len(data.documents)} documents")
        _compare(name, data)


def _speed(embedder: LocalEmbedder, texts: Sequence[str]) -> None:
    embedder.embed(["warm"])
    spent: list[float] = []
    for text in texts:
        start = time.perf_counter()
        embedder.embed([text])
        spent.append(time.perf_counter() - start)
    short = [t[:40] for t in texts]
    start = time.perf_counter()
    embedder.embed(short)
    emit(
        "embedding",
        "speed",
        channels_per_s=round(len(texts) / sum(spent), 1),
        mean_chars=round(sum(map(len, texts)) / len(texts)),
        short_texts_per_s=round(len(short) / (time.perf_counter() - start), 1),
        p50_ms=round(percentile(spent, 0.5) * 1000, 2),
        p95_ms=round(percentile(spent, 0.95) * 1000, 2),
        memory_mib=resident_mib(),
    )


def _titles(embedder: LocalEmbedder, channels: Sequence[RealChannel]) -> Retrieval:
    asked: dict[int, str] = {}
    texts: list[str] = []
    for row, channel in enumerate(channels):
        title = channel.titles[0] if channel.titles else ""
        if len(channel.titles) >= 2 and len(title) >= 12:
            asked[row] = title
            texts.append(channel.text(without_title=title))
        else:
            texts.append(channel.text())
    queries = embedder.encode(list(asked.values()))
    return Retrieval(queries, embedder.encode(texts), [frozenset((row,)) for row in asked])


def _categories(embedder: LocalEmbedder, channels: Sequence[RealChannel]) -> Retrieval:
    documents = embedder.encode([c.text() for c in channels])
    members: dict[str, set[int]] = {}
    for row, channel in enumerate(channels):
        for code in (codes_for(channel.category) or ()) if channel.category else ():
            members.setdefault(code, set()).add(row)
    names: list[str] = []
    relevant: list[frozenset[int]] = []
    for code, category in categories().items():
        if len(members.get(code, ())) >= 10:
            names += [category.label_zh, category.label_en]
            relevant += [frozenset(members[code])] * 2
    return Retrieval(embedder.encode(names), documents, relevant)


def _compare(name: str, data: Retrieval) -> None:
    fitted, rotated = shipped(), seeded(data.documents.shape[1])
    q256, d256 = fitted.project(data.queries), fitted.project(data.documents)
    ways: dict[str, tuple[Floats, Floats]] = {
        "512 float": (data.queries, data.documents),
        "256 float": (q256, d256),
        "256 int8": (_int8(q256), _int8(d256)),
        "256 int8 random": (
            _int8(rotated.project(data.queries)),
            _int8(rotated.project(data.documents)),
        ),
    }
    base: Mapping[str, float] = {}
    for way, (queries, documents) in ways.items():
        found = measure(queries @ documents.T, data.relevant)
        base = base or found
        change = {f"{key}_change": round(value - base[key], 4) for key, value in found.items()}
        emit("embedding", f"{name}, {way}", queries=len(queries), documents=len(documents), **found, **change)


def _int8(units: Floats) -> Floats:
    return quantise(units).astype(np.float32) / np.float32(UNIT)


def measure(scores: Floats, relevant: Sequence[frozenset[int]], depth: int = 1000) -> dict[str, float]:
    """nDCG@10, AP over the first ``depth``, and recall@10; the means over the queries."""
    run_: dict[str, dict[str, float]] = {}
    for number, row in enumerate(scores):
        top = np.argpartition(-row, min(depth, len(row) - 1))[:depth]
        run_[str(number)] = {str(at): float(row[at]) for at in top.tolist()}
    judged = {str(n): {str(row): 1 for row in rows} for n, rows in enumerate(relevant)}
    found = ir_measures.calc_aggregate(MEASURES, judged, run_)
    return {str(measure): round(float(found[measure]), 4) for measure in MEASURES}
