"""What requests mean: each text with all its conditions, as (field, op, kind, values)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.parse import DEV, score
from serendip.search.parse import read

Slot = tuple[str, str, str, tuple[Any, ...]]


def slots(text: str, page: str = "youtube") -> set[Slot]:
    return {(c.field, c.op, c.kind, c.values) for c in read(text, page).conditions}


def hard(field: str, op: str, *values: Any) -> Slot:
    return (field, op, "hard", values)


def word(text: str) -> Slot:
    return ("keyword", "contains", "keyword", (text,))


def without(text: str) -> Slot:
    return ("keyword", "contains", "exclude", (text,))


def wish(field: str, value: Any) -> Slot:
    return (field, "prefer", "soft", (value,))


FOLLOWERS = [
    ("粉丝 1w+", "gte", (10_000,)),
    ("粉丝1W➕", "gte", (10_000,)),
    ("3万粉以上", "gte", (30_000,)),
    ("粉丝不低于5千", "gte", (5_000,)),
    ("粉丝大于20万", "gt", (200_000,)),
    ("粉丝超过十万", "gt", (100_000,)),
    ("粉丝别超过 10w", "lte", (100_000,)),
    ("粉丝控制在5万以内", "lte", (50_000,)),
    ("粉丝还不到5万", "lt", (50_000,)),
    ("粉丝1-5w", "between", (10_000, 50_000)),
    ("粉丝五万到二十万之间", "between", (50_000, 200_000)),
    ("粉丝十到五十万", "between", (100_000, 500_000)),
    ("粉丝5k～20k", "between", (5_000, 20_000)),
    ("粉丝1万以上5万以下", "between", (10_000, 50_000)),
    ("粉丝20k-5k", "between", (5_000, 20_000)),
    ("粉丝100w左右", "near", (1_000_000,)),
    ("粉丝十几万", "between", (110_000, 190_000)),
    ("百万粉丝以上", "gte", (1_000_000,)),
    ("10k+ followers", "gte", (10_000,)),
    ("at least 10k subs", "gte", (10_000,)),
    (">1M followers", "gt", (1_000_000,)),
    ("under 50k followers", "lt", (50_000,)),
    ("up to 50k followers", "lte", (50_000,)),
    ("no more than 5k subs", "lte", (5_000,)),
    ("between 5k and 20k followers", "between", (5_000, 20_000)),
    ("5-20k followers", "between", (5_000, 20_000)),
    ("around 50k followers", "near", (50_000,)),
    ("followers: 20,000 or more", "gte", (20_000,)),
    ("fo 1w 以上", "gte", (10_000,)),
    ("分丝1万以上", "gte", (10_000,)),
    ("粉丝１万到５万", "between", (10_000, 50_000)),
]


@pytest.mark.parametrize(("text", "op", "values"), FOLLOWERS)
def test_bounds_on_followers(text: str, op: str, values: tuple[int, ...]) -> None:
    request = read(text, "youtube")
    assert [(c.field, c.op, c.values) for c in request.conditions] == [("followers", op, values)]
    assert request.input_type == "natural_language"


OTHER = [
    ("均播要过万", hard("avg_views", "gte", 10_000)),
    ("互动率4个点以上", hard("engagement_rate", "gte", 0.04)),
    ("posted within the past month", hard("last_active_days", "lte", 30)),
    ("email required", hard("has_email", "eq", True)),
    ("均播两万往上", hard("avg_views", "gte", 20_000)),
    ("avg views over 50k", hard("avg_views", "gt", 50_000)),
    ("20k average views", hard("avg_views", "gte", 20_000)),
    ("互动率5%以上", hard("engagement_rate", "gte", 0.05)),
    ("ER>2.5%", hard("engagement_rate", "gt", 0.025)),
    ("CPM<20", hard("cpm", "lt", 20)),
    ("预算500刀以内", hard("price", "lte", 500)),
    ("under $300 per video", hard("price", "lt", 300)),
    ("视频时长5到10分钟", hard("video_duration_sec", "between", 300, 600)),
    ("8+ minute videos", hard("video_duration_sec", "gte", 480)),
    ("每周至少更新两条", hard("posting_frequency", "gte", 2)),
    ("upload weekly", hard("posting_frequency", "gte", 1)),
    ("at least 3 uploads per week", hard("posting_frequency", "gte", 3)),
    ("日更", hard("posting_frequency", "gte", 7)),
    ("一周至少更新3次", hard("posting_frequency", "gte", 3)),
    ("two videos a month", hard("posting_frequency", "gte", 0.47)),
    ("近30天有更新", hard("last_active_days", "lte", 30)),
    ("最近活跃", hard("last_active_days", "lte", 30)),
    ("半年内更新过", hard("last_active_days", "lte", 180)),
    ("上周更新过", hard("last_active_days", "lte", 7)),
    ("posted in the last 2 weeks", hard("last_active_days", "lte", 14)),
    ("active recently", hard("last_active_days", "lte", 30)),
    ("三个月没更新的不要", hard("last_active_days", "lte", 90)),
    ("评论数100以上", hard("avg_comments", "gte", 100)),
    ("avg likes 2k+", hard("avg_likes", "gte", 2_000)),
    ("总播放量一亿以上", hard("total_views", "gte", 100_000_000)),
    ("近90天涨粉超过10%", hard("growth_followers_pct", "gt", 0.1)),
    ("最近三个月涨粉很快", wish("growth_followers_pct", "high")),
    ("开号不到一年", hard("account_age_days", "lt", 365)),
    ("channels older than 2 years", hard("account_age_days", "gt", 730)),
    ("at least 200 videos", hard("content_count", "gte", 200)),
    ("有whatsapp联系方式", hard("contact_channel", "in", "whatsapp")),
    ("有邮箱的优先", wish("has_email", True)),
    ("only with email", hard("has_email", "eq", True)),
    ("商单占比低于20%", hard("commercial_ratio", "lt", 0.2)),
]


@pytest.mark.parametrize(("text", "slot"), OTHER)
def test_other_conditions(text: str, slot: Slot) -> None:
    assert slots(text) == {slot}


SENTENCES: list[tuple[str, set[Slot]]] = [
    (
        "找几个日本的露营博主，粉丝1万到10万",
        {hard("country", "in", "JP"), word("露营"), hard("followers", "between", 10_000, 100_000)},
    ),
    (
        "推荐一些做护肤测评的美国频道，不要搬运号",
        {
            word("护肤"),
            wish("content_style", "review"),
            hard("country", "in", "US"),
            ("account_type", "in", "exclude", ("repost",)),
        },
    ),
    (
        "博主本人在欧洲，受众在美国的旅行频道",
        {
            hard("country", "in", "@EUROPE"),
            hard("audience_country", "in", "US"),
            hard("category", "in", "travel"),
        },
    ),
    (
        "粉丝80%以上在美国的科技博主",
        {hard("audience_country", "in", "US"), hard("category", "in", "technology")},
    ),
    (
        "German-speaking tech reviewers outside Germany",
        {
            hard("language", "in", "de"),
            hard("category", "in", "technology"),
            wish("content_style", "review"),
            ("country", "in", "exclude", ("DE",)),
        },
    ),
    (
        "Find creators who have worked with Nike or Adidas, 100k+ followers",
        {hard("brand_collab", "in", "Nike", "Adidas"), hard("followers", "gte", 100_000)},
    ),
    (
        "找没有接过竞品（Dyson、追觅）广告的家居博主",
        {("brand_collab", "in", "exclude", ("Dyson", "追觅")), hard("category", "in", "home")},
    ),
    (
        "除了美国和加拿大，其他地方的滑雪博主都行",
        {("country", "in", "exclude", ("US", "CA")), word("滑雪")},
    ),
    (
        "我们是卖电动牙刷的，想找在纽约的牙医博主",
        {
            word("电动牙刷"),
            hard("city", "eq", "New York City"),
            hard("country", "in", "US"),
            hard("creator_persona", "in", "doctor"),
        },
    ),
    (
        "top 10 cooking channels in Korea sorted by engagement rate",
        {
            ("limit", "eq", "soft", (10,)),
            word("cooking"),
            hard("country", "in", "KR"),
            ("sort", "eq", "soft", ("engagement_rate",)),
        },
    ),
    (
        "no giveaways or unboxing, camping creators in Canada",
        {without("giveaway"), without("unboxing"), word("camping"), hard("country", "in", "CA")},
    ),
    (
        "I'm looking for a female yoga instructor in California, ideally with email",
        {
            hard("creator_gender", "eq", "female"),
            word("yoga instructor"),
            hard("country", "in", "US"),
            wish("has_email", True),
        },
    ),
    (
        "腰部美妆博主，性价比高，在东南亚",
        {
            hard("followers", "between", 100_000, 500_000),
            hard("category", "in", "beauty"),
            wish("value_for_money", "high"),
            hard("country", "in", "@SEA"),
        },
    ),
]


@pytest.mark.parametrize(("text", "wanted"), SENTENCES)
def test_whole_sentences(text: str, wanted: set[Slot]) -> None:
    assert slots(text) == wanted


def test_reversed_ranges_are_swapped_and_said_so() -> None:
    (condition,) = read("粉丝20k-5k", "youtube").conditions
    assert condition.values == (5_000, 20_000)
    assert condition.extra["notice"] == "MSG_RANGE_REVERSED"


def test_what_is_inferred_is_derived_and_says_from_what() -> None:
    for text in ("最近活跃，美国", "腰部博主，美国"):
        derived = [c for c in read(text, "youtube").conditions if c.source == "derived"]
        assert len(derived) == 1
        assert derived[0].note_zh
        assert derived[0].note_en


def test_another_platform_is_pending_and_the_rest_stays() -> None:
    request = read("找美国的美妆博主，IG，粉丝1w+", "youtube")
    (platform,) = [c for c in request.conditions if c.field == "platform"]
    assert platform.status == "pending"
    assert "platform_conflict" in {a.code for a in request.ambiguities}
    assert all(c.status == "effective" for c in request.conditions if c is not platform)


def test_a_bare_small_number_of_followers_asks_for_its_unit() -> None:
    request = read("粉丝5-10的博主", "youtube")
    assert [c.values for c in request.conditions] == [(50_000, 100_000)]
    assert ("number_unit_missing", True) in {(a.code, a.ask) for a in request.ambiguities}


def test_a_slip_in_one_latin_word_is_corrected_and_a_word_of_its_own_is_not() -> None:
    request = read("woodwoking", "youtube")
    assert request.conditions[0].values == ("woodworking",)
    assert request.conditions[0].extra["as_typed"] == "woodwoking"
    for text in ("Woodwoking", "vamping", "zorbing", "mkbhd"):
        assert read(text, "youtube").conditions[0].values == (text,)


def test_the_development_queries(shared: Path) -> None:
    assert (shared / "data/queries.dev.jsonl").exists()
    figures = score(DEV.resolve())
    assert figures["f1"] >= 0.97
    assert figures["whole_query"] >= 0.95
    assert figures["silent_drops"] == 0


def test_reading_is_deterministic(shared: Path) -> None:
    lines = (shared / "data/queries.dev.jsonl").read_text(encoding="utf-8").splitlines()
    for query in map(json.loads, lines):
        assert read(query["text"], query["page_platform"]) == read(query["text"], query["page_platform"])
