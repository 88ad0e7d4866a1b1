"""Links in a session: starting to identify one, telling channels apart, and what a text says of its links."""

from __future__ import annotations

from serendip.platforms.urls import Link, find_links, recognise
from serendip.search.conditions import Condition, Request
from serendip.search.session.effects import ResolveLink
from serendip.search.session.link_spans import intent_of, speaks_of
from serendip.search.session.model import (
    AnchorValue,
    Choice,
    Session,
    UrlPurpose,
    UrlResolution,
    replace,
)
from serendip.search.session.moves import Rules, With, close_question, move, say, unsay
from serendip.search.session.searching import Reduced, anchor_value, forget_refusal
from serendip.search.session.tables import Signal

URL_MESSAGES = (
    "MSG_URL_MISMATCH", "MSG_URL_INCOMPLETE", "MSG_URL_UNSUPPORTED", "MSG_URL_DEAD", "MSG_URL_TIMEOUT",
    "MSG_URL_NOT_ASKED",
)  # fmt: skip
IDENTIFYING = ("正在识别链接", "the link is being identified")
PROGRESS = ("正在识别链接", "Identifying link")
"""What the row says meanwhile: zh and en."""
WAITING = ("已有锚点，等待选择", "there is an anchor already; waiting for a choice")
_CHOICES = (
    ("替换", "Replace", "replace"),
    ("保留原锚点", "Keep", "keep"),
    ("清空锚点", "Clear anchor", "clear"),
)


def named(request: Request) -> tuple[str, ...]:
    """The links and channel names of a text that may become the anchor, in reading order, each once."""
    said = {c.start: str(c.values[0]) for c in request.conditions if c.field == "anchor" and c.values}
    found: list[str] = []
    for span in request.spans:
        if span.role != "anchor":
            continue
        text = request.text[span.start : span.end]
        inside = [v for at, v in said.items() if at is not None and span.start <= at < span.end and v in text]
        found += inside or [text[f.start : f.end] for f in find_links(text)] or [text]
    return tuple(dict.fromkeys(found))


def is_name(text: str) -> bool:
    """Whether it names a channel without a link: ``@handle``, or a name that stood in quotes (D-6)."""
    return recognise(text).state == "not_a_link"


def names_as_links(request: Request) -> Request:
    """The request with its quoted names as what they may turn out to be: anchors that wait (D-6)."""
    waiting = {i for i, c in enumerate(request.conditions) if _may_be_channel(c)}
    if not waiting:
        return request
    conditions = tuple(
        replace(c, field="anchor", op="eq", kind="anchor", extra={}) if i in waiting else c
        for i, c in enumerate(request.conditions)
    )
    spans = tuple(
        replace(s, role="anchor") if waiting.intersection(s.conditions) else s for s in request.spans
    )
    return replace(request, conditions=conditions, spans=spans)


def _may_be_channel(condition: Condition) -> bool:
    waits = condition.field == "keyword" and condition.status == "pending"
    return waits and bool(condition.extra.get("literal"))


def start(session: Session, url: str, purpose: UrlPurpose, signal: Signal, rules: Rules) -> Reduced:
    """Have a link identified. A search that runs meanwhile is given up: what is next depends on the link."""
    overtaken = session.in_flight_seq is not None
    moved = move(close_question(forget_refusal(session), "low_value", rules.now), signal)
    seq = session.url_seq + 1
    editor = replace(moved.editor, editing_node_id=None, editing_text=None)
    if moved.container == "compact_resolving" and not editor.draft_text:
        editor = replace(editor, draft_text=url)
    begun = replace(
        unsay(moved, *URL_MESSAGES),
        editor=editor,
        url=UrlResolution(seq, url, "resolving", purpose, rules.now),
        url_seq=seq,
        in_flight_seq=None,
        results_stale=session.results_stale or overtaken,
        repair=replace(moved.repair, pending=moved.repair.pending or moved.container == "expanded_repair"),
    )
    return begun, (ResolveLink(seq, url, session.platform, purpose),)


def label(value: AnchorValue) -> str:
    """What the box calls an anchor."""
    return f"@{value.handle.removeprefix('@')}" if value.handle else value.title


def same_channel(value: AnchorValue, url: str) -> bool:
    """Whether a link, as far as it can be read, leads to this channel."""
    link, own = recognise(url), recognise(value.source_url)
    if url == value.source_url or own.same_channel(link) or _same_place(own, link):
        return True
    if link.channel is None or link.platform != value.platform:
        return False
    if link.channel.kind == "channel_id":
        return link.channel.value == value.channel_id
    return (
        link.channel.kind == "handle"
        and link.channel.value.casefold() == (value.handle or "").removeprefix("@").casefold()
    )


def same_link(one: str, other: str) -> bool:
    """Whether two links, as far as they can be read, lead to one channel."""
    first, second = recognise(one), recognise(other)
    return one == other or first.same_channel(second) or _same_place(first, second)


def _same_place(one: Link, other: Link) -> bool:
    return one.canonical_url is not None and one.canonical_url == other.canonical_url


def ask_which(session: Session, url: str) -> Session:
    """The choice between the anchor and another link (section 10.5). The link stays as text."""
    value = anchor_value(session)
    if value is None:
        return session
    choices = tuple(
        Choice(zh, en, {"action": "choose_anchor", "choice": choice}) for zh, en, choice in _CHOICES
    )
    draft = session.editor.draft_text or url
    kept = replace(session, editor=replace(session.editor, pending_anchor_url=url, draft_text=draft))
    return say(unsay(kept, "MSG_SECOND_ANCHOR"), "MSG_SECOND_ANCHOR", With(choices=choices), a=label(value))


def tell_locked(session: Session, target: AnchorValue) -> Session:
    """Say that the link locks the target and what other words do beside it (sections 10.6, 10.7)."""
    told = say(session, "MSG_TARGET_LOCKED")
    node = session.graph.anchor
    about = With(node_ids=() if node is None else (node.node_id,))
    return say(unsay(told, "MSG_ANCHOR_LOCKED"), "MSG_ANCHOR_LOCKED", about, a=label(target))


def without_link(session: Session, url: str) -> Session:
    """The session whose draft no longer holds the link."""
    text = session.editor.draft_text
    rest = " ".join(text.replace(url, " ").split()) if url in text else text
    return replace(session, editor=replace(session.editor, draft_text=rest))


def index_of(session: Session, url: str) -> int | None:
    """Where the badge belongs: before the tags that were typed after the link; None is at the end."""
    intent = intent_of(session, url)
    if intent is None:
        return None
    place = next(s.start for s in intent.spans if speaks_of(s, url))
    later = {i for s in intent.spans if s.start > place for i in s.node_ids}
    return next((n for n, node in enumerate(session.graph.nodes) if node.node_id in later), None)
