"""The ends of every change by hand: where a condition comes to stand, the question that goes, the search."""

from __future__ import annotations

from serendip.core.errors import InputError
from serendip.search.session import graph
from serendip.search.session.model import Node, Session, replace
from serendip.search.session.moves import Rules, close_question, refuse
from serendip.search.session.searching import Reduced, refresh
from serendip.search.session.slots import is_list, joined, slot
from serendip.search.session.told import tell_changes


def settled_in(session: Session, nodes: list[Node], node_id: str, *, join: bool) -> Session:
    """The graph with ``nodes``, of which one has newly come to its slot: it takes the others' place there.

    With ``join``, lists become one. What else changes by that is told, with its way back.
    """
    at = next(i for i, n in enumerate(nodes) if n.node_id == node_id)
    node = nodes[at]
    others = [n for n in nodes if n is not node and n.effective and slot(n.condition) == slot(node.condition)]
    if not node.effective or node.condition.kind == "soft" or not others:
        return graph.rebuilt(session, nodes)
    for other in others:
        both = joined(other.condition, node.condition) if join and is_list(node.condition) else None
        node = node if both is None else replace(node, condition=both)
    nodes[at] = node
    kept = [n for n in nodes if n not in others]
    return tell_changes(graph.rebuilt(session, kept, others), session.graph)


def done(before: Session, after: Session, rules: Rules) -> Reduced:
    """The end of every change: the question goes, the search follows."""
    changed = (before.graph.nodes, before.graph.any_keyword) != (after.graph.nodes, after.graph.any_keyword)
    if not changed:
        return before, ()
    return refresh(close_question(after, "manual_filter", rules.now))


def with_node(session: Session, changed: Node) -> list[Node]:
    """The nodes with ``changed`` in the place of the one of its id."""
    return [changed if n.node_id == changed.node_id else n for n in session.graph.nodes]


def unavailable(zh: str, en: str) -> InputError:
    """ERR_ACTION_NOT_AVAILABLE: what the action needs is not there."""
    return refuse("ERR_ACTION_NOT_AVAILABLE", zh=zh, en=en)
