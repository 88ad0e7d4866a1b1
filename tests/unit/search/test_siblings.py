"""Classes of wording that once went wrong, each shown by several requests of its kind."""

from __future__ import annotations

from typing import Any

import pytest

from bench.parse import drops
from serendip.core.text import fold
from serendip.search.lexicon.boilerplate import ranges, table
from serendip.search.parse import read
from serendip.search.spelling import corrected

Slot = tuple[str, str, tuple[Any, ...]]


def slots(text: str) -> set[Slot]:
    request = read(text, "youtube")
    assert drops(request) == 0
    return {(c.field, c.kind, tuple(c.values)) for c in request.conditions}


def words(text: str) -> list[str]:
    return [c.values[0] for c in read(text, "youtube").conditions if c.field == "keyword"]


def hard(field: str, *values: Any) -> Slot:
    return (field, "hard", values)


def word(text: str) -> Slot:
    return ("keyword", "keyword", (text,))


def no(field: str, *values: Any) -> Slot:
    return (field, "exclude", values)


def wish(field: str, *values: Any) -> Slot:
    return (field, "soft", values)


KEYWORDS = [
    ("🔥露营装备", ["露营装备"]),
    ("✨skincare✨", ["skincare"]),
    ("🐶", ["🐶"]),
    ("👩‍👩‍👧 family", ["👩‍👩‍👧 family"]),
    ("露营|徒步|钓鱼", ["露营", "徒步", "钓鱼"]),
    ("咖啡豆｜手冲壶", ["咖啡豆", "手冲壶"]),
    ("tents | hiking boots", ["tents", "hiking boots"]),
    ("<img src=x onerror=alert(1)>", ["<img src=x onerror=alert(1)>"]),
    ("[bold]x[/bold]", ["[bold]x[/bold]"]),
    ("<b>露营</b>", ["<b>露营</b>"]),
    ("x-ray machines", ["x-ray machines"]),
    ("5 X 5 lifting", ["5 X 5 lifting"]),
    ("Model X accessories", ["Model X accessories"]),
    ("mom jeans", ["mom jeans"]),
    ("dad jokes", ["dad jokes"]),
    ("women in tech", ["women in tech"]),
]


@pytest.mark.parametrize(("text", "expected"), KEYWORDS)
def test_a_plain_keyword_is_only_a_keyword(text: str, expected: list[str]) -> None:
    request = read(text, "youtube")
    assert (request.input_type, words(text), len(request.conditions)) == ("keyword", expected, len(expected))
    assert drops(request) == 0


SLIPS = [
    ("moutain biking", "mountain biking"),
    ("protien powder", "protein powder"),
    ("persnal finance", "personal finance"),
    ("woodwoking", "woodworking"),
    ("电动牙刹", "电动牙刷"),
    ("路营装备", "露营装备"),
    ("儿童文具", None),
    ("电动牙刷", None),
    ("meal prep", None),
    ("planting", None),
    ("hikers", None),
]


@pytest.mark.parametrize(("text", "meant"), SLIPS)
def test_one_slip_in_a_topic_is_mended(text: str, meant: str | None) -> None:
    assert corrected(text) == meant


NAMES_WITH_SLIPS = [
    ("tikotk fashion Brazil 10k+ folowers", {hard("platform", "tiktok"), hard("country", "BR")}),
    ("find cycling chanels in Nethrlands", {hard("country", "NL"), word("cycling")}),
    ("creators in Germny who talk about gardening", {hard("country", "DE"), word("gardening")}),
    ("IG 美甲 法国 定阅3万以上", {hard("followers", 30_000), word("美甲")}),
    ("美甲 法国 粉私5万以上", {hard("followers", 50_000), hard("country", "FR")}),
]


@pytest.mark.parametrize(("text", "some"), NAMES_WITH_SLIPS)
def test_a_slip_in_a_name_or_a_metric_is_read_and_said(text: str, some: set[Slot]) -> None:
    assert some <= slots(text)
    assert "typo_corrected" in {a.code for a in read(text, "youtube").ambiguities}


@pytest.mark.parametrize(
    "text", ["find finish carpentry creators", "Cameron diaries channels", "find steamer review creators"]
)
def test_a_word_that_only_resembles_a_name_stays(text: str) -> None:
    assert {f for f, _, _ in slots(text)} <= {"keyword", "content_style"}


REQUESTS = [
    (
        "gravel bikes, NL + BE, 8k-40k subs",
        {word("gravel bikes"), hard("country", "NL", "BE"), hard("followers", 8_000, 40_000)},
    ),
    (
        "yoga mats, SE, NO, DK, 5k+ subs",
        {word("yoga mats"), hard("country", "SE", "NO", "DK"), hard("followers", 5_000)},
    ),
    (
        "desk setup, US, no giveaways, 3k+ subs",
        {word("desk setup"), hard("country", "US"), no("keyword", "giveaway"), hard("followers", 3_000)},
    ),
    ("nail lamp 法国 粉丝3万以内", {word("nail lamp"), hard("country", "FR"), hard("followers", 30_000)}),
    (
        "按互动率降序排列，美国的园艺博主",
        {wish("sort", "engagement_rate"), hard("country", "US"), word("园艺")},
    ),
    (
        "按均播从高到低排，找20个做手机壳的频道",
        {wish("sort", "avg_views"), wish("limit", 20), word("手机壳")},
    ),
    ("find salsa dance creators in Colombia, sort by height", {word("salsa dance"), hard("country", "CO")}),
    ("每周至少发3条视频的手工博主", {hard("posting_frequency", 3), word("手工")}),
    ("每周起码发一条的咖啡博主", {hard("posting_frequency", 1), word("咖啡")}),
    ("每周 post 3 次以上的咖啡博主", {hard("posting_frequency", 3), word("咖啡")}),
    (
        "creators who post 3-5 shorts per week about chess",
        {hard("posting_frequency", 3, 5), hard("content_format", "short"), word("chess")},
    ),
    (
        "观众70%以上在沙特、讲阿拉伯语的香水频道",
        {hard("audience_country", "SA"), hard("language", "ar"), word("香水")},
    ),
    ("请推荐做面包烘焙的日语频道", {word("面包烘焙"), hard("language", "ja")}),
    ("找会修表的博主，瑞士", {word("修表"), hard("country", "CH")}),
    ("南非葡萄酒博主，粉丝一万五往上", {hard("country", "ZA"), word("葡萄酒"), hard("followers", 15_000)}),
    (
        "Spanish-speaking creators in the US covering first-time home buying",
        {hard("language", "es"), hard("country", "US"), word("first-time home buying")},
    ),
    (
        "find do-it-yourself furniture creators in Spain",
        {word("do-it-yourself furniture"), hard("country", "ES")},
    ),
    (
        "board game reviewers wanted, 2k to 12k subs",
        {word("board game"), wish("content_style", "review"), hard("followers", 2_000, 12_000)},
    ),
    (
        "想找拉美的 K-pop dance cover 频道，粉丝2万以上",
        {hard("country", "@LATAM"), word("K-pop dance cover"), hard("followers", 20_000)},
    ),
    ("find soap making channels in Canada", {word("soap making"), hard("country", "CA")}),
    ("找墨西哥的球鞋收藏博主", {hard("country", "MX"), word("球鞋收藏")}),
    ("找越南的文具博主，排除带货店铺号", {hard("country", "VN"), word("文具"), no("account_type", "store")}),
    (
        "機械鍵盤，香港，不要官方帳號",
        {word("机械键盘"), hard("country", "HK"), no("account_type", "brand_official")},
    ),
    (
        "找25到34岁的跑鞋测评博主",
        {hard("creator_age", 25, 34), word("跑鞋"), wish("content_style", "review")},
    ),
    ("找直播卖翡翠的达人", {hard("content_format", "live"), word("翡翠")}),
    (
        "想搵香港嘅露營車頻道，唔要品牌號",
        {hard("country", "HK"), word("露营车"), no("account_type", "brand_official")},
    ),
    (
        "有邮箱的英国博主，最好懂点园艺",
        {hard("has_email", True), hard("country", "GB"), wish("topic", "园艺")},
    ),
    ("找没接过广告的观鸟频道", {hard("has_sponsored_posts", False), word("观鸟")}),
    (
        "英国的园艺频道，没有商业合作过的",
        {hard("country", "GB"), word("园艺"), hard("has_sponsored_posts", False)},
    ),
    ("真实粉丝比例85%以上的潜水博主", {hard("audience_credibility", 85), word("潜水")}),
    (
        "creators with less than 5% sponsored content in skincare",
        {hard("commercial_ratio", 0.05), word("skincare")},
    ),
    ("channels created less than a year ago about chess", {hard("account_age_days", 365), word("chess")}),
    (
        "creators anywhere except the US and China who review e-ink tablets",
        {no("country", "US", "CN"), wish("content_style", "review"), word("e-ink tablets")},
    ),
    (
        "find vegan creators in Spain, ideally open to gifting",
        {word("vegan"), hard("country", "ES"), wish("collab_type", "gifting")},
    ),
    (
        "haven't worked with Sony, camera reviewers, 50k+",
        {
            no("brand_collab", "Sony"),
            word("camera"),
            wish("content_style", "review"),
            hard("followers", 50_000),
        },
    ),
    ("订阅数一万以上十万以下，做手账的频道", {hard("followers", 10_000, 100_000), word("手账")}),
    ("粉丝过5万的手账博主", {hard("followers", 50_000), word("手账")}),
    ("不要卖课的理财博主", {no("keyword", "卖课"), word("理财")}),
    (
        "Dads reviewing strollers, UK, 5k+ subs",
        {
            hard("creator_persona", "dad"),
            wish("content_style", "review"),
            word("strollers"),
            hard("country", "GB"),
            hard("followers", 5_000),
        },
    ),
    (
        "female solo travelers in South America posting in Spanish",
        {
            hard("creator_gender", "female"),
            word("solo travelers"),
            hard("country", "@SOUTH_AMERICA"),
            hard("language", "es"),
        },
    ),
    (
        "tiktok creators in Peru doing budget makeup",
        {hard("platform", "tiktok"), hard("country", "PE"), word("budget makeup")},
    ),
    ("channels less than 2 years old about chess", {hard("account_age_days", 730), word("chess")}),
    (
        "find moms with toddlers under 3 years old in Canada",
        {hard("creator_persona", "mom"), word("toddlers"), hard("country", "CA")},
    ),
    (
        "skip anyone under 10k. Want climbing creators from Austria",
        {hard("followers", 10_000), word("climbing"), hard("country", "AT")},
    ),
    ("粉丝主要为18到24岁的潮玩博主", {hard("audience_age", 18, 24), word("潮玩")}),
    (
        "每周直播三次以上的手账博主",
        {hard("posting_frequency", 3), hard("content_format", "live"), word("手账")},
    ),
    (
        "专注极简护肤的男博主，近两周更新",
        {word("极简护肤"), hard("creator_gender", "male"), hard("last_active_days", 14)},
    ),
    ("做汽车的，但不要二手车商和4S店", {hard("category", "auto"), no("account_type", "dealer")}),
    (
        "拍vlog的留学生，英国",
        {wish("content_style", "vlog"), hard("creator_persona", "student"), hard("country", "GB")},
    ),
]


@pytest.mark.parametrize(("text", "expected"), REQUESTS)
def test_a_request_has_these_conditions_and_no_others(text: str, expected: set[Slot]) -> None:
    assert slots(text) == expected


@pytest.mark.parametrize("text", table()["holds"])
def test_share_text_beside_a_link_is_no_part_of_the_request(text: str) -> None:
    for whole in (f"{text} https://www.youtube.com/@abc", f"https://www.youtube.com/@abc {text}"):
        request = read(whole, "youtube")
        assert (request.input_type, words(whole), drops(request)) == ("url", [], 0)


@pytest.mark.parametrize("text", table()["free"])
def test_words_about_the_search_are_no_share_text(text: str) -> None:
    assert ranges(fold(text)) == []


def test_share_text_without_a_link_is_a_keyword() -> None:
    assert words("Check out Hana Bakes on TikTok!")


@pytest.mark.parametrize("text", ["https://www.youtube.com/watch?v=", "https://www.youtube.com/@a%ZZ"])
def test_a_link_that_cannot_be_read_alone_opens_repair(text: str) -> None:
    request = read(text, "youtube")
    assert (request.input_type, request.expected_state) == ("url", "expanded_repair")
