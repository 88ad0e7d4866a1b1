"""A request as JSON, in the words of ``serendip parse`` (``search.terms`` maps them to the session's)."""

from __future__ import annotations

from typing import Any, Final

from serendip.core.text import has_cjk
from serendip.search.conditions import Condition, Request

MANY: Final = frozenset(
    {"country", "language", "category", "content_style", "tone", "topic", "creator_persona", "account_type",
     "content_format", "brand_collab", "audience_country", "audience_language", "hashtag", "contact_channel",
     "collab_type", "mention", "audience_interest"}
)  # fmt: skip
"""Fields whose conditions hold a list of values, even a single one."""


def language(text: str) -> str:
    """zh, en or mixed, by script."""
    latin = any(c.isascii() and c.isalpha() for c in text)
    return ("mixed" if latin else "zh") if has_cjk(text) else "en"


def condition_json(condition: Condition, text: str) -> dict[str, Any]:
    """One condition: ``{field, op, value | values, kind, source, span, status, ...extras}``."""
    out: dict[str, Any] = {"field": condition.field, "op": condition.op, "kind": condition.kind}
    if condition.op in {"in", "between"} or condition.field in MANY:
        out["values"] = list(condition.values)
    else:
        out["value"] = condition.values[0] if condition.values else None
    out["source"] = condition.source
    if condition.start is not None and condition.end is not None:
        out["span"] = text[condition.start : condition.end]
    if condition.status != "effective":
        out["status"] = condition.status
    if condition.note_zh or condition.note_en:
        out["note_zh"], out["note_en"] = condition.note_zh, condition.note_en
    out.update(condition.extra)
    return out


def request_json(request: Request) -> dict[str, Any]:
    """The whole request, without its spans: what a line of ``serendip parse`` holds beside ``id``."""
    out: dict[str, Any] = {
        "text": request.text,
        "lang": language(request.text),
        "input_type": request.input_type,
        "page_platform": request.page_platform,
        "conditions": [condition_json(c, request.text) for c in request.conditions],
        "ambiguities": [
            {"code": a.code,
             "ask": a.ask, **({"note": a.note} if a.note else {})} for a in request.ambiguities
        ],
        "unresolved": [
            {"text": request.text[s.start : s.end], "status": s.status, "note_zh": s.note_zh,
             "note_en": s.note_en}
            for s in request.spans
            if s.status != "effective" and not s.conditions
        ],
    }  # fmt: skip
    if request.expected_state:
        out["expected_state"] = request.expected_state
    return out


def spans_json(request: Request) -> list[dict[str, Any]]:
    """Every part of the text and its fate: ``{start, end, text, role, status, note_zh, note_en}``."""
    return [
        {"start": s.start, "end": s.end, "text": request.text[s.start : s.end], "role": s.role,
         "status": s.status, "note_zh": s.note_zh, "note_en": s.note_en}
        for s in request.spans
    ]  # fmt: skip
