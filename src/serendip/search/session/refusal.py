"""Requests that are refused, their safe alternative, and what the model read afterwards (section 16)."""

from __future__ import annotations

from typing import Final

from serendip.search.conditions import Condition, Request
from serendip.search.lexicon.alternatives import alternative
from serendip.search.session import graph, links
from serendip.search.session.events import IntentRead, TakeAlternative
from serendip.search.session.model import Option, Patch, Repair, Session, replace
from serendip.search.session.moves import Rules, With, close_question, fresh_id, move, refuse, say, unsay
from serendip.search.session.searching import ABOUT_RESULTS, FAILURES, Reduced, search

_AT_REST: Final = frozenset({"results_ready", "clarifying", "empty_repair"})
_OFFERED: Final = ("由系统推断，点“使用”后生效", "read by the system; takes effect when you use it")


def refuse_request(session: Session, request: Request, rules: Rules) -> Reduced:
    """Nothing is searched; the reason and a safe alternative stand in the box, the text stays for editing.

    Results of an earlier search are hidden, so that they do not pose as the answer.
    """
    shown = session.results_shown
    ready = close_question(session, "low_value", rules.now)
    landed, _ = graph.land(ready, request, "search_box" if session.compact else "follow_up", rules)
    moved = move(landed, "refuse_keyword" if request.input_type == "keyword" else "refuse_text")
    reason = next((s for s in request.spans if s.status == "unsupported"), None)
    zh = reason.note_zh if reason and reason.note_zh else "不是频道搜索"
    en = reason.note_en if reason and reason.note_en else "this is not a channel search"
    sensitive = any(a.code.startswith("sensitive") for a in request.ambiguities)
    told = say(
        unsay(moved, "MSG_UNSUPPORTED", "MSG_SENSITIVE", *FAILURES, *ABOUT_RESULTS, *links.URL_MESSAGES),
        "MSG_SENSITIVE" if sensitive else "MSG_UNSUPPORTED",
        With(undo=Patch() if shown else None),
        zh={"reason": zh},
        reason=en,
    )
    offered = alternative(request)
    told, option_id = fresh_id(told, "o")
    return replace(
        told,
        editor=replace(told.editor, draft_text=request.text, url_draft=None),
        alternative=None if offered is None else Option(option_id, offered[0], offered[1], Patch()),
        refused_text=request.text,
        results=replace(told.results, hidden=bool(told.results.seq)),
        repair=Repair(),
        url=None,
        in_flight_seq=None,
        search_seq=told.search_seq + (told.in_flight_seq is not None),
    ), ()


def take_alternative(session: Session, _event: TakeAlternative, rules: Rules) -> Reduced:
    """Search the safe alternative (S27). Raises ERR_ACTION_NOT_AVAILABLE when none is offered."""
    text = session.refused_text
    offered = None
    if text is not None and session.alternative is not None:
        offered = alternative(rules.read(text, session.platform))
    if offered is None:
        raise refuse(
            "ERR_ACTION_NOT_AVAILABLE",
            zh="没有可用的替代搜索；请修改文字后再搜索",
            en="No alternative is offered; change the text and search again",
        )
    stage = "first_round" if session.search_seq == 0 else "follow_up"
    landed, _ = graph.land(session, offered[2], "follow_up", rules)
    cleared = replace(landed, editor=replace(landed.editor, draft_text=""))
    return search(cleared, "take_alternative", stage)


def intent_read(session: Session, event: IntentRead, rules: Rules) -> Reduced:
    """Conditions that the model read out of what the grammar left: derived, and never above the person's.

    They take effect only where results can be browsed; while a question or a repair is open they are offered
    as a reference. An answer to older conditions is late.
    """
    if event.revision != session.revision or session.agent_state not in _AT_REST:
        return session, ()
    usable = session.agent_state == "results_ready" and session.container != "expanded_repair"
    proposals = tuple(replace(p, condition=_inferred(p.condition, usable=usable)) for p in event.proposals)
    after = graph.land_proposals(session, event.intent_id, proposals, rules)
    if _executed(after) == _executed(session):
        return after, ()
    return search(after, "change", session.source_stage or "follow_up")


def _inferred(condition: Condition, *, usable: bool) -> Condition:
    if usable:
        return replace(condition, source="derived")
    return replace(condition, source="derived", status="reference", note_zh=_OFFERED[0], note_en=_OFFERED[1])


def _executed(session: Session) -> tuple[Condition, ...]:
    return tuple(n.condition for n in session.graph.nodes if n.effective)
