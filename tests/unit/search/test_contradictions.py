"""Contradictions inside one text stay two conditions; nothing is dropped or moved to another field (14.4)."""

from __future__ import annotations

from typing import Any

import pytest

from serendip.search.parse import read
from tests.unit.search.test_spans import check


def said(text: str, *fields: str) -> list[tuple[str, str, str, tuple[Any, ...]]]:
    request = read(text, "youtube")
    check(request)
    return sorted((c.field, c.kind, c.op, c.values) for c in request.conditions if c.field in fields)


@pytest.mark.parametrize(
    ("text", "field", "low", "high"),
    [
        ("粉丝 5w 以上且 1w 以下", "followers", ("gte", 50_000), ("lte", 10_000)),
        ("粉丝大于5万但小于1万", "followers", ("gt", 50_000), ("lt", 10_000)),
        ("粉丝5w+，粉丝1w以下", "followers", ("gte", 50_000), ("lte", 10_000)),
        ("粉丝1w以下且5w以上的美国博主", "followers", ("gte", 50_000), ("lte", 10_000)),
        ("均播1w以上且5k以下", "avg_views", ("gte", 10_000), ("lte", 5_000)),
        ("at least 50k and under 10k followers", "followers", ("gte", 50_000), ("lt", 10_000)),
        ("over 50k but below 10k followers", "followers", ("gt", 50_000), ("lt", 10_000)),
        ("followers at least 50k and under 10k", "followers", ("gte", 50_000), ("lt", 10_000)),
        (
            "US creators with at least 50k but no more than 10k subs",
            "followers",
            ("gte", 50_000),
            ("lte", 10_000),
        ),
        ("at least 50k and under 10k views", "avg_views", ("gte", 50_000), ("lt", 10_000)),
        ("engagement above 5% and below 2%", "engagement_rate", ("gt", 0.05), ("lt", 0.02)),
        ("互动率5%以上但2%以下", "engagement_rate", ("gte", 0.05), ("lte", 0.02)),
        ("近7天活跃但30天没更新", "last_active_days", ("gte", 30), ("lte", 7)),
    ],
)
@pytest.mark.req("CS-185")
def test_a_range_without_values_is_two_bounds(
    text: str, field: str, low: tuple[str, float], high: tuple[str, float]
) -> None:
    assert said(text, field) == sorted((field, "hard", op, (value,)) for op, value in (low, high))
    others = {"followers", "avg_views", "engagement_rate"} - {field}
    assert said(text, *others) == []


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("followers over 10k and under 50k", [("gt", (10_000,)), ("lt", (50_000,))]),
        ("at least 10k and under 50k followers", [("gte", (10_000,)), ("lt", (50_000,))]),
        ("at least 10k but no more than 50k followers", [("between", (10_000, 50_000))]),
        ("50k and under", [("lte", (50_000,))]),
        ("粉丝1w以上5w以下", [("between", (10_000, 50_000))]),
    ],
)
def test_a_range_with_values_stays_one(text: str, bounds: list[tuple[str, tuple[float, ...]]]) -> None:
    assert [(op, values) for _, _, op, values in said(text, "followers")] == bounds


@pytest.mark.parametrize(
    "text",
    [
        "US only but in the UK",
        "美国博主但是人在英国",
        "creators in the US but based in the UK",
        "only US creators, but in the UK",
        "只要美国的，但在英国",
    ],
)
@pytest.mark.req("CS-185")
def test_a_place_against_a_place_is_two_conditions(text: str) -> None:
    assert said(text, "country") == [("country", "hard", "in", ("GB",)), ("country", "hard", "in", ("US",))]


@pytest.mark.parametrize(
    "text",
    [
        "US or UK creators",
        "美国、英国的博主",
        "US creators but UK also fine",
        "美国博主，英国也行",
        "in the US and the UK",
    ],
)
def test_places_that_may_be_either_are_one_condition(text: str) -> None:
    assert [set(values) for *_, values in said(text, "country")] == [{"US", "GB"}]


@pytest.mark.parametrize("text", ["美国博主，不要美国", "US creators, not US", "不要美国，只要美国的博主"])
def test_a_place_wanted_and_not_wanted_is_two_conditions(text: str) -> None:
    assert [(kind, values) for _, kind, _, values in said(text, "country")] == [
        ("exclude", ("US",)),
        ("hard", ("US",)),
    ]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("美国博主，露营，不要露营", "露营"),
        ("find camping creators but no camping", "camping"),
        ("美国博主，要开箱，不要开箱", "开箱"),
        ("find US unboxing creators, no unboxing", "unboxing"),
        ("US creators, pottery, without pottery", "pottery"),
    ],
)
def test_a_word_wanted_and_not_wanted_is_two_conditions(text: str, word: str) -> None:
    found = said(text, "keyword", "content_style")
    assert ("keyword", "exclude", "contains", (word,)) in found
    assert len(found) == 2
