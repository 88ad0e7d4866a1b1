"""Plain keywords: a text that is nothing else, split into tags (sections 4 and 6.3)."""

from __future__ import annotations

from serendip.core.text import has_cjk, narrow, simplify, undecorated
from serendip.search.classify import Context
from serendip.search.conditions import Ambiguity, Condition, Request, Span
from serendip.search.editor import Part, key, split
from serendip.search.lexicon.state import Draft, State
from serendip.search.lexicon.tokens import CLASS
from serendip.search.spelling import corrected


def request(text: str, page: str, context: Context) -> Request:
    """The request of a text that holds keywords only."""
    parts = split(text)
    conditions: list[Condition] = []
    spans: list[Span] = []
    ambiguities: dict[str, Ambiguity] = {}
    seen: dict[str, int] = {}
    for part in parts:
        condition, codes = _condition(part)
        for code, note in codes:
            ambiguities.setdefault(code, Ambiguity(code, ask=False, note=note))
        known = seen.get(key(part.text))
        if known is None:
            known = seen[key(part.text)] = len(conditions)
            conditions.append(condition)
        spans.append(Span(part.outer_start, part.outer_end, "keyword", "effective", (known,)))
    container = "expanded_agent" if context.expanded else "compact_classic"
    kind = "keyword" if parts else None
    return Request(
        text, page, kind, container, tuple(conditions), _covering(text, spans), tuple(ambiguities.values())
    )


def _covering(text: str, spans: list[Span]) -> tuple[Span, ...]:
    return tuple(spans) if spans else (Span(0, len(text), "unknown", "pending", (), "没有文字", "no words"),)


def _condition(part: Part) -> tuple[Condition, list[tuple[str, str | None]]]:
    codes: list[tuple[str, str | None]] = []
    plain = narrow(part.text if part.quoted else undecorated(part.text))
    value = simplify(plain)
    extra: dict[str, object] = {"target": "default"}
    if any("\uff10" <= c <= "\uff5a" for c in part.text):
        codes.append(("fullwidth_normalised", None))
    if value != plain:
        extra["variants"] = [part.text]
        codes.append(("script_variant", "fold traditional/simplified for recall, keep the text shown"))
    better = None if part.quoted else corrected(value)
    if better is not None:
        extra["as_typed"] = value
        codes.append(("typo_corrected", f"{value} -> {better}"))
        value = better
    words = value.split()
    if len(words) > 1 and len({has_cjk(w) for w in words}) > 1:
        codes.append(("keyword_split", None))
    if part.quoted:
        extra["literal"] = True
    return Condition(
        "keyword", "contains", "keyword", (value,), "explicit", part.start, part.end, extra=extra
    ), codes


def put(state: State) -> None:
    """Beside a link: every stretch of words between separators and links is one keyword."""
    breaks = {CLASS["comma"], CLASS["taken"]}
    low = 0
    for i in range(len(state.tokens) + 1):
        end = i == len(state.tokens) or state.kinds[i] in breaks or state.tokens[i].text == "、"
        if not end:
            continue
        while low < i and state.kinds[low] in {CLASS["mark"], CLASS["stop"], CLASS["open"], CLASS["close"]}:
            low += 1
        if low < i:
            value = simplify(narrow(undecorated(state.said(low, i))))
            state.add(Draft("keyword", "contains", "keyword", [value], extra={"target": "default"}), low, i)
        low = i + 1
