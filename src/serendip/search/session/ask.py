"""The one question before any results: there is nothing to search by yet (section 13.1, D-12)."""

from __future__ import annotations

from typing import Any, Final

from serendip.catalogue.taxonomy import categories
from serendip.search.conditions import Condition
from serendip.search.session.model import Node, Option, Patch, Placed, Question, Repair, Session, replace
from serendip.search.session.moves import Rules, close_question, fresh_id, move, say
from serendip.search.session.searching import Reduced, gone
from serendip.search.terms import condition_label

Goal = tuple[str, str, str, str, tuple[tuple[Any, ...], ...]]

GOALS: Final[tuple[Goal, ...]] = (
    (
        "goal", "category", "想找哪一类频道？也可以直接写主题、地区或粉丝量",
        "What kind of channel? You can also write a topic, a country or a size",
        (("beauty",), ("technology",), ("gaming",), ("food",)),
    ),
    (
        "region", "country", "想找哪里的频道？也可以直接写主题或粉丝量",
        "From where? You can also write a topic or a size",
        (("US",), ("GB",), ("JP",), ("DE",)),
    ),
    (
        "followers", "followers", "想找多大的频道？也可以直接写主题或地区",
        "How large? You can also write a topic or a country",
        ((1_000, 10_000), (10_000, 100_000), (100_000, 1_000_000)),
    ),
)  # fmt: skip
"""What is asked in turn, each once a session: topic, field, the question (zh, en), the answers' values."""


def ask_first(session: Session, intent_id: str | None, rules: Rules) -> Reduced:
    """Ask what to search by; the list of leading channels stays. Nothing is searched (S2).

    When all has been asked before, the box says what is missing instead of asking again.
    """
    ready = close_question(session, "low_value", rules.now)
    if ready.agent_state not in {"idle", "unsupported"}:
        ready = gone(ready)
    ready = replace(ready, repair=Repair(), url=None)
    asked = {q.topic_key for q in ready.question_log}
    goal = next((g for g in GOALS if g[0] not in asked), None)
    if goal is None:
        return say(move(ready, "smart_search"), "MSG_NO_CONDITION"), ()
    ready, question = _question(ready, goal, intent_id, rules)
    return replace(move(ready, "ask_first"), question=question), ()


def _question(session: Session, goal: Goal, intent_id: str | None, rules: Rules) -> tuple[Session, Question]:
    topic, field, zh, en, answers = goal
    session, question_id = fresh_id(session, "q")
    options: list[Option] = []
    for values in answers:
        session, node_id = fresh_id(session, "n")
        session, option_id = fresh_id(session, "o")
        condition = Condition(field, "between" if len(values) > 1 else "in", "hard", values)
        node = Node(node_id, "explicit", condition, intent_id=intent_id, asked=True)
        labels = (_label(condition, "zh"), _label(condition, "en"))
        patch = Patch(put=(Placed(node, len(session.graph.nodes)),))
        options.append(Option(option_id, *labels, patch))
    return session, Question(
        question_id, "vague_level_or_category", topic, zh, en, tuple(options), 1.0, rules.now,
        allows_skip=session.results_shown, intent_id=intent_id,
    )  # fmt: skip


def _label(condition: Condition, locale: str) -> str:
    if condition.field == "category":
        category = categories()[str(condition.values[0])]
        return category.label_zh if locale == "zh" else category.label_en
    return condition_label(condition, locale)
