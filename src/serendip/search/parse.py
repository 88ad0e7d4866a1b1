"""Understanding a request: one text in, conditions, spans and ambiguities out. Pure and deterministic.

text -> clean -> tokens -> rules -> kind -> subjects -> conditions and spans
"""

from __future__ import annotations

import re
from typing import Final, Literal

from serendip.core.text import clean, fold, is_mark
from serendip.platforms.urls import FoundLink
from serendip.search import adjust, keywords, spans
from serendip.search.classify import Context, Reading, classify
from serendip.search.conditions import Ambiguity, Request, Span
from serendip.search.lexicon import addresses, boilerplate, control, rules, subjects, unsupported
from serendip.search.lexicon.lexer import lex
from serendip.search.lexicon.sensitive import Refusal, refusal, touches_trait
from serendip.search.lexicon.sets import words
from serendip.search.lexicon.state import ACTIVE_DAYS, State
from serendip.search.lexicon.tokens import CLASS

__all__ = ["Context", "read"]

Container = Literal["compact_classic", "compact_resolving", "expanded_agent", "expanded_repair"]

_FULL_WIDTH: Final = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
_CANTONESE: Final = str.maketrans("嘅搵唔冇咗啲佢喺嗰", "的找不没了些他在那")
"""Written Cantonese in the words that the grammar has, one character for one."""
_SLANG: Final = words("slang")
_SIGNS: Final = frozenset("%_*&#@\\")
"""Marks that can be looked for; a text of any others is empty."""
_LINK_SIGN: Final = re.compile(r"://|[a-z0-9]\.[a-z]{2,}", re.IGNORECASE)


def read(
    text: str, page_platform: str, *, context: Context | None = None, active_days: int = ACTIVE_DAYS
) -> Request:
    """Understand one text typed on the page of ``page_platform``. ``active_days``: "recently active" (D-13).

    Never raises for any text. Nothing is dropped: what is not understood is a span ``unknown`` / ``pending``.
    """
    context = context or Context()
    cleaned = clean(text)
    if all(is_mark(char) and char not in _SIGNS for char in cleaned):
        return Request(cleaned, page_platform, None, _resting(context), (), ())
    folded = fold(cleaned).translate(_CANTONESE)
    links = addresses.found(cleaned) if _LINK_SIGN.search(folded) else []
    state = State(cleaned, lex(cleaned, folded, links), page_platform, folded)
    state.active_days = active_days
    if links:
        boilerplate.mark(state, folded, links)
    rules.run(state)
    reading = classify(state, context)
    refused = refusal(folded)
    if refused is not None:
        return _refused(state, reading, refused)
    if _FULL_WIDTH.search(cleaned):
        state.doubt("fullwidth_normalised")
    if context.expanded or context.has_results:
        changed = adjust.request(cleaned, folded, state, context)
        if changed is not None:
            return changed
    if reading.kind == "keyword":
        return keywords.request(cleaned, page_platform, context)
    if reading.seed:
        state = _seed(cleaned, folded, links, page_platform)
    else:
        subjects.read(state, reading.plain)
    _remarks(state, reading)
    found = spans.conditions(state)
    return Request(
        cleaned, page_platform, reading.kind, _container(state, reading, context), found, spans.spans(state),
        _ambiguities(state), _expected(state, reading, context),
    )  # fmt: skip


def _resting(context: Context) -> Container:
    return "expanded_agent" if context.expanded else "compact_classic"


def _ambiguities(state: State) -> tuple[Ambiguity, ...]:
    return tuple(Ambiguity(code, ask, note) for code, (ask, note) in state.ambiguities.items())


def _seed(cleaned: str, folded: str, links: list[FoundLink], page: str) -> State:
    """Keywords and one link, nothing else (D-2): words are keywords as they stand."""
    state = State(cleaned, lex(cleaned, folded, links), page, folded)
    boilerplate.mark(state, folded, links)
    control.links(state)
    keywords.put(state)
    return state


def _refused(state: State, reading: Reading, refused: Refusal) -> Request:
    rule = refused.rule
    first, last = state.tokens[0].start, state.tokens[-1].end
    span = Span(first, last, "unknown", "unsupported", (), rule.zh, rule.en)
    return Request(
        state.text, state.page, reading.kind,
        "compact_classic" if reading.kind == "keyword" else "expanded_agent",
        (), (span,), (Ambiguity(rule.code, ask=False, note=rule.note),), "unsupported",
    )  # fmt: skip


def _remarks(state: State, reading: Reading) -> None:
    """Ambiguities that only the whole shows."""
    fields = {d.field for d in state.drafts}
    similar = any(t.kind == CLASS["similar"] for t in state.tokens)
    if "anchor" in fields and similar and any(t.kind == CLASS["url"] for t in state.tokens):
        state.doubt("nl_anchor_similarity")
    if "anchor" in fields and any(d.field == "followers" and d.op != "prefer" for d in state.drafts):
        state.doubt("anchor_size_conflict", "keep the anchor pinned; the range applies to similar results")
    if "➕" in state.text or "⬆" in state.text:
        state.doubt("typo_corrected")
    for token in state.tokens:
        if token.text in _SLANG:
            state.doubt("slang", f"{token.text} = {token.value}")
    if "language" in fields and any(d.field == "country" and d.kind == "exclude" for d in state.drafts):
        state.doubt("language_vs_country")
    if any(d.kind == "keyword" and touches_trait(fold(str(d.values[0]))) for d in state.drafts):
        state.doubt("sensitive_attribute", "treated as a content topic; nothing about a person is inferred")
    if any(t.kind == CLASS["sell"] for t in state.tokens):
        state.doubt("brand_role")
    hard = [d for d in state.drafts if d.kind in {"hard", "keyword", "anchor", "exclude"}]
    if reading.kind == "natural_language" and (
        not hard or not (fields - {"keyword", "tone", "price", "topic"})
    ):
        state.doubt("underspecified", "which market?", ask=True)


def _link_state(state: State) -> str | None:
    """The resolution state of the first link, when it is known without a network."""
    for token in state.tokens:
        if token.kind == CLASS["url"]:
            link = token.value
            if link.state == "invalid":
                return "resolved_invalid"
            if link.state in {"unsupported", "not_a_link"} or link.platform is None:
                return "resolved_unsupported"
            if link.platform != state.page:
                return "resolved_mismatch"
            return None
    return None


def _expected(state: State, reading: Reading, context: Context) -> str | None:
    failed = _link_state(state)
    if failed is None:
        if not state.drafts and unsupported.wholly(state):
            return "unsupported"
        # Nothing can be searched: the one case of a question before the first results (section 13.1).
        asks = reading.kind == "natural_language" and not state.drafts and not context.has_results
        return "clarifying" if asks else None
    if reading.kind == "url" and failed != "resolved_invalid":
        return failed
    return "expanded_repair"


def _container(state: State, reading: Reading, context: Context) -> Container:
    if _link_state(state) is not None:
        return "expanded_repair"
    if reading.kind == "url" or reading.seed:
        if context.expanded:
            return "expanded_agent"
        waits = any(d.extra.get("needs_network") for d in state.drafts)
        return "compact_resolving" if waits else "compact_classic"
    return "expanded_agent"
