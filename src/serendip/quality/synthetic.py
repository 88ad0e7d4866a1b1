"""Index documents by the million, drawn as columns: for the benchmark of the index alone.

Texts have Zipf-distributed words (pseudo-English and two-character Chinese, already divided by spaces), the
tags of a real niche, and about 0.75 KB a channel. Vectors are drawn directly around cluster centres. Batches
depend on ``(seed, number of the batch)`` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from serendip.catalogue.document import IndexDoc
from serendip.quality.niches import niches

DIMS: Final = 256
BATCH: Final = 50_000
TODAY: Final = 20_787
"""2026-11-30 as days since 1970-01-01: the day on which the synthetic channels were seen."""

_WORDS: Final = 120_000
_TABLE: Final = 1 << 22
_CLUSTERS: Final = 600
_PLATFORMS: Final = ("youtube", "instagram", "tiktok", "x")
_COUNTRIES: Final = "US GB CA AU IN DE FR ES BR MX JP TW HK MY VN TH ID KR IT NL"
_ONSETS: Final = "b br c cl d f g gr h j k l m n p pl r s st t tr v w"
_VOWELS: Final = "a e i o u ai ea oo"
_CODAS: Final = "n r t l m k d st ng"
_LANGUAGES: Final = "en zh es de ja pt vi fr ko th"


@dataclass(frozen=True, slots=True)
class TermColumn:
    """One enumerated value a channel: ``codes`` index ``vocabulary``; -1 is unknown."""

    vocabulary: tuple[str, ...]
    codes: NDArray[np.int16]

    def words(self) -> list[str | None]:
        """The value of each row; None is unknown."""
        codes: list[int] = self.codes.tolist()
        return [self.vocabulary[code] if code >= 0 else None for code in codes]


@dataclass(frozen=True, slots=True)
class SyntheticBatch:
    """Columns of consecutive channels; row ``i`` is the channel ``first + i``.

    Attributes:
        text: per target of ``catalogue.document.TARGETS`` one text a row.
        numbers: float64, NaN is unknown; dates as days since 1970-01-01.
        terms: enumerated values by field, ``platform`` included (always known).
        quality: 0..1.
        vectors: int8 of shape (rows, 256).
    """

    first: int
    text: Mapping[str, list[str]]
    numbers: Mapping[str, NDArray[np.float64]]
    terms: Mapping[str, TermColumn]
    quality: NDArray[np.float64]
    vectors: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.quality)

    def docs(self) -> Iterator[IndexDoc]:
        """The same channels as index documents."""
        numbers: dict[str, list[float]] = {name: column.tolist() for name, column in self.numbers.items()}
        terms = {name: column.words() for name, column in self.terms.items()}
        platforms = terms.pop("platform")
        for row in range(len(self)):
            cid = self.first + row
            yield IndexDoc(
                cid=cid,
                platform=platforms[row] or "",
                exact=(f"synthetic{cid}",),
                text={target: texts[row] for target, texts in self.text.items()},
                numbers={n: c[row] for n, c in numbers.items() if c[row] == c[row]},
                terms={n: (word,) for n, c in terms.items() if (word := c[row]) is not None},
                quality=float(self.quality[row]),
                vector=self.vectors[row].tobytes(),
            )


def synthetic_docs(count: int, seed: int) -> Iterator[SyntheticBatch]:
    """``count`` channels in batches of at most ``BATCH``; ids begin at 1."""
    for number, first in enumerate(range(0, count, BATCH)):
        rng = np.random.default_rng((seed, number))
        yield _batch(rng, first + 1, min(BATCH, count - first), seed)


@cache
def vocabulary() -> tuple[str, ...]:
    """All words, the most frequent first. Rank r occurs with a probability proportional to 1 / (r + 3)."""
    rng = np.random.default_rng(20_251)
    topics = _topic_words()
    rng.shuffle(topics)
    found: dict[str, None] = dict.fromkeys(topics)
    while len(found) < _WORDS:
        chinese = (rng.zipf(1.35, (_WORDS // 4, 2)) * 7 % 12_600).tolist()
        found.update((chr(0x4E00 + a) + chr(0x4E00 + b), None) for a, b in chinese)
        found.update((word, None) for word in _pseudo_english(rng, _WORDS // 3))
    return tuple(topics) + tuple(_shuffled(rng, list(found)[len(topics) : _WORDS]))


def _shuffled(rng: np.random.Generator, words: list[str]) -> list[str]:
    rng.shuffle(words)
    return words


def _pseudo_english(rng: np.random.Generator, count: int) -> list[str]:
    onsets, vowels = _ONSETS.split(), _VOWELS.split()
    codas = ["", "", *_CODAS.split()]
    picks: list[list[list[int]]] = rng.integers(0, 1 << 30, (count, 3, 3)).tolist()
    syllables: list[int] = rng.integers(1, 4, count).tolist()
    return [
        "".join(
            onsets[a % len(onsets)] + vowels[b % len(vowels)] + codas[c % len(codas)] for a, b, c in word[:n]
        )
        for word, n in zip(picks, syllables, strict=True)
    ]


def _topic_words() -> list[str]:
    """Real words that people search, so that queries can be written by hand."""
    words = [w for n in niches()["en"] for tag in n.tags for w in tag.split() if w.isalpha()]
    words += [tag for n in niches()["zh"] for tag in n.tags if len(tag) == 2]
    return list(dict.fromkeys(w.lower() for w in words))


@cache
def _zipf_table() -> NDArray[np.int32]:
    """Word numbers, each as often as it occurs: a uniform draw from it is a Zipf draw."""
    weights = 1.0 / (np.arange(_WORDS) + 3.0)
    edges = np.concatenate(([0.0], np.cumsum(weights / weights.sum()))) * _TABLE
    return np.searchsorted(edges, np.arange(_TABLE) + 0.5, side="right").astype(np.int32) - 1


@cache
def _words_array() -> NDArray[np.object_]:
    return np.array(vocabulary(), dtype=object)


@cache
def _centres(seed: int) -> NDArray[np.float32]:
    rng = np.random.default_rng((seed, 0xC))
    return rng.standard_normal((_CLUSTERS, DIMS), dtype=np.float32)


def _batch(rng: np.random.Generator, first: int, rows: int, seed: int) -> SyntheticBatch:
    cluster = (rng.beta(0.8, 1.6, rows) * _CLUSTERS).astype(np.int32)
    numbers = _numbers(rng, rows)
    return SyntheticBatch(
        first=first,
        text=_texts(rng, cluster),
        numbers=numbers,
        terms=_terms(rng, cluster),
        quality=rng.beta(2.0, 3.0, rows).round(4),
        vectors=_vectors(rng, _centres(seed)[cluster]),
    )


def _unknown(rng: np.random.Generator, values: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    values[rng.random(len(values)) < share] = np.nan
    return values


def _numbers(rng: np.random.Generator, rows: int) -> dict[str, NDArray[np.float64]]:
    followers = np.floor(np.clip(rng.lognormal(9.5, 1.6, rows), 50, 3e8))
    views = np.floor(followers * 0.18 * (followers / 1e4) ** -0.15 * rng.lognormal(0, 0.7, rows)) + 5
    engagement = np.round(np.clip(0.05 * (followers / 1e4) ** -0.1 * rng.lognormal(0, 0.5, rows), 0, 1), 5)
    gap = np.floor(
        np.where(rng.random(rows) < 0.72, rng.exponential(7, rows), rng.exponential(320, rows) + 28)
    )
    age = gap + np.floor(rng.lognormal(7.0, 0.7, rows))
    return {
        "followers": _unknown(rng, followers, 0.06),
        "avg_views": _unknown(rng, views, 0.35),
        "engagement_rate": _unknown(rng, engagement, 0.4),
        "posting_frequency": _unknown(rng, np.round(rng.lognormal(0.6, 0.8, rows), 3), 0.3),
        "last_upload_at": _unknown(rng, TODAY - gap, 0.2),
        "created_at": _unknown(rng, TODAY - age, 0.25),
    }


def _terms(rng: np.random.Generator, cluster: NDArray[np.int32]) -> dict[str, TermColumn]:
    categories = tuple(dict.fromkeys(n.category for n in niches()["en"]))
    of_cluster = np.arange(_CLUSTERS) % len(categories)
    return {
        "platform": _skewed(rng, _PLATFORMS, len(cluster), 0.0),
        "country": _skewed(rng, tuple(_COUNTRIES.split()), len(cluster), 0.45),
        "language": _skewed(rng, tuple(_LANGUAGES.split()), len(cluster), 0.12),
        "category": TermColumn(categories, of_cluster[cluster].astype(np.int16)),
        "account_type": _skewed(rng, ("creator", "store", "media", "brand_official"), len(cluster), 0.5),
    }


def _skewed(rng: np.random.Generator, words: tuple[str, ...], rows: int, unknown: float) -> TermColumn:
    weights = 1.0 / (np.arange(len(words)) + 1.5)
    codes = rng.choice(len(words), rows, p=weights / weights.sum()).astype(np.int16)
    codes[rng.random(rows) < unknown] = -1
    return TermColumn(words, codes)


def _texts(rng: np.random.Generator, cluster: NDArray[np.int32]) -> dict[str, list[str]]:
    english = niches()["en"]
    tags = [" ".join(english[c % len(english)].tags) for c in range(_CLUSTERS)]
    own = _runs(rng, len(cluster), (1, 5))
    return {
        "channel_tag": [f"{tags[c]} {w}" for c, w in zip(cluster.tolist(), own, strict=True)],
        "channel_name": _runs(rng, len(cluster), (2, 4)),
        "channel_description": _runs(rng, len(cluster), (8, 58)),
        "published_content": _runs(rng, len(cluster), (24, 82)),
    }


def _runs(rng: np.random.Generator, rows: int, length: tuple[int, int]) -> list[str]:
    """One text a row, of ``length`` (low, high exclusive) Zipf words."""
    ends = np.cumsum(rng.integers(*length, rows))
    drawn = _zipf_table()[rng.integers(0, _TABLE, int(ends[-1]), dtype=np.int32)]
    words: list[str] = _words_array()[drawn].tolist()
    found: list[str] = []
    start = 0
    for end in ends.tolist():
        found.append(" ".join(words[start:end]))
        start = end
    return found


def _vectors(rng: np.random.Generator, centres: NDArray[np.float32]) -> NDArray[np.int8]:
    """Points around their centres, in the scale of ``embedding.projection``: unit vectors times 127."""
    points = centres + 1.2 * rng.standard_normal(centres.shape, dtype=np.float32)
    points *= 127.0 / np.linalg.norm(points, axis=1, keepdims=True)
    return np.rint(points).astype(np.int8)
