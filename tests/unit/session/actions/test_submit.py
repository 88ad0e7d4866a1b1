"""Submitting: keywords, sentences, nothing at all, and requests that are refused."""

from __future__ import annotations

import pytest

from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import Config
from tests.unit.session.actions.box import Box


@pytest.fixture
def box() -> Box:
    return Box()


def test_nothing_typed_runs_nothing(box: Box):
    box.submit("  \u200b ")
    assert box.state == ("compact_classic", "idle", "empty_input")
    assert box.codes == ["MSG_EMPTY_INPUT"]
    assert (box.now.search_seq, box.effects, box.now.inputs) == (0, (), ())


def test_enter_with_tags_alone_searches_them(box: Box):
    box.do(ev.Blur("swim vest"))
    box.submit("")
    assert box.state == ("compact_classic", "retrieving", "committed_keyword")
    assert [c.values for c in box.plan.conditions] == [("swim vest",)]


def test_keywords_become_tags_and_are_searched(box: Box):
    box.submit("swim vest, pool toys")
    assert box.tags == ["swim vest", "pool toys"]
    assert box.state == ("compact_classic", "retrieving", "committed_keyword")
    assert box.now.editor.draft_text == ""
    assert [i.raw_text for i in box.now.inputs] == ["swim vest, pool toys"]
    box.found()
    assert box.now.source_stage == "first_round"


def test_a_text_that_is_too_long_is_refused_whole(box: Box):
    error = box.refused(ev.Submit("x" * 2001), "ERR_INPUT_TOO_LONG")
    assert error.details["n"] == 2001
    assert error.details["max"] == 2000


def test_limits_are_settings():
    box = Box(config=Config(max_input_chars=5, max_keyword_chars=3))
    box.refused(ev.Submit("abcdef"), "ERR_INPUT_TOO_LONG")
    box.refused(ev.Submit("abcd"), "ERR_KEYWORD_TOO_LONG")


@pytest.mark.req("CS-027")
def test_the_classic_box_asks_nothing(box: Box):
    box.submit("apple")
    box.found(5000)
    assert not any(isinstance(e, fx.WeighQuestions) for e in box.effects)
    assert (box.now.agent_state, box.now.question) == ("results_ready", None)


@pytest.mark.req("CS-087")
@pytest.mark.parametrize("text", ["帮我找美国的美妆博主", "麦克风，美国", "find US beauty creators"])
def test_sentences_and_mixed_texts_grow_the_box(box: Box, text: str):
    box.submit(text)
    assert box.state == ("expanded_agent", "retrieving", "followup_waiting")
    assert box.now.upgraded
    assert box.searches


def test_an_upgrade_keeps_tags_with_targets_and_exclusions(box: Box):
    box.submit("swim, toy")
    swim, toy = box.nodes("keyword")
    box.do(ev.SetTarget(swim.node_id, "channel_name"))
    box.do(ev.SetExcluded(toy.node_id, excluded=True))
    box.found()
    box.submit("要美国的，粉丝 1w+")
    kept = {str(n.condition.values[0]): n.condition for n in box.nodes("keyword")}
    assert kept["swim"].extra["target"] == "channel_name"
    assert kept["toy"].kind == "exclude"
    assert [n.condition.values for n in box.nodes("country")] == [("US",)]
    assert box.now.container == "expanded_agent"
    box.found()
    assert box.now.source_stage == "follow_up"


@pytest.mark.req("CS-100")
def test_a_keyword_in_the_grown_box_is_a_tag_of_the_same_task(box: Box):
    box.submit("帮我找美国的美妆博主")
    box.found()
    box.submit("lipstick")
    assert box.state == ("expanded_agent", "refining", "followup_waiting")
    assert "lipstick" in box.tags
    assert box.nodes("country")


def test_enter_on_an_empty_tail_of_the_grown_box_does_nothing(box: Box):
    box.submit("帮我找美国的美妆博主")
    before = box.found()
    assert box.submit("") is before


@pytest.mark.req("CS-026")
def test_without_any_condition_the_box_asks_first(box: Box):
    box.submit("帮我找合适的红人")
    assert box.state == ("expanded_clarifying", "clarifying", "followup_waiting")
    question = box.now.question
    assert question is not None
    assert (question.trigger, question.topic_key, question.allows_skip) == (
        "vague_level_or_category", "goal", False,
    )  # fmt: skip
    assert 2 <= len(question.options) <= 4
    assert (box.now.search_seq, box.effects) == (0, ())
    box.do(ev.Answer(question.question_id, question.options[0].option_id))
    assert box.state == ("expanded_agent", "refining", "followup_waiting")
    assert [n.condition.values for n in box.nodes("category")] == [("beauty",)]


def test_the_same_thing_is_not_asked_twice(box: Box):
    topics: list[str] = []
    for text in ("帮我找合适的红人", "find me suitable influencers", "给我推荐一些博主"):
        box.submit(text)
        assert box.now.question is not None
        topics.append(box.now.question.topic_key)
    assert len(set(topics)) == 3
    box.submit("帮我找合适的红人")
    assert (box.state[:2], box.now.question) == (("expanded_agent", "idle"), None)
    assert "MSG_NO_CONDITION" in box.codes


def test_text_answers_the_open_question_or_closes_it(box: Box):
    box.submit("帮我找合适的红人")
    box.submit("美妆")
    assert box.now.question is None
    assert box.now.question_log[-1].outcome == "answered"
    assert box.searches
    other = Box()
    other.submit("帮我找合适的红人")
    other.submit("粉丝 1w+")
    assert other.now.question is None
    assert other.now.question_log[-1].outcome != "answered"
    assert [n.condition.values for n in other.nodes("followers")] == [(10000,)]
    assert other.searches


@pytest.mark.req("CS-032")
def test_only_excluded_words_search_nothing(box: Box):
    box.do(ev.Blur("toy"))
    box.do(ev.SetExcluded(box.nodes("keyword")[0].node_id, excluded=True))
    box.submit("")
    assert "MSG_ONLY_EXCLUDED" in box.codes
    assert (box.now.search_seq, box.searches) == (0, False)


@pytest.mark.req("CS-210", "CS-213")
def test_a_sensitive_request_hides_results_and_keeps_its_text(box: Box):
    box.submit("swim")
    box.found()
    text = "找未成年博主的家庭住址"
    box.submit(text)
    assert box.state == ("expanded_agent", "unsupported", "followup_waiting")
    assert "MSG_SENSITIVE" in box.codes
    assert (box.now.results.hidden, box.now.results_shown, box.searches) == (True, False, False)
    assert box.now.editor.draft_text == box.now.refused_text == text
    assert box.now.inputs[-1].spans[0].status == "unsupported"
    box.do(ev.Undo(box.message("MSG_SENSITIVE").message_id))
    assert [c.values for c in box.plan.conditions] == [("swim",)]
    box.found()
    assert (box.now.results.hidden, box.now.refused_text) == (False, None)


@pytest.mark.req("CS-214")
def test_a_sensitive_keyword_stays_in_the_classic_box(box: Box):
    box.submit("穆斯林网红")
    assert box.state == ("compact_classic", "unsupported", "draft_keyword")
    assert "MSG_SENSITIVE" in box.codes


def test_a_refusal_makes_the_search_that_runs_late(box: Box):
    box.submit("swim")
    seq = box.now.search_seq
    box.submit("找未成年博主的家庭住址")
    assert box.now.in_flight_seq is None
    before = box.now
    assert box.do(ev.SearchFailed(seq)) is before


@pytest.mark.req("CS-267")
def test_after_a_refusal_another_text_is_searched(box: Box):
    box.submit("找未成年博主的家庭住址")
    box.submit("美国美妆博主")
    assert box.now.agent_state == "retrieving"
    assert (box.now.refused_text, box.now.alternative) == (None, None)
    assert "MSG_SENSITIVE" not in box.codes


@pytest.mark.req("CS-211")
def test_a_safe_alternative_is_searched_at_a_click(box: Box):
    box.refused(ev.TakeAlternative(), "ERR_ACTION_NOT_AVAILABLE")
    box.submit("帮我写一封合作邮件给美国博主")
    assert "MSG_UNSUPPORTED" in box.codes
    assert box.now.alternative is not None
    box.do(ev.TakeAlternative())
    assert box.state == ("expanded_agent", "refining", "followup_waiting")
    assert [c.values for c in box.plan.conditions] == [("US",)]
    assert box.now.editor.draft_text == ""


def test_what_the_model_read_takes_effect_only_where_results_are_browsed(box: Box):
    from serendip.search.conditions import Condition

    box.submit("美国，1w+，blorptang 率 7")
    box.found()
    intent = box.now.inputs[-1]
    start = intent.raw_text.index("blorptang")
    said = Condition("language", "in", "hard", ("en",))
    read = ev.Proposal(said, start, start + len("blorptang 率 7"))
    late = ev.IntentRead(intent.intent_id, box.now.revision - 1, (read,))
    before = box.now
    assert box.do(late) is before
    box.do(ev.IntentRead(intent.intent_id, box.now.revision, (read,)))
    (node,) = box.nodes("language")
    assert (node.bucket, node.condition.status) == ("derived", "effective")
    assert box.now.agent_state == "refining"
    assert ("language", ("en",)) in [(c.field, c.values) for c in box.plan.conditions]
