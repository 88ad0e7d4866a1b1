"""Outcomes, rows and channels as JSON: one shape for the terminal, the HTTP endpoint and sessions.

What sessions show is without a locale: sentences stand in both languages, side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from serendip.catalogue.channel import Channel, Fact
from serendip.catalogue.fields import fact_unit
from serendip.search.anchor import Anchor
from serendip.search.asking import Outcome, Row
from serendip.search.conditions import Condition, Request, Span
from serendip.search.leaders import Leader
from serendip.search.parse_output import condition_json, request_json
from serendip.search.reasons import Reason
from serendip.search.session.model import AnchorValue
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
        "facts": {name: fact_json(fact, name) for name, fact in channel.facts.items()},
        "sources": list(channel.sources),
    }


def fact_json(fact: Fact, name: str) -> dict[str, Any]:
    """``{value, unit, as_of, basis, note}``; several values are a list."""
    value = list(fact.value) if isinstance(fact.value, tuple) else fact.value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return {
        "value": value,
        "unit": fact_unit(name),
        "as_of": fact.as_of,
        "basis": fact.basis,
        "note": fact.note,
    }


def row_json(
    channel: Channel, reasons: Sequence[Reason], node_ids: Sequence[str], similarity: float | None
) -> dict[str, Any]:
    """A row of a session's results: the channel, and per executed condition a reason with its ``node_id``.

    ``similarity`` is 0..1 in an anchor search, else None.
    """
    return {
        **channel_json(channel),
        "similarity": None if similarity is None else round(similarity, 4),
        "reasons": _told(reasons, node_ids),
    }


ANCHOR_MARK: Final = ("锚点频道", "Anchor")
"""How the channel on top is marked as the reference that it is (11.2): zh and en."""


def pinned_json(
    anchor: Anchor, value: AnchorValue, reasons: Sequence[Reason], node_ids: Sequence[str]
) -> dict[str, Any]:
    """The pinned anchor: everything known of it, and how it stands to each condition.

    A channel that the catalogue does not hold has what its link said (``in_catalogue`` is false).
    """
    linked = {"id": None, "name": value.title, "handle": value.handle, "channel_id": value.channel_id}
    return {
        **(linked if anchor.channel is None else {}),
        **_anchor(anchor),
        "mark_zh": ANCHOR_MARK[0],
        "mark_en": ANCHOR_MARK[1],
        "avatar_url": value.avatar_url,
        "reasons": _told(reasons, node_ids),
    }


def leader_json(leader: Leader, field: str) -> dict[str, Any]:
    """A row of a leaderboard: the channel, and under ``figure`` what it leads by."""
    return {
        **channel_json(leader.channel),
        "figure": {"field": field, **fact_json(leader.figure, field)},
    }


def _told(reasons: Sequence[Reason], node_ids: Sequence[str]) -> list[dict[str, Any]]:
    return [{**asdict(reason), "node_id": node_id} for reason, node_id in zip(reasons, node_ids, strict=True)]


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
