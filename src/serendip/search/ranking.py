"""The weights of relevance: the only place where they stand.

    score = exact * [the text is this channel's handle, id or name]
          + text * t / (t + half)     t: BM25 summed over targets, each with its own weight
          + topic * max(0, cosine(words understood as topics, channel))
          + quality * prior            the prior is documented at ``catalogue.document``
          + the weight of each wish that is met

``exact`` is larger than everything else together, so that an exact identity is always first (A-8).
A word in a tag says what a channel is about; in a name, nearly as much; in a title, that it once made
such an item; in a description, that it says so of itself. Membership is never touched by weights.
"""

from __future__ import annotations

from typing import Final

from serendip.search.ports import Weights

WEIGHTS: Final = Weights(
    exact=10.0, text=1.0, topic=0.6, quality=0.25, tag=2.0, name=1.6, description=1.0, content=1.2
)

WISH: Final = 0.3
"""What a soft condition adds when it is met."""

SYNONYM: Final = 0.85
"""The weight of an equal word (other language, other script) beside the word that was written."""
