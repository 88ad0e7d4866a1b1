"""Questions about what was left open: whose country, which category. From facets of the present result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from serendip.catalogue import places
from serendip.catalogue.taxonomy import categories
from serendip.search.conditions import Condition
from serendip.search.guide.counting import Counter
from serendip.search.guide.doubts import Doubts
from serendip.search.guide.patches import decides
from serendip.search.guide.weighing import MOST, Doubt, Reading
from serendip.search.lexicon.topics import topic_of
from serendip.search.session.effects import Plan
from serendip.search.session.model import Node, Patch, Placed
from serendip.search.terms import value_label

LEAST: Final = 0.05
"""A value that fewer of the channels have is no likely answer."""

_PARTS_OF_THE_WORLD: Final = (
    "@NORTH_AMERICA", "@LATAM", "@EUROPE", "@MENA", "@SUB_SAHARAN_AFRICA", "@SOUTH_ASIA", "@SEA",
    "@EAST_ASIA", "@OCEANIA",
)  # fmt: skip

COUNTRY: Final = ("想看哪个国家的创作者？", "Which country should the creators be from?")
REGION: Final = ("想看哪个地区的创作者？", "Which region should the creators be from?")


def scope(plan: Plan, counter: Counter, about: Doubts) -> Iterator[Doubt]:
    """The region, when the request names none: by countries, and by parts of the world."""
    if any(c.field in {"country", "city"} and c.kind != "exclude" for c in plan.conditions):
        return
    counts = counter.facet(plan, "country")
    yield _doubt("country", COUNTRY, _shares(counts, about.total), about)
    world = {code: sum(counts.get(c, 0) for c in places.expand(code)) for code in _PARTS_OF_THE_WORLD}
    yield _doubt("country", REGION, _shares(world, about.total), about)


def category(plan: Plan, counter: Counter, about: Doubts) -> Iterator[Doubt]:
    """The category of a keyword that our tables do not know as one thing."""
    words = [c for c in plan.conditions if c.field == "keyword" and c.kind == "keyword"]
    named = any(c.field in {"category", "hashtag"} and decides(c) for c in plan.conditions)
    if len(words) != 1 or named or plan.anchor is not None:
        return
    word = str(words[0].values[0])
    if topic_of(word) is not None:
        return
    counts = {c: n for c, n in counter.facet(plan, "category").items() if c in categories()}
    text = f"“{word}”指哪一类内容？", f"What kind of content does “{word}” mean?"
    yield _doubt("category", text, _shares(counts, about.total), about)


def _shares(counts: Mapping[str, int], total: int) -> list[tuple[str, float]]:
    """The most frequent values with their share of the result, the largest first."""
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST]
    return [(value, n / total) for value, n in ranked if total and n / total >= LEAST]


def _doubt(field: str, text: tuple[str, str], shares: list[tuple[str, float]], about: Doubts) -> Doubt:
    readings = tuple(Reading(_said(field, value), _with(field, value, about), s) for value, s in shares)
    trigger = "platform_or_region_scope" if field == "country" else "vague_level_or_category"
    topic = "region" if field == "country" else field
    return Doubt(trigger, topic, text, readings, covered=sum(s for _, s in shares))


def _said(field: str, value: str) -> tuple[str, str]:
    return value_label(field, value, "zh"), value_label(field, value, "en")


def _with(field: str, value: str, about: Doubts) -> Patch:
    added = Node("", "explicit", Condition(field, "in", "hard", (value,)), asked=True)
    return Patch(put=(Placed(added, about.end),))
