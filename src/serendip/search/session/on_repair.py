"""Ways out of few results, no results and failed links (section 15.4)."""

from __future__ import annotations

from typing import Final

from serendip.core.errors import InputError
from serendip.search.session import graph, links
from serendip.search.session.events import (
    ApplySuggestion,
    CloseRepair,
    DismissLowRecall,
    ExpandRecall,
    OpenLowRecall,
    RemoveAnchor,
    SwitchToNl,
)
from serendip.search.session.model import CloseReason, Patch, RecallScope, Repair, Session, replace
from serendip.search.session.moves import (
    Rules,
    With,
    close_question,
    executable,
    failed_link,
    move,
    resolving,
    say,
    unsay,
)
from serendip.search.session.moves import refuse as refused
from serendip.search.session.offers import (
    LOW_RECALL_CHOICES,
    WIDER,
    anchor_to_remove,
    hint_shown,
    low_recall,
    no_recall,
    offered,
)
from serendip.search.session.searching import Reduced, gone, search

__all__ = [
    "apply_suggestion", "close", "dismiss_low_recall", "expand_recall", "offered", "open_low_recall",
    "remove_anchor", "switch_to_nl",
]  # fmt: skip

_OVER: Final = ("MSG_NO_RECALL", "MSG_LOW_RECALL", *links.URL_MESSAGES)


def open_low_recall(session: Session, _event: OpenLowRecall, _rules: Rules) -> Reduced:
    """Open the repair area from the hint; results and conditions stay (C9, C17)."""
    if not hint_shown(session) or session.container == "expanded_repair":
        raise _not_now("没有可展开的提示", "There is no hint to open")
    opened = move(unsay(session, "MSG_LOW_RECALL"), "open_repair")
    repair = replace(session.repair, repair_hint_visible=False, opened_from=session.container)
    return replace(opened, repair=repair), ()


def dismiss_low_recall(session: Session, _event: DismissLowRecall, _rules: Rules) -> Reduced:
    """Hide the hint for the results shown now, their pages and orders included."""
    if not hint_shown(session):
        raise _not_now("没有可忽略的提示", "There is no hint to dismiss")
    repair = replace(session.repair, repair_hint_visible=False, dismissed_seq=session.applied_seq)
    return replace(move(unsay(session, "MSG_LOW_RECALL"), "dismiss_hint"), repair=repair), ()


def close(session: Session, _event: CloseRepair, _rules: Rules) -> Reduced:
    """Close the repair area of few results: the box as it was before, the hint shown again (C32)."""
    if session.container != "expanded_repair" or session.repair.repair_reason != "low_recall":
        raise _not_now("没有可关闭的修正区", "There is no repair area to close")
    if session.searching:
        raise _not_now("修正搜索还在进行，请稍候", "The repair search is still running; wait for it")
    closed = move(session, "close_repair")
    back = replace(closed, repair=replace(closed.repair, repair_hint_visible=True, opened_from=None))
    return say(back, "MSG_LOW_RECALL", With(choices=LOW_RECALL_CHOICES)), ()


def remove_anchor(session: Session, _event: RemoveAnchor, rules: Rules) -> Reduced:
    """Search without the link or the anchor; nothing else is taken away (C29, C30, S22, S23)."""
    if not anchor_to_remove(session) or session.container == "compact_resolving":
        raise _not_now("没有可移除的链接或锚点", "There is no link or anchor to remove")
    left = _without_url(_leave(session, "manual_filter", rules))
    if left.graph.anchor is not None:
        left = graph.drop_anchor(left)
    left = replace(left, recall_scope="standard", only_anchor=False, next_stage="post_repair")
    signal = "remove_anchor" if session.container == "expanded_repair" else "change"
    if executable(left):
        return search(replace(left, repair=Repair(pending=True)), signal, "post_repair")
    # The click itself decides for the classic box when just the seed is left (D-11).
    return gone(replace(move(left, signal), repair=Repair(), next_stage=None)), ()


def switch_to_nl(session: Session, _event: SwitchToNl, rules: Rules) -> Reduced:
    """Go on in words: a failed link goes (one click brings it back), a working anchor stays (D-28, S24)."""
    if not (low_recall(session) or no_recall(session) or failed_link(session)):
        raise _not_now("现在没有需要修正的搜索", "There is no search to repair now")
    calm = _leave(session, "skipped", rules)
    if session.searching:
        calm = replace(move(calm, "cancel_resolving"), in_flight_seq=None)
    left = move(_without_url(calm), "switch_to_nl")
    return replace(left, repair=Repair(dismissed_seq=left.repair.dismissed_seq), next_stage="post_repair"), ()


def expand_recall(session: Session, _event: ExpandRecall, rules: Rules) -> Reduced:
    """Take less similar channels, too: one step wider; no condition changes (11.4)."""
    weak = low_recall(session) or no_recall(session)
    if session.graph.anchor is None or not weak or session.recall_scope == "widest":
        raise _not_now("召回范围不能再扩大", "The recall scope cannot be widened")
    wider: RecallScope = WIDER[session.recall_scope]
    return _search_repaired(replace(_leave(session, "manual_filter", rules), recall_scope=wider))


def apply_suggestion(session: Session, event: ApplySuggestion, rules: Rules) -> Reduced:
    """Do exactly what a listed suggestion says; what it changes becomes manual (D-36)."""
    found = next((s for s in session.repair.suggestions if s.suggestion_id == event.suggestion_id), None)
    if found is None:
        raise _not_now("这条建议已不适用", "This suggestion does not apply any more", id=event.suggestion_id)
    if found.kind == "switch_to_nl":
        return switch_to_nl(session, SwitchToNl(), rules)
    left = _leave(session, "manual_filter", rules)
    return _search_repaired(graph.apply_patch(left, found.patch, manual=True))


def _search_repaired(session: Session) -> Reduced:
    if not executable(session):
        return gone(replace(session, repair=Repair())), ()
    return search(
        replace(session, repair=replace(session.repair, pending=True)), "repair_search", "post_repair"
    )


def _leave(session: Session, outcome: CloseReason, rules: Rules) -> Session:
    """The session with what a repair showed taken away: its question and its messages."""
    return unsay(close_question(session, outcome, rules.now), *_OVER)


def _without_url(session: Session) -> Session:
    """The session without its failed link, or the one being looked at; both can be had back."""
    url = session.url
    waits = url is not None and (resolving(session) or url.state != "resolved_exact")
    editor = replace(session.editor, url_draft=None)
    if url is None or not waits:
        return replace(session, editor=editor)
    cleared = links.without_link(replace(session, url=None, editor=editor), url.url)
    return say(cleared, "MSG_URL_TAKEN_OUT", With(undo=Patch(draft=url.url)), url=url.url)


def _not_now(zh: str, en: str, **details: object) -> InputError:
    return refused("ERR_ACTION_NOT_AVAILABLE", zh=zh, en=en, **details)
