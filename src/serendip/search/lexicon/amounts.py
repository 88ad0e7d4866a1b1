"""Amounts without a metric, by their unit: money, lengths of videos, years of age, ``1w+``."""

from __future__ import annotations

from typing import Final

from serendip.search.lexicon import bounds
from serendip.search.lexicon.bounds import Bounds
from serendip.search.lexicon.measures import add
from serendip.search.lexicon.state import State
from serendip.search.lexicon.tokens import classes, pattern

_ALONE: Final = pattern(
    "(e: amount)(f: (?:joiner|list)?)(g: (?:(?:least|most)number|number(?:least_after|most_after))?)"
)


def alone(state: State) -> None:
    """Amounts without a metric whose unit says what they are: money, minutes, years of age, 1w+."""
    for match in state.find(_ALONE):
        low, high = match.start("e"), match.end("e")
        if not state.free(low, high):
            continue
        amount = bounds.read(state.tokens[low:high], state.kinds[low:high])
        if amount is None:
            continue
        if amount.kind == "money":
            add(state, "price", amount, (low, high))
        elif amount.kind == "seconds" and (amount.op or _is_video(state, high)):
            add(
                state,
                "video_duration_sec",
                amount,
                (low, _with(state, high, "topic_end counter format metric")),
            )
        elif amount.kind == "years":
            add(state, "age", amount, (low, high))
        elif amount.kind == "plain" and _is_age(state, low, amount):
            state.audience[low:high] = [True] * (high - low)
            add(state, "age", amount, (low, high))
        elif amount.kind == "plain" and _is_followers(state, low, high, amount):
            add(state, "followers", amount, (low, high))


def _is_age(state: State, low: int, amount: Bounds) -> bool:
    """A bare range right behind words on the audience (audience 60% male, 25-44)."""
    ages = amount.op == "between" and not amount.scaled and 13 <= amount.values[0] < amount.values[1] <= 80
    before = state.previous(low, classes("comma list"))
    return ages and before >= 0 and state.audience[before]


def _with(state: State, high: int, names: str) -> int:
    wanted = classes(names) - classes("metric")
    while high < len(state.tokens) and state.kinds[high] in wanted:
        high += 1
    return high


def _is_video(state: State, high: int) -> bool:
    """Whether a bare length stands at words for videos (10 minute videos), not in a name (10分钟健身)."""
    return high < len(state.kinds) and state.kinds[high] in classes("topic_end counter format noun active")


def _is_followers(state: State, low: int, high: int, amount: Bounds) -> bool:
    """``1w+`` and ``25k-75k`` count followers when nothing else claims them."""
    after = state.kinds[high] if high < len(state.tokens) else ""
    if after in classes("counter word topic category brand han") and not state.tokens[high].spaced:
        return False
    if after in classes("counter topic category brand"):
        return False
    before = state.kinds[low - 1] if low else ""
    if before in classes("word brand topic") and not amount.op:
        return False
    return bool(amount.op) and (amount.scaled or min(amount.values) >= 1000)
