"""``reduce(session, event, rules) -> (session, effects)``: the one place where a session changes. Pure.

Actions that are refused raise ``InputError`` and change nothing. Outcomes never raise: a late one is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from serendip.search.session import events as e
from serendip.search.session import (
    on_box,
    on_conditions,
    on_editor,
    on_links,
    on_questions,
    on_repair,
    on_results,
    on_submit,
)
from serendip.search.session.effects import Effect, ResolveLink
from serendip.search.session.events import Event
from serendip.search.session.model import Session, replace
from serendip.search.session.moves import Rules, refuse, require_legal

Reduced = tuple[Session, tuple[Effect, ...]]
Handler = Callable[[Session, Any, Rules], Reduced]

ACTIONS: Final[dict[type, Handler]] = {
    e.Submit: on_submit.submit,
    e.Type: on_editor.type_text,
    e.Blur: on_editor.blur,
    e.BeginEdit: on_editor.begin_edit,
    e.CommitEdit: on_editor.commit_edit,
    e.CancelEdit: on_editor.cancel_edit,
    e.Remove: on_conditions.remove,
    e.Restore: on_conditions.restore,
    e.SetTarget: on_conditions.set_target,
    e.SetExcluded: on_conditions.set_excluded,
    e.SetAnyKeyword: on_conditions.set_any_keyword,
    e.SetFilter: on_conditions.set_filter,
    e.EditCondition: on_conditions.edit_condition,
    e.UseCondition: on_conditions.use_condition,
    e.ReplaceInstead: on_conditions.replace_instead,
    e.SetUnknown: on_conditions.set_unknown,
    e.Undo: on_conditions.undo,
    e.Sort: on_box.sort,
    e.Page: on_box.page,
    e.SmartSearch: on_box.smart_search,
    e.Collapse: on_box.collapse,
    e.ViewOnlyAnchor: on_box.view_only_anchor,
    e.DismissMessage: on_box.dismiss_message,
    e.SetLocale: on_box.set_locale,
    e.Retry: on_box.retry,
    e.CancelResolving: on_links.cancel,
    e.ChooseAnchor: on_links.choose,
    e.FixUrl: on_links.fix,
    e.ReplaceAnchor: on_links.replace_anchor,
    e.TakeAlternative: on_submit.take_alternative,
    e.Answer: on_questions.answer,
    e.Skip: on_questions.skip,
    e.OpenLowRecall: on_repair.open_low_recall,
    e.DismissLowRecall: on_repair.dismiss_low_recall,
    e.CloseRepair: on_repair.close,
    e.RemoveAnchor: on_repair.remove_anchor,
    e.SwitchToNl: on_repair.switch_to_nl,
    e.ExpandRecall: on_repair.expand_recall,
    e.ApplySuggestion: on_repair.apply_suggestion,
}
"""What each action does."""

OUTCOMES: Final[dict[type, Handler]] = {
    e.LinkRead: on_links.link_read,
    e.Searched: on_results.searched,
    e.SearchFailed: on_results.search_failed,
    e.Listed: on_results.listed,
    e.ListFailed: on_results.list_failed,
    e.Weighed: on_questions.weighed,
    e.IntentRead: on_submit.intent_read,
    e.Interrupted: on_results.interrupted,
}
"""What each outcome does. A handler returns the session unchanged for a late one."""

UNCOUNTED: Final = (e.Type, e.SetLocale, e.DismissMessage)
"""Actions that change no condition and no state: they neither need nor make a new revision."""


def reduce(session: Session, event: Event, rules: Rules) -> Reduced:
    """The next session and what has to be done. Raises ``InputError`` for a refused action."""
    if not session.active:
        if type(event) in OUTCOMES:
            return session, ()
        raise refuse(
            "ERR_SESSION_CLOSED",
            zh="这个搜索已结束，只能查看；请开始新搜索",
            en="This search is closed and can only be read; start a new search",
        )
    handler = OUTCOMES.get(type(event))
    if handler is not None:
        after, effects = handler(session, event, rules)
        return (session, ()) if after is session else _stamp((after, effects), rules, 0)
    after, effects = ACTIONS[type(event)](session, event, rules)
    if after is session:
        return session, ()
    counted = 0 if isinstance(event, UNCOUNTED) and after.search_seq == session.search_seq else 1
    return _stamp((require_legal(after), effects), rules, counted)


def _stamp(reduced: Reduced, rules: Rules, counted: int) -> Reduced:
    """Number the new state; effects carry the revision that they are asked at."""
    session, effects = reduced
    after = replace(
        session,
        revision=session.revision + counted,
        version=session.version + 1,
        updated_at=rules.now,
        upgraded=session.upgraded or session.container == "expanded_agent",
    )
    return after, tuple(
        e if isinstance(e, ResolveLink) else replace(e, revision=after.revision) for e in effects
    )
