"""Which channels count as similar to an anchor, and how far a recall scope reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from serendip.catalogue.channel import Channel
from serendip.catalogue.document import embedding_text
from serendip.core.analyse import fold_identity
from serendip.search.anchor import Anchor
from serendip.search.ports import ChannelIndex, Embedder, Sign, Similarity, Terms, TextClause
from serendip.search.session.model import RecallScope

FLOORS: Final[dict[RecallScope, float]] = {"standard": 0.35, "wide": 0.25, "widest": -1.0}
"""The least likeness that each scope takes; ``widest`` is everyone who can be compared.

``python -m bench similar`` measures what they give.
"""

CATEGORY: Final = 0.05
"""The part of likeness that a shared category has."""

TAGS: Final = 0.20
"""The part of likeness that the anchor's first tags have together, ..."""

TAG: Final = 0.05
"""... and one of them at most."""

FIRST_TAGS: Final = 6
"""So many of them: further ones say less of what a channel is about."""


def likeness(anchor: Anchor | None) -> Similarity | None:
    """What channels are compared with; None without an anchor that has a vector.

    Meaning by the vectors, which hold what titles and descriptions say; and the topics in so many words: the
    anchor's category and its first tags, as the other channel's category and tags name them.
    """
    if anchor is None or anchor.vector is None or anchor.channel is None:
        return None
    return Similarity(anchor.vector, tuple(signs(anchor.channel)))


def signs(channel: Channel) -> Iterator[Sign]:
    """What makes others like ``channel`` beside the vectors."""
    if category := channel.value("category"):
        yield Sign(Terms("category", tuple(str(c).casefold() for c in category)), CATEGORY)
    own = {fold_identity(name) for name in (channel.name, *(i.value for i in channel.ids))}
    folded = {name: tag for tag in channel.tags if (name := fold_identity(tag)) and name not in own}
    tags = list(folded.values())[:FIRST_TAGS]
    for tag in tags:
        yield Sign(TextClause("channel_tag", (tag,), (1.0,)), min(TAGS / len(tags), TAG))


def vector_of(channel: Channel, index: ChannelIndex, embedder: Embedder) -> bytes | None:
    """The channel's vector: the stored one, else made from its own text at once; None without any text."""
    held = index.vector(channel.cid)
    return embedder.embed([embedding_text(channel)])[0] if held is None else held
