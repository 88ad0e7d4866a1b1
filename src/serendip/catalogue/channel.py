"""The catalogue's values: a fact, a channel, a content item, and one source's observation of a channel.

Absent is not zero: a figure that no source states has no ``Fact``. Each fact keeps its date and basis.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Basis = Literal["declared", "reported", "derived", "guessed"]
IdKind = Literal["channel_id", "handle", "custom", "username", "name"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One known value of one field.

    Attributes:
        value: int, float, bool, str or tuple[str, ...] as the field's type says (``catalogue.fields``).
            Ratios are 0..1. Dates are ISO strings.
        as_of: ISO 8601 date of the observation with the precision that is known (``2022-12``,
            ``2022-12-31``), or None.
        basis: ``declared`` by the creator, ``reported`` by a third party, ``derived`` by a formula of ours
            from other facts, ``guessed`` from weak evidence.
        note: how it was measured: sample size, window, bias, formula. Shown to people.
    """

    value: Any
    as_of: str | None = None
    basis: Basis = "reported"
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Identity:
    """One way in which a platform or a file names a channel. Handles carry no ``@``."""

    kind: IdKind
    value: str


@dataclass(frozen=True, slots=True)
class ContentItem:
    """One published item of a channel. Counts that are not shown are None, never 0."""

    content_id: str
    title: str
    description: str | None = None
    published_at: str | None = None
    duration_sec: int | None = None
    format: str | None = None
    views: int | None = None
    likes: int | None = None
    comments: int | None = None
    tags: tuple[str, ...] = ()
    url: str | None = None


def _no_facts() -> Mapping[str, Fact]:
    return MappingProxyType({})


def _nothing_stated() -> Mapping[str, tuple[Fact, ...]]:
    return MappingProxyType({})


def _no_dates() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Observation:
    """What one source says about one channel at one time; ``store`` merges it into a ``Channel``.

    ``ids`` must hold at least one identity. ``facts`` is keyed by names of ``catalogue.fields``.
    """

    platform: str
    ids: tuple[Identity, ...]
    source: str
    name: str | None = None
    description: str | None = None
    tags: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=_no_facts)
    content: tuple[ContentItem, ...] = ()
    observed_at: str | None = None


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel as the catalogue knows it, merged from all observations.

    Attributes:
        cid: the store's integer key; the id that the index returns. Stable for the channel's life.
        ids: every identity known, the best (native id, then handle) first.
        titles: titles of recent content, newest first.
        facts: keyed by names of ``catalogue.fields``; unknown fields are absent.
        former_handles: handles that it once had.
        stated: per field what sources state: the winner first, then what others state for the same date
            (a conflict). ``facts`` are the winners, or a derived fact where that is better.
        content_text: descriptions and tags of the newest known items, newest first; not their titles.
        text_as_of: dates of ``name``, ``description``, ``titles``, ``tags`` and ``handle`` as far as known.
    """

    cid: int
    platform: str
    name: str
    ids: tuple[Identity, ...]
    url: str | None = None
    description: str | None = None
    tags: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=_no_facts)
    sources: tuple[str, ...] = ()
    former_handles: tuple[str, ...] = ()
    stated: Mapping[str, tuple[Fact, ...]] = field(default_factory=_nothing_stated)
    text_as_of: Mapping[str, str] = field(default_factory=_no_dates)
    content_text: tuple[str, ...] = ()

    @property
    def handle(self) -> str | None:
        """The present handle without ``@``, or None."""
        return self._id("handle")

    @property
    def native_id(self) -> str | None:
        """The platform's own permanent id, or None."""
        return self._id("channel_id")

    def _id(self, kind: IdKind) -> str | None:
        for identity in self.ids:
            if identity.kind == kind:
                return identity.value
        return None

    def value(self, name: str) -> Any:
        """The value of a fact, or None when unknown."""
        fact = self.facts.get(name)
        return None if fact is None else fact.value
