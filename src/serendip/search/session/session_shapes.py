"""The shape of a session in the API (section 3): what ``snapshot`` fills in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from serendip.search.conditions import Container, InputKind, Role, Status
from serendip.search.ports import Target, UnknownMode
from serendip.search.service import SortKey
from serendip.search.session.layout import Part
from serendip.search.session.model import (
    AgentState,
    InputState,
    Locale,
    Origin,
    RecallScope,
    SourceStage,
    UrlFailure,
    UrlPurpose,
    UrlState,
    ZeroKind,
)
from serendip.search.session.shapes import (
    Clarification,
    ConditionNode,
    ConflictView,
    NoticeView,
    OptionView,
    RepairContext,
)
from serendip.search.session.shown_value import ChannelValue
from serendip.search.session.summary import SessionSummary

Platform = Literal["youtube", "instagram", "tiktok", "x"]


@dataclass(frozen=True, slots=True)
class SpanView:
    """A part of a submitted text and its fate at submission (section 3.3). Offsets are half-open."""

    start: int
    end: int
    text: str
    role: Role
    status: Status
    node_ids: tuple[str, ...]
    note_zh: str | None
    note_en: str | None


@dataclass(frozen=True, slots=True)
class InputIntent:
    """One submitted text (section 3.3)."""

    intent_id: str
    raw_text: str
    kind: InputKind
    origin: Origin
    submitted_at: datetime
    spans: tuple[SpanView, ...]


@dataclass(frozen=True, slots=True)
class ConditionGraph:
    """The conditions in order; ``any_keyword``: any positive keyword is enough (A-5)."""

    nodes: tuple[ConditionNode, ...]
    conflicts: tuple[ConflictView, ...]
    removed: tuple[ConditionNode, ...]
    any_keyword: bool


@dataclass(frozen=True, slots=True)
class EditorView:
    """The row (section 3.6). ``items``: the badge and the tags by node id, in their order."""

    input_state: InputState
    has_anchor: bool
    items: tuple[str, ...]
    draft_text: str
    draft_kind: InputKind | None
    editing_node_id: str | None
    editing_text: str | None
    url_draft: str | None
    pending_anchor_url: str | None


@dataclass(frozen=True, slots=True)
class UrlView:
    """The latest resolution of a link (section 3.8). ``progress_*``: what the row says while it lasts."""

    url: str
    state: UrlState
    purpose: UrlPurpose
    failure: UrlFailure | None
    detected_platform: str | None
    url_type: Literal["channel", "detail", "context", "other"] | None
    target: ChannelValue | None
    started_at: datetime
    finished_at: datetime | None
    progress_zh: str | None
    progress_en: str | None


@dataclass(frozen=True, slots=True)
class ResultState:
    """What is shown (section 3.9); channels are rows of ``search.present``.

    ``previous``: they belong to the search before the link in repair. ``unknown``: how many channels may meet
    the conditions, their values of ``unknown_fields`` not being known (A-2).
    """

    seq: int
    graph_revision: int
    pinned: dict[str, Any] | None
    items: tuple[dict[str, Any], ...]
    total: int
    page: int
    page_size: int
    sort: SortKey
    sort_source: Literal["default", "user"]
    sort_keys: tuple[SortKey, ...]
    zero_kind: ZeroKind
    unknown: int
    unknown_fields: tuple[str, ...]
    previous: bool
    median_similarity: float | None
    facets: dict[str, Any]


@dataclass(frozen=True, slots=True)
class HintView:
    """A light hint of the classic box (section 6.5)."""

    hint: Literal["add_conditions", "smart_search"]
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class CollapseView:
    """Whether the box can collapse, and what stands in the way."""

    allowed: bool
    reason_zh: str | None
    reason_en: str | None


@dataclass(frozen=True, slots=True)
class Limits:
    """Values of section 20.3 that a client needs."""

    max_input_chars: int
    max_keyword_chars: int
    max_keywords: int
    hint_seconds: float
    url_resolve_timeout_s: float
    search_timeout_s: float
    default_match_target: Target


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """Section 3.2, with what a client needs to draw the box. ``version`` orders snapshots of one session.

    ``layout``: the parts that the box shows now, from top to bottom; nothing of them stands elsewhere.
    """

    session_id: str
    user_id: str
    platform: Platform
    active: bool
    revision: int
    version: int
    locale: Locale
    created_at: datetime
    updated_at: datetime
    closed_at: datetime | None
    as_of: date | None
    inputs: tuple[InputIntent, ...]
    graph: ConditionGraph
    editor: EditorView
    container: Container
    agent_state: AgentState
    url: UrlView | None
    question: Clarification | None
    question_log: tuple[Clarification, ...]
    repair: RepairContext
    source_stage: SourceStage | None
    search_seq: int
    applied_seq: int | None
    in_flight_seq: int | None
    results_stale: bool
    recall_scope: RecallScope
    unknown: UnknownMode
    results: ResultState
    only_anchor: bool
    summary: SessionSummary
    notices: tuple[NoticeView, ...]
    hints: tuple[HintView, ...]
    upgraded: bool
    collapse: CollapseView
    refused_text: str | None
    alternative: OptionView | None
    limits: Limits
    layout: tuple[Part, ...]
