"""What became of a link: exact, failed, a page of words, or a name that is nobody's alone (section 10)."""

from __future__ import annotations

from typing import Final

from serendip.search.anchor import platform_label
from serendip.search.conditions import Condition, Status
from serendip.search.session import ask, graph, link_spans, links
from serendip.search.session.events import LinkRead
from serendip.search.session.model import (
    AnchorValue,
    Choice,
    Node,
    Patch,
    Placed,
    Repair,
    RepairReason,
    Session,
    SourceStage,
    UrlResolution,
    replace,
)
from serendip.search.session.moves import (
    Rules,
    With,
    executable,
    fresh_id,
    move,
    only_seed,
    resolving,
    say,
    unsay,
)
from serendip.search.session.searching import Reduced, search

_REASONS: Final[dict[str, RepairReason]] = {
    "resolved_mismatch": "url_mismatch",
    "resolved_unsupported": "url_unsupported",
    "resolved_invalid": "url_invalid",
}
_FAILURES: Final = {
    "incomplete": "MSG_URL_INCOMPLETE",
    "dead": "MSG_URL_DEAD",
    "timeout": "MSG_URL_TIMEOUT",
}
_NAME_OPEN: Final = (
    "没有唯一的频道叫这个名字，先作为待确认的关键词",
    "no single channel has this name; kept as a keyword that is not applied",
)


def link_read(session: Session, event: LinkRead, rules: Rules) -> Reduced:
    """A link was identified, or not. An answer to a link that was edited, removed or cancelled is late."""
    url = session.url
    if url is None or not resolving(session) or url.url_seq != event.url_seq:
        return session, ()
    ended = replace(
        url,
        state=event.state,
        failure=event.failure,
        detected_platform=event.detected_platform,
        url_type=event.url_type,
        target=event.target,
        finished_at=rules.now,
    )
    after = replace(session, url=ended)
    if event.state == "resolved_exact" and event.target is not None:
        return _locked(after, ended, event.target)
    if url.purpose == "replace":
        return _kept(after, ended, event)
    if event.url_type == "context" and event.context_terms:
        return _context(after, ended, event.context_terms, rules)
    if links.is_name(url.url) and url.purpose == "anchor":
        return _no_such_name(after, ended, rules)
    return _failed(after, ended, event), ()


def _stage(session: Session) -> SourceStage:
    return "first_round" if session.compact or session.search_seq == 0 else "follow_up"


def _locked(session: Session, url: UrlResolution, target: AnchorValue) -> Reduced:
    """The badge stands where the link was typed; the search begins."""
    stage = _stage(session) if session.container != "compact_resolving" else "first_round"
    placed = graph.put_anchor(session, target, _badge_index(session, url))
    node = placed.graph.anchor
    placed = link_spans.mark(
        placed, url.url, "effective", (None, None), () if node is None else (node.node_id,)
    )
    placed = links.without_link(placed, url.url)
    waiting = placed.editor.pending_anchor_url
    if waiting is not None and (waiting == url.url or links.same_channel(target, waiting)):
        placed, waiting = links.without_link(placed, waiting), None
    placed = replace(
        placed,
        editor=replace(placed.editor, url_draft=None, pending_anchor_url=waiting),
        sort=None,
        recall_scope="standard",
    )
    placed = unsay(placed, *links.URL_MESSAGES, "MSG_SECOND_ANCHOR")
    if _beside_words(placed, url.url):
        placed = links.tell_locked(placed, target)
    after, effects = search(placed, "link_exact", stage)
    return (after if waiting is None else links.ask_which(after, waiting)), effects


def _badge_index(session: Session, url: UrlResolution) -> int | None:
    old = session.graph.anchor
    return links.index_of(session, url.url) if old is None else session.graph.nodes.index(old)


def _beside_words(session: Session, url: str) -> bool:
    intent = link_spans.intent_of(session, url)
    said = intent is not None and any(s.role not in {"anchor", "keyword"} for s in intent.spans)
    return said or not only_seed(session)


def _failed(session: Session, url: UrlResolution, event: LinkRead) -> Session:
    """Only the link failed: all else stays, and nothing is searched until the person chooses (D-16)."""
    moved = move(session, "link_failed")
    status: Status = "pending" if url.state == "resolved_invalid" else "unsupported"
    said = _told(moved, event)
    note = said.notices[-1]
    marked = link_spans.mark(said, url.url, status, (note.zh, note.en))
    cleared = links.without_link(marked, url.url)
    return replace(
        cleared,
        editor=replace(cleared.editor, url_draft=url.url),
        repair=Repair(repair_reason=_REASONS.get(url.state, "url_unsupported")),
        results=replace(cleared.results, previous=session.results_shown),
    )


def _told(session: Session, url: LinkRead) -> Session:
    """The session with the message about a link that failed."""
    session = unsay(session, *links.URL_MESSAGES)
    if url.state == "resolved_mismatch":
        other = url.detected_platform
        detected = platform_label(other) if other else "another site"
        in_zh: dict[str, object] = {"detected": platform_label(other) if other else "其他网站"}
        current = platform_label(session.platform)
        return say(session, "MSG_URL_MISMATCH", zh=in_zh, current=current, detected=detected)
    if url.state == "resolved_invalid":
        if url.reason_en is not None:
            return say(session, "MSG_URL_NOT_ASKED", zh={"reason": url.reason_zh}, reason=url.reason_en)
        code = _FAILURES[url.failure or "dead"]
        again = (Choice("重试", "Retry", {"action": "retry"}),) if code == "MSG_URL_TIMEOUT" else ()
        return say(session, code, With(choices=again))
    return say(session, "MSG_URL_UNSUPPORTED")


def _kept(session: Session, url: UrlResolution, event: LinkRead) -> Reduced:
    """A replacement failed: the old anchor, its results and the state before it stay (S8a)."""
    changed = session.results_stale and executable(session)
    moved = _told(move(session, "replacement_failed"), event)
    note = moved.notices[-1]
    moved = link_spans.mark(moved, url.url, "unsupported", (note.zh, note.en))
    moved = replace(
        moved,
        editor=replace(moved.editor, url_draft=url.url, pending_anchor_url=None),
        repair=replace(moved.repair, pending=False),
    )
    return search(moved, "change", "condition_edit") if changed else (moved, ())


def _context(session: Session, url: UrlResolution, terms: tuple[str, ...], rules: Rules) -> Reduced:
    """A link without one channel gives its words as keywords; it is never pinned (section 10.6, case 2)."""
    put, ids = session, list[str]()
    for term in terms:
        extra = {"target": rules.config.default_match_target, "source_url": url.url}
        put, node_id = _with_keyword(
            put, Condition("keyword", "contains", "keyword", (term,), extra=extra), url
        )
        ids.append(node_id)
    marked = links.without_link(link_spans.mark(put, url.url, "effective", (None, None), ids), url.url)
    cleared = replace(unsay(marked, *links.URL_MESSAGES), editor=replace(marked.editor, url_draft=None))
    return search(graph.settle(cleared), "link_exact", _stage(session))


def _no_such_name(session: Session, url: UrlResolution, rules: Rules) -> Reduced:
    """A name that is not exactly one channel's stays a keyword, pending (D-6); the rest is searched."""
    condition = Condition(
        "keyword", "contains", "keyword", (url.url,), status="pending", note_zh=_NAME_OPEN[0],
        note_en=_NAME_OPEN[1], extra={"target": rules.config.default_match_target, "literal": True},
    )  # fmt: skip
    put, node_id = _with_keyword(session, condition, url)
    marked = link_spans.mark(put, url.url, "pending", _NAME_OPEN, (node_id,))
    intent = link_spans.intent_of(marked, url.url)
    settled = graph.settle(replace(link_spans.as_keyword(marked, url.url), url=None))
    if executable(settled):
        return search(settled, "submit_text", _stage(session))
    return ask.ask_first(settled, None if intent is None else intent.intent_id, rules)


def _with_keyword(session: Session, condition: Condition, url: UrlResolution) -> tuple[Session, str]:
    session, node_id = fresh_id(session, "n")
    intent = link_spans.intent_of(session, url.url)
    node = Node(
        node_id,
        "explicit",
        condition,
        intent_id=None if intent is None else intent.intent_id,
        created_revision=session.revision,
        updated_revision=session.revision,
    )
    index = links.index_of(session, url.url)
    place = len(session.graph.nodes) if index is None else index
    return graph.apply_patch(session, Patch(put=(Placed(node, place),)), manual=False), node_id
