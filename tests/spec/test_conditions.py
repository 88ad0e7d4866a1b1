"""Conditions over HTTP: how they are read, labelled, kept apart and executed (sections 3 and 14)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.spec.box import Box
from tests.spec.world import TODAY


def idle_days(box: Box) -> set[int]:
    """For how many days each shown channel has not published."""
    return {(TODAY - date.fromisoformat(str(seen)[:10])).days for seen in box.fact("last_upload_at")}


@pytest.mark.req("CS-012")
@pytest.mark.parametrize("text", ["帮我找最近活跃的露营博主", "find recently active camping creators"])
def test_recently_active_is_thirty_days_and_says_so(box: Box, text: str):
    box.submit(text)
    node = box.node("last_active_days")
    assert (node["label_zh"], node["label_en"]) == ("近 30 天活跃", "Active in the last 30 days")
    assert (node["value"], node["operator"]) == (30, "within_days")
    assert (node["bucket"], node["source"]) == ("derived", "agent_inferred")
    assert (node["source_zh"], node["source_en"]) == ("Agent 推断", "Agent inferred")
    assert node["reason_zh"].endswith("按近 30 天理解")
    assert node["reason_en"].endswith("read as the last 30 days")
    assert idle_days(box) == {2, 10, 29}
    box.act("edit_condition", node_id=node["node_id"], value=31)
    assert box.node("last_active_days")["label_en"] == "Active in the last 31 days"
    assert idle_days(box) == {2, 10, 29, 31}


@pytest.mark.req("CS-010", "CS-011")
@pytest.mark.parametrize(
    ("text", "field", "least", "most"),
    [
        ("粉丝 1w+", "followers", 10_000, None),
        ("粉丝 １ｗ＋", "followers", 10_000, None),
        ("粉丝 10,000+", "followers", 10_000, None),
        ("粉丝 5k-20k", "followers", 5_000, 20_000),
        ("粉丝 1-5w", "followers", 10_000, 50_000),
        ("粉丝 5w 以内", "followers", None, 50_000),
        ("followers under 50k", "followers", None, 50_000),
        ("均播 3000+", "avg_views", 3_000, None),
        ("avg views 3000+", "avg_views", 3_000, None),
    ],
)
def test_figures_are_read_and_executed_inclusively(
    box: Box, text: str, field: str, least: int | None, most: int | None
):
    box.submit(f"{text}，美国")
    assert box.node(field)["value"] == {"min": least, "max": most}
    shown = box.fact(field)
    assert shown
    assert all((least is None or v >= least) and (most is None or v <= most) for v in shown)
    box.act("sort", sort="followers")
    if least == 10_000 and most is None:
        box.act("page", page=-(-box.now["results"]["total"] // box.now["results"]["page_size"]))
        assert box.fact("followers")[-1] == 10_000


@pytest.mark.req("CS-013")
def test_a_range_in_reverse_is_read_in_order_and_refused_from_a_control(box: Box):
    box.submit("粉丝 20k-5k，美国")
    assert box.node("followers")["value"] == {"min": 5_000, "max": 20_000}
    assert box.notice("MSG_RANGE_REVERSED")["zh"] == "已按 5,000–20,000 理解"
    code = box.refused("set_filter", field="followers", value={"min": 20_000, "max": 5_000})
    assert code == "ERR_INVALID_VALUE"


@pytest.mark.req("CS-009")
@pytest.mark.parametrize("text", ["最近活跃的", "recently active ones"])
def test_what_is_inferred_stands_back_behind_what_was_set(box: Box, text: str):
    box.submit("帮我找美国的露营博主")
    box.act("set_filter", field="last_active_days", value=90)
    box.submit(text)
    held, aside = sorted(box.nodes("last_active_days"), key=lambda n: n["bucket"] == "derived")
    assert (held["value"], held["source"], held["status"]) == (90, "manual_edit", "effective")
    assert (aside["value"], aside["source"], aside["status"]) == (30, "agent_inferred", "reference")
    assert aside["reason_zh"]
    assert max(idle_days(box)) > 30
    (use,) = box.notice("MSG_INFERRED_ASIDE")["choices"]
    assert (use["label_zh"], use["label_en"]) == ("改用推断值", "Use it")
    box.choose("MSG_INFERRED_ASIDE", "改用推断值")
    assert [n["value"] for n in box.nodes("last_active_days") if n["status"] == "effective"] == [30]


def told(box: Box) -> tuple[Any, Any]:
    """The conditions in effect as chips and as the summary says them."""
    chips = [n["label_zh"] for n in box.now["graph"]["nodes"] if n["status"] == "effective"]
    return chips, [item["label_zh"] for item in box.now["summary"]["effective"]]


@pytest.mark.req("CS-176", "CS-177")
def test_every_condition_shows_where_it_comes_from(box: Box):
    box.submit("帮我找最近活跃的美国博主")
    box.act("set_filter", field="followers", value={"min": 5_000, "max": None})
    shown = {(n["source"], n["source_zh"], n["source_en"]) for n in box.now["graph"]["nodes"]}
    assert shown == {
        ("user_input", "用户输入", "User input"),
        ("agent_inferred", "Agent 推断", "Agent inferred"),
        ("manual_edit", "手动修改", "Manually edited"),
    }
    assert "conditions" in box.now["layout"]
    chips, summary = told(box)
    assert chips == summary


@pytest.mark.req("CS-183")
def test_a_newer_word_on_one_figure_replaces_the_older(box: Box):
    box.submit("美国博主，粉丝 1w+")
    box.submit("粉丝 5k 以上")
    assert box.node("followers")["value"] == {"min": 5_000, "max": None}
    said = box.notice("MSG_REPLACED")
    assert said["zh"] == "粉丝数：≥ 10,000 → ≥ 5,000（撤销）"
    assert said["can_undo"]
    box.act("undo", message_id=said["message_id"])
    assert box.node("followers")["value"] == {"min": 10_000, "max": None}
    assert min(box.fact("followers")) >= 10_000


@pytest.mark.req("CS-184")
def test_places_add_up_until_only_or_not_is_said(box: Box):
    steps = (("美国", ["US"]), ("英国", ["US", "GB"]), ("只要英国", ["GB"]))
    box.submit("帮我找美妆博主")
    for text, codes in steps:
        box.submit(text)
        assert sorted(box.node("region")["value"]) == sorted(codes)
        assert {c for found in box.fact("country") for c in found} == set(codes)
    box.submit("不要美国")
    out = [n for n in box.nodes("region") if n["operator"] == "not_in"]
    assert [n["value"] for n in out] == [["US"]]
    assert "US" not in {c for found in box.fact("country") for c in found}
