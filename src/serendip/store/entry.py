"""One channel while a batch is being applied: what is known, what is new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from serendip.catalogue.channel import Channel, ContentItem, Observation
from serendip.catalogue.dates import date_key
from serendip.catalogue.fields import SNAPSHOT_FIELDS
from serendip.catalogue.metrics import Evidence

Figure = tuple[str, str]
"""Field and date."""


@dataclass(slots=True)
class Entry:
    """A channel in work. ``hash`` is that of the stored document, None for a new channel."""

    channel: Channel
    hash: bytes | None = None
    touched: bool = False
    figures: dict[Figure, float] = field(default_factory=dict[Figure, float])
    content: dict[str, tuple[ContentItem, str]] = field(default_factory=dict[str, tuple[ContentItem, str]])
    new_figures: set[Figure] = field(default_factory=set[Figure])
    new_content: set[str] = field(default_factory=set[str])

    def add_figures(self, observation: Observation) -> bool:
        """Keep the dated figures as snapshots; of two for one date the greater. True when any is new."""
        added = False
        for key, value in dated_figures(observation):
            if value > self.figures.get(key, float("-inf")):
                self.figures[key] = value
                self.new_figures.add(key)
                added = True
        return added

    def add_content(self, observation: Observation) -> bool:
        """Merge the items; True when any is new or says something new."""
        added = False
        when = date_key(observation.observed_at)
        for item in observation.content:
            known = self.content.get(item.content_id)
            merged = (item, when) if known is None else merge_items(known, (item, when))
            if merged != known:
                self.content[item.content_id] = merged
                self.new_content.add(item.content_id)
                added = True
        return added

    def absorb(self, other: Entry) -> None:
        """Take over the figures and the content of a channel that was joined into this one."""
        for key, value in other.figures.items():
            if value > self.figures.get(key, float("-inf")):
                self.figures[key] = value
                self.new_figures.add(key)
        for content_id, each in other.content.items():
            known = self.content.get(content_id)
            self.content[content_id] = each if known is None else merge_items(known, each)
            self.new_content.add(content_id)

    def evidence(self) -> Evidence:
        """What the derived metrics are computed from."""
        series: dict[str, list[tuple[str, float]]] = {}
        for (name, as_of), value in self.figures.items():
            series.setdefault(name, []).append((as_of, value))
        return Evidence(tuple(self.content.values()), series)


def dated_figures(observation: Observation) -> Iterator[tuple[Figure, float]]:
    """What an observation says of figures that are kept over time: ``((field, day), value)``."""
    for name, fact in observation.facts.items():
        if name in SNAPSHOT_FIELDS and fact.basis in {"declared", "reported"}:
            day = date_key(fact.as_of or observation.observed_at)[:10]
            if day and isinstance(fact.value, int | float):
                yield (name, day), float(fact.value)


def merge_items(known: tuple[ContentItem, str], seen: tuple[ContentItem, str]) -> tuple[ContentItem, str]:
    """One item from two views of it: each value from the newer view, or the older where it is silent."""
    old, new = (known, seen) if seen[1] >= known[1] else (seen, known)
    later, earlier = new[0], old[0]
    item = replace(
        later,
        title=later.title or earlier.title,
        description=later.description or earlier.description,
        published_at=later.published_at or earlier.published_at,
        duration_sec=later.duration_sec if later.duration_sec is not None else earlier.duration_sec,
        format=later.format or earlier.format,
        views=later.views if later.views is not None else earlier.views,
        likes=later.likes if later.likes is not None else earlier.likes,
        comments=later.comments if later.comments is not None else earlier.comments,
        tags=later.tags or earlier.tags,
        url=later.url or earlier.url,
    )
    return item, new[1]
