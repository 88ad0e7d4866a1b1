"""A second link, and links in place of others: the choice, the repair, the replacement."""

from __future__ import annotations

import pytest

from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from tests.unit.session.actions.box import Box

A = "https://www.youtube.com/@abc"
B = "https://www.youtube.com/@xyz"
DEAD = "https://www.youtube.com/@no-such-channel"


@pytest.fixture
def box() -> Box:
    return Box()


@pytest.fixture
def anchored(box: Box) -> Box:
    """A search around @abc, its results shown."""
    box.submit(A)
    box.exact("abc")
    box.found()
    return box


@pytest.mark.req("CS-127")
def test_a_second_link_waits_for_a_choice(anchored: Box):
    before = anchored.now
    anchored.submit(B)
    assert anchored.state == ("compact_classic", "results_ready", "draft_keyword")
    message = anchored.message("MSG_SECOND_ANCHOR")
    assert message.zh == "已有锚点 @abc，要替换为新链接吗？"
    assert [c.action["choice"] for c in message.choices] == ["replace", "keep", "clear"]
    assert (anchored.now.results, anchored.effects, anchored.tags) == (before.results, (), ["@abc"])
    assert anchored.now.editor.pending_anchor_url == B


@pytest.mark.req("CS-128")
def test_replace_keep_and_clear(anchored: Box):
    anchored.do(ev.Blur("swim"))
    anchored.submit("")
    anchored.found()
    shown = anchored.now.results
    anchored.submit(B)
    anchored.do(ev.ChooseAnchor("replace"))
    assert anchored.state[:2] == ("compact_resolving", "retrieving")
    anchored.failed()
    assert anchored.state[:2] == ("compact_classic", "results_ready")
    assert anchored.tags == ["@abc", "swim"]
    assert (anchored.now.results.items, anchored.searches) == (shown.items, False)
    assert "MSG_URL_DEAD" in anchored.codes
    anchored.submit(B)
    anchored.do(ev.ChooseAnchor("keep"))
    assert anchored.tags == ["@abc", "swim"]
    assert anchored.now.editor.draft_text == ""
    anchored.do(ev.Undo(anchored.message("MSG_URL_TAKEN_OUT").message_id))
    assert anchored.now.editor.draft_text == B
    anchored.submit(B)
    anchored.do(ev.ChooseAnchor("clear"))
    assert anchored.tags == ["swim"]
    assert (anchored.plan.anchor, [c.values for c in anchored.plan.conditions]) == (None, [("swim",)])
    anchored.refused(ev.ChooseAnchor("keep"), "ERR_ACTION_NOT_AVAILABLE")


@pytest.mark.req("CS-147")
def test_a_replaced_anchor_begins_anew(anchored: Box):
    anchored.do(ev.Sort("followers"))
    anchored.submit(B)
    anchored.do(ev.ChooseAnchor("replace"))
    assert anchored.tags == ["@abc"]
    anchored.exact("xyz")
    assert anchored.tags == ["@xyz"]
    assert (anchored.now.sort, anchored.now.recall_scope) == (None, "standard")
    assert anchored.now.editor.draft_text == ""


@pytest.mark.req("CS-129")
def test_of_two_links_the_first_is_searched_and_the_second_waits(box: Box):
    box.submit(f"{A} {B}")
    assert box.effect(fx.ResolveLink).url == A
    box.exact("abc")
    assert box.searches
    assert "MSG_SECOND_ANCHOR" in box.codes
    assert box.now.inputs[0].spans[1].status == "pending"
    assert box.now.editor.pending_anchor_url == B
    assert box.tags == ["@abc"]


@pytest.mark.req("CS-129")
@pytest.mark.parametrize("again", [A, "youtube.com/@ABC"])
def test_the_same_channel_twice_is_one_anchor(box: Box, again: str):
    box.submit(f"{A} {again}")
    box.exact("abc")
    assert "MSG_SECOND_ANCHOR" not in box.codes
    box.found()
    box.submit(again)
    assert "MSG_SECOND_ANCHOR" not in box.codes
    assert box.searches
    assert box.tags == ["@abc"]


@pytest.mark.req("CS-198")
def test_another_link_in_place_of_the_failed_one(box: Box):
    box.submit(f"swim {DEAD}")
    box.refused(ev.ReplaceAnchor(A), "ERR_ACTION_NOT_AVAILABLE")
    box.failed()
    box.refused(ev.FixUrl("  "), "ERR_EMPTY_INPUT")
    box.refused(ev.FixUrl(f"{A} {B}"), "ERR_INVALID_VALUE")
    box.do(ev.FixUrl(DEAD + "2"))
    assert box.state[:2] == ("expanded_repair", "retrieving")
    box.failed("resolved_unsupported")
    assert box.state[:2] == ("expanded_repair", "empty_repair")
    assert [c for c in box.codes if c.startswith("MSG_URL")] == ["MSG_URL_UNSUPPORTED"]
    box.do(ev.FixUrl(A))
    box.exact("abc")
    box.found()
    assert box.state[:2] == ("expanded_agent", "results_ready")
    assert (box.now.source_stage, box.now.repair.repair_reason) == ("post_repair", None)
    assert sorted(box.tags) == ["@abc", "swim"]
    assert box.now.editor.url_draft is None


@pytest.mark.req("CS-207")
def test_repairs_of_links_need_what_they_repair(anchored: Box):
    anchored.refused(ev.FixUrl(B), "ERR_ACTION_NOT_AVAILABLE")
    anchored.refused(ev.ReplaceAnchor(B), "ERR_ACTION_NOT_AVAILABLE")


@pytest.mark.req("CS-204")
def test_the_anchor_of_a_weak_search_is_replaced_only_by_an_exact_one(box: Box):
    box.submit(f"swim {A}")
    box.exact("abc")
    box.found(3)
    box.do(ev.OpenLowRecall())
    shown = box.now.results
    box.do(ev.ReplaceAnchor(DEAD))
    assert box.state[:2] == ("expanded_repair", "retrieving")
    box.failed()
    assert box.state[:2] == ("expanded_repair", "results_ready")
    assert ("@abc" in box.tags, box.now.results) == (True, shown)
    assert box.now.editor.url_draft == DEAD
    box.do(ev.ReplaceAnchor(B))
    box.exact("xyz")
    assert sorted(box.tags) == ["@xyz", "swim"]
    box.found()
    assert box.state[:2] == ("expanded_agent", "results_ready")
    assert box.now.source_stage == "post_repair"


def test_removing_all_leaves_the_repair_of_a_link(box: Box):
    box.submit(f"swim {DEAD}")
    box.failed()
    box.do(ev.Remove(box.nodes("keyword")[0].node_id))
    assert box.state == ("expanded_agent", "idle", "followup_waiting")
    assert (box.now.repair.repair_reason, box.now.editor.url_draft) == (None, None)
    assert not [c for c in box.codes if c.startswith("MSG_URL")]


def test_links_that_begin_alike_are_two(box: Box):
    box.submit(f"{A}d {A}")
    box.exact("abcd")
    first, second = box.now.inputs[0].spans
    assert (first.status, second.status) == ("effective", "pending")


def test_words_go_on_without_the_failed_link(box: Box):
    box.submit(DEAD)
    box.failed()
    box.submit("swim")
    assert [c.values for c in box.plan.conditions] == [("swim",)]
    assert not [c for c in box.codes if c.startswith("MSG_URL")]
    box.do(ev.SetFilter("region", ["US"]))
    assert box.searches
    box.found()
    assert box.state[:2] == ("expanded_agent", "results_ready")
