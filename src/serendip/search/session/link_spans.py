"""What a submitted text says of its links, and calling off the identification of one."""

from __future__ import annotations

from collections.abc import Sequence

from serendip.core.text import clean
from serendip.platforms.urls import find_links
from serendip.search.conditions import Status
from serendip.search.session.model import Intent, IntentSpan, Session, replace
from serendip.search.session.moves import executable, move, resolving


def intent_of(session: Session, url: str) -> Intent | None:
    """The newest text that a link stands in."""
    return next((i for i in reversed(session.inputs) if any(speaks_of(s, url) for s in i.spans)), None)


def speaks_of(span: IntentSpan, url: str) -> bool:
    """Whether a part of a text is this link, and not a longer one that begins alike."""
    if span.role != "anchor":
        return False
    inside = [span.text[f.start : f.end] for f in find_links(span.text)]
    return url in inside if inside else url in span.text


def mark(
    session: Session,
    url: str,
    status: Status,
    note: tuple[str | None, str | None],
    node_ids: Sequence[str] = (),
) -> Session:
    """The session whose newest text with that link says what became of the link."""
    intent = intent_of(session, url)
    if intent is None:
        return session
    spans = tuple(
        replace(s, status=status, note_zh=note[0], note_en=note[1], node_ids=tuple(node_ids))
        if speaks_of(s, url)
        else s
        for s in intent.spans
    )
    changed = replace(intent, spans=spans)
    return replace(session, inputs=tuple(changed if i is intent else i for i in session.inputs))


def as_keyword(session: Session, url: str) -> Session:
    """The session whose newest text with that name says that the name is a keyword."""
    intent = intent_of(session, url)
    if intent is None:
        return session
    spans = tuple(replace(s, role="keyword") if speaks_of(s, url) else s for s in intent.spans)
    changed = replace(intent, spans=spans)
    return replace(session, inputs=tuple(changed if i is intent else i for i in session.inputs))


def call_off(session: Session, text: str | None = None) -> Session:
    """Stop identifying a link. Its text stays as the draft; what was said beside it waits for a search."""
    url = session.url
    if url is None or not resolving(session):
        return session
    moved = move(session, "cancel_resolving")
    draft = clean(text) if text is not None else moved.editor.draft_text or url.url
    note = ("已取消识别该链接", "identifying this link was cancelled")
    marked = mark(moved, url.url, "pending", note)
    return replace(
        marked,
        url=None,
        editor=replace(marked.editor, draft_text=draft),
        repair=replace(marked.repair, pending=False),
        results_stale=session.results_stale or (executable(session) and url.purpose == "anchor"),
    )
