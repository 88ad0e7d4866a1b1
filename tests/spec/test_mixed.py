"""Mixed input over HTTP: the order of parsing, every part's fate, wishes, outsiders (section 12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.spec.box import Box

ABC = "https://www.youtube.com/@abc"
WISHES = [
    ("高级感", "premium look"),
    ("性价比高", "good value"),
    ("调性合适", "on-brand"),
    ("内容质量高", "high content quality"),
    ("更像真人推荐", "feels like a genuine recommendation"),
]


def fates(box: Box) -> list[tuple[str, str, str]]:
    """Each part of the last text: its words without separators, role and status."""
    return [(s["text"].strip("，, "), s["role"], s["status"]) for s in box.now["inputs"][-1]["spans"]]


def by_field(box: Box) -> dict[str, Any]:
    """The value of each condition, by its field."""
    return {n["field"]: n["value"] for n in box.now["graph"]["nodes"]}


@pytest.mark.req("CS-148", "CS-152")
def test_a_mixed_text_is_taken_apart_in_its_order(box: Box):
    at_once = box.submit(f"{ABC} 麦克风，美国，1w+，高级感", wait=0)
    assert (at_once["search_seq"], at_once["question"]) in {(0, None), (1, None)}
    box.rest()
    assert fates(box) == [
        (ABC, "anchor", "effective"),
        ("麦克风", "keyword", "effective"),
        ("美国", "hard", "effective"),
        ("1w+", "hard", "effective"),
        ("高级感", "soft", "pending"),
    ]
    nodes = box.now["graph"]["nodes"]
    assert [n["field"] for n in nodes] == ["anchor", "keyword", "region", "followers", "soft_preference"]
    assert [n["priority"] for n in nodes] == ["P0", "P1", "P1", "P1", "P2"]
    assert [n["effect"] for n in nodes] == ["recall", "filter", "filter", "filter", "none"]
    own = [ids for s in box.now["inputs"][-1]["spans"] for ids in s["node_ids"]]
    assert own == [n["node_id"] for n in nodes]
    assert box.now["search_seq"] == 1
    assert box.pinned() == "abc"


@pytest.mark.req("CS-149")
def test_the_example_of_a_mixed_text_is_fully_effective(open_box: Callable[..., Box]):
    box = open_box("instagram")
    box.submit("Hollyland 麦克风，美国，IG，粉丝 1w+，均播 3000+")
    assert {n["status"] for n in box.now["graph"]["nodes"]} == {"effective"}
    assert by_field(box) == {
        "keyword": {"text": "Hollyland 麦克风"},
        "region": ["US"],
        "platform": "instagram",
        "followers": {"min": 10_000, "max": None},
        "avg_views": {"min": 3_000, "max": None},
    }
    assert {s["status"] for s in box.now["inputs"][0]["spans"]} == {"effective"}
    assert {row["platform"] for row in box.items()} == {"instagram"}
    assert box.items()
    assert all("Hollyland 麦克风" in row["tags"] for row in box.items())
    assert {tuple(c) for c in box.fact("country")} == {("US",)}
    assert min(box.fact("followers")) >= 10_000
    assert min(box.fact("avg_views")) >= 3_000


@pytest.mark.req("CS-150")
def test_the_example_of_a_sentence_is_fully_mapped(box: Box):
    box.submit("帮我找美国做汽配评测、最近活跃、粉丝 5k-20k 的 YouTube 红人")
    assert box.node("region")["value"] == ["US"]
    assert box.node("last_active_days")["value"] == 30
    assert box.node("followers")["value"] == {"min": 5_000, "max": 20_000}
    assert (box.node("platform")["value"], box.node("platform")["status"]) == ("youtube", "effective")
    topic = [*box.nodes("keyword"), *box.nodes("soft_preference"), *box.nodes("category")]
    assert any("汽配" in n["label_zh"] for n in topic)
    assert {s["role"] for s in box.now["inputs"][0]["spans"]} <= {
        "task",
        "hard",
        "keyword",
        "soft",
        "platform",
    }
    assert {s["status"] for s in box.now["inputs"][0]["spans"]} == {"effective"}
    assert box.items()


@pytest.mark.req("CS-151")
@pytest.mark.parametrize(
    "text",
    [
        "像 @abc 这样的美国博主",
        "像“ABC Swimming”这样的美国博主",
        "找和「abc swimming」类似的美国博主",
        'channels like "ABC Swimming" in the US',
    ],
)
def test_a_name_of_one_channel_is_an_anchor_in_a_sentence(box: Box, text: str):
    box.submit(text)
    assert (box.pinned(), box.node("anchor")["label_zh"]) == ("abc", "@abc")
    assert box.nodes("keyword") == []
    assert ("anchor", "effective") in {(s["role"], s["status"]) for s in box.now["inputs"][0]["spans"]}
    assert {tuple(c) for c in box.fact("country")} == {("US",)}
    assert all(row["similarity"] >= 0.35 for row in box.items())


@pytest.mark.req("CS-151")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("像“Twin Peaks Reviews”这样的美国博主", "Twin Peaks Reviews"),
        ("像“没有这个频道”这样的美国博主", "没有这个频道"),
        ("像 @nobody-here 这样的美国博主", "@nobody-here"),
    ],
)
def test_a_name_of_several_or_of_none_stays_a_keyword_that_waits(box: Box, text: str, name: str):
    box.submit(text)
    assert (box.pinned(), box.nodes("anchor")) == (None, [])
    node = box.node("keyword")
    assert (node["value"], node["status"], node["effect"]) == ({"text": name}, "pending", "none")
    (span,) = [s for s in box.now["inputs"][0]["spans"] if name in s["text"]]
    assert (span["role"], span["status"], span["node_ids"]) == ("keyword", "pending", [node["node_id"]])
    assert span["note_zh"] == "没有唯一的频道叫这个名字，先作为待确认的关键词"
    assert span["note_en"]
    assert {tuple(c) for c in box.fact("country")} == {("US",)}


@pytest.mark.req("CS-151")
@pytest.mark.parametrize("text", ["@abc", '"ABC Swimming"'])
def test_a_name_alone_is_a_keyword(box: Box, text: str):
    box.submit(text)
    assert box.state == ("compact_classic", "results_ready")
    assert (box.pinned(), [n["field"] for n in box.now["graph"]["nodes"]]) == (None, ["keyword"])
    assert box.handles() == ["abc"]


@pytest.mark.req("CS-153")
def test_the_box_first_says_what_is_searched_and_what_is_not(box: Box):
    box.submit(f"{ABC} 美国，英语，近 30 天活跃，性价比高")
    lines = box.now["summary"]["lines"]
    assert [line["zh"] for line in lines[:3]] == [
        "已按 URL 锁定频道：@abc",
        "已生效条件：美国 / 英语 / 近 30 天活跃",
        "待澄清：你说的“性价比高”目前会先作为参考，不直接过滤结果",
    ]
    assert [line["en"] for line in lines[:3]] == [
        "Channel locked by URL: @abc",
        "Effective: United States / English / active in the last 30 days",
        "Pending: “性价比高” is only a reference for now and does not filter results",
    ]
    assert box.now["layout"].index("summary") < box.now["layout"].index("conditions")


@pytest.mark.req("CS-156")
@pytest.mark.parametrize(
    ("plain", "wish"),
    [("美国美妆博主", "高级感"), ("美国美妆博主", "内容质量高"), ("US beauty creators", "good value")],
)
def test_a_wish_orders_and_never_filters(box: Box, plain: str, wish: str):
    runs: list[tuple[set[str], int]] = []
    for text in (plain, f"{plain}，{wish}"):
        box.reset()
        box.submit(text)
        pages = range(1, -(-box.now["results"]["total"] // box.now["results"]["page_size"]) + 1)
        ids = {row["id"] for page in pages for row in box.act("page", page=page)["results"]["items"]}
        runs.append((ids, box.now["results"]["total"]))
    assert runs[0] == runs[1]
    assert len(runs[0][0]) == runs[0][1] > 20


@pytest.mark.req("CS-157")
@pytest.mark.parametrize("phrase", [p for pair in WISHES for p in pair])
def test_each_known_wish_is_soft(box: Box, phrase: str):
    box.submit(f"美国博主，{phrase}" if phrase in dict(WISHES) else f"US creators, {phrase}")
    (span,) = [s for s in box.now["inputs"][0]["spans"] if phrase in s["text"]]
    assert span["role"] == "soft"
    wished = [n for n in box.now["graph"]["nodes"] if n["node_id"] in span["node_ids"]]
    assert wished
    assert {n["strength"] for n in wished} == {"soft"}
    assert {n["effect"] for n in wished} <= {"rank", "none"}
    assert {tuple(c) for c in box.fact("country")} == {("US",)}


@pytest.mark.req("CS-158")
@pytest.mark.parametrize(
    ("text", "phrase"),
    [("美国博主，内容质量高", "内容质量高"), ("US creators, high content quality", "high content quality")],
)
def test_a_mapped_wish_names_its_phrase(box: Box, text: str, phrase: str):
    box.submit(text)
    intent = box.now["inputs"][0]
    (span,) = [s for s in intent["spans"] if phrase in s["text"]]
    derived = [n for n in box.now["graph"]["nodes"] if n["bucket"] == "derived"]
    assert "engagement_rate" in {n["catalogue_field"] for n in derived}
    for node in derived:
        assert (node["effect"], node["source"], node["priority"]) == ("rank", "agent_inferred", "P3")
        assert node["node_id"] in span["node_ids"]
        (origin,) = node["derived_from"]
        intent_id, _, place = origin.partition(":")
        start, end = map(int, place.split("-"))
        assert (intent_id, intent["raw_text"][start:end]) == (intent["intent_id"], phrase)
        assert phrase in node["reason_zh"]
        assert phrase in node["reason_en"]


@pytest.mark.req("CS-159", "CS-160")
def test_a_confirmed_wish_filters_as_the_persons_own_condition(box: Box):
    box.submit("美国博主，性价比高")
    before = box.now["results"]["total"]
    wish = box.node("soft_preference")
    assert (wish["status"], wish["effect"]) == ("pending", "none")
    assert (
        box.notice("MSG_SOFT_REFERENCE")["zh"] == "待澄清：你说的“性价比高”目前会先作为参考，不直接过滤结果"
    )
    asked = box.now["question"]
    assert asked["topic_key"] == "soft:性价比高"
    (number,) = [i for i, o in enumerate(asked["options"]) if o["patch"]["put"][0]["field"] == "avg_views"]
    option = asked["options"][number]
    assert (option["label_zh"], option["label_en"]) == ("平均播放：≥ 5,000", "Average views: ≥ 5,000")
    box.answer(number)
    node = box.node("avg_views")
    assert (node["node_id"], node["value"]) == (wish["node_id"], {"min": 5_000, "max": None})
    assert (node["status"], node["effect"], node["strength"]) == ("effective", "filter", "hard")
    assert (node["source"], node["source_zh"]) == ("user_input", "用户输入")
    assert min(box.fact("avg_views")) >= 5_000
    assert box.now["results"]["total"] == option["expected_count"] < before
    assert "MSG_SOFT_REFERENCE" not in box.codes()
    assert box.now["question"] is None
    assert box.now["question_log"][-1]["outcome"] == "answered"


@pytest.mark.req("CS-163", "CS-164")
def test_what_the_anchor_does_not_meet_filters_the_others(box: Box):
    box.submit(f"{ABC} 粉丝 1w-5w")
    pinned = box.now["results"]["pinned"]
    assert (pinned["handle"], pinned["facts"]["followers"]["value"]) == ("abc", 2_000_000)
    assert box.items()
    assert min(box.fact("followers")) >= 10_000
    assert max(box.fact("followers")) <= 50_000
    (line,) = [x for x in box.now["summary"]["lines"] if x["kind"] == "anchor_outside"]
    assert line["zh"] == "锚点频道不符合“粉丝数：10,000–50,000”，仍作为参考置顶"
    assert line["en"] == "The anchor does not meet “Followers: 10,000–50,000”; it stays on top as reference"
    assert box.notice("MSG_ANCHOR_OUTSIDE")["node_ids"] == [box.node("followers")["node_id"]]


@pytest.mark.req("CS-164")
def test_a_conflict_is_searched_before_it_is_repaired(box: Box):
    at_once = box.submit(f"{ABC} 粉丝 9 亿以上", wait=0)
    assert (at_once["question"], at_once["repair"]["repair_reason"]) == (None, None)
    box.rest()
    assert (box.state, box.now["applied_seq"]) == (("expanded_repair", "empty_repair"), 1)
    assert box.pinned() == "abc"
