"""What the box says about its search (sections 3.10, 12.4): made from the graph at every look, never kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from serendip.search.conditions import Status
from serendip.search.honesty import span_notice
from serendip.search.messages import notice
from serendip.search.session import links
from serendip.search.session.model import Intent, IntentSpan, Node, RecallScope, Session, SourceStage
from serendip.search.session.outside import outside_nodes
from serendip.search.session.wording import Said, channel_of, chip, decides, phrase_of, short
from serendip.search.terms import condition_label

LineKind = Literal[
    "anchor_locked", "effective", "reference", "pending", "unsupported", "anchor_outside", "recall_scope",
]  # fmt: skip

SCOPES: Final[dict[RecallScope, Said]] = {
    "standard": ("标准", "Standard"),
    "wide": ("召回范围：较宽", "Recall scope: wide"),
    "widest": ("召回范围：最宽", "Recall scope: widest"),
}

_EDGES: Final = ' \t\n，,、；;。.|"“”「」'
_NOTHING: Final = ("还没有搜索条件，显示推荐频道", "No conditions yet; recommended channels are shown")


@dataclass(frozen=True, slots=True)
class SpanPlace:
    """A part of a submitted text: half-open character offsets in the intent's raw text."""

    intent_id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SummaryItem:
    """A condition, or a part of a text that became none, with the reason for its status."""

    node_id: str | None
    span: SpanPlace | None
    label_zh: str
    label_en: str
    note_zh: str | None = None
    note_en: str | None = None


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """One sentence of the session layer."""

    kind: LineKind
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """Section 3.10. ``lines`` are what the session layer says first (12.4), in reading order.

    ``results_*`` are empty before any search and while nothing may be shown; ``recall_scope_*`` are None
    while the scope is standard.
    """

    results_zh: str
    results_en: str
    searching_by_zh: str
    searching_by_en: str
    effective: tuple[SummaryItem, ...]
    reference: tuple[SummaryItem, ...]
    pending: tuple[SummaryItem, ...]
    unsupported: tuple[SummaryItem, ...]
    lines: tuple[SummaryLine, ...]
    recall_scope_zh: str | None
    recall_scope_en: str | None
    source_stage: SourceStage | None


def summarise(session: Session) -> SessionSummary:
    """The summary of a session as it is now."""
    results = _results(session)
    by = _searching_by(session)
    scope = None if session.recall_scope == "standard" else SCOPES[session.recall_scope]
    items = {status: tuple(_items(session, status)) for status in _STATUSES}
    return SessionSummary(
        *results,
        *by,
        items["effective"],
        items["reference"],
        items["pending"],
        items["unsupported"],
        tuple(_lines(session)),
        None if scope is None else scope[0],
        None if scope is None else scope[1],
        session.source_stage,
    )


_STATUSES: Final[tuple[Status, ...]] = ("effective", "reference", "pending", "unsupported")


def _results(session: Session) -> Said:
    results = session.results
    if not results.seq or results.hidden:
        return "", ""
    n = f"{results.total:,}"
    return f"共 {n} 个频道", f"{n} channel" if results.total == 1 else f"{n} channels"


def _searching_by(session: Session) -> Said:
    """One sentence: around which channel, with which words, under which conditions."""
    nodes = [n for n in session.graph.nodes if n.effective]
    anchor = session.graph.anchor
    channel = None if anchor is None else channel_of(anchor)
    zh, en = list[str](), list[str]()
    if channel is not None:
        zh.append(f"与 {links.label(channel)} 相似的频道")
        en.append(f"channels similar to {links.label(channel)}")
    words = [n for n in nodes if n.field == "keyword"]
    if words:
        any_of = session.graph.any_keyword and len(words) > 1
        zh.append(("任一关键词：" if any_of else "关键词：") + _joined(words, 0, "、"))
        en.append(("any of the keywords: " if any_of else "keywords: ") + _joined(words, 1, ", "))
    rest = [n for n in nodes if n.field != "keyword" and decides(n.condition)]
    if rest:
        zh.append("条件：" + _joined(rest, 0, " / "))
        en.append("conditions: " + _joined(rest, 1, " / "))
    if not zh:
        return _NOTHING
    return "正在搜索：" + "；".join(zh), "Searching: " + "; ".join(en)


def _joined(nodes: Iterable[Node], locale: int, mark: str) -> str:
    return mark.join(short(n)[locale] for n in nodes)


def _items(session: Session, status: Status) -> Iterator[SummaryItem]:
    for node in session.graph.nodes:
        if node.condition.status == status:
            notes = node.condition.note_zh, node.condition.note_en
            yield SummaryItem(node.node_id, None, *chip(node), *notes)
    for intent, span in _without_node(session, status):
        words = span.text.strip(_EDGES)
        place = SpanPlace(intent.intent_id, span.start, span.end, words)
        yield SummaryItem(None, place, words, words, span.note_zh, span.note_en)


def _without_node(session: Session, *statuses: Status) -> Iterator[tuple[Intent, IntentSpan]]:
    """Parts of the texts in force that are not effective and became no condition.

    A text is in force while it is the newest one or a condition of it is left.
    """
    seen = set[tuple[str, Status]]()
    for intent in session.inputs:
        if not _in_force(session, intent):
            continue
        for span in intent.spans:
            key = span.text.strip(_EDGES), span.status
            open_part = span.status in statuses and span.status != "effective" and not span.node_ids
            if open_part and key not in seen:
                seen.add(key)
                yield intent, span


def _in_force(session: Session, intent: Intent) -> bool:
    own = {i for s in intent.spans for i in s.node_ids}
    left = any(n.intent_id == intent.intent_id or n.node_id in own for n in session.graph.nodes)
    return left or intent is session.inputs[-1]


def _lines(session: Session) -> Iterator[SummaryLine]:
    nodes = session.graph.nodes
    anchor = session.graph.anchor
    channel = None if anchor is None else channel_of(anchor)
    if channel is not None:
        name = links.label(channel)
        yield SummaryLine("anchor_locked", f"已按 URL 锁定频道：{name}", f"Channel locked by URL: {name}")
    stated = [n for n in nodes if n.effective and (n.field == "keyword" or decides(n.condition))]
    if stated:
        zh, en = _joined(stated, 0, " / "), _joined(stated, 1, " / ")
        yield SummaryLine("effective", f"已生效条件：{zh}", f"Effective: {en}")
    yield from (_node_line(n) for n in nodes if not n.effective)
    for _, span in _without_node(session, "reference", "pending", "unsupported"):
        said = _span_line(span, session.platform)
        if said is not None:
            yield said
    for node in outside_nodes(session):
        zh, en = (condition_label(node.condition, locale) for locale in ("zh", "en"))
        said = notice("MSG_ANCHOR_OUTSIDE", zh={"cond": zh}, cond=en)
        yield SummaryLine("anchor_outside", said.zh, said.en)
    if session.recall_scope != "standard":
        yield SummaryLine("recall_scope", *SCOPES[session.recall_scope])


_UNAPPLIED: Final[dict[LineKind, Said]] = {
    "reference": ("仅作参考：", "Reference only: "),
    "pending": ("待澄清：", "Pending: "),
    "unsupported": ("暂不支持：", "Not supported: "),
}


def _node_line(node: Node) -> SummaryLine:
    status, phrase = node.condition.status, phrase_of(node)
    if status == "pending" and phrase is not None:
        said = notice("MSG_SOFT_REFERENCE", text=phrase)
        return SummaryLine("pending", said.zh, said.en)
    kind: LineKind = status
    (lead_zh, lead_en), (zh, en) = _UNAPPLIED[kind], chip(node)
    return SummaryLine(
        kind,
        f"{lead_zh}“{zh}”" + (f"（{node.condition.note_zh}）" if node.condition.note_zh else ""),
        f"{lead_en}“{en}”" + (f" ({node.condition.note_en})" if node.condition.note_en else ""),
    )


def _span_line(span: IntentSpan, platform: str) -> SummaryLine | None:
    words, kind = span.text.strip(_EDGES), span.status
    if span.role not in {"platform", "unknown"} or kind != "pending":
        (lead_zh, lead_en) = _UNAPPLIED[kind]
        zh = f"{lead_zh}“{words}”" + (f"（{span.note_zh}）" if span.note_zh else "")
        return SummaryLine(kind, zh, f"{lead_en}“{words}”" + (f" ({span.note_en})" if span.note_en else ""))
    said = span_notice(span, words, platform)
    return None if said is None else SummaryLine(kind, said.zh, said.en)
