"""Conditions on time: activity, growth windows, age of an account."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from serendip.search.lexicon import bounds
from serendip.search.lexicon.state import Draft, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

_SPAN: Final = (
    "(?:least|most|about|between|recent|filler){0,3}(t: days)(?:range days)?"
    "(?:most_after|least_after|filler|mark){0,3}"
)
_RECENT_FIRST: Final = pattern(
    f"{_SPAN}(?:of|filler|joiner){{0,3}}(k: active|inactive|activity)(?:filler|topic_end|counter){{0,2}}"
)
_ACTIVE_FIRST: Final = pattern(
    f"(k: active|inactive|activity)(?:loose|topic_end|counter|format|platform|most|noun){{0,4}}{_SPAN}"
)
_RECENT_ONLY: Final = pattern("recent(?:filler)*(t: days)(?:most_after)?|(u: days)(?=comma|list|stop|$)")
_GROWTH: Final = pattern(
    "(?:(?:recent|filler|most|metric|mainly){0,3}(t: days)(?:most_after|filler|of){0,2})?"
    "(?:metric(?:filler|of)*)?"
    "(?:filler)?(g: growth|metric)(?:loose){0,3}(?:(e: amount)|(l: level))?"
    "(?:(?:filler|recent|most|per)*(t2: days|per)(?:most_after)?)?"
)
_OLD: Final = pattern(
    "(?:metric|age_word)(?:loose|recent|noun)*(e: amount)|(f: amount)(?:filler|of)*age_word"
    "|(?:recent|filler)*(d: days)(?:most_after|filler)*age_word"
)


def growth(state: State) -> None:
    """Follower growth: a share in a window, or just fast."""
    kinds = set(state.kinds)
    if CLASS["growth"] not in kinds and CLASS["metric"] not in kinds:
        return
    for match in state.find(_GROWTH):
        low, high = match.span()
        at = match.start("g")
        token = state.tokens[at]
        if not state.free(low, high) or not (
            token.kind == CLASS["growth"] or str(token.value).startswith("growth_")
        ):
            continue
        _grow(state, match, at)


def _grow(state: State, match: re.Match[str], at: int) -> None:
    low, high = match.span()
    token = state.tokens[at]
    if token.value == "down":
        state.refer(
            low,
            match.end("g"),
            "掉粉趋势暂无法筛选，仅作参考",
            "a loss of followers cannot be filtered on yet",
        )
        return
    name = str(token.value) if str(token.value).startswith("growth_") else "growth_followers_pct"
    extra: dict[str, object] = {}
    window = _window(state, match)
    if window:
        extra["window"] = f"{window}d"
    if match["e"]:
        start, end = match.span("e")
        amount = bounds.read(state.tokens[start:end], state.kinds[start:end])
        if amount is not None and amount.kind == "ratio":
            draft = Draft(
                name, amount.op or "gte", state.kind_of(low, high), list(amount.values), extra=extra
            )
            state.add(draft, low, high)
            return
        high = match.end("g")
    value = "low" if any(state.negated[low:high]) else "high"
    state.add(Draft(name, "prefer", "soft", [value], extra=extra), low, high)
    state.doubt("growth_threshold")


def _window(state: State, match: re.Match[str]) -> int | None:
    at = match.start("t") if match["t"] else match.start("t2") if match["t2"] else -1
    if at < 0:
        return None
    token = state.tokens[at]
    return round(token.value.low) if token.kind == CLASS["days"] else round(float(token.value))


def activity(state: State) -> None:
    """Days since the last post."""
    kinds = set(state.kinds)
    if CLASS["days"] in kinds:
        if CLASS["age_word"] in kinds or CLASS["least"] in kinds:
            _take(state, _OLD, _age_of_account)
        _take(state, _RECENT_FIRST, _active)
        _take(state, _ACTIVE_FIRST, _active)
        _take(state, _RECENT_ONLY, _last_days)
        _take(state, _OLDER, _age_of_account)
    for i, kind in enumerate(state.kinds):
        if kind == CLASS["activity"]:
            _recently(state, i)
        elif kind == CLASS["inactive"]:
            _stopped(state, i)


def _take(state: State, rule: re.Pattern[str], use: Callable[[State, re.Match[str]], None]) -> None:
    for match in state.find(rule):
        if state.free(*match.span()):
            use(state, match)


def _last_days(state: State, match: re.Match[str]) -> None:
    """``近 30 天`` and ``last week`` without a verb still speak of activity."""
    at = match.start("t") if match["t"] else match.start("u")
    said = state.tokens[at].text
    if match["t"] or "上" in said or "last" in said:
        _days(state, "lte", state.tokens[at].value.low, match.span())


_OLDER: Final = pattern("(e: (?:least|most)(?:filler)?days)|(f: days(?:least_after))")


def _active(state: State, match: re.Match[str]) -> None:
    low, high = match.span()
    if not state.free(low, high):
        return
    at, word = match.start("t"), match.start("k")
    while low < at and state.kinds[low] in classes("filler joiner"):
        low += 1
    token = state.tokens[at]
    amount = bounds.read(state.tokens[low:high], state.kinds[low:high])
    days = amount.values[-1] if amount else token.value.low
    if state.kinds[word] == CLASS["inactive"]:
        op = "lte" if any(state.negated[low:high]) else "gte"
    else:
        op = (
            "gte"
            if any(state.negated[low:high])
            or (amount and amount.op in {"gte", "gt"} and state.kinds[at - 1 : at] != [CLASS["recent"]])
            else "lte"
        )
    _days(state, op, days, (low, high))


def _days(state: State, op: str, days: float, span: tuple[int, int]) -> None:
    low, high = span
    kind = "soft" if any(state.soft[low:high]) else "hard"
    state.add(Draft("last_active_days", op, kind, [round(days)]), low, high)


def _recently(state: State, index: int) -> None:
    if any(d.field == "last_active_days" for d in state.drafts):
        state.take(index, index + 1)
        number = next(n for n, d in enumerate(state.drafts) if d.field == "last_active_days")
        state.owner[index].append(number)
        return
    token = state.tokens[index]
    op = "gte" if state.negated[index] else "lte"
    kind = "soft" if state.soft[index] else "hard"
    days = state.active_days
    draft = Draft("last_active_days", op, kind, [days], "derived")
    draft.note = f"“{token.text}”按近 {days} 天理解", f"“{token.text}” read as the last {days} days"
    state.add(draft, index, index + 1)
    state.doubt("activity_window", f"“{token.text}” -> {days} days by default")


def _stopped(state: State, index: int) -> None:
    """``不要停更的`` asks for active ones; ``停更的`` alone for those that stopped."""
    op = "lte" if state.negated[index] else "gt"
    days = state.active_days
    draft = Draft("last_active_days", op, "hard", [days], "derived")
    draft.note = f"停更按超过 {days} 天未更新理解", f"“inactive” read as no post for more than {days} days"
    state.add(draft, index, index + 1)
    state.doubt("activity_window")


def _age_of_account(state: State, match: re.Match[str]) -> None:
    low, high = match.span()
    groups = match.groupdict()
    name = "e" if groups.get("e") else "f" if groups.get("f") else "d"
    if not state.free(low, high):
        return
    start, end = match.span(name)
    amount = bounds.read(state.tokens[start:end], state.kinds[start:end])
    if amount is None or amount.kind != "days":
        return
    said = "".join(t.text for t in state.tokens[start:end])
    recent = CLASS["recent"] in state.kinds[low:high] or any(w in said for w in ("近", "last", "past", "内"))
    op = amount.op or ("lte" if recent else "gte")
    kind = state.kind_of(low, high)
    if kind == "exclude":
        op, kind = {"gte": "lt", "gt": "lte", "lte": "gt", "lt": "gte"}.get(op, op), "hard"
    values = [round(v) for v in amount.values]
    state.add(Draft("account_age_days", op, kind, list(values)), low, high)
