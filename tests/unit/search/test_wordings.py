"""More classes of wording that once went wrong, in both languages, with look-alikes that must stay."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from bench.parse import drops
from serendip.search.parse import read
from serendip.search.plan import Defaults, Step, compile_conditions
from serendip.search.ports import Range
from serendip.search.spelling import corrected

Slot = tuple[str, str, tuple[Any, ...]]


def slots(text: str) -> set[Slot]:
    request = read(text, "youtube")
    assert drops(request) == 0
    return {(c.field, c.kind, tuple(c.values)) for c in request.conditions}


def codes(text: str) -> set[str]:
    return {a.code for a in read(text, "youtube").ambiguities}


PROMOTING = [
    ("找推露营椅的博主，日本", False),
    ("想找德国博主，推扫地机，粉丝一万起", False),
    ("找推宠物零食的达人", False),
    ("主推露营装备的频道", False),
    ("推一款香薰的家居博主", False),
    ("推 科技博主 美国", True),
    ("推上的AI博主", True),
    ("推特上的AI博主", True),
    ("推博主，做手工的", True),
]


@pytest.mark.parametrize(("text", "platform"), PROMOTING)
def test_to_promote_a_thing_is_not_the_platform(text: str, platform: bool) -> None:
    assert (("platform", "hard", ("x",)) in slots(text)) is platform


LEFT_OPEN = [
    "受众主要在加拿大的理财频道，博主住哪无所谓",
    "博主住在哪个国家无所谓，做手工的频道",
    "频道在哪个国家都可以，要讲英语的观鸟频道",
    "本人住哪儿不限，做甜品的厨艺博主",
    "博主来自哪国都无所谓，咖啡频道",
    "audience in Canada, doesn't matter where they live, finance channels",
    "find chess creators whose audience is in Brazil, where they live doesn't matter",
    "knitting creators, no matter where they're based",
    "woodworking channels, I don't care where the creator lives",
    "surf creators, wherever they are based",
]


@pytest.mark.parametrize("text", LEFT_OPEN)
def test_a_place_that_is_left_open_is_no_question_for_a_home(text: str) -> None:
    request = read(text, "youtube")
    assert request.expected_state is None
    assert "explicit_any" in codes(text)
    assert "country" not in {c.field for c in request.conditions}


@pytest.mark.parametrize("text", ["博主住哪，告诉我", "where they live exactly?", "博主住哪里，要具体到小区"])
def test_a_question_for_a_home_is_refused(text: str) -> None:
    assert read(text, "youtube").expected_state == "unsupported"


BOUNDS = [
    ("canal boat vlogs, nothing over 100k subs", "followers", "lte", 100_000),
    ("gardening creators, nothing under 5k followers", "followers", "gte", 5_000),
    ("cooking channels, no one above 200k followers", "followers", "lte", 200_000),
    ("pottery channels, half a million subs tops", "followers", "lte", 500_000),
    ("fishing channels with a quarter of a million subs max", "followers", "lte", 250_000),
    ("chess channels, a million subs at most", "followers", "lte", 1_000_000),
    ("露营博主，粉丝别过10万", "followers", "lte", 100_000),
    ("不过10万粉的露营博主", "followers", "lte", 100_000),
    ("barbers with 10k followers in the UK", "followers", "gte", 10_000),
    ("嬰兒車 香港 IG 追蹤5千以上", "followers", "gte", 5_000),
    ("美甲 台湾 追蹤數1萬以上", "followers", "gte", 10_000),
    ("香港美食博主，關注1萬以上", "followers", "gte", 10_000),
    ("找台灣的咖啡博主，追蹤人數超過2萬", "followers", "gt", 20_000),
    ("跟随者5k以上的露营博主", "followers", "gte", 5_000),
    ("gardening channels that have uploaded in the past fortnight", "last_active_days", "lte", 14),
    ("creators who posted within a fortnight about sewing", "last_active_days", "lte", 14),
    ("hiking channels that uploaded in the last couple of weeks", "last_active_days", "lte", 14),
    ("posted in the past couple of months, sewing creators", "last_active_days", "lte", 60),
    ("sewing channels active in the past few weeks", "last_active_days", "lte", 21),
    ("最近半个月有更新的露营频道", "last_active_days", "lte", 15),
    ("一个半月内有更新的频道，做木工", "last_active_days", "lte", 45),
    ("推荐 Rust 编程教程频道，最好 weekly 更新", "posting_frequency", "prefer", 1),
    ("尽量周更的园艺频道", "posting_frequency", "prefer", 1),
    ("ideally posts weekly, chess channels", "posting_frequency", "prefer", 1),
    ("preferably daily uploads, sewing channels", "posting_frequency", "prefer", 7),
]


@pytest.mark.parametrize(("text", "field", "op", "value"), BOUNDS)
def test_a_bound_has_this_direction_and_value(text: str, field: str, op: str, value: int) -> None:
    found = [(c.op, c.values) for c in read(text, "youtube").conditions if c.field == field]
    assert found == [(op, (value,))]
    assert drops(read(text, "youtube")) == 0


def test_a_rhythm_that_is_preferred_orders_and_does_not_filter() -> None:
    request = read("最好 weekly 更新的手账频道", "youtube")
    defaults = Defaults(date(2026, 1, 1), "all_sources", lambda _: ())
    steps = compile_conditions(request.conditions, defaults)
    assert Step(0, Range("posting_frequency", 1, None), hard=False) in steps


SPOKEN = [
    ("creators in Mexico, street food, Spanish content", "es"),
    ("Japanese content only, camping creators", "ja"),
    ("English videos, cooking channels in India", "en"),
    ("find baking creators in Canada, French content only", "fr"),
    ("German videos about trains, 5k+ subs", "de"),
    ("meditation channels, Dutch videos", "nl"),
    ("Thai content, beauty, 10k+ subs", "th"),
]


@pytest.mark.parametrize(("text", "language"), SPOKEN)
def test_content_of_a_people_is_its_language(text: str, language: str) -> None:
    assert ("language", "hard", (language,)) in slots(text)


def test_creators_of_a_people_are_from_its_country() -> None:
    assert slots("Korean content creators") == {("country", "hard", ("KR",))}


SHARES = [
    ("想找 skincare 博主，audience 要 70% 以上在 UK，别太贵", "GB", 0.7),
    ("受众要60%以上在美国的露营博主", "US", 0.6),
    ("粉丝要70%以上在德国的频道，做木工", "DE", 0.7),
    ("受众需要80%在英国，做园艺的博主", "GB", 0.8),
    ("audience must be 60%+ in Canada, skincare creators", "CA", 0.6),
]


@pytest.mark.parametrize(("text", "country", "share"), SHARES)
def test_a_demand_on_the_audience_keeps_its_share(text: str, country: str, share: float) -> None:
    found = [c for c in read(text, "youtube").conditions if c.field == "audience_country"]
    assert [(c.values, c.extra.get("min_share")) for c in found] == [((country,), share)]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("cast iron cookware; YT; US+CA; <250k subs", "platform", "youtube"),
        ("lipstick; TT; US, UK; 10k+", "platform", "tiktok"),
        ("desk lamps | YT | DE, AT | 5k-50k", "platform", "youtube"),
        ("tea; IG; FR+BE; <90k followers", "platform", "instagram"),
        ("phone cases; TG; US, CA; 10k+", "contact_channel", "telegram"),
    ],
)
def test_short_names_beside_country_codes_are_no_countries(text: str, field: str, value: str) -> None:
    assert (field, "hard", (value,)) in slots(text)
    countries = next(v for f, _, v in slots(text) if f == "country")
    assert len(countries) == 2


SLIPS_OF_NOUNS = [
    ("最近一周有更新的韩国房车旅行频到", "房车旅行"),
    ("日本露营博住，粉丝1万以上", "露营"),
    ("德国手工达仁", "手工"),
    ("英国的园艺网宏", "园艺"),
    ("find sewing accouts in Spain", "sewing"),
    ("knitting influncers in Canada", "knitting"),
    ("cooking bloggrs in Italy", "cooking"),
    ("Recently active potery chanels with fewer than 8k subs", "pottery"),
    ("find gardenning creators in Spain", "gardening"),
    ("find crochett channels", "crochet"),
    ("空气炸锅食普博主，美国", "空气炸锅食谱"),
]


@pytest.mark.parametrize(("text", "topic"), SLIPS_OF_NOUNS)
def test_a_slip_inside_a_request_is_read_and_said(text: str, topic: str) -> None:
    assert ("keyword", "keyword", (topic,)) in slots(text)
    assert "typo_corrected" in codes(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("potery", "pottery"),
        ("skinncare creators", "skincare creators"),
        ("露赢装备", "露营装备"),
        ("电动压刷", "电动牙刷"),
        ("婴儿推扯", "婴儿推车"),
        ("空气诈锅", "空气炸锅"),
        ("扫地几器人", "扫地机器人"),
        ("钢笔手帐", None),
        ("desert", None),
        ("framing", None),
        ("trials", None),
        ("craving", None),
    ],
)
def test_short_slips_are_mended_only_where_no_word_is_meant(text: str, meant: str | None) -> None:
    assert corrected(text) == meant


KINDS = [
    (
        "find me accounts that have worked with Patagonia or REI, rock climbing niche, 10k+",
        "natural_language",
    ),
    ("找和索尼或佳能合作过的频道，摄影类", "natural_language"),
    ("Who in Poland or Czechia does EV road trips? Half a million subs tops.", "natural_language"),
    ("Who makes pottery videos in Spain?", "natural_language"),
    ("谁在德国做木工视频？", "natural_language"),
    ("算了，找德国的露营博主", "natural_language"),
    ("scratch that, find tea creators in the UK", "natural_language"),
    ("baby food maker 英国 mom 博主 粉丝 5k-5w", "mixed"),
    ("想找 露营 德国 博主 1w+", "natural_language"),
    ("ice cream maker reviews", "keyword"),
    ("无所谓", "keyword"),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_the_kind_of_a_text(text: str, kind: str) -> None:
    assert read(text, "youtube").input_type == kind


EXACT: list[tuple[str, set[Slot]]] = [
    (
        "泰国那边，能用Line联系的美发沙龙博主",
        {
            ("country", "hard", ("TH",)),
            ("contact_channel", "hard", ("line",)),
            ("keyword", "keyword", ("美发沙龙",)),
        },
    ),
    (
        "yoga creators contactable by WhatsApp",
        {("keyword", "keyword", ("yoga",)), ("contact_channel", "hard", ("whatsapp",))},
    ),
    (
        "日更的围棋解说频道",
        {("posting_frequency", "hard", (7,)), ("keyword", "keyword", ("围棋解说",))},
    ),
    ("解说恐龙的频道", {("keyword", "keyword", ("恐龙",))}),
    (
        "diabetic-friendly recipe channels in the US",
        {("keyword", "keyword", ("diabetic-friendly recipe",)), ("country", "hard", ("US",))},
    ),
    (
        "we're launching a toddler sleep app, need creators in the US",
        {("keyword", "keyword", ("toddler sleep app",)), ("country", "hard", ("US",))},
    ),
    (
        "德国频道，露营 gear 类，1w粉以上",
        {
            ("country", "hard", ("DE",)),
            ("keyword", "keyword", ("露营 gear",)),
            ("followers", "hard", (10_000,)),
        },
    ),
]


@pytest.mark.parametrize(("text", "expected"), EXACT)
def test_a_request_has_these_conditions_and_no_others(text: str, expected: set[Slot]) -> None:
    assert slots(text) == expected
