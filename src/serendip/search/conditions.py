"""A request as it was understood: conditions, spans and ambiguities.

The words here are those of the field catalogue (``country``, ``contains``, ``gte``); ``search.terms``
maps them to the session model's (``region``, ``matches``, ``between``) (addendum A-14).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

InputKind = Literal["keyword", "url", "natural_language", "mixed"]
Kind = Literal["hard", "soft", "exclude", "keyword", "anchor"]
Status = Literal["effective", "reference", "pending", "unsupported"]
Container = Literal[
    "compact_classic", "compact_resolving", "expanded_agent", "expanded_clarifying", "expanded_repair"
]
Role = Literal["anchor", "context_anchor", "keyword", "hard", "soft", "platform", "task", "unknown"]


def _empty() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a request.

    Attributes:
        field: name in ``catalogue.fields`` (``followers``, ``country``, ``keyword``, ``anchor`` ...).
        op: contains, in, eq, between, gte, gt, lte, lt, near, prefer.
        kind: ``exclude`` negates; an excluded keyword is ``field='keyword', kind='exclude'``.
        values: one value for single-valued operators, (low, high) for between, codes for in.
        source: ``explicit`` when the value was said, ``derived`` when it was inferred.
        start, end: half-open character offsets of the words it came from, in the cleaned text.
        status: what the search does with it.
        note_zh, note_en: why it is derived, reference, pending or unsupported.
        extra: unit, match, min_share, window, scope, target, label, brand, variants, handle, ...;
            ``change`` is what becomes of it in the search that is there (add, only, replace, remove; a
            removal may have no values: all of its field), ``against`` that it was said against another
            place of the same text and is not to be joined with it, ``at_least`` and ``at_most`` what the
            level of a wish means.
    """

    field: str
    op: str
    kind: Kind
    values: tuple[Any, ...]
    source: Literal["explicit", "derived"] = "explicit"
    start: int | None = None
    end: int | None = None
    status: Status = "effective"
    note_zh: str | None = None
    note_en: str | None = None
    extra: Mapping[str, Any] = dataclasses.field(default_factory=_empty)


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the text and what became of it. ``conditions`` are indices into ``Request.conditions``."""

    start: int
    end: int
    role: Role
    status: Status
    conditions: tuple[int, ...] = ()
    note_zh: str | None = None
    note_en: str | None = None


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Something that can be read in more than one way; ``ask`` when it is worth a question."""

    code: str
    ask: bool
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A text, understood. Every character that is no space or punctuation is in exactly one span (I-8)."""

    text: str
    page_platform: str
    input_type: InputKind | None
    container: Container
    conditions: tuple[Condition, ...]
    spans: tuple[Span, ...]
    ambiguities: tuple[Ambiguity, ...] = ()
    expected_state: str | None = None
