"""A submitted text: cleaned, understood, put into the graph, and searched at once (sections 4, 5, 12, 16).

clean -> read -> refused? -> links? -> answer? -> land -> search, or one question when nothing can be searched
"""

from __future__ import annotations

from typing import Final

from serendip.core.text import clean
from serendip.platforms.urls import recognise
from serendip.search.classify import Context
from serendip.search.conditions import Request
from serendip.search.editor import Limits, check_length
from serendip.search.session import graph, link_spans, links, on_links
from serendip.search.session.answers import answer_by_text
from serendip.search.session.ask import ask_first
from serendip.search.session.events import Submit
from serendip.search.session.model import Origin, Session, SourceStage, replace
from serendip.search.session.moves import (
    Rules,
    close_question,
    executable,
    failed_link,
    move,
    resolving,
    say,
    unsay,
)
from serendip.search.session.on_editor import closed
from serendip.search.session.refusal import intent_read, refuse_request, take_alternative
from serendip.search.session.searching import Reduced, anchor_value, forget_refusal, search

__all__ = ["intent_read", "submit", "take_alternative"]

PASSING: Final = ("MSG_EMPTY_INPUT", "MSG_ONLY_EXCLUDED", "MSG_DUPLICATE_KEYWORD", "MSG_NO_CONDITION")
"""Messages about one submission, which the next one makes void."""
_SEED: Final = frozenset({"anchor", "keyword", "context_anchor"})


def submit(session: Session, event: Submit, rules: Rules) -> Reduced:
    """Enter or the search button.

    Raises:
        InputError: ERR_INPUT_TOO_LONG, ERR_KEYWORD_TOO_LONG or ERR_TOO_MANY_KEYWORDS; the draft stays whole.
    """
    text = clean(event.text)
    check_length(text, Limits(input_chars=rules.config.max_input_chars))
    if session.container == "compact_resolving":
        if text == session.editor.draft_text:
            return session, ()
        session = on_links.call_off(session, "")
    request = links.names_as_links(rules.read(text, session.platform, context=context(session)))
    ready = unsay(closed(session), *PASSING)
    if request.input_type is None:
        return _as_it_is(session, ready)
    if request.expected_state == "unsupported":
        return refuse_request(ready, request, rules)
    ready = forget_refusal(ready)
    if not failed_link(ready):
        ready = unsay(ready, *links.URL_MESSAGES)
    found = links.named(request)
    if ready.question is not None and not found:
        answered = answer_by_text(ready, text, rules)
        if answered is not None:
            return search(_tail(answered, ""), "answer", "clarification_answer")
    return _linked(ready, request, found, rules) if found else _said(ready, request, rules)


def context(session: Session) -> Context:
    """What is in the box before a text."""
    value = anchor_value(session)
    return Context(
        keywords=tuple(str(n.condition.values[0]) for n in session.graph.keywords),
        anchor=None if value is None else links.label(value),
        expanded=not session.compact,
        has_results=session.results_shown,
    )


def _as_it_is(session: Session, ready: Session) -> Reduced:
    """Enter with nothing typed: search with the row; expanded, only what is not searched yet (6.2)."""
    if resolving(session):
        return session, ()
    if session.compact:
        if not session.graph.nodes:
            return say(_tail(ready, ""), "MSG_EMPTY_INPUT"), ()
        return search(_tail(ready, ""), "submit_seed", "first_round")
    waits = session.results_stale or (session.search_seq == 0 and executable(session))
    if not waits or failed_link(session):
        return session, ()
    return search(close_question(ready, "low_value", session.updated_at), "submit_seed", "follow_up")


def _said(session: Session, request: Request, rules: Rules) -> Reduced:
    """A text without a link: into the graph, and searched."""
    seed = _is_seed(session, request)
    stage: SourceStage = (
        "first_round" if session.search_seq == 0 or (session.compact and seed) else "follow_up"
    )
    waiting = resolving(session)
    ready = _without_failed_link(close_question(session, "low_value", rules.now))
    landed, intent_id = graph.land(ready, request, _origin(session), rules)
    landed = _tail(landed, "")
    if waiting:
        return replace(landed, results_stale=True), ()
    context_link = request.input_type == "url" and not executable(landed)
    if context_link:
        return links.start(landed, request.text.strip(), "anchor", "submit_link", rules)
    if not executable(landed) and not seed:
        return ask_first(landed, intent_id, rules)
    value = anchor_value(landed)
    if value is not None and not seed:
        landed = links.tell_locked(landed, value)
    return search(landed, "submit_seed" if seed else "submit_text", stage)


def _linked(session: Session, request: Request, found: tuple[str, ...], rules: Rules) -> Reduced:
    """A text with links: the words land at once, the search waits for the first link (D-16, D-17)."""
    seed = _is_seed(session, request)
    words = any(s.role != "anchor" for s in request.spans)
    # A bare link beside an anchor only asks which of the two: an open question stays open.
    closing = words or anchor_value(session) is None
    ready = close_question(session, "low_value", rules.now) if closing else session
    ready = _without_failed_link(ready)
    if resolving(ready):
        ready = _overtaken(ready) if ready.graph.anchor is None else on_links.call_off(ready, "")
    landed, _ = graph.land(ready, _unread(request), _origin(session), rules)
    changed = landed.search_seq > 0 and landed.graph.nodes != ready.graph.nodes
    landed = replace(_tail(landed, ""), results_stale=landed.results_stale or changed)
    value = anchor_value(landed)
    if value is not None:
        return _beside_anchor(landed, request, found, rules)
    first = found[0]
    second = next((u for u in found[1:] if not links.same_link(first, u)), None)
    for url in found[1:]:
        landed = link_spans.mark(landed, url, "pending", links.WAITING)
    if second is not None and _usable(landed, second):
        landed = replace(landed, editor=replace(landed.editor, pending_anchor_url=second))
    signal = "submit_link" if seed or not session.compact else "submit_text"
    return links.start(landed, first, "anchor", signal, rules)


def _beside_anchor(session: Session, request: Request, found: tuple[str, ...], rules: Rules) -> Reduced:
    """A link while an anchor exists: the person chooses; nothing is searched with the new one (C4)."""
    value, node = anchor_value(session), session.graph.anchor
    if value is None or node is None:
        return session, ()
    for url in found:
        if links.same_channel(value, url):
            session = link_spans.mark(session, url, "effective", (None, None), (node.node_id,))
    others = [u for u in found if not links.same_channel(value, u)]
    for url in others:
        session = link_spans.mark(session, url, "pending", links.WAITING)
    if others and not _usable(session, others[0]):
        return links.start(session, others[0], "replace", "replace_link", rules)
    seed = _is_seed(session, request)
    words = any(s.role != "anchor" for s in request.spans)
    if not words and others:
        return links.ask_which(move(session, "second_link"), others[0]), ()
    session = close_question(session, "low_value", rules.now)
    if not seed:
        session = links.tell_locked(session, value)
    stage: SourceStage = "first_round" if session.compact and seed else "follow_up"
    after, effects = search(session, "submit_seed" if seed else "submit_text", stage)
    return (links.ask_which(after, others[0]) if others else after), effects


def _usable(session: Session, url: str) -> bool:
    """Whether a link may stand for a channel of this page, as far as it can be read."""
    link = recognise(url)
    return links.is_name(url) or (link.state in {"exact", "resolvable"} and link.platform == session.platform)


def _is_seed(session: Session, request: Request) -> bool:
    """Keywords and links, nothing else (D-2): the classic box stays as it is."""
    plain = request.input_type != "natural_language" and all(s.role in _SEED for s in request.spans)
    return plain and (not session.compact or request.container != "expanded_agent")


def _unread(request: Request) -> Request:
    """The request whose links wait to be identified."""
    zh, en = links.IDENTIFYING
    spans = tuple(
        replace(s, status="pending", conditions=(), note_zh=zh, note_en=en) if s.role == "anchor" else s
        for s in request.spans
    )
    return replace(request, spans=spans)


def _overtaken(session: Session) -> Session:
    """A later link takes the place of the one that is being identified."""
    if session.url is None:
        return session
    note = ("已由后来的链接取代", "a later link took its place")
    return replace(link_spans.mark(session, session.url.url, "pending", note), url=None)


def _without_failed_link(session: Session) -> Session:
    """Words after a link failed go on without it; the text with the link stays among the inputs."""
    if not failed_link(session):
        return session
    editor = replace(session.editor, url_draft=None)
    return unsay(replace(session, url=None, editor=editor), *links.URL_MESSAGES)


def _origin(session: Session) -> Origin:
    if session.compact:
        return "search_box"
    return "repair" if session.container == "expanded_repair" else "follow_up"


def _tail(session: Session, text: str) -> Session:
    return replace(session, editor=replace(session.editor, draft_text=text))
