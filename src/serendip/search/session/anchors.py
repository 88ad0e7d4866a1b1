"""The badge of the row: the channel that a search is centred on, at most one (I-11)."""

from __future__ import annotations

from dataclasses import asdict

from serendip.search.conditions import Condition
from serendip.search.session.changes import rebuilt, remove_node
from serendip.search.session.model import AnchorValue, Intent, IntentSpan, Node, Session, replace
from serendip.search.session.moves import fresh_id


def put_anchor(session: Session, value: AnchorValue, index: int | None = None) -> Session:
    """Centre the search on ``value``; an anchor that is there is replaced where it stands.

    ``index``: where the badge goes in the order of the row; None is the end. The parts of submitted texts
    that waited for this link take effect.
    """
    old = next((n for n in session.graph.nodes if n.field == "anchor"), None)
    session, node_id = fresh_id(session, "n")
    condition = Condition("anchor", "eq", "anchor", (value.source_url,), extra={"channel": asdict(value)})
    revision = session.revision + 1
    intent = _asked_by(session, value.source_url)
    node = Node(
        node_id,
        "explicit",
        condition,
        edited_from=None if old is None else old.condition,
        intent_id=None if intent is None else intent.intent_id,
        created_revision=revision,
        updated_revision=revision,
    )
    nodes = list(session.graph.nodes)
    if old is not None:
        nodes[nodes.index(old)] = node
    else:
        nodes.insert(len(nodes) if index is None else min(max(index, 0), len(nodes)), node)
    return _take_effect(rebuilt(session, nodes, () if old is None else (old,)), node)


def drop_anchor(session: Session) -> Session:
    """Without the anchor: recall is standard again and nothing is ordered by similarity (11.4, 11.5)."""
    old = next((n for n in session.graph.nodes if n.field == "anchor"), None)
    return session if old is None else remove_node(session, old.node_id)


def _waits(span: IntentSpan, url: str) -> bool:
    return span.role == "anchor" and span.status == "pending" and url in span.text


def _asked_by(session: Session, url: str) -> Intent | None:
    return next((i for i in reversed(session.inputs) if any(_waits(s, url) for s in i.spans)), None)


def _take_effect(session: Session, node: Node) -> Session:
    url = str(node.condition.values[0])
    inputs = tuple(
        replace(
            i,
            spans=tuple(
                replace(s, status="effective", node_ids=(node.node_id,), note_zh=None, note_en=None)
                if _waits(s, url)
                else s
                for s in i.spans
            ),
        )
        if i.intent_id == node.intent_id
        else i
        for i in session.inputs
    )
    return replace(session, inputs=inputs)
