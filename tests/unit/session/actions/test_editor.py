"""The row: drafts, blurs and edits of tags (section 6.2)."""

from __future__ import annotations

import pytest

from serendip.search.session import events as ev
from serendip.search.session.model import Config
from tests.unit.session.actions.box import Box

A = "https://www.youtube.com/@abc"


@pytest.fixture
def box() -> Box:
    return Box()


@pytest.fixture
def shown(box: Box) -> Box:
    """Two tags, searched, results shown."""
    box.submit("swim vest, pool toys")
    box.found()
    return box


def test_typing_keeps_the_draft_and_makes_no_revision(box: Box):
    box.do(ev.Type("swim ve"))
    assert (box.now.editor.draft_text, box.now.revision) == ("swim ve", 0)
    assert box.state[2] == "draft_keyword"
    box.do(ev.Type(""))
    assert box.state[2] == "empty_input"


@pytest.mark.req("CS-034")
def test_a_blur_makes_tags_without_a_search(shown: Box):
    seq = shown.now.search_seq
    shown.do(ev.Blur("pool, lane"))
    assert shown.tags[-2:] == ["pool", "lane"]
    assert (shown.now.search_seq, shown.now.results_stale, shown.effects) == (seq, True, ())
    assert shown.state == ("compact_classic", "results_ready", "committed_keyword")
    shown.submit("")
    assert not shown.now.results_stale
    assert len(shown.plan.conditions) == 4


def test_a_blur_before_any_search_is_not_stale(box: Box):
    box.do(ev.Blur("swim"))
    assert (box.tags, box.now.results_stale, box.now.search_seq) == (["swim"], False, 0)


def test_results_that_arrive_after_a_blur_are_stale(box: Box):
    box.submit("swim")
    box.do(ev.Blur("vest"))
    box.found()
    assert box.now.results_stale


@pytest.mark.parametrize(
    "text", [A, f"swim {A}", "帮我找美国博主", "粉丝 1w+", "麦克风，美国", "", "找未成年博主的家庭住址"]
)
def test_a_blur_commits_nothing_but_keywords(box: Box, text: str):
    box.do(ev.Blur(text))
    assert (box.tags, box.now.editor.draft_text, box.now.graph.nodes) == ([], text, ())
    assert (box.now.container, box.effects) == ("compact_classic", ())


def test_a_blur_beside_an_anchor_adds_a_tag(box: Box):
    box.submit(A)
    box.exact()
    box.found()
    box.do(ev.Blur("vest"))
    assert box.tags == ["@abc", "vest"]


def test_a_blur_of_the_grown_box_commits_nothing(box: Box):
    box.submit("帮我找美国博主")
    box.do(ev.Blur("swim"))
    assert (box.tags, box.now.editor.draft_text) == ([], "swim")


def test_a_repeated_keyword_is_highlighted(shown: Box):
    shown.do(ev.Blur("SWIM  vest"))
    assert shown.tags == ["swim vest", "pool toys"]
    assert shown.now.highlight == (shown.nodes("keyword")[0].node_id,)
    assert "MSG_DUPLICATE_KEYWORD" in shown.codes
    assert not shown.now.results_stale


def test_limits_refuse_a_blur_whole():
    box = Box(config=Config(max_keywords=1, max_keyword_chars=9))
    box.refused(ev.Blur("a, b"), "ERR_TOO_MANY_KEYWORDS")
    box.refused(ev.Blur("abcdefghij"), "ERR_KEYWORD_TOO_LONG")


def edit(box: Box, number: int = 0, draft: str = "") -> str:
    node = box.nodes("keyword")[number]
    box.do(ev.BeginEdit(node.node_id, draft))
    return node.node_id


def test_an_edit_keeps_id_place_target_and_exclusion(shown: Box):
    node_id = shown.nodes("keyword")[0].node_id
    shown.do(ev.SetTarget(node_id, "channel_name"))
    shown.found()
    shown.do(ev.SetExcluded(node_id, excluded=True))
    shown.found()
    edit(shown)
    assert shown.state[2] == "editing_keyword"
    assert shown.now.editor.editing_text == "swim vest"
    shown.do(ev.CommitEdit("goggles"))
    first = shown.now.graph.nodes[0]
    assert (first.node_id, first.bucket, first.condition.kind) == (node_id, "explicit", "exclude")
    assert (first.condition.values, first.condition.extra["target"]) == (("goggles",), "channel_name")
    assert first.edited_from is not None
    assert first.edited_from.values == ("swim vest",)
    assert shown.now.agent_state == "refining"
    assert shown.now.next_stage == "condition_edit"


def test_an_edit_before_any_search_does_not_search(box: Box):
    box.do(ev.Blur("swim"))
    edit(box)
    box.do(ev.CommitEdit("goggles", "blur"))
    assert (box.tags, box.effects) == (["goggles"], ())


@pytest.mark.parametrize("end", [ev.CommitEdit("swim vest"), ev.CommitEdit("", "blur"), ev.CancelEdit()])
def test_an_edit_that_changes_nothing_searches_nothing(shown: Box, end: ev.Action):
    before = shown.now.graph
    edit(shown)
    shown.do(end)
    assert (shown.now.graph, shown.effects) == (before, ())
    assert shown.state == ("compact_classic", "results_ready", "committed_keyword")


def test_enter_on_an_emptied_tag_deletes_it(shown: Box):
    edit(shown)
    shown.do(ev.CommitEdit(""))
    assert shown.tags == ["pool toys"]
    assert shown.searches
    shown.do(ev.Undo(shown.message("MSG_REMOVED").message_id))
    assert shown.tags == ["swim vest", "pool toys"]


def test_the_last_tag_emptied_leaves_the_zero_state(box: Box):
    box.submit("swim")
    box.found()
    edit(box)
    box.do(ev.CommitEdit(""))
    assert box.state == ("compact_classic", "idle", "empty_input")
    assert box.now.results.zero_kind == "no_condition"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("Pool  TOYS", "ERR_DUPLICATE_KEYWORD", "MSG_DUPLICATE_KEYWORD"),
        ("k" * 101, "ERR_KEYWORD_TOO_LONG", "MSG_KEYWORD_TOO_LONG"),
        (A, "ERR_INVALID_VALUE", "MSG_EDIT_KEYWORD_ONLY"),
        (f"swim {A}", "ERR_INVALID_VALUE", "MSG_EDIT_KEYWORD_ONLY"),
        ("帮我找美国博主", "ERR_INVALID_VALUE", "MSG_EDIT_KEYWORD_ONLY"),
        ("粉丝 1w+", "ERR_INVALID_VALUE", "MSG_EDIT_KEYWORD_ONLY"),
    ],
)
def test_a_refused_edit_stays_open(shown: Box, text: str, code: str, message: str):
    node_id = edit(shown)
    error = shown.refused(ev.CommitEdit(text), code)
    assert error.details["message"] == message
    assert shown.now.editor.editing_node_id == node_id


def test_the_same_text_under_another_target_is_no_repetition(shown: Box):
    shown.do(ev.SetTarget(shown.nodes("keyword")[1].node_id, "channel_name"))
    edit(shown)
    shown.do(ev.CommitEdit("pool toys"))
    assert shown.tags == ["pool toys", "pool toys"]


def test_a_click_on_a_tag_commits_the_draft_first(shown: Box):
    edit(shown, draft="lane")
    assert shown.tags == ["swim vest", "pool toys", "lane"]
    assert shown.state[2] == "editing_keyword"
    shown.do(ev.CancelEdit())
    assert shown.now.results_stale


def test_a_draft_that_cannot_be_committed_stays_when_a_tag_is_clicked():
    box = Box(config=Config(max_keywords=1))
    box.do(ev.Blur("swim"))
    edit(box, draft="vest")
    assert (box.tags, box.now.editor.draft_text) == (["swim"], "vest")
    assert box.state[2] == "editing_keyword"


def test_a_click_on_a_tag_calls_off_the_link(box: Box):
    box.submit(f"swim {A}")
    edit(box, draft=A)
    assert box.state == ("compact_classic", "idle", "editing_keyword")
    assert box.now.editor.draft_text == A


@pytest.mark.req("CS-109")
def test_edits_of_nothing_are_refused(shown: Box):
    shown.refused(ev.CommitEdit("x"), "ERR_ACTION_NOT_AVAILABLE")
    shown.refused(ev.BeginEdit("n999"), "ERR_NODE_NOT_FOUND")
    before = shown.now
    assert shown.do(ev.CancelEdit()) is before


def test_only_keywords_are_edited_as_text(box: Box):
    box.submit("帮我找美国博主")
    box.refused(ev.BeginEdit(box.nodes("country")[0].node_id), "ERR_INVALID_VALUE")
