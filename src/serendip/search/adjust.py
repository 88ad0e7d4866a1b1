"""A text that changes the search that is there, as one request: each of its parts is understood by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from serendip.core.text import is_mark
from serendip.search import spans
from serendip.search.classify import Context, classify
from serendip.search.conditions import Ambiguity, Condition, Request, Span
from serendip.search.fragments import FIGURES
from serendip.search.increments import Change, Part, named, parts
from serendip.search.lexicon import addresses, boilerplate, rules, subjects
from serendip.search.lexicon.lexer import lex
from serendip.search.lexicon.state import State
from serendip.search.lexicon.tokens import classes

_NAMES: Final = classes(
    "url handle topic brand category style metric activity inactive most least format city"
)
_FIGURE: Final = re.compile(r"\d[\d.,]*\s*(?:%|[kwm万千百亿]+)?\+?(?:以上|以下|以内|起)?")
_LONE_NUMBER: Final = re.compile(r"\d[\d.,]*\s*(?:%|[kwm万千百亿]+|天|days?)?")
_WHICH: Final = ("没有说明是哪个指标，暂未生效", "it does not say which figure is meant; not applied")
_NOTHING: Final = ("未能理解，暂未生效", "not understood and not applied")


@dataclass(slots=True)
class _Pieces:
    """What the parts of a text have given so far."""

    conditions: list[Condition] = field(default_factory=list[Condition])
    spans: list[Span] = field(default_factory=list[Span])
    doubts: dict[str, Ambiguity] = field(default_factory=dict[str, Ambiguity])
    kinds: set[str] = field(default_factory=set[str])

    def put(self, state: State, found: tuple[Condition, ...]) -> None:
        """Add one understood part."""
        first = len(self.conditions)
        self.conditions += found
        self.spans += [
            replace(s, conditions=tuple(n + first for n in s.conditions)) for s in spans.spans(state)
        ]
        for code, (ask, note) in state.ambiguities.items():
            self.doubts.setdefault(code, Ambiguity(code, ask, note))


def request(text: str, folded: str, state: State, context: Context) -> Request | None:
    """The request of a text that says a change; None for every other text. ``state`` has its tokens."""
    names = frozenset((t.start, t.end) for t in state.tokens if t.kind in _NAMES)
    found = parts(folded, names)
    if not found:
        return None
    pieces = _Pieces()
    cues: list[Span] = []
    for part in found:
        cues += [Span(*_trim(text, cue), "task", "effective") for cue in part.cues]
        if part.note is not None:
            pieces.kinds.add("natural_language")
            pieces.spans.append(Span(part.start, part.end, "unknown", "pending", (), *part.note))
        else:
            _read(pieces, _Text(text, folded, state, context), part)
            cues += _gaps(text, pieces.spans, part)
    kind = "natural_language" if pieces.kinds <= {"natural_language"} else "mixed"
    return Request(
        text, state.page, kind, "expanded_agent", tuple(pieces.conditions), _cut(text, pieces.spans, cues),
        tuple(pieces.doubts.values()),
    )  # fmt: skip


def _trim(text: str, cue: tuple[int, int]) -> tuple[int, int]:
    said = text[cue[0] : cue[1]]
    return cue[0] + len(said) - len(said.lstrip()), cue[1] - len(said) + len(said.rstrip(" ,"))


def _read(pieces: _Pieces, here: _Text, part: Part) -> None:
    if part.change == "remove":
        pieces.kinds.add("natural_language")
        _remove(pieces, here, part)
    elif part.old is not None:
        pieces.kinds.add("natural_language")
        _swap(pieces, here, part, part.old)
    else:
        state, kind = here.understand((part.start, part.end), said=part.change is not None)
        pieces.kinds.add("natural_language" if part.change else kind)
        pieces.put(state, _changed(state, part))


@dataclass(frozen=True, slots=True)
class _Text:
    """A text of which stretches are understood by themselves; offsets stay those of the whole, ``state``."""

    text: str
    folded: str
    state: State
    context: Context

    def understand(self, *stretches: tuple[int, int], said: bool, hide: bool = False) -> tuple[State, str]:
        """The work table and the kind of some stretches.

        Args:
            stretches: half-open offsets; all else is blank.
            said: words that make no condition in a sentence are keywords when nothing else is said.
            hide: leave the figures of the first stretch out.
        """
        text, folded = _only(self.text, stretches), _only(self.folded, stretches)
        if hide:
            low, high = stretches[0]
            for match in _FIGURE.finditer(folded, low, high):
                text, folded = (_blank(t, *match.span()) for t in (text, folded))
        links = addresses.found(text) if "." in folded or "/" in folded else []
        state = State(text, lex(text, folded, links), self.state.page, folded)
        state.active_days = self.state.active_days
        if links:
            boilerplate.mark(state, folded, links)
        rules.run(state)
        reading = classify(state, self.context)
        subjects.read(state, frozenset() if said else reading.plain)
        if said and not state.drafts:
            subjects.read(state, frozenset(state.fragment))
        return state, reading.kind


def _only(text: str, stretches: tuple[tuple[int, int], ...]) -> str:
    out = [" "] * len(text)
    for low, high in stretches:
        out[low:high] = text[low:high]
    return "".join(out)


def _blank(text: str, low: int, high: int) -> str:
    return text[:low] + " " * (high - low) + text[high:]


def _changed(state: State, part: Part) -> tuple[Condition, ...]:
    """The conditions of a part; those of its first fragment, and others of their fields, carry the change."""
    if part.change is not None:
        _lone_number(state, part)
    found = spans.conditions(state)
    if part.change is None:
        return found
    near = {c.field for c in found if c.start is None or c.start < part.first}
    return tuple(_with(c, part.change) if c.field in near and c.kind != "exclude" else c for c in found)


def _with(condition: Condition, change: Change) -> Condition:
    return replace(condition, extra={**condition.extra, "change": change})


def _lone_number(state: State, part: Part) -> None:
    """``make it 10k``: a number that no field claims cannot be applied, and is no keyword."""
    if not _LONE_NUMBER.fullmatch(state.folded[part.start : part.end].strip()) or any(
        d.field != "keyword" for d in state.drafts
    ):
        return
    state.drafts.clear()
    for i in range(len(state.tokens)):
        state.owner[i] = []
        state.role[i], state.status[i] = "unknown", ("pending", *_WHICH)


def _remove(pieces: _Pieces, here: _Text, part: Part) -> None:
    """What is to be dropped: values (去掉美国), or a field by its name (drop the followers filter)."""
    start, end = named(here.folded, part.start, part.end)
    if start >= end:
        start, end = part.start, part.end
    fields = _fields(here, part.start, end)
    filtered = end < part.end
    state, _ = here.understand((start, end), said=not (filtered and fields))
    if state.drafts and not (
        fields and start == part.start and all(d.field == "keyword" for d in state.drafts)
    ):
        whom = not filtered and _WHOM.search(here.folded, start, end) is not None
        pieces.put(state, tuple(_gone(c, channels=whom) for c in spans.conditions(state)))
        around = ((part.start, start), (end, part.end))
        pieces.spans += [Span(*_trim(here.text, s), "task", "effective") for s in around if s[0] < s[1]]
    elif fields:
        first = len(pieces.conditions)
        pieces.conditions += [
            Condition(name, "eq", "hard", (), "explicit", part.start, end, extra={"change": "remove"})
            for name in fields
        ]
        numbers = tuple(range(first, len(pieces.conditions)))
        pieces.spans.append(Span(part.start, part.end, "hard", "effective", numbers))
    else:
        pieces.spans.append(Span(part.start, part.end, "unknown", "pending", (), *_NOTHING))


_WHOM: Final = re.compile(
    "的$|博主|频道|红人|达人|账号|人$|anyone|anybody|everyone|those|creators|channels|people|accounts"
)
_OTHER_SIDE: Final = {"lt": "gte", "lte": "gt", "gt": "lte", "gte": "lt"}


def _gone(condition: Condition, *, channels: bool) -> Condition:
    """What is dropped. Channels on one side of a figure (去掉1w粉以下的) leave those on the other side."""
    if channels and condition.field in FIGURES and condition.op in _OTHER_SIDE:
        return replace(condition, op=_OTHER_SIDE[condition.op])
    return _with(condition, "remove")


_FIELD_NAMES: Final = classes("metric label age_word")


def _fields(here: _Text, low: int, high: int) -> list[str]:
    """Fields that a stretch names without a value."""
    text, folded = (_only(t, ((low, high),)) for t in (here.text, here.folded))
    tokens = lex(text, folded, [])
    return list(dict.fromkeys(str(t.value) for t in tokens if t.kind in _FIELD_NAMES and t.value))


def _swap(pieces: _Pieces, here: _Text, part: Part, old: tuple[int, int]) -> None:
    """An old value for a new one; the name of a field for its new value."""
    before, _ = here.understand(old, said=not _fields(here, *old))
    new = (part.start, part.end)
    fields = {d.field for d in before.drafts}
    if before.drafts and not fields & FIGURES:
        pieces.put(before, tuple(_with(c, "remove") for c in spans.conditions(before)))
        state, _ = here.understand(new, said=True)
        pieces.put(state, _changed(state, replace(part, change="add")))
        return
    state, _ = here.understand(old, new, said=True, hide=bool(before.drafts))
    pieces.put(state, _changed(state, part))


def _cut(text: str, found: list[Span], cues: list[Span]) -> tuple[Span, ...]:
    """Spans in order, those that reach over the words of a change cut there."""
    out = list(cues)
    for span in found:
        at = span.start
        for cue in sorted(
            (c for c in cues if c.start < span.end and span.start < c.end), key=lambda c: c.start
        ):
            if text[at : cue.start].strip():
                low, high = _trim(text, (at, cue.start))
                out.append(replace(span, start=low, end=high))
            at = max(at, cue.end)
        if text[at : span.end].strip():
            low, high = _trim(text, (at, span.end)) if at > span.start else (at, span.end)
            out.append(replace(span, start=low, end=high))
    return tuple(sorted(out, key=lambda s: s.start))


def _gaps(text: str, found: list[Span], part: Part) -> list[Span]:
    """What a part hides (the old figure) belongs to the words of the change."""
    low, high = part.old or (part.start, part.start)
    edges = sorted((s.start, s.end) for s in found if s.start < high and s.end > low)
    out: list[Span] = []
    for start, end in [*edges, (high, high)]:
        if low < start and not all(is_mark(c) for c in text[low:start]):
            out.append(Span(*_trim(text, (low, start)), "task", "effective"))
        low = max(low, end)
    return out
