"""Whether two engines say the same, and whether the nearest are really the nearest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.ours import CHECKED, Answer, Measured
from bench.report import emit
from bench.rival import Rival
from bench.workload import PAGE, Ask, Case
from serendip.quality.synthetic import SyntheticBatch, synthetic_docs


def check(rival: Rival, answers: Sequence[tuple[Ask, Answer]]) -> dict[str, Any]:
    """Equal totals, whole sets of ids, order by followers, facets; None where nothing was compared."""
    kind = answers[0][0]
    some = [(ask, answer) for ask, answer in answers if answer.ids][:CHECKED]
    whole = [(ask, answer) for ask, answer in some if len(answer.ids) == answer.total]
    same: dict[str, Any] = {"checked": len(some), "sets_compared": len(whole)}
    same["totals_equal"] = _all(rival.totals(ask) == (answer.total, answer.unknown) for ask, answer in some)
    same["sets_equal"] = _all(set(rival.every(ask)) == set(answer.ids) for ask, answer in whole)
    if kind.word is None:
        same["order_equal"] = _all(rival.search(ask) == list(answer.ids[:PAGE]) for ask, answer in some)
    if kind.facets:
        same["facets_equal"] = _all(rival.facets(ask) == answer.facets for ask, answer in some)
    return same


def _all(facts: Iterable[bool]) -> bool | None:
    """Whether all are true; None for none, so that an empty comparison never reads as agreement."""
    every = list(facts)
    return all(every) if every else None


def overlap(rival: Rival, answers: Sequence[tuple[Ask, Answer]]) -> float:
    """The mean share of our first 50 that are among the rival's first 50."""
    shares: list[float] = []
    for ask, answer in answers[:CHECKED]:
        theirs = rival.search(ask) or []
        if theirs and answer.ids:
            shares.append(len(set(theirs) & set(answer.ids[:PAGE])) / min(len(theirs), PAGE))
    return round(float(np.mean(shares)), 3) if shares else 0.0


def recall(section: str, count: int, seed: int, done: Sequence[tuple[Case, Measured]]) -> None:
    """Recall@50 of similarity under filters, against a plain scan of all vectors in float64."""
    for case, result in done:
        asks = case.asks[:CHECKED]
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
