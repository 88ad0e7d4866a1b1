"""What a person does to a condition where it is shown: tags, chips, badge, filter bar (14.2, I-13, I-17).

Each handler changes the graph and refreshes by section 5.5. An open question is closed: the person has turned
to doing it by hand (13.3).
"""

from __future__ import annotations

from typing import Final

from serendip.search.conditions import Condition
from serendip.search.plan import Defaults, compile_conditions
from serendip.search.session import events as e
from serendip.search.session import graph, hand, tags
from serendip.search.session.model import Node, Session, replace
from serendip.search.session.moves import Rules, close_question, fresh_id, refuse
from serendip.search.session.searching import Reduced, refresh
from serendip.search.session.slots import same, slot
from serendip.search.session.told import tell_changes
from serendip.search.session.values import ROW, check_field, condition_for
from serendip.search.terms import TARGET_LABELS, catalogue_field


def remove(session: Session, event: e.Remove, rules: Rules) -> Reduced:
    """Take a condition out; it can be put back. Raises ``NotFound`` ERR_NODE_NOT_FOUND."""
    return hand.done(session, graph.remove_node(session, event.node_id), rules)


def restore(session: Session, event: e.Restore, rules: Rules) -> Reduced:
    """Put a removed condition back where it stood.

    Raises:
        NotFound: ERR_NODE_NOT_FOUND.
        InputError: ERR_ACTION_NOT_AVAILABLE when it is there; ERR_SECOND_ANCHOR, ERR_DUPLICATE_KEYWORD or
            ERR_TOO_MANY_KEYWORDS when another one has taken its place.
    """
    node = next((n for n in session.graph.removed if n.node_id == event.node_id), None)
    if node is None:
        graph.find(session, event.node_id)
        raise hand.unavailable("这个条件没有被移除", "This condition has not been removed")
    if node.field == "anchor" and any(n.field == "anchor" for n in session.graph.nodes):
        raise refuse(
            "ERR_SECOND_ANCHOR",
            zh="已有另一个锚点；请先移除它",
            en="There is another anchor; remove that one first",
        )
    if node.field == "keyword":
        tags.check_twin(session, node)
        tags.check_room(session, rules)
    nodes = list(session.graph.nodes)
    nodes.insert(_place(session, node), replace(node, updated_revision=session.revision + 1))
    return hand.done(session, hand.settled_in(session, nodes, node.node_id, join=True), rules)


def _place(session: Session, node: Node) -> int:
    """Where a removed node stood: as its message remembers, else by its age."""
    for message in session.notices:
        for placed in message.undo.put if message.undo is not None else ():
            if placed.node.node_id == node.node_id:
                return min(placed.index, len(session.graph.nodes))
    younger = (i for i, n in enumerate(session.graph.nodes) if _age(n) > _age(node))
    return next(younger, len(session.graph.nodes))


def _age(node: Node) -> tuple[int, int, str]:
    return node.created_revision, len(node.node_id), node.node_id


def set_target(session: Session, event: e.SetTarget, rules: Rules) -> Reduced:
    """Choose where a tag is looked for. It stays the person's own tag; no other one changes (6.4).

    Raises:
        NotFound: ERR_NODE_NOT_FOUND.
        InputError: ERR_INVALID_VALUE for an unknown target; ERR_ACTION_NOT_AVAILABLE for what is no tag;
            ERR_DUPLICATE_KEYWORD when there is the same tag with that target.
    """
    node = _tag(session, event.node_id)
    if event.target not in TARGET_LABELS:
        listed = ", ".join(TARGET_LABELS)
        raise refuse(
            "ERR_INVALID_VALUE",
            zh=f"没有这种匹配目标；可选：{listed}",
            en=f"There is no such match target. Expected: one of {listed}",
            field="match_target",
            expected=listed,
        )
    extra = {**node.condition.extra, "target": event.target}
    return _retagged(session, node, replace(node.condition, extra=extra), rules)


def set_excluded(session: Session, event: e.SetExcluded, rules: Rules) -> Reduced:
    """Turn a tag into an excluded word, or back (6.4). Raises as ``set_target``."""
    node = _tag(session, event.node_id)
    if (node.condition.kind == "exclude") == event.excluded:
        return session, ()
    kind = "exclude" if event.excluded else "keyword"
    return _retagged(session, node, replace(node.condition, kind=kind), rules)


def _retagged(session: Session, node: Node, condition: Condition, rules: Rules) -> Reduced:
    if condition == node.condition:
        return session, ()
    changed = graph.by_hand(node, condition, session)
    tags.check_twin(session, changed)
    return hand.done(session, graph.rebuilt(session, hand.with_node(session, changed)), rules)


def set_any_keyword(session: Session, event: e.SetAnyKeyword, rules: Rules) -> Reduced:
    """Whether one of the keywords is enough, or all are needed (addendum A-5)."""
    turned = replace(session.graph, any_keyword=event.any)
    return hand.done(session, replace(session, graph=turned), rules)


def set_unknown(session: Session, event: e.SetUnknown, rules: Rules) -> Reduced:
    """Leave out, include or alone show channels whose value is unknown (addendum A-2)."""
    if event.unknown == session.unknown:
        return session, ()
    chosen = replace(session, unknown=event.unknown)
    return refresh(close_question(chosen, "manual_filter", rules.now))


def set_filter(session: Session, event: e.SetFilter, rules: Rules) -> Reduced:
    """The filter bar's condition on a field is this one now; None clears the field.

    A condition that stands there becomes manual and keeps its id (I-13). Raises ``InputError``
    ERR_INVALID_VALUE with the field and what is expected.
    """
    name = catalogue_field(event.field)
    if event.value is None:
        return _clear(session, event, name, rules)
    side = "exclude" if event.excluded else "hard"
    shown = [
        n for n in session.graph.nodes if n.field == name and n.effective and slot(n.condition)[1] == side
    ]
    base = shown[0].condition if shown else None
    condition = condition_for(event.field, event.value, event.operator, excluded=event.excluded, base=base)
    held = [n for n in session.graph.nodes if n.effective and slot(n.condition) == slot(condition)]
    if len(held) == 1 and same(held[0].condition, condition):
        return session, ()
    if held:
        changed = graph.by_hand(held[0], condition, session)
        kept = [n for n in hand.with_node(session, changed) if n not in held[1:]]
        return hand.done(session, graph.rebuilt(session, kept, held[1:]), rules)
    session_now, node = _manual(session, condition)
    return hand.done(session, graph.rebuilt(session_now, [*session.graph.nodes, node]), rules)


def _manual(session: Session, condition: Condition) -> tuple[Session, Node]:
    session, node_id = fresh_id(session, "n")
    revision = session.revision + 1
    node = Node(
        node_id, "manual", condition, created_revision=revision, updated_revision=revision, asked=True
    )
    return session, node


def _clear(session: Session, event: e.SetFilter, name: str, rules: Rules) -> Reduced:
    if name in ROW:
        raise refuse(
            "ERR_INVALID_VALUE",
            zh=f"“{event.field}”请在输入行里移除",
            en=f"Remove “{event.field}” in the input row",
            field=event.field,
        )
    check_field(event.field)
    shown = [
        n
        for n in session.graph.nodes
        if n.field == name and n.effective and n.condition.kind in ({"exclude"} if event.excluded else _HARD)
    ]
    kept = [n for n in session.graph.nodes if n not in shown]
    return hand.done(session, graph.rebuilt(session, kept, shown), rules)


_HARD: Final = frozenset({"hard", "exclude"})


def edit_condition(session: Session, event: e.EditCondition, rules: Rules) -> Reduced:
    """A chip's new value: the node keeps its id and becomes manual (I-13); a tag takes another text.

    Raises:
        NotFound: ERR_NODE_NOT_FOUND.
        InputError: ERR_INVALID_VALUE with the field and what is expected; for tags also ERR_KEYWORD_TOO_LONG
            and ERR_DUPLICATE_KEYWORD.
    """
    node = graph.find(session, event.node_id)
    if node.field == "keyword":
        return _retagged(session, node, tags.retexted(session, node, event.value, rules), rules)
    out = node.condition.kind == "exclude" if event.excluded is None else event.excluded
    if node.field == "platform" and event.value in (session.platform, [session.platform]):
        condition = Condition("platform", "eq", "hard", (session.platform,))
    else:
        condition = condition_for(node.field, event.value, event.operator, excluded=out, base=node.condition)
    if same(node.condition, condition):
        return session, ()
    changed = graph.by_hand(node, condition, session)
    if node.effective and slot(node.condition) == slot(condition):
        return hand.done(session, graph.rebuilt(session, hand.with_node(session, changed)), rules)
    return hand.done(
        session,
        hand.settled_in(session, hand.with_node(session, changed), node.node_id, join=node.effective),
        rules,
    )


def use_condition(session: Session, event: e.UseCondition, rules: Rules) -> Reduced:
    """A condition that was only a reference, or pending, takes effect, in place of what stood there.

    Raises:
        NotFound: ERR_NODE_NOT_FOUND.
        InputError: ERR_ACTION_NOT_AVAILABLE when it is in effect, or cannot be executed.
    """
    node = graph.find(session, event.node_id)
    if node.condition.status not in {"reference", "pending"}:
        raise hand.unavailable(
            "这个条件已经生效或不支持", "This condition is in effect already, or is not supported"
        )
    condition = replace(node.condition, status="effective", note_zh=None, note_en=None)
    defaults = Defaults(rules.now.date(), rules.config.default_match_target, lambda _: ())
    if not compile_conditions((condition,), defaults):
        raise hand.unavailable(
            "目录里没有可比对的数据；请改用其他条件，例如 CPM、报价或互动率",
            "Nothing in the catalogue can be compared with it; use another condition, for example cpm, price "
            "or engagement rate",
        )
    changed = graph.by_hand(node, condition, session)
    if node.field == "keyword":
        tags.check_twin(session, changed)
    return hand.done(
        session, hand.settled_in(session, hand.with_node(session, changed), node.node_id, join=False), rules
    )


def replace_instead(session: Session, event: e.ReplaceInstead, rules: Rules) -> Reduced:
    """Of a list that a text added to: keep only what that text said (D-20).

    Raises:
        NotFound: ERR_NODE_NOT_FOUND.
        InputError: ERR_ACTION_NOT_AVAILABLE when that is not on offer (any more).
    """
    node = graph.find(session, event.node_id)
    offered = any(m.code == "MSG_ADDED" and node.node_id in m.node_ids for m in session.notices)
    before = node.edited_from
    added = tuple(v for v in node.condition.values if before is not None and v not in before.values)
    if not offered or not added:
        raise hand.unavailable("现在没有可替换的值", "There is nothing to replace here now")
    changed = replace(
        node,
        condition=replace(node.condition, values=added),
        edited_from=node.condition,
        updated_revision=session.revision + 1,
    )
    after = tell_changes(graph.rebuilt(session, hand.with_node(session, changed)), session.graph)
    return hand.done(session, after, rules)


def undo(session: Session, event: e.Undo, rules: Rules) -> Reduced:
    """Take back what a message told.

    Raises:
        InputError: ERR_ACTION_NOT_AVAILABLE without such a message, or when its conditions changed since.
    """
    message = next((m for m in session.notices if m.message_id == event.message_id), None)
    if message is None or message.undo is None:
        raise hand.unavailable(
            "无法撤销：相关条件之后又改动过；请直接修改条件",
            "This cannot be undone: the conditions have changed since. Edit them directly",
        )
    rest = tuple(m for m in session.notices if m is not message)
    after = graph.apply_patch(replace(session, notices=rest), message.undo, manual=False)
    if len(after.graph.keywords) > len(session.graph.keywords):
        tags.check_room(session, rules)
    # Going back from a refused text brings the results before it into view again (section 16).
    refused = session.refused_text is not None
    asks = refused or (after.graph, after.recall_scope) != (session.graph, session.recall_scope)
    return refresh(close_question(after, "manual_filter", rules.now)) if asks else (after, ())


def _tag(session: Session, node_id: str) -> Node:
    node = graph.find(session, node_id)
    if node.field != "keyword":
        raise hand.unavailable("只有关键词标签可以这样设置", "Only keyword tags can be set like this")
    return node
