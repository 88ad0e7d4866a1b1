"""Who is recalled around an anchor among the 48,670 real channels, and what topics add to the vectors.

For anchors drawn from the channels that have a category and tags:

- ``first 20``: of the first twenty, how many share the anchor's category (where known), and how much of the
  tags (Jaccard); by vectors alone, with the category, with the tags, and with both as the product does. What
  the category adds to the tags, and the tags to the category, is not its own doing.
- ``scope``: how many channels each recall scope takes, and how many of them share the category.
- ``pairs``: the likeness of two channels of a platform drawn at random.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean

import numpy as np

from bench.ours import apart
from bench.real_index import load
from bench.report import emit, say, timed
from serendip.catalogue.channel import Channel
from serendip.index.embedded import EmbeddedIndex
from serendip.search.anchor import Anchor
from serendip.search.ports import Found, Near, Query, Similarity, Terms, TextClause
from serendip.search.recall import FLOORS, likeness
from serendip.settings import Settings
from serendip.store.channels import open_store

SEED = 42
ANCHORS = 400
SECTION = "similar 48k"
Compare = Callable[[Channel], Similarity]


def run(folder: Path | None = None) -> None:
    """All figures. ``folder`` is a home with the real channels and their vectors; made when None."""
    made = None if folder is not None else Path(tempfile.mkdtemp(prefix="serendip-bench-"))
    try:
        if made is not None:
            apart(load, made / "real")
        settings = Settings(home=folder or (made or Path()) / "real")
        with open_store(settings.database) as store:
            channels = {c.cid: c for batch in store.iter_channels() for c in batch}
        Measure(EmbeddedIndex.open_reader(settings.index_dir), channels).all()
    finally:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)


class Measure:
    """The index, the channels by id, and the anchors."""

    def __init__(self, index: EmbeddedIndex, channels: dict[int, Channel]) -> None:
        self._index = index
        self._channels = channels
        telling = [c for c in channels.values() if c.value("category") and c.tags and index.vector(c.cid)]
        self._anchors = random.Random(SEED).sample(telling, min(ANCHORS, len(telling)))

    def all(self) -> None:
        """Report everything."""
        ways: dict[str, Compare] = {
            "vectors": lambda c: Similarity(self._to(c).vector),
            "vectors, category": lambda c: self._only(c, words=False),
            "vectors, tags": lambda c: self._only(c, words=True),
            "vectors, category, tags": self._to,
        }
        for name, compare in ways.items():
            say(f"first 20: {name}")
            queries = [self._query(c, Near(compare(c), -1.0), 20) for c in self._anchors]
            found = [self._index.search(q) for q in queries]
            speed = timed([lambda q=q: self._index.search(q) for q in queries], warm=1, budget_s=5)
            same, tags = self._alike(found)
            emit(SECTION, f"first 20: {name}", same_category=same, tags_jaccard=tags, **speed.as_dict())
        for scope, floor in FLOORS.items():
            found = [
                self._index.search(self._query(c, Near(self._to(c), floor), 1000)) for c in self._anchors
            ]
            totals = np.percentile([f.total for f in found], [5, 25, 50, 75]).astype(int).tolist()
            same, _ = self._alike(found)
            few = mean(f.total <= 5 for f in found)
            emit(SECTION, f"scope: {scope}", floor=floor, totals_p5_25_50_75=totals,
                 at_most_5=round(few, 3), same_category_of_first_1000=same)  # fmt: skip
        self._pairs()

    def _pairs(self) -> None:
        """Each anchor's share of its platform above each floor: what a random pair's chance is."""
        for scope in ("standard", "wide"):
            shares = [self._share(c, FLOORS[scope]) for c in self._anchors]
            emit(SECTION, f"pairs: {scope}", reach=round(mean(shares), 4))

    def _share(self, channel: Channel, floor: float) -> float:
        asked = [self._query(channel, Near(self._to(channel), f), 0) for f in (floor, -1.0)]
        above, everyone = self._index.count(asked)
        return above / everyone

    def _to(self, channel: Channel) -> Similarity:
        vector = self._index.vector(channel.cid)
        found = likeness(Anchor(channel.platform, channel.name, "", channel, vector))
        assert found is not None
        return found

    def _only(self, channel: Channel, *, words: bool) -> Similarity:
        to = self._to(channel)
        return Similarity(to.vector, tuple(s for s in to.signs if isinstance(s.test, TextClause) is words))

    def _query(self, channel: Channel, near: Near, limit: int) -> Query:
        here = Terms("platform", (channel.platform,))
        return Query((here,), rank=near.to, near=near, without=(channel.cid,), limit=limit)

    def _alike(self, found: Sequence[Found]) -> tuple[float, float]:
        """Mean share of the anchor's category, and mean Jaccard of the tags."""
        same: list[float] = []
        tags: list[float] = []
        for anchor, answer in zip(self._anchors, found, strict=True):
            others = [self._channels[hit.cid] for hit in answer.hits]
            own = set(anchor.value("category"))
            known = [bool(own & set(c.value("category"))) for c in others if c.value("category")]
            same.extend([mean(known)] if known else [])
            tags.extend(_jaccard(anchor, other) for other in others)
        return round(mean(same), 3), round(mean(tags), 3)


def _jaccard(a: Channel, b: Channel) -> float:
    mine, theirs = ({t.casefold() for t in c.tags} for c in (a, b))
    return len(mine & theirs) / len(mine | theirs)
