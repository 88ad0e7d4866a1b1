"""What was said is what is executed: figures, links, marks (addendum A-7)."""

from __future__ import annotations

from typing import Any

import pytest

from serendip.search.conditions import Condition, Request
from serendip.search.parse import read


def only(text: str, field: str) -> Condition:
    (found,) = [c for c in read(text, "youtube").conditions if c.field == field]
    return found


def asked(request: Request) -> set[str]:
    return {a.code for a in request.ambiguities if a.ask}


@pytest.mark.parametrize(
    ("text", "field", "op", "values"),
    [
        ("followers > 1", "followers", "gt", (1,)),
        ("followers at least 5", "followers", "gte", (5,)),
        ("creators with under 50 followers", "followers", "lt", (50,)),
        ("followers 5-10 creators", "followers", "between", (5, 10)),
        ("avg views above 2", "avg_views", "gt", (2,)),
        ("粉丝大于5", "followers", "gt", (5,)),
        ("粉丝不到50的博主", "followers", "lt", (50,)),
        ("均播5-10的博主", "avg_views", "between", (5, 10)),
    ],
)
def test_a_small_bare_number_is_executed_and_asked_about(
    text: str, field: str, op: str, values: tuple[Any, ...]
) -> None:
    condition = only(text, field)
    assert (condition.op, condition.values, dict(condition.extra)) == (op, values, {})
    assert "number_unit_missing" in asked(read(text, "youtube"))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("粉丝5-10的小博主", (50_000, 100_000)),
        ("找粉丝3到8的美妆博主", (30_000, 80_000)),
        ("粉丝数 1-2 的博主", (10_000, 20_000)),
    ],
)
def test_a_chinese_range_of_followers_says_that_its_unit_was_assumed(
    text: str, values: tuple[int, int]
) -> None:
    condition = only(text, "followers")
    assert (condition.op, condition.values, condition.extra["unit_assumed"]) == ("between", values, "万")
    assert "万" in (condition.note_zh or "")
    assert "万" in (condition.note_en or "")
    assert "number_unit_missing" in asked(read(text, "youtube"))


@pytest.mark.parametrize(
    ("text", "field", "values"),
    [
        ("followers > 1,5M", "followers", (1_500_000,)),
        ("US creators with 2,5k followers", "followers", (2500,)),
        ("粉丝1,5万以上的博主", "followers", (15_000,)),
        ("creators with 1,25 million followers", "followers", (1_250_000,)),
        ("1,5% engagement beauty creators", "engagement_rate", (0.015,)),
        ("followers > 1,500", "followers", (1500,)),
        ("followers over 1,500,000", "followers", (1_500_000,)),
    ],
)
def test_a_comma_in_a_number(text: str, field: str, values: tuple[float, ...]) -> None:
    condition = only(text, field)
    assert condition.values == values
    assert "number_unit_missing" not in asked(read(text, "youtube"))


@pytest.mark.parametrize("text", ["!!! ???", "…", "，。、", " ?! ", "---", "（）"])
def test_punctuation_alone_is_empty_input(text: str) -> None:
    request = read(text, "youtube")
    assert (request.input_type, request.conditions, request.spans) == (None, (), ())


@pytest.mark.parametrize("text", ["🎮", "🎮🎮", "C++", "$", "%", "@"])
def test_signs_that_say_something_are_keywords(text: str) -> None:
    assert [c.values for c in read(text, "youtube").conditions] == [(text,)]


@pytest.mark.parametrize(
    "text",
    [
        "htp:/youtube.com/@x", "htps://youtube.com/@x", "http//youtube.com/@x", "ttps://www.youtube.com/@x",
        "https;//youtube.com/@x", "https:youtube.com/@x", "http: //youtube.com/@x", "hhttps://youtu.be/abc",
    ],
)  # fmt: skip
def test_a_mistyped_scheme_makes_one_malformed_link(text: str) -> None:
    request = read(text, "youtube")
    assert request.conditions == ()
    assert [(s.start, s.end, s.role, s.status) for s in request.spans] == [
        (0, len(text), "anchor", "pending")
    ]
    assert asked(request) == {"url_invalid"}


@pytest.mark.parametrize("text", ["http tutorial", "https.com", "tpp.example.com", "https certificates"])
def test_words_like_a_scheme_are_words(text: str) -> None:
    assert [c.values for c in read(text, "youtube").conditions] == [(text,)]


def test_words_beside_a_mistyped_link_are_kept() -> None:
    request = read("美国露营博主，粉丝1w+，htp:/youtube.com/@x", "youtube")
    assert {c.field for c in request.conditions} == {"country", "keyword", "followers"}
    assert [request.text[s.start : s.end] for s in request.spans if s.status == "pending"] == [
        "htp:/youtube.com/@x"
    ]


@pytest.mark.parametrize(
    ("text", "field", "bounds"),
    [
        ("粉丝大于一百万但少于五百万", "followers", [("gt", (1_000_000,)), ("lt", (5_000_000,))]),
        ("followers above 10k but below 50k", "followers", [("gt", (10_000,)), ("lt", (50_000,))]),
        ("粉丝数超过1万且不超过5万", "followers", [("gt", (10_000,)), ("lte", (50_000,))]),
        ("粉丝1万以上5万以下", "followers", [("between", (10_000, 50_000))]),
        ("粉丝数过万不过十万", "followers", [("between", (10_000, 100_000))]),
        ("粉丝过万不过百万的博主", "followers", [("between", (10_000, 1_000_000))]),
        ("价格低于500美元", "price", [("lt", (500,))]),
        ("报价高于2000元的博主", "price", [("gt", (2000,))]),
        ("互动率高于3%", "engagement_rate", [("gt", (0.03,))]),
        ("播放量至少是粉丝的10%", "view_rate", [("gte", (0.1,))]),
        ("播放量超过粉丝数的20%的博主", "view_rate", [("gt", (0.2,))]),
        ("creators with average views at least 10% of followers", "view_rate", [("gte", (0.1,))]),
    ],
)
def test_both_sides_of_a_range_and_comparisons(
    text: str, field: str, bounds: list[tuple[str, tuple[float, ...]]]
) -> None:
    request = read(text, "youtube")
    assert [(c.op, c.values) for c in request.conditions if c.field == field] == bounds
    assert {c.field for c in request.conditions} == {field}
    assert request.input_type == "natural_language"
