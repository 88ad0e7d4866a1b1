"""Kinds of input: section 4, its reference cases and the requirement rows."""

from __future__ import annotations

import pytest

from serendip.search.conditions import Request
from serendip.search.parse import Context, read

EXPANDED = Context(expanded=True)


def fields(request: Request) -> list[str]:
    return sorted(c.field for c in request.conditions)


def keywords(request: Request) -> list[str]:
    return [str(c.values[0]) for c in request.conditions if c.field == "keyword"]


@pytest.mark.req("CS-014")
@pytest.mark.parametrize(
    "text", ["swim vest", "游泳背心", "american football", "@mkbhd", "robot vacuum 扫地机器人"]
)
def test_plain_keywords_stay_classic(text: str) -> None:
    request = read(text, "youtube")
    assert (request.input_type, request.container) == ("keyword", "compact_classic")
    assert keywords(request) == [text]


@pytest.mark.req("CS-015")
@pytest.mark.parametrize(
    "text",
    ["https://www.youtube.com/@abc", "youtube.com/@abc", "<https://youtu.be/xyz>，", "“youtube.com/@abc”。"],
)
def test_a_link_alone_is_a_url(text: str) -> None:
    request = read(text, "youtube")
    assert request.input_type == "url"
    assert all(s.role == "anchor" for s in request.spans)


@pytest.mark.req("CS-016")
@pytest.mark.parametrize(
    "text",
    [
        "帮我找美国做汽配评测、最近活跃、粉丝 5k-20k 的 YouTube 红人",
        "find US car-parts reviewers with 5k-20k followers, recently active",
    ],
)
def test_a_sentence_is_natural_language_and_expands(text: str) -> None:
    request = read(text, "youtube")
    assert (request.input_type, request.container) == ("natural_language", "expanded_agent")
    said = {(c.field, c.values) for c in request.conditions}
    assert {("country", ("US",)), ("followers", (5000, 20000)), ("last_active_days", (30,))} <= said


@pytest.mark.req("CS-017")
@pytest.mark.parametrize(
    "text",
    [
        "Hollyland 麦克风，美国，IG，粉丝 1w+，均播 3000+",
        "Hollyland microphone, US, 10k+ followers",
        "麦克风，美国",
    ],
)
def test_keyword_and_conditions_are_mixed(text: str) -> None:
    request = read(text, "instagram")
    assert (request.input_type, request.container) == ("mixed", "expanded_agent")
    assert len(keywords(request)) == 1
    assert "country" in fields(request)


@pytest.mark.req("CS-018")
def test_keywords_and_one_link_are_a_classic_seed() -> None:
    request = read("swim vest https://www.youtube.com/@abc", "youtube")
    assert request.container == "compact_classic"
    assert fields(request) == ["anchor", "keyword"]
    after = read("https://www.youtube.com/@abc", "youtube", context=Context(keywords=("swim vest",)))
    assert after.container == "compact_classic"
    two = read("swim vest, goggles https://www.youtube.com/@abc", "youtube")
    assert keywords(two) == ["swim vest", "goggles"]


@pytest.mark.req("CS-019")
@pytest.mark.parametrize(
    "text",
    [
        "finding nemo",
        "how to train a puppy",
        "麦克风 美国",
        "10分钟健身",
        "top 10 anime fights",
        "French press coffee",
        "推荐系统",
        "find the difference",
        "直播带货",
        "creator economy",
        "UK drill music",
        "iPhone 15 手机壳",
        "best budget headphones 2024",
        "英语学习",
        "the office",
        "only fools and horses",
    ],
)
def test_doubt_is_a_keyword(text: str) -> None:
    request = read(text, "youtube")
    assert (request.input_type, request.container) == ("keyword", "compact_classic")
    assert keywords(request) == [text]


@pytest.mark.req("CS-020")
def test_a_bare_name_is_a_keyword_until_the_box_is_expanded() -> None:
    for text in ("美国", "English", "YouTube", "美妆"):
        request = read(text, "youtube")
        assert (request.input_type, keywords(request)) == ("keyword", [text])
    assert keywords(read("美妆，护肤", "youtube")) == ["美妆", "护肤"]
    assert keywords(read("beauty, skincare", "youtube")) == ["beauty", "skincare"]
    expanded = read("英国", "youtube", context=EXPANDED)
    assert [(c.field, c.values) for c in expanded.conditions] == [("country", ("GB",))]


@pytest.mark.req("CS-021")
@pytest.mark.parametrize("text", ["美国，1w+，最近活跃", "US, 10k+, recently active"])
def test_condition_fragments_alone_are_natural_language(text: str) -> None:
    request = read(text, "youtube")
    assert (request.input_type, request.container) == ("natural_language", "expanded_agent")
    assert fields(request) == ["country", "followers", "last_active_days"]
    assert read("粉丝 1w+", "youtube").input_type == "natural_language"


PLAIN = [
    "露营",
    "钓鱼",
    "美甲",
    "扫地机器人",
    "考研",
    "母婴",
    "穿搭",
    "手工",
    "咖啡",
    "健身",
    "瑜伽",
    "数码",
    "吉他",
    "钢琴",
    "木工",
    "烘焙",
    "宠物",
    "骑行",
    "滑雪",
    "潜水",
    "摄影",
    "汉服",
    "水彩",
    "编程",
    "投资",
    "camping",
    "fishing",
    "skincare",
    "woodworking",
    "espresso",
    "gardening",
    "yoga",
    "crypto",
    "anime",
    "chess",
    "knitting",
    "baking",
    "hiking",
    "drones",
    "vlog",
    "makeup",
    "sneakers",
    "lego",
]
PHRASES = (
    "air fryer",
    "dog training",
    "baby monitor",
    "electric bike",
    "street food",
    "home office",
    "film camera",
    "k pop dance",
)
LINKS = (
    "https://www.youtube.com/@abc",
    "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv",
    "youtube.com/@abc",
    "https://m.youtube.com/@abc",
    "http://youtube.com/@abc/videos",
    "HTTPS://WWW.YouTube.com/@abc",
    "https://www.youtube.com/@abc?si=x",
    "https://www.youtube.com/@abc#a",
    "www.youtube.com/@abc",
    "<youtube.com/@abc>",
)


@pytest.mark.req("CS-022")
def test_one_keyword_or_one_link_never_expands() -> None:
    assert len(PLAIN) + len(PHRASES) >= 50
    for text in (*PLAIN, *PHRASES):
        request = read(text, "youtube")
        assert (request.input_type, request.container, len(request.conditions)) == (
            "keyword",
            "compact_classic",
            1,
        )
    for link in LINKS:
        assert read(link, "youtube").container == "compact_classic"


@pytest.mark.req("CS-023")
def test_wrapping_and_spelling_of_a_link_do_not_matter() -> None:
    for text in (
        "“HTTPS://WWW.YouTube.com/@abc”。",
        "（https://m.youtube.com/@abc），",
        "youtube.com/@abc、",
        "<www.youtube.com/@abc>",
    ):
        (anchor,) = read(text, "youtube").conditions
        assert anchor.extra["handle"] == "@abc"
        assert anchor.extra["platform"] == "youtube"


def test_words_before_a_box_that_has_results_adjust_it() -> None:
    tags = Context(keywords=("camping",), has_results=True)
    assert read("不要开箱", "youtube", context=tags).input_type == "mixed"
    assert [c.kind for c in read("不要开箱", "youtube", context=tags).conditions] == ["exclude"]
    assert read("不要开箱", "youtube").input_type == "keyword"


def test_links_that_cannot_be_used_say_what_is_wrong() -> None:
    mismatch = read("https://www.tiktok.com/@abc", "youtube")
    assert (mismatch.expected_state, mismatch.container) == ("resolved_mismatch", "expanded_repair")
    invalid = read("https://www.youtube.com/@bad%ZZ", "youtube")
    assert invalid.expected_state == "expanded_repair"
    other = read("https://example.com/x", "youtube")
    assert other.expected_state == "resolved_unsupported"
    kept = read("https://www.youtube.com/@bad%ZZ 露营频道", "youtube")
    assert (kept.expected_state, kept.container) == ("expanded_repair", "expanded_repair")
    assert keywords(kept)


def test_a_second_link_waits() -> None:
    request = read("youtube.com/@abc youtube.com/@def", "youtube")
    assert [c.status for c in request.conditions if c.field == "anchor"] == ["effective", "pending"]
