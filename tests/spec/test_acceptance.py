"""One scripted run over HTTP for each acceptance point of section 21 (1 to 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.spec.box import Box

SENTENCES = (
    ("zh", "帮我找美国做汽配评测、最近活跃、粉丝 5k-20k 的红人"),
    ("en", "find US car-parts reviewers with 5k-20k followers, recently active"),
)


def shown_values(box: Box, fact: str) -> list[Any]:
    """The value of a fact on every shown row."""
    return [item["facts"][fact]["value"] for item in box.now["results"]["items"]]


@pytest.mark.parametrize(("locale", "text"), SENTENCES)
def test_1_a_search_starts_in_natural_language(open_box: Callable[..., Box], locale: str, text: str):
    box = open_box("youtube", locale)
    box.submit(text)
    assert box.now["container"].startswith("expanded")
    assert box.now["results"]["total"] > 0
    assert {f for followers in shown_values(box, "followers") for f in [5_000 <= followers <= 20_000]} == {
        True
    }
    assert all("US" in country for country in shown_values(box, "country"))
    assert box.node("region")["value"] == ["US"]
    assert box.node("followers")["value"] == {"min": 5000, "max": 20000}
    assert box.node("last_active_days")["source"] == "agent_inferred"
    assert all(item["reasons"] for item in box.now["results"]["items"])


def test_2_results_come_before_any_question(box: Box):
    at_once = box.submit("帮我找高级感的美妆博主", wait=0)
    assert at_once["agent_state"] in {"retrieving", "results_ready", "clarifying"}
    assert at_once["question"] is None or at_once["results"]["items"]
    box.rest()
    assert box.now["results"]["items"]


def test_3_a_question_is_asked_only_when_needed_and_inside_the_box(open_box: Callable[..., Box]):
    vague, plain = open_box("youtube"), open_box("tiktok")
    vague.submit("帮我找合适的红人")
    assert vague.state == ("expanded_clarifying", "clarifying")
    assert vague.now["question"]["options"]
    assert vague.now["search_seq"] == 0
    plain.submit("swim vest")
    assert plain.now["question"] is None
    assert plain.state == ("compact_classic", "results_ready")


def test_4_conditions_are_always_visible_and_editable(box: Box):
    box.submit("帮我找美国的美妆博主，粉丝 5k 以上")
    seen = {n["field"] for n in box.now["graph"]["nodes"]}
    assert {"region", "followers"} <= seen
    node = box.node("followers")
    box.act("edit_condition", node_id=node["node_id"], value={"min": 20_000, "max": None})
    assert box.node("followers")["node_id"] == node["node_id"]
    assert box.node("followers")["bucket"] == "manual"
    assert min(shown_values(box, "followers")) >= 20_000
    before = box.now["results"]["total"]
    box.act("remove", node_id=box.node("region")["node_id"])
    assert not box.nodes("region")
    assert box.now["results"]["total"] >= before


def test_5_filters_sentences_and_chips_stay_in_step_in_one_session(box: Box):
    box.submit("帮我找美国的美妆博主")
    first = box.now["session_id"]
    box.act("set_filter", field="followers", value={"min": 10_000, "max": None})
    box.submit("再加英国")
    assert sorted(box.node("region")["value"]) == ["GB", "US"]
    assert box.node("followers")["source"] == "manual_edit"
    labels = {row["label_zh"] for row in box.now["summary"]["effective"]}
    assert {n["label_zh"] for n in box.now["graph"]["nodes"] if n["status"] == "effective"} == labels
    countries = {c for value in shown_values(box, "country") for c in value}
    assert countries <= {"US", "GB"}
    assert min(shown_values(box, "followers")) >= 10_000
    assert box.now["session_id"] == first
    assert str(box.now["results"]["total"]) in box.now["summary"]["results_zh"]


@pytest.mark.parametrize("text", ["swim vest", "https://www.youtube.com/@abc"])
def test_6_keywords_and_links_are_as_quick_as_before(box: Box, text: str):
    box.submit(text)
    assert box.now["revision"] == 1
    assert box.state == ("compact_classic", "results_ready")
    assert box.now["question"] is None
    assert box.now["results"]["items"]
    assert not box.now["upgraded"]


@pytest.mark.parametrize("text", ["qzxqzx", "帮我找美国的美妆博主，粉丝 9 亿以上"])
def test_7_no_results_lead_to_repair_inside_the_box(box: Box, text: str):
    box.submit(text)
    assert box.state == ("expanded_repair", "empty_repair")
    repair = box.now["repair"]
    assert repair["repair_reason"] in {"zero_results", "condition_conflict"}
    assert 1 <= len(repair["suggestions"]) <= 3
    counted = [s for s in repair["suggestions"] if s["expected_count"] is not None]
    if not counted:
        assert repair["suggestions"][0]["kind"] == "switch_to_nl"
        return
    promised = counted[0]["expected_count"]
    box.act("A_REPAIR_APPLY_SUGGESTION", suggestion_id=counted[0]["suggestion_id"])
    assert box.now["results"]["total"] == promised > 0
    assert box.state[1] in {"results_ready", "clarifying"}
    assert box.now["source_stage"] == "post_repair"
