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
            "排除 国家/地区：美国、SEA",
            "not Country: United States, SEA",
        ),
        (
            Condition("followers", "between", "hard", (5000, 20000)),
            "粉丝数：5,000–20,000",
            "Followers: 5,000–20,000",
        ),
        (Condition("engagement_rate", "gt", "hard", (0.03,)), "互动率：> 3%", "Engagement rate: > 3%"),
        (Condition("keyword", "contains", "keyword", ("swim vest",)), "swim vest", "swim vest"),
        (Condition("has_email", "eq", "hard", (True,)), "有邮箱：是", "Has an e-mail: yes"),
        (
            Condition("content_style", "prefer", "soft", ("review",)),
            "内容形式风格：测评",
            "Content style: Review",
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
