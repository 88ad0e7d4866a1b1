"""Links over HTTP: what the box shows while one is identified, as a badge, and when it fails (section 10)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.integration.links.platforms import Platforms
from tests.spec.box import Box
from tests.spec.conftest import Running

ABC = "https://www.youtube.com/@abc"
XYZ = "https://www.youtube.com/@xyz"
DEAD = "https://www.youtube.com/@no-such-channel"
FIX, REMOVE, SWITCH = "A_REPAIR_FIX_URL", "A_REPAIR_REMOVE_ANCHOR_KEEP_KEYWORDS", "A_REPAIR_SWITCH_TO_NL"

FAILURES = [
    (
        "https://www.instagram.com/abc/", "url_mismatch", None, "MSG_URL_MISMATCH",
        "当前在 YouTube 频道搜索页，该链接属于 Instagram",
        "You are on the YouTube channel search page; this link belongs to Instagram",
    ),
    (
        "https://www.youtube.com/@", "url_invalid", "incomplete", "MSG_URL_INCOMPLETE",
        "当前无法识别该链接，可直接粘贴频道主页链接或只输入频道名",
        "This link cannot be recognised. Paste a channel home page link or just type the channel name",
    ),
    (
        "https://www.youtube.com/feed/trending", "url_unsupported", None, "MSG_URL_UNSUPPORTED",
        "当前版本不支持用该类链接起搜", "This version cannot start a search from this type of link",
    ),
    (
        "https://example.com/x", "url_unsupported", None, "MSG_URL_UNSUPPORTED",
        "当前版本不支持用该类链接起搜", "This version cannot start a search from this type of link",
    ),
    (
        DEAD, "url_invalid", "dead", "MSG_URL_DEAD",
        "未能识别该链接对应的频道", "No channel could be found for this link",
    ),
]  # fmt: skip


@pytest.fixture
def online(asking: Running, youtube: Platforms) -> Box:
    """A new search on the YouTube page of a server that can ask YouTube."""
    return Box(asking.http)


def row_texts(box: Box) -> list[str]:
    """Everything that the row shows as main text."""
    shown = {n["node_id"]: n["label_zh"] for n in box.now["graph"]["nodes"]}
    return [*(shown[i] for i in box.now["editor"]["items"]), box.now["editor"]["draft_text"]]


@pytest.mark.req("CS-113")
def test_identifying_shows_in_the_row_alone_and_blocks_nothing(asking: Running, slow: threading.Event):
    box = Box(asking.http)
    box.act("type", text=DEAD)
    before = box.now["layout"]
    box.submit(DEAD, wait=0)
    assert box.state == ("compact_resolving", "retrieving")
    assert box.now["layout"] == before == ["row", "controls"]
    assert (box.now["url"]["progress_zh"], box.now["url"]["progress_en"]) == (
        "正在识别链接",
        "Identifying link",
    )
    assert row_texts(box) == [DEAD]
    typed = box.act("type", text=DEAD + " swim", wait=0)
    assert typed["editor"]["draft_text"] == DEAD + " swim"
    slow.set()
    box.act("type", text="swim")
    assert (box.now["editor"]["draft_text"], box.state) == ("swim", ("compact_classic", "idle"))
    assert box.now["url"] is None or box.now["url"]["progress_zh"] is None


@pytest.mark.req("CS-114", "CS-115")
def test_an_exact_link_becomes_one_badge(box: Box):
    box.submit(ABC)
    assert row_texts(box) == ["@abc", ""]
    badge = box.node("anchor")
    assert box.now["editor"]["items"] == [badge["node_id"]]
    assert badge["value"]["handle"] == "abc"
    assert badge["value"]["title"] == "ABC Swimming"
    assert badge["value"]["source_url"] == ABC
    assert (box.now["editor"]["input_state"], box.now["editor"]["has_anchor"]) == ("committed_anchor", True)
    assert box.state == ("compact_classic", "results_ready")


@pytest.mark.req("CS-116", "CS-117")
def test_the_badge_is_the_same_in_the_grown_box(box: Box):
    box.submit(ABC)
    before, container = box.node("anchor"), box.now["container"]
    box.submit("要美国的，粉丝 1w+")
    assert (container, box.now["container"]) == ("compact_classic", "expanded_agent")
    assert box.node("anchor") == before
    assert box.now["editor"]["items"][0] == before["node_id"]
    assert box.now["layout"][0] == "row"
    assert box.pinned() == "abc"


@pytest.mark.req("CS-118", "CS-119", "CS-120", "CS-121", "CS-123", "CS-124")
@pytest.mark.parametrize(("url", "reason", "failure", "code", "zh", "en"), FAILURES)
def test_a_failed_link_is_repaired_in_the_box(
    online: Box, url: str, reason: str, failure: str | None, code: str, zh: str, en: str
):
    here = online.now["session_id"], online.now["platform"]
    online.submit(url)
    assert online.state == ("expanded_repair", "empty_repair")
    assert online.now["repair"]["repair_reason"] == reason
    assert online.now["url"]["failure"] == failure
    (said,) = online.now["notices"]
    assert (said["code"], said["zh"], said["en"], said["part"]) == (code, zh, en, "repair")
    assert online.now["layout"] == ["row", "summary", "repair", "controls"]
    assert (online.now["question"], online.now["repair"]["suggestions"]) == (None, [])
    assert online.now["repair"]["offered"] == [FIX, REMOVE, SWITCH]
    assert said["choices"] == []
    assert online.now["alternative"] is None
    assert (online.now["session_id"], online.now["platform"]) == here
    assert online.now["search_seq"] == 0
    assert online.now["editor"]["url_draft"] == url


@pytest.mark.req("CS-122", "CS-124")
def test_a_link_that_takes_too_long_can_be_tried_again(
    inquiring: Callable[..., Running], slow: threading.Event
):
    box = Box(inquiring(url_resolve_timeout_s=0.3).http)
    box.submit(DEAD)
    assert box.state == ("expanded_repair", "empty_repair")
    assert (box.now["url"]["state"], box.now["url"]["failure"]) == ("resolved_invalid", "timeout")
    said = box.notice("MSG_URL_TIMEOUT")
    assert said["zh"] == "识别该链接超时，可重试或修改链接"
    assert said["en"] == "Identifying this link took too long. Retry or change the link"
    assert [c["action"] for c in said["choices"]] == [{"action": "retry"}]
    assert box.now["repair"]["offered"] == [FIX, REMOVE, SWITCH]
    slow.set()
    box.choose("MSG_URL_TIMEOUT", "重试")
    assert box.codes() == ["MSG_URL_DEAD"]


@pytest.mark.req("CS-125", "CS-126")
def test_beside_a_failed_link_the_keywords_stay_searchable(online: Box):
    online.submit(f"swim vest {DEAD}")
    assert online.state == ("expanded_repair", "empty_repair")
    assert (online.node("keyword")["label_zh"], online.node("keyword")["status"]) == (
        "swim vest",
        "effective",
    )
    assert online.codes() == ["MSG_URL_DEAD"]
    assert online.now["graph"]["conflicts"] == []
    assert online.now["search_seq"] == 0
    online.act(REMOVE)
    assert online.state == ("compact_classic", "results_ready")
    assert online.items()
    assert all("swim vest" in item["tags"] for item in online.items())


@pytest.mark.req("CS-127")
def test_a_second_link_waits_for_a_choice(box: Box):
    box.submit(ABC)
    found = box.handles()
    box.submit(XYZ)
    said = box.notice("MSG_SECOND_ANCHOR")
    assert said["zh"] == "已有锚点 @abc，要替换为新链接吗？"
    assert said["en"] == "You already have the anchor @abc. Replace it with the new link?"
    assert [(c["label_zh"], c["label_en"]) for c in said["choices"]] == [
        ("替换", "Replace"),
        ("保留原锚点", "Keep"),
        ("清空锚点", "Clear anchor"),
    ]
    assert (box.pinned(), box.handles(), box.now["search_seq"]) == ("abc", found, 1)
    assert box.now["editor"]["pending_anchor_url"] == XYZ
    assert "messages" in box.now["layout"]


def second(box: Box, url: str, choice: str) -> None:
    box.submit("swim vest")
    box.submit(ABC)
    box.submit(url)
    box.choose("MSG_SECOND_ANCHOR", choice)
    assert [n["label_zh"] for n in box.nodes("keyword")] == ["swim vest"]


@pytest.mark.req("CS-128")
def test_each_choice_between_two_links(online: Box):
    second(online, DEAD, "替换")
    assert online.pinned() == "abc"
    assert online.notice("MSG_URL_DEAD")
    online.reset()
    second(online, XYZ, "替换")
    assert (online.pinned(), online.node("anchor")["label_zh"]) == ("xyz", "@xyz")
    online.reset()
    second(online, XYZ, "保留原锚点")
    assert online.pinned() == "abc"
    assert online.now["editor"]["draft_text"] == ""
    online.reset()
    second(online, XYZ, "清空锚点")
    assert (online.pinned(), online.nodes("anchor")) == (None, [])


@pytest.mark.req("CS-129")
@pytest.mark.parametrize("text", [f"{ABC} {XYZ}", f"{XYZ} {ABC}"])
def test_of_two_links_in_one_text_the_first_is_searched(box: Box, text: str):
    first, other = text.split()
    box.submit(text)
    assert box.node("anchor")["value"]["source_url"] == first
    (waits,) = [s for s in box.now["inputs"][0]["spans"] if s["text"] == other]
    assert (waits["status"], waits["role"]) == ("pending", "anchor")
    assert len(box.notice("MSG_SECOND_ANCHOR")["choices"]) == 3


@pytest.mark.req("CS-129")
def test_the_same_channel_twice_is_one_badge_without_a_question(box: Box):
    box.submit(f"{ABC} https://youtube.com/@ABC/videos")
    assert box.node("anchor")["label_zh"] == "@abc"
    assert "MSG_SECOND_ANCHOR" not in box.codes()
    assert box.pinned() == "abc"


def us_and_large(box: Box) -> list[Any]:
    return [("US" in c, f >= 10_000) for c, f in zip(box.fact("country"), box.fact("followers"), strict=True)]


@pytest.mark.req("CS-130")
def test_words_beside_an_exact_link_are_conditions_only(box: Box):
    box.submit(f"{ABC} 美国的，粉丝 1w+")
    assert box.now["container"] == "expanded_agent"
    assert box.node("anchor")["label_zh"] == "@abc"
    locked = box.notice("MSG_TARGET_LOCKED")
    assert (locked["zh"], locked["en"]) == ("精确目标已锁定", "Exact target locked")
    told = box.notice("MSG_ANCHOR_LOCKED")
    assert told["zh"] == (
        "已按 URL 锁定频道：@abc。相似频道由该锚点召回；其他描述只作为条件或参考，不会自动扩展为“找类似频道”"
    )
    assert told["en"] == (
        "Channel locked by URL: @abc. Similar channels come from this anchor; the rest of your text only "
        "acts as conditions or reference and is not expanded into “find similar channels”"
    )
    assert {(n["field"], n["status"]) for n in box.now["graph"]["nodes"]} == {
        ("anchor", "effective"),
        ("region", "effective"),
        ("followers", "effective"),
    }
    assert box.items()
    assert set(us_and_large(box)) == {(True, True)}


@pytest.mark.req("CS-131")
@pytest.mark.parametrize("text", [f"找和 {ABC} 类似的频道", f"find channels like {ABC}"])
def test_asking_for_similar_ones_widens_nothing(box: Box, text: str):
    box.submit(ABC)
    plain = box.handles(), box.now["results"]["total"]
    box.reset()
    box.submit(text)
    assert (box.handles(), box.now["results"]["total"]) == plain
    aside = [s for s in box.now["inputs"][0]["spans"] if s["status"] == "reference"]
    assert aside
    assert all(s["note_zh"] and s["note_en"] for s in aside)
