"""What a person can do to a session: each class is a body that clients post, told apart by ``action``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from serendip.search.ports import Target, UnknownMode
from serendip.search.session.model import Locale

_STRICT = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Submit:
    """Enter or the search button: the tail's text (may be empty: search with what is there)."""

    __pydantic_config__ = _STRICT
    text: str
    action: Literal["submit"] = "submit"


@dataclass(frozen=True, slots=True)
class Type:
    """The tail's text as it stands. Keeps the draft; no change of conditions, so no new revision."""

    __pydantic_config__ = _STRICT
    text: str
    action: Literal["type"] = "type"


@dataclass(frozen=True, slots=True)
class Blur:
    """The tail lost the focus: keywords are committed without a search."""

    __pydantic_config__ = _STRICT
    text: str
    action: Literal["blur"] = "blur"


@dataclass(frozen=True, slots=True)
class BeginEdit:
    """A click on a tag: it becomes a field. ``draft`` is the tail's text, which counts as blurred first."""

    __pydantic_config__ = _STRICT
    node_id: str
    draft: str = ""
    action: Literal["begin_edit"] = "begin_edit"


@dataclass(frozen=True, slots=True)
class CommitEdit:
    """The end of a tag's edit by Enter or by losing the focus."""

    __pydantic_config__ = _STRICT
    text: str
    by: Literal["enter", "blur"] = "enter"
    action: Literal["commit_edit"] = "commit_edit"


@dataclass(frozen=True, slots=True)
class CancelEdit:
    """Esc in a tag's field: the tag is as before."""

    __pydantic_config__ = _STRICT
    action: Literal["cancel_edit"] = "cancel_edit"


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a tag, a chip or the anchor badge."""

    __pydantic_config__ = _STRICT
    node_id: str
    action: Literal["remove"] = "remove"


@dataclass(frozen=True, slots=True)
class Restore:
    """Put a removed condition back where it stood."""

    __pydantic_config__ = _STRICT
    node_id: str
    action: Literal["restore"] = "restore"


@dataclass(frozen=True, slots=True)
class SetTarget:
    """Choose a tag's match target."""

    __pydantic_config__ = _STRICT
    node_id: str
    target: Target
    action: Literal["set_target"] = "set_target"


@dataclass(frozen=True, slots=True)
class SetExcluded:
    """Exclude a keyword, or include it again."""

    __pydantic_config__ = _STRICT
    node_id: str
    excluded: bool
    action: Literal["set_excluded"] = "set_excluded"


@dataclass(frozen=True, slots=True)
class SetAnyKeyword:
    """Whether any one of the keywords is enough (addendum A-5)."""

    __pydantic_config__ = _STRICT
    any: bool
    action: Literal["set_any_keyword"] = "set_any_keyword"


@dataclass(frozen=True, slots=True)
class SetFilter:
    """The page's filter bar: the condition on ``field`` is now this one (manual).

    ``field`` and ``operator`` in the session's or the catalogue's words. ``value``: ``{min, max}``, a number,
    a word, or a list of codes. ``excluded`` negates. ``value=None`` clears the field.
    """

    __pydantic_config__ = _STRICT
    field: str
    value: Any
    operator: str | None = None
    excluded: bool = False
    action: Literal["set_filter"] = "set_filter"


@dataclass(frozen=True, slots=True)
class EditCondition:
    """A chip's value was changed; the node keeps its id and becomes manual (I-13)."""

    __pydantic_config__ = _STRICT
    node_id: str
    value: Any
    operator: str | None = None
    excluded: bool | None = None
    action: Literal["edit_condition"] = "edit_condition"


@dataclass(frozen=True, slots=True)
class UseCondition:
    """ "Use it": a reference or pending condition becomes effective by the person's word."""

    __pydantic_config__ = _STRICT
    node_id: str
    action: Literal["use_condition"] = "use_condition"


@dataclass(frozen=True, slots=True)
class ReplaceInstead:
    """Of a value that was added to a list (D-20): keep only what the newest text said."""

    __pydantic_config__ = _STRICT
    node_id: str
    action: Literal["replace_instead"] = "replace_instead"


@dataclass(frozen=True, slots=True)
class SetUnknown:
    """Whether channels with unknown values are left out, included, or alone shown (addendum A-2)."""

    __pydantic_config__ = _STRICT
    unknown: UnknownMode
    action: Literal["set_unknown"] = "set_unknown"


@dataclass(frozen=True, slots=True)
class Sort:
    """Choose the order. Reloads the list; no condition changes."""

    __pydantic_config__ = _STRICT
    sort: str
    action: Literal["sort"] = "sort"


@dataclass(frozen=True, slots=True)
class Page:
    """Show another page, from 1."""

    __pydantic_config__ = _STRICT
    page: int
    action: Literal["page"] = "page"


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the open question by an option or by free text."""

    __pydantic_config__ = _STRICT
    question_id: str
    option_id: str | None = None
    text: str | None = None
    action: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave the open question."""

    __pydantic_config__ = _STRICT
    question_id: str
    action: Literal["skip"] = "skip"


@dataclass(frozen=True, slots=True)
class SmartSearch:
    """Accept the smart-search hint: the box grows, tags and anchor stay, nothing is searched."""

    __pydantic_config__ = _STRICT
    action: Literal["smart_search"] = "smart_search"


@dataclass(frozen=True, slots=True)
class Collapse:
    """Back to the classic box, when nothing stands in the way (``G_COLLAPSE``)."""

    __pydantic_config__ = _STRICT
    action: Literal["collapse"] = "collapse"


@dataclass(frozen=True, slots=True)
class CancelResolving:
    """Esc, or the text was edited, while a link is identified. ``text`` is the draft that stays."""

    __pydantic_config__ = _STRICT
    text: str | None = None
    action: Literal["cancel_resolving"] = "cancel_resolving"


@dataclass(frozen=True, slots=True)
class ChooseAnchor:
    """The choice between two anchors (section 10.5)."""

    __pydantic_config__ = _STRICT
    choice: Literal["replace", "keep", "clear"]
    action: Literal["choose_anchor"] = "choose_anchor"


@dataclass(frozen=True, slots=True)
class ViewOnlyAnchor:
    """Show only the anchor, or everything again. Conditions do not change."""

    __pydantic_config__ = _STRICT
    on: bool
    action: Literal["view_only_anchor"] = "view_only_anchor"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back what a message told."""

    __pydantic_config__ = _STRICT
    message_id: str
    action: Literal["undo"] = "undo"


@dataclass(frozen=True, slots=True)
class DismissMessage:
    """Close a message."""

    __pydantic_config__ = _STRICT
    message_id: str
    action: Literal["dismiss_message"] = "dismiss_message"


@dataclass(frozen=True, slots=True)
class Retry:
    """Run again what failed or was interrupted: the search, or the link."""

    __pydantic_config__ = _STRICT
    action: Literal["retry"] = "retry"


@dataclass(frozen=True, slots=True)
class TakeAlternative:
    """Search the safe alternative to a refused request (section 16)."""

    __pydantic_config__ = _STRICT
    action: Literal["take_alternative"] = "take_alternative"


@dataclass(frozen=True, slots=True)
class SetLocale:
    """The language of generated texts."""

    __pydantic_config__ = _STRICT
    locale: Locale
    action: Literal["set_locale"] = "set_locale"


@dataclass(frozen=True, slots=True)
class OpenLowRecall:
    """Open the repair area from the low-recall hint."""

    __pydantic_config__ = _STRICT
    action: Literal["A_HINT_OPEN_REPAIR_LOW_RECALL"] = "A_HINT_OPEN_REPAIR_LOW_RECALL"


@dataclass(frozen=True, slots=True)
class DismissLowRecall:
    """Hide the low-recall hint for this search."""

    __pydantic_config__ = _STRICT
    action: Literal["A_HINT_DISMISS_LOW_RECALL"] = "A_HINT_DISMISS_LOW_RECALL"


@dataclass(frozen=True, slots=True)
class CloseRepair:
    """Close the low-recall repair area."""

    __pydantic_config__ = _STRICT
    action: Literal["A_HINT_CLOSE_REPAIR"] = "A_HINT_CLOSE_REPAIR"


@dataclass(frozen=True, slots=True)
class FixUrl:
    """Try another link in place of the failed one."""

    __pydantic_config__ = _STRICT
    url: str
    action: Literal["A_REPAIR_FIX_URL"] = "A_REPAIR_FIX_URL"


@dataclass(frozen=True, slots=True)
class RemoveAnchor:
    """Search without the link or the anchor."""

    __pydantic_config__ = _STRICT
    action: Literal["A_REPAIR_REMOVE_ANCHOR_KEEP_KEYWORDS"] = "A_REPAIR_REMOVE_ANCHOR_KEEP_KEYWORDS"


@dataclass(frozen=True, slots=True)
class SwitchToNl:
    """Go on by describing what is wanted."""

    __pydantic_config__ = _STRICT
    action: Literal["A_REPAIR_SWITCH_TO_NL"] = "A_REPAIR_SWITCH_TO_NL"


@dataclass(frozen=True, slots=True)
class ReplaceAnchor:
    """Centre the search on another channel."""

    __pydantic_config__ = _STRICT
    url: str
    action: Literal["A_REPAIR_REPLACE_ANCHOR"] = "A_REPAIR_REPLACE_ANCHOR"


@dataclass(frozen=True, slots=True)
class ExpandRecall:
    """Take less similar channels, too: one step."""

    __pydantic_config__ = _STRICT
    action: Literal["A_REPAIR_EXPAND_RECALL_SCOPE"] = "A_REPAIR_EXPAND_RECALL_SCOPE"


@dataclass(frozen=True, slots=True)
class ApplySuggestion:
    """Do what a listed suggestion says, exactly."""

    __pydantic_config__ = _STRICT
    suggestion_id: str
    action: Literal["A_REPAIR_APPLY_SUGGESTION"] = "A_REPAIR_APPLY_SUGGESTION"


Action = (
    Submit | Type | Blur | BeginEdit | CommitEdit | CancelEdit | Remove | Restore | SetTarget | SetExcluded
    | SetAnyKeyword | SetFilter | EditCondition | UseCondition | ReplaceInstead | SetUnknown | Sort | Page
    | Answer | Skip | SmartSearch | Collapse | CancelResolving | ChooseAnchor | ViewOnlyAnchor | Undo
    | DismissMessage | Retry | TakeAlternative | SetLocale | OpenLowRecall | DismissLowRecall | CloseRepair
    | FixUrl | RemoveAnchor | SwitchToNl | ReplaceAnchor | ExpandRecall | ApplySuggestion
)  # fmt: skip
"""Everything a person can do to a session, but for starting a new one (``reset`` is the service's)."""
