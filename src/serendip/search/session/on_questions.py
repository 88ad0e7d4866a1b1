"""Questions after the results: which one is asked, its answer, and where the asking ends (section 13)."""

from __future__ import annotations

from typing import Final

from serendip.core.errors import InputError
from serendip.search.session import on_submit
from serendip.search.session.answers import by_option, topic_state
from serendip.search.session.events import Answer, Skip, Submit, Weighed
from serendip.search.session.model import CloseReason, Question, Repair, Session, Trigger, replace
from serendip.search.session.moves import Rules, close_question, executable, fresh_id, move, refuse
from serendip.search.session.searching import Reduced, gone, search, weigh

VALUE: Final[tuple[Trigger, ...]] = (
    "conflict", "empty_result_fix", "platform_or_region_scope", "vague_level_or_category",
)  # fmt: skip
"""The triggers by the value of an answer (13.1); a soft phrase comes after all of them."""

ALWAYS_DUE: Final = frozenset({"conflict", "empty_result_fix"})
"""Due whenever they hold, whatever their impact (D-18a)."""

ASKED: Final[frozenset[CloseReason]] = frozenset({"answered", "skipped", "manual_filter", "reset"})
"""How a question ends that the person saw and dealt with. Others were overtaken or never shown."""


def weighed(session: Session, event: Weighed, rules: Rules) -> Reduced:
    """Ask the most valuable question that is due, or record why none is (S6, C14, D-14).

    Dropped when the conditions have changed meanwhile, or when the box does not wait for a question.
    """
    if event.revision != session.revision or not _may_ask(session) or not event.questions:
        return session, ()
    fresh = [q for q in event.questions if not _repeats(session, q)]
    best = min(fresh, key=_order, default=None)
    if best is None:
        return session, ()
    due = [q for q in fresh if q.trigger in ALWAYS_DUE or q.impact >= rules.config.clarify_min_impact]
    ended = _ended(session, rules)
    open_to = [q for q in due if ended is None or q.trigger in ALWAYS_DUE]
    if not open_to or _rounds(session) >= rules.config.clarify_max_rounds:
        return _unasked(session, best, "low_value" if ended is None or not due else ended, rules), ()
    return _ask(session, min(open_to, key=_order), rules), ()


def _may_ask(session: Session) -> bool:
    """Whether a question has a place now: after results in the grown box, or beside repairs of no results."""
    if session.question is not None:
        return False
    if session.agent_state == "results_ready":
        return session.container == "expanded_agent" and session.repair.repair_reason != "low_recall"
    empty = session.repair.repair_reason in {"zero_results", "condition_conflict"}
    return session.agent_state == "empty_repair" and empty


def _order(question: Question) -> tuple[int, float]:
    soft = question.topic_key.startswith("soft:")
    return len(VALUE) if soft else VALUE.index(question.trigger), -question.impact


def _ended(session: Session, rules: Rules) -> CloseReason | None:
    """What ended the asking for these results, or None (13.3): the person filters, or can browse."""
    if session.source_stage == "condition_edit":
        return "manual_filter"
    browsable = session.results.total >= rules.config.browsable_min
    return "results_browsable" if session.source_stage == "clarification_answer" and browsable else None


def _rounds(session: Session) -> int:
    """How many questions the newest text has led to already."""
    newest = _subject(session)
    return sum(q.intent_id == newest and q.outcome in ASKED for q in session.question_log)


def _subject(session: Session) -> str | None:
    """The newest text that is no answer: what questions are asked about."""
    own = (i.intent_id for i in reversed(session.inputs) if i.origin != "answer")
    return next(own, None)


def _repeats(session: Session, question: Question) -> bool:
    """Whether its topic was asked before and the person has not changed the topic's condition since."""
    before = [q for q in session.question_log if q.topic_key == question.topic_key and q.outcome in ASKED]
    if not before:
        return False
    return topic_state(session, question.topic_key) == before[-1].topic_state


def _ask(session: Session, question: Question, rules: Rules) -> Session:
    session, question_id = fresh_id(session, "q")
    asked = replace(
        question,
        question_id=question_id,
        asked_at=rules.now,
        intent_id=_subject(session),
        topic_state=topic_state(session, question.topic_key),
    )
    if session.agent_state == "empty_repair":
        return replace(session, question=asked)
    return replace(move(session, "question_due"), question=asked)


def _unasked(session: Session, question: Question, why: CloseReason, rules: Rules) -> Session:
    """The session that remembers why the best question was not asked. Never counted as one that was."""
    session, question_id = fresh_id(session, "q")
    closed = replace(
        question,
        question_id=question_id,
        asked_at=rules.now,
        closed_at=rules.now,
        outcome=why,
        intent_id=_subject(session),
    )
    return replace(session, question_log=(*session.question_log, closed))


def answer(session: Session, event: Answer, rules: Rules) -> Reduced:
    """An answer by option or by text: the graph follows and is searched at once (S16, C22).

    Text that does not answer the question is an ordinary follow-up (13.2).

    Raises:
        InputError: ERR_QUESTION_CLOSED for a question that is not open; ERR_INVALID_VALUE for an answer that
            is neither one of its options nor a text.
    """
    question = _open(session, event.question_id)
    if event.option_id is None:
        text = event.text or ""
        if not text.strip():
            raise _no_answer()
        return on_submit.submit(session, Submit(text), rules)
    option = next((o for o in question.options if o.option_id == event.option_id), None)
    if option is None or event.text is not None:
        raise _no_answer(options=[o.option_id for o in question.options])
    answered = by_option(session, option, rules)
    if executable(answered):
        return search(answered, "answer", "clarification_answer")
    return gone(replace(answered, repair=Repair())), ()


def skip(session: Session, event: Skip, rules: Rules) -> Reduced:
    """Leave the question: nothing is searched; another one only if it is still due (S17).

    Raises:
        InputError: ERR_QUESTION_CLOSED; ERR_ACTION_NOT_AVAILABLE when nothing can be shown without an answer.
    """
    question = _open(session, event.question_id)
    if not question.allows_skip:
        raise refuse(
            "ERR_ACTION_NOT_AVAILABLE",
            zh="没有这个回答就没有可搜索的条件；请选一项，或直接输入需求",
            en="Without an answer there is nothing to search by; choose one, or type what you need",
        )
    skipped = move(close_question(session, "skipped", rules.now), "skip")
    return skipped, weigh(skipped, _subject(skipped)) if _may_ask(skipped) else ()


def _open(session: Session, question_id: str) -> Question:
    question = session.question
    if question is None or question.question_id != question_id:
        raise refuse(
            "ERR_QUESTION_CLOSED",
            zh="这个问题已经关闭；请按当前显示的内容操作",
            en="This question is closed; go on from what the box shows now",
            question_id=question_id,
        )
    return question


def _no_answer(**details: object) -> InputError:
    return refuse(
        "ERR_INVALID_VALUE",
        zh="请选择一个选项，或输入文字回答",
        en="Choose one of the options, or answer in words",
        field="option_id",
        **details,
    )
