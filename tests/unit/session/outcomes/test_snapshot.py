"""The session as clients see it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from serendip.search.conditions import Condition
from serendip.search.session import events as ev
from serendip.search.session.model import Node
from serendip.search.session.shown_value import RangeValue, meant, shown_value
from serendip.search.session.snapshot import SessionSnapshot, snapshot
from tests.unit.session.outcomes.steps import ABC, CONFIG, DESCRIBE, Run, way

ADAPTER = TypeAdapter(SessionSnapshot)
REVIEWERS = "帮我找美国做汽配评测、最近活跃、粉丝 5k-20k 的 YouTube 红人"


def as_json(run: Run) -> dict[str, Any]:
    """What a client reads."""
    return json.loads(ADAPTER.dump_json(run.view))


@pytest.mark.req("CS-004")
def test_a_session_holds_everything_of_its_task():
    said = as_json(Run().submit(REVIEWERS).found(12))
    assert said["inputs"][0]["raw_text"] == REVIEWERS
    assert said["platform"] == "youtube"
    nodes = {n["field"]: n for n in said["graph"]["nodes"]}
    assert {n["bucket"] for n in nodes.values()} == {"explicit", "derived"}
    assert nodes["region"]["value"] == ["US"]
    assert nodes["followers"]["value"] == {"min": 5000, "max": 20000}
    assert nodes["last_active_days"]["value"] == 30
    assert nodes["last_active_days"]["operator"] == "within_days"
    assert nodes["last_active_days"]["reason_zh"]
    assert nodes["last_active_days"]["priority"] == "P3"
    assert nodes["keyword"]["match_target"] == "channel_tag"
    assert said["agent_state"] == "results_ready"
    assert said["results"]["total"] == 12
    assert said["summary"]["results_zh"] == "共 12 个频道"
    assert said["question"] is None


@pytest.mark.req("CS-263")
@pytest.mark.parametrize("text", ["帮我找做汽配评测的美国红人", "find US car-parts reviewers"])
def test_topic_words_of_a_sentence_are_tags(text: str):
    run = Run().submit(text)
    (tag,) = [n for n in run.view.graph.nodes if n.field == "keyword"]
    assert (tag.bucket, tag.match_target, tag.operator) == ("explicit", "channel_tag", "matches")
    assert tag.node_id in run.view.editor.items


@pytest.mark.req("CS-177")
def test_every_condition_says_where_it_comes_from():
    run = Run().submit(REVIEWERS).found(12).do(ev.SetFilter("avg_views", {"min": 3000, "max": None}))
    labels = {(n.source, n.source_zh, n.source_en) for n in run.view.graph.nodes}
    assert labels == {
        ("user_input", "用户输入", "User input"),
        ("agent_inferred", "Agent 推断", "Agent inferred"),
        ("manual_edit", "手动修改", "Manually edited"),
    }


@pytest.mark.req("CS-176")
def test_conditions_are_in_the_snapshot_in_every_state():
    run = Run().submit(REVIEWERS)
    count = len(run.session.graph.nodes)
    for step in (
        lambda: run,
        lambda: run.found(12),
        lambda: run.submit("再加英国"),
        lambda: run.found(0, DESCRIBE),
    ):
        step()
        assert len(run.view.graph.nodes) == count
        assert all(n.label_zh and n.label_en for n in run.view.graph.nodes)
    assert len(set(run.trail)) >= 4


@pytest.mark.parametrize(
    ("op", "values", "low", "high", "opened"),
    [("gte", (5,), 5, None, ()), ("gt", (5,), 5, None, ("min",)), ("lte", (5,), None, 5, ()),
     ("lt", (5,), None, 5, ("max",)), ("between", (5, 9), 5, 9, ()), ("near", (10,), 7, 13, ())],
)  # fmt: skip
def test_bounds_are_shown_as_they_are_executed(op: str, values: Any, low: Any, high: Any, opened: Any):
    condition = Condition("followers", op, "hard", values)
    assert shown_value(condition) == RangeValue(low, high)
    assert meant(condition).open_bounds == opened
    assert meant(condition).about == (10 if op == "near" else None)


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        (Condition("last_active_days", "lte", "hard", (30,)), 30),
        (Condition("last_active_days", "lt", "hard", (30,)), 29),
        (Condition("last_active_days", "gte", "hard", (60,)), RangeValue(60, None)),
        (Condition("country", "in", "hard", ("US", "GB")), ["US", "GB"]),
        (Condition("verified", "eq", "hard", (True,)), True),
        (Condition("platform", "eq", "hard", ("youtube",)), "youtube"),
    ],
)
def test_values_have_the_shapes_of_the_specification(condition: Condition, value: Any):
    assert shown_value(condition) == value


def test_the_anchor_is_a_channel_and_recalls():
    said = as_json(Run().anchor().found(20))
    (node,) = said["graph"]["nodes"]
    assert node["value"]["source_url"] == ABC
    assert node["value"]["channel_id"] == "UCabc"
    assert (node["effect"], node["priority"], node["label_zh"]) == ("recall", "P0", "@abc")
    assert said["editor"]["has_anchor"]
    assert said["editor"]["input_state"] == "committed_anchor"


@pytest.mark.req("CS-138", "CS-140")
def test_similarity_is_the_order_only_around_an_anchor():
    run = Run().anchor().found(60)
    results = run.view.results
    assert (results.sort, results.sort_source) == ("similarity", "default")
    assert "similarity" in results.sort_keys
    run.do(ev.Sort("followers"))
    assert (run.view.results.sort, run.view.results.sort_source) == ("followers", "user")
    assert run.view.results.pinned == {"label": "@abc"}
    plain = Run().submit("swim vest").found(60).view.results
    assert plain.sort == "relevance"
    assert "similarity" not in plain.sort_keys


def test_without_similarity_it_is_no_order_to_choose():
    run = Run().anchor(f"swim {ABC}").found(60, similarity_off=True)
    assert run.view.results.sort == "relevance"
    assert "similarity" not in run.view.results.sort_keys
    assert "MSG_ANCHOR_WITHOUT_TEXT" in run.codes


def test_only_the_anchor_is_a_view_of_the_same_results():
    run = Run().anchor().found(60).do(ev.ViewOnlyAnchor(on=True))
    assert run.view.results.items == ()
    assert run.view.results.total == 60
    assert run.do(ev.ViewOnlyAnchor(on=False)).view.results.items


def test_hidden_results_are_not_rendered():
    run = Run().submit("swim vest").found(60, unknown=3, unknown_fields=("country",))
    hidden = replace(run.session, results=replace(run.session.results, hidden=True))
    shown = snapshot(hidden, CONFIG).results
    assert (shown.items, shown.total, shown.unknown, shown.pinned) == ((), 0, 0, None)


@pytest.mark.req("CS-188")
def test_a_suggestion_names_its_exact_change():
    run = Run().submit("帮我找美国的美妆博主，粉丝 9 亿以上")
    followers = run.node("followers")
    said = as_json(run.found(0, way(followers, 12)))
    (suggestion,) = said["repair"]["suggestions"]
    assert suggestion["patch"]["drop"] == [followers.node_id]
    assert suggestion["expected_count"] == 12
    assert said["repair"]["offered"] == ["A_REPAIR_APPLY_SUGGESTION", "A_REPAIR_SWITCH_TO_NL"]


def test_collapsing_is_refused_with_a_reason():
    assert Run().submit("swim vest").found(9).view.collapse.allowed is False
    grown = Run().submit("swim vest").found(9).do(ev.SmartSearch())
    assert grown.view.collapse.allowed
    stuck = Run().submit(REVIEWERS).found(9).view.collapse
    assert not stuck.allowed
    assert stuck.reason_zh
    assert stuck.reason_en


def test_the_draft_says_what_it_looks_like():
    run = Run()
    assert run.view.editor.draft_kind is None
    assert run.do(ev.Type("swim vest")).view.editor.draft_kind == "keyword"
    assert run.do(ev.Type(ABC)).view.editor.draft_kind == "url"


def test_an_edited_condition_remembers_what_it_was():
    run = Run().submit(REVIEWERS).found(9)
    node = run.node("followers")
    run.do(ev.EditCondition(node.node_id, {"min": 9000, "max": None}))
    (shown,) = [n for n in as_json(run)["graph"]["nodes"] if n["field"] == "followers"]
    assert shown["value"] == {"min": 9000, "max": None}
    assert shown["edited_from"]["value"] == {"min": 5000, "max": 20000}
    assert (shown["bucket"], shown["strength"], shown["effect"]) == ("manual", "hard", "filter")


def test_sides_of_a_conflict_are_highlighted():
    view = Run().submit("粉丝 5w 以上且 1w 以下").view
    assert {n.node_id for n in view.graph.nodes if n.highlighted} == set(view.graph.conflicts[0].node_ids)


def test_a_wish_without_effect_filters_nothing_and_orders_nothing():
    run = Run().submit("美国博主，性价比高")
    (wish,) = [n for n in run.view.graph.nodes if n.field == "soft_preference"]
    assert (wish.strength, wish.effect, wish.status, wish.priority) == ("soft", "none", "pending", "P2")
    assert (wish.value.phrase, wish.value.mapped_to) == ("性价比高", None)


def test_everything_is_typed_for_the_api_description():
    schema = ADAPTER.json_schema()
    assert schema["properties"]["container"]["enum"] or schema["properties"]["container"]["$ref"]
    fields = schema["$defs"]["ConditionNode"]["properties"]
    assert fields["operator"]["enum"] == [
        "matches", "not_matches", "in", "not_in", "between", "within_days", "equals", "prefer",
    ]  # fmt: skip
    assert not [name for name, shape in schema["properties"].items() if shape == {}]


def test_a_node_of_every_kind_can_be_sent():
    run = Run()
    link = Condition(
        "context_anchor", "eq", "anchor", ("https://www.youtube.com/hashtag/x",), status="reference"
    )
    nodes = (Node("n1", "explicit", link), Node("n2", "manual", Condition("price", "lt", "hard", (300.5,))))
    run.session = replace(run.session, graph=replace(run.session.graph, nodes=nodes))
    values = [n["value"] for n in as_json(run)["graph"]["nodes"]]
    assert values[0]["url"] == "https://www.youtube.com/hashtag/x"
    assert values[1] == {"min": None, "max": 300.5}
