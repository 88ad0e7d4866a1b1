"""What a person does to conditions where they are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from serendip.core.errors import InputError, NotFound, SerendipError
from serendip.search.conditions import Condition
from serendip.search.session import events as ev
from serendip.search.session import graph
from serendip.search.session.changes import KEPT_FOR_UNDO
from serendip.search.session.effects import RunSearch
from serendip.search.session.model import Option, Patch, Placed, Question
from serendip.search.session.searching import search
from serendip.search.session.shown_value import RangeValue
from tests.unit.session.graph.box import NOW, RULES, Box, anchor


def refused(box: Box, event: ev.Action) -> SerendipError:
    before = box.session
    with pytest.raises(SerendipError) as caught:
        box.do(event)
    assert box.session is before
    assert caught.value.zh
    assert caught.value.en
    return caught.value


def asked(box: Box) -> list[tuple[str, tuple[Any, ...]]]:
    """What the search that was just issued executes."""
    (effect,) = box.effects
    assert isinstance(effect, RunSearch)
    return [(c.field, c.values) for c in effect.plan.conditions]


@pytest.mark.req("CS-178")
@pytest.mark.parametrize(
    ("text", "field", "value", "stored"),
    [
        ("美国", "country", ["FR", "DE"], ("FR", "DE")),
        ("英语，近 90 天活跃", "language", "ja", ("ja",)),
        ("英语，近 90 天活跃", "last_active_days", 60, (60,)),
        ("最近活跃的", "last_active_days", 10, (10,)),
        ("美国博主，高级感", "tone", "calm", ("calm",)),
        ("swim vest，美国", "keyword", "goggles", ("goggles",)),
    ],
)
def test_each_chip_is_edited_and_removed_where_it_is(text, field, value, stored):
    box = Box().say(text, "粉丝 1w+").searched()
    node = box.one(field)
    box.do(ev.EditCondition(node.node_id, value))
    now = box.one(field)
    assert (now.node_id, now.condition.values) == (node.node_id, stored)
    assert now.effective
    assert now.edited_from == node.condition
    assert (field, stored) in asked(box)
    box.do(ev.Remove(node.node_id))
    assert box.of(field) == []
    assert field not in [f for f, _ in asked(box)]
    assert box.told("MSG_REMOVED").undo is not None


@pytest.mark.req("CS-179")
def test_an_edited_chip_is_manual_and_keeps_its_id():
    box = Box().say("粉丝 5k-20k").searched()
    node_id = box.one("followers").node_id
    box.do(ev.EditCondition(node_id, {"min": 10_000, "max": 50_000}))
    node = box.one("followers")
    assert (node.node_id, node.bucket, node.condition.kind) == (node_id, "manual", "hard")
    assert (node.condition.op, node.condition.values) == ("between", (10_000, 50_000))
    assert asked(box) == [("followers", (10_000, 50_000))]
    shown = box.shown("followers")
    assert (shown.value, shown.source) == (RangeValue(10_000, 50_000), "manual_edit")
    assert any("10,000–50,000" in e.label_zh for e in box.view().summary.effective)
    assert box.session.agent_state == "refining"


@pytest.mark.req("CS-180")
def test_a_filter_writes_a_manual_node():
    box = Box().say("swim vest，粉丝 1w+").searched().do(ev.SetFilter("region", ["UK"]))
    node = box.one("country")
    assert (node.bucket, node.condition.values, node.asked) == ("manual", ("GB",), True)
    assert ("country", ("GB",)) in asked(box)
    assert (box.shown("country").value, box.shown("country").source) == (["GB"], "manual_edit")
    assert any("英国" in e.label_zh for e in box.view().summary.effective)


def test_a_filter_on_a_stated_field_takes_its_node_over():
    box = Box().say("粉丝 5w 以上且 1w 以下")
    first, second = box.of("followers")
    box.do(ev.SetFilter("followers", {"min": 2000}))
    node = box.one("followers")
    assert (node.node_id, node.bucket, node.condition.op) == (first.node_id, "manual", "gte")
    assert [n.node_id for n in box.session.graph.removed] == [second.node_id]
    assert box.session.graph.conflicts == ()


def test_the_same_filter_again_changes_nothing():
    box = Box().say("美国").searched()
    before = box.session
    box.do(ev.SetFilter("country", "us"))
    assert box.session is before
    assert box.one("country").bucket == "explicit"


def test_a_filter_is_cleared_by_none():
    box = Box().say("美国博主，粉丝 1w+，不要加拿大").do(ev.SetFilter("region", None, excluded=True))
    assert [n.condition.kind for n in box.of("country")] == ["hard"]
    box.do(ev.SetFilter("region", None))
    assert box.of("country") == []
    assert box.of("followers")
    assert refused(box, ev.SetFilter("nothing", None)).code == "ERR_INVALID_VALUE"
    assert refused(box, ev.SetFilter("keyword", None)).details["field"] == "keyword"


def test_nothing_is_searched_before_the_first_search_and_after_the_last_condition():
    box = Box().do(ev.SetFilter("region", ["US"]))
    assert box.effects == ()
    box.session, _ = search(box.session, "submit_seed", "first_round")
    box.searched().do(ev.Remove(box.one("country").node_id))
    assert box.effects == ()
    assert (box.session.agent_state, box.session.results.zero_kind) == ("idle", "no_condition")


@pytest.mark.req("CS-031")
def test_each_tag_is_searched_in_its_own_target():
    box = Box()
    box.session = graph.commit_keywords(box.session, "swim, vest", RULES)
    box.searched().do(ev.SetTarget(box.of("keyword")[0].node_id, "channel_name"))
    (effect,) = box.effects
    assert isinstance(effect, RunSearch)
    assert [(c.values, c.extra["target"]) for c in effect.plan.conditions] == [
        (("swim",), "channel_name"),
        (("vest",), "channel_tag"),
    ]
    assert not effect.plan.any_keyword
    assert [n.bucket for n in box.of("keyword")] == ["explicit", "explicit"]
    box.do(ev.SetAnyKeyword(True))
    assert isinstance(box.effects[0], RunSearch)
    assert box.effects[0].plan.any_keyword


@pytest.mark.req("CS-032")
def test_excluded_words_alone_search_nothing():
    box = Box()
    box.session = graph.commit_keywords(box.session, "toy", RULES)
    box.do(ev.SetExcluded(box.one("keyword").node_id, True))
    after, effects = search(box.session, "submit_seed", "first_round")
    assert effects == ()
    assert after.search_seq == box.session.search_seq == 0
    assert after.notices[-1].zh == "只有排除词无法搜索，请至少添加一个条件"
    assert after.notices[-1].en == "Only excluded words. Add at least one condition"


def test_tags_never_become_two_of_the_same():
    box = Box()
    box.session = graph.commit_keywords(box.session, "swim, vest", RULES)
    swim, vest = box.of("keyword")
    error = refused(box, ev.EditCondition(vest.node_id, "Swim"))
    assert (error.code, error.details["node_id"]) == ("ERR_DUPLICATE_KEYWORD", swim.node_id)
    assert refused(box, ev.EditCondition(vest.node_id, "https://x.com/a")).code == "ERR_INVALID_VALUE"
    assert refused(box, ev.EditCondition(vest.node_id, "k" * 101)).code == "ERR_KEYWORD_TOO_LONG"
    assert refused(box, ev.EditCondition(vest.node_id, 7)).details["field"] == "keyword"
    box.do(ev.SetTarget(vest.node_id, "channel_name")).do(ev.EditCondition(vest.node_id, "Swim"))
    assert refused(box, ev.SetTarget(vest.node_id, "channel_tag")).code == "ERR_DUPLICATE_KEYWORD"


def test_a_removed_condition_returns_to_its_place():
    box = Box().say("swim vest，美国，粉丝 1w+")
    ids = [n.node_id for n in box.session.graph.nodes]
    box.do(ev.Remove(ids[1]))
    assert [n.node_id for n in box.session.graph.removed] == [ids[1]]
    box.do(ev.Restore(ids[1]))
    assert [n.node_id for n in box.session.graph.nodes] == ids
    assert box.session.graph.removed == ()
    assert "MSG_REMOVED" not in box.codes()
    assert refused(box, ev.Restore(ids[1])).code == "ERR_ACTION_NOT_AVAILABLE"
    assert refused(box, ev.Restore("n999")).code == "ERR_NODE_NOT_FOUND"
    box.do(ev.Remove(ids[0])).do(ev.Remove(ids[1])).do(ev.Restore(ids[0]))
    assert [n.node_id for n in box.session.graph.nodes] == [ids[0], ids[2]]


def test_what_returns_beside_a_newer_value_joins_a_list_or_replaces_a_figure():
    box = Box().say("美国，粉丝 1w+")
    us, size = box.session.graph.nodes
    box.do(ev.Remove(us.node_id)).do(ev.Remove(size.node_id))
    box.do(ev.SetFilter("region", ["GB"])).do(ev.SetFilter("followers", 5000))
    box.do(ev.Restore(us.node_id)).do(ev.Restore(size.node_id))
    assert box.one("country").condition.values == ("GB", "US")
    assert box.one("followers").condition.values == (10_000,)
    box.do(ev.Undo(box.told("MSG_REPLACED").message_id))
    assert box.one("followers").condition.values == (5_000,)


def test_only_so_many_removed_ones_are_kept():
    box = Box()
    for n in range(KEPT_FOR_UNDO + 5):
        box.do(ev.SetFilter("followers", n + 1)).do(ev.Remove(box.one("followers").node_id))
    assert len(box.session.graph.removed) == KEPT_FOR_UNDO
    assert box.session.graph.removed[-1].condition.values == (KEPT_FOR_UNDO + 5,)
    assert sum(m.code == "MSG_REMOVED" for m in box.session.notices) == 1


def test_an_undo_is_exact_or_refused():
    box = Box().say("粉丝 1w+", "粉丝 5k 以上")
    message = box.told("MSG_REPLACED")
    box.do(ev.EditCondition(box.one("followers").node_id, 7000))
    assert refused(box, ev.Undo(message.message_id)).code == "ERR_ACTION_NOT_AVAILABLE"
    assert refused(box, ev.Undo("m999")).code == "ERR_ACTION_NOT_AVAILABLE"
    box.do(ev.Remove(box.one("followers").node_id))
    removal = box.told("MSG_REMOVED")
    box.do(ev.SetFilter("followers", 9000))
    assert refused(box, ev.Undo(removal.message_id)).code == "ERR_ACTION_NOT_AVAILABLE"


def test_the_anchor_goes_with_its_order_and_comes_back_by_undo():
    box = Box()
    box.session = graph.put_anchor(graph.commit_keywords(box.session, "swim", RULES), anchor(), 0)
    box.searched().session = replace(box.session, sort="similarity", recall_scope="widest")
    badge = box.one("anchor")
    box.do(ev.Remove(badge.node_id))
    assert (box.session.sort, box.session.recall_scope) == (None, "standard")
    assert [n.field for n in box.session.graph.nodes] == ["keyword"]
    assert box.told("MSG_REMOVED").en == "“@abc” removed (Undo)"
    box.do(ev.Undo(box.told("MSG_REMOVED").message_id))
    assert [n.field for n in box.session.graph.nodes] == ["anchor", "keyword"]
    assert box.session.recall_scope == "widest"
    assert refused(box, ev.EditCondition(badge.node_id, "x")).code == "ERR_INVALID_VALUE"
    box.do(ev.Remove(badge.node_id))
    box.session = graph.put_anchor(box.session, anchor("b"))
    assert refused(box, ev.Restore(badge.node_id)).code == "ERR_SECOND_ANCHOR"
    kept = replace(box.session, sort="followers")
    assert graph.drop_anchor(kept).sort == "followers"
    assert graph.drop_anchor(graph.drop_anchor(kept)).graph.anchor is None


def test_a_change_by_hand_closes_the_question():
    box = Box().say("美国，粉丝 1w+").searched()
    question = Question("q1", "conflict", "region", "?", "?", (Option("o1", "a", "a", Patch()),), 0.5, NOW)
    box.session = replace(
        box.session, question=question, container="expanded_clarifying", agent_state="clarifying"
    )
    box.do(ev.SetFilter("followers", 5000))
    assert box.session.question is None
    assert box.session.question_log[-1].outcome == "manual_filter"
    assert (box.session.container, box.session.agent_state) == ("expanded_agent", "refining")


def test_a_wish_is_used_by_the_persons_word_when_it_can_be():
    box = Box().say("美国博主，高级感，性价比高，Instagram").searched()
    tone, value, platform = (box.one(f) for f in ("tone", "value_for_money", "platform"))
    assert "MSG_SOFT_REFERENCE" in box.codes()
    assert refused(box, ev.UseCondition(value.node_id)).code == "ERR_ACTION_NOT_AVAILABLE"
    assert refused(box, ev.UseCondition(platform.node_id)).code == "ERR_ACTION_NOT_AVAILABLE"
    box.do(ev.UseCondition(tone.node_id))
    node = box.one("tone")
    assert (node.bucket, node.condition.kind, node.effective, node.asked) == ("manual", "hard", True, True)
    assert refused(box, ev.UseCondition(tone.node_id)).code == "ERR_ACTION_NOT_AVAILABLE"
    box.do(ev.EditCondition(platform.node_id, "youtube"))
    assert box.one("platform").effective
    assert "MSG_PLATFORM_CONFLICT" not in box.codes()


def test_unknown_values_are_left_out_or_included():
    box = Box().say("美国，1w+").searched().do(ev.SetUnknown("include"))
    (effect,) = box.effects
    assert isinstance(effect, RunSearch)
    assert effect.plan.unknown == "include"
    assert box.do(ev.SetUnknown("include")).session.unknown == "include"


@pytest.mark.req("CS-253")
def test_invalid_values_are_refused_by_field():
    box = Box().say("swim vest，美国，粉丝 1w+")
    tag = box.one("keyword").node_id
    for event, field in (
        (ev.SetTarget(tag, "foo"), "match_target"),  # pyright: ignore[reportArgumentType]
        (ev.SetFilter("region", ["ZZ9"]), "region"),
        (ev.SetFilter("followers", {"min": -1}), "followers"),
        (ev.SetFilter("followers", {"min": "abc"}), "followers"),
        (ev.EditCondition(box.one("followers").node_id, {"min": 2, "max": 1}), "followers"),
    ):
        error = refused(box, event)
        assert isinstance(error, InputError)
        assert (error.code, error.details["field"]) == ("ERR_INVALID_VALUE", field)
    for event in (
        ev.Remove("n999"), ev.SetTarget("n999", "channel_name"), ev.SetExcluded("n999", True),
        ev.EditCondition("n999", 1), ev.UseCondition("n999"), ev.ReplaceInstead("n999"), ev.Restore("n999"),
    ):  # fmt: skip
        error = refused(box, event)
        assert isinstance(error, NotFound)
        assert error.code == "ERR_NODE_NOT_FOUND"
    country = box.one("country").node_id
    assert refused(box, ev.SetTarget(country, "channel_name")).code == "ERR_ACTION_NOT_AVAILABLE"
    assert refused(box, ev.SetExcluded(country, True)).code == "ERR_ACTION_NOT_AVAILABLE"


@pytest.mark.req("CS-013")
def test_a_reversed_range_from_a_control_is_refused():
    box = Box().say("美国")
    error = refused(box, ev.SetFilter("followers", {"min": 20_000, "max": 5_000}))
    assert (error.code, error.details["field"]) == ("ERR_INVALID_VALUE", "followers")
    assert box.of("followers") == []


def test_a_patch_does_exactly_what_it_says():
    box = Box().say("美国，粉丝 1w+")
    us, size = box.session.graph.nodes
    wider = replace(size, condition=replace(size.condition, values=(5_000,)))
    fresh = replace(us, node_id="", condition=Condition("language", "in", "hard", ("en",)))
    patch = Patch((Placed(wider, 1), Placed(fresh, 0)), (us.node_id,), scope="wide", draft="hello")
    after = graph.apply_patch(box.session, patch, manual=True)
    assert [(n.field, n.bucket, n.condition.values) for n in after.graph.nodes] == [
        ("language", "manual", ("en",)),
        ("followers", "manual", (5_000,)),
    ]
    assert after.graph.nodes[0].node_id not in {"", us.node_id, size.node_id}
    assert (after.recall_scope, after.editor.draft_text) == ("wide", "hello")
    back = graph.apply_patch(after, graph.undo_patch(box.session.graph, after.graph), manual=False)
    assert back.graph.nodes == box.session.graph.nodes
