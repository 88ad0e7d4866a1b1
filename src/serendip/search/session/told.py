"""What a submitted text changed, said field by field, each with its way back (D-20)."""

from __future__ import annotations

from typing import Any

from serendip.search.session.model import Choice, Graph, Node, Patch, Placed, Session
from serendip.search.session.moves import With, say
from serendip.search.session.slots import is_list, slot
from serendip.search.terms import condition_label, field_label, signed_value, value_label

_MARK = {"zh": "、", "en": ", "}


def tell_changes(session: Session, before: Graph) -> Session:
    """One message for every field of which an older condition was changed or left out since ``before``."""
    now = {n.node_id: n for n in session.graph.nodes}
    lost: dict[str, list[Placed]] = {}
    for index, old in enumerate(before.nodes):
        new = now.get(old.node_id)
        if new is None or _asks(new) != _asks(old):
            lost.setdefault(old.field, []).append(Placed(old, index))
    for field, placed in lost.items():
        session = _tell(session, before, field, placed)
    return session


def _asks(node: Node) -> Any:
    c = node.condition
    return c.op, c.kind, c.values, c.status, c.extra.get("min_share"), c.extra.get("unit")


def _tell(session: Session, before: Graph, field: str, lost: list[Placed]) -> Session:
    held = {n.node_id for n in before.nodes}
    changed = {p.node.node_id for p in lost}
    sides = {slot(p.node.condition)[1] for p in lost} | {"hard", "exclude"}
    fresh = [n for n in session.graph.nodes if n.node_id not in held and n.field == field and n.effective]
    if field != "keyword":
        fresh = [n for n in fresh if slot(n.condition)[1] in sides]
    now = [n for n in session.graph.nodes if n.node_id in changed] + fresh
    undo = Patch(tuple(lost), tuple(n.node_id for n in fresh))
    if len(lost) == len(now) == 1 and not fresh and _grew(lost[0].node, now[0]):
        return _tell_added(session, lost[0].node, now[0], undo)
    if not now:
        zh, en = (
            _MARK[loc].join(condition_label(p.node.condition, loc) for p in lost) for loc in ("zh", "en")
        )
        return say(session, "MSG_REMOVED", With(undo=undo), zh={"text": zh}, text=en)
    words = {
        loc: {
            "field": field_label(field, loc),
            "old": _MARK[loc].join(signed_value(p.node.condition, loc) for p in lost if p.node.effective),
            "new": _MARK[loc].join(signed_value(n.condition, loc) for n in now),
        }
        for loc in ("zh", "en")
    }
    about = tuple(n.node_id for n in now)
    return say(session, "MSG_REPLACED", With(about, undo=undo), zh=dict(words["zh"]), **words["en"])


def _grew(old: Node, new: Node) -> bool:
    return is_list(new.condition) and set(old.condition.values) < set(new.condition.values)


def _tell_added(session: Session, old: Node, new: Node, undo: Patch) -> Session:
    added = [v for v in new.condition.values if v not in old.condition.values]
    words: dict[str, dict[str, str]] = {
        loc: {
            "field": field_label(new.field, loc),
            "new": _MARK[loc].join(value_label(new.field, v, loc) for v in added),
            "all": signed_value(new.condition, loc),
        }
        for loc in ("zh", "en")
    }
    instead = Choice(
        f"改为只要 {words['zh']['new']}",
        f"Only {words['en']['new']} instead",
        {"action": "replace_instead", "node_id": new.node_id},
    )
    also = With((new.node_id,), (instead,), undo)
    return say(session, "MSG_ADDED", also, zh=dict(words["zh"]), **words["en"])
