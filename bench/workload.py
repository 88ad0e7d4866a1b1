"""The questions of the channels section, in a form that every engine can translate."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from serendip.catalogue.document import IndexDoc
from serendip.core.analyse import analyse, phrase
from serendip.search.ports import (
    ByField,
    Filter,
    Query,
    Range,
    Relevance,
    Similarity,
    Target,
    Terms,
    TextClause,
)
from serendip.search.ranking import WEIGHTS

PAGE = 50
FACETS = ("country", "language", "category")


@dataclass(frozen=True, slots=True)
class Ask:
    """One question. Ordered by relevance when it has a word or a vector, otherwise by followers.

    Attributes:
        word: one token; ``target`` says where it must stand.
        terms: one or more accepted values by field (``platform`` included).
        ranges: inclusive bounds by field; None is open.
        vector: sort by similarity to it.
        page: 1 is the first; pages have 50 rows.
        facets: also count these fields.
    """

    word: str | None = None
    target: Target = "all_sources"
    terms: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ranges: tuple[tuple[str, float | None, float | None], ...] = ()
    vector: bytes | None = None
    page: int = 1
    facets: tuple[str, ...] = ()

    def query(self, *, cursor: str | None = None, limit: int = PAGE) -> Query:
        """The question to the channel index."""
        filters: list[Filter] = [Terms(field, values) for field, values in self.terms]
        filters += [Range(field, low, high) for field, low, high in self.ranges]
        text = () if self.word is None else (TextClause(self.target, (self.word,), (1.0,)),)
        rank = ByField("followers") if self.word is None else Relevance(WEIGHTS)
        return Query(
            filters=tuple(filters),
            text=text,
            rank=rank if self.vector is None else Similarity(self.vector),
            facets=self.facets,
            limit=limit,
            cursor=cursor,
        )


@dataclass(frozen=True, slots=True)
class Words:
    """Tokens by how many channels hold them (of a sample): 0.5-8 %, and 0.01-0.1 %."""

    common: Sequence[str]
    rare: Sequence[str]


def words_of(docs: Iterable[IndexDoc], sample: int = 40_000) -> Words:
    """Single-token words of the first ``sample`` documents, by document frequency."""
    holders: Counter[str] = Counter()
    rows = 0
    for doc in islice(docs, sample):
        holders.update({t for text in doc.text.values() for t in analyse(text)})
        rows += 1
    single = {w: n for w, n in holders.items() if len(w) > 1 and _is_one_token(w)}
    common = sorted(w for w, n in single.items() if 0.005 <= n / rows <= 0.08)
    rare = sorted(w for w, n in single.items() if 0.0001 <= n / rows <= 0.001)
    return Words(common, rare)


def _is_one_token(word: str) -> bool:
    tokens = phrase(word)
    return len(tokens) == 1 and tokens[0].token == word and not tokens[0].prefix


@dataclass(frozen=True, slots=True)
class Case:
    """A row of the table: its name, its questions, and the aim for the median in ms at a million channels."""

    name: str
    asks: tuple[Ask, ...]
    aim_ms: float | None = None


def cases(words: Words, vectors: Sequence[bytes], today: int | None, count: int = 60) -> list[Case]:
    """All cases, reproducible.

    Args:
        words: of the channels that are asked.
        vectors: those of some channels.
        today: days since 1970; None where few uploads are dated: then categories are asked instead.
        count: questions of a case.
    """
    rng = random.Random(11)
    common = rng.sample(words.common, min(count, len(words.common)))
    rare = rng.sample(words.rare, min(count, len(words.rare)))
    broad = [_broad(rng, today) for _ in range(count)]
    narrow = [_narrow(rng, today) for _ in range(count)]
    near = [rng.choice(vectors) for _ in range(count)]
    few = max(12, count // 4)
    with_word = [replace(a, word=w) for a, w in zip(narrow, _cycled(common, count), strict=True)]
    return [
        Case("keyword, common", tuple(Ask(word=w) for w in common), 2),
        Case("keyword, rare", tuple(Ask(word=w) for w in rare), 2),
        Case("keyword in the name", tuple(Ask(word=w, target="channel_name") for w in common), 2),
        Case("filters, sorted by followers", tuple(narrow), 6),
        Case("keyword + 4 filters", tuple(with_word), 3),
        Case(
            "similar + broad filter",
            tuple(replace(a, vector=v) for a, v in zip(broad, near, strict=True)),
            15,
        ),
        Case(
            "similar + 4 filters", tuple(replace(a, vector=v) for a, v in zip(narrow, near, strict=True)), 15
        ),
        Case(
            "similar + keyword + 4 filters",
            tuple(replace(a, vector=v) for a, v in zip(with_word, near, strict=True)),
            4,
        ),
        Case("facets under filters", tuple(replace(a, facets=FACETS) for a in broad), 10),
        Case("facets under a keyword", tuple(Ask(word=w, facets=FACETS) for w in common), 10),
        Case("page 100 by followers", tuple(replace(a, page=100) for a in broad[:few]), 3),
        Case("page 100 by relevance", tuple(Ask(word=w, page=100) for w in common[:few]), 3),
    ]


def _cycled(items: Sequence[str], count: int) -> list[str]:
    return [items[i % len(items)] for i in range(count)]


def _broad(rng: random.Random, today: int | None) -> Ask:
    """About a fifth of the channels: a platform, and a recent upload."""
    ask = Ask(terms=(("platform", (rng.choice(("youtube", "instagram")),)),))
    return ask if today is None else replace(ask, ranges=(_since(today - rng.choice((60, 90, 180))),))


def _narrow(rng: random.Random, today: int | None) -> Ask:
    """Four filters, about one channel in a hundred: platform, countries, followers, a recent upload."""
    low = rng.choice((1_000, 5_000, 10_000))
    countries = tuple(sorted(rng.sample(("US", "GB", "CA", "AU", "DE", "IN"), 2)))
    terms = (("platform", (rng.choice(("youtube", "instagram", "tiktok")),)), ("country", countries))
    followers = ("followers", low, low * rng.choice((10, 20)))
    if today is None:
        category = ("category", tuple(rng.sample(("music", "entertainment", "sports", "gaming"), 2)))
        return Ask(terms=(*terms, category), ranges=(followers,))
    return Ask(terms=terms, ranges=(followers, _since(today - rng.choice((14, 30, 60)))))


def _since(day: int) -> tuple[str, float | None, float | None]:
    return "last_upload_at", float(day), None


def facet_counts(found: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Counts without zeros, comparable between engines."""
    return {field: {k: n for k, n in counts.items() if n} for field, counts in found.items()}
