"""Derived metrics. Unknown in any input is unknown out; a figure of ours is never 0 for want of data.

Each derived fact says its formula in ``note`` and carries the date of its oldest input (None when an input
has no date). Growth carries the end of its window, and its note both ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from types import MappingProxyType
from typing import Any

from serendip.catalogue.channel import Channel, ContentItem, Fact
from serendip.catalogue.dates import date_key, middle_day, oldest, to_day
from serendip.catalogue.field_types import WINDOWS
from serendip.catalogue.merge import MAX_TITLES
from serendip.catalogue.text_facts import text_facts

CONTENT_WINDOW = 30
"""Averages are over so many of the newest known items."""

SHORT_SECONDS = 60
"""Videos up to this length are shorts where the platform does not say."""

MIN_ITEMS_FOR_FREQUENCY = 5
MAX_ITEM_TEXT = 600
MAX_CONTENT_TEXT = 6000
"""Characters of one item's description and tags, and of all together, that a channel carries."""

_MONTH = 30.0
_WEEK = 7.0


def _no_series() -> Mapping[str, Sequence[tuple[str, float]]]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known beside a channel's own facts.

    Attributes:
        content: its items, each with the date of observation ("" when unknown).
        series: snapshots by field, ``(date, value)`` in any order.
    """

    content: Sequence[tuple[ContentItem, str]] = ()
    series: Mapping[str, Sequence[tuple[str, float]]] = field(default_factory=_no_series)


def derive(channel: Channel, evidence: Evidence) -> dict[str, Fact]:
    """All facts that follow from ``channel.stated`` and ``evidence``.

    A later formula uses what an earlier one gave where no source states it, or states it of an older date.
    """
    derived = dict(text_facts(channel, evidence.content))
    if evidence.content:
        derived.update(_from_content(channel.platform, evidence.content))
    known: dict[str, Fact] = {name: facts[0] for name, facts in channel.stated.items()}
    for name, fact in derived.items():
        if name not in known or date_key(fact.as_of) > date_key(known[name].as_of):
            known[name] = fact
    for name, formula in _FORMULAS:
        fact = None if name in derived else formula(known)
        if fact is not None:
            derived[name] = fact
            known.setdefault(name, fact)
    for source, target in (("followers", "growth_followers_pct"), ("total_views", "growth_views_pct")):
        points = evidence.series.get(source, ())
        if len(points) > 1:
            derived.update(growth(points, target))
    return derived


def with_content(channel: Channel, content: Sequence[tuple[ContentItem, str]]) -> Channel:
    """``channel`` with the titles and texts of its newest items: by date of publication, newest first."""
    newest = [item for item, _ in _newest(content)]
    titles = dict.fromkeys((*(i.title for i in newest if i.title), *channel.titles))
    room = MAX_CONTENT_TEXT
    texts: dict[str, None] = {}
    for item in newest:
        text = " ".join((item.description or "", *item.tags)).strip()[:MAX_ITEM_TEXT]
        if text and text not in texts and len(text) <= room:
            texts[text] = None
            room -= len(text)
    return replace(channel, titles=tuple(titles)[:MAX_TITLES], content_text=tuple(texts))


def _newest(content: Sequence[tuple[ContentItem, str]]) -> list[tuple[ContentItem, str]]:
    order = sorted(content, key=lambda c: (date_key(c[0].published_at), c[0].content_id), reverse=True)
    return order[:CONTENT_WINDOW]


def _number(known: Mapping[str, Fact], name: str) -> float | None:
    fact = known.get(name)
    value = None if fact is None else fact.value
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _fact(known: Mapping[str, Fact], inputs: tuple[str, ...], value: float, note: str) -> Fact:
    return Fact(value, oldest(known[name].as_of for name in inputs), "derived", note)


def engagement_rate(known: Mapping[str, Fact]) -> Fact | None:
    """``(avg_likes + avg_comments) / followers``; the base is followers."""
    likes, comments = _number(known, "avg_likes"), _number(known, "avg_comments")
    followers = _number(known, "followers")
    if likes is None or comments is None or not followers:
        return None
    inputs = ("avg_likes", "avg_comments", "followers")
    return _fact(known, inputs, (likes + comments) / followers, "(avg_likes + avg_comments) / followers")


def view_rate(known: Mapping[str, Fact]) -> Fact | None:
    """``avg_views / followers``."""
    views, followers = _number(known, "avg_views"), _number(known, "followers")
    if views is None or not followers:
        return None
    return _fact(known, ("avg_views", "followers"), views / followers, "avg_views / followers")


def lifetime_frequency(known: Mapping[str, Fact]) -> Fact | None:
    """Posts a week over the account's life: ``content_count / weeks from created_at to its date``.

    A lifetime mean: it hides pauses and deleted posts. Unknown when the count has no date, or when the
    account is younger than four weeks at that date.
    """
    count = _number(known, "content_count")
    created = known.get("created_at")
    if count is None or created is None:
        return None
    start, end = to_day(str(created.value)), to_day(known["content_count"].as_of)
    if start is None or end is None or (end - start).days < 28:
        return None
    weeks = (end - start).days / _WEEK
    return Fact(
        count / weeks,
        known["content_count"].as_of,
        "derived",
        "content_count / weeks since created_at: a mean over the account's life",
    )


def est_exposure(known: Mapping[str, Fact]) -> Fact | None:
    """Views expected in 30 days: ``avg_views x posting_frequency x 30 / 7``."""
    views, weekly = _number(known, "avg_views"), _number(known, "posting_frequency")
    if views is None or weekly is None:
        return None
    inputs = ("avg_views", "posting_frequency")
    note = "avg_views x posting_frequency x 30 / 7: views expected in 30 days"
    return _fact(known, inputs, round(views * weekly * _MONTH / _WEEK), note)


def cpm(known: Mapping[str, Fact]) -> Fact | None:
    """``price / avg_views x 1000``, in the currency of the price."""
    price, views = _number(known, "price"), _number(known, "avg_views")
    if price is None or not views:
        return None
    currency = known["price_currency"].value if "price_currency" in known else "the price's currency"
    note = f"price / avg_views x 1000, in {currency}"
    return _fact(known, ("price", "avg_views"), price / views * 1000, note)


_FORMULAS: tuple[tuple[str, Callable[[Mapping[str, Fact]], Fact | None]], ...] = (
    ("engagement_rate", engagement_rate),
    ("view_rate", view_rate),
    ("posting_frequency", lifetime_frequency),
    ("est_exposure", est_exposure),
    ("cpm", cpm),
)


def growth(points: Sequence[tuple[str, float]], name: str) -> dict[str, Fact]:
    """``(latest - earlier) / earlier`` per window of days, from ``(date, value)`` points.

    The earlier point is the one nearest to the window's start, at most a quarter of the window (and at
    least a day) away from it. A month counts as its middle and serves windows of 30 days or more; a year
    serves none. From 0 there is no growth rate.
    """
    placed = [(middle_day(date), date, value) for date, value in points]
    usable = sorted((p[0], p[1], d, v) for p, d, v in placed if p is not None and p[1] < 30)
    if len(usable) < 2:
        return {}
    end, end_half, end_date, end_value = usable[-1]
    found: dict[str, Fact] = {}
    for window in WINDOWS:
        tolerance = max(1, window // 4)
        best = min(usable[:-1], key=lambda p, w=window: (abs((end - p[0]).days - w), p[2]))
        start, start_half, start_date, start_value = best
        distance = abs((end - start).days - window)
        if distance > tolerance or (window < 30 and end_half + start_half) or start_value <= 0:
            continue
        found[f"{name}_{window}"] = Fact(
            end_value / start_value - 1,
            end_date,
            "derived",
            f"{start_value:.0f} ({start_date}) -> {end_value:.0f} ({end_date}), {(end - start).days} days",
        )
    return found


def _from_content(platform: str, content: Sequence[tuple[ContentItem, str]]) -> dict[str, Fact]:
    window = _newest(content)
    found: dict[str, Fact] = {}
    for name, attribute in (("avg_views", "views"), ("avg_likes", "likes"), ("avg_comments", "comments")):
        found.update(_mean(name, [(getattr(i, attribute), i, seen) for i, seen in window]))
    found.update(_shape(platform, window))
    found.update(_rhythm(window))
    return found


def _mean(name: str, values: Sequence[tuple[int | None, ContentItem, str]]) -> dict[str, Fact]:
    """The mean over those items that show the count."""
    shown = [(v, item, seen) for v, item, seen in values if v is not None]
    if not shown:
        return {}
    mean = sum(v for v, _, _ in shown) / len(shown)
    dates = sorted(d[:10] for d in (date_key(i.published_at) for _, i, _ in shown) if d)
    span = f", published {dates[0]} to {dates[-1]}" if dates else ""
    note = f"mean of the {len(shown)} newest known items that show it{span}"
    return {name: Fact(round(mean), oldest(seen for _, _, seen in shown), "derived", note)}


def _shape(platform: str, window: Sequence[tuple[ContentItem, str]]) -> dict[str, Fact]:
    """Formats, most frequent first, and the median length of videos."""
    found: dict[str, Fact] = {}
    lengths = [(i.duration_sec, seen) for i, seen in window if i.duration_sec is not None]
    if lengths:
        note = f"median of {len(lengths)} items"
        when = oldest(seen for _, seen in lengths)
        found["video_duration_sec"] = Fact(round(median(s for s, _ in lengths)), when, "derived", note)
    counts: dict[str, int] = {}
    for item, _ in window:
        form = item.format or _form(platform, item.duration_sec)
        if form:
            counts[form] = counts.get(form, 0) + 1
    if counts:
        forms = tuple(sorted(counts, key=lambda f: (-counts[f], f)))
        note = ", ".join(f"{f} {counts[f]}" for f in forms) + f" of {len(window)} items"
        found["content_format"] = Fact(forms, oldest(seen for _, seen in window), "derived", note)
    return found


def _form(platform: str, seconds: int | None) -> str | None:
    if platform != "youtube" or seconds is None:
        return None
    return "short" if seconds <= SHORT_SECONDS else "long"


def _rhythm(window: Sequence[tuple[ContentItem, str]]) -> dict[str, Fact]:
    """The newest date, and posts a week between the oldest and the newest of the window's items."""
    days = sorted(d for d in (to_day(i.published_at) for i, _ in window) if d is not None)
    if not days:
        return {}
    when: Any = oldest(seen for _, seen in window)
    last = max(date_key(i.published_at) for i, _ in window)
    found = {"last_upload_at": Fact(last, when, "derived", f"the newest of {len(days)} known items")}
    span = (days[-1] - days[0]).days
    if len(days) >= MIN_ITEMS_FOR_FREQUENCY and span > 0:
        note = f"{len(days)} known items in {span} days ({days[0]} to {days[-1]})"
        found["posting_frequency"] = Fact((len(days) - 1) / span * _WEEK, when, "derived", note)
    return found
