"""Conditions on figures: a metric beside an amount, with its currency, unit and direction."""

from __future__ import annotations

import re
from typing import Final

from serendip.search.conditions import Kind
from serendip.search.lexicon import bounds, ranges
from serendip.search.lexicon.bounds import Bounds
from serendip.search.lexicon.state import Draft, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

COUNTS: Final = frozenset(
    {"followers", "following", "content_count", "total_views", "total_likes", "avg_views", "avg_likes",
     "avg_comments", "avg_shares", "avg_saves", "est_exposure"}
)  # fmt: skip
RATIOS: Final = frozenset(
    {"engagement_rate", "view_rate", "commercial_ratio", "growth_followers_pct", "growth_views_pct"}
)
MONEY: Final = frozenset({"price", "cpm", "gmv_30d"})
SCORES: Final = frozenset({"audience_credibility", "quality_score"})
"""Said in percent, kept from 0 to 100."""
_FIRST: Final = pattern(
    "metric(?:(?:joiner|list)metric)*(?:loose|of|basis|request){0,5}(e: amount)"
    "(?:(f: (?:filler|joiner|list|comma){0,2})(g: (?:least|most)?number(?:least_after|most_after)?)"
    "(?!(?:filler|of)*metric))?"
)
_AFTER: Final = pattern(
    "(e: amount)(?:filler|of|basis){0,2}(m: metric)(s: (?:least_after|most_after|about_after){0,2})"
)
_BASIS: Final = classes("basis")
_IMPLAUSIBLE_BELOW: Final = 100.0
"""Smaller counts look as if 万 or k was left out; asked about, executed as said (addendum A-7)."""
_ASSUMED: Final = (
    "未写单位，按“万”理解，可修改",
    "no unit was written; read as ten thousands (万); editable",
)
_YOUNGEST: Final = 13
"""Fewer years are the age of a channel (channels less than 2 years old)."""
_OPPOSITE: Final = {"lt": "gte", "lte": "gt", "gt": "lte", "gte": "lt"}


def metrics(state: State) -> None:
    """Take every metric that stands beside an amount."""
    ranges.open_bounds(state)
    while CLASS["metric"] in state.kinds:
        before = len(state.drafts)
        for match in state.find(_FIRST):
            if state.free(*match.span()):
                _metric_first(state, match)
        for match in state.find(_AFTER):
            if state.free(*match.span()):
                _metric_after(state, match)
        if len(state.drafts) == before:
            break
    if CLASS["counter"] in state.kinds:
        for match in state.find(_PIECES):
            if state.free(*match.span()):
                _pieces(state, match)


_PIECES: Final = pattern(
    "(e: amount)(?:filler)?(c: counter)(s: (?:least_after|most_after)?)(?!(?:filler)?(?:per|basis))"
)
_FEWEST_PIECES: Final = 20


def _pieces(state: State, match: re.Match[str]) -> None:
    """``at least 200 videos``: how much a channel has published."""
    indices = [*range(*match.span("e")), *range(*match.span("s"))]
    amount = bounds.read([state.tokens[i] for i in indices], [state.kinds[i] for i in indices])
    if amount is None or amount.kind != "plain" or not amount.op or amount.values[0] < _FEWEST_PIECES:
        return
    if state.tokens[match.start("c")].value == "post":
        add(state, "content_count", amount, match.span())


def _read(state: State, low: int, high: int) -> Bounds | None:
    return bounds.read(state.tokens[low:high], state.kinds[low:high])


def _metric_first(state: State, match: re.Match[str]) -> None:
    low, at = match.start(), match.start("e")
    fields = [i for i in range(low, at) if state.kinds[i] == CLASS["metric"]]
    end = match.end("e")
    amount = _read(state, at, end)
    if amount is None or not _fits(str(state.tokens[fields[-1]].value), amount):
        return
    claimed = low > 0 and state.kinds[low - 1] in bounds.NUMBERS | classes("least_after most_after")
    if claimed or not all(_fits(str(state.tokens[i].value), amount) for i in fields):
        fields = fields[-1:]
        low = fields[0]
    if _belongs_right(state, match):
        return
    other = _second(state, match, amount)
    if other is not None and ranges.makes_range(amount, other):
        values = tuple(sorted((amount.values[0], other.values[0])))
        amount = Bounds("between", values, amount.kind, amount.unit, scaled=True)
        other, end = None, match.end("g")
    for number, i in enumerate(fields):
        start = low if number == 0 else i
        add(state, str(state.tokens[i].value), amount, (start, end if number == len(fields) - 1 else i + 1))
        if other is not None:
            add(state, str(state.tokens[i].value), other, match.span("g"))


def _belongs_right(state: State, match: re.Match[str]) -> bool:
    """``followers, 5k views``: an amount behind filler that has a metric of its own directly after it."""
    end = match.end("e")
    after = state.following(end - 1, classes("of filler"))
    if after >= len(state.tokens) or state.kinds[after] != CLASS["metric"]:
        return False
    return match.start("e") - match.start() > 1 and not state.chinese and after == end


def _second(state: State, match: re.Match[str], amount: Bounds) -> Bounds | None:
    """``1w 以上 5w 以下``, ``more than 10k but less than 50k``: the other side of a range.

    Both ends inclusive make one range; an open end stays a bound of its own.
    """
    if match["g"] is None or amount.op not in {"gte", "gt", "lte", "lt"}:
        return None
    other = _read(state, match.start("g"), match.end("g"))
    if other is None or other.kind != amount.kind or not other.op:
        return None
    if amount.op[0] == other.op[0] or other.op not in {"gte", "gt", "lte", "lt"}:
        return None
    low, high = (amount, other) if amount.op[0] == "g" else (other, amount)
    if low.values[0] > high.values[0] and not ranges.together(state, match):
        return None
    return other


def _metric_after(state: State, match: re.Match[str]) -> None:
    low, high = match.span()
    name = str(state.tokens[match.start("m")].value)
    indices = [*range(match.start("e"), match.end("e")), *range(match.start("s"), match.end("s"))]
    amount = bounds.read([state.tokens[i] for i in indices], [state.kinds[i] for i in indices])
    if amount is None or not _fits(name, amount):
        return
    before = ranges.earlier(state, low)
    if before is not None and amount.op and before[0].op[0] != amount.op[0] and _fits(name, before[0]):
        first, start = before
        if ranges.makes_range(first, amount):
            values = tuple(sorted((first.values[0], amount.values[0])))
            add(state, name, Bounds("between", values, amount.kind, amount.unit, scaled=True), (start, high))
            return
        add(state, name, first, (start, low))
    add(state, name, amount, (low, high))


def _fits(name: str, amount: Bounds) -> bool:
    """Whether an amount can be of a metric."""
    if name in COUNTS:
        return amount.kind == "plain"
    if name in RATIOS:
        return amount.kind == "ratio" or (amount.kind == "plain" and name == "engagement_rate")
    if name in MONEY:
        return amount.kind in {"money", "plain"}
    if name == "video_duration_sec":
        return amount.kind in {"seconds", "plain"}
    if name == "age":
        return amount.kind in {"years", "plain"}
    if name == "account_age_days":
        return amount.kind == "days"
    return amount.kind in {"plain", "ratio"} and name != "posting_frequency"


def add(state: State, name: str, amount: Bounds, span: tuple[int, int]) -> None:
    """Turn a metric and an amount into a condition."""
    low, high = span
    values = list(amount.values)
    extra: dict[str, object] = {}
    if name in RATIOS and amount.kind == "plain":
        values = [v / 100 if v >= 0.5 else v for v in values]
    if name in SCORES and amount.kind == "ratio":
        values = [v * 100 for v in values]
    if name == "video_duration_sec" and amount.kind == "plain":
        values = [v * 60 for v in values]
    if name == "age":
        _age(state, amount, span)
        return
    op = amount.op
    if not op:
        op = "lte" if name in {"price", "cpm"} else "gte"
        state.doubt("bound_direction", "bare number on a metric: read as at least" if op == "gte" else None)
    values, note = _unit_left_out(state, name, amount, values)
    if note:
        extra["unit_assumed"] = "万"
    if name in MONEY:
        high = _money(state, name, amount, span, extra)
    if name in RATIOS:
        state.doubt("metric_definition")
    for code in amount.doubts:
        state.doubt(code)
    if amount.swapped:
        extra["notice"] = "MSG_RANGE_REVERSED"
        state.doubt("range_reversed")
    if op in _OPPOSITE and _denied(state, low):
        op, low = _OPPOSITE[op], state.previous(low, _LIGHT)
        kind: Kind = "soft" if any(state.soft[low:high]) else "hard"
    else:
        kind = state.kind_of(low, high)
    draft = Draft(name, op, kind, [_plain(v) for v in values], note=note, extra=extra)
    state.add(draft, low, high)


def _unit_left_out(
    state: State, name: str, amount: Bounds, values: list[float]
) -> tuple[list[float], tuple[str, str] | None]:
    """A count that is implausibly small: only a Chinese range of followers is read in 万, with a note."""
    if name not in {"followers", "avg_views"} or amount.scaled or not 0 < max(values) < _IMPLAUSIBLE_BELOW:
        return values, None
    assumed = name == "followers" and state.chinese and amount.op == "between"
    note = _ASSUMED if assumed else None
    state.doubt("number_unit_missing", _ASSUMED[1] if assumed else "taken exactly as said", ask=True)
    return ([v * 10_000 for v in values] if assumed else values), note


def _money(state: State, name: str, amount: Bounds, span: tuple[int, int], extra: dict[str, object]) -> int:
    """Currency and what it is paid for; returns the new end."""
    low, high = span
    currency = amount.unit
    basis = next((str(t.value) for t in state.tokens[low:high] if t.kind in _BASIS), None)
    if high < len(state.tokens) and state.kinds[high] in _BASIS:
        basis = str(state.tokens[high].value)
        high += 1
    if not currency:
        state.doubt("currency_missing")
    if currency or basis:
        extra["unit"] = f"{currency or '?'}/{basis}" if basis and name == "price" else currency or "?"
    return high


_LIGHT: Final = classes("filler of noun")


def _denied(state: State, low: int) -> bool:
    """Whether a bound is what to leave out (skip anyone under 10k, 排除粉丝低于1万的)."""
    before = state.previous(low, _LIGHT)
    return before >= 0 and state.kinds[before] == CLASS["not"] and not state.negated[low]


def _plain(value: float) -> int | float:
    return int(value) if float(value).is_integer() else round(value, 6)


def _age(state: State, amount: Bounds, span: tuple[int, int]) -> None:
    low, high = span
    if max(amount.values) < _YOUNGEST and not any(state.audience[low:high]):
        before = state.previous(low, classes("filler of age_word"))
        if before >= 0 and state.tokens[before].kind in classes("noun platform"):
            days = Bounds(amount.op or "gte", tuple(v * 365 for v in amount.values), "days")
            add(state, "account_age_days", days, span)
        return
    values: list[int | float | None] = [_plain(v) for v in amount.values]
    if len(values) == 1:
        values = [values[0], None] if amount.op in {"gte", "gt", ""} else [18, values[0]]
    name = "audience_age" if any(state.audience[low:high]) else "creator_age"
    kind = state.kind_of(low, high)
    state.add(Draft(name, "between", kind, list(values)), low, high)
