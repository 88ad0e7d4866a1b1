"""The box and the list: order, page, growing, collapsing, messages, retry."""

from __future__ import annotations

import pytest

from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from tests.unit.session.actions.box import Box

A = "https://www.youtube.com/@abc"


@pytest.fixture
def box() -> Box:
    return Box()


@pytest.fixture
def shown(box: Box) -> Box:
    """A keyword, searched, sixty results."""
    box.submit("swim")
    box.found()
    return box


@pytest.mark.req("CS-035")
def test_order_and_page_reload_the_list_only(shown: Box):
    before = shown.now
    shown.do(ev.Sort("followers"))
    asked = shown.effect(fx.LoadList)
    assert (asked.plan.sort, asked.plan.page, asked.seq) == ("followers", 1, before.search_seq)
    shown.do(ev.Page(2))
    assert (shown.effect(fx.LoadList).plan.page, shown.effect(fx.LoadList).plan.sort) == (2, "followers")
    assert (shown.now.graph, shown.state) == (
        before.graph,
        ("compact_classic", "results_ready", "committed_keyword"),
    )
    assert shown.now.search_seq == before.search_seq


@pytest.mark.req("CS-253")
def test_unknown_orders_and_pages_are_refused(shown: Box):
    assert shown.refused(ev.Sort("bar"), "ERR_INVALID_VALUE").details["field"] == "sort"
    shown.refused(ev.Sort("similarity"), "ERR_INVALID_VALUE")
    for number in (0, -1, 4):
        assert shown.refused(ev.Page(number), "ERR_INVALID_VALUE").details["field"] == "page"
    assert shown.do(ev.Page(3))


def test_there_is_no_page_without_a_list(box: Box):
    box.refused(ev.Page(1), "ERR_ACTION_NOT_AVAILABLE")
    box.submit("swim")
    box.refused(ev.Page(1), "ERR_ACTION_NOT_AVAILABLE")


def test_an_order_before_any_search_is_kept_for_it(box: Box):
    box.do(ev.Sort("followers"))
    assert box.effects == ()
    box.submit("swim")
    assert box.plan.sort == "followers"


def test_an_order_while_a_search_runs_is_that_searchs(box: Box):
    box.submit("swim")
    first = box.now.search_seq
    box.do(ev.Sort("followers"))
    assert (box.plan.sort, box.now.search_seq, box.now.agent_state) == ("followers", first + 1, "retrieving")
    box.found()
    assert box.now.source_stage == "first_round"


def test_a_list_that_conditions_left_behind_is_searched_anew(shown: Box):
    shown.do(ev.Blur("vest"))
    shown.do(ev.Sort("followers"))
    assert len(shown.plan.conditions) == 2
    assert not shown.now.results_stale


@pytest.mark.req("CS-087")
def test_the_smart_search_hint_grows_the_box_and_searches_nothing(shown: Box):
    shown.do(ev.Type("draft"))
    shown.do(ev.SmartSearch())
    assert shown.state == ("expanded_agent", "results_ready", "followup_waiting")
    assert (shown.tags, shown.now.editor.draft_text, shown.effects) == (["swim"], "draft", ())
    assert shown.now.upgraded
    shown.refused(ev.SmartSearch(), "ERR_ACTION_NOT_AVAILABLE")


@pytest.mark.req("CS-095", "CS-098")
def test_a_seed_collapses_with_its_results(shown: Box):
    shown.do(ev.SmartSearch())
    shown.do(ev.SetFilter("region", ["US"]))
    shown.found()
    before = shown.now
    shown.do(ev.Type("draft"))
    shown.do(ev.Collapse())
    assert shown.state == ("compact_classic", "results_ready", "draft_keyword")
    assert (shown.now.results, shown.now.search_seq, shown.now.graph) == (
        before.results, before.search_seq, before.graph,
    )  # fmt: skip
    assert shown.now.editor.draft_text == "draft"
    shown.refused(ev.Collapse(), "ERR_ACTION_NOT_AVAILABLE")


@pytest.mark.req("CS-095", "CS-096")
def test_a_refused_collapse_names_what_blocks(box: Box):
    box.submit("帮我找美国博主")
    box.found()
    error = box.refused(ev.Collapse(), "ERR_COLLAPSE_BLOCKED")
    assert error.zh.startswith("暂不能收起：")
    assert error.en.startswith("Cannot collapse yet: ")
    assert error.details["node_ids"] == [box.nodes("country")[0].node_id]
    assert "美国" in error.zh
    other = Box()
    other.submit("帮我找合适的红人")
    assert "问题" in other.refused(ev.Collapse(), "ERR_COLLAPSE_BLOCKED").zh
    other = Box()
    other.submit(A)
    other.failed()
    assert "修正" in other.refused(ev.Collapse(), "ERR_COLLAPSE_BLOCKED").zh


@pytest.mark.req("CS-145")
def test_only_the_anchor_is_a_view(box: Box):
    box.refused(ev.ViewOnlyAnchor(on=True), "ERR_ACTION_NOT_AVAILABLE")
    box.submit(A)
    box.exact()
    box.found()
    before = box.now.graph
    box.do(ev.ViewOnlyAnchor(on=True))
    assert (box.now.only_anchor, box.now.graph, box.effects) == (True, before, ())
    box.do(ev.ViewOnlyAnchor(on=False))
    assert not box.now.only_anchor
    box.do(ev.Sort("similarity"))
    assert box.effect(fx.LoadList).plan.sort == "similarity"


def test_messages_are_closed_once(box: Box):
    box.submit("")
    message = box.message("MSG_EMPTY_INPUT")
    revision = box.now.revision
    box.do(ev.DismissMessage(message.message_id))
    assert (box.codes, box.now.revision) == ([], revision)
    before = box.now
    assert box.do(ev.DismissMessage(message.message_id)) is before


def test_the_language_is_no_change_of_the_search(box: Box):
    box.do(ev.SetLocale("en"))
    assert (box.now.locale, box.now.revision) == ("en", 0)


@pytest.mark.req("CS-106")
def test_a_failed_search_is_run_again(shown: Box):
    shown.refused(ev.Retry(), "ERR_ACTION_NOT_AVAILABLE")
    shown.submit("vest")
    shown.do(ev.SearchFailed(shown.now.search_seq))
    assert (shown.now.agent_state, "MSG_SEARCH_FAILED" in shown.codes) == ("results_ready", True)
    shown.do(ev.Retry())
    assert [c.values for c in shown.plan.conditions] == [("swim",), ("vest",)]
    assert "MSG_SEARCH_FAILED" not in shown.codes


def test_an_interrupted_search_is_run_again(box: Box):
    box.submit("swim")
    box.do(ev.Interrupted())
    assert (box.now.agent_state, box.now.in_flight_seq) == ("idle", None)
    box.do(ev.Retry())
    assert box.searches
    assert box.now.agent_state == "retrieving"


@pytest.mark.req("CS-030")
def test_a_filter_of_the_classic_box_only_refreshes(shown: Box):
    shown.do(ev.SetFilter("region", ["US"]))
    assert shown.state == ("compact_classic", "refining", "committed_keyword")
    shown.found()
    assert (shown.state[:2], shown.now.question) == (("compact_classic", "results_ready"), None)


def test_a_page_that_failed_is_loaded_again(shown: Box):
    shown.do(ev.Page(2))
    shown.do(ev.ListFailed(shown.now.search_seq))
    shown.do(ev.Retry())
    assert shown.effect(fx.LoadList).plan.page == shown.now.results.page
    assert not shown.searches


def test_after_a_refusal_an_older_failure_is_not_run_again(shown: Box):
    shown.submit("vest")
    shown.do(ev.SearchFailed(shown.now.search_seq))
    shown.submit("找未成年博主的家庭住址")
    shown.refused(ev.Retry(), "ERR_ACTION_NOT_AVAILABLE")
