"""The actions of a repair: when they are there, and what they change."""

from __future__ import annotations

import pytest

from serendip.core.errors import InputError
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import Patch, Suggestion
from serendip.search.session.on_repair import offered
from tests.unit.session.outcomes.steps import ABC, DESCRIBE, Run, channel, way

FIX, REMOVE, SWITCH = "A_REPAIR_FIX_URL", "A_REPAIR_REMOVE_ANCHOR_KEEP_KEYWORDS", "A_REPAIR_SWITCH_TO_NL"
REPLACE, EXPAND = "A_REPAIR_REPLACE_ANCHOR", "A_REPAIR_EXPAND_RECALL_SCOPE"
SUGGESTION, CLOSE = "A_REPAIR_APPLY_SUGGESTION", "A_HINT_CLOSE_REPAIR"
HINT = ("A_HINT_OPEN_REPAIR_LOW_RECALL", "A_HINT_DISMISS_LOW_RECALL")
TAGGED = f"swim, vest {ABC}"


def dead(text: str, state: str = "resolved_invalid") -> Run:
    """A text whose link failed."""
    run = Run().submit(text)
    return run.do(ev.LinkRead(run.session.url_seq, state, failure="dead", detected_platform="instagram"))


def low(text: str = ABC) -> Run:
    """An anchor search with two similar channels."""
    run = Run().anchor(text).found(2)
    assert run.session.repair.repair_reason == "low_recall"
    return run


def refused(run: Run, action: ev.Action) -> None:
    """The action is not available and changes nothing."""
    before = run.session
    with pytest.raises(InputError) as error:
        run.do(action)
    assert error.value.code == "ERR_ACTION_NOT_AVAILABLE"
    assert error.value.zh
    assert run.session is before


@pytest.mark.req("CS-206")
@pytest.mark.parametrize("state", ["resolved_mismatch", "resolved_unsupported", "resolved_invalid"])
def test_a_failed_link_offers_its_three_ways(state: str):
    assert offered(dead(ABC, state).session) == (FIX, REMOVE, SWITCH)
    assert offered(dead(TAGGED, state).session) == (FIX, REMOVE, SWITCH)


@pytest.mark.req("CS-192", "CS-206")
def test_few_results_offer_the_same_with_and_without_keywords():
    for run in (low(), low(TAGGED)):
        assert offered(run.session) == HINT
        run.do(ev.OpenLowRecall())
        assert offered(run.session) == (REPLACE, EXPAND, REMOVE, SWITCH, CLOSE)
        assert run.view.repair.offered == offered(run.session)


@pytest.mark.req("CS-206")
def test_no_results_offer_suggestions_and_with_an_anchor_more():
    plain = Run().submit("qzxqzx").found(0, DESCRIBE)
    assert offered(plain.session) == (SUGGESTION, SWITCH)
    conflict = Run().submit("粉丝 5w 以上且 1w 以下").found(0, DESCRIBE)
    assert offered(conflict.session) == (SUGGESTION, SWITCH)
    anchored = Run().anchor().found(0, DESCRIBE)
    assert offered(anchored.session) == (SUGGESTION, REPLACE, EXPAND, REMOVE, SWITCH)


def test_without_anything_to_repair_nothing_is_offered():
    assert offered(Run().submit("swim vest").found(60).session) == ()


@pytest.mark.req("CS-195")
def test_the_hint_opens_the_repair_area_and_searches_nothing():
    run = low()
    shown = run.session.results
    run.do(ev.OpenLowRecall())
    assert run.state == ("expanded_repair", "results_ready")
    assert run.session.repair.opened_from == "compact_classic"
    assert run.session.results == shown
    assert run.effects == ()
    assert "MSG_LOW_RECALL" not in run.codes
    refused(run, ev.OpenLowRecall())


@pytest.mark.req("CS-196")
def test_a_dismissed_hint_stays_away_until_another_search():
    run = low().do(ev.DismissLowRecall())
    repair = run.session.repair
    assert (repair.repair_hint_visible, repair.repair_reason, repair.dismissed_seq) == (
        False,
        "low_recall",
        1,
    )
    assert offered(run.session) == ()
    run.do(ev.Sort("followers"))
    assert not run.session.repair.repair_hint_visible
    refused(run, ev.DismissLowRecall())
    run.submit("").found(2)
    assert run.session.repair.repair_hint_visible


@pytest.mark.req("CS-197")
@pytest.mark.parametrize("grown", [False, True])
def test_closing_goes_back_where_it_was_opened(grown: bool):
    run = low(f"{ABC} 美国的，粉丝 1w+") if grown else low()
    box, graph = run.session.container, run.session.graph
    run.do(ev.OpenLowRecall()).do(ev.CloseRepair())
    assert run.state == (box, "results_ready")
    assert run.session.repair.repair_hint_visible
    assert run.session.graph == graph
    assert "MSG_LOW_RECALL" in run.codes
    refused(run, ev.CloseRepair())


@pytest.mark.req("CS-199")
def test_the_link_goes_and_the_tags_are_searched_in_the_classic_box():
    run = dead(TAGGED)
    tags = run.session.graph.keywords
    run.do(ev.RemoveAnchor())
    assert run.state == ("compact_classic", "refining")
    assert run.session.graph.keywords == tags
    assert run.session.url is None
    assert ABC not in run.session.editor.draft_text
    assert run.one(fx.RunSearch).plan.anchor is None
    assert "MSG_URL_DEAD" not in run.codes
    run.found(20)
    assert run.session.source_stage == "post_repair"
    assert run.state == ("compact_classic", "results_ready")


@pytest.mark.req("CS-200")
def test_with_nothing_but_the_link_the_classic_box_is_empty():
    run = dead(ABC).do(ev.RemoveAnchor())
    assert run.state == ("compact_classic", "idle")
    assert run.view.editor.input_state == "empty_input"
    assert run.view.results.zero_kind == "no_condition"


@pytest.mark.req("CS-201")
def test_conditions_of_a_sentence_keep_the_box_grown():
    run = low(f"{ABC} 美国的，粉丝 1w+").do(ev.OpenLowRecall()).do(ev.RemoveAnchor())
    assert run.state == ("expanded_agent", "refining")
    assert run.session.graph.anchor is None
    assert {n.field for n in run.session.graph.nodes} == {"country", "followers"}
    assert {c.field for c in run.one(fx.RunSearch).plan.conditions} == {"country", "followers"}


def test_the_anchor_can_go_from_the_hint_as_well():
    run = low(TAGGED).do(ev.RemoveAnchor())
    assert run.state == ("compact_classic", "refining")
    assert run.found(9).session.source_stage == "post_repair"
    refused(Run().submit("swim vest").found(9), ev.RemoveAnchor())


@pytest.mark.req("CS-202")
def test_describing_it_instead_keeps_the_tags_for_the_next_text():
    run = dead(f"swim {ABC}").do(ev.SwitchToNl())
    assert run.state == ("expanded_agent", "idle")
    assert run.session.repair.repair_reason is None
    assert run.view.collapse.allowed
    run.submit("美国的，粉丝 1w+")
    assert {(n.field, n.bucket) for n in run.session.graph.nodes} == {
        ("keyword", "explicit"),
        ("country", "explicit"),
        ("followers", "explicit"),
    }
    assert run.found(20).session.source_stage == "post_repair"
    assert run.submit("再加英国").found(20).session.source_stage == "follow_up"


@pytest.mark.req("CS-203")
def test_a_failed_link_goes_but_can_be_had_back():
    run = dead(f"swim {ABC}").do(ev.SwitchToNl())
    assert run.session.url is None
    assert any(ABC in i.raw_text for i in run.session.inputs)
    (said,) = [m for m in run.session.notices if m.undo is not None]
    run.do(ev.Undo(said.message_id))
    assert ABC in run.session.editor.draft_text


@pytest.mark.req("CS-203")
@pytest.mark.parametrize("opened", [False, True])
def test_a_working_anchor_and_its_results_stay(opened: bool):
    run = low()
    if opened:
        run.do(ev.OpenLowRecall())
    shown = run.session.results.items
    run.do(ev.SwitchToNl())
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.graph.anchor is not None
    assert run.session.results.items == shown
    refused(run, ev.SwitchToNl())


def test_leaving_for_words_calls_off_what_runs():
    run = Run().submit("qzxqzx, abc")
    run.found(0, way(run.session.graph.keywords[0])).do(ev.ApplySuggestion("s1"))
    late = run.session.search_seq
    run.do(ev.SwitchToNl())
    assert run.state == ("expanded_agent", "idle")
    before = run.session
    assert run.do(ev.SearchFailed(late)).session is before


@pytest.mark.req("CS-205")
def test_the_scope_widens_by_one_step_to_its_end():
    run = low().do(ev.OpenLowRecall())
    scopes = []
    for _ in range(2):
        run.do(ev.ExpandRecall())
        scopes.append(run.one(fx.RunSearch).plan.scope)
        run.found(2).do(ev.OpenLowRecall())
    assert scopes == ["wide", "widest"]
    assert EXPAND not in offered(run.session)
    refused(run, ev.ExpandRecall())
    assert run.view.summary.recall_scope_zh


@pytest.mark.req("CS-209")
def test_still_few_results_raise_the_hint_again():
    run = low().do(ev.OpenLowRecall()).do(ev.ExpandRecall())
    assert run.state == ("expanded_repair", "refining")
    run.found(3)
    assert run.state == ("expanded_agent", "results_ready")
    repair = run.session.repair
    assert (repair.repair_reason, repair.repair_hint_visible) == ("low_recall", True)
    assert run.session.source_stage == "post_repair"


@pytest.mark.req("CS-092", "CS-190", "CS-208")
def test_a_suggestion_does_exactly_what_it_says():
    run = Run().submit("帮我找美国的美妆博主，粉丝 9 亿以上")
    followers = run.node("followers")
    kept = [n for n in run.session.graph.nodes if n is not followers]
    run.found(0, way(followers)).do(ev.ApplySuggestion("s1"))
    assert run.state == ("expanded_repair", "refining")
    assert list(run.session.graph.nodes) == kept
    run.found(12)
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.source_stage == "post_repair"
    assert run.session.repair.repair_reason is None
    assert "MSG_NO_RECALL" not in run.codes
    run.submit("tennis").found(5)
    assert run.session.source_stage != "post_repair"


@pytest.mark.req("CS-093")
def test_a_repair_without_results_gives_new_suggestions():
    run = Run().submit("帮我找美国的美妆博主，粉丝 9 亿以上")
    run.found(0, way(run.node("followers"))).do(ev.ApplySuggestion("s1"))
    run.found(0, way(run.node("country")))
    assert run.state == ("expanded_repair", "empty_repair")
    assert run.session.repair.suggestions[0].node_ids == (run.node("country").node_id,)


def test_the_suggestion_to_describe_it_switches():
    run = Run().submit("qzxqzx").found(0, DESCRIBE).do(ev.ApplySuggestion("s9"))
    assert run.state == ("expanded_agent", "idle")
    assert run.session.results.zero_kind == "no_recall"


@pytest.mark.req("CS-266")
def test_a_suggestion_that_leaves_nothing_ends_in_the_zero_state():
    run = Run().submit("qzxqzx")
    node = run.node("keyword")
    run.found(0, Suggestion("s1", "remove_condition", (node.node_id,), "", "", Patch(drop=(node.node_id,))))
    run.do(ev.ApplySuggestion("s1"))
    assert run.state == ("expanded_agent", "idle")
    assert run.view.results.zero_kind == "no_condition"
    assert run.session.repair.repair_reason is None


@pytest.mark.req("CS-266")
def test_deleting_every_condition_in_repair_leaves_it():
    run = Run().submit("qzxqzx").found(0, DESCRIBE)
    run.do(ev.Remove(run.node("keyword").node_id))
    assert run.state == ("expanded_agent", "idle")
    assert run.view.results.zero_kind == "no_condition"


@pytest.mark.req("CS-198")
def test_another_link_repairs_a_failed_one():
    run = dead(f"swim {ABC}")
    run.do(ev.FixUrl("https://www.youtube.com/@xyz"))
    assert run.state == ("expanded_repair", "retrieving")
    run.do(ev.LinkRead(run.session.url_seq, "resolved_exact", target=channel("xyz"))).found(20)
    assert run.state == ("expanded_agent", "results_ready")
    assert run.session.source_stage == "post_repair"
    assert [n.condition.values for n in run.session.graph.keywords] == [("swim",)]


@pytest.mark.req("CS-207")
def test_actions_without_their_reason_change_nothing():
    run = Run().submit("swim vest").found(60)
    for action in (
        ev.OpenLowRecall(),
        ev.DismissLowRecall(),
        ev.CloseRepair(),
        ev.FixUrl(ABC),
        ev.RemoveAnchor(),
        ev.SwitchToNl(),
        ev.ReplaceAnchor(ABC),
        ev.ExpandRecall(),
        ev.ApplySuggestion("s1"),
    ):
        refused(run, action)


@pytest.mark.req("CS-261")
def test_earlier_results_stay_and_are_marked_while_a_link_is_in_repair():
    run = Run().submit("swim vest").found(60)
    shown = run.session.results.items
    run.submit(ABC)
    run.do(ev.LinkRead(run.session.url_seq, "resolved_invalid", failure="dead"))
    assert run.state == ("expanded_repair", "empty_repair")
    assert run.view.results.previous
    assert len(run.view.results.items) == len(shown)


@pytest.mark.req("CS-099", "CS-110")
@pytest.mark.parametrize("text", ["swim vest", "帮我找美国的美妆博主"])
def test_filters_tags_order_and_pages_leave_the_container(text: str):
    run = Run().submit(text).found(60)
    box = run.session.container
    for action in (ev.SetFilter("followers", {"min": 9000, "max": None}), ev.SetUnknown("include")):
        run.do(action).found(60)
        assert run.session.container == box
    for action in (ev.Sort("followers"), ev.Page(2)):
        assert run.do(action).session.container == box
