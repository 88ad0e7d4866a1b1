"""The closed sets of words of a session (section 3.1)."""

from __future__ import annotations

from typing import Literal

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
