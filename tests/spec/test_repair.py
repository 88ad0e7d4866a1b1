"""Ways out over HTTP: what is offered, what each action does, what stays (section 15)."""

from __future__ import annotations

import pytest

from tests.integration.links.platforms import Platforms
from tests.spec.box import Box
from tests.spec.conftest import Running

ABC = "https://www.youtube.com/@abc"
BONSAI = "https://www.youtube.com/@bonsaiman"
DEAD = "https://www.youtube.com/@no-such-channel"
LONELY = "https://www.youtube.com/@lonely"
LOOM = "https://www.youtube.com/@weaver"
WATCH = "https://www.youtube.com/@watchmaker"

OPEN, DISMISS, CLOSE = "A_HINT_OPEN_REPAIR_LOW_RECALL", "A_HINT_DISMISS_LOW_RECALL", "A_HINT_CLOSE_REPAIR"
FIX, REMOVE, SWITCH = "A_REPAIR_FIX_URL", "A_REPAIR_REMOVE_ANCHOR_KEEP_KEYWORDS", "A_REPAIR_SWITCH_TO_NL"
REPLACE, EXPAND, APPLY = (
    "A_REPAIR_REPLACE_ANCHOR", "A_REPAIR_EXPAND_RECALL_SCOPE", "A_REPAIR_APPLY_SUGGESTION",
)  # fmt: skip


@pytest.fixture
def online(asking: Running, youtube: Platforms) -> Box:
    """A new search on the YouTube page of a server that can ask YouTube."""
    return Box(asking.http)


def recalled(box: Box) -> tuple[str, str, str, str | None]:
    """Where the box stands and what the results came from."""
    return *box.state, box.now["source_stage"], box.now["repair"]["repair_reason"]


@pytest.mark.req("CS-260", "CS-191", "CS-192")
def test_few_similar_channels_are_few_by_number_or_by_likeness(box: Box):
    box.submit(LOOM)
    assert (box.now["results"]["total"], box.now["repair"]["repair_reason"]) == (5, "low_recall")
    assert box.state == ("compact_classic", "results_ready")
    offered = box.now["repair"]["offered"]
    box.submit("weaving")
    assert (box.now["results"]["total"], box.now["repair"]["repair_reason"]) == (5, "low_recall")
    assert box.now["repair"]["offered"] == offered == [OPEN, DISMISS]
    box.reset()
    box.submit(WATCH)
    assert (box.now["results"]["total"], box.now["repair"]["repair_reason"]) == (6, None)
    assert box.now["results"]["median_similarity"] >= 0.8
    box.reset()
    box.submit(BONSAI)
    box.act(EXPAND)
    box.act(EXPAND)
    assert box.now["results"]["total"] > 30
    assert box.now["results"]["median_similarity"] < 0.35
    assert box.now["repair"]["repair_reason"] == "low_recall"
    box.reset()
    box.submit("bonsai")
    assert (box.now["results"]["total"], box.now["repair"]["repair_reason"]) == (3, None)


@pytest.mark.req("CS-193", "CS-195", "CS-196", "CS-197")
def test_the_hint_is_the_second_line_of_the_box(box: Box):
    box.submit(BONSAI)
    assert box.now["layout"] == ["row", "low_recall_hint", "controls"]
    said = box.notice("MSG_LOW_RECALL")
    assert (said["zh"], said["en"], said["part"]) == (
        "相似结果较少，可尝试调整", "Few similar results. Adjust the search?", "low_recall_hint",
    )  # fmt: skip
    assert [c["action"]["action"] for c in said["choices"]] == [OPEN, DISMISS]
    assert len(box.items()) == 2
    box.act("set_filter", field="followers", value={"min": 1, "max": None})
    assert box.now["layout"][:2] == ["row", "low_recall_hint"]
    found = box.handles(), box.now["search_seq"]
    box.act(OPEN)
    assert (box.state, box.now["repair"]["opened_from"]) == (
        ("expanded_repair", "results_ready"), "compact_classic",
    )  # fmt: skip
    assert "low_recall_hint" not in box.now["layout"]
    assert "repair" in box.now["layout"]
    box.act(CLOSE)
    assert box.now["container"] == "compact_classic"
    assert box.now["layout"][:2] == ["row", "low_recall_hint"]
    box.act(DISMISS)
    assert "low_recall_hint" not in box.now["layout"]
    box.act("sort", sort="followers")
    assert "low_recall_hint" not in box.now["layout"]
    assert box.now["repair"]["repair_reason"] == "low_recall"
    assert (sorted(box.handles()), box.now["search_seq"]) == (sorted(found[0]), found[1])
    box.submit("bonsai")
    assert box.now["layout"][:2] == ["row", "low_recall_hint"]


@pytest.mark.req("CS-198", "CS-208")
def test_a_fixed_link_goes_on_with_the_keywords(online: Box):
    online.submit(f"swim {DEAD}")
    online.act(FIX, url="https://www.youtube.com/@nobody-either")
    assert online.state == ("expanded_repair", "empty_repair")
    assert online.codes() == ["MSG_URL_DEAD"]
    online.act(FIX, url=ABC)
    if online.now["question"]:
        online.act("skip", question_id=online.now["question"]["question_id"])
    assert recalled(online) == ("expanded_agent", "results_ready", "post_repair", None)
    assert [n["label_zh"] for n in online.nodes("keyword")] == ["swim"]
    assert online.pinned() == "abc"
    online.submit("pool")
    assert online.now["source_stage"] == "follow_up"


@pytest.mark.req("CS-199")
def test_without_the_link_the_keywords_are_searched_as_they_were(online: Box):
    online.act("blur", text="swim, vest")
    swim, vest = online.nodes("keyword")
    online.act("set_target", node_id=swim["node_id"], target="channel_name")
    online.act("set_excluded", node_id=vest["node_id"], excluded=True)
    online.submit(DEAD)
    assert online.now["container"] == "expanded_repair"
    at_once = online.act(REMOVE, wait=0)
    assert at_once["container"] == "compact_classic"
    online.rest()
    assert recalled(online) == ("compact_classic", "results_ready", "post_repair", None)
    kept = [(n["value"]["text"], n["match_target"], n["excluded"]) for n in online.nodes("keyword")]
    assert kept == [("swim", "channel_name", False), ("vest", "channel_tag", True)]
    assert online.items()
    assert all("Swim" in row["name"] for row in online.items())


@pytest.mark.req("CS-200")
def test_without_the_only_link_nothing_is_left(online: Box):
    online.submit(DEAD)
    online.act(REMOVE)
    assert online.state == ("compact_classic", "idle")
    assert online.now["editor"]["input_state"] == "empty_input"
    assert (online.items(), online.now["results"]["zero_kind"]) == ([], "no_condition")
    assert online.now["layout"][0] == "row"
    assert "repair" not in online.now["layout"]


@pytest.mark.req("CS-201")
def test_conditions_of_a_sentence_keep_the_box_open_without_the_anchor(box: Box):
    box.submit(f"{BONSAI} 美国的")
    assert box.now["repair"]["repair_reason"] in {"low_recall", "zero_results"}
    seq = box.now["search_seq"]
    box.act(REMOVE)
    assert box.now["container"].startswith("expanded")
    assert (box.nodes("anchor"), box.node("region")["value"]) == ([], ["US"])
    assert box.now["search_seq"] == seq + 1
    assert {tuple(c) for c in box.fact("country")} == {("US",)}


@pytest.mark.req("CS-202", "CS-203")
def test_going_on_in_words_keeps_the_keywords(online: Box):
    online.submit(f"swim {DEAD}")
    online.act(SWITCH)
    assert online.state == ("expanded_agent", "idle")
    assert online.now["editor"]["input_state"] == "followup_waiting"
    assert (online.nodes("anchor"), online.now["url"]) == ([], None)
    assert DEAD in online.now["inputs"][0]["raw_text"]
    assert online.notice("MSG_URL_TAKEN_OUT")["can_undo"]
    online.submit("美国的，粉丝 1w+")
    said = {n["field"]: (n["bucket"], n["label_zh"]) for n in online.now["graph"]["nodes"]}
    assert said == {
        "keyword": ("explicit", "swim"),
        "region": ("explicit", "国家/地区：美国"),
        "followers": ("explicit", "粉丝数：≥ 10,000"),
    }
    assert online.items()
    assert all("swim" in row["tags"] for row in online.items())
    assert online.now["source_stage"] == "post_repair"


@pytest.mark.req("CS-203")
def test_going_on_in_words_keeps_a_working_anchor(box: Box):
    box.submit(BONSAI)
    found = box.handles()
    box.act(SWITCH)
    assert box.state == ("expanded_agent", "results_ready")
    assert (box.pinned(), box.handles(), box.node("anchor")["label_zh"]) == (
        "bonsaiman", found, "@bonsaiman",
    )  # fmt: skip


@pytest.mark.req("CS-204")
def test_an_anchor_is_replaced_by_an_exact_one_only(online: Box):
    online.submit(f"bonsai {BONSAI}")
    online.act(OPEN)
    found = online.handles()
    online.act(REPLACE, url=DEAD)
    assert (online.pinned(), online.handles()) == ("bonsaiman", found)
    assert online.notice("MSG_URL_DEAD")["part"] == "repair"
    assert online.now["editor"]["url_draft"] == DEAD
    online.act(REPLACE, url=WATCH)
    assert (online.pinned(), online.node("anchor")["label_zh"]) == ("watchmaker", "@watchmaker")
    assert [n["label_zh"] for n in online.nodes("keyword")] == ["bonsai"]
    assert online.now["source_stage"] == "post_repair"
    assert online.now["recall_scope"] == "standard"


@pytest.mark.req("CS-205", "CS-206", "CS-209")
def test_the_recall_widens_step_by_step_to_its_end(box: Box):
    box.submit(BONSAI)
    box.act(OPEN)
    assert box.now["repair"]["offered"] == [REPLACE, EXPAND, REMOVE, SWITCH, CLOSE]
    box.act(EXPAND)
    assert (box.now["recall_scope"], box.now["results"]["total"]) == ("wide", 3)
    assert recalled(box) == ("expanded_agent", "results_ready", "post_repair", "low_recall")
    assert box.now["repair"]["repair_hint_visible"]
    assert box.now["layout"][:2] == ["row", "low_recall_hint"]
    box.act(EXPAND)
    box.act(OPEN)
    assert box.now["recall_scope"] == "widest"
    assert box.now["repair"]["offered"] == [REPLACE, REMOVE, SWITCH, CLOSE]
    assert box.refused(EXPAND) == "ERR_ACTION_NOT_AVAILABLE"


@pytest.mark.req("CS-206")
def test_what_is_offered_follows_the_reason(online: Box):
    offers: dict[str, list[str]] = {}
    for text in (
        "https://www.instagram.com/abc/", "https://example.com/x", DEAD, "qzxqzx",
        "粉丝 5w 以上且 1w 以下", LONELY,
    ):  # fmt: skip
        online.reset()
        online.submit(text)
        anchored = "anchored " if online.nodes("anchor") else ""
        offers[anchored + online.now["repair"]["repair_reason"]] = online.now["repair"]["offered"]
    link = [FIX, REMOVE, SWITCH]
    assert offers == {
        "url_mismatch": link, "url_unsupported": link, "url_invalid": link,
        "zero_results": [APPLY, SWITCH], "condition_conflict": [APPLY, SWITCH],
        "anchored zero_results": [APPLY, REPLACE, EXPAND, REMOVE, SWITCH],
    }  # fmt: skip


@pytest.mark.req("CS-207")
@pytest.mark.parametrize(
    ("action", "said"),
    [
        (OPEN, {}), (DISMISS, {}), (CLOSE, {}), (FIX, {"url": ABC}), (REMOVE, {}), (SWITCH, {}),
        (REPLACE, {"url": ABC}), (EXPAND, {}), (APPLY, {"suggestion_id": "s1"}),
    ],
)  # fmt: skip
def test_an_action_out_of_place_changes_nothing(box: Box, action: str, said: dict[str, str]):
    box.submit("swim vest")
    revision = box.now["revision"]
    assert box.refused(action, **said) == "ERR_ACTION_NOT_AVAILABLE"
    assert box.now["revision"] == revision


@pytest.mark.req("CS-189", "CS-188", "CS-092")
@pytest.mark.parametrize(
    "text",
    ["pool toys", "qzxqzx, swim", "帮我找美国的美妆博主，粉丝 9 亿以上", "德国的泳衣博主，近 1 天活跃"],
)
def test_a_counted_suggestion_keeps_its_word(box: Box, text: str):
    box.submit(text)
    assert box.state == ("expanded_repair", "empty_repair")
    offers = box.now["repair"]["suggestions"]
    assert 1 <= len(offers) <= 3
    for number, offer in enumerate(offers):
        assert offer["label_zh"]
        assert offer["label_en"]
        assert offer["expected_count"] > 0
        box.reset()
        box.submit(text)
        same = box.now["repair"]["suggestions"][number]
        box.act(APPLY, suggestion_id=same["suggestion_id"])
        assert box.now["results"]["total"] == offer["expected_count"]
        assert box.now["source_stage"] == "post_repair"
        assert box.now["container"] in {"expanded_agent", "expanded_clarifying"}
