"""What a search told about single conditions: which it could not execute, which the anchor does not meet."""

from __future__ import annotations

from collections.abc import Sequence

from serendip.search.honesty import NO_DATA_EN, NO_DATA_ZH
from serendip.search.session import graph
from serendip.search.session.model import Node, Session, replace
from serendip.search.session.moves import With, say
from serendip.search.terms import condition_label


def mark_unexecuted(session: Session, node_ids: Sequence[str]) -> Session:
    """Conditions that nothing in the catalogue can be compared with become ``reference`` and say so."""
    if not set(node_ids) & {n.node_id for n in session.graph.nodes if n.effective}:
        return session
    nodes = tuple(_reference(n) if n.node_id in node_ids and n.effective else n for n in session.graph.nodes)
    return graph.settle(replace(session, graph=replace(session.graph, nodes=nodes)))


def _reference(node: Node) -> Node:
    note = {"note_zh": NO_DATA_ZH, "note_en": NO_DATA_EN}
    return replace(node, condition=replace(node.condition, status="reference", **note))


def outside_nodes(session: Session) -> tuple[Node, ...]:
    """The conditions in force that the pinned anchor itself does not meet."""
    if session.graph.anchor is None:
        return ()
    found = (session.graph.node(node_id) for node_id in session.results.outside)
    return tuple(n for n in found if n is not None and n.effective)


def tell_outside(session: Session) -> Session:
    """One message for each condition that the anchor does not meet: it stays on top as a reference (11.2)."""
    for node in outside_nodes(session):
        zh, en = (condition_label(node.condition, locale) for locale in ("zh", "en"))
        session = say(session, "MSG_ANCHOR_OUTSIDE", With(node_ids=(node.node_id,)), zh={"cond": zh}, cond=en)
    return session
