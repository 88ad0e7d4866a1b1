"""What a search session promises, checked after every event of a walk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from serendip.core.text import is_mark
from serendip.search.conditions import Condition
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session import tables
from serendip.search.session.model import Config, Intent, Node, Session
from serendip.search.session.moves import input_state, legal
from serendip.search.session.snapshot import snapshot

CONFIG = Config()


@dataclass
class World:
    """What lies around the session: effects not yet answered, and what each search was asked for."""

    session: Session
    waiting: list[fx.Effect] = field(default_factory=list[fx.Effect])
    answered: list[ev.Outcome] = field(default_factory=list[ev.Outcome])
    plans: dict[int, fx.Plan] = field(default_factory=dict[int, fx.Plan])
    events: list[ev.Event] = field(default_factory=list[ev.Event])


def check(world: World, before: Session, event: ev.Event) -> None:
    """Every promise, after ``event`` led from ``before`` to the world's session."""
    after = world.session
    if after is before:
        return
    _check_counters(before, after, event)
    _check_states(before, after, event)
    _check_graph(after)
    _check_words(before, after)
    _check_user_values(before, after, event)
    _check_executed(world)


def _check_counters(before: Session, after: Session, event: ev.Event) -> None:
    assert after.version == before.version + 1
    assert after.revision - before.revision in ({0} if isinstance(event, ev.Outcome) else {0, 1})
    assert after.search_seq >= before.search_seq
    assert after.applied_seq is None or after.applied_seq <= after.search_seq
    assert after.in_flight_seq in {None, after.search_seq}
    assert (after.session_id, after.user_id, after.platform) == ("s1", "ann", before.platform)


def _check_states(before: Session, after: Session, event: ev.Event) -> None:
    assert legal(after), (after.container, after.agent_state, input_state(after))
    assert after.agent_state in tables.AGENT_STATES
    if after.agent_state == "clarifying":
        assert after.question is not None
    elif after.question is not None:
        assert after.agent_state == "empty_repair"
    if after.container == "expanded_repair":
        assert after.repair.repair_reason is not None
        if after.agent_state == "results_ready":
            assert after.repair.repair_reason == "low_recall"
    if after.compact:
        assert after.question is None
    if not before.compact and after.compact:
        own_choice = isinstance(event, ev.Collapse | ev.RemoveAnchor | ev.CloseRepair)
        assert own_choice, f"collapsed by itself at {event}"
    if after.agent_state in {"retrieving", "refining"}:
        resolving = after.url is not None and after.url.state == "resolving"
        assert after.in_flight_seq is not None or resolving, "waits for nothing"
    if after.agent_state == "empty_repair" and not _url_failed(after):
        assert 1 <= len(after.repair.suggestions) <= 3


def _url_failed(session: Session) -> bool:
    return (session.repair.repair_reason or "").startswith("url_")


def _check_graph(after: Session) -> None:
    anchors = [n for n in after.graph.nodes if n.field == "anchor"]
    assert len(anchors) <= 1
    ids = [n.node_id for n in after.graph.nodes]
    assert len(set(ids)) == len(ids)
    for node in after.graph.nodes:
        assert (node.bucket == "derived") == bool(node.derived_from) or node.bucket != "derived"
        assert node.condition.extra.get("target") != "default"
        if node.condition.status != "effective":
            assert node.condition.note_zh, node
            assert node.condition.note_en, node
    view = snapshot(after, CONFIG)
    assert {n.node_id for n in view.graph.nodes} == set(ids)
    assert all(n.label_zh and n.label_en for n in view.graph.nodes)
    source = {"explicit": "user_input", "derived": "agent_inferred", "manual": "manual_edit"}
    assert all(n.source == source[n.bucket] for n in view.graph.nodes)


def _check_words(before: Session, after: Session) -> None:
    """No span of any input is lost, and no input (I-8)."""
    if len(after.inputs) > len(before.inputs):
        old, now = before.inputs, after.inputs[: len(before.inputs)]
        assert [_but_links(i) for i in old] == [_but_links(i) for i in now]
    assert [i.raw_text for i in after.inputs[: len(before.inputs)]] == [i.raw_text for i in before.inputs]
    for intent in after.inputs[len(before.inputs) :]:
        covered = [0] * len(intent.raw_text)
        for span in intent.spans:
            assert intent.raw_text[span.start : span.end] == span.text
            for i in range(span.start, span.end):
                covered[i] += 1
            if span.status != "effective":
                assert span.note_zh, span
                assert span.note_en, span
        for char, times in zip(intent.raw_text, covered, strict=True):
            assert times == 1 or (times == 0 and is_mark(char)), (intent.raw_text, intent.spans)


def _but_links(intent: Intent) -> tuple[object, ...]:
    """An older text, without what became of its links: a later one may take their place."""
    return intent.intent_id, intent.kind, [s for s in intent.spans if s.role != "anchor"]


_OWN = (
    ev.Remove, ev.CommitEdit, ev.SetTarget, ev.SetExcluded, ev.SetFilter, ev.EditCondition, ev.UseCondition,
    ev.ReplaceInstead, ev.Undo, ev.Answer, ev.ApplySuggestion, ev.RemoveAnchor, ev.ChooseAnchor, ev.Restore,
)  # fmt: skip
"""Actions by which a person changes conditions, each one named by what was pressed."""


def _check_user_values(before: Session, after: Session, event: ev.Event) -> None:
    """What a person said never changes without their own action on it, or a message with an undo."""
    if isinstance(event, _OWN):
        return
    told = {m.message_id for m in before.notices}
    ways_back = [m.undo for m in after.notices if m.message_id not in told and m.undo is not None]
    backed = {p.node.node_id for undo in ways_back for p in undo.put}
    for node in before.graph.nodes:
        now = after.graph.node(node.node_id)
        same = now is not None and _said(now) == _said(node)
        if node.bucket != "derived" and node.field != "anchor" and not same:
            assert node.node_id in backed, f"{node} changed by {event} with no way back"


def _said(node: Node) -> Any:
    c = node.condition
    return c.field, c.op, c.kind, c.values, c.extra.get("target")


def _check_executed(world: World) -> None:
    """Conditions shown = conditions executed, unless the box says that they are stale."""
    s = world.session
    shown = [
        n
        for n in s.graph.nodes
        if n.effective and n.field not in {"anchor", "context_anchor", "sort", "limit"}
    ]
    asked = s.in_flight_seq or s.applied_seq
    if asked is None or s.results_stale or _url_failed(s) or s.agent_state in {"idle", "unsupported"}:
        return
    if s.in_flight_seq is None and (s.search_seq != s.applied_seq or s.agent_state == "retrieving"):
        return  # the search failed (the box says so), or a link is looked at first
    plan = world.plans[asked]
    executed = [p.node.condition for p in plan.nodes]
    kept = [n.condition for n in shown]
    gone = [c for c in executed if c not in kept]
    assert [c for c in kept if c not in executed] == [], world.events[-3:]
    assert all(_became_reference(s, c) for c in gone), (gone, world.events[-3:])
    anchor = s.graph.anchor
    assert (plan.anchor is None) == (anchor is None)


def _became_reference(session: Session, condition: Condition) -> bool:
    same = [n.condition for n in session.graph.nodes if n.field == condition.field]
    return any(c.status == "reference" and c.values == condition.values for c in same)
