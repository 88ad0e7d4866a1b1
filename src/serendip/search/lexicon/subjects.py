"""What the channels are about: categories, keywords, topics, excluded words. Works on what no rule took."""

from __future__ import annotations

from typing import Final

from serendip.core.text import narrow, simplify, undecorated
from serendip.search.lexicon.runs import AHEAD, INNER, TEXT, TIES, name_ends, runs
from serendip.search.lexicon.state import BREAKS, TAKEN, Draft, State
from serendip.search.lexicon.tokens import CLASS, classes
from serendip.search.spelling import corrected

_SKIP: Final = classes("filler of open close mark glue")
_BEFORE: Final = classes("do label sell not")


def read(state: State, plain: frozenset[int]) -> None:
    """Turn the remaining words into conditions.

    Args:
        state: the work table.
        plain: fragments that are keywords by themselves (section 4.2, step 8).
    """
    name_ends(state)
    for low, high in runs(state):
        if TAKEN in state.kinds[low:high]:
            continue
        _run(state, low, high, plain)


def _run(state: State, low: int, high: int, plain: frozenset[int]) -> None:
    if high - low == 1 and state.kinds[low] == CLASS["han"] and len(state.tokens[low].text) == 1:
        return
    category = high - low == 1 and state.kinds[low] == CLASS["category"]
    if any(state.negated[low:high]):
        _exclude(state, low, high, category=category)
        return
    if any(state.soft[low:high]):
        _prefer(state, low, high)
        return
    if category and _asks_category(state, low) and state.fragment[low] not in plain:
        _category(state, low, "hard")
        return
    if state.fragment[low] in plain or _is_subject(state, low, high):
        _keyword(state, low, high)


def _asks_category(state: State, index: int) -> bool:
    """Words that are only sometimes a category must stand at a word for channels."""
    if "extra" not in state.tokens[index].flags:
        return True
    after = index + 1
    return after < len(state.tokens) and (
        state.kinds[after] in classes("noun topic_end") or "noun" in state.tokens[after].flags
    )


def _category(state: State, index: int, kind: str) -> None:
    known = next((d for d in state.drafts if d.field == "category" and d.kind == kind), None)
    draft = known or Draft("category", "in", kind, [])  # pyright: ignore[reportArgumentType]
    for code in state.tokens[index].value:
        if code not in draft.values:
            draft.values.append(code)
    state.add(draft, index, index + 1)


def _is_subject(state: State, low: int, high: int) -> bool:
    """Whether words of a sentence stand where a sentence says what it is about."""
    if any(k in classes("topic brand category") for k in state.kinds[low:high]):
        return True
    after = _next(state, high)
    if after >= 0 and state.tokens[after].kind in AHEAD:
        return True
    before = _last(state, low)
    if before >= 0 and state.tokens[before].kind in _BEFORE:
        return True
    if before >= 0 and state.tokens[before].kind in classes("joiner list") and _listed(state, before):
        return True
    if after >= 0 and state.tokens[after].kind in classes("joiner list") and _listed_after(state, after):
        return True
    if _leads(state, low, high):
        return True
    words = state.said(low, high)
    return state.chinese and words.isascii() and len(words) > 2


def _leads(state: State, low: int, high: int) -> bool:
    """Words that open a part and are tied to the rest (any painters with at least ...)."""
    if high >= len(state.tokens) or state.tokens[high].text not in TIES:
        return False
    for i in range(low - 1, -1, -1):
        kind = state.tokens[i].kind
        if kind in BREAKS or kind == CLASS["request"]:
            return True
        if kind != CLASS["filler"] and not state.owner[i]:
            return False
    return True


def _listed(state: State, index: int) -> bool:
    """Whether an item before this joiner was a keyword."""
    for i in range(index - 1, max(-1, index - 6), -1):
        if any(
            state.drafts[n].field in {"keyword", "category", "topic", "creator_persona"}
            for n in state.owner[i]
        ):
            return True
        if state.kinds[i] not in _SKIP | classes("joiner list taken topic_end"):
            return False
    return False


def _listed_after(state: State, index: int) -> bool:
    """Whether the list goes on and ends at a word for channels (camping, hiking and fishing creators)."""
    for i in range(index + 1, min(len(state.tokens), index + 12)):
        kind = state.tokens[i].kind
        if kind in AHEAD:
            return True
        if kind not in TEXT | INNER | _SKIP | classes("joiner list comma"):
            return False
    return False


def _next(state: State, high: int) -> int:
    for i in range(high, len(state.tokens)):
        kind = state.tokens[i].kind
        if kind in BREAKS or kind in classes("joiner"):
            return i if kind in classes("list joiner") else -1
        if kind not in _SKIP:
            return i
    return -1


def _last(state: State, low: int) -> int:
    for i in range(low - 1, -1, -1):
        kind = state.tokens[i].kind
        if kind in BREAKS:
            return i if kind == CLASS["list"] else -1
        if kind not in _SKIP | classes("noun") or kind in classes("joiner"):
            return i
    return -1


def _words(state: State, low: int, high: int) -> str:
    return simplify(narrow(undecorated(state.said(low, high))))


def _keyword(state: State, low: int, high: int) -> None:
    said = state.said(low, high)
    value = _words(state, low, high)
    if any(d.field == "keyword" and d.kind == "keyword" and d.values == [value] for d in state.drafts):
        number = next(n for n, d in enumerate(state.drafts) if d.values == [value])
        state.take(low, high)
        for i in range(low, high):
            state.owner[i].append(number)
        return
    draft = Draft("keyword", "contains", "keyword", [value], extra={"target": "default"})
    brand = next((state.tokens[i] for i in range(low, high) if state.tokens[i].kind == CLASS["brand"]), None)
    if brand is not None:
        draft.extra["brand"] = state.text[brand.start : brand.end]
    _variants(state, said, value, draft)
    better = corrected(value)
    if (
        better is not None
        and state.text[state.tokens[low].start - 1 : state.tokens[low].start] not in _QUOTES
    ):
        draft.values, draft.extra["as_typed"] = [better], value
        state.doubt("typo_corrected", f"{value} -> {better}")
    high = _with_end(state, high)
    state.add(draft, low, high)


_QUOTES: Final = ('"', "“", "「", "'")


def _with_end(state: State, high: int) -> int:
    """类, content, niche behind a topic belong to its words."""
    while high < len(state.kinds) and state.kinds[high] in classes("topic_end campaign"):
        high += 1
    return high


def _variants(state: State, said: str, value: str, draft: Draft) -> None:
    if value != narrow(said):
        draft.extra["variants"] = [narrow(said)]
        state.doubt("script_variant", "folded for recall, shown as typed")


def _prefer(state: State, low: int, high: int) -> None:
    draft = Draft("topic", "prefer", "soft", [_words(state, low, high)])
    state.add(draft, low, _with_end(state, high))


def _exclude(state: State, low: int, high: int, *, category: bool) -> None:
    if category:
        _category(state, low, "exclude")
        return
    draft = Draft(
        "keyword", "contains", "exclude", [singular(_words(state, low, high))], extra={"target": "default"}
    )
    state.add(draft, low, _with_end(state, high))


_KEEP: Final = frozenset(
    {"news", "sports", "asmr", "politics", "finance", "business", "ads", "series", "gas", "lens", "fitness"}
)


def singular(words: str) -> str:
    """An excluded English plural in the singular, so that it excludes both (giveaways -> giveaway)."""
    head, space, last = words.rpartition(" ")
    low = last.casefold()
    if (
        not last.isascii()
        or len(last) < 4
        or low in _KEEP
        or low.endswith(("ss", "us", "is"))
        or not last[1:].islower()
    ):
        return words
    if low.endswith("ies"):
        return f"{head}{space}{last[:-3]}y"
    if low.endswith(("ches", "shes", "xes", "sses", "zes")):
        return f"{head}{space}{last[:-2]}"
    return f"{head}{space}{last[:-1]}" if low.endswith("s") else words
