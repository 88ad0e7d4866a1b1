"""Figures that are said by way of another thing: views as a share of followers, an age by a year, and figures
that no source shows (ROI, conversion), which are kept in sight and not applied.
"""

from __future__ import annotations

import re
from typing import Final

from serendip.search.lexicon import bounds
from serendip.search.lexicon.measures import add
from serendip.search.lexicon.state import State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

_OF_FOLLOWERS: Final = pattern(
    "(v: metric)(?:least|most|about|loose|between){0,4}(f: metric)(?:loose){0,2}(r: ratio)"
    "(?:least_after|most_after|about_after)?"
    "|(w: metric)(?:loose){0,2}(?:least|most|about|loose){0,3}(q: ratio)(?:loose){0,3}(g: metric)"
)
_BOUNDS: Final = classes("ratio least most about least_after most_after about_after")
_YEAR: Final = re.compile(r"(?:19[9]\d|20\d\d)")
_NEAR_YEAR: Final = classes("filler of noun mark most least han metric active recent")
_YEAR_PARTS: Final = frozenset({"年前", "年", "年后", "年以前", "年以后", "年之前", "年之后"})
_YEAR_LEADS: Final = frozenset({"after", "before", "since", "in", "until", "from", "年"})
_NO_YEAR: Final = ("按年份限定注册时间暂不支持", "the year an account was opened cannot be filtered on yet")
_UNMEASURED: Final = pattern(
    "(?:level|amount)(?:loose){0,2}(u: unmeasured)|(v: unmeasured)(?:loose){0,3}(?:level|amount)"
)
_NO_FIGURE: Final = ("没有该指标的数据，暂未生效", "no source shows this figure; not applied")


def views_of_followers(state: State) -> None:
    """``播放量至少是粉丝的10%``, ``views at least 10% of followers``: the rate of views."""
    if CLASS["ratio"] not in state.kinds or state.kinds.count(CLASS["metric"]) < len(_PAIR):
        return
    for match in state.find(_OF_FOLLOWERS):
        low, high = match.span()
        first, second = ("v", "f") if match["v"] else ("w", "g")
        pair = tuple(str(state.tokens[match.start(name)].value) for name in (first, second))
        if pair != _PAIR or not state.free(low, high):
            continue
        said = [i for i in range(low, high) if state.kinds[i] in _BOUNDS]
        amount = bounds.read([state.tokens[i] for i in said], [state.kinds[i] for i in said])
        if amount is not None:
            add(state, "view_rate", amount, (low, high))


_PAIR: Final = ("avg_views", "followers")


def years(state: State) -> None:
    """``joined before 2015``, 2015年前注册: understood, and said not to be applied."""
    if CLASS["age_word"] not in state.kinds:
        return
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["age_word"]:
            continue
        at = next((n for n in (*_beside(state, i, 1), *_beside(state, i, -1)) if _is_year(state, n)), None)
        if at is None:
            continue
        low, high = min(i, at), max(i, at) + 1
        while high < len(state.tokens) and state.tokens[high].text in _YEAR_PARTS:
            high += 1
        _set_aside(state, low, high, _NO_YEAR)


def _beside(state: State, index: int, step: int) -> list[int]:
    """Tokens on one side of an age word up to the first that cannot stand between it and a year."""
    out: list[int] = []
    at = index + step
    while 0 <= at < len(state.tokens) and len(out) <= len(_YEAR_PARTS):
        out.append(at)
        if state.kinds[at] not in _NEAR_YEAR and state.tokens[at].text not in _YEAR_LEADS:
            break
        at += step
    return out


def _is_year(state: State, index: int) -> bool:
    return _YEAR.fullmatch(state.tokens[index].text) is not None


def unmeasured(state: State) -> None:
    """``good ROI``, 转化率高; as a part of other words (conversion rate optimization) it is a word."""
    if CLASS["unmeasured"] not in state.kinds:
        return
    for match in state.find(_UNMEASURED):
        if state.free(*match.span()):
            _set_aside(state, *match.span(), _NO_FIGURE)
    for i, kind in enumerate(state.kinds):
        if kind == CLASS["unmeasured"]:
            state.kinds[i] = CLASS["word"] if state.tokens[i].text.isascii() else CLASS["han"]


def _set_aside(state: State, low: int, high: int, note: tuple[str, str]) -> None:
    state.take(low, high, "unknown")
    for i in range(low, high):
        state.status[i] = ("pending", *note)
