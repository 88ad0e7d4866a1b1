"""Parts of a snapshot: conditions, patches, messages, questions and repairs in the session's words."""

from __future__ import annotations

from typing import cast

from serendip.search.conditions import Condition
from serendip.search.ports import Target
from serendip.search.session.layout import part_of
from serendip.search.session.model import Choice, Message, Node, Option, Patch, Question, Session, Suggestion
from serendip.search.session.offers import offered
from serendip.search.session.shapes import (
    ChoiceView,
    Clarification,
    ConditionNode,
    EditedFrom,
    Effect,
    NoticeView,
    Operator,
    OptionView,
    PatchView,
    Priority,
    PutView,
    RepairContext,
    Source,
    SuggestionView,
)
from serendip.search.session.shown_value import meant, shown_value
from serendip.search.session.wording import SOURCE_LABELS, SOURCES, chip
from serendip.search.terms import session_field, session_operator


def node_view(session: Session, node: Node) -> ConditionNode:
    """A node of the graph in the session's words."""
    condition = node.condition
    source = cast("Source", SOURCES[node.bucket])
    return ConditionNode(
        node_id=node.node_id,
        bucket=node.bucket,
        source=source,
        source_zh=SOURCE_LABELS[source][0],
        source_en=SOURCE_LABELS[source][1],
        field=session_field(condition.field),
        catalogue_field=condition.field,
        operator=_operator(condition),
        value=shown_value(condition),
        strength="soft" if condition.kind == "soft" else "hard",
        effect=_effect(condition),
        status=condition.status,
        priority=_priority(node),
        label_zh=chip(node)[0],
        label_en=chip(node)[1],
        reason_zh=condition.note_zh,
        reason_en=condition.note_en,
        match_target=_target(condition),
        excluded=condition.kind == "exclude",
        derived_from=node.derived_from,
        edited_from=_edited(node.edited_from),
        intent_id=node.intent_id,
        created_revision=node.created_revision,
        updated_revision=node.updated_revision,
        highlighted=node.node_id in session.highlight,
        meant=meant(condition),
    )


def _operator(condition: Condition) -> Operator:
    return cast("Operator", session_operator(condition))


def _target(condition: Condition) -> Target | None:
    return cast("Target", condition.extra["target"]) if condition.field == "keyword" else None


def _effect(condition: Condition) -> Effect:
    """What it does to the results; nothing while it is not effective (I-16)."""
    if condition.status != "effective" or condition.field in {"context_anchor", "limit"}:
        return "none"
    if condition.field == "anchor":
        return "recall"
    return "rank" if condition.kind == "soft" or condition.field == "sort" else "filter"


def _priority(node: Node) -> Priority:
    """Section 12.3."""
    if node.field == "anchor":
        return "P0"
    if node.bucket == "derived":
        return "P3"
    return "P2" if node.condition.kind == "soft" else "P1"


def _edited(before: Condition | None) -> EditedFrom | None:
    if before is None:
        return None
    return EditedFrom(_operator(before), shown_value(before), before.kind == "exclude")


def patch_view(patch: Patch) -> PatchView:
    """A patch in the session's words."""
    put = tuple(_put_view(p.node) for p in patch.put)
    return PatchView(put, patch.drop, patch.scope, patch.any_keyword)


def _put_view(node: Node) -> PutView:
    condition = node.condition
    return PutView(
        node.node_id,
        session_field(condition.field),
        _operator(condition),
        shown_value(condition),
        condition.kind == "exclude",
        _target(condition),
        *chip(node),
    )


def notice_view(session: Session, message: Message) -> NoticeView:
    """A message with its buttons and its place."""
    choices = tuple(choice_view(c) for c in message.choices)
    return NoticeView(
        message.message_id, message.code, message.zh, message.en, message.node_ids, choices,
        message.undo is not None, part_of(session, message),
    )  # fmt: skip


def choice_view(choice: Choice) -> ChoiceView:
    """A button."""
    return ChoiceView(choice.label_zh, choice.label_en, dict(choice.action))


def option_view(option: Option) -> OptionView:
    """An answer."""
    return OptionView(
        option.option_id, option.label_zh, option.label_en, patch_view(option.patch), option.expected_count
    )


def question_view(question: Question) -> Clarification:
    """A question, open or closed."""
    return Clarification(
        question.question_id, question.trigger, question.topic_key, question.text_zh, question.text_en,
        tuple(option_view(o) for o in question.options), question.allows_free_text, question.allows_skip,
        question.impact, question.asked_at, question.closed_at, question.outcome,
    )  # fmt: skip


def _suggestion_view(one: Suggestion) -> SuggestionView:
    return SuggestionView(
        one.suggestion_id, one.kind, one.node_ids, one.label_zh, one.label_en, patch_view(one.patch),
        one.expected_count,
    )  # fmt: skip


def repair_view(session: Session) -> RepairContext:
    """Where the repair stands and what it offers."""
    repair = session.repair
    return RepairContext(
        repair.repair_reason, repair.repair_hint_visible, repair.opened_from,
        tuple(_suggestion_view(s) for s in repair.suggestions), repair.dismissed_seq, repair.pending,
        offered(session),
    )  # fmt: skip
