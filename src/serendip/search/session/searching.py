"""Asking for a search: the plan is made from the graph and from nothing else (I-6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from serendip.search.session.effects import Effect, LoadList, Plan, ReadIntent, RunSearch, WeighQuestions
from serendip.search.session.link_spans import call_off
from serendip.search.session.model import AnchorValue, Placed, Repair, Session, SourceStage, replace
from serendip.search.session.moves import Rules, executable, failed_link, move, resolving, say, unsay
from serendip.search.session.tables import Guard, Signal

Reduced = tuple[Session, tuple[Effect, ...]]
FAILURES = (
    "MSG_SEARCH_FAILED",
    "MSG_SEARCH_CAUSE",
    "MSG_SEARCH_INTERRUPTED",
    "MSG_ONLY_EXCLUDED",
    "MSG_EMPTY_INPUT",
)
ABOUT_RESULTS = (
    "MSG_URL_MISMATCH",
    "MSG_URL_INCOMPLETE",
    "MSG_URL_UNSUPPORTED",
    "MSG_URL_DEAD",
    "MSG_URL_TIMEOUT",
    "MSG_URL_NOT_ASKED",
    "MSG_NO_RECALL",
    "MSG_LOW_RECALL",
    "MSG_ANCHOR_OUTSIDE",
    "MSG_UNKNOWN_LEFT_OUT",
)


def plan(session: Session, page: int = 1) -> Plan:
    """What a search of this session executes now: its effective conditions, no more and no less."""
    nodes = tuple(
        Placed(n, i)
        for i, n in enumerate(session.graph.nodes)
        if n.effective and n.field not in {"anchor", "context_anchor", "sort", "limit"}
    )
    known = session.results.cursors
    start = min(page, len(known)) if page > 1 else 1
    return Plan(
        platform=session.platform,
        nodes=nodes,
        anchor=anchor_value(session),
        any_keyword=session.graph.any_keyword,
        unknown=session.unknown,
        scope=session.recall_scope,
        sort=session.sort,
        as_of=session.as_of,
        page=page,
        page_size=session.results.page_size,
        cursor=known[start - 1],
        skip=(page - start) * session.results.page_size,
        known=known,
    )


def anchor_value(session: Session) -> AnchorValue | None:
    """The channel that the search is centred on."""
    node = session.graph.anchor
    if node is None:
        return None
    held: dict[str, Any] = dict(node.condition.extra["channel"])
    return AnchorValue(**held)


def search(session: Session, signal: Signal, stage: SourceStage, also: Iterable[Guard] = ()) -> Reduced:
    """Move by ``signal`` and issue a search of the graph as it is now; an older one becomes late (S9).

    With nothing but excluded keywords nothing runs (``MSG_ONLY_EXCLUDED``). ``stage`` is what the
    results will be said to come from, unless it is a repair: one under way, or asked for from its area.
    """
    if not executable(session):
        only_out = any(n.effective and n.field == "keyword" for n in session.graph.nodes)
        said = say(session, "MSG_ONLY_EXCLUDED") if only_out else say(session, "MSG_EMPTY_INPUT")
        return said, ()
    moved = move(unsay(forget_refusal(call_off(session)), *FAILURES), signal, also)
    # After "describe it instead" the next results are still those of a repair (15.4): the stage says so.
    left_repair = moved.next_stage == "post_repair"
    repairing = moved.repair.pending or moved.container == "expanded_repair" or left_repair
    seq = session.search_seq + 1
    issued = replace(
        moved,
        search_seq=seq,
        in_flight_seq=seq,
        results_stale=False,
        only_anchor=False,
        next_stage="post_repair" if repairing else stage,
        repair=replace(moved.repair, pending=repairing),
        results=replace(moved.results, page=1, cursors=(None,)),
    )
    return issued, (RunSearch(seq, session.revision, plan(issued)),)


def forget_refusal(session: Session) -> Session:
    """The session after a refused request was left behind: its text, its reason and its way out go."""
    if session.refused_text is None:
        return session
    return unsay(replace(session, refused_text=None, alternative=None), "MSG_SENSITIVE", "MSG_UNSUPPORTED")


def refresh(session: Session, stage: SourceStage = "condition_edit") -> Reduced:
    """After a change of conditions (section 5.5): search again, or not yet, or nothing is left to search.

    While a link is identified, or a failed one waits for the person's choice, nothing is searched without
    it (D-16).
    """
    if resolving(session):
        return replace(session, results_stale=True), ()
    if not executable(session):
        return gone(session), ()
    untouched = session.search_seq == 0 and session.agent_state in {"idle", "unsupported"}
    if untouched:
        return session, ()
    if failed_link(session):
        return replace(session, results_stale=session.results_stale or session.results_shown), ()
    return search(session, "change", stage)


def reload(session: Session, page: int) -> Reduced:
    """Another page or order of the shown results; no state changes."""
    effect = LoadList(session.search_seq, session.revision, plan(session, page))
    return session, (effect,)


def gone(session: Session) -> Session:
    """Nothing is left to search: idle, the zero state, no results, no question (S15, S19, S23, C34).

    There is nothing left to repair, either: a failed link goes, and what was said about results.
    """
    moved = move(forget_refusal(session), "conditions_gone")
    about_results = (m.code for m in moved.notices if m.code.startswith(ABOUT_RESULTS))
    moved = unsay(moved, *tuple(about_results))
    return replace(
        moved,
        search_seq=moved.search_seq + 1 if moved.in_flight_seq is not None else moved.search_seq,
        in_flight_seq=None,
        applied_seq=None,
        results_stale=False,
        recall_scope="standard",
        url=None,
        editor=replace(moved.editor, url_draft=None),
        repair=Repair(),
        results=type(session.results)(page_size=session.results.page_size),
    )


def weigh(session: Session, intent_id: str | None) -> tuple[Effect, ...]:
    """After results in an expanded box: measure which question is worth asking."""
    return (WeighQuestions(session.revision, intent_id, plan(session)),)


def read_rest(session: Session, intent_id: str | None, rules: Rules) -> tuple[Effect, ...]:
    """The model reads what the grammar left of an intent, when there is a model and something was left."""
    intent = next((i for i in session.inputs if i.intent_id == intent_id), None)
    left = intent is not None and any(s.role == "unknown" and s.status == "pending" for s in intent.spans)
    return (ReadIntent(cast("str", intent_id), session.revision),) if rules.model and left else ()
