"""How often a channel posts: posts per week."""

from __future__ import annotations

import re
from typing import Final

from serendip.search.lexicon import bounds
from serendip.search.lexicon.state import Draft, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

_PER_FIRST: Final = pattern(
    "(?:metric(?:loose)*)?(p: per|days)"
    "(?:active|loose|topic_end|noun|least|most|least_after|most_after|do|counter|format){0,4}"
    "(?:(e: amount)|(b: basis))"
    "(?:counter|active|format|topic_end|filler|often){0,2}"
    "(s: (?:least_after|most_after|about_after)?)"
)
_PER_AFTER: Final = pattern(
    "(?:metric(?:loose)*)?(?:active(?:loose)*)?(e: amount)"
    "(?:counter|active|format|topic_end|filler|metric|style){0,3}(p: per|basis)"
    "(s: (?:least_after|most_after|about_after)?)"
)
_OFTEN: Final = pattern(
    "(?:metric(?:loose)*)?(o: often)(?:(e: amount)(?:counter)?)?(s: (?:least_after|most_after)?)"
    "(?:active|of)?"
)


def frequency(state: State) -> None:
    """Posts per week."""
    kinds = set(state.kinds)
    if CLASS["often"] in kinds:
        for match in state.find(_OFTEN):
            _often(state, match)
    if CLASS["per"] in kinds or CLASS["basis"] in kinds or CLASS["days"] in kinds:
        for rule in (_PER_FIRST, _PER_AFTER):
            for match in state.find(rule):
                _per(state, match)
        for i, kind in enumerate(state.kinds):
            if kind == CLASS["per"] and i + 1 < len(state.kinds) and state.kinds[i + 1] == CLASS["active"]:
                _posts(state, "gte", [7 / float(state.tokens[i].value)], (i, i + 2))


def _often(state: State, match: re.Match[str]) -> None:
    low, high = match.span()
    if not state.free(low, high):
        return
    at = match.start("o")
    if "weak" in state.tokens[at].flags and not _stands_free(state, at):
        state.kinds[at] = CLASS["word"]
        return
    base = float(state.tokens[at].value)
    op, values = ("prefer" if any(state.soft[low:high]) else "gte"), [base]
    if match["e"]:
        start, end = match.span("e")
        amount = bounds.read(
            state.tokens[start:end] + state.tokens[match.start("s") : match.end("s")],
            state.kinds[start:end] + state.kinds[match.start("s") : match.end("s")],
        )
        if amount is None or amount.kind != "plain" or amount.scaled:
            high = match.end("o")
        else:
            op, values = amount.op or "gte", [v * base for v in amount.values]
    _posts(state, op, values, (low, high))


def _stands_free(state: State, index: int) -> bool:
    """``post shorts daily``, not ``daily vlogs``: no thing follows."""
    after = state.kinds[index + 1] if index + 1 < len(state.kinds) else ""
    return index > 0 and after not in classes("word han topic category brand style format noun platform wish")


def _per(state: State, match: re.Match[str]) -> None:
    low, high = match.span()
    if not state.free(low, high):
        return
    at = match.start("p")
    if state.kinds[at] == CLASS["basis"]:
        return
    if state.kinds[at] == CLASS["days"]:
        days = state.tokens[at].value.low
        recent = at and state.kinds[at - 1] in classes("recent most")
        if recent or not match["e"] or not _counted(state, match.end("e") - 1):
            return
    else:
        days = float(state.tokens[at].value)
    shown = [str(state.tokens[i].value) for i in range(low, high) if state.kinds[i] == CLASS["format"]]
    if match.groupdict().get("b"):
        if state.tokens[match.start("b")].text.startswith("一"):
            _posts(state, _bound(state, low, high), [7 / days], (low, high))
        return
    indices = [i for i in range(low, high) if i != at and state.kinds[i] in _AMOUNT]
    amount = bounds.read([state.tokens[i] for i in indices], [state.kinds[i] for i in indices])
    if amount is None or amount.kind != "plain" or amount.scaled:
        return
    _posts(state, amount.op or "gte", [v * 7 / days for v in amount.values], (low, high))
    if shown:
        state.add(Draft("content_format", "in", "hard", shown), low, high)


def _bound(state: State, low: int, high: int) -> str:
    """The direction that words beside a single post give (每周至少一条)."""
    said = (str(t.value) for t, k in zip(state.tokens[low:high], state.kinds[low:high], strict=True)
            if k in _BOUNDS)  # fmt: skip
    return next(said, "gte")


_BOUNDS: Final = classes("least most least_after most_after")
_AMOUNT: Final = bounds.NUMBERS | classes(
    "least most least_after most_after about about_after range joiner between"
)


def _counted(state: State, index: int) -> bool:
    after = state.kinds[index + 1] if index + 1 < len(state.kinds) else ""
    return after in classes("counter active often")


def _posts(state: State, op: str, values: list[float], span: tuple[int, int]) -> None:
    low, high = span
    rounded = [int(v) if float(v).is_integer() else round(v, 2) for v in values]
    kind = state.kind_of(low, high)
    state.add(Draft("posting_frequency", op, kind, list(rounded), extra={"unit": "posts/week"}), low, high)
