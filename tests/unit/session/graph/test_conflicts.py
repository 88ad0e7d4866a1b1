"""Which conditions exclude each other, and which only narrow."""

from __future__ import annotations

import pytest

from serendip.search.conditions import Condition
from serendip.search.session.conflicts import clashes, pairs
from serendip.search.session.model import Node


def c(field: str, op: str, *values: object, kind: str = "hard", **extra: object) -> Condition:
    return Condition(field, op, kind, values, extra=extra)  # pyright: ignore[reportArgumentType]


EMPTY, SAME = "empty_range", "same_field"


@pytest.mark.parametrize(
    ("a", "b", "clash"),
    [
        (c("followers", "gte", 50_000), c("followers", "lte", 10_000), EMPTY),
        (c("followers", "gte", 10_000), c("followers", "lte", 10_000), None),
        (c("followers", "gt", 10_000), c("followers", "lte", 10_000), EMPTY),
        (c("followers", "gte", 10_000), c("followers", "lt", 10_000), EMPTY),
        (c("followers", "between", 1, 5), c("followers", "between", 5, 9), None),
        (c("followers", "near", 100), c("followers", "gte", 131), EMPTY),
        (c("followers", "near", 100), c("followers", "gte", 130), None),
        (c("followers", "gte", 1), c("avg_views", "lte", 0), None),
        (c("creator_tier", "in", "nano"), c("followers", "gte", 50_000), EMPTY),
        (c("creator_tier", "in", "nano", "mega"), c("followers", "gte", 50_000), None),
        (c("creator_tier", "in", "nano"), c("followers", "gte", 10_000), EMPTY),
        (c("price", "gte", 10, unit="USD"), c("price", "lte", 5, unit="USD/video"), EMPTY),
        (c("price", "gte", 10, unit="USD"), c("price", "lte", 5, unit="EUR"), None),
        (c("growth_views_pct", "gte", 1, window="30d"), c("growth_views_pct", "lte", 0, window="90d"), None),
        (c("followers", "between", 2, 3), c("followers", "between", 1, 5, kind="exclude"), SAME),
        (c("followers", "between", 2, 9), c("followers", "between", 1, 5, kind="exclude"), None),
        (c("country", "in", "US", "GB"), c("country", "in", "US", kind="exclude"), SAME),
        (c("country", "in", "DE"), c("country", "in", "@EU", kind="exclude"), SAME),
        (c("country", "in", "@EU"), c("country", "in", "DE", kind="exclude"), None),
        (c("country", "in", "US"), c("country", "in", "GB"), None),
        (c("country", "in", "US"), c("audience_country", "in", "US", kind="exclude"), None),
        (c("verified", "eq", True), c("verified", "eq", False), SAME),
        (c("verified", "eq", True), c("verified", "eq", True, kind="exclude"), SAME),
        (c("verified", "eq", True), c("verified", "eq", False, kind="exclude"), None),
        (c("keyword", "contains", "toy", target="channel_tag"),
         c("keyword", "contains", "Toy", kind="exclude", target="channel_tag"), SAME),
        (c("keyword", "contains", "toy", target="channel_tag"),
         c("keyword", "contains", "toy", kind="exclude", target="channel_name"), None),
        (c("keyword", "contains", "toy", target="channel_tag"),
         c("keyword", "contains", "toy", kind="exclude", target="all_sources"), SAME),
    ],
)  # fmt: skip
def test_pairs_of_conditions(a, b, clash):
    assert clashes(a, b) == clash
    assert clashes(b, a) == clash


def test_only_what_the_person_set_is_a_conflict():
    big, small = c("followers", "gte", 50), c("followers", "lte", 10)
    said, manual = Node("n1", "explicit", big), Node("n2", "manual", small)
    assert [(a.node_id, b.node_id, k) for a, b, k in pairs([said, manual])] == [("n1", "n2", EMPTY)]
    assert pairs([said, Node("n2", "derived", small)]) == []
    wish = Node("n2", "explicit", c("followers", "lte", 10, kind="soft"))
    assert pairs([said, wish]) == []
