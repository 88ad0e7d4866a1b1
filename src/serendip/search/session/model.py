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

from serendip.search.conditions import Container
from serendip.search.ports import Target, UnknownMode
from serendip.search.session.kinds import (
    AgentState,
    Bucket,
    CloseReason,
    ConflictKind,
    InputState,
    Locale,
    Origin,
    RecallScope,
    RepairReason,
    SourceStage,
    SuggestionKind,
    Trigger,
    UrlFailure,
    UrlPurpose,
    UrlState,
    ZeroKind,
)
from serendip.search.session.nodes import Conflict, Graph, Intent, IntentSpan, Node, Patch, Placed
from serendip.search.session.parts import (
    AnchorValue,
    Choice,
    Editor,
    Message,
    Option,
    Question,
    Repair,
    Results,
    Suggestion,
    UrlResolution,
)

__all__ = [
    "AgentState",
    "AnchorValue",
    "Bucket",
    "Choice",
    "CloseReason",
    "Config",
    "Conflict",
    "ConflictKind",
    "Editor",
    "Graph",
    "InputState",
    "Intent",
    "IntentSpan",
    "Locale",
    "Message",
    "Node",
    "Option",
    "Origin",
    "Patch",
    "Placed",
    "Question",
    "RecallScope",
    "Repair",
    "RepairReason",
    "Results",
    "Session",
    "SourceStage",
    "Suggestion",
    "SuggestionKind",
    "Trigger",
    "UrlFailure",
    "UrlPurpose",
    "UrlResolution",
    "UrlState",
    "ZeroKind",
    "replace",
]


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
    """The tunable values of section 20.3 that the session uses.

    ``match_targets``: the default target of single platforms, where it is not ``default_match_target``.
    """

    default_match_target: Target = "channel_tag"
    match_targets: Mapping[str, Target] = field(default_factory=dict[str, Target])
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

    def on(self, platform: str) -> Config:
        """The values as they hold on the page of one platform."""
        target = self.match_targets.get(platform, self.default_match_target)
        return dataclasses.replace(self, default_match_target=target)


replace = dataclasses.replace
