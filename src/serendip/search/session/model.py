"""The session as data (section 3 of the specification). Frozen values; ``reduce`` makes the next one.

    Session
    ├── inputs      every submitted text, verbatim, with its spans
    ├── graph       the conditions: the one copy; chips, filters, summary and the search render it
    ├── editor      the row: draft, tag being edited, link being repaired
    ├── container, agent_state, url, question, repair     where the box stands (``tables``)
    ├── results     what is shown, and which revision of the graph it answers
    └── notices     messages with their way back (an undo patch)

A node holds its condition in the catalogue's words (``search.conditions``); ``snapshot`` renders the
session's words (addendum A-14). Clients see snapshots only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal

from serendip.search.conditions import Condition, Container, InputKind, Role, Status
from serendip.search.ports import Target, UnknownMode

AgentState = Literal[
    "idle", "retrieving", "results_ready", "clarifying", "refining", "empty_repair", "unsupported"
]
InputState = Literal[
    "empty_input", "draft_keyword", "committed_keyword", "editing_keyword", "committed_anchor",
    "followup_waiting",
]  # fmt: skip
Bucket = Literal["explicit", "derived", "manual"]
UrlState = Literal[
    "resolving", "resolved_exact", "resolved_mismatch", "resolved_unsupported", "resolved_invalid"
]
UrlFailure = Literal["incomplete", "dead", "timeout"]
UrlPurpose = Literal["anchor", "fix", "replace"]
RepairReason = Literal[
    "low_recall", "zero_results", "condition_conflict", "url_mismatch", "url_unsupported", "url_invalid"
]
SourceStage = Literal["first_round", "follow_up", "clarification_answer", "condition_edit", "post_repair"]
RecallScope = Literal["standard", "wide", "widest"]
ZeroKind = Literal["none", "no_condition", "no_recall"]
Origin = Literal["search_box", "follow_up", "answer", "repair"]
Trigger = Literal["platform_or_region_scope", "vague_level_or_category", "conflict", "empty_result_fix"]
CloseReason = Literal["answered", "skipped", "manual_filter", "results_browsable", "low_value", "reset"]
ConflictKind = Literal["empty_range", "same_field", "anchor_vs_condition", "anchor_vs_request", "platform"]
SuggestionKind = Literal[
    "remove_condition", "widen_condition", "change_match_target", "replace_value", "expand_recall_scope",
    "resolve_conflict", "switch_to_nl",
]  # fmt: skip
Locale = Literal["zh", "en"]


@dataclass(frozen=True, slots=True)
class IntentSpan:
    """A part of a submitted text and its fate at submission (I-8 .. I-10). Offsets are half-open."""

    start: int
    end: int
    text: str
    role: Role
    status: Status
    node_ids: tuple[str, ...] = ()
    note_zh: str | None = None
    note_en: str | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """One submitted text (cleaned as section 18.4 says, otherwise verbatim)."""

    intent_id: str
    raw_text: str
    kind: InputKind
    origin: Origin
    submitted_at: datetime
    spans: tuple[IntentSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """One condition of the graph.

    Attributes:
        node_id: stable through edits.
        condition: what is asked, in the catalogue's words; its ``status`` and notes are the node's. The extra
            ``target`` of a keyword is always a real match target here, never ``default`` (D-9).
        derived_from: ``intent_id:start-end`` spans or node ids (required for derived nodes).
        edited_from: the condition before the last manual edit or replacement.
        asked: the person confirmed it (an answer, a chip's edit, "use it").
    """

    node_id: str
    bucket: Bucket
    condition: Condition
    derived_from: tuple[str, ...] = ()
    edited_from: Condition | None = None
    intent_id: str | None = None
    created_revision: int = 0
    updated_revision: int = 0
    asked: bool = False

    @property
    def field(self) -> str:
        """The catalogue's field."""
        return self.condition.field

    @property
    def effective(self) -> bool:
        """Whether the search uses it."""
        return self.condition.status == "effective"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two or more nodes that cannot hold together (D-18)."""

    conflict_id: str
    node_ids: tuple[str, ...]
    kind: ConflictKind
    explain_zh: str
    explain_en: str
    resolved: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """The conditions in order; ``any_keyword`` ORs the positive keywords (A-5); ``removed`` is for undo."""

    nodes: tuple[Node, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    removed: tuple[Node, ...] = ()
    any_keyword: bool = False

    def node(self, node_id: str) -> Node | None:
        """The node of that id, or None."""
        return next((n for n in self.nodes if n.node_id == node_id), None)

    @property
    def anchor(self) -> Node | None:
        """The one effective anchor, or None (I-11)."""
        return next((n for n in self.nodes if n.field == "anchor" and n.effective), None)

    @property
    def keywords(self) -> tuple[Node, ...]:
        """The keyword tags, in order."""
        return tuple(n for n in self.nodes if n.field == "keyword")


@dataclass(frozen=True, slots=True)
class Placed:
    """A node and where it stands (or stood) in the graph's order."""

    node: Node
    index: int


@dataclass(frozen=True, slots=True)
class Patch:
    """A change of the graph as data: what a suggestion, an option or an undo does, exactly.

    ``put`` replaces the node of the same id, or inserts it at its index; ``drop`` removes nodes.
    ``scope`` and ``any_keyword`` are set when given; ``draft`` puts text back into the tail.
    """

    put: tuple[Placed, ...] = ()
    drop: tuple[str, ...] = ()
    scope: RecallScope | None = None
    any_keyword: bool | None = None
    draft: str | None = None


@dataclass(frozen=True, slots=True)
class Editor:
    """The row (section 3.6). The order of badge and tags is the order of the graph."""

    draft_text: str = ""
    editing_node_id: str | None = None
    editing_text: str | None = None
    url_draft: str | None = None
    pending_anchor_url: str | None = None


@dataclass(frozen=True, slots=True)
class AnchorValue:
    """The channel that a link stands for (section 3.5). ``cid`` is None when not in the catalogue."""

    platform: str
    channel_id: str | None
    handle: str | None
    title: str
    source_url: str
    avatar_url: str | None = None
    cid: int | None = None


@dataclass(frozen=True, slots=True)
class UrlResolution:
    """The latest resolution of a link. ``url_seq`` numbers them: an answer to an older one is late."""

    url_seq: int
    url: str
    state: UrlState
    purpose: UrlPurpose
    started_at: datetime
    failure: UrlFailure | None = None
    detected_platform: str | None = None
    url_type: Literal["channel", "detail", "context", "other"] | None = None
    target: AnchorValue | None = None
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question: its patch, and how many channels it leads to (counted, never estimated)."""

    option_id: str
    label_zh: str
    label_en: str
    patch: Patch
    expected_count: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One clarification (section 3.7). ``impact``: share of the first page that the answers would change.

    ``topic_state``: the person's conditions on its topic when it was asked, or as its answer left them.
    """

    question_id: str
    trigger: Trigger
    topic_key: str
    text_zh: str
    text_en: str
    options: tuple[Option, ...]
    impact: float
    asked_at: datetime
    allows_free_text: bool = True
    allows_skip: bool = True
    intent_id: str | None = None
    closed_at: datetime | None = None
    outcome: CloseReason | None = None
    topic_state: str | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One way out of no or few results: its patch and what it is known to give."""

    suggestion_id: str
    kind: SuggestionKind
    node_ids: tuple[str, ...]
    label_zh: str
    label_en: str
    patch: Patch
    expected_count: int | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """Section 3.8. ``pending``: a repair search was issued and has not produced results yet."""

    repair_reason: RepairReason | None = None
    repair_hint_visible: bool = False
    opened_from: Container | None = None
    suggestions: tuple[Suggestion, ...] = ()
    dismissed_seq: int | None = None
    pending: bool = False


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Results:
    """What is shown (section 3.9). ``pinned`` and ``items`` are rows as ``search.present`` renders them.

    Attributes:
        seq: the search that they came from; 0 before any.
        graph_revision: the revision of the conditions that they answer.
        listed_revision: the revision at which the shown page and order were asked for.
        total: channels that meet every condition, the anchor not counted; ``unknown``: may meet (A-2).
        outside: the conditions that the anchor itself does not meet, by node id.
        similarity_off: nothing could be compared with the anchor; only conditions decided.
        cursors: where each page seen so far begins; ``cursors[0]`` is None.
        previous: they belong to an earlier search than the one now in repair.
        hidden: kept for undo but not shown (after a refusal).
        median_similarity: of the first page of an anchor search.
    """

    seq: int = 0
    graph_revision: int = 0
    pinned: Mapping[str, Any] | None = None
    items: tuple[Mapping[str, Any], ...] = ()
    total: int = 0
    unknown: int = 0
    unknown_fields: tuple[str, ...] = ()
    page: int = 1
    page_size: int = 20
    cursors: tuple[str | None, ...] = (None,)
    zero_kind: ZeroKind = "no_condition"
    median_similarity: float | None = None
    previous: bool = False
    hidden: bool = False
    facets: Mapping[str, Any] = field(default_factory=_nothing)
    outside: tuple[str, ...] = ()
    listed_revision: int = 0
    similarity_off: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A button beside a message: a label and the action that it posts, ready to send."""

    label_zh: str
    label_en: str
    action: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """One open in-box message. ``undo`` is what the action ``undo`` with its id applies."""

    message_id: str
    code: str
    zh: str
    en: str
    node_ids: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    undo: Patch | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """One channel-search task of one person on one platform page.

    Attributes:
        revision: +1 with every accepted change by the person; what a change must be based on.
        version: +1 with every stored state, the system's own outcomes included; orders snapshots.
        next_id: the number that the next node, intent, question ... takes: ids need no randomness.
        as_of: the day that ages count back from; None is today.
        only_anchor: show nothing but the anchor (a view; conditions do not change).
        highlight: nodes to draw attention to (a duplicate, both sides of a conflict).
        refused_text: the text of a refused request, which stays in the box for editing.
        hints: what was offered, with the search after which: ``add_conditions:3``, ``smart_search:5``.
        read_intents: the intents that a model was asked to read already.
    """

    session_id: str
    user_id: str
    platform: str
    locale: Locale
    created_at: datetime
    updated_at: datetime
    closed_at: datetime | None = None
    revision: int = 0
    version: int = 0
    next_id: int = 1
    inputs: tuple[Intent, ...] = ()
    graph: Graph = field(default_factory=Graph)
    editor: Editor = field(default_factory=Editor)
    container: Container = "compact_classic"
    agent_state: AgentState = "idle"
    url: UrlResolution | None = None
    question: Question | None = None
    question_log: tuple[Question, ...] = ()
    repair: Repair = field(default_factory=Repair)
    source_stage: SourceStage | None = None
    next_stage: SourceStage | None = None
    search_seq: int = 0
    applied_seq: int | None = None
    in_flight_seq: int | None = None
    url_seq: int = 0
    results_stale: bool = False
    recall_scope: RecallScope = "standard"
    unknown: UnknownMode = "exclude"
    sort: str | None = None
    results: Results = field(default_factory=Results)
    notices: tuple[Message, ...] = ()
    upgraded: bool = False
    as_of: date | None = None
    only_anchor: bool = False
    highlight: tuple[str, ...] = ()
    refused_text: str | None = None
    alternative: Option | None = None
    hints: tuple[str, ...] = ()
    read_intents: tuple[str, ...] = ()

    @property
    def active(self) -> bool:
        """Whether it can still be changed."""
        return self.closed_at is None

    @property
    def compact(self) -> bool:
        """Whether the box is collapsed."""
        return self.container.startswith("compact")

    @property
    def searching(self) -> bool:
        """Whether a search or a link resolution is running."""
        return self.agent_state in {"retrieving", "refining"}

    @property
    def results_shown(self) -> bool:
        """Whether results of this session are on the page."""
        return bool(self.results.seq) and not self.results.hidden and self.results.zero_kind == "none"


@dataclass(frozen=True, slots=True)
class Config:
    """The tunable values of section 20.3 that the session uses."""

    default_match_target: Target = "channel_tag"
    default_active_days: int = 30
    max_input_chars: int = 2000
    max_keyword_chars: int = 100
    max_keywords: int = 20
    clarify_min_impact: float = 0.4
    clarify_max_rounds: int = 3
    browsable_min: int = 10
    low_recall_max_items: int = 5
    low_recall_min_similarity: float = 0.35
    url_resolve_timeout_s: float = 8
    search_timeout_s: float = 30
    hint_seconds: float = 8
    page_size: int = 20


replace = dataclasses.replace
