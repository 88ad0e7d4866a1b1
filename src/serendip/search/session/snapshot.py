"""A session as clients see it: the one shape of the API, in the words of the specification (section 3).

Nothing here is stored and nothing here is a second copy: every field is read from the session, every control
and every sentence from its graph (I-6).
"""

from __future__ import annotations

from typing import Any, Final, cast, get_args

from serendip.search.parse import read
from serendip.search.service import SortKey
from serendip.search.session import hints, on_submit
from serendip.search.session.layout import IN_ROW, layout
from serendip.search.session.links import PROGRESS
from serendip.search.session.model import Config, Intent, Session, UrlResolution
from serendip.search.session.moves import input_state
from serendip.search.session.on_box import blocks
from serendip.search.session.session_shapes import (
    CollapseView,
    ConditionGraph,
    EditorView,
    HintView,
    InputIntent,
    Limits,
    Platform,
    ResultState,
    SessionSnapshot,
    SpanView,
    UrlView,
)
from serendip.search.session.shapes import ConflictView
from serendip.search.session.shown import node_view, notice_view, option_view, question_view, repair_view
from serendip.search.session.shown_value import channel_value
from serendip.search.session.summary import summarise

__all__ = ["SessionSnapshot", "snapshot"]

_SORT_KEYS: Final[tuple[SortKey, ...]] = get_args(SortKey)


def snapshot(session: Session, config: Config) -> SessionSnapshot:
    """The session as clients see it."""
    return SessionSnapshot(
        session_id=session.session_id,
        user_id=session.user_id,
        platform=cast("Platform", session.platform),
        active=session.active,
        revision=session.revision,
        version=session.version,
        locale=session.locale,
        created_at=session.created_at,
        updated_at=session.updated_at,
        closed_at=session.closed_at,
        as_of=session.as_of,
        inputs=tuple(_input(i) for i in session.inputs),
        graph=_graph(session),
        editor=_editor(session),
        container=session.container,
        agent_state=session.agent_state,
        url=None if session.url is None else _url(session.url),
        question=None if session.question is None else question_view(session.question),
        question_log=tuple(question_view(q) for q in session.question_log),
        repair=repair_view(session),
        source_stage=session.source_stage,
        search_seq=session.search_seq,
        applied_seq=session.applied_seq,
        in_flight_seq=session.in_flight_seq,
        results_stale=session.results_stale,
        recall_scope=session.recall_scope,
        unknown=session.unknown,
        results=_results(session),
        only_anchor=session.only_anchor,
        summary=summarise(session),
        notices=tuple(notice_view(session, m) for m in session.notices),
        hints=_hints(session),
        upgraded=session.upgraded,
        collapse=_collapse(session),
        refused_text=session.refused_text,
        alternative=None if session.alternative is None else option_view(session.alternative),
        limits=_limits(config.on(session.platform)),
        layout=layout(session),
    )


def _input(intent: Intent) -> InputIntent:
    spans = tuple(
        SpanView(s.start, s.end, s.text, s.role, s.status, s.node_ids, s.note_zh, s.note_en)
        for s in intent.spans
    )
    return InputIntent(
        intent.intent_id, intent.raw_text, intent.kind, intent.origin, intent.submitted_at, spans
    )


def _graph(session: Session) -> ConditionGraph:
    graph = session.graph
    conflicts = tuple(
        ConflictView(c.conflict_id, c.node_ids, c.kind, c.explain_zh, c.explain_en, c.resolved)
        for c in graph.conflicts
    )
    nodes, removed = (tuple(node_view(session, n) for n in side) for side in (graph.nodes, graph.removed))
    return ConditionGraph(nodes, conflicts, removed, graph.any_keyword)


def _editor(session: Session) -> EditorView:
    editor = session.editor
    row = tuple(n.node_id for n in session.graph.nodes if n.field in IN_ROW)
    guess = None
    if editor.draft_text.strip():
        guess = read(editor.draft_text, session.platform, context=on_submit.context(session)).input_type
    return EditorView(
        input_state(session), session.graph.anchor is not None, row, editor.draft_text, guess,
        editor.editing_node_id, editor.editing_text, editor.url_draft, editor.pending_anchor_url,
    )  # fmt: skip


def _url(url: UrlResolution) -> UrlView:
    target = None if url.target is None else channel_value(url.target)
    return UrlView(
        url.url, url.state, url.purpose, url.failure, url.detected_platform, url.url_type, target,
        url.started_at, url.finished_at, *(PROGRESS if url.state == "resolving" else (None, None)),
    )  # fmt: skip


def _results(session: Session) -> ResultState:
    """The results; those of before a refusal are kept, but not shown (section 16)."""
    results = session.results
    anchored = session.graph.anchor is not None
    similar = anchored and not results.similarity_off
    by_default: SortKey = "similarity" if similar else "relevance"
    items = () if results.hidden or session.only_anchor else results.items
    return ResultState(
        seq=results.seq,
        graph_revision=results.graph_revision,
        pinned=None if results.pinned is None or results.hidden else dict(results.pinned),
        items=tuple(dict(i) for i in items),
        total=0 if results.hidden else results.total,
        page=results.page,
        page_size=results.page_size,
        sort=by_default if session.sort is None else cast("SortKey", session.sort),
        sort_source="default" if session.sort is None else "user",
        sort_keys=tuple(k for k in _SORT_KEYS if k != "similarity" or similar),
        zero_kind="no_condition" if results.hidden else results.zero_kind,
        unknown=0 if results.hidden else results.unknown,
        unknown_fields=() if results.hidden else results.unknown_fields,
        previous=results.previous,
        median_similarity=None if results.hidden else results.median_similarity,
        facets={} if results.hidden else dict(results.facets),
    )


def _hints(session: Session) -> tuple[HintView, ...]:
    return tuple(HintView(cast("Any", h), *hints.TEXTS[h]) for h in hints.offered(session))


def _collapse(session: Session) -> CollapseView:
    why = None if session.compact else blocks(session)
    return CollapseView(not session.compact and why is None, *(why or (None, None)))


def _limits(config: Config) -> Limits:
    return Limits(
        config.max_input_chars, config.max_keyword_chars, config.max_keywords, config.hint_seconds,
        config.url_resolve_timeout_s, config.search_timeout_s, config.default_match_target,
    )  # fmt: skip
