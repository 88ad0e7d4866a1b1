"""Questions over HTTP: in the box, one at a time, beside the results, ended by what the person does (13)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.spec.box import Box
from tests.spec.conftest import Held, Running

TRIGGERS = {"platform_or_region_scope", "vague_level_or_category", "conflict", "empty_result_fix"}
ASKING = (
    "帮我找合适的红人", "帮我找美妆博主", "美国博主，调性合适", "帮我找最近活跃的头部美妆博主",
    "帮我找美国的美妆博主，粉丝 9 亿以上", "粉丝 5w 以上且 1w 以下", "find beauty creators",
)  # fmt: skip


@pytest.mark.req("CS-165", "CS-166", "CS-167")
@pytest.mark.parametrize("text", ASKING)
def test_a_question_stands_in_the_box_and_nowhere_else(box: Box, text: str):
    quiet = box.now["layout"]
    assert "question" not in quiet
    box.submit(text)
    layout, asked = box.now["layout"], box.now["question"]
    if box.now["agent_state"] != "empty_repair":
        assert asked is not None
    assert layout.count("question") == (asked is not None)
    assert layout[0] == "row"
    assert layout[-1] == "controls"
    assert all(m["part"] in layout for m in box.now["notices"])
    if asked is not None:
        assert box.now["container"] in {"expanded_clarifying", "expanded_repair"}
        assert layout.index("question") > layout.index("summary")
        assert asked["trigger"] in TRIGGERS
        assert asked["text_zh"]
        assert asked["text_en"]
        assert 2 <= len(asked["options"]) <= 4


@pytest.mark.req("CS-104", "CS-105")
def test_results_stay_in_use_while_a_question_is_open(box: Box):
    box.submit("帮我找美妆博主")
    asked = box.now["question"]
    assert asked["allows_skip"]
    first = box.handles()
    box.act("page", page=2)
    assert box.handles() != first
    assert (box.state[1], box.now["question"]) == ("clarifying", asked)
    box.act("sort", sort="followers")
    assert (box.state[1], box.now["question"]) == ("clarifying", asked)
    seq = box.now["search_seq"]
    box.act("skip", question_id=asked["question_id"])
    assert (box.state, box.now["search_seq"]) == (("expanded_agent", "results_ready"), seq)
    assert "question" not in box.now["layout"]
    box.submit("美妆博主")
    assert box.now["question"] is None or box.now["question"]["topic_key"] != asked["topic_key"]


@pytest.mark.req("CS-168", "CS-091")
def test_an_answer_refreshes_at_once(box: Box, server: Running, hold: Callable[..., Held]):
    box.submit("帮我找美妆博主")
    asked, seq = box.now["question"], box.now["search_seq"]
    option = asked["options"][0]
    held = hold(server, "run")
    body = {"question_id": asked["question_id"], "option_id": option["option_id"]}
    box.act("answer", wait=0, **body)
    assert box.state == ("expanded_agent", "refining")
    assert (box.now["question"], box.now["search_seq"]) == (None, seq + 1)
    held.end()
    box.rest()
    assert box.now["source_stage"] == "clarification_answer"
    assert box.now["results"]["total"] == option["expected_count"]
    assert box.node("region")["value"] == option["patch"]["put"][0]["value"]


@pytest.mark.req("CS-169", "CS-170", "CS-171", "CS-091")
def test_words_and_filters_end_a_question(box: Box):
    box.submit("帮我找美妆博主")
    assert box.now["question"]["topic_key"] == "region"
    box.submit("只要美国")
    assert box.node("region")["value"] == ["US"]
    assert box.now["question_log"][0]["outcome"] == "answered"
    box.reset()
    box.submit("帮我找美妆博主")
    box.submit("粉丝 1w+")
    assert box.node("followers")["value"] == {"min": 10_000, "max": None}
    assert box.now["question_log"][0]["outcome"] not in {None, "answered"}
    box.reset()
    box.submit("帮我找美妆博主")
    box.act("set_filter", field="followers", value={"min": 5_000, "max": None})
    assert box.now["question"] is None
    assert box.now["question_log"][0]["outcome"] == "manual_filter"


@pytest.mark.req("CS-174")
def test_a_closed_question_cannot_be_answered(box: Box):
    box.submit("帮我找美妆博主")
    asked = box.now["question"]
    box.answer()
    said = {"question_id": asked["question_id"], "option_id": asked["options"][1]["option_id"]}
    assert box.refused("answer", **said) == "ERR_QUESTION_CLOSED"
