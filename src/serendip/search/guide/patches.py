"""What a patch makes of a plan, so that its effect can be counted before anyone takes it."""

from __future__ import annotations

from dataclasses import replace

from serendip.search.conditions import Condition
from serendip.search.plan import STEERING
from serendip.search.session.effects import Plan
from serendip.search.session.model import Patch, Placed

_OUTSIDE = STEERING - {"platform"}


def patched(plan: Plan, patch: Patch) -> Plan:
    """The plan of a search after ``patch``: the same rule as for the graph, over what is executed.

    A node of the same id is replaced in its place; another one, and one without an id, is inserted by its
    index. Nodes that are not effective, and those that are not executed as conditions, are not in a plan.
    """
    put = {p.node.node_id: p for p in patch.put if p.node.node_id}
    kept = [put.pop(p.node.node_id, p) for p in plan.nodes if p.node.node_id not in patch.drop]
    fresh = [p for p in patch.put if not p.node.node_id]
    both = sorted((*kept, *put.values(), *fresh), key=lambda p: p.index)
    nodes = tuple(p for p in both if p.node.effective and p.node.field not in _OUTSIDE)
    return replace(
        plan,
        nodes=nodes,
        scope=patch.scope or plan.scope,
        any_keyword=plan.any_keyword if patch.any_keyword is None else patch.any_keyword,
        page=1,
        cursor=None,
        skip=0,
    )


def decides(condition: Condition) -> bool:
    """Whether a condition decides who is found: not a wish, not one that only steers."""
    return condition.kind != "soft" and condition.field not in STEERING


def searchable(plan: Plan) -> bool:
    """Whether something is looked for: an anchor, or a condition beside wishes and exclusions."""
    return plan.anchor is not None or any(decides(c) and c.kind != "exclude" for c in plan.conditions)


def put(placed: Placed, condition: Condition) -> Patch:
    """The patch that gives a node another condition; it keeps its id and its place.

    What was noted of the old value (how a word was read, why it waits) is not said of the new one.
    """
    changed = replace(condition, note_zh=None, note_en=None)
    node = replace(placed.node, condition=changed, edited_from=placed.node.condition)
    return Patch(put=(Placed(node, placed.index),))
