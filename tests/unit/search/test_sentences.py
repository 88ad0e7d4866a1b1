"""A word for channels and one condition make a request (section 4.2, step 6); people count as such."""

from __future__ import annotations

from typing import Any

import pytest

from serendip.search.parse import read

Slot = tuple[str, str, tuple[Any, ...]]


def slots(text: str) -> set[Slot]:
    return {(c.field, c.op, c.values) for c in read(text, "youtube").conditions}


def sort(name: str) -> Slot:
    return ("sort", "eq", (name,))


BEAUTY: Slot = ("category", "in", ("beauty",))
CAMPING: Slot = ("keyword", "contains", ("camping",))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("粉丝最多的美妆博主", {sort("followers"), BEAUTY}),
        ("粉丝最多的10个美妆博主", {sort("followers"), ("limit", "eq", (10,)), BEAUTY}),
        ("互动率最高的美妆博主", {sort("engagement_rate"), BEAUTY}),
        ("美妆博主 按互动率排序", {sort("engagement_rate"), BEAUTY}),
        ("粉丝多的排前面的美妆博主", {sort("followers"), BEAUTY}),
        ("播放量高的排在最前面的美妆博主", {sort("avg_views"), BEAUTY}),
        ("beauty creators with the most followers", {sort("followers"), BEAUTY}),
        ("most viewed beauty creators", {sort("avg_views"), BEAUTY}),
        ("beauty creators, highest engagement rate first", {sort("engagement_rate")}),
        ("the biggest camping channels", {sort("followers"), CAMPING}),
        ("10 biggest camping channels", {sort("followers"), ("limit", "eq", (10,)), CAMPING}),
        ("top 5 camping creators", {("limit", "eq", (5,)), CAMPING}),
        (
            "verified US gamers",
            {("verified", "eq", (True,)), ("country", "in", ("US",)), ("creator_persona", "in", ("gamer",))},
        ),
        (
            "verified makeup artists",
            {("verified", "eq", (True,)), ("creator_persona", "in", ("makeup_artist",))},
        ),
        (
            "Spanish-speaking cooking channels",
            {("language", "in", ("es",)), ("keyword", "contains", ("cooking",))},
        ),
        ("not too big camping channels", {("followers", "between", (0, 500_000)), CAMPING}),
        ("small camping channels", {("followers", "between", (10_000, 100_000)), CAMPING}),
        (
            "female fitness coach aged 25-34",
            {
                ("creator_gender", "eq", ("female",)),
                ("creator_persona", "in", ("trainer",)),
                ("creator_age", "between", (25, 34)),
            },
        ),
    ],
)
def test_a_word_for_channels_and_a_condition_make_a_request(text: str, wanted: set[Slot]) -> None:
    request = read(text, "youtube")
    assert request.input_type in {"natural_language", "mixed"}
    assert slots(text) >= wanted
    assert all(s.status == "effective" for s in request.spans)


@pytest.mark.parametrize(
    "text",
    [
        "European travel vloggers", "American gamers", "camping hiking", "male grooming creators",
        "female fitness", "coaches training", "american football", "highest mountain", "top gun",
        "most wanted", "big data",
    ],
)  # fmt: skip
def test_adjectives_and_plain_words_stay_one_keyword(text: str) -> None:
    request = read(text, "youtube")
    assert request.input_type == "keyword"
    assert [c.values for c in request.conditions] == [(text,)]


def test_lowest_first_turns_the_order() -> None:
    for text, field in (("价格最低的美妆博主", "price"), ("粉丝少的排前面的美妆博主", "followers")):
        (order,) = [c for c in read(text, "youtube").conditions if c.field == "sort"]
        assert (order.values, order.extra) == ((field,), {"direction": "asc"})


def test_a_bound_and_a_place_of_followers_are_no_order() -> None:
    assert slots("粉丝最多5万的博主") == {("followers", "lte", (50_000,))}
    assert slots("creators with most followers in Spain") == {("audience_country", "in", ("ES",))}


def test_what_is_not_too_big_is_only_a_wish() -> None:
    (size,) = [c for c in read("找不太大的露营频道", "youtube").conditions if c.field == "followers"]
    assert (size.kind, size.source) == ("soft", "derived")
    assert size.note_zh


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("creators joined before 2015", "creators joined before 2015"),
        ("US beauty creators started after 2018", "started after 2018"),
        ("2015年前注册的美妆博主", "2015年前注册的"),
        ("US beauty creators with good ROI", "good ROI"),
        ("ROI good", "ROI good"),
    ],
)
def test_what_cannot_be_applied_is_unknown_and_says_why(text: str, words: str) -> None:
    request = read(text, "youtube")
    assert request.input_type == "natural_language"
    (span,) = [s for s in request.spans if s.status == "pending"]
    assert (span.role, text[span.start : span.end]) == ("unknown", words)
    assert span.note_zh
    assert span.note_en
    assert "keyword" not in {c.field for c in request.conditions}
