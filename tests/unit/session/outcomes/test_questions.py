"""Which question is asked, what answers do, and where the asking ends."""

from __future__ import annotations

import pytest

from serendip.core.errors import InputError
from serendip.search.conditions import Condition
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import Patch, Question
from tests.unit.session.outcomes.steps import DESCRIBE, Run, option, question

BEAUTY = "帮我找美妆博主"


def asked(run: Run) -> Question:
    """The open question."""
    assert run.session.question is not None
    return run.session.question


def clarifying(*questions: Question, text: str = BEAUTY) -> Run:
    """A sentence with many results, and a question about the country unless others are given."""
    run = Run().submit(text).found(60).weigh(*(questions or (question("region", 0.8),)))
    assert run.state == ("expanded_clarifying", "clarifying")
    return run


@pytest.mark.req("CS-088")
def test_only_an_ambiguity_that_matters_is_asked_about():
    low = Run().submit(BEAUTY).found(60).weigh(question("region", 0.1))
    assert low.state == ("expanded_agent", "results_ready")
    assert [q.outcome for q in low.session.question_log] == ["low_value"]
    assert clarifying(question("region", 0.4)).session.question is not None


@pytest.mark.req("CS-166")
def test_the_most_valuable_question_alone_is_asked():
    run = clarifying(*(question(f"t{i}", i) for i in (0.5, 0.9, 0.7)))
    assert asked(run).impact == 0.9


@pytest.mark.req("CS-165", "CS-166")
def test_the_order_of_value_comes_before_the_impact():
    kinds = [
        question("soft:性价比高", 1.0, "vague_level_or_category"),
        question("followers", 0.9, "vague_level_or_category"),
        question("region", 0.8),
        question("conflict:c1", 0.1, "conflict"),
    ]
    order = [asked(clarifying(*kinds[: n + 1])).topic_key for n in range(4)]
    assert order == [q.topic_key for q in kinds]


@pytest.mark.req("CS-168")
def test_an_answer_searches_at_once_as_the_persons_own_condition():
    run = clarifying()
    run.do(ev.Answer(asked(run).question_id, "United States"))
    assert run.state == ("expanded_agent", "refining")
    assert run.session.question is None
    assert run.session.question_log[-1].outcome == "answered"
    node = run.node("country")
    assert (node.bucket, node.asked, node.condition.source) == ("explicit", True, "explicit")
    assert run.view.graph.nodes[-1].source == "user_input"
    assert node.condition in run.one(fx.RunSearch).plan.conditions
    run.found(30)
    assert run.session.source_stage == "clarification_answer"


@pytest.mark.req("CS-160")
def test_a_confirmed_wish_filters_and_is_shown_as_said():
    views = option(
        "均播 5000+", "avg views 5000+", Condition("avg_views", "gte", "hard", (5000,), source="derived")
    )
    run = clarifying(
        question("soft:性价比高", 0.6, "vague_level_or_category", views, views), text="美国博主，性价比高"
    )
    run.do(ev.Answer(asked(run).question_id, "avg views 5000+"))
    shown = next(n for n in run.view.graph.nodes if n.field == "avg_views")
    assert (shown.value.min, shown.effect, shown.source, shown.status) == (
        5000,
        "filter",
        "user_input",
        "effective",
    )


@pytest.mark.req("CS-169")
@pytest.mark.parametrize("text", ["只要美国", "only the US", "美国", "United States", "美国。"])
@pytest.mark.parametrize("as_answer", [True, False])
def test_words_can_answer(text: str, as_answer: bool):
    run = clarifying()
    run.do(ev.Answer(asked(run).question_id, text=text) if as_answer else ev.Submit(text))
    assert run.session.question_log[-1].outcome == "answered"
    assert run.node("country").condition.values == ("US",)
    assert run.session.inputs[-1].origin == "answer"
    assert run.session.inputs[-1].raw_text == text
    assert run.session.editor.draft_text == ""
    run.found(30)
    assert run.session.source_stage == "clarification_answer"


def test_a_bare_number_answers_a_question_about_a_figure():
    size = option("1 万以上", "10k and more", Condition("followers", "gte", "hard", (10_000,)))
    run = clarifying(question("followers", 0.6, "vague_level_or_category", size, size))
    run.do(ev.Answer(asked(run).question_id, text="5000"))
    assert run.node("followers").condition.values == (5000,)
    (span,) = run.session.inputs[-1].spans
    assert (span.text, span.status, span.node_ids) == ("5000", "effective", (run.node("followers").node_id,))


@pytest.mark.req("CS-170")
@pytest.mark.parametrize("as_answer", [True, False])
def test_words_that_do_not_answer_are_a_follow_up(as_answer: bool):
    run = clarifying()
    run.do(ev.Answer(asked(run).question_id, text="粉丝 1w+") if as_answer else ev.Submit("粉丝 1w+"))
    assert run.node("followers").condition.values == (10_000,)
    assert run.session.question is None
    assert run.session.question_log[-1].outcome != "answered"
    run.found(50)
    assert run.session.source_stage == "follow_up"
    run.weigh(question("region", 0.8))
    assert asked(run).topic_key == "region"


@pytest.mark.req("CS-171", "CS-091")
def test_a_filter_ends_the_asking():
    run = clarifying()
    run.do(ev.SetFilter("followers", {"min": 10_000, "max": None}))
    assert run.state == ("expanded_agent", "refining")
    assert run.session.question_log[-1].outcome == "manual_filter"
    run.found(40).weigh(question("followers", 0.9))
    assert run.state == ("expanded_agent", "results_ready")
    run.weigh(question("conflict:c9", 0.1, "conflict"))
    assert asked(run).trigger == "conflict"


@pytest.mark.req("CS-172")
@pytest.mark.parametrize(("impact", "outcome"), [(0.1, "low_value"), (0.9, "results_browsable")])
def test_the_asking_ends_when_the_results_can_be_browsed_or_little_would_change(impact: float, outcome: str):
    run = clarifying()
    run.do(ev.Answer(asked(run).question_id, "United States")).found(50)
    run.weigh(question("followers", impact))
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.question_log[-1].outcome == outcome


def test_few_results_after_an_answer_may_be_asked_about_again():
    run = clarifying()
    run.do(ev.Answer(asked(run).question_id, "United States")).found(9)
    run.weigh(question("followers", 0.9))
    assert asked(run).topic_key == "followers"


@pytest.mark.req("CS-105")
def test_a_skipped_question_costs_no_search():
    run = clarifying()
    before = run.session.search_seq
    run.do(ev.Skip(asked(run).question_id))
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.search_seq == before
    assert run.one(fx.WeighQuestions).revision == run.session.revision
    run.weigh(question("region", 0.9))
    assert run.session.question is None


@pytest.mark.req("CS-173")
def test_a_topic_comes_back_only_when_its_condition_was_changed():
    run = clarifying()
    run.do(ev.Skip(asked(run).question_id)).submit("粉丝 1w+").found(60)
    assert run.weigh(question("region", 0.9)).session.question is None
    run.submit("再加英国").found(60).weigh(question("region", 0.9))
    assert asked(run).topic_key == "region"


@pytest.mark.req("CS-173")
def test_the_third_question_of_a_text_is_the_last():
    run = Run().submit(BEAUTY).found(60)
    for number in range(3):
        run.weigh(question(f"topic{number}", 0.9))
        run.do(ev.Skip(asked(run).question_id))
    run.weigh(question("topic3", 0.9))
    assert run.session.question is None
    run.submit("再加英国").found(60).weigh(question("topic4", 0.9))
    assert asked(run).topic_key == "topic4"


@pytest.mark.req("CS-174")
def test_an_answer_to_a_closed_question_changes_nothing():
    run = clarifying()
    first = asked(run).question_id
    run.do(ev.Answer(first, "United States"))
    before = run.session
    for late in (ev.Answer(first, "United Kingdom"), ev.Answer(first, text="英国"), ev.Skip("q0")):
        with pytest.raises(InputError) as refused:
            run.do(late)
        assert refused.value.code == "ERR_QUESTION_CLOSED"
    assert run.session is before


@pytest.mark.parametrize("said", [{}, {"text": "  "}, {"option_id": "o77"}])
def test_an_answer_must_be_an_option_or_words(said: dict[str, str]):
    run = clarifying()
    with pytest.raises(InputError) as refused:
        run.do(ev.Answer(asked(run).question_id, **said))
    assert refused.value.code == "ERR_INVALID_VALUE"


@pytest.mark.req("CS-026", "CS-102")
def test_without_anything_to_search_a_question_comes_first_and_cannot_be_skipped():
    run = Run().submit("帮我找合适的红人")
    assert run.state == ("expanded_clarifying", "clarifying")
    assert run.session.search_seq == 0
    assert run.view.results.zero_kind == "no_condition"
    with pytest.raises(InputError) as refused:
        run.do(ev.Skip(asked(run).question_id))
    assert refused.value.code == "ERR_ACTION_NOT_AVAILABLE"
    run.do(ev.Answer(asked(run).question_id, asked(run).options[0].option_id))
    assert run.one(fx.RunSearch).plan.conditions


@pytest.mark.req("CS-175", "CS-190")
def test_beside_an_empty_result_one_question_stands_in_the_repair_area():
    run = Run().submit(BEAUTY).found(0, DESCRIBE)
    run.weigh(question("region", 0.9, "empty_result_fix"), question("followers", 0.9))
    assert run.state == ("expanded_repair", "empty_repair")
    assert asked(run).trigger == "empty_result_fix"
    run.do(ev.Answer(asked(run).question_id, "United States"))
    assert run.state == ("expanded_repair", "refining")
    run.found(12)
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.source_stage == "post_repair"


@pytest.mark.req("CS-248")
def test_a_question_weighed_for_older_conditions_is_not_shown():
    run = Run().submit(BEAUTY).found(60)
    revision = run.session.revision
    run.submit("再加英国").found(50)
    before = run.session
    assert run.weigh(question("region", 0.9), revision=revision).session is before


@pytest.mark.req("CS-104")
def test_results_stay_usable_while_a_question_waits():
    run = clarifying()
    before = run.session.results.items
    run.do(ev.Page(2)).do(ev.Sort("followers")).do(ev.Type("abc"))
    assert run.state == ("expanded_clarifying", "clarifying")
    assert run.view.results.items == before
    assert run.session.question is not None


def test_an_option_that_changes_nothing_is_an_answer_too():
    stay = option("继续", "Go on", Condition("country", "in", "hard", ("US",)))
    stay = type(stay)("stay", "继续在本页搜索", "Go on here", Patch())
    run = clarifying(question("platform", 0.9, "platform_or_region_scope", stay, stay))
    run.do(ev.Answer(asked(run).question_id, text="继续在本页搜索"))
    assert run.state == ("expanded_agent", "refining")
    (span,) = run.session.inputs[-1].spans
    assert (span.role, span.status) == ("task", "effective")


@pytest.mark.req("CS-097")
def test_the_box_never_collapses_by_itself():
    run = clarifying()
    for number in range(10):
        run.submit(f"粉丝 {number + 1}w+").found(30)
        if number < 3:
            run.weigh(question(f"topic{number}", 0.9))
            run.do(ev.Answer(asked(run).question_id, "United States")).found(30)
    assert not any(container.startswith("compact") for container, _ in run.trail[1:])


@pytest.mark.req("CS-091")
def test_an_edited_tag_or_unknown_values_let_in_close_the_question():
    run = clarifying(text="帮我找做汽配评测的美国红人")
    node = run.node("keyword")
    run.do(ev.BeginEdit(node.node_id)).do(ev.CommitEdit("刹车片"))
    assert run.session.question_log[-1].outcome == "manual_filter"
    assert run.state == ("expanded_agent", "refining")
    run = clarifying().do(ev.SetUnknown("include"))
    assert run.session.question is None
    assert run.state == ("expanded_agent", "refining")
