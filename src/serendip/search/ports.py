"""What channel search needs from outside: an index, a reader of channels, an embedder.

The query is a tree of our own and never an engine's language. Filters are three-valued: a channel
whose value is unknown is neither a match nor a mismatch (addendum A-2).

    Query
    ├── filters   AND of Filter: Terms | Range | Known | Not | AllOf | AnyOf
    ├── text      AND of TextClause: a target and alternatives, each a run of tokens (a phrase)
    ├── rank      Relevance (text, topic vector, quality) | ByField | Similarity
    ├── near      likeness to a channel: at least so much
    └── unknown   exclude | include | only        facets, limit, cursor
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from serendip.catalogue.channel import Channel
from serendip.catalogue.document import IndexDoc

Target = Literal["channel_tag", "channel_name", "channel_description", "published_content", "all_sources"]
UnknownMode = Literal["exclude", "include", "only"]


@dataclass(frozen=True, slots=True)
class Terms:
    """The field's set holds any (or, with ``match='all'``, every) one of ``values``."""

    field: str
    values: tuple[str, ...]
    match: Literal["any", "all"] = "any"


@dataclass(frozen=True, slots=True)
class Range:
    """The number lies between the bounds; None is unbounded; ``open_*`` leaves the bound itself out."""

    field: str
    low: float | None = None
    high: float | None = None
    open_low: bool = False
    open_high: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """The field has a value. Never unknown itself."""

    field: str


@dataclass(frozen=True, slots=True)
class Not:
    """Not met where ``of`` is met, met where it is not, unknown where it is unknown."""

    of: Filter


@dataclass(frozen=True, slots=True)
class AllOf:
    """Kleene AND."""

    of: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Kleene OR."""

    of: tuple[Filter, ...]


Filter = Terms | Range | Known | Not | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class TextClause:
    """A keyword: any one of ``phrases`` occurs in ``target``.

    ``phrases`` are raw texts; the index analyses them as it analyses documents. The first is what the
    person wrote; the others are equal words (other language, other script) with ``weights`` in 0..1.
    ``occur``: ``must`` filters and scores, ``should`` only scores, ``must_not`` filters out.
    ``names``: a channel whose handle, id or name is one of these meets a ``must`` clause whatever its
    texts say: the obvious channel is found under every target (A-8).
    """

    target: Target
    phrases: tuple[str, ...]
    weights: tuple[float, ...]
    occur: Literal["must", "should", "must_not"] = "must"
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Weights:
    """How the parts of relevance are added; the values in use stand in ``search.ranking`` alone."""

    exact: float
    text: float
    topic: float
    quality: float
    tag: float
    name: float
    description: float
    content: float


@dataclass(frozen=True, slots=True)
class Boost:
    """A wish: channels that meet ``filter`` score ``weight`` more. Never changes who is found (I-16)."""

    filter: Filter
    weight: float


@dataclass(frozen=True, slots=True)
class Relevance:
    """Exact identity first, then weighted text relevance, similarity to ``topic``, wishes and the prior."""

    weights: Weights
    topic: bytes | None = None
    exact: tuple[str, ...] = ()
    boosts: tuple[Boost, ...] = ()


@dataclass(frozen=True, slots=True)
class ByField:
    """Sort by a numeric field, ties by cid ascending, unknown values last."""

    field: str
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that makes channels alike: a value or a word that they share. Only what is known counts."""

    test: Filter | TextClause
    weight: float


@dataclass(frozen=True, slots=True)
class Similarity:
    """Sort by likeness to ``vector`` (256 int8), channels without a vector left out.

    The likeness of a channel is its cosine with ``vector``; ``signs`` take a part of it, each its weight:
    ``(1 - sum of weights) * cosine + the weights of the signs that it meets``.
    """

    vector: bytes
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True)
class Near:
    """Those who have a vector and a likeness of at least ``floor`` to a channel; says who is found."""

    to: Similarity
    floor: float


Rank = Relevance | ByField | Similarity


@dataclass(frozen=True, slots=True)
class Query:
    """One question to the index. ``any_text`` ORs the positive text clauses (addendum A-5).

    ``near`` keeps only channels that are like another one, whatever the order; every hit then says how like.
    """

    filters: tuple[Filter, ...] = ()
    text: tuple[TextClause, ...] = ()
    rank: Rank = ByField("followers")
    near: Near | None = None
    any_text: bool = False
    unknown: UnknownMode = "exclude"
    without: tuple[int, ...] = ()
    facets: tuple[str, ...] = ()
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One channel found. ``score`` is comparable within one answer only; ``similarity`` is -1..1: the
    likeness to what ``near`` or the order names, else the cosine with the topic of a relevance."""

    cid: int
    score: float
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """An answer.

    Attributes:
        total: channels that meet every filter and clause (``include``: or may meet; ``only``: may meet).
        unknown: channels that fail no condition but whose value is unknown for at least one.
        cursor: where the next page begins; None at the end.
        facets: per asked field the counts by term, over the channels counted in ``total``.
    """

    hits: tuple[Hit, ...]
    total: int
    unknown: int
    cursor: str | None = None
    facets: Mapping[str, Mapping[str, int]] | None = None


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an engine promises beyond the common contract."""

    exact_similarity: bool
    exact_totals: bool
    refresh_ms: int
    many_writers: bool


class ChannelIndex(Protocol):
    """Search over channels. Reads are safe from many threads and processes."""

    def search(self, query: Query) -> Found:
        """Answer ``query``. Raises ``InputError`` for a cursor of another query."""
        ...

    def count(self, queries: Sequence[Query]) -> list[int]:
        """Totals alone, for questions and repairs; cheaper than ``search``."""
        ...

    def vector(self, cid: int) -> bytes | None:
        """The stored vector of a channel."""
        ...

    def applied_seq(self) -> int:
        """The store's change sequence up to which everything is visible."""
        ...

    def wait_for(self, seq: int, timeout: float) -> bool:
        """Wait until ``seq`` is visible; False when the time ran out."""
        ...

    def capabilities(self) -> Capabilities:
        """What this engine promises."""
        ...


class ChannelIndexWriter(Protocol):
    """The one writer of an index. Idempotent: the same batch twice changes nothing."""

    def upsert(self, docs: Iterable[IndexDoc], seq: int) -> None:
        """Insert or replace; visible by ``commit`` or within ``refresh_ms``."""
        ...

    def set_vectors(self, vectors: Mapping[int, bytes]) -> None:
        """Give channels that are indexed already their vectors."""
        ...

    def delete(self, cids: Iterable[int], seq: int) -> None:
        """Remove; unknown ids are ignored."""
        ...

    def commit(self) -> None:
        """Make everything durable and visible; records the highest ``seq``."""
        ...

    def close(self) -> None:
        """Commit and release the writer's lock."""
        ...


class ChannelReader(Protocol):
    """Channels by id and by name, from the store."""

    def get_many(self, cids: Sequence[int]) -> list[Channel]:
        """Channels in the order of ``cids``; those that are gone are left out."""
        ...

    def by_identity(self, platform: str, kind: str, value: str) -> Channel | None:
        """The channel that has this identity now (handles compare case-insensitively)."""
        ...

    def by_name(self, name: str, platform: str | None = None, *, limit: int = 10) -> list[Channel]:
        """Channels of exactly this name but for case and width, oldest first."""
        ...

    def by_content(self, platform: str, content_id: str) -> Channel | None:
        """The channel that published this item, when the catalogue holds the item."""
        ...


class Embedder(Protocol):
    """Texts to vectors of 256 int8 values; deterministic; empty text gives None."""

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        """One vector per text, in order."""
        ...
