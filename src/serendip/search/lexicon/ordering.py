"""In which order and how many: ``按粉丝排序``, ``the most viewed``, ``top 20``."""

from __future__ import annotations

import re
from typing import Final

from serendip.search.lexicon.sets import words
from serendip.search.lexicon.state import Draft, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

_RANKS_HIGH: Final = words("ranks_high")
_RANKS_LOW: Final = words("ranks_low")
_SORT: Final = pattern("sort(?:loose)*(w: metric|sort_word|growth|activity)?(?:loose|level)*(a: sort_after)*")
_SORT_ONLY: Final = pattern("(w: metric|sort_word)(?:loose|level|least_after)*(a: sort_after)+")
_SORT_TOP: Final = pattern(
    "(w: metric)(?:of|filler)?(x: most|least|level)(?:(?:of|filler)?sort_after)*"
    "(?=of|noun|sort_after|comma|stop|$)"
    "|(y: mainly|most|least|big|word)(?:filler)?(v: metric)(?:sort_after)*"
    "(?!(?:filler|most|least|about)*number)"
    "|(z: sort_word)"
)
_SORT_UNKNOWN: Final = pattern("sort(?:loose)*(?:word|han|topic|brand|category)+(a: sort_after)*")
_LIMIT: Final = pattern(
    "(?:limit(?:filler)?|request(?:filler|of)*)(?:plain range)?(n: plain)(?!range)(?:filler)?(c: counter)?"
    "|(m: plain)(?=big)|(l: plain)(d: counter)"
    "(?=(?:filler|of)*(?:noun|ready|similar|stop|comma|taken|style|persona|tier|country|city|demonym|language|gender|category|topic|platform|do|metric|han|word))"
)
_SORT_NAMES: Final = {
    "last_active_days": "last_active",
    "growth_followers_pct": "growth",
    "posting_frequency": "posting_frequency",
}


def sort(state: State) -> None:
    """How to order: ``按粉丝排序``, ``sorted by engagement``."""
    kinds = set(state.kinds)
    if kinds & classes("metric sort_word"):
        _ranked(state)
    if kinds & classes("sort sort_after"):
        _sorted(state)


def _sorted(state: State) -> None:
    for rule in (_SORT, _SORT_ONLY):
        for match in state.find(rule):
            low, high = match.span()
            if not match["w"] or not state.free(low, high):
                continue
            if rule is _SORT and state.tokens[low].text in {"按", "按照", "根据"} and not match["a"]:
                continue
            token = state.tokens[match.start("w")]
            name = "growth" if token.kind == CLASS["growth"] else str(token.value)
            extra: dict[str, object] = {}
            if (match["a"] and state.tokens[match.start("a")].value == "asc") or _lowest(state, low, high):
                extra["direction"] = "asc"
            state.add(Draft("sort", "eq", "soft", [_SORT_NAMES.get(name, name)], extra=extra), low, high)
    for match in state.find(_SORT_UNKNOWN):
        low, high = match.span()
        if state.tokens[low].text not in {"按", "按照", "根据"} or match["a"]:
            state.reject(
                low, high, "没有该数据，不能按此排序", "results cannot be ordered by this: no source has it"
            )


def _lowest(state: State, low: int, high: int) -> bool:
    """``价格低的排前面``: the low ones first."""
    return any(state.kinds[i] == CLASS["level"] and state.tokens[i].value == "low" for i in range(low, high))


def _ranked(state: State) -> None:
    """``粉丝最多的``, ``with the most followers``: a superlative orders by its figure."""
    for match in state.find(_SORT_TOP):
        low, high = match.span()
        if not state.free(low, high) or any(state.negated[low:high]) or any(state.audience[low:high]):
            continue
        if match["z"]:
            token = state.tokens[low]
            after = state.kinds[high] if high < len(state.kinds) else ""
            if "top" in token.flags and after != CLASS["sort_after"]:
                state.add(
                    Draft("sort", "eq", "soft", [_SORT_NAMES.get(str(token.value), token.value)]), low, high
                )
            continue
        word, at = ("x", "w") if match["w"] else ("y", "v")
        said = state.tokens[match.start(word)].text
        name = str(state.tokens[match.start(at)].value)
        if said not in _RANKS_HIGH | _RANKS_LOW or name == "age" or _of_audience(state, match, high):
            continue
        extra: dict[str, object] = {"direction": "asc"} if said in _RANKS_LOW else {}
        state.add(Draft("sort", "eq", "soft", [_SORT_NAMES.get(name, name)], extra=extra), low, high)


def _of_audience(state: State, match: re.Match[str], high: int) -> bool:
    """``most followers in Spain`` says where they are."""
    behind = state.tokens[high].text if high < len(state.tokens) else ""
    return match["v"] is not None and behind in {"in", "from", "are", "being", "is", "based in", "live in"}


def limit(state: State) -> None:
    """How many to show: ``top 20``, ``找 10 个``."""
    for match in state.find(_LIMIT):
        low, high = match.span()
        if not state.free(low, high) or any(d.field == "limit" for d in state.drafts):
            continue
        at = next(match.start(name) for name in "nml" if match[name])
        quantity = state.tokens[at].value
        counter = match.start("c") if match["c"] else match.start("d")
        if quantity.scaled or quantity.low > 500 or not float(quantity.low).is_integer() or quantity.low < 2:
            continue
        if counter >= 0 and state.tokens[counter].value != "unit":
            continue
        if match["n"] and not match["c"] and not _counts(state, at):
            continue
        first = at - 2 if match["n"] and state.kinds[at - 1] == CLASS["range"] else at
        state.add(Draft("limit", "eq", "soft", [int(quantity.low)]), first, high)
        state.take(low, first, "task")


def _counts(state: State, index: int) -> bool:
    """``find 20 creators``, ``top 20 US fitness creators`` count rows; ``top 10 list videos`` do not."""
    return any(
        k in classes("noun style tier persona platform") for k in state.kinds[index + 1 : index + 7]
    ) or (state.kinds[index - 1] == CLASS["limit"])
