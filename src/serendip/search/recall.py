"""Which channels count as similar to an anchor, and how far a recall scope reaches."""

from __future__ import annotations

from typing import Final

from serendip.catalogue.channel import Channel
from serendip.catalogue.document import embedding_text
from serendip.search.anchor import Anchor
from serendip.search.ports import ChannelIndex, Embedder, Similarity
from serendip.search.session.model import RecallScope

FLOORS: Final[dict[RecallScope, float]] = {"standard": 0.45, "wide": 0.3, "widest": -1.0}
"""The least likeness that each scope takes."""


def likeness(anchor: Anchor | None) -> Similarity | None:
    """What channels are compared with; None without an anchor that has a vector."""
    return None if anchor is None or anchor.vector is None else Similarity(anchor.vector)


def vector_of(channel: Channel, index: ChannelIndex, embedder: Embedder) -> bytes | None:
    """The channel's vector: the stored one, else made from its own text at once; None without any text."""
    held = index.vector(channel.cid)
    return embedder.embed([embedding_text(channel)])[0] if held is None else held
