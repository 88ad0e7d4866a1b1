"""What has to be said beside the rows, so that nothing is dropped or left out in silence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from serendip.catalogue.fields import FIELDS
from serendip.search.anchor import Anchor, platform_label
from serendip.search.conditions import Condition, Request, Span
from serendip.search.messages import Notice, notice
from serendip.search.plan import STEERING, Step, fields_of
from serendip.search.ports import Found, Target, TextClause
from serendip.search.terms import TARGET_LABELS

FEW = 5
"""At most so many results make it worth saying what the other match targets would find."""

NO_DATA_ZH = "目录里没有可比对的数据，仅作参考"
NO_DATA_EN = "nothing in the catalogue can be compared with it, so it is only a reference"


def mark_unexecuted(request: Request, steps: Sequence[Step], anchored: bool) -> Request:
    """Conditions that the parser held effective but that nothing can execute become ``reference``."""
    done = {s.condition for s in steps}
    conditions = list(request.conditions)
    for i, c in enumerate(conditions):
        size_of_anchor = anchored and c.values == ("like_anchor",)
        if c.status == "effective" and i not in done and c.field not in STEERING and not size_of_anchor:
            conditions[i] = replace(c, status="reference", note_zh=NO_DATA_ZH, note_en=NO_DATA_EN)
    spans = tuple(_span(s, conditions) for s in request.spans)
    return replace(request, conditions=tuple(conditions), spans=spans)


def _span(span: Span, conditions: Sequence[Condition]) -> Span:
    own = [conditions[i] for i in span.conditions]
    if span.status != "effective" or not own or any(c.status == "effective" for c in own):
        return span
    return replace(span, status=own[0].status, note_zh=own[0].note_zh, note_en=own[0].note_en)


def notices(request: Request) -> tuple[Notice, ...]:
    """One message for every part of the text that is not effective."""
    out: list[Notice] = []
    for span in request.spans:
        words = request.text[span.start : span.end]
        if span.status == "effective":
            continue
        if span.status == "unsupported":
            out.append(
                notice("MSG_UNSUPPORTED", zh={"reason": span.note_zh or words}, reason=span.note_en or words)
            )
        elif span.role == "platform":
            out.append(
                notice("MSG_PLATFORM_CONFLICT", current=platform_label(request.page_platform), detected=words)
            )
        elif span.role == "unknown":
            out.append(notice("MSG_NOT_UNDERSTOOD", text=words))
        else:
            out.append(notice("MSG_SOFT_REFERENCE", text=words))
    return tuple(dict.fromkeys(out))


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
        return notice("MSG_ANCHOR_UNKNOWN", a=pinned.label)
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


def after(steps: Sequence[Step], found: Found, elsewhere: Callable[[Target], int]) -> tuple[Notice, ...]:
    """What the result makes worth saying: nothing found, unknown ones left out, other match targets."""
    out: list[Notice] = []
    if found.total == 0:
        out.append(notice("MSG_NO_RECALL"))
    if found.unknown:
        specs = [FIELDS[f] for f in filtered_fields(steps) if f in FIELDS]
        zh = "或".join(s.label_zh for s in specs)
        en = " or ".join(s.label_en.lower() for s in specs)
        out.append(notice("MSG_UNKNOWN_LEFT_OUT", zh={"fields": zh}, fields=en, n=found.unknown))
    narrow = [s.test for s in steps if s.hard and isinstance(s.test, TextClause) and s.test.occur == "must"]
    if found.total <= FEW and any(c.target != "all_sources" for c in narrow):
        n = elsewhere("all_sources")
        zh, en = TARGET_LABELS[narrow[0].target]
        if n > found.total:
            out.append(notice("MSG_OTHER_TARGET", zh={"target": zh}, target=en.lower(), n=n))
    return tuple(out)
