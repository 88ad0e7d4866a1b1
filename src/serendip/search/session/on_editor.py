"""The row: the tail's draft, and the tag that is being edited (section 6.2)."""

from __future__ import annotations

from typing import Any

from serendip.core.errors import InputError
from serendip.core.text import clean, narrow, simplify, undecorated
from serendip.search.classify import Context
from serendip.search.conditions import Condition
from serendip.search.editor import key
from serendip.search.messages import notice
from serendip.search.session import graph, on_conditions, on_links
from serendip.search.session.changes import find
from serendip.search.session.events import BeginEdit, Blur, CancelEdit, CommitEdit, Remove, Type
from serendip.search.session.model import Node, Patch, Placed, Session, replace
from serendip.search.session.moves import Rules, refuse
from serendip.search.session.searching import Reduced, refresh

LIMITS = frozenset({"ERR_INPUT_TOO_LONG", "ERR_KEYWORD_TOO_LONG", "ERR_TOO_MANY_KEYWORDS"})


def type_text(session: Session, event: Type, _rules: Rules) -> Reduced:
    """Keep the draft. Another text while its link is identified calls that off (C13)."""
    text = clean(event.text)
    if session.container == "compact_resolving" and text != session.editor.draft_text:
        return on_links.call_off(session, text), ()
    return replace(session, editor=replace(session.editor, draft_text=text)), ()


def blur(session: Session, event: Blur, rules: Rules) -> Reduced:
    """Plain keywords become tags without a search; links, sentences and follow-up texts stay a draft (D-8).

    Raises:
        InputError: a limit would be passed; the draft stays whole.
    """
    kept, _ = type_text(session, Type(event.text), rules)
    text = kept.editor.draft_text
    if kept.container != "compact_classic" or not _plain_keywords(kept, text, rules):
        return kept, ()
    committed = graph.commit_keywords(kept, text, rules)
    changed = committed.graph.nodes != kept.graph.nodes
    shown = kept.results_shown or kept.in_flight_seq is not None
    return replace(
        committed,
        editor=replace(committed.editor, draft_text=""),
        results_stale=kept.results_stale or (changed and shown),
    ), ()


def _plain_keywords(session: Session, text: str, rules: Rules) -> bool:
    # Without the anchor in the context: beside one, plain keywords would read as a seed (D-2).
    words = tuple(str(n.condition.values[0]) for n in session.graph.keywords)
    read = rules.read(text, session.platform, context=Context(words, has_results=session.results_shown))
    return read.input_type == "keyword" and read.expected_state is None


def begin_edit(session: Session, event: BeginEdit, rules: Rules) -> Reduced:
    """The tag becomes a field; the draft counts as blurred first, and stays when it cannot be committed.

    Raises:
        NotFound: ERR_NODE_NOT_FOUND.
        InputError: ERR_INVALID_VALUE for what is no keyword.
    """
    node = find(session, event.node_id)
    if node.field != "keyword":
        raise refuse(
            "ERR_INVALID_VALUE",
            zh="只有关键词标签能这样修改；其他条件请改它的取值",
            en="Only keyword tags are edited as text; change the value of other conditions",
            field="node_id",
        )
    text = event.draft or session.editor.draft_text
    if session.container == "compact_resolving":
        session = on_links.call_off(session, text)
    try:
        session, _ = blur(session, Blur(text), rules)
    except InputError as error:
        if error.code not in LIMITS:
            raise
        session, _ = type_text(session, Type(text), rules)
    opened = replace(session.editor, editing_node_id=node.node_id, editing_text=said(node))
    return replace(session, editor=opened), ()


def said(node: Node) -> str:
    """The text of a tag as the person knows it: as it was typed, when it was read as another spelling."""
    return str(node.condition.extra.get("as_typed") or node.condition.values[0])


def cancel_edit(session: Session, _event: CancelEdit, _rules: Rules) -> Reduced:
    """The tag is as before."""
    return (session if session.editor.editing_node_id is None else closed(session)), ()


def closed(session: Session) -> Session:
    """The session with no tag open as a field."""
    return replace(session, editor=replace(session.editor, editing_node_id=None, editing_text=None))


def commit_edit(session: Session, event: CommitEdit, rules: Rules) -> Reduced:
    """The tag takes the text: same node, place, match target and exclusion. Empty by Enter deletes it.

    Raises:
        InputError: ERR_ACTION_NOT_AVAILABLE when nothing is edited; ERR_KEYWORD_TOO_LONG,
            ERR_DUPLICATE_KEYWORD, or ERR_INVALID_VALUE for a link or a sentence: the field stays open.
    """
    node = session.graph.node(session.editor.editing_node_id or "")
    if node is None:
        raise refuse(
            "ERR_ACTION_NOT_AVAILABLE",
            zh="没有正在修改的关键词；请先点选一个标签",
            en="No keyword is being edited; click a tag first",
        )
    text = " ".join(clean(event.text).split())
    if not text and event.by == "enter":
        return on_conditions.remove(closed(session), Remove(node.node_id), rules)
    if not text or text == said(node):
        return closed(session), ()
    condition = _edited(session, node, text, rules)
    _refuse_repeated(session, node, condition)
    index = session.graph.nodes.index(node)
    changed = replace(node, condition=condition, edited_from=node.condition)
    return refresh(
        graph.apply_patch(closed(session), Patch(put=(Placed(changed, index),)), manual=False),
    )


def _edited(session: Session, node: Node, text: str, rules: Rules) -> Condition:
    """The tag's condition with another text."""
    limit = rules.config.max_keyword_chars
    if len(text) > limit:
        raise _said("ERR_KEYWORD_TOO_LONG", "MSG_KEYWORD_TOO_LONG", max=limit, limit=limit, length=len(text))
    read = rules.read(text, session.platform, context=Context())
    if read.input_type != "keyword" or read.expected_state is not None:
        raise _said("ERR_INVALID_VALUE", "MSG_EDIT_KEYWORD_ONLY", field="text")
    old = node.condition
    one = read.conditions[0] if len(read.conditions) == 1 else None
    values = one.values if one is not None else (simplify(narrow(undecorated(text))),)
    extra = {**(one.extra if one is not None else {}), "target": old.extra.get("target")}
    return Condition(old.field, old.op, old.kind, values, extra=extra)


def _refuse_repeated(session: Session, node: Node, condition: Condition) -> None:
    for other in session.graph.keywords:
        same = key(str(other.condition.values[0])) == key(str(condition.values[0]))
        target = other.condition.extra.get("target") == condition.extra.get("target")
        if other.node_id != node.node_id and same and target:
            raise _said(
                "ERR_DUPLICATE_KEYWORD", "MSG_DUPLICATE_KEYWORD", text=said(other), node_id=other.node_id
            )


def _said(code: str, message: str, **values: Any) -> InputError:
    """A refusal in the words of an in-box message."""
    told = notice(message, **values)
    return refuse(code, zh=told.zh, en=told.en, message=message, **values)
