"""The one table of words, and the labels of chips."""

from __future__ import annotations

import pytest

from serendip.catalogue.fields import FIELDS
from serendip.search import terms
from serendip.search.conditions import Condition


def test_catalogue_and_session_words_map_both_ways() -> None:
    assert terms.session_field("country") == "region"
    assert terms.catalogue_field("region") == "country"
    assert terms.session_field("engagement_rate") == "engagement_rate"
    assert terms.session_operator(Condition("keyword", "contains", "exclude", ("x",))) == "not_matches"
    assert terms.session_operator(Condition("last_active_days", "lte", "hard", (30,))) == "within_days"
    assert terms.session_operator(Condition("followers", "gte", "hard", (1,))) == "between"
    assert terms.session_operator(Condition("country", "in", "exclude", ("US",))) == "not_in"


def test_every_catalogue_word_of_the_table_is_a_field() -> None:
    assert {t.catalogue for t in terms.FIELD_TERMS} <= set(FIELDS)


@pytest.mark.parametrize(
    ("condition", "zh", "en"),
    [
        (
            Condition("country", "in", "exclude", ("US", "@SEA")),
            "排除 国家/地区：美国、东南亚",
            "not Country: United States, Southeast Asia",
        ),
        (
            Condition("followers", "between", "hard", (5000, 20000)),
            "粉丝数：5,000–20,000",
            "Followers: 5,000–20,000",
        ),
        (Condition("engagement_rate", "gt", "hard", (0.03,)), "互动率：> 3%", "Engagement rate: > 3%"),
        (Condition("country", "in", "hard", ("@AFRICA",)), "国家/地区：非洲", "Country: Africa"),
        (
            Condition("audience_country", "in", "hard", ("@NORTH_AMERICA", "DE")),
            "受众国家/地区：北美、德国",
            "Audience country: North America, Germany",
        ),
        (Condition("view_rate", "gte", "hard", (0.0373832,)), "播粉比：≥ 3.74%", "View rate: ≥ 3.74%"),
        (Condition("engagement_rate", "gte", "hard", (0.1,)), "互动率：≥ 10%", "Engagement rate: ≥ 10%"),
        (
            Condition("posting_frequency", "gte", "hard", (1.69697,)),
            "发布频率：≥ 1.7 条/周",
            "Posts per week: ≥ 1.7 posts/week",
        ),
        (Condition("cpm", "lte", "hard", (12.5,)), "CPM：≤ 12.5", "CPM: ≤ 12.5"),
        (Condition("keyword", "contains", "keyword", ("swim vest",)), "swim vest", "swim vest"),
        (Condition("has_email", "eq", "hard", (True,)), "有邮箱：是", "Has an e-mail: yes"),
        (
            Condition("content_style", "prefer", "soft", ("review",)),
            "内容形式风格：测评",
            "Content style: Review",
        ),
        (
            Condition("last_active_days", "lte", "hard", (30,)),
            "近 30 天活跃",
            "Active in the last 30 days",
        ),
        (Condition("last_active_days", "lte", "hard", (1,)), "近 1 天活跃", "Active in the last day"),
        (
            Condition("account_age_days", "gte", "hard", (365,)),
            "账号年龄：≥ 365 天",
            "Account age: ≥ 365 days",
        ),
        (
            Condition("video_duration_sec", "between", "hard", (300, 900)),
            "视频时长：5–15 分钟",
            "Video length: 5–15 min",
        ),
        (
            Condition("video_duration_sec", "lt", "hard", (90,)),
            "视频时长：< 90 秒",
            "Video length: < 90 s",
        ),
        (
            Condition("posting_frequency", "gte", "hard", (3,), extra={"unit": "posts/week"}),
            "发布频率：≥ 3 条/周",
            "Posts per week: ≥ 3 posts/week",
        ),
        (
            Condition("posting_frequency", "prefer", "soft", (1,), extra={"unit": "posts/week"}),
            "发布频率：≥ 1 条/周",
            "Posts per week: ≥ 1 post/week",
        ),
        (
            Condition("price", "lte", "hard", (500,), extra={"unit": "USD/video"}),
            "报价：≤ 500 USD/video",
            "Price: ≤ 500 USD/video",
        ),
    ],
)
def test_chip_labels(condition: Condition, zh: str, en: str) -> None:
    assert terms.condition_label(condition, "zh") == zh
    assert terms.condition_label(condition, "en") == en


def test_the_table_prints_every_concept() -> None:
    page = terms.table()
    for term in (*terms.FIELD_TERMS, *terms.OPERATOR_TERMS, *terms.SOURCE_TERMS, *terms.STRENGTH_TERMS):
        assert f"| {term.concept} |" in page
