"""Texts in the graph: nodes, what they replace, add to or leave alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from serendip.core.errors import InputError
from serendip.search.conditions import Condition, Request, Span
from serendip.search.session import events as ev
from serendip.search.session import graph
from serendip.search.session.shown_value import KeywordValue, RangeValue
from serendip.search.terms import session_operator
from tests.unit.session.graph.box import RULES, Box, anchor


def values(box: Box, field: str) -> list[tuple[str, str, tuple[object, ...]]]:
    return [(n.condition.op, n.condition.kind, n.condition.values) for n in box.of(field)]


@pytest.mark.req("CS-010")
@pytest.mark.parametrize(
    ("text", "op", "bounds"),
    [
        ("粉丝 1w+", "gte", (10_000,)),
        ("粉丝 5k-20k", "between", (5_000, 20_000)),
        ("粉丝 1-5w", "between", (10_000, 50_000)),
        ("粉丝 １ｗ＋", "gte", (10_000,)),
        ("粉丝 5w 以内", "lte", (50_000,)),
        ("followers under 50k", "lte", (50_000,)),
        ("followers 10,000+", "gte", (10_000,)),
    ],
)
def test_figures_enter_as_they_were_said(text, op, bounds):
    c = Box().say(text).one("followers").condition
    assert c.values == bounds
    assert c.op == op or (op, c.op) == ("lte", "lt"), c


@pytest.mark.req("CS-011")
@pytest.mark.parametrize("text", ["粉丝 1w+，均播 3000+", "10k+ followers, avg views 3000+"])
def test_average_views_are_their_own_field(text):
    box = Box().say(text)
    assert values(box, "followers") == [("gte", "hard", (10_000,))]
    assert values(box, "avg_views") == [("gte", "hard", (3_000,))]


@pytest.mark.req("CS-012")
@pytest.mark.parametrize("text", ["最近活跃的", "recently active"])
def test_recently_active_is_inferred_with_a_reason(text):
    node = Box().say(text).one("last_active_days")
    assert node.bucket == "derived"
    assert node.effective
    assert (node.condition.op, node.condition.values) == ("lte", (30,))
    assert session_operator(node.condition) == "within_days"
    assert "30" in (node.condition.note_zh or "")
    assert "30" in (node.condition.note_en or "")
    assert node.derived_from[0].startswith(f"{node.intent_id}:0-")


@pytest.mark.req("CS-013")
def test_a_reversed_range_is_read_in_order_and_told():
    box = Box().say("粉丝 20k-5k")
    assert box.one("followers").condition.values == (5_000, 20_000)
    assert "5,000–20,000" in box.told("MSG_RANGE_REVERSED").zh


@pytest.mark.req("CS-161")
@pytest.mark.parametrize(
    ("text", "word"), [("美国玩具博主，不要开箱", "开箱"), ("US toy creators, no unboxing", "unboxing")]
)
def test_a_concrete_exclusion_is_an_excluded_tag(text, word):
    out = [n for n in Box().say(text).of("keyword") if n.condition.kind == "exclude"]
    assert [n.condition.values for n in out] == [(word,)]
    assert out[0].condition.extra["target"] == "channel_tag"


@pytest.mark.req("CS-162")
def test_another_platform_is_pending_and_named():
    box = Box().say("帮我找美国的 Instagram 红人")
    node = box.one("platform")
    assert node.condition.status == "pending"
    assert box.session.platform == "youtube"
    assert box.told("MSG_PLATFORM_CONFLICT").zh == "当前仅在 YouTube 频道中搜索，“Instagram”未作为条件生效"
    span = next(s for s in box.session.inputs[-1].spans if s.role == "platform")
    assert span.status == "pending"
    assert span.node_ids == (node.node_id,)
    assert span.note_zh
    assert span.note_en


@pytest.mark.req("CS-183")
def test_a_newer_figure_replaces_the_older_one_and_can_be_undone():
    box = Box().say("粉丝 1w+")
    node_id = box.one("followers").node_id
    box.say("粉丝 5k 以上")
    node = box.one("followers")
    assert (node.node_id, node.condition.values) == (node_id, (5_000,))
    assert node.edited_from is not None
    assert node.edited_from.values == (10_000,)
    message = box.told("MSG_REPLACED")
    assert message.zh == "粉丝数：≥ 10,000 → ≥ 5,000（撤销）"
    box.do(ev.Undo(message.message_id))
    assert box.one("followers").condition.values == (10_000,)
    assert "MSG_REPLACED" not in box.codes()


@pytest.mark.req("CS-184")
@pytest.mark.parametrize(
    "texts", [("美国", "英国", "只要英国", "不要美国"), ("US", "also UK", "only UK", "not US")]
)
def test_a_list_grows_narrows_and_excludes(texts):
    box = Box().say(texts[0], texts[1])
    assert values(box, "country") == [("in", "hard", ("US", "GB"))]
    added = box.told("MSG_ADDED")
    assert added.choices[0].action == {"action": "replace_instead", "node_id": box.one("country").node_id}
    box.say(texts[2])
    assert values(box, "country") == [("in", "hard", ("GB",))]
    assert "美国、英国 → 英国" in box.told("MSG_REPLACED").zh
    box.say(texts[3])
    assert values(box, "country") == [("in", "hard", ("GB",)), ("in", "exclude", ("US",))]


def test_an_excluded_value_leaves_the_list_and_comes_back_by_undo():
    box = Box().say("美国", "再加英国", "不要美国")
    assert values(box, "country") == [("in", "hard", ("GB",)), ("in", "exclude", ("US",))]
    box.do(ev.Undo(box.told("MSG_REPLACED").message_id))
    assert values(box, "country") == [("in", "hard", ("US", "GB"))]
    box.say("不要美国", "不要英国")
    assert values(box, "country") == [("in", "exclude", ("US", "GB"))]
    box.say("美国")
    assert values(box, "country") == [("in", "exclude", ("GB",)), ("in", "hard", ("US",))]


def test_replace_instead_keeps_the_newest_values_alone():
    box = Box().say("美国", "再加英国")
    node_id = box.one("country").node_id
    box.do(ev.ReplaceInstead(node_id))
    assert box.one("country").condition.values == ("GB",)
    assert "MSG_ADDED" not in box.codes()
    with pytest.raises(InputError) as refused:
        box.do(ev.ReplaceInstead(node_id))
    assert refused.value.code == "ERR_ACTION_NOT_AVAILABLE"
    box.do(ev.Undo(box.told("MSG_REPLACED").message_id))
    assert box.one("country").condition.values == ("US", "GB")


@pytest.mark.req("CS-181")
@pytest.mark.parametrize("text", ["再加英国", "also UK"])
def test_an_added_sentence_joins_what_the_filter_bar_set(text):
    box = Box().do(ev.SetFilter("region", ["US"])).say(text)
    node = box.one("country")
    assert node.condition.values == ("US", "GB")
    shown = box.shown("country")
    assert (shown.field, shown.value, shown.source) == ("region", ["US", "GB"], "user_input")


def test_what_is_dropped_by_words_can_come_back():
    box = Box().say("美国博主，粉丝 1w+", "再加英国", "去掉美国", "去掉粉丝条件")
    assert values(box, "country") == [("in", "hard", ("GB",))]
    assert box.of("followers") == []
    span = box.session.inputs[-1].spans[-1]
    assert (span.status, span.node_ids) == ("effective", ())
    box.do(ev.Undo(box.told("MSG_REMOVED").message_id))
    assert values(box, "followers") == [("gte", "hard", (10_000,))]
    box.say("去掉法国")
    assert "法国" in box.told("MSG_NOT_THERE").zh


@pytest.mark.req("CS-009")
@pytest.mark.parametrize("text", ["最近活跃的", "recently active"])
def test_an_inferred_value_never_touches_a_set_one(text):
    box = Box().do(ev.SetFilter("last_active_days", 90)).say(text)
    manual, inferred = box.of("last_active_days")
    assert (manual.bucket, manual.condition.values, manual.effective) == ("manual", (90,), True)
    assert (inferred.bucket, inferred.condition.values) == ("derived", (30,))
    assert inferred.condition.status == "reference"
    assert "90" in (inferred.condition.note_zh or "")
    assert box.session.graph.conflicts == ()
    use = box.told("MSG_INFERRED_ASIDE").choices[0].action
    assert use == {"action": "use_condition", "node_id": inferred.node_id}
    assert "MSG_SOFT_REFERENCE" not in box.codes()
    box.do(ev.UseCondition(inferred.node_id))
    now = box.one("last_active_days")
    assert (now.node_id, now.condition.values, now.effective) == (inferred.node_id, (30,), True)
    assert "MSG_INFERRED_ASIDE" not in box.codes()
    box.do(ev.Undo(box.told("MSG_REPLACED").message_id))
    assert [n.condition.status for n in box.of("last_active_days")] == ["effective", "reference"]


@pytest.mark.req("CS-152")
def test_a_derived_rule_that_clashes_with_a_region_is_a_reference():
    box = Box().say("美国")
    said = Condition("country", "in", "hard", ("GB",), "derived", 0, 2, note_zh="口音", note_en="an accent")
    box.session, _ = graph.land(
        box.session,
        Request("英音", "youtube", "natural_language", "expanded_agent", (said,),
                (Span(0, 2, "hard", "effective", (0,)),)),
        "follow_up",
        RULES,
    )  # fmt: skip
    stated, rule = box.of("country")
    assert (stated.condition.values, stated.effective) == (("US",), True)
    assert rule.condition.status == "reference"
    assert "美国" in (rule.condition.note_zh or "")
    views = [(n.status, n.effect, n.priority, bool(n.reason_zh)) for n in box.view().graph.nodes]
    assert views == [("effective", "filter", "P1", False), ("reference", "none", "P3", True)]
    span = box.session.inputs[-1].spans[0]
    assert (span.status, span.node_ids) == ("reference", (rule.node_id,))


def test_what_is_stated_takes_over_what_was_inferred():
    box = Box().say("最近活跃的", "近 90 天活跃")
    node = box.one("last_active_days")
    assert (node.bucket, node.condition.values, node.derived_from) == ("explicit", (90,), ())
    assert "MSG_REPLACED" in box.codes()


@pytest.mark.req("CS-185")
def test_two_bounds_of_one_text_that_cannot_meet_are_named_and_kept():
    box = Box().say("粉丝 5w 以上且 1w 以下")
    a, b = box.of("followers")
    assert (a.condition.values, b.condition.values) == ((50_000,), (10_000,))
    assert box.session.highlight == (a.node_id, b.node_id)
    (conflict,) = box.session.graph.conflicts
    assert (conflict.kind, conflict.node_ids) == ("empty_range", (a.node_id, b.node_id))
    message = box.told("MSG_CONFLICT")
    assert message.zh == "“粉丝数：≥ 50,000”与“粉丝数：≤ 10,000”冲突，请选择保留哪一个"
    assert [c.action["node_id"] for c in message.choices] == [b.node_id, a.node_id]
    box.do(ev.Remove(str(message.choices[0].action["node_id"])))
    assert box.one("followers").node_id == a.node_id
    assert box.session.graph.conflicts == ()
    assert box.session.highlight == ()
    assert "MSG_CONFLICT" not in box.codes()


def test_bounds_of_one_text_that_meet_are_one_range():
    assert values(Box().say("粉丝>=1w，粉丝<=5w"), "followers") == [("between", "hard", (10_000, 50_000))]


def test_the_same_keyword_is_highlighted_and_the_opposite_one_is_a_question():
    box = Box().say("美国玩具博主，不要开箱")
    toy, unboxing = box.of("keyword")
    box.say("玩具")
    assert box.session.highlight == (toy.node_id,)
    assert box.told("MSG_DUPLICATE_KEYWORD").node_ids == (toy.node_id,)
    box.say("开箱")
    assert len(box.of("keyword")) == 2
    message = box.told("MSG_OPPOSITE_KEYWORD")
    assert message.zh == "“开箱”已是排除关键词，要改为正向吗？"
    assert message.en == "“开箱” is already an excluded keyword. Include it instead?"
    span = box.session.inputs[-1].spans[0]
    assert span.status == "pending"
    box.do(ev.SetExcluded(unboxing.node_id, bool(message.choices[0].action["excluded"])))
    assert [n.condition.kind for n in box.of("keyword")] == ["keyword", "keyword"]
    assert "MSG_OPPOSITE_KEYWORD" not in box.codes()


def test_keywords_of_a_draft_become_tags_without_an_intent():
    box = Box()
    box.session = graph.commit_keywords(box.session, "swim vest, “pool, toys”；swim vest", RULES)
    assert [n.condition.values[0] for n in box.of("keyword")] == ["swim vest", "pool, toys"]
    assert box.session.inputs == ()
    again = graph.commit_keywords(box.session, "Swim  Vest", RULES)
    assert again.graph.nodes == box.session.graph.nodes
    assert again.highlight == (box.of("keyword")[0].node_id,)


def test_limits_of_the_row_refuse_the_whole_text():
    box = Box()
    for text, code in (
        ("k" * 101, "ERR_KEYWORD_TOO_LONG"),
        (",".join(f"w{i}" for i in range(21)), "ERR_TOO_MANY_KEYWORDS"),
    ):
        with pytest.raises(InputError) as refused:
            graph.commit_keywords(box.session, text, RULES)
        assert refused.value.code == code
        with pytest.raises(InputError) as refused:
            box.say(text)
        assert refused.value.code == code


def test_a_corrected_spelling_is_told_and_can_be_undone():
    box = Box()
    box.session = graph.commit_keywords(box.session, "woodwoking", RULES)
    assert box.one("keyword").condition.values == ("woodworking",)
    box.do(ev.Undo(box.told("MSG_CORRECTED").message_id))
    assert box.one("keyword").condition.values == ("woodwoking",)


@pytest.mark.req("CS-006")
def test_every_node_of_a_mixed_text_has_all_it_needs():
    box = Box().say("Hollyland 麦克风，美国，粉丝 1w+")
    assert [n.field for n in box.session.graph.nodes] == ["keyword", "country", "followers"]
    for node in box.session.graph.nodes:
        assert node.bucket == "explicit"
        assert node.intent_id == box.session.inputs[-1].intent_id
        assert node.created_revision == node.updated_revision == 1
    shown = [
        (n.field, n.operator, n.value, n.source, n.strength, n.effect, n.status, n.priority, n.match_target)
        for n in box.view().graph.nodes
    ]
    common = ("user_input", "hard", "filter", "effective", "P1")
    assert shown == [
        ("keyword", "matches", KeywordValue("Hollyland 麦克风"), *common, "channel_tag"),
        ("region", "in", ["US"], *common, None),
        ("followers", "between", RangeValue(10_000, None), *common, None),
    ]
    assert all(n.label_zh and n.label_en for n in box.view().graph.nodes)


def test_a_link_waits_and_takes_its_span_when_it_is_identified():
    box = Box().say("https://www.youtube.com/@abc 美国的，粉丝 1w+")
    assert box.of("anchor") == []
    span = next(s for s in box.session.inputs[-1].spans if s.role == "anchor")
    assert span.status == "pending"
    assert span.note_zh
    box.session = graph.put_anchor(box.session, anchor(), 0)
    node = box.session.graph.nodes[0]
    assert node.field == "anchor"
    span = next(s for s in box.session.inputs[-1].spans if s.role == "anchor")
    assert (span.status, span.node_ids) == ("effective", (node.node_id,))


@pytest.mark.req("CS-008")
def test_a_second_anchor_takes_the_place_of_the_first():
    box = Box()
    box.session = graph.put_anchor(graph.commit_keywords(box.session, "swim", RULES), anchor("a"))
    box.session = replace(box.session, sort="followers", recall_scope="wide")
    box.session = graph.put_anchor(box.session, anchor("b"))
    assert [n.field for n in box.session.graph.nodes] == ["keyword", "anchor"]
    assert box.one("anchor").condition.extra["channel"]["handle"] == "b"
    assert (box.session.sort, box.session.recall_scope) == (None, "standard")


def test_an_order_and_a_number_in_words_steer_the_list():
    box = Box().say("按粉丝排序的美国博主，前 5 个")
    assert box.session.sort == "followers"
    assert box.session.results.page_size == 5
    assert box.one("sort").condition.values == ("followers",)
    box.session = graph.sort_by(box.session, "avg_views")
    assert box.one("sort").condition.values == ("avg_views",)
    assert box.one("sort").bucket == "manual"
    assert box.session.sort == "avg_views"
    box.do(ev.Remove(box.one("sort").node_id)).do(ev.Remove(box.one("limit").node_id))
    assert (box.session.sort, box.session.results.page_size) == (None, 20)
