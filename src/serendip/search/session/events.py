"""What can happen to a session: actions of the person, and outcomes of the system's own work.

Actions are the bodies that clients post; ``action`` tells them apart. Outcomes answer effects (``effects``)
and carry the number that they were asked at: a late one changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from serendip.search.conditions import Condition
from serendip.search.session.actions import (
    Action,
    Answer,
    ApplySuggestion,
    BeginEdit,
    Blur,
    CancelEdit,
    CancelResolving,
    ChooseAnchor,
    CloseRepair,
    Collapse,
    CommitEdit,
    DismissLowRecall,
    DismissMessage,
    EditCondition,
    ExpandRecall,
    FixUrl,
    OpenLowRecall,
    Page,
    Remove,
    RemoveAnchor,
    ReplaceAnchor,
    ReplaceInstead,
    Restore,
    Retry,
    SetAnyKeyword,
    SetExcluded,
    SetFilter,
    SetLocale,
    SetTarget,
    SetUnknown,
    Skip,
    SmartSearch,
    Sort,
    Submit,
    SwitchToNl,
    TakeAlternative,
    Type,
    Undo,
    UseCondition,
    ViewOnlyAnchor,
)
from serendip.search.session.kinds import UrlFailure, UrlState
from serendip.search.session.parts import AnchorValue, Question, Results, Suggestion

__all__ = [
    "Action",
    "Answer",
    "ApplySuggestion",
    "BeginEdit",
    "Blur",
    "CancelEdit",
    "CancelResolving",
    "ChooseAnchor",
    "CloseRepair",
    "Collapse",
    "CommitEdit",
    "DismissLowRecall",
    "DismissMessage",
    "EditCondition",
    "Event",
    "ExpandRecall",
    "FixUrl",
    "IntentRead",
    "Interrupted",
    "LinkRead",
    "ListFailed",
    "Listed",
    "OpenLowRecall",
    "Outcome",
    "Page",
    "Proposal",
    "Remove",
    "RemoveAnchor",
    "ReplaceAnchor",
    "ReplaceInstead",
    "Restore",
    "Retry",
    "SearchFailed",
    "Searched",
    "SetAnyKeyword",
    "SetExcluded",
    "SetFilter",
    "SetLocale",
    "SetTarget",
    "SetUnknown",
    "Skip",
    "SmartSearch",
    "Sort",
    "Submit",
    "SwitchToNl",
    "TakeAlternative",
    "Type",
    "Undo",
    "UseCondition",
    "ViewOnlyAnchor",
    "Weighed",
]


@dataclass(frozen=True, slots=True)
class LinkRead:
    """A link was identified, or not.

    ``context_terms``: words of a link that names no single channel. ``reason_zh``, ``reason_en``: why the
    platform could not be asked, where that decided the outcome (``MSG_URL_NOT_ASKED``) or left the target
    with no more than what its link says.
    """

    url_seq: int
    state: UrlState
    failure: UrlFailure | None = None
    detected_platform: str | None = None
    url_type: Literal["channel", "detail", "context", "other"] | None = None
    target: AnchorValue | None = None
    context_terms: tuple[str, ...] = ()
    reason_zh: str | None = None
    reason_en: str | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """A search has its page. ``suggestions`` are the repairs, filled for no and low recall.

    ``outside``: effective hard nodes that the anchor itself does not meet (``MSG_ANCHOR_OUTSIDE``).
    ``unexecuted``: nodes that nothing in the catalogue can be compared with: they become ``reference``.
    """

    seq: int
    results: Results
    suggestions: tuple[Suggestion, ...] = ()
    outside: tuple[str, ...] = ()
    unexecuted: tuple[str, ...] = ()
    similarity_off: bool = False


@dataclass(frozen=True, slots=True)
class SearchFailed:
    """A search failed or took too long; nothing is lost. ``reason_*``: what is known of the cause."""

    seq: int
    code: str = "MSG_SEARCH_FAILED"
    reason_zh: str | None = None
    reason_en: str | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """Another page or order of the shown results."""

    seq: int
    results: Results


@dataclass(frozen=True, slots=True)
class ListFailed:
    """Another page or order could not be loaded; the old list stays."""

    seq: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """Questions worth asking about one revision, by value, highest first (``impact`` filled)."""

    revision: int
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """One condition that the model read out of the unresolved part of an intent.

    ``start``, ``end`` are offsets in the intent's text when its words stand there, else None.
    """

    condition: Condition
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class IntentRead:
    """What the model made of the parts of an intent that the grammar left unresolved."""

    intent_id: str
    revision: int
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The service was restarted while something was running."""


Outcome = LinkRead | Searched | SearchFailed | Listed | ListFailed | Weighed | IntentRead | Interrupted
Event = Action | Outcome
