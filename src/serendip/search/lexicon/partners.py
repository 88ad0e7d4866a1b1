"""Working together: ways of contact, and the brands that a creator has worked with."""

from __future__ import annotations

from typing import Final

from serendip.search.conditions import Kind
from serendip.search.lexicon.state import QUIET, Draft, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern


def contacts(state: State) -> None:
    """A public e-mail address, WhatsApp and other ways of contact."""
    found = [i for i, kind in enumerate(state.kinds) if kind == CLASS["contact"]]
    for i in sorted(found, key=lambda n: state.tokens[n].value == "any"):  # named ones say how to reach
        token = state.tokens[i]
        value = str(token.value)
        if value == "site" and not _published(state, i):
            state.kinds[i] = CLASS["word"] if token.text.isascii() else CLASS["han"]
            continue
        low, high = i, i + 1
        while low and state.kinds[low - 1] in classes("contact_verb"):
            low -= 1
        while high < len(state.kinds) and state.kinds[high] in classes("contact_verb"):
            high += 1
        said = state.kind_of(low, high)
        if value == "has_email":
            op, kind_said, known = (
                ("prefer", "soft", True) if said == "soft" else ("eq", "hard", said != "exclude")
            )
            draft = next((d for d in state.drafts if d.field == "has_email"), None)
            state.add(draft or Draft("has_email", op, kind_said, [known]), low, high)
        elif value == "any":
            draft = next((d for d in state.drafts if d.field in {"has_email", "contact_channel"}), None)
            state.add(draft or Draft("has_email", "prefer" if said == "soft" else "eq",
                                     "soft" if said == "soft" else "hard", [said != "exclude"],
                                     "derived"), low, high)  # fmt: skip
        else:
            _contact_channel(state, value, said, (low, high))


def _published(state: State, index: int) -> bool:
    """Whether a web site is something that the creator has, not a thing that is talked about."""
    before = state.tokens[index - 1] if index else None
    return before is not None and (
        before.kind == CLASS["contact_verb"] or before.text in {"有", "带", "with", "has", "have", "own"}
    )


def _contact_channel(state: State, value: str, said: Kind, span: tuple[int, int]) -> None:
    draft = next((d for d in state.drafts if d.field == "contact_channel" and d.kind == said), None)
    if draft is None:
        draft = Draft("contact_channel", "prefer" if said == "soft" else "in", said, [value])
    elif value not in draft.values:
        draft.values.append(value)
    state.add(draft, *span)


_COLLAB_BEFORE: Final = pattern(
    "collab(?:filler|joiner)*"
    "(n: (?:(?:brand|word|han|topic|glue|category|range)+(?:list|joiner|comma)?(?:filler)?)+)"
)
_COLLAB_AFTER: Final = pattern(
    "(?:filler|joiner|not|do)(n: (?:(?:brand|word|han|topic)+(?:list|joiner)?)+)(?:filler|of)*collab"
)
_COMPETITOR_LIST: Final = pattern(
    "competitor(?:brand(?!.))?(?:filler|mark|open)*"
    "(n: (?:(?:brand|word|han|topic)+(?:list|joiner|comma)?(?:filler)?)+)"
)


def brands(state: State) -> None:
    """Brands that a creator has worked with, or must not have."""
    kinds = set(state.kinds)
    if not kinds & classes("collab competitor"):
        return
    names: list[str] = []
    tokens: list[int] = []
    for match in state.find(_COMPETITOR_LIST):
        if state.free(*match.span()):
            low, high = match.span("n")
            names += _names(state, low, high)
            tokens += range(match.start(), high)
    found = False
    for rule in (_COLLAB_BEFORE, _COLLAB_AFTER):
        for match in state.find(rule):
            low, high = match.span("n")
            if (
                CLASS["competitor"] in state.kinds[low:high]
                or not state.free(*match.span())
                or set(range(low, high)) & set(tokens)
            ):
                continue
            brand = any(k == CLASS["brand"] for k in state.kinds[low:high]) or _capital(state, low)
            if not brand:
                continue
            end = _list_end(state, low, high)
            _collab(state, _names(state, low, end), (match.start(), match.end() if end == high else end))
            found = True
    if not found and (
        CLASS["collab"] in kinds
        or any(state.negated[i] for i, k in enumerate(state.kinds) if k == CLASS["competitor"])
    ):
        _competitors(state, names, tokens)


def _capital(state: State, index: int) -> bool:
    token = state.tokens[index]
    return state.text[token.start].isupper() or not token.text.isascii()


def _names(state: State, low: int, high: int) -> list[str]:
    """The names in a list, as they were written."""
    names: list[str] = []
    start = low
    for i in range(low, high + 1):
        if i == high or state.kinds[i] in classes("list joiner comma filler"):
            if i > start:
                names.append(state.said(start, i))
            start = i + 1
    return names


def _list_end(state: State, low: int, high: int) -> int:
    """Where a list of names ends: at a comma behind which no name stands (Sony, camera reviewers)."""
    for i in range(low, high - 1):
        if state.kinds[i] == CLASS["comma"]:
            after = state.following(i, classes("filler joiner"))
            if state.kinds[after] != CLASS["brand"] and not state.text[state.tokens[after].start].isupper():
                return i
    return high


def _collab(state: State, names: list[str], span: tuple[int, int]) -> None:
    low, high = span
    said = "exclude" if any(state.negated[low:high]) or _denied(state, low) else state.kind_of(low, high)
    state.add(Draft("brand_collab", "prefer" if said == "soft" else "in", said, list(names)), low, high)


def _denied(state: State, low: int) -> bool:
    before = state.previous(low, classes("filler joiner"))
    return before >= 0 and state.tokens[before].kind == CLASS["not"]


def _competitors(state: State, names: list[str], listed: list[int]) -> None:
    where = [i for i, k in enumerate(state.kinds) if k in classes("collab competitor") and i not in listed]
    if not where:
        where = listed[:1]
    low, high = min(where), max(where) + 1
    if CLASS["competitor"] not in {state.tokens[i].kind for i in [*where, *listed]}:
        for i in where:
            state.kinds[i] = CLASS["filler"]
        return
    if not all(state.kinds[i] in QUIET | classes("collab competitor") for i in range(low, high)):
        low, high = where[0], where[0] + 1
    denied = any(state.negated[i] for i in where) or _denied(state, low)
    if not names:
        state.refer(low, high, "请写出竞品品牌", "name the competing brands")
        state.doubt("competitor_unknown", "which brands compete?", ask=True)
        return
    draft = Draft("brand_collab", "in", "exclude" if denied else "hard", list(names))
    state.add(draft, low, high)
    for i in listed:
        if state.kinds[i] != CLASS["taken"]:
            state.add(draft, i, i + 1)
