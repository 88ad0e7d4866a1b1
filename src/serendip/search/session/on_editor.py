"""The row: the tail's draft, and the tag that is being edited (section 6.2)."""

from __future__ import annotations

from serendip.core.errors import InputError
from serendip.core.text import clean
from serendip.search.classify import Context
from serendip.search.session import graph, on_conditions, on_links, tags
from serendip.search.session.changes import find
from serendip.search.session.events import BeginEdit, Blur, CancelEdit, CommitEdit, Remove, Type
from serendip.search.session.model import Patch, Placed, Session, replace
from serendip.search.session.moves import Rules, close_question, refuse
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
    opened = replace(session.editor, editing_node_id=node.node_id, editing_text=tags.said(node))
    return replace(session, editor=opened), ()


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
    if not text or text == tags.said(node):
        return closed(session), ()
    changed = graph.by_hand(node, tags.retexted(session, node, text, rules), session)
    tags.check_twin(session, changed)
    index = session.graph.nodes.index(node)
    edited = graph.apply_patch(closed(session), Patch(put=(Placed(changed, index),)), manual=False)
    return refresh(close_question(edited, "manual_filter", rules.now))
