"""What has to be said beside the rows, so that nothing is dropped or left out in silence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from serendip.catalogue.fields import FACTS, FIELDS
from serendip.core.analyse import analyse
from serendip.core.text import is_mark
from serendip.search.anchor import Anchor, failed, platform_label, without_similarity
from serendip.search.conditions import Condition, Request, Role, Span, Status
from serendip.search.messages import Notice, notice
from serendip.search.plan import STEERING, Step, fields_of
from serendip.search.ports import Found, Query, TextClause
from serendip.search.spans import LIKENESS
from serendip.search.terms import TARGET_LABELS, condition_label

FEW = 5
"""At most so many results make it worth saying what the other match targets would find."""

SUGGESTED = 3
"""At most so many ways out are named."""

NO_CHANNEL_ZH = "没有对应的频道，尚未搜索"
NO_CHANNEL_EN = "no channel stands for it, so nothing was searched"
NO_DATA_ZH = "目录里没有可比对的数据，仅作参考"
NO_DATA_EN = "nothing in the catalogue can be compared with it, so it is only a reference"


def mark_unexecuted(request: Request, steps: Sequence[Step], pinned: Anchor | None) -> Request:
    """Conditions that the parser held effective but that nothing can execute become ``reference``.

    A link for which no channel stands becomes ``pending``: the person decides how to go on (D-16).
    """
    done = {s.condition for s in steps}
    conditions = list(request.conditions)
    for i, c in enumerate(conditions):
        size_of_anchor = pinned is not None and c.values == ("like_anchor",)
        if c.status == "effective" and c.field == "anchor" and pinned is None:
            conditions[i] = replace(c, status="pending", note_zh=NO_CHANNEL_ZH, note_en=NO_CHANNEL_EN)
        elif c.status == "effective" and i not in done and c.field not in STEERING and not size_of_anchor:
            conditions[i] = replace(c, status="reference", note_zh=NO_DATA_ZH, note_en=NO_DATA_EN)
    spans = tuple(_span(s, conditions) for s in request.spans)
    return replace(request, conditions=tuple(conditions), spans=spans)


def _span(span: Span, conditions: Sequence[Condition]) -> Span:
    own = [conditions[i] for i in span.conditions]
    if span.status != "effective" or not own or any(c.status == "effective" for c in own):
        return span
    return replace(span, status=own[0].status, note_zh=own[0].note_zh, note_en=own[0].note_en)


def notices(request: Request, steps: Sequence[Step], pinned: Anchor | None) -> tuple[Notice, ...]:
    """One message for every part of the text that is not effective, and for a text that says nothing yet."""
    out: list[Notice] = []
    if (
        not steps
        and pinned is None
        and request.expected_state != "unsupported"
        and not failed(request, pinned)
    ):
        out.append(notice("MSG_NO_CONDITION"))
    for span in request.spans:
        said = span_notice(span, key_words(span, request), request.page_platform)
        if said is not None:
            out.append(said)
    return tuple(dict.fromkeys(out))


class Fate(Protocol):
    """A part of a text and what became of it: a span of a request or of a session's input."""

    @property
    def role(self) -> Role:
        """What it is."""
        ...

    @property
    def status(self) -> Status:
        """What the search does with it."""
        ...

    @property
    def note_zh(self) -> str | None:
        """Why, in Chinese."""
        ...

    @property
    def note_en(self) -> str | None:
        """Why, in English."""
        ...


def key_words(span: Span, request: Request) -> str:
    """The words of a part that its conditions were read from, without what stands beside them."""
    read = [request.conditions[i] for i in span.conditions]
    starts = [c.start for c in read if c.start is not None and span.start <= c.start < span.end]
    ends = [c.end for c in read if c.end is not None and span.start < c.end <= span.end]
    words = request.text[min(starts, default=span.start) : max(ends, default=span.end)]
    bare = words.strip("".join(c for c in set(words) if is_mark(c)))
    return bare or words


def span_notice(span: Fate, words: str, page_platform: str) -> Notice | None:
    """The message about a part that is not effective; None for one that is, and for links and words for
    likeness: what is said of the anchor says it.
    """
    if span.status == "effective" or span.note_zh == LIKENESS[0]:
        return None
    if span.role == "anchor" and span.status != "unsupported":
        return None
    if span.status == "unsupported":
        return notice("MSG_UNSUPPORTED", zh={"reason": span.note_zh or words}, reason=span.note_en or words)
    if span.role == "platform":
        return notice("MSG_PLATFORM_CONFLICT", current=platform_label(page_platform), detected=words)
    return notice("MSG_NOT_UNDERSTOOD" if span.role == "unknown" else "MSG_SOFT_REFERENCE", text=words)


def obstacle(request: Request, steps: Sequence[Step], pinned: Anchor | None) -> Notice | None:
    """Why nothing is searched at all, or None."""
    if request.expected_state == "unsupported":
        why = next((s for s in request.spans if s.status == "unsupported"), None)
        zh = (why and why.note_zh) or "这不是频道搜索能处理的请求"
        en = (why and why.note_en) or "this is not something a channel search can do"
        sensitive = any(a.code.startswith("sensitive") for a in request.ambiguities)
        return notice("MSG_SENSITIVE" if sensitive else "MSG_UNSUPPORTED", zh={"reason": zh}, reason=en)
    hard = [s for s in steps if s.hard]
    if hard and pinned is None and all(_excludes_words(s) for s in hard):
        return notice("MSG_ONLY_EXCLUDED")
    if pinned is not None and pinned.vector is None and not hard:
        return without_similarity(pinned)
    return None


def _excludes_words(step: Step) -> bool:
    return isinstance(step.test, TextClause) and step.test.occur == "must_not"


def filtered_fields(steps: Sequence[Step]) -> tuple[str, ...]:
    """The stored fields that hard conditions look at, in order."""
    return tuple(
        dict.fromkeys(
            f for s in steps if s.hard and not isinstance(s.test, TextClause) for f in fields_of(s.test)
        )
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, what it is made of, and a way to count others like it."""

    request: Request
    steps: tuple[Step, ...]
    query: Query
    count: Callable[[Sequence[Query]], list[int]]


def after(asked: Asked, found: Found) -> tuple[Notice, ...]:
    """What the result makes worth saying: unknown ones left out, other match targets, ways out of nothing.

    Every number is counted on the index, never estimated.
    """
    out: list[Notice] = []
    if found.total == 0 and asked.steps:
        out.append(notice("MSG_NOTHING_MEETS_ALL"))
        out.extend(_without_one(asked))
        if _may_be_a_sentence(asked):
            out.append(notice("MSG_ONE_KEYWORD"))
    if found.unknown:
        fields = [f for f in filtered_fields(asked.steps) if f in FIELDS or f in FACTS]
        out.append(left_out(found.unknown, fields))
    narrow = [c for c in asked.query.text if c.occur == "must" and c.target != "all_sources"]
    if found.total <= FEW and narrow:
        wider = tuple(replace(c, target="all_sources") for c in asked.query.text)
        n = asked.count([replace(asked.query, text=wider, cursor=None)])[0]
        zh, en = TARGET_LABELS[narrow[0].target]
        if n > found.total:
            out.append(notice("MSG_OTHER_TARGET", zh={"target": zh}, target=en.lower(), n=f"{n:,}"))
    return tuple(out)


def _may_be_a_sentence(asked: Asked) -> bool:
    """One keyword of several words found nothing: perhaps it was meant as more than a keyword."""
    words = [str(c.values[0]) for c in asked.request.conditions if c.field == "keyword" and c.values]
    return asked.request.input_type == "keyword" and len(words) == 1 and len(analyse(words[0])) >= SEVERAL


SEVERAL = 3
"""Tokens from which a keyword may be more than a keyword: three words, or three characters of Chinese."""


def left_out(unknown: int, fields: Sequence[str]) -> Notice:
    """So many channels may meet the conditions; their values of these stored fields are unknown (A-2)."""
    labels = [_label(f) for f in fields]
    zh, en = "或".join(zh for zh, _ in labels), " or ".join(en.lower() for _, en in labels)
    return notice("MSG_UNKNOWN_LEFT_OUT", zh={"fields": zh}, fields=en, n=f"{unknown:,}")


def _label(name: str) -> tuple[str, str]:
    """What people call the question that a stored fact answers."""
    spec = FIELDS.get(name) or next((f for f in FIELDS.values() if f.stored == name), None) or FACTS[name]
    return spec.label_zh, spec.label_en


def _without_one(asked: Asked) -> list[Notice]:
    """For nothing found: which single condition, left out, leaves how many; the most first."""
    hard = [s for s in asked.steps if s.hard]
    if len(hard) < 2:
        return []
    queries = [_leave_out(asked.query, step) for step in hard]
    counted = sorted(zip(asked.count(queries), hard, strict=True), key=lambda c: -c[0])
    said: list[Notice] = []
    for n, step in counted[:SUGGESTED]:
        condition = asked.request.conditions[step.condition]
        labels = condition_label(condition, "zh"), condition_label(condition, "en")
        if n:
            said.append(notice("MSG_WITHOUT", zh={"cond": labels[0]}, cond=labels[1], n=f"{n:,}"))
    return said


def _leave_out(query: Query, step: Step) -> Query:
    return replace(
        query,
        filters=tuple(f for f in query.filters if f is not step.test),
        text=tuple(c for c in query.text if c is not step.test),
        cursor=None,
    )
