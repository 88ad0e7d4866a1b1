"""The two sides of a range, and bounds that leave no value between them (at least 50k and under 10k)."""

from __future__ import annotations

import re
from typing import Final

from serendip.search.lexicon import bounds
from serendip.search.lexicon.bounds import Bounds
from serendip.search.lexicon.state import State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

_TURNED: Final = {"under": "lt", "below": "lt", "above": "gt", "over": "gt", "less": "lt", "more": "gt"}


def open_bounds(state: State) -> None:
    """``at least 50k and under 10k``: ``and under`` before a number bounds that number."""
    for i, token in enumerate(state.tokens[:-1]):
        last = token.text.rpartition(" ")[2]
        if (
            state.kinds[i] in classes("least_after most_after")
            and token.text.startswith("and ")
            and last in _TURNED
            and state.kinds[i + 1] in bounds.NUMBERS
        ):
            state.kinds[i] = CLASS["least"] if _TURNED[last] == "gt" else CLASS["most"]
            token.value = _TURNED[last]


def together(state: State, match: re.Match[str]) -> bool:
    """Whether a word joins the two sides, so that both are of this metric though no value fits both."""
    between = state.tokens[match.start("f") : match.end("f")]
    bare = match.start("f") == match.end("f") and state.tokens[match.start("g")].text.startswith("and ")
    return bare or any(t.kind == CLASS["joiner"] or t.text in _JOINS for t in between)


_JOINS: Final = frozenset({"且", "但", "但是", "并且", "而且", "同时", "又", "but", "yet", "and"})


def makes_range(amount: Bounds, other: Bounds) -> bool:
    """Whether two inclusive bounds leave values between them."""
    if amount.op + other.op not in {"gtelte", "ltegte"}:
        return False
    low, high = (amount, other) if amount.op == "gte" else (other, amount)
    return low.values[0] <= high.values[0]


_EARLIER: Final = pattern("(p: (?:least|most)(?:filler)?number)(?:joiner|filler|comma){0,2}$")


def earlier(state: State, low: int) -> tuple[Bounds, int] | None:
    """``at least 50k and under 10k views``: a bound before the one at the metric, and where it begins."""
    match = _EARLIER.search("".join(state.kinds), 0, low)
    if match is None or not state.free(match.start(), low):
        return None
    low_p, high_p = match.span("p")
    amount = bounds.read(state.tokens[low_p:high_p], state.kinds[low_p:high_p])
    told = any(k == CLASS["metric"] for k in state.kinds[max(0, match.start() - 2) : match.start()])
    return None if amount is None or told else (amount, match.start())
