"""A channel index in plain loops: slow, obvious, and the measure of every other one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from serendip.catalogue.document import TARGETS, IndexDoc
from serendip.core.analyse import analyse, first_match, fold_identity, phrase
from serendip.index.cursor import decode, encode
from serendip.index.order import Place
from serendip.search.ports import ByField, Capabilities, Found, Hit, Query, Relevance, Similarity, TextClause
from serendip.search.verify import evaluate


class Reference:
    """Reader and writer in one; everything is visible at once."""

    def __init__(self) -> None:
        self.docs: dict[int, IndexDoc] = {}
        self._seq = 0

    def upsert(self, docs: Iterable[IndexDoc], seq: int) -> None:
        self.docs.update((doc.cid, doc) for doc in docs)
        self._seq = max(self._seq, seq)

    def set_vectors(self, vectors: Mapping[int, bytes]) -> None:
        for cid, vector in vectors.items():
            if cid in self.docs:
                self.docs[cid] = replace(self.docs[cid], vector=vector)

    def delete(self, cids: Iterable[int], seq: int) -> None:
        for cid in cids:
            self.docs.pop(cid, None)
        self._seq = max(self._seq, seq)

    def commit(self) -> None:
        pass

    def close(self) -> None:
        pass

    def applied_seq(self) -> int:
        return self._seq

    def wait_for(self, seq: int, timeout: float) -> bool:
        return self._seq >= seq

    def capabilities(self) -> Capabilities:
        return Capabilities(exact_similarity=True, exact_totals=True, refresh_ms=0, many_writers=False)

    def vector(self, cid: int) -> bytes | None:
        doc = self.docs.get(cid)
        return None if doc is None else doc.vector

    def count(self, queries: Sequence[Query]) -> list[int]:
        return [self.search(query).total for query in queries]

    def search(self, query: Query) -> Found:
        after = decode(query)
        states = {doc.cid: self._state(doc, query) for doc in self.docs.values()}
        wanted = {"exclude": {"met"}, "include": {"met", "unknown"}, "only": {"unknown"}}[query.unknown]
        chosen = [doc for doc in self.docs.values() if states[doc.cid] in wanted]
        hits = sorted((self._hit(doc, query) for doc in chosen), key=lambda hit: (-hit.score, hit.cid))
        if after is not None:
            hits = [hit for hit in hits if (-hit.score, hit.cid) > (-after.score, after.cid)]
        page = hits[: query.limit]
        more = len(hits) > len(page) and bool(page)
        return Found(
            hits=tuple(page),
            total=len(chosen),
            unknown=sum(state == "unknown" for state in states.values()),
            cursor=encode(query, Place(page[-1].score, page[-1].cid), 0) if more else None,
            facets=_facets(chosen, query.facets) if query.facets else None,
        )

    def _state(self, doc: IndexDoc, query: Query) -> str:
        if doc.cid in query.without:
            return "unmet"
        if doc.vector is None and (query.near is not None or isinstance(query.rank, Similarity)):
            return "unmet"
        if query.near is not None and likeness(query.near.to, doc) < query.near.floor:
            return "unmet"
        must = [
            has(doc, clause) or named(doc, clause.names) for clause in query.text if clause.occur == "must"
        ]
        if must and not (any(must) if query.any_text else all(must)):
            return "unmet"
        if any(has(doc, clause) for clause in query.text if clause.occur == "must_not"):
            return "unmet"
        states = [evaluate(test, doc) for test in query.filters]
        return "unmet" if "unmet" in states else "unknown" if "unknown" in states else "met"

    def _hit(self, doc: IndexDoc, query: Query) -> Hit:
        hit = self._scored(doc, query)
        return hit if query.near is None else replace(hit, similarity=likeness(query.near.to, doc))

    def _scored(self, doc: IndexDoc, query: Query) -> Hit:
        match query.rank:
            case ByField(field=field, descending=descending):
                value = doc.numbers.get(field)
                score = -np.inf if value is None else value if descending else -value
                return Hit(doc.cid, float(score))
            case Similarity() as to:
                near = likeness(to, doc)
                return Hit(doc.cid, near, near)
            case Relevance() as rank:
                exact = named(doc, rank.exact)
                near = None if rank.topic is None or doc.vector is None else cosine(rank.topic, doc.vector)
                score = rank.weights.quality * doc.quality + rank.weights.exact * exact
                score += rank.weights.topic * max(0.0, near or 0.0)
                score += sum(b.weight for b in rank.boosts if evaluate(b.filter, doc) == "met")
                return Hit(doc.cid, score + rank.weights.text * _share(doc, query.text), near)


def has(doc: IndexDoc, clause: TextClause) -> bool:
    """Whether any phrase of the clause stands in its target."""
    targets = TARGETS if clause.target == "all_sources" else (clause.target,)
    wanted = [tokens for text in clause.phrases if (tokens := phrase(text))]
    texts = [analyse(doc.text.get(target, "")) for target in targets]
    return any(first_match(text, tokens) is not None for text in texts for tokens in wanted)


def named(doc: IndexDoc, names: Sequence[str]) -> bool:
    """Whether the channel is called one of ``names``."""
    mine = {fold_identity(name) for name in doc.exact}
    return any(fold_identity(name) in mine for name in names)


def _share(doc: IndexDoc, clauses: Sequence[TextClause]) -> float:
    positive = [clause for clause in clauses if clause.occur != "must_not"]
    return sum(has(doc, clause) for clause in positive) / (len(positive) + 1)


def cosine(a: bytes, b: bytes | None) -> float:
    x = np.frombuffer(a, np.int8).astype(np.int64)
    y = np.frombuffer(b or bytes(len(a)), np.int8).astype(np.int64)
    length = float(np.sqrt(x @ x)) * float(np.sqrt(y @ y))
    return float(x @ y) / max(length, 1.0)


def likeness(to: Similarity, doc: IndexDoc) -> float:
    near = cosine(to.vector, doc.vector) * (1 - sum(sign.weight for sign in to.signs))
    for sign in to.signs:
        said = isinstance(sign.test, TextClause)
        near += sign.weight * (has(doc, sign.test) if said else evaluate(sign.test, doc) == "met")
    return near


def _facets(docs: Sequence[IndexDoc], fields: Sequence[str]) -> dict[str, dict[str, int]]:
    counts = {field: Counter[str]() for field in fields}
    for doc in docs:
        for field, counter in counts.items():
            own = (doc.platform,) if field == "platform" else doc.terms.get(field, ())
            counter.update(set(own))
    return {field: dict(counter) for field, counter in counts.items()}
