"""Random texts and actions: the graph keeps its promises (I-11 .. I-17), and says what it changes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serendip.core.errors import SerendipError
from serendip.search.session import events as ev
from serendip.search.session import graph, searching
from serendip.search.session.conflicts import pairs
from serendip.search.session.effects import RunSearch
from serendip.search.session.model import Node, Session
from serendip.search.session.slots import slot
from serendip.search.terms import condition_label
from tests.unit.session.graph.box import Box, anchor

TEXTS = (
    "美国", "再加英国", "只要英国", "不要美国", "换成法国", "去掉英国", "地区不限", "欧洲博主",
    "only UK", "also Canada",
    "粉丝 1w+", "粉丝 5k 以上", "粉丝 5w 以上且 1w 以下", "最近活跃的", "近 90 天活跃", "英语，均播 3000+",
    "美国博主，高级感", "性价比高", "性价比高，最近活跃", "swim vest，玩具", "不要开箱", "开箱",
    "US toy creators, no unboxing", "帮我找美国的 Instagram 红人", "按粉丝排序", "前 5 个",
)  # fmt: skip
FILTERS: tuple[tuple[str, Any], ...] = (
    ("followers", {"min": 10_000, "max": None}), ("followers", {"min": 20_000, "max": 5_000}),
    ("followers", None),
    ("region", ["US"]), ("region", ["GB", "CA"]), ("region", ["ZZ9"]), ("region", None),
    ("last_active_days", 90),
    ("last_active_days", 30), ("language", ["en"]), ("verified", True), ("avg_views", "abc"), ("nothing", 1),
)  # fmt: skip
OWN = (
    ev.Remove, ev.Restore, ev.SetTarget, ev.SetExcluded, ev.SetFilter, ev.EditCondition, ev.UseCondition,
    ev.ReplaceInstead, ev.Undo,
)  # fmt: skip


def action(box: Box, chance: random.Random) -> ev.Action:
    s = box.session
    node_id = chance.choice([n.node_id for n in s.graph.nodes] or ["n0"])
    gone = chance.choice([n.node_id for n in s.graph.removed] or ["n0"])
    told = chance.choice([m.message_id for m in s.notices] or ["m0"])
    field, value = chance.choice(FILTERS)
    new = chance.choice(
        [{"min": 3_000}, ["FR", "GB"], 60, "goggles", "toy", {"min": 3, "max": 1}, "calm", True]
    )
    choices = [c.action for m in s.notices for c in m.choices]
    offered = chance.choice(choices) if choices else None
    if offered is not None and chance.random() < 0.2:
        kinds = {"remove": ev.Remove, "use_condition": ev.UseCondition, "replace_instead": ev.ReplaceInstead}
        if offered["action"] == "set_excluded":
            return ev.SetExcluded(str(offered["node_id"]), bool(offered["excluded"]))
        return kinds[str(offered["action"])](str(offered["node_id"]))
    return chance.choice([
        ev.Remove(node_id), ev.Restore(gone),
        ev.SetTarget(node_id, chance.choice(["channel_name", "all_sources"])),
        ev.SetExcluded(node_id, chance.random() < 0.5), ev.SetAnyKeyword(chance.random() < 0.5),
        ev.SetFilter(field, value), ev.SetFilter(field, value, excluded=True),
        ev.EditCondition(node_id, new), ev.EditCondition(node_id, new, excluded=chance.random() < 0.5),
        ev.UseCondition(node_id), ev.ReplaceInstead(node_id), ev.Undo(told), ev.SetUnknown("include"),
    ])  # fmt: skip


def step(box: Box, chance: random.Random) -> None:
    before, event = box.session, None
    match chance.random():
        case roll if roll < 0.4:
            box.say(chance.choice(TEXTS))
        case roll if roll < 0.47:
            box.session = graph.put_anchor(before, anchor(chance.choice("ab")), chance.randrange(3))
        case roll if roll < 0.5:
            box.session = graph.drop_anchor(before)
        case _:
            event = action(box, chance)
            try:
                box.do(event)
            except SerendipError as error:
                if not (error.code.startswith("ERR_") and error.zh and error.en and box.session is before):
                    raise
                return
            _check_answer(box, before)
    _check_graph(box.session)
    _check_told(before, box.session, event)


def _check_answer(box: Box, before: Session) -> None:
    """What is asked of the search is what is shown."""
    for effect in box.effects:
        assert isinstance(effect, RunSearch)
        assert effect.plan.nodes == searching.plan(box.session).nodes
    after = box.session
    changed = after.graph.nodes != before.graph.nodes
    if changed and searching.executable(after):
        assert box.effects


def _check_graph(session: Session) -> None:
    nodes = session.graph.nodes
    assert sum(n.field == "anchor" for n in nodes) <= 1
    ids = [n.node_id for n in nodes]
    assert len(ids) == len(set(ids))
    assert not set(ids) & {n.node_id for n in session.graph.removed}
    for node in nodes:
        _check_node(node)
    stated = {slot(n.condition) for n in nodes if n.effective and n.bucket != "derived"}
    inferred = {slot(n.condition) for n in nodes if n.effective and n.bucket == "derived"}
    assert not stated & inferred
    tags = [slot(n.condition) for n in session.graph.keywords]
    assert len(tags) == len(set(tags))
    named = {c.node_ids for c in session.graph.conflicts}
    assert named == {(a.node_id, b.node_id) for a, b, _ in pairs(nodes)}
    assert {m.node_ids for m in session.notices if m.code == "MSG_CONFLICT"} == named
    assert {i for pair in named for i in pair} <= set(session.highlight)
    for message in session.notices:
        put = {p.node.node_id for p in message.undo.put} if message.undo else set[str]()
        assert not message.undo or set(message.undo.drop) <= set(ids), message
        assert put or not message.undo or message.undo.drop


def _check_node(node: Node) -> None:
    c = node.condition
    assert (node.bucket == "derived") == bool(node.derived_from)
    if node.bucket == "derived":
        assert c.note_zh
        assert c.note_en
    if node.bucket == "manual":
        assert c.kind in {"hard", "exclude"}
        assert node.field not in {"keyword", "anchor"}
    if c.status != "effective":
        assert c.note_zh
        assert c.note_en
    assert node.field != "keyword" or c.extra["target"] != "default"
    assert not {"change", "notice"} & set(c.extra)
    assert condition_label(c, "zh")
    assert condition_label(c, "en")


def _check_told(before: Session, after: Session, event: ev.Action | None) -> None:
    """No stated or manual value changes but by the person's own action on it, or with a way back."""
    known = {m.message_id for m in before.notices}
    backed = {
        p.node.node_id
        for m in after.notices
        if m.undo is not None and m.message_id not in known
        for p in m.undo.put
    }
    for old in before.graph.nodes:
        new = after.graph.node(old.node_id)
        kept = new is not None and _said(new) == _said(old)
        if kept or old.bucket == "derived" or old.field == "anchor":
            continue
        mine = getattr(event, "node_id", None) == old.node_id or isinstance(event, ev.SetFilter | ev.Undo)
        assert old.node_id in backed or mine, (old, event)
        assert event is None or isinstance(event, OWN)


def _said(node: Node) -> Any:
    c = node.condition
    return c.field, c.op, c.kind, c.values, c.status, c.extra.get("target")


@pytest.mark.req("CS-007", "CS-008")
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_any_sequence_keeps_the_promises(chance: random.Random):
    box = Box().say("美国玩具博主，粉丝 1w+").searched()
    for _ in range(30):
        step(box, chance)
    for node in box.session.graph.nodes:
        box.do(ev.Remove(node.node_id))
    assert box.session.graph.nodes == ()
    assert box.session.agent_state == "idle"
