"""What comes back from searching: results, pages, failures, interruptions. Late answers change nothing."""

from __future__ import annotations

from typing import Final

from serendip.search.honesty import left_out
from serendip.search.session import hints, links, on_links
from serendip.search.session.events import Interrupted, Listed, ListFailed, Searched, SearchFailed
from serendip.search.session.model import Choice, Config, Repair, Results, Session, UrlResolution, replace
from serendip.search.session.moves import (
    Rules,
    With,
    executable,
    move,
    resolving,
    say,
    tell,
    unsay,
)
from serendip.search.session.offers import LOW_RECALL_CHOICES
from serendip.search.session.outside import mark_unexecuted, tell_outside
from serendip.search.session.searching import FAILURES, Reduced, anchor_value, gone, read_rest, weigh

OF_ONE_SEARCH: Final = (
    *FAILURES, "MSG_NO_RECALL", "MSG_LOW_RECALL", "MSG_ANCHOR_OUTSIDE", "MSG_UNKNOWN_LEFT_OUT",
    "MSG_ANCHOR_UNKNOWN", "MSG_ANCHOR_WITHOUT_TEXT", "MSG_NO_CONDITION",
)  # fmt: skip
"""Messages about one search: the next one's results take them away."""

_RETRY: Final = (Choice("重试", "Retry", {"action": "retry"}),)


def searched(session: Session, event: Searched, rules: Rules) -> Reduced:
    """Results of the latest search: shown, or repaired when there are none (S5, S7, S13, C26, C27).

    What may follow: questions are weighed in an expanded box, but not after few similar channels (D-37);
    the model reads what the grammar left of each text, once.
    """
    if event.seq != session.in_flight_seq:
        return session, ()
    arrived = mark_unexecuted(replace(session, in_flight_seq=None), event.unexecuted)
    if not executable(arrived):
        nothing = gone(replace(unsay(arrived, *OF_ONE_SEARCH), repair=Repair(), next_stage=None))
        return say(nothing, "MSG_NO_CONDITION"), ()
    shown = _shown(arrived, event)
    judged = _recalled(shown, event, rules) if event.results.total else _no_recall(shown, event)
    said = hints.offer(_left_out(tell_outside(_similarity(judged, event))), rules)
    low = said.repair.repair_reason == "low_recall"
    intent_id = said.inputs[-1].intent_id if said.inputs else None
    questions = () if said.compact or low else weigh(said, intent_id)
    asked, reading = _read_rest(said, rules)
    return asked, (*questions, *reading)


def _read_rest(session: Session, rules: Rules) -> Reduced:
    """Have what the grammar left of each text read, once."""
    unread = [i.intent_id for i in session.inputs if i.intent_id not in session.read_intents]
    reading = {intent_id: read_rest(session, intent_id, rules) for intent_id in unread}
    asked = tuple(intent_id for intent_id, effects in reading.items() if effects)
    return (
        replace(session, read_intents=(*session.read_intents, *asked)),
        tuple(effect for effects in reading.values() for effect in effects),
    )


def _shown(session: Session, event: Searched) -> Session:
    """The session with the results in place, before they are judged."""
    results = replace(
        event.results,
        seq=event.seq,
        listed_revision=event.results.graph_revision,
        zero_kind="none" if event.results.total else "no_recall",
        outside=event.outside,
        similarity_off=event.similarity_off,
        previous=False,
        hidden=False,
    )
    return replace(
        unsay(session, *OF_ONE_SEARCH),
        results=results,
        applied_seq=event.seq,
        source_stage=session.next_stage,
        next_stage=None,
    )


def _no_recall(session: Session, event: Searched) -> Session:
    conflict = any(not c.resolved for c in session.graph.conflicts)
    repair = Repair(
        repair_reason="condition_conflict" if conflict else "zero_results", suggestions=event.suggestions[:3]
    )
    return say(replace(move(session, "no_recall"), repair=repair), "MSG_NO_RECALL")


def _recalled(session: Session, event: Searched, rules: Rules) -> Session:
    """Results: a repair is over; few similar channels raise the hint and nothing else (15.3)."""
    moved = move(session, "results")
    dismissed = session.repair.dismissed_seq
    if not few_similar(event, rules.config, anchored=session.graph.anchor is not None):
        return replace(moved, repair=Repair(dismissed_seq=dismissed))
    visible = dismissed != event.seq
    repair = Repair(repair_reason="low_recall", repair_hint_visible=visible, dismissed_seq=dismissed)
    low = replace(moved, repair=repair)
    return say(low, "MSG_LOW_RECALL", With(choices=LOW_RECALL_CHOICES)) if visible else low


def few_similar(event: Searched, config: Config, *, anchored: bool) -> bool:
    """Low recall (D-15): very few channels around an anchor, or none that is really like it."""
    if not anchored or event.similarity_off:
        return False
    median = event.results.median_similarity
    weak = median is not None and median < config.low_recall_min_similarity
    return event.results.total <= config.low_recall_max_items or weak


def _similarity(session: Session, event: Searched) -> Session:
    """Say why nothing similar could be looked for, when that is so."""
    value = anchor_value(session)
    if value is None or not event.similarity_off:
        return session
    code = "MSG_ANCHOR_UNKNOWN" if value.cid is None else "MSG_ANCHOR_WITHOUT_TEXT"
    return say(session, code, a=links.label(value))


def _left_out(session: Session) -> Session:
    """Say how many channels were left out for an unknown value, with one click to include them (A-2)."""
    results = session.results
    if session.unknown != "exclude" or not results.unknown or not results.unknown_fields:
        return session
    said = left_out(results.unknown, results.unknown_fields)
    include = Choice("一并显示", "Include them", {"action": "set_unknown", "unknown": "include"})
    return tell(session, said, With(choices=(include,)))


def search_failed(session: Session, event: SearchFailed, _rules: Rules) -> Reduced:
    """The search failed: the state before it, what was shown stays, the message offers to retry (S10)."""
    if event.seq != session.in_flight_seq:
        return session, ()
    told = _without_search(session, event.code)
    if event.reason_en is None:
        return told, ()
    return say(told, "MSG_SEARCH_CAUSE", zh={"reason": event.reason_zh}, reason=event.reason_en), ()


def _without_search(session: Session, code: str) -> Session:
    stopped = replace(move(session, "error"), in_flight_seq=None)
    repairing = stopped.container == "expanded_repair"
    kept = replace(
        stopped,
        # What is shown does not answer the conditions of the search that failed.
        results_stale=stopped.results_stale or stopped.results_shown,
        repair=replace(stopped.repair, pending=stopped.repair.pending and repairing),
    )
    return say(kept, code, With(choices=_RETRY))


def listed(session: Session, event: Listed, _rules: Rules) -> Reduced:
    """Another page or order of what is shown; an older answer, or one to another search, is late."""
    if not _same_list(session, event.seq) or event.results.graph_revision < session.results.listed_revision:
        return session, ()
    return replace(unsay(session, *FAILURES), results=_relisted(session.results, event.results)), ()


def _relisted(shown: Results, page: Results) -> Results:
    return replace(
        page,
        seq=shown.seq,
        graph_revision=shown.graph_revision,
        listed_revision=page.graph_revision,
        zero_kind=shown.zero_kind,
        outside=shown.outside,
        similarity_off=shown.similarity_off,
        facets=page.facets or shown.facets,
        pinned=page.pinned or shown.pinned,
    )


def list_failed(session: Session, event: ListFailed, _rules: Rules) -> Reduced:
    """The page or order could not be loaded: the list stays, and the message asks for it again."""
    if not _same_list(session, event.seq):
        return session, ()
    again = Choice("重试", "Retry", {"action": "page", "page": session.results.page})
    return say(session, "MSG_SEARCH_FAILED", With(choices=(again,))), ()


def _same_list(session: Session, seq: int) -> bool:
    return seq == session.applied_seq and session.in_flight_seq is None and session.results_shown


def interrupted(session: Session, _event: Interrupted, _rules: Rules) -> Reduced:
    """The service stopped while something ran: never an endless wait; one click runs it again."""
    stopped = session
    if stopped.in_flight_seq is not None:
        stopped = _without_search(stopped, "MSG_SEARCH_INTERRUPTED")
    if session.url is not None and resolving(session):
        stopped = _without_link(stopped, session.url)
    return stopped, ()


def _without_link(session: Session, url: UrlResolution) -> Session:
    """Back to the draft, or to the field of the repair, with the link in it."""
    draft = session.editor.draft_text
    off = on_links.call_off(session)
    if url.purpose == "anchor":
        text = off.editor.draft_text
        kept = text if url.url in text else f"{text} {url.url}".strip()
        again = {"action": "submit", "text": kept}
    else:
        kept = draft
        action = "A_REPAIR_FIX_URL" if url.purpose == "fix" else "A_REPAIR_REPLACE_ANCHOR"
        again = {"action": action, "url": url.url}
    editor = replace(off.editor, draft_text=kept, url_draft=None if url.purpose == "anchor" else url.url)
    choices = (Choice("重试", "Retry", again),)
    return say(replace(off, editor=editor), "MSG_SEARCH_INTERRUPTED", With(choices=choices))
