"""From an understood text to the graph and the history: an intent, its spans, its nodes (3.3, 12.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from serendip.core.text import clean
from serendip.search import keywords
from serendip.search.classify import Context
from serendip.search.conditions import Condition, Request, Span
from serendip.search.honesty import key_words, span_notice
from serendip.search.session.changes import rebuilt
from serendip.search.session.events import Proposal
from serendip.search.session.landed import Landed
from serendip.search.session.landing import Landing
from serendip.search.session.model import (
    Choice,
    Intent,
    IntentSpan,
    Node,
    Origin,
    Patch,
    Placed,
    Session,
    replace,
)
from serendip.search.session.moves import Rules, With, fresh_id, say, tell, unsay
from serendip.search.session.told import tell_changes
from serendip.search.terms import condition_label, value_label

_OF_ONE_TEXT: Final = (
    "MSG_NOT_UNDERSTOOD", "MSG_RANGE_REVERSED", "MSG_DUPLICATE_KEYWORD", "MSG_OPPOSITE_KEYWORD",
    "MSG_CORRECTED", "MSG_NOT_THERE",
)  # fmt: skip
"""Messages about the newest text alone."""
_ASIDE: Final = ("暂未生效", "not in effect for now")


def land(session: Session, request: Request, origin: Origin, rules: Rules) -> tuple[Session, str]:
    """Take a text into the session; the text's links wait until they are identified (``put_anchor``).

    Nothing that the person set is changed without a message that can take it back (D-20).

    Returns:
        The session and the id of the new intent.

    Raises:
        InputError: ERR_KEYWORD_TOO_LONG or ERR_TOO_MANY_KEYWORDS; nothing has changed then.
    """
    session, intent_id = fresh_id(unsay(session, *_OF_ONE_TEXT), "i")
    landing = Landing(session, rules, (intent_id, len(request.text)), list(session.graph.nodes))
    landed = _enter_all(landing, request.conditions)
    spans = tuple(_span(s, request.text, [landed[i] for i in s.conditions]) for s in request.spans)
    intent = Intent(intent_id, request.text, request.input_type or "keyword", origin, rules.now, spans)
    after = _finish(landing)
    after = replace(after, inputs=(*after.inputs, intent))
    after = _tell_reversed(after, request.conditions)
    if request.expected_state == "unsupported":
        return after, intent_id
    words = [key_words(s, request) for s in request.spans]
    return _tell_fates(after, list(zip(spans, words, strict=True))), intent_id


def commit_keywords(session: Session, text: str, rules: Rules) -> Session:
    """Make tags of a draft that holds keywords only, without an intent: nothing was submitted.

    Raises:
        InputError: ERR_KEYWORD_TOO_LONG or ERR_TOO_MANY_KEYWORDS; nothing has changed then.
    """
    request = keywords.request(clean(text), session.platform, Context())
    session = unsay(session, *_OF_ONE_TEXT)
    landing = Landing(session, rules, nodes=list(session.graph.nodes))
    _enter_all(landing, request.conditions)
    return _finish(landing)


def land_proposals(session: Session, intent_id: str, proposals: Sequence[Proposal], rules: Rules) -> Session:
    """Take what was read later out of the rest of an intent; parts that it explains become understood.

    Returns the same session when there is nothing to take.
    """
    intent = next((i for i in session.inputs if i.intent_id == intent_id), None)
    if intent is None or not proposals:
        return session
    landing = Landing(session, rules, (intent_id, len(intent.raw_text)), list(session.graph.nodes))
    said = [replace(p.condition, start=p.start, end=p.end) for p in proposals]
    landed = _enter_all(landing, said)
    spans = tuple(_explained(s, list(zip(said, landed, strict=True))) for s in intent.spans)
    after = _finish(landing)
    inputs = tuple(replace(i, spans=spans) if i.intent_id == intent_id else i for i in after.inputs)
    after = replace(after, inputs=inputs)
    if spans == intent.spans:
        return after
    return _tell_fates(unsay(after, "MSG_NOT_UNDERSTOOD"), [(s, s.text) for s in spans])


def _enter_all(landing: Landing, conditions: Sequence[Condition]) -> list[Landed]:
    """What was stated first, what was inferred after it; nodes stay in the order of the text."""
    order = sorted(range(len(conditions)), key=lambda i: (conditions[i].source == "derived", i))
    landed = {i: landing.enter(conditions[i], i) for i in order}
    landing.check_count()
    held = {n.node_id for n in landing.session.graph.nodes}
    older = [n for n in landing.nodes if n.node_id in held]
    fresh = [n for n in landing.nodes if n.node_id not in held]
    landing.nodes = [*older, *sorted(fresh, key=lambda n: landing.own[n.node_id])]
    return [landed[i] for i in range(len(conditions))]


def _finish(landing: Landing) -> Session:
    before = landing.session.graph
    session = rebuilt(landing.session, landing.nodes, landing.dropped)
    session = tell_changes(session, before)
    for node in landing.repeated:
        session = say(
            session, "MSG_DUPLICATE_KEYWORD", With((node.node_id,)), text=str(node.condition.values[0])
        )
    for node in landing.opposite:
        session = _tell_opposite(session, node)
    for condition in landing.absent:
        zh, en = (condition_label(condition, loc) for loc in ("zh", "en"))
        session = say(session, "MSG_NOT_THERE", zh={"text": zh}, text=en)
    for node in landing.corrected:
        session = _tell_corrected(session, node)
    for node, barrier in landing.aside:
        session = _tell_aside(session, node, barrier)
    marked = [n.node_id for n in (*landing.repeated, *landing.opposite)]
    return replace(session, highlight=tuple(dict.fromkeys((*session.highlight, *marked))))


def _tell_opposite(session: Session, node: Node) -> Session:
    out = node.condition.kind == "exclude"
    choice = Choice(
        "改为正向" if out else "改为排除",
        "Include it" if out else "Exclude it",
        {"action": "set_excluded", "node_id": node.node_id, "excluded": not out},
    )
    return say(
        session,
        "MSG_OPPOSITE_KEYWORD",
        With((node.node_id,), (choice,)),
        zh={"now": "排除" if out else "正向", "then": "正向" if out else "排除"},
        text=str(node.condition.values[0]),
        now="an excluded" if out else "an included",
        then="Include" if out else "Exclude",
    )


def _tell_corrected(session: Session, node: Node) -> Session:
    typed = str(node.condition.extra["as_typed"])
    extra = {k: v for k, v in node.condition.extra.items() if k != "as_typed"}
    literal = replace(node, condition=replace(node.condition, values=(typed,), extra=extra))
    undo = Patch((Placed(literal, session.graph.nodes.index(node)),))
    said = str(node.condition.values[0])
    return say(session, "MSG_CORRECTED", With((node.node_id,), undo=undo), text=said, typed=typed)


def _tell_aside(session: Session, node: Node, barrier: Node) -> Session:
    label = {loc: condition_label(node.condition, loc) for loc in ("zh", "en")}
    held = {loc: condition_label(barrier.condition, loc) for loc in ("zh", "en")}
    use = Choice("改用推断值", "Use it", {"action": "use_condition", "node_id": node.node_id})
    return say(
        session,
        "MSG_INFERRED_ASIDE",
        With((node.node_id,), (use,)),
        zh={"text": label["zh"], "set": held["zh"]},
        text=label["en"],
        set=held["en"],
    )


def _tell_reversed(session: Session, conditions: Sequence[Condition]) -> Session:
    for c in conditions:
        if c.extra.get("notice") == "MSG_RANGE_REVERSED":
            low, high = (value_label(c.field, v, "en") for v in c.values)
            session = say(session, "MSG_RANGE_REVERSED", min=low, max=high)
    return session


def _tell_fates(session: Session, spans: Sequence[tuple[IntentSpan, str]]) -> Session:
    """One message for every part of the text that is not in effect (section 12.4)."""
    aside = {i for m in session.notices if m.code == "MSG_INFERRED_ASIDE" for i in m.node_ids}
    for span, words in spans:
        said = span_notice(span, words, session.platform)
        told = bool(aside.intersection(span.node_ids)) or (span.role == "keyword" and not span.node_ids)
        if said is not None and not told:
            session = tell(session, said, With(span.node_ids))
    return session


def _span(span: Span, text: str, landed: Sequence[Landed]) -> IntentSpan:
    """The part as history keeps it. It is in effect when one of its nodes is (I-9)."""
    ids = tuple(dict.fromkeys(i for at in landed for i in at.node_ids))
    words = text[span.start : span.end]
    if span.status == "effective" and not any(at.node_ids or at.status != "effective" for at in landed):
        # 去掉粉丝条件: understood and done, and nothing to search by.
        return IntentSpan(span.start, span.end, words, "task", "effective")
    if span.status == "effective" and any(at.status == "effective" for at in landed):
        return IntentSpan(span.start, span.end, words, span.role, "effective", ids)
    fate = landed[0] if landed else Landed((), span.status, span.note_zh, span.note_en)
    status = fate.status if fate.status != "effective" else span.status
    zh = fate.note_zh or span.note_zh or _ASIDE[0]
    en = fate.note_en or span.note_en or _ASIDE[1]
    return IntentSpan(span.start, span.end, words, span.role, status, ids, zh, en)


def _explained(span: IntentSpan, landed: Sequence[tuple[Condition, Landed]]) -> IntentSpan:
    """An unread part with the nodes of what was read in it."""
    inside = [
        (c, at)
        for c, at in landed
        if c.start is not None and c.end is not None and span.start < c.end and c.start < span.end
    ]
    ids = tuple(i for _, at in inside for i in at.node_ids)
    if span.role != "unknown" or span.status != "pending" or not ids:
        return span
    first = inside[0][0]
    role = "keyword" if first.field == "keyword" else "soft" if first.kind == "soft" else "hard"
    if any(at.status == "effective" for _, at in inside):
        return replace(span, role=role, status="effective", node_ids=ids, note_zh=None, note_en=None)
    fate = inside[0][1]
    zh, en = fate.note_zh or _ASIDE[0], fate.note_en or _ASIDE[1]
    return replace(span, role=role, status=fate.status, node_ids=ids, note_zh=zh, note_en=en)
