"""What an answer to a question does to the conditions: by an option, or by a text that says as much."""

from __future__ import annotations

import unicodedata
from typing import Final

from serendip.catalogue.fields import FIELDS
from serendip.search.classify import Context
from serendip.search.conditions import Condition, Request
from serendip.search.session import graph
from serendip.search.session.model import Intent, IntentSpan, Node, Option, Question, Session, replace
from serendip.search.session.moves import Rules, close_question, fresh_id
from serendip.search.terms import catalogue_field, field_label

_MARKS: Final = " \t\n.,;:!?。，；：！？“”\"'「」"


def by_option(session: Session, option: Option, rules: Rules) -> Session:
    """The question closed and the graph as the option says; its conditions are the person's own (12.5)."""
    closed = close_question(session, "answered", rules.now)
    put = tuple(replace(p, node=_said(p.node)) for p in option.patch.put)
    return _remembered(graph.apply_patch(closed, replace(option.patch, put=put), manual=False))


def topic_state(session: Session, topic: str) -> str:
    """The person's conditions on a topic's field, as one text that can be compared."""
    field = catalogue_field(topic.partition(":")[0])
    own = [n.condition for n in session.graph.nodes if n.field == field and n.bucket != "derived"]
    return "; ".join(sorted(f"{c.op} {c.kind} {c.values}" for c in own))


def _remembered(session: Session) -> Session:
    """The session whose newest closed question knows what its answer made of the topic."""
    last = session.question_log[-1]
    state = topic_state(session, last.topic_key)
    return replace(session, question_log=(*session.question_log[:-1], replace(last, topic_state=state)))


def _said(node: Node) -> Node:
    """The node as one that the person stated; one that was set by hand stays so."""
    own = replace(node, condition=replace(node.condition, source="explicit"), asked=True)
    return own if node.bucket == "manual" else replace(own, bucket="explicit", derived_from=())


def answer_by_text(session: Session, text: str, rules: Rules) -> Session | None:
    """The session after ``text`` as an answer to the open question, or None when it is none.

    An option is chosen by its label or by saying its condition; any other statement about what the question
    asks counts, too. The question is closed, the text is kept among the inputs; nothing is searched yet.
    """
    question = session.question
    if question is None:
        return None
    option = _named(question, text)
    if option is not None:
        return _chosen(session, option, text, rules)
    asked = _asked_fields(question, session)
    for words in (text, *(f"{field_label(f, session.locale)} {text}" for f in _numeric(asked, text))):
        request = _read(session, words, rules)
        if not _answers(request, asked):
            continue
        option = _same_condition(question, request)
        if option is not None:
            return _chosen(session, option, text, rules)
        closed = close_question(session, "answered", rules.now)
        landed, intent_id = graph.land(closed, request, "answer", rules)
        return _remembered(landed if words == text else _verbatim(landed, intent_id, text))
    return None


def _read(session: Session, text: str, rules: Rules) -> Request:
    words = tuple(str(n.condition.values[0]) for n in session.graph.keywords)
    return rules.read(text, session.platform, context=Context(words, expanded=True, has_results=True))


def _answers(request: Request, asked: frozenset[str]) -> bool:
    """Whether the text speaks about what was asked, and needs nothing that an answer cannot do."""
    if request.expected_state is not None or any(c.field == "anchor" for c in request.conditions):
        return False
    return any(c.field in asked and c.status == "effective" for c in request.conditions)


def _asked_fields(question: Question, session: Session) -> frozenset[str]:
    """The fields that the question is about: its topic's, and those that its options set or leave out."""
    topic = question.topic_key.partition(":")[0]
    put = {p.node.field for o in question.options for p in o.patch.put}
    gone = {
        n.field for o in question.options for d in o.patch.drop if (n := session.graph.node(d)) is not None
    }
    return frozenset({catalogue_field(topic), *put, *gone}) - {"keyword"}


def _numeric(asked: frozenset[str], text: str) -> tuple[str, ...]:
    """The fields whose figure a text without the field's name may be (``5000`` about followers)."""
    if not any(c.isdigit() for c in text):
        return ()
    return tuple(sorted(f for f in asked if (spec := FIELDS.get(f)) is not None and "gte" in spec.ops))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip(_MARKS)


def _named(question: Question, text: str) -> Option | None:
    said = _folded(text)
    return next((o for o in question.options if said in {_folded(o.label_zh), _folded(o.label_en)}), None)


def _same_condition(question: Question, request: Request) -> Option | None:
    """The option that does exactly what the text says."""
    if len(request.conditions) != 1 or request.conditions[0].extra.get("change"):
        return None
    said = _essence(request.conditions[0])
    fits = (o for o in question.options if [_essence(p.node.condition) for p in o.patch.put] == [said])
    return next(fits, None)


def _essence(condition: Condition) -> tuple[object, ...]:
    op = "in" if condition.op == "eq" else condition.op
    return condition.field, op, condition.kind, condition.values


def _chosen(session: Session, option: Option, text: str, rules: Rules) -> Session:
    known = {n.node_id for n in session.graph.nodes}
    after = by_option(session, option, rules)
    ids = [p.node.node_id for p in option.patch.put]
    ids += [n.node_id for n in after.graph.nodes if n.node_id not in known and n.node_id not in ids]
    after, intent_id = fresh_id(after, "i")
    request = _read(session, text, rules)
    kind = request.input_type or "natural_language"
    intent = Intent(intent_id, request.text, kind, "answer", rules.now)
    return _verbatim(replace(after, inputs=(*after.inputs, intent)), intent_id, request.text, tuple(ids))


def _verbatim(session: Session, intent_id: str, text: str, node_ids: tuple[str, ...] = ()) -> Session:
    """The session whose intent holds ``text`` as one part: the whole of it was the answer."""
    intent = next(i for i in session.inputs if i.intent_id == intent_id)
    ids = node_ids or tuple(dict.fromkeys(n for s in intent.spans for n in s.node_ids))
    living = tuple(n for n in ids if session.graph.node(n) is not None)
    role = "hard" if living else "task"
    span = IntentSpan(0, len(text), text, role, "effective", living)
    kept = replace(intent, raw_text=text, spans=(span,))
    return replace(session, inputs=tuple(kept if i is intent else i for i in session.inputs))
