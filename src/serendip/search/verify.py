"""Each shown row, checked again: every condition against the stored value, three-valued.

``evaluate`` is the same logic as the index's, over one channel's stored values instead of columns, so the
index can be wrong (stale, damaged) and still nothing that is not met is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from serendip.catalogue.document import TARGETS, IndexDoc
from serendip.core.analyse import find_phrase, fold_identity
from serendip.search.plan import Step
from serendip.search.ports import AllOf, AnyOf, Filter, Known, Not, Range, Terms, TextClause

State = Literal["met", "unmet", "unknown"]


@dataclass(frozen=True, slots=True)
class Match:
    """Where a keyword was found: the target, the words as they stand there, the phrase."""

    target: str
    words: str
    phrase: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """One step on one channel. ``matches`` is filled for keywords alone."""

    step: Step
    state: State
    matches: tuple[Match, ...] = ()

    @property
    def is_positive_keyword(self) -> bool:
        """Whether it is about a keyword that must occur."""
        return isinstance(self.step.test, TextClause) and self.step.test.occur == "must"


def verify(steps: Sequence[Step], doc: IndexDoc) -> tuple[Verdict, ...]:
    """Check every step on one channel. ``doc`` is its own projection of the stored values."""
    return tuple(_verdict(step, doc) for step in steps)


def shown(verdicts: Sequence[Verdict], *, any_keyword: bool = False) -> bool:
    """Whether the row may be shown: no hard step is unmet (with OR, one met keyword is enough)."""
    hard = [v for v in verdicts if v.step.hard]
    words = [v for v in hard if v.is_positive_keyword]
    rest = [v for v in hard if not (any_keyword and v.is_positive_keyword)]
    if any_keyword and words and not any(v.state == "met" for v in words):
        return False
    return all(v.state != "unmet" for v in rest)


def _verdict(step: Step, doc: IndexDoc) -> Verdict:
    if not isinstance(step.test, TextClause):
        return Verdict(step, evaluate(step.test, doc))
    matches = (*_named(step.test, doc), *_find(step.test, doc.text))
    found = bool(matches)
    if step.test.occur == "must_not":
        return Verdict(step, "unmet" if found else "met", matches)
    return Verdict(step, "met" if found else "unmet", matches)


def _named(clause: TextClause, doc: IndexDoc) -> tuple[Match, ...]:
    called = (name for name in clause.names if fold_identity(name) in doc.exact)
    return tuple(Match("identity", name, name) for name in called)


def _find(clause: TextClause, text: Mapping[str, str]) -> tuple[Match, ...]:
    targets = TARGETS if clause.target == "all_sources" else (clause.target,)
    found: list[Match] = []
    for target in targets:
        for phrase in clause.phrases:
            span = find_phrase(text.get(target, ""), phrase)
            if span is not None:
                found.append(Match(target, text[target][span[0] : span[1]], phrase))
                break
    return tuple(found)


def evaluate(test: Filter, doc: IndexDoc) -> State:
    """Kleene's three-valued logic over the values of one channel."""
    match test:
        case Terms(field=field, values=values, match=match):
            own = (doc.platform,) if field == "platform" else doc.terms.get(field)
            if own is None:
                return "unknown"
            hits = sum(v in own for v in values)
            return "met" if hits == len(values) or (match == "any" and hits) else "unmet"
        case Range():
            return _in_range(test, doc.numbers.get(test.field))
        case Known(field=field):
            return "met" if field in doc.numbers or field in doc.terms else "unmet"
        case Not(of=inner):
            return _NEGATED[evaluate(inner, doc)]
        case AllOf(of=parts):
            return _ORDER[min((_ORDER.index(evaluate(p, doc)) for p in parts), default=2)]
        case AnyOf(of=parts):
            return _ORDER[max((_ORDER.index(evaluate(p, doc)) for p in parts), default=0)]


_NEGATED: dict[State, State] = {"met": "unmet", "unmet": "met", "unknown": "unknown"}
_ORDER: tuple[State, ...] = ("unmet", "unknown", "met")


def _in_range(test: Range, value: float | None) -> State:
    if value is None:
        return "unknown"
    if test.low is not None and (value < test.low or (test.open_low and value == test.low)):
        return "unmet"
    if test.high is not None and (value > test.high or (test.open_high and value == test.high)):
        return "unmet"
    return "met"
