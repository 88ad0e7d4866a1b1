"""The parts of a session beside its conditions: row, link, question, repair, results, messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from serendip.search.conditions import Container
from serendip.search.session.kinds import (
    CloseReason,
    RepairReason,
    SuggestionKind,
    Trigger,
    UrlFailure,
    UrlPurpose,
    UrlState,
    ZeroKind,
)
from serendip.search.session.nodes import Patch


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
