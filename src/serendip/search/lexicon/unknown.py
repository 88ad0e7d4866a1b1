"""Statements about a figure that nothing here knows: ``blorptang 率 7``, ``foo > 7``, ``xyz: 12``.

They are kept in sight and not applied; beside other conditions they are no keywords, alone they are (D-3).
"""

from __future__ import annotations

import re
from typing import Final

from serendip.search.lexicon.state import BREAKS, State
from serendip.search.lexicon.tokens import CLASS, classes

_AMOUNT: Final = (
    r"[$€£¥]?\d[\d.,]*\s*(?:%|[kmw]|万|千|百|亿|分|倍|/\d+)?\s*"
    r"(?:\+|以上|以下|以内|左右|起|or more|or less|or above|or below|and up)?"
)
_BOUND: Final = (
    "(?:至少|不低于|不少于|超过|大于|高于|低于|小于|不超过|最多|最低|达到|在|要|是|为|at least|at most|"
    "over|above|under|below|more than|less than|of|is|[:>=<≥≤~])"
)
_RATE: Final = re.compile(
    rf"[^\d\s:>=<≥≤][^:>=<≥≤]{{0,40}}?(?:率|指数|得分|评分|分数|系数|占比|比值|值|(?<![a-z])(?:rate|ratio|score|index|rating))"
    rf"\s*(?:{_BOUND}\s*){{0,3}}{_AMOUNT}"
)
_SIGN: Final = re.compile(rf"[^\W\d][\w \-]{{0,40}}?\s*[:>=<≥≤~]{{1,2}}\s*{_AMOUNT}")
_SIGNED: Final = re.compile("[率数分比值:>=<≥≤~]|rat|score|index")
_KNOWN: Final = classes("topic brand category url handle hashtag metric noun label")
_CONDITIONS: Final = classes(
    "country city demonym language platform activity recent money ratio years noun request plain url "
    "handle metric"
)
_NOTE: Final = ("不认识这个指标，暂未生效", "this figure is not known here; not applied")


def figures(state: State) -> None:
    """Set aside fragments that state a figure of an unknown metric beside other conditions."""
    if not _SIGNED.search(state.folded) or state.fragment[-1:] in ([], [0]):
        return
    for number in sorted(set(state.fragment)):
        own = [i for i, f in enumerate(state.fragment) if f == number and state.tokens[i].kind not in BREAKS]
        if own and _is_statement(state, own) and _has_company(state, number):
            for i in own:
                state.take(i, i + 1, "unknown")
                state.status[i] = ("pending", *_NOTE)


def _is_statement(state: State, own: list[int]) -> bool:
    if any(state.owner[i] or state.status[i] or _is_known(state, i) for i in own):
        return False
    if not any(state.tokens[i].kind in classes("word han unmeasured") for i in own):
        return False
    said = state.folded[state.tokens[own[0]].start : state.tokens[own[-1]].end]
    return _RATE.fullmatch(said) is not None or _SIGN.fullmatch(said) is not None


def _is_known(state: State, index: int) -> bool:
    """Whether a word has a meaning of its own here; ``rate`` has none behind another word."""
    token = state.tokens[index]
    return token.kind in _KNOWN and token.text not in {"rate", "rates"}


def _has_company(state: State, number: int) -> bool:
    """Whether another fragment states a condition or asks for channels."""
    return any(
        state.owner[i]
        or (t.kind in _CONDITIONS and not (t.kind == CLASS["plain"] and not _bounded(state, i)))
        for i, t in enumerate(state.tokens)
        if state.fragment[i] != number
    )


def _bounded(state: State, index: int) -> bool:
    """Whether a number has a bound beside it (1w+)."""
    near = state.tokens[max(0, index - 1) : index + 2]
    return any(t.kind in classes("least most least_after most_after") for t in near)
