"""Parts of a snapshot: the shapes of conditions, patches, messages, questions and repairs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from serendip.search.conditions import Container, Status
from serendip.search.ports import Target
from serendip.search.session.layout import Part
from serendip.search.session.model import (
    Bucket,
    CloseReason,
    ConflictKind,
    RecallScope,
    RepairReason,
    SuggestionKind,
    Trigger,
)
from serendip.search.session.shown_value import Meant, Value

Source = Literal["user_input", "agent_inferred", "manual_edit"]
Operator = Literal["matches", "not_matches", "in", "not_in", "between", "within_days", "equals", "prefer"]
Effect = Literal["filter", "rank", "recall", "none"]
Priority = Literal["P0", "P1", "P2", "P3"]


@dataclass(frozen=True, slots=True)
class EditedFrom:
    """What a condition was before its last manual edit or replacement."""

    operator: Operator
    value: Value
    excluded: bool


@dataclass(frozen=True, slots=True)
class ConditionNode:
    """One condition (section 3.4). ``field`` is the session's word, ``catalogue_field`` the catalogue's.

    ``meant`` is what goes with the value. ``highlighted``: draw attention to it (a duplicate, a conflict).
    """

    node_id: str
    bucket: Bucket
    source: Source
    source_zh: str
    source_en: str
    field: str
    catalogue_field: str
    operator: Operator
    value: Value
    strength: Literal["hard", "soft"]
    effect: Effect
    status: Status
    priority: Priority
    label_zh: str
    label_en: str
    reason_zh: str | None
    reason_en: str | None
    match_target: Target | None
    excluded: bool
    derived_from: tuple[str, ...]
    edited_from: EditedFrom | None
    intent_id: str | None
    created_revision: int
    updated_revision: int
    highlighted: bool
    meant: Meant


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Conditions that cannot hold together, and why."""

    conflict_id: str
    node_ids: tuple[str, ...]
    kind: ConflictKind
    explain_zh: str
    explain_en: str
    resolved: bool


@dataclass(frozen=True, slots=True)
class PutView:
    """A condition that a patch sets: ``node_id`` is empty for a new one."""

    node_id: str
    field: str
    operator: Operator
    value: Value
    excluded: bool
    match_target: Target | None
    label_zh: str
    label_en: str


@dataclass(frozen=True, slots=True)
class PatchView:
    """What an option or a suggestion would change, exactly."""

    put: tuple[PutView, ...]
    drop: tuple[str, ...]
    recall_scope: RecallScope | None
    any_keyword: bool | None


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A button: a label, and the action to post when it is pressed."""

    label_zh: str
    label_en: str
    action: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NoticeView:
    """An open message, and the part of the layout that it stands in.

    ``can_undo``: the action ``undo`` with its id takes back what it tells.
    """

    message_id: str
    code: str
    zh: str
    en: str
    node_ids: tuple[str, ...]
    choices: tuple[ChoiceView, ...]
    can_undo: bool
    part: Part


@dataclass(frozen=True, slots=True)
class OptionView:
    """One answer; ``expected_count`` is counted, None when it was not."""

    option_id: str
    label_zh: str
    label_en: str
    patch: PatchView
    expected_count: int | None


@dataclass(frozen=True, slots=True)
class Clarification:
    """A question (section 3.7)."""

    question_id: str
    trigger: Trigger
    topic_key: str
    text_zh: str
    text_en: str
    options: tuple[OptionView, ...]
    allows_free_text: bool
    allows_skip: bool
    impact: float
    asked_at: datetime
    closed_at: datetime | None
    outcome: CloseReason | None


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """One way out, and how many channels it is known to give."""

    suggestion_id: str
    kind: SuggestionKind
    node_ids: tuple[str, ...]
    label_zh: str
    label_en: str
    patch: PatchView
    expected_count: int | None


@dataclass(frozen=True, slots=True)
class RepairContext:
    """Section 3.8. ``offered``: the actions to show, by their names (15.4), in their order."""

    repair_reason: RepairReason | None
    repair_hint_visible: bool
    opened_from: Container | None
    suggestions: tuple[SuggestionView, ...]
    dismissed_seq: int | None
    pending: bool
    offered: tuple[str, ...]
