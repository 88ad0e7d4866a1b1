"""Whether two engines say the same, and whether the nearest are really the nearest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.ours import Answer, Measured
from bench.report import emit
from bench.rival import Rival
from bench.workload import PAGE, Ask, Case
from serendip.quality.synthetic import SyntheticBatch, synthetic_docs

_CHECKED = 12


def check(rival: Rival, answers: Sequence[tuple[Ask, Answer]]) -> dict[str, Any]:
    """Equal counts, equal sets of ids (whole, up to 1,000), equal order by followers, equal facets."""
    some = [(ask, answer) for ask, answer in answers if answer.ids or ask.page == 1][:_CHECKED]
    same: dict[str, Any] = {"checked": len(some)}
    same["counts_equal"] = all(rival.count(ask) == answer.total for ask, answer in some)
    same["unknown_equal"] = all(
        rival.count(ask, unknown=True) - rival.count(ask) == answer.unknown for ask, answer in some
    )
    whole = [(ask, answer) for ask, answer in some if answer.total <= len(answer.ids)]
    same["sets_compared"] = len(whole)
    same["sets_equal"] = all(set(rival.every(ask)) == set(answer.ids) for ask, answer in whole)
    kind = answers[0][0]
    if kind.word is None:
        same["order_equal"] = all(
            rival.search(ask) == list(answer.ids[:PAGE]) for ask, answer in some if answer.ids
        )
    if kind.facets:
        same["facets_equal"] = all(rival.facets(ask) == answer.facets for ask, answer in some)
    return same


def overlap(rival: Rival, answers: Sequence[tuple[Ask, Answer]]) -> float:
    """The mean share of our first 50 that are among the rival's first 50."""
    shares: list[float] = []
    for ask, answer in answers[:_CHECKED]:
        theirs = rival.search(ask) or []
        if theirs and answer.ids:
            shares.append(len(set(theirs) & set(answer.ids[:PAGE])) / min(len(theirs), PAGE))
    return round(float(np.mean(shares)), 3) if shares else 0.0


def recall(section: str, count: int, seed: int, done: Sequence[tuple[Case, Measured]]) -> None:
    """Recall@50 of similarity under filters, against a plain scan of all vectors in float64."""
    for case, result in done:
        asks = case.asks[:_CHECKED]
        if asks[0].vector is None or asks[0].word is not None:
            continue
        best = [_Nearest(ask) for ask in asks]
        for batch in synthetic_docs(count, seed):
            for each in best:
                each.see(batch)
        shares = [
            each.share(answer.ids[:PAGE])
            for each, answer in zip(best, islice(result.answers, len(best)), strict=True)
        ]
        emit(section, f"recall@50, {case.name}", engine="embedded", recall=round(float(np.mean(shares)), 4))


class _Nearest:
    """The nearest rows that meet the filters of one question, over all batches."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        vector = np.frombuffer(ask.vector or b"", dtype=np.int8).astype(np.float64)
        self._unit = vector / np.linalg.norm(vector)
        self._scores = np.empty(0)
        self._ids = np.empty(0, np.int64)

    def see(self, batch: SyntheticBatch) -> None:
        """Take the rows of a batch into account."""
        rows = np.flatnonzero(_mask(self._ask, batch))
        vectors = batch.vectors[rows].astype(np.float64)
        scores = vectors @ self._unit / np.linalg.norm(vectors, axis=1)
        self._ids = np.concatenate((self._ids, rows + batch.first))
        self._scores = np.concatenate((self._scores, scores))
        best = np.argsort(-self._scores, kind="stable")[: 2 * PAGE]
        self._ids, self._scores = self._ids[best], self._scores[best]

    def share(self, found: Sequence[int]) -> float:
        """The share of the true first 50 that were found; rows as near as the 50th count as true."""
        if not len(self._scores):
            return 1.0
        wanted = min(PAGE, len(self._scores))
        near = {int(i) for i in self._ids[self._scores >= self._scores[wanted - 1] - 1e-9]}
        return len(near & set(found)) / wanted


def _mask(ask: Ask, batch: SyntheticBatch) -> NDArray[np.bool_]:
    mask = np.ones(len(batch), dtype=bool)
    for field, accepted in ask.terms:
        column = batch.terms[field]
        mask &= np.isin(column.codes, [column.vocabulary.index(value) for value in accepted])
    for field, low, high in ask.ranges:
        values = batch.numbers[field]
        mask &= np.isfinite(values)
        mask &= values >= (-np.inf if low is None else low)
        mask &= values <= (np.inf if high is None else high)
    return mask
