"""What the index holds of a channel: a flat document, made from a ``Channel`` by one pure function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from serendip.catalogue.channel import Channel

TARGETS = ("channel_tag", "channel_name", "channel_description", "published_content")
"""The four sources of text that a keyword can be matched against; ``all_sources`` is all of them."""


@dataclass(frozen=True, slots=True)
class IndexDoc:
    """One channel for the index.

    Attributes:
        cid: the channel's id in the store.
        platform: platform key; always filterable under the field ``platform``.
        exact: folded handles, ids and names that count as an exact identity.
        text: raw text per target of ``TARGETS``; the index analyses it.
        numbers: numeric fields; dates as days since 1970-01-01. Absent = unknown.
        terms: set-valued and enumerated fields, codes in lower case except ISO countries. Absent = unknown.
        quality: prior in 0..1, comparable over the catalogue (``search.ranking`` documents it).
        vector: 256 int8 values as bytes, or None when not (yet) embedded.
    """

    cid: int
    platform: str
    exact: tuple[str, ...]
    text: Mapping[str, str]
    numbers: Mapping[str, float]
    terms: Mapping[str, tuple[str, ...]]
    quality: float
    vector: bytes | None = None


def embedding_text(channel: Channel) -> str:
    """What a channel says and publishes, as the one text that is embedded (at most 512 characters)."""
    parts = [
        channel.name,
        " ".join(channel.tags[:12]),
        " ".join(channel.titles[:6]),
        channel.description or "",
    ]
    return " ".join(p for p in parts if p)[:512]
