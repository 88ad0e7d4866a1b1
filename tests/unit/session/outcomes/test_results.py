"""What results, failures and interruptions do to a session."""

from __future__ import annotations

import pytest

from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import Graph, Results
from tests.unit.session.outcomes.steps import ABC, DESCRIBE, Run, question, way

SENTENCE = "帮我找美国的美妆博主，粉丝 5k 以上"


@pytest.mark.req("CS-024", "CS-103")
def test_results_come_before_questions_are_even_weighed():
    run = Run().submit(SENTENCE)
    assert [type(e) for e in run.effects] == [fx.RunSearch]
    assert run.state == ("expanded_agent", "retrieving")
    run.found(60)
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.source_stage == "first_round"
    assert run.session.applied_seq == run.session.search_seq == 1
    assert run.one(fx.WeighQuestions).revision == run.session.revision
    run.weigh(question("region", 0.8))
    assert run.state == ("expanded_clarifying", "clarifying")


@pytest.mark.req("CS-025", "CS-164")
@pytest.mark.parametrize("text", ["帮我找高级感的美妆博主", "find beauty creators with a premium look"])
def test_vagueness_delays_no_search(text: str):
    run = Run().submit(text)
    assert run.one(fx.RunSearch).seq == 1
    assert run.session.question is None


@pytest.mark.req("CS-027")
def test_the_classic_box_weighs_no_question_and_takes_none():
    run = Run().submit("apple").found(600)
    assert run.effects == ()
    before = run.session
    assert run.weigh(question("region", 0.9)).session is before


@pytest.mark.req("CS-247")
def test_an_older_search_changes_nothing_even_when_the_newer_one_failed():
    run = Run().submit("swim vest")
    late = ev.Searched(1, Results(1, 1, items=({"id": 1},), total=1))
    run.submit("pool toys")
    before = run.session
    assert run.do(late).session is before
    run.do(ev.SearchFailed(2))
    before = run.session
    assert run.do(late).session is before
    assert run.session.results.items == ()


@pytest.mark.req("CS-262")
def test_the_stage_says_how_the_results_came_about():
    run = Run().submit(SENTENCE).found(60)
    stages = [run.session.source_stage]
    for step in (ev.Submit("再加英国"), ev.SetFilter("followers", {"min": 9000, "max": None})):
        run.do(step).found(50)
        stages.append(run.session.source_stage)
    run.weigh(question("conflict:c1", 1.0, "conflict"))
    asked = run.session.question
    assert asked is not None
    run.do(ev.Answer(asked.question_id, asked.options[0].option_id)).found(40)
    stages.append(run.session.source_stage)
    assert stages == ["first_round", "follow_up", "condition_edit", "clarification_answer"]


@pytest.mark.req("CS-090", "CS-187")
def test_nothing_found_opens_the_repair_with_tags_kept():
    run = Run().submit("qzxqzx")
    run.found(0, way(run.node("keyword")))
    assert run.state == ("expanded_repair", "empty_repair")
    assert run.session.repair.repair_reason == "zero_results"
    assert "MSG_NO_RECALL" in run.codes
    assert [n.condition.values for n in run.session.graph.keywords] == [("qzxqzx",)]
    assert run.session.results.zero_kind == "no_recall"
    assert run.one(fx.WeighQuestions).plan.nodes


@pytest.mark.req("CS-089")
def test_a_sentence_without_results_opens_the_repair_too():
    run = Run().submit(SENTENCE).found(0, DESCRIBE)
    assert run.state == ("expanded_repair", "empty_repair")


def test_conditions_that_exclude_each_other_are_named_as_the_reason():
    run = Run().submit("粉丝 5w 以上且 1w 以下").found(0, DESCRIBE)
    assert run.session.repair.repair_reason == "condition_conflict"


@pytest.mark.req("CS-191", "CS-259")
def test_few_similar_channels_raise_the_hint_and_nothing_else():
    run = Run().anchor().found(2)
    assert run.state == ("compact_classic", "results_ready")
    assert len(run.session.results.items) == 2
    repair = run.session.repair
    assert (repair.repair_reason, repair.repair_hint_visible) == ("low_recall", True)
    assert run.effects == ()
    (hint,) = [m for m in run.session.notices if m.code == "MSG_LOW_RECALL"]
    assert [c.action["action"] for c in hint.choices] == [
        "A_HINT_OPEN_REPAIR_LOW_RECALL",
        "A_HINT_DISMISS_LOW_RECALL",
    ]


def test_few_similar_channels_ask_nothing_in_the_grown_box_either():
    run = Run().anchor().found(60).submit("美国的，粉丝 1w+").found(2)
    assert run.session.repair.repair_reason == "low_recall"
    assert run.effects == ()
    before = run.session
    assert run.weigh(question("region", 0.9)).session is before


@pytest.mark.req("CS-260")
@pytest.mark.parametrize(
    ("total", "median", "off", "low"),
    [(5, 0.8, False, True), (6, 0.8, False, False), (30, 0.2, False, True), (30, 0.35, False, False),
     (2, None, True, False)],
)  # fmt: skip
def test_low_recall_is_a_matter_of_number_and_similarity(total: int, median: float, off: bool, low: bool):
    run = Run().anchor().found(total, median_similarity=median, similarity_off=off)
    assert (run.session.repair.repair_reason == "low_recall") is low


@pytest.mark.req("CS-260")
def test_a_keyword_search_is_never_low():
    assert Run().submit("swim vest").found(2).session.repair.repair_reason is None


@pytest.mark.req("CS-194")
def test_no_similar_channel_at_all_is_no_recall_and_the_anchor_stays():
    run = Run().anchor().found(0, DESCRIBE)
    assert run.state == ("expanded_repair", "empty_repair")
    assert run.session.repair.repair_reason == "zero_results"
    assert run.view.results.pinned == {"label": "@abc"}


@pytest.mark.req("CS-163", "CS-142")
def test_conditions_that_the_anchor_does_not_meet_are_told_one_by_one():
    run = Run().anchor(f"{ABC} 粉丝 1w-5w")
    node = run.node("followers")
    run.found(40, outside=(node.node_id,))
    (said,) = [m for m in run.session.notices if m.code == "MSG_ANCHOR_OUTSIDE"]
    assert said.node_ids == (node.node_id,)
    assert "10,000–50,000" in said.zh
    assert run.session.graph.anchor is not None
    assert any(line.kind == "anchor_outside" for line in run.view.summary.lines)
    run.do(ev.Remove(node.node_id))
    assert not any(line.kind == "anchor_outside" for line in run.view.summary.lines)


def test_unknown_values_are_counted_and_one_click_away():
    run = Run().submit(SENTENCE).found(40, unknown=37, unknown_fields=("country",))
    (said,) = [m for m in run.session.notices if m.code == "MSG_UNKNOWN_LEFT_OUT"]
    assert "37" in said.zh
    assert "国家/地区" in said.zh
    assert dict(said.choices[0].action) == {"action": "set_unknown", "unknown": "include"}
    run.do(ev.SetUnknown("include")).found(77, unknown=37, unknown_fields=("country",))
    assert "MSG_UNKNOWN_LEFT_OUT" not in run.codes


def test_what_nothing_can_be_compared_with_is_said_to_be_a_reference():
    run = Run().submit(SENTENCE)
    node = run.node("followers")
    run.found(40, unexecuted=(node.node_id,))
    assert run.node("followers").condition.status == "reference"
    assert run.node("followers").condition.note_en
    assert node.node_id in {i.node_id for i in run.view.summary.reference}


def test_when_nothing_of_it_could_be_searched_the_box_is_idle_again():
    run = Run().submit("粉丝 1w+")
    run.found(3, unexecuted=(run.node("followers").node_id,))
    assert run.state == ("expanded_agent", "idle")
    assert run.view.results.zero_kind == "no_condition"
    assert "MSG_NO_CONDITION" in run.codes


@pytest.mark.req("CS-106", "CS-255")
def test_a_failed_search_costs_nothing_and_can_be_run_again():
    run = Run().submit(SENTENCE)
    graph: Graph = run.session.graph
    run.do(ev.SearchFailed(1))
    assert run.state == ("expanded_agent", "idle")
    assert run.session.graph == graph
    (said,) = [m for m in run.session.notices if m.code == "MSG_SEARCH_FAILED"]
    assert (said.zh, said.en) == (
        "搜索失败，条件已保留，可重试",
        "Search failed. Your conditions are kept; retry",
    )
    run.do(ev.Retry()).found(30)
    assert run.state == ("expanded_agent", "results_ready")
    assert "MSG_SEARCH_FAILED" not in run.codes
    assert run.session.source_stage == "first_round"


@pytest.mark.req("CS-106")
def test_a_failure_leaves_earlier_results_shown_and_marked_stale():
    run = Run().submit(SENTENCE).found(30)
    shown = run.session.results.items
    run.submit("再加英国").do(ev.SearchFailed(2))
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.results.items == shown
    assert run.session.results_stale


def test_a_failed_repair_search_leaves_the_repair_as_it_was():
    run = Run().submit("qzxqzx, abc")
    ways = way(run.session.graph.keywords[0])
    run.found(0, ways).do(ev.ApplySuggestion("s1"))
    assert run.state == ("expanded_repair", "refining")
    run.do(ev.SearchFailed(2))
    assert run.state == ("expanded_repair", "empty_repair")
    assert run.session.repair.suggestions == (ways,)
    run.do(ev.Retry()).found(9)
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.source_stage == "post_repair"


def test_another_page_replaces_the_rows_and_no_state():
    run = Run().submit("swim vest").found(60)
    run.do(ev.Page(2))
    asked = run.one(fx.LoadList)
    page = Results(1, asked.revision, items=({"id": 21},), total=60, page=2, cursors=(None, "c2"))
    run.do(ev.Listed(1, page))
    assert run.state == ("compact_classic", "results_ready")
    assert run.view.results.items == ({"id": 21},)
    assert run.session.results.graph_revision == 1
    assert run.session.results.cursors == (None, "c2")


def test_an_older_page_does_not_overwrite_a_newer_one():
    run = Run().submit("swim vest").found(60)
    first = run.do(ev.Page(2)).one(fx.LoadList).revision
    second = run.do(ev.Sort("followers")).one(fx.LoadList).revision
    run.do(ev.Listed(1, Results(1, second, items=({"id": 5},), total=60)))
    before = run.session
    late = ev.Listed(1, Results(1, first, items=({"id": 21},), total=60, page=2))
    assert run.do(late).session is before


def test_a_page_that_fails_to_load_leaves_the_list():
    run = Run().submit("swim vest").found(60).do(ev.Page(2))
    shown = run.session.results
    run.do(ev.ListFailed(1))
    assert run.session.results == shown
    assert run.state == ("compact_classic", "results_ready")
    (said,) = [m for m in run.session.notices if m.code == "MSG_SEARCH_FAILED"]
    assert dict(said.choices[0].action) == {"action": "page", "page": 1}
    before = run.session
    assert run.do(ev.ListFailed(7)).session is before


def test_an_interrupted_search_waits_for_one_click():
    run = Run().submit("swim vest").do(ev.Interrupted())
    assert run.state == ("compact_classic", "idle")
    assert run.codes == ["MSG_SEARCH_INTERRUPTED"]
    run.do(ev.Retry())
    assert run.one(fx.RunSearch).seq == 2


@pytest.mark.parametrize("text", [ABC, f"swim vest {ABC}", f"{ABC} 美国的，粉丝 1w+"])
def test_an_interrupted_link_is_text_again(text: str):
    run = Run().submit(text).do(ev.Interrupted())
    assert run.session.agent_state == "idle"
    assert run.session.url is None
    assert ABC in run.session.editor.draft_text
    (said,) = [m for m in run.session.notices if m.code == "MSG_SEARCH_INTERRUPTED"]
    run.do(ev.Submit(str(said.choices[0].action["text"])))
    assert run.one(fx.ResolveLink).url == ABC


def test_nothing_ran_nothing_is_interrupted():
    run = Run().submit("swim vest").found(9)
    before = run.session
    assert run.do(ev.Interrupted()).session is before


def test_the_model_reads_the_rest_of_a_text_once_and_after_the_results():
    run = Run(model=True).submit("美国，1w+，blorptang 率 7")
    assert [type(e) for e in run.effects] == [fx.RunSearch]
    run.found(60)
    assert run.one(fx.ReadIntent).intent_id == "i1"
    run.submit("再加英国").found(60)
    assert [type(e) for e in run.effects] == [fx.WeighQuestions]


@pytest.mark.parametrize(
    ("text", "total", "offered"),
    [("swim vest", 60, {"add_conditions"}), ("swim vest", 201, {"add_conditions", "smart_search"}),
     ("麦克风 美国", 9, {"add_conditions", "smart_search"})],
)  # fmt: skip
def test_hints_are_offered_after_classic_results(text: str, total: int, offered: set[str]):
    run = Run().submit(text)
    assert run.view.hints == ()
    run.found(total)
    assert {h.hint for h in run.view.hints} == offered
    again = run.submit("").found(60)
    assert "add_conditions" not in {h.hint for h in again.view.hints}


@pytest.mark.req("CS-143")
def test_anchor_and_keyword_are_searched_together_and_judged_afterwards():
    run = Run().anchor(f"quantum chromodynamics {ABC}")
    plan = run.one(fx.RunSearch).plan
    assert plan.anchor is not None
    assert [c.field for c in plan.conditions] == ["keyword"]
    assert run.session.question is None
    assert run.session.repair.repair_reason is None


@pytest.mark.req("CS-033")
def test_a_tag_that_goes_refreshes_at_once():
    run = Run().submit("swim vest, pool toys").found(9)
    gone, left = run.session.graph.keywords
    run.do(ev.Remove(gone.node_id))
    assert run.session.agent_state == "refining"
    assert run.one(fx.RunSearch).seq == 2
    run.found(20)
    assert run.session.agent_state == "results_ready"
    assert run.session.graph.keywords == (left,)
    assert run.session.results.graph_revision == run.session.revision


@pytest.mark.req("CS-159")
def test_a_wish_without_a_mapping_waits_and_is_asked_about_once_after_results():
    run = Run().submit("美国博主，调性合适")
    assert "MSG_SOFT_REFERENCE" in run.codes
    assert [n.effect for n in run.view.graph.nodes if n.field == "soft_preference"] == ["none"]
    wish = question("soft:调性合适", 0.6, "vague_level_or_category")
    run.found(60).weigh(wish)
    assert run.session.question is not None
    run.do(ev.Skip(run.session.question.question_id)).submit("再加英国").found(60).weigh(wish)
    assert run.session.question is None


@pytest.mark.req("CS-102")
def test_with_the_last_condition_gone_the_box_is_idle():
    run = Run().submit("swim vest").found(9)
    run.do(ev.Remove(run.node("keyword").node_id))
    assert run.state == ("compact_classic", "idle")
    assert run.view.results.zero_kind == "no_condition"
    assert run.view.results.items == ()
