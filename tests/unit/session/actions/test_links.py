"""Links in the box: alone, beside words, failed, cancelled."""

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


@pytest.mark.req("CS-083", "CS-084", "CS-115")
def test_a_link_is_identified_first_and_then_searched_around(box: Box):
    box.submit(A)
    assert box.state == ("compact_resolving", "retrieving", "draft_keyword")
    assert box.now.editor.draft_text == A
    asked = box.effect(fx.ResolveLink)
    assert (asked.url, asked.purpose, box.searches) == (A, "anchor", False)
    box.exact("abc")
    assert box.state == ("compact_classic", "retrieving", "committed_anchor")
    assert box.plan.anchor is not None
    assert box.now.editor.draft_text == ""
    box.found()
    assert box.state == ("compact_classic", "results_ready", "committed_anchor")
    assert box.now.source_stage == "first_round"
    (span,) = box.now.inputs[0].spans
    assert (span.status, span.node_ids) == ("effective", (box.nodes("anchor")[0].node_id,))


def test_a_link_may_come_while_conditions_are_refined(box: Box):
    box.submit("pool")
    box.found()
    box.do(ev.SetFilter("followers", {"min": 1000, "max": None}))
    assert box.state[:2] == ("compact_classic", "refining")
    box.submit(A)
    assert box.state == ("compact_resolving", "retrieving", "draft_keyword")
    box.exact("abc")
    assert box.state[:2] == ("compact_classic", "retrieving")


@pytest.mark.req("CS-144")
@pytest.mark.parametrize(
    ("text", "row"),
    [
        (f"swim vest {A}", ["swim vest", "@abc"]),
        (f"{A} swim vest", ["@abc", "swim vest"]),
        (f"swim, {A}, vest", ["swim", "@abc", "vest"]),
    ],
)
def test_the_badge_stands_where_the_link_was_typed(box: Box, text: str, row: list[str]):
    box.do(ev.Blur("pool"))
    box.submit(text)
    assert box.state[:2] == ("compact_resolving", "retrieving")
    assert not box.searches
    box.exact("abc")
    assert box.tags == ["pool", *row]
    assert box.now.container == "compact_classic"
    assert "MSG_ANCHOR_LOCKED" not in box.codes
    assert {c.values for c in box.plan.conditions} == {("pool",), *((t,) for t in row if t != "@abc")}


@pytest.mark.req("CS-085", "CS-118", "CS-119", "CS-120", "CS-121", "CS-122")
@pytest.mark.parametrize(
    ("state", "failure", "code", "reason"),
    [
        ("resolved_mismatch", None, "MSG_URL_MISMATCH", "url_mismatch"),
        ("resolved_unsupported", None, "MSG_URL_UNSUPPORTED", "url_unsupported"),
        ("resolved_invalid", "incomplete", "MSG_URL_INCOMPLETE", "url_invalid"),
        ("resolved_invalid", "dead", "MSG_URL_DEAD", "url_invalid"),
        ("resolved_invalid", "timeout", "MSG_URL_TIMEOUT", "url_invalid"),
    ],
)
def test_a_link_that_fails_opens_its_repair(box: Box, state: str, failure: str, code: str, reason: str):
    box.submit(A)
    box.failed(state, failure, "instagram" if "mismatch" in state else None)
    assert box.state == ("expanded_repair", "empty_repair", "followup_waiting")
    assert box.now.repair.repair_reason == reason
    assert [c for c in box.codes if c.startswith("MSG_URL")] == [code]
    assert box.now.editor.url_draft == A
    assert (box.now.search_seq, box.searches, box.now.question) == (0, False, None)
    if code == "MSG_URL_MISMATCH":
        assert box.message(code).zh == "当前在 YouTube 频道搜索页，该链接属于 Instagram"
    if code == "MSG_URL_TIMEOUT":
        assert [c.action for c in box.message(code).choices] == [{"action": "retry"}]


def test_a_link_that_took_too_long_is_tried_again(box: Box):
    box.submit(A)
    box.failed("resolved_invalid", "timeout")
    box.do(ev.Retry())
    assert box.effect(fx.ResolveLink).url == A
    assert box.state[:2] == ("expanded_repair", "retrieving")
    box.exact("abc")
    assert box.searches
    box.found()
    assert box.state[:2] == ("expanded_agent", "results_ready")
    assert box.now.source_stage == "post_repair"


@pytest.mark.req("CS-125", "CS-126")
def test_only_the_link_fails_beside_words(box: Box):
    box.submit(f"swim vest {DEAD}")
    box.failed()
    assert box.tags == ["swim vest"]
    assert box.nodes("keyword")[0].effective
    assert "MSG_CONFLICT" not in box.codes
    assert (box.now.search_seq, box.searches) == (0, False)
    box.do(ev.RemoveAnchor())
    assert box.searches
    assert box.now.container == "compact_classic"


@pytest.mark.req("CS-126")
def test_changes_of_conditions_search_nothing_while_a_failed_link_waits(box: Box):
    box.submit(f"swim vest {DEAD}")
    box.failed()
    box.do(ev.SetFilter("region", ["US"]))
    assert not box.searches
    assert box.now.agent_state == "empty_repair"


@pytest.mark.req("CS-261")
def test_earlier_results_stay_marked_as_previous(box: Box):
    box.submit("swim")
    items = box.found().results.items
    box.submit(DEAD)
    box.failed()
    assert (box.now.results.items, box.now.results.previous) == (items, True)
    box.submit("vest")
    box.found()
    assert not box.now.results.previous


@pytest.mark.req("CS-086", "CS-248")
def test_esc_cancels_and_the_late_answer_is_dropped(box: Box):
    box.submit(A)
    seq = box.now.url_seq
    box.do(ev.CancelResolving())
    assert box.state == ("compact_classic", "idle", "draft_keyword")
    assert box.now.editor.draft_text == A
    before = box.now
    late = ev.LinkRead(seq, "resolved_invalid", "dead")
    assert box.do(late) is before
    box.refused(ev.CancelResolving(), "ERR_ACTION_NOT_AVAILABLE")


@pytest.mark.req("CS-086", "CS-248")
def test_typing_cancels_and_another_link_is_the_one_that_counts(box: Box):
    box.submit(A)
    first = box.now.url_seq
    box.do(ev.Type(B))
    assert box.state == ("compact_classic", "idle", "draft_keyword")
    box.submit(B)
    assert box.now.url_seq == first + 1
    before = box.now
    assert box.do(ev.LinkRead(first, "resolved_invalid", "dead")) is before
    box.exact("xyz")
    assert box.tags == ["@xyz"]


def test_enter_again_while_a_link_is_identified_changes_nothing(box: Box):
    before = box.submit(A)
    assert box.submit(A) is before
    assert box.do(ev.Type(A)).container == "compact_resolving"


@pytest.mark.req("CS-117", "CS-134", "CS-135")
def test_words_after_an_exact_link_keep_the_anchor_and_say_so(anchored: Box):
    anchored.submit("要美国的，性价比高")
    assert anchored.state == ("expanded_agent", "retrieving", "followup_waiting")
    assert anchored.tags == ["@abc"]
    assert {"MSG_TARGET_LOCKED", "MSG_ANCHOR_LOCKED", "MSG_SOFT_REFERENCE"} <= set(anchored.codes)
    assert "@abc" in anchored.message("MSG_ANCHOR_LOCKED").zh
    assert [c.values for c in anchored.plan.conditions if c.field == "country"] == [("US",)]


@pytest.mark.req("CS-130")
def test_a_link_beside_a_sentence_is_locked(box: Box):
    box.submit(f"{A} 美国的，粉丝 1w+")
    assert box.state == ("expanded_agent", "retrieving", "followup_waiting")
    assert not box.searches
    box.exact("abc")
    assert box.message("MSG_TARGET_LOCKED").zh == "精确目标已锁定"
    assert "MSG_ANCHOR_LOCKED" in box.codes
    assert {(c.field, c.values) for c in box.plan.conditions} == {
        ("country", ("US",)),
        ("followers", (10000,)),
    }
    assert box.now.container == "expanded_agent"


@pytest.mark.req("CS-131")
def test_find_similar_beside_a_link_is_a_reference(box: Box):
    box.submit(f"找和 {A} 类似的频道")
    box.exact("abc")
    assert (box.plan.conditions, box.plan.scope) == ((), "standard")
    assert box.plan.anchor is not None
    similar = next(s for s in box.now.inputs[0].spans if "类似" in s.text)
    assert (similar.status, bool(similar.note_zh and similar.note_en)) == ("reference", True)


@pytest.mark.req("CS-132")
def test_a_hashtag_gives_its_word_and_is_never_pinned(box: Box):
    box.submit("https://www.youtube.com/hashtag/swim 美国博主")
    assert box.state == ("expanded_agent", "retrieving", "followup_waiting")
    assert (box.plan.anchor, box.tags) == (None, ["swim"])


def test_a_page_of_words_behind_a_short_link_gives_its_word(box: Box):
    box.submit(A)
    box.do(ev.LinkRead(1, "resolved_unsupported", url_type="context", context_terms=("swim",)))
    assert box.state == ("compact_classic", "retrieving", "committed_keyword")
    assert (box.tags, box.now.editor.draft_text) == (["swim"], "")
    assert box.now.inputs[0].spans[0].node_ids == (box.nodes("keyword")[0].node_id,)


@pytest.mark.req("CS-133")
def test_a_link_that_cannot_be_combined_is_named_and_the_words_stay(box: Box):
    box.submit("https://example.com/x 帮我找美国博主")
    box.failed("resolved_unsupported")
    link, *words = box.now.inputs[0].spans
    assert (link.status, bool(link.note_zh and link.note_en)) == ("unsupported", True)
    assert all(s.status == "effective" for s in words)
    assert [n.condition.values for n in box.nodes("country")] == [("US",)]


def test_a_name_that_is_nobodys_alone_stays_a_pending_keyword(box: Box):
    box.submit("像 @nobody 这样的美国博主")
    assert box.effect(fx.ResolveLink).url == "@nobody"
    box.failed("resolved_invalid", "dead")
    (tag,) = box.nodes("keyword")
    assert (tag.condition.status, bool(tag.condition.note_zh)) == ("pending", True)
    assert [c.field for c in box.plan.conditions] == ["country"]
    assert box.state[:2] == ("expanded_agent", "retrieving")


@pytest.mark.req("CS-100")
def test_a_link_in_the_grown_box_is_identified_in_place(box: Box):
    box.submit("帮我找美国的美妆博主")
    box.found()
    box.submit(A)
    assert box.state == ("expanded_agent", "retrieving", "followup_waiting")
    box.exact("abc")
    assert box.now.container == "expanded_agent"
    assert "@abc" in box.tags
    box.found()
    assert box.state[:2] == ("expanded_agent", "results_ready")


def test_words_said_while_a_link_is_identified_wait_for_it(box: Box):
    box.submit(f"{A} 美国的")
    box.submit("粉丝 1w+")
    assert not box.searches
    box.do(ev.SetFilter("language", ["en"]))
    assert not box.searches
    box.exact("abc")
    assert {c.field for c in box.plan.conditions} == {"country", "followers", "language"}


def test_a_cancelled_link_leaves_its_words_to_be_searched(box: Box):
    box.submit(f"{A} 美国的")
    box.do(ev.CancelResolving())
    assert box.state == ("expanded_agent", "idle", "followup_waiting")
    assert (box.now.editor.draft_text, box.now.results_stale) == (A, True)
    box.submit("")
    assert [c.field for c in box.plan.conditions] == ["country"]


@pytest.mark.req("CS-136")
@pytest.mark.parametrize("text", ["javascript:alert(1)", "data:text/html,x"])
def test_other_schemes_are_no_links(box: Box, text: str):
    box.submit(text)
    assert not any(isinstance(e, fx.ResolveLink) for e in box.effects)
    assert box.now.container == "compact_classic"
