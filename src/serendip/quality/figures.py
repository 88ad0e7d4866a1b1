"""Figures of generated channels that hang together: followers, views, likes, rhythm, age, content."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from serendip.catalogue.channel import ContentItem


@dataclass(frozen=True, slots=True)
class Habits:
    """How a platform's channels usually are.

    Attributes:
        share: of the universe.
        followers: median; the spread is log-normal.
        view_rate: views of an item relative to followers, at 10,000 followers.
        like_rate: likes relative to views (to followers where views are not shown).
        interval: median days between items.
        born: the first year in which a channel can have been made.
        formats: content formats and their weights.
    """

    share: int
    followers: int
    view_rate: float
    like_rate: float
    interval: float
    born: int
    formats: Mapping[str, int]


PLATFORMS: Mapping[str, Habits] = {
    "youtube": Habits(44, 14_000, 0.18, 0.042, 5.0, 2008, {"long": 74, "short": 22, "live": 4}),
    "instagram": Habits(24, 18_000, 0.25, 0.055, 2.2, 2012, {"reel": 52, "photo": 26, "carousel": 22}),
    "tiktok": Habits(22, 24_000, 0.35, 0.085, 1.6, 2018, {"short": 100}),
    "x": Habits(10, 6_000, 0.12, 0.012, 0.6, 2010, {"photo": 40, "short": 20, "": 40}),
}
WITHOUT_VIEWS = frozenset({"photo", "carousel"})
_SECONDS = {"long": (6.3, 0.5), "short": (3.5, 0.4), "reel": (3.4, 0.4), "live": (8.6, 0.4)}
"""Logarithmic mean and spread of durations, in seconds."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When a channel publishes: mean days between items, days since the last one, days since it was made."""

    interval: float
    gap: float
    age: float


def followers(rng: Random, habits: Habits, bounds: tuple[int, int] = (150, 9_000_000)) -> int:
    """A log-normal count of followers between ``bounds``."""
    low, high = bounds
    for _ in range(200):
        count = int(rng.lognormvariate(math.log(habits.followers), 1.45))
        if low <= count <= high:
            return count
    return int(math.exp(rng.uniform(math.log(low), math.log(high))))


def rhythm(rng: Random, habits: Habits, today: date, active: bool | None) -> Rhythm:
    """A rhythm of publishing; ``active`` asks for an item within (or not within) the last four weeks."""
    interval = min(45.0, max(0.15, rng.lognormvariate(math.log(habits.interval), 0.7)))
    is_active = rng.random() < 0.72 if active is None else active
    gap = min(26.0, rng.expovariate(1 / interval)) if is_active else math.exp(rng.uniform(3.45, 6.8))
    possible = (today - date(habits.born, 1, 1)).days
    age = gap + 15 * interval + rng.lognormvariate(math.log(900), 0.8)
    return Rhythm(interval, gap, min(age, float(possible)))


def three_figures(count: int) -> int:
    """A count as YouTube states it: three significant figures, rounded down."""
    step = 10 ** max(0, len(str(count)) - 3)
    return count // step * step


def _rate(rate: float, size: int, power: float, noise: float) -> float:
    return rate * (max(size, 1) / 10_000) ** power * noise


@dataclass(frozen=True, slots=True)
class Shape:
    """A channel in figures: its platform's habits, its followers, its rhythm."""

    habits: Habits
    size: int
    pace: Rhythm


def content(
    rng: Random, shape: Shape, titles: Sequence[str], stem: str, today: date
) -> tuple[ContentItem, ...]:
    """One item with figures per title, the newest first; ``stem`` begins their ids."""
    habits, size, pace = shape.habits, shape.size, shape.pace
    taste = rng.lognormvariate(0, 0.5)
    warmth = rng.lognormvariate(0, 0.25)
    midnight = datetime.combine(today, time(), UTC)
    moment = midnight - timedelta(minutes=rng.randint(1, 300), days=pace.gap)
    items: list[ContentItem] = []
    for number, title in enumerate(titles):
        kind = rng.choices(list(habits.formats), list(habits.formats.values()))[0]
        reach = _rate(habits.view_rate, size, -0.15, taste * rng.lognormvariate(0, 0.55)) * size
        views = None if kind in WITHOUT_VIEWS else max(8, int(reach))
        likes = int(
            _rate(habits.like_rate, size, -0.07, warmth * rng.lognormvariate(0, 0.2)) * (views or reach)
        )
        seconds = int(rng.lognormvariate(*_SECONDS[kind])) if kind in _SECONDS else None
        items.append(
            ContentItem(
                content_id=f"{stem}-{number}",
                title=title,
                published_at=moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
                duration_sec=min(seconds, 60) if kind == "short" and seconds else seconds,
                format=kind or None,
                views=views,
                likes=likes,
                comments=int(likes * rng.uniform(0.02, 0.12)),
            )
        )
        moment -= timedelta(days=max(0.04, pace.interval * rng.gammavariate(2, 0.5)))
    return tuple(items)


def mean(values: Sequence[int | None]) -> float | None:
    """The mean of the known values, or None when none is known."""
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else None


def totals(rng: Random, pace: Rhythm, items: Sequence[ContentItem]) -> tuple[int, int | None]:
    """Items published over the channel's life, and their views (None where views are not shown)."""
    years = max(0.0, pace.age - pace.gap)
    count = max(len(items), int(years / pace.interval * rng.uniform(0.45, 0.95)))
    views = mean([i.views for i in items])
    return count, None if views is None else max(int(views * count * rng.uniform(0.5, 1.3)), _sum(items))


def _sum(items: Sequence[ContentItem]) -> int:
    return sum(i.views or 0 for i in items)
