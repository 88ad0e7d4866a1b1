"""An outcome as JSON: one shape for the terminal, the HTTP endpoint and ``--json``."""

from __future__ import annotations

from typing import Any

from serendip.catalogue.channel import Channel, Fact
from serendip.search.anchor import Anchor
from serendip.search.conditions import Condition, Request, Span
from serendip.search.parse_output import condition_json, request_json
from serendip.search.service import Outcome, Row
from serendip.search.terms import condition_label


def outcome_json(outcome: Outcome, locale: str) -> dict[str, Any]:
    """``{input_type, conditions, unresolved, results: {total, unknown, items}}`` and what goes with it."""
    request = outcome.request
    return {
        **request_json(request),
        "container": outcome.container,
        "conditions": [_condition(c, request, locale) for c in request.conditions],
        "spans": [_span(request, s, locale) for s in request.spans],
        "unresolved": [_span(request, s, locale) for s in request.spans if s.status != "effective"],
        "notices": [{**n.as_dict(), "text": n.text(locale)} for n in outcome.notices],
        "as_of": outcome.today.isoformat(),
        "pinned": None if outcome.pinned is None else _anchor(outcome.pinned),
        "results": {
            "total": outcome.total,
            "unknown": outcome.unknown,
            "unknown_fields": list(outcome.unknown_fields),
            "sort": outcome.sort,
            "cursor": outcome.cursor,
            "items": [_row(r, locale) for r in outcome.rows],
        },
    }


def _condition(condition: Condition, request: Request, locale: str) -> dict[str, Any]:
    return {
        **condition_json(condition, request.text),
        "status": condition.status,
        "label": condition_label(condition, locale),
        "note": condition.note_zh if locale == "zh" else condition.note_en,
    }


def _span(request: Request, span: Span, locale: str) -> dict[str, Any]:
    return {
        "text": request.text[span.start : span.end],
        "start": span.start,
        "end": span.end,
        "role": span.role,
        "status": span.status,
        "note": span.note_zh if locale == "zh" else span.note_en,
    }


def channel_json(channel: Channel) -> dict[str, Any]:
    """A channel with every known fact; what is unknown is absent."""
    return {
        "id": channel.cid,
        "platform": channel.platform,
        "name": channel.name,
        "handle": channel.handle,
        "channel_id": channel.native_id,
        "url": channel.url,
        "description": channel.description,
        "tags": list(channel.tags),
        "titles": list(channel.titles),
        "former_handles": list(channel.former_handles),
        "facts": {name: fact_json(fact) for name, fact in channel.facts.items()},
        "sources": list(channel.sources),
    }


def fact_json(fact: Fact) -> dict[str, Any]:
    """``{value, as_of, basis, note}``; several values are a list."""
    value = list(fact.value) if isinstance(fact.value, tuple) else fact.value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return {"value": value, "as_of": fact.as_of, "basis": fact.basis, "note": fact.note}


def _row(row: Row, locale: str) -> dict[str, Any]:
    return {
        **channel_json(row.channel),
        "score": round(row.score, 4),
        "similarity": None if row.similarity is None else round(row.similarity, 4),
        "reasons": [r.as_dict(locale) for r in row.reasons],
    }


def _anchor(anchor: Anchor) -> dict[str, Any]:
    known = {} if anchor.channel is None else channel_json(anchor.channel)
    return {
        **known,
        "platform": anchor.platform,
        "label": anchor.label,
        "source_url": anchor.source_url,
        "in_catalogue": anchor.channel is not None,
        "similarity_available": anchor.vector is not None,
    }
