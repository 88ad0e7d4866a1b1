"""Where the nodes of a graph change, and what hangs on them: conflicts, order, messages, undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from serendip.catalogue.fields import FIELDS
from serendip.core.errors import NotFound
from serendip.search.conditions import Condition
from serendip.search.session import conflicts
from serendip.search.session.model import (
    Choice,
    Conflict,
    Graph,
    Message,
    Node,
    Patch,
    Placed,
    Results,
    Session,
    replace,
)
from serendip.search.session.moves import With, fresh_id, say, unsay
from serendip.search.session.slots import slot
from serendip.search.terms import condition_label

KEPT_FOR_UNDO: Final = 50
"""At most so many removed nodes are kept."""

MAX_PAGE: Final = 100
"""A number of channels that a text asks for is shown on one page up to this many."""

SORTS: Final = frozenset(FIELDS["sort"].unit.split("|"))
"""What a list can be ordered by."""

ROW_FIELDS: Final = frozenset({"keyword", "anchor"})
"""Tags and the badge belong to the input row: edited there they stay the person's own words (I-13)."""

_UNTIL_EFFECTIVE: Final = frozenset(
    {"MSG_SOFT_REFERENCE", "MSG_PLATFORM_CONFLICT", "MSG_UNSUPPORTED", "MSG_INFERRED_ASIDE"}
)
_ABOUT_A_TAG: Final = frozenset({"MSG_DUPLICATE_KEYWORD", "MSG_OPPOSITE_KEYWORD"})


def find(session: Session, node_id: str) -> Node:
    """The node of that id. Raises ``NotFound`` ERR_NODE_NOT_FOUND."""
    node = session.graph.node(node_id)
    if node is None:
        raise missing(node_id)
    return node


def missing(node_id: str) -> NotFound:
    """The error about a condition that is not there."""
    return NotFound(
        "ERR_NODE_NOT_FOUND",
        zh="这个条件已不存在；请刷新后重试",
        en="There is no such condition any more; reload and try again",
        node_id=node_id,
    )


def rebuilt(session: Session, nodes: Sequence[Node], removed: Iterable[Node] = ()) -> Session:
    """The session with these nodes; ``removed`` are kept for undo. Everything that hangs on them follows."""
    before, now = session.graph, tuple(nodes)
    if now == before.nodes:
        return session
    ids = {n.node_id for n in now}
    gone = {n.node_id: n for n in (*before.removed, *removed) if n.node_id not in ids}
    graph = replace(before, nodes=now, removed=tuple(gone.values())[-KEPT_FOR_UNDO:])
    editor = session.editor
    if editor.editing_node_id is not None and editor.editing_node_id not in ids:
        editor = replace(editor, editing_node_id=None, editing_text=None)
    after = replace(session, graph=graph, editor=editor)
    after = replace(after, notices=_still_true(after.notices, before, graph))
    return settle(_steered(before, after))


def _steered(before: Graph, session: Session) -> Session:
    """Order, page and recall follow the graph: an anchor that goes or changes, an order or number said."""
    old, new = _channel(before), _channel(session.graph)
    if old is not None and old != new:
        keeps = new is None and session.sort != "similarity"
        session = replace(session, recall_scope="standard", sort=session.sort if keeps else None)
    was, order = _control(before, "sort"), _control(session.graph, "sort")
    if was != order and (order in SORTS or session.sort == was):
        session = replace(session, sort=order if order in SORTS else None)
    wanted, size = _control(before, "limit"), _control(session.graph, "limit")
    if wanted != size:
        rows = Results().page_size if not isinstance(size, int) else min(max(size, 1), MAX_PAGE)
        session = replace(session, results=replace(session.results, page_size=rows))
    return session


def _channel(graph: Graph) -> Any:
    node = graph.anchor
    if node is None:
        return None
    channel = node.condition.extra.get("channel", {})
    return channel.get("channel_id") or channel.get("handle") or node.condition.values


def _control(graph: Graph, field: str) -> Any:
    held = [n.condition.values[0] for n in graph.nodes if n.field == field and n.effective]
    return held[-1] if held else None


def _still_true(notices: tuple[Message, ...], before: Graph, after: Graph) -> tuple[Message, ...]:
    """Messages without those that a change overtakes: an undo is exact, or it is not offered."""
    old, new = ({n.node_id: n for n in g.nodes} for g in (before, after))
    changed = {i for i in old.keys() | new.keys() if old.get(i) != new.get(i)}
    slots = {slot(side[i].condition) for i in changed for side in (old, new) if i in side}
    waiting = {n.node_id for n in after.nodes if not n.effective}

    def overtaken(message: Message) -> bool:
        if message.undo is not None:
            ids = {p.node.node_id for p in message.undo.put} | set(message.undo.drop)
            put = {slot(p.node.condition) for p in message.undo.put}
            return bool(ids & changed or put & slots)
        if message.code in _UNTIL_EFFECTIVE:
            return bool(message.node_ids) and waiting.isdisjoint(message.node_ids)
        return message.code in _ABOUT_A_TAG and not changed.isdisjoint(message.node_ids)

    return tuple(m for m in notices if not overtaken(m))


def settle(session: Session) -> Session:
    """Name the conflicts as they are now: both sides highlighted, a message with both ways out (D-18).

    What is no conflict any more loses its message.
    """
    known = {(c.node_ids, c.kind): c for c in session.graph.conflicts}
    found: list[Conflict] = []
    clashing = conflicts.pairs(session.graph.nodes)
    for a, b, kind in clashing:
        zh, en = conflicts.explain(a, b)
        ids = (a.node_id, b.node_id)
        same = known.get((ids, kind))
        if same is None:
            session, conflict_id = fresh_id(session, "c")
        else:
            conflict_id = same.conflict_id
        found.append(Conflict(conflict_id, ids, kind, zh, en))
    marked = tuple(dict.fromkeys(i for c in found for i in c.node_ids))
    session = replace(session, graph=replace(session.graph, conflicts=tuple(found)), highlight=marked)
    told = {c.node_ids for c in found}
    kept = tuple(m for m in session.notices if m.code != "MSG_CONFLICT" or m.node_ids in told)
    session = replace(session, notices=kept)
    for a, b, _ in clashing:
        session = _say_conflict(session, a, b)
    return session


def _say_conflict(session: Session, a: Node, b: Node) -> Session:
    labels = {loc: [condition_label(n.condition, loc) for n in (a, b)] for loc in ("zh", "en")}
    choices = tuple(
        Choice(
            f"保留“{labels['zh'][keep]}”",
            f"Keep “{labels['en'][keep]}”",
            {"action": "remove", "node_id": (b, a)[keep].node_id},
        )
        for keep in (0, 1)
    )
    ids = (a.node_id, b.node_id)
    said = say(
        session,
        "MSG_CONFLICT",
        With(ids, choices),
        zh={"a": labels["zh"][0], "b": labels["zh"][1]},
        a=labels["en"][0],
        b=labels["en"][1],
    )
    words = said.notices[-1].zh
    if any(m.node_ids == ids and m.zh == words for m in session.notices):
        return session
    others = tuple(m for m in said.notices[:-1] if m.code != "MSG_CONFLICT" or m.node_ids != ids)
    return replace(said, notices=(*others, said.notices[-1]))


def sort_by(session: Session, sort: str) -> Session:
    """Order the list by ``sort``; a chip that says another order says this one now."""
    chips = [n for n in session.graph.nodes if n.field == "sort" and n.effective]
    if chips and chips[-1].condition.values != (sort,):
        said = by_hand(chips[-1], replace(chips[-1].condition, values=(sort,)), session)
        session = rebuilt(session, [said if n is chips[-1] else n for n in session.graph.nodes])
    return replace(session, sort=sort)


def undo_patch(before: Graph, after: Graph) -> Patch:
    """What leads from ``after`` back to ``before``, exactly."""
    now = {n.node_id: n for n in after.nodes}
    put = tuple(Placed(n, i) for i, n in enumerate(before.nodes) if now.get(n.node_id) != n)
    held = {n.node_id for n in before.nodes}
    turned = before.any_keyword if before.any_keyword != after.any_keyword else None
    return Patch(put, tuple(n for n in now if n not in held), any_keyword=turned)


def apply_patch(session: Session, patch: Patch, *, manual: bool) -> Session:
    """Do exactly what ``patch`` says.

    ``manual``: the person chose it, so what it changes becomes theirs (I-13). A node that is put without an
    id is a new one.
    """
    dropped = [n for n in session.graph.nodes if n.node_id in patch.drop]
    nodes = [n for n in session.graph.nodes if n.node_id not in patch.drop]
    for placed in sorted(patch.put, key=lambda p: p.index):
        node = placed.node
        if not node.node_id:
            session, node_id = fresh_id(session, "n")
            node = replace(node, node_id=node_id, created_revision=session.revision + 1)
        at = next((i for i, n in enumerate(nodes) if n.node_id == node.node_id), None)
        old = None if at is None else nodes[at]
        if manual and (old is None or old.condition != node.condition):
            node = by_hand(old or node, node.condition, session)
        if at is None:
            nodes.insert(min(placed.index, len(nodes)), node)
        else:
            nodes[at] = node
    session = rebuilt(session, nodes, dropped)
    if patch.any_keyword is not None:
        session = replace(session, graph=replace(session.graph, any_keyword=patch.any_keyword))
    if patch.scope is not None:
        session = replace(session, recall_scope=patch.scope)
    if patch.draft is not None and patch.draft not in session.editor.draft_text:
        draft = f"{session.editor.draft_text} {patch.draft}".strip()
        session = replace(session, editor=replace(session.editor, draft_text=draft))
    return session


def by_hand(node: Node, condition: Condition, session: Session) -> Node:
    """``node`` after the person changed it where it is shown: same id, manual, and it filters (I-13)."""
    row = node.field in ROW_FIELDS
    kind = condition.kind if row or condition.kind == "exclude" else "hard"
    return replace(
        node,
        bucket="explicit" if row else "manual",
        condition=replace(condition, kind=kind, source="explicit"),
        derived_from=(),
        edited_from=None if node.condition == condition else node.condition,
        updated_revision=session.revision + 1,
        asked=True,
    )


def remove_node(session: Session, node_id: str) -> Session:
    """Take a condition out; it is kept for undo. Raises ``NotFound`` ERR_NODE_NOT_FOUND."""
    node = find(session, node_id)
    index = session.graph.nodes.index(node)
    scope = session.recall_scope if node.field == "anchor" else None
    rest = [n for n in session.graph.nodes if n is not node]
    after = unsay(rebuilt(session, rest, (node,)), "MSG_REMOVED")
    channel = node.condition.extra.get("channel", {})
    zh, en = (channel.get("title") or condition_label(node.condition, loc) for loc in ("zh", "en"))
    undo = Patch((Placed(node, index),), scope=scope)
    return say(after, "MSG_REMOVED", With((node_id,), undo=undo), zh={"text": zh}, text=en)
