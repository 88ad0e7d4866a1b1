"""From the rules' work table to conditions and spans: every character ends in exactly one span (I-8)."""

from __future__ import annotations

import unicodedata
from typing import Final

from serendip.search.conditions import Condition, Role, Span, Status
from serendip.search.lexicon.sets import words
from serendip.search.lexicon.state import BREAKS, Draft, State
from serendip.search.lexicon.tokens import CLASS, classes

_ASIDE: Final = classes(
    "filler of joiner mark glue open close comma list stop range noun do topic_end label counter level "
    "mainly campaign sell contact_verb language_word limit sort sort_after not not_after soft between about "
    "about_after recent active basis per gender audience competitor collab age_word least most least_after "
    "most_after big persona sort_word"
)
"""Classes whose words belong to the neighbouring span when no rule took them."""
_PRAISE: Final = words("praise")
_UNKNOWN: Final = ("未能理解，暂未生效", "not understood and not applied")
_WISH: Final = ("目前仅作参考，不直接过滤结果", "only a reference for now; it does not filter results")
_PENDING_FIELDS: Final = frozenset({"tone", "value_for_money"})
_ROLES: Final[dict[str, Role]] = {"anchor": "anchor", "keyword": "keyword", "platform": "platform"}


def conditions(state: State) -> tuple[Condition, ...]:
    """The drafts as conditions, in the order of the text; the state's owners follow."""
    order = sorted(range(len(state.drafts)), key=lambda n: (min(state.drafts[n].tokens, default=10**6), n))
    position = {old: new for new, old in enumerate(order)}
    state.owner = [[position[n] for n in owned] for owned in state.owner]
    state.drafts = [state.drafts[n] for n in order]
    return tuple(_condition(state, draft) for draft in state.drafts)


def _condition(state: State, draft: Draft) -> Condition:
    start = min((state.tokens[i].start for i in draft.tokens), default=None)
    end = max((state.tokens[i].end for i in draft.tokens), default=None)
    status, note = draft.status, draft.note
    if draft.kind == "soft" and draft.field in _PENDING_FIELDS and status == "effective":
        status, note = "pending", _WISH
        draft.status, draft.note = status, note
    zh, en = note or (None, None)
    return Condition(
        draft.field, draft.op, draft.kind, tuple(draft.values), draft.source, start, end, status, zh, en,
        dict(draft.extra),
    )  # fmt: skip


LIKENESS: Final = ("相似频道由锚点召回", "similarity comes from the anchor")
"""Why a word for likeness beside a channel does nothing of its own (D-1)."""

Mark = tuple[Role, Status, tuple[int, ...], str | None, str | None]


def _mark(state: State, index: int) -> Mark | None:
    """What one token is, or None when it only belongs to its neighbour."""
    if state.owner[index]:
        numbers = tuple(sorted(set(state.owner[index])))
        first = state.drafts[numbers[0]]
        role: Role = _ROLES.get(first.kind) or _ROLES.get(first.field) or _strength(first)
        zh, en = first.note or (None, None)
        if first.status == "effective":
            zh = en = None
        return role, first.status, numbers, zh, en
    said = state.status[index]
    if said is not None:
        return state.role[index] or "soft", said[0], (), said[1], said[2]
    role_only = state.role[index]
    if role_only is not None:
        return role_only, "effective", (), None, None
    kind = state.tokens[index].kind
    if kind == CLASS["request"]:
        return "task", "effective", (), None, None
    if kind == CLASS["similar"]:
        if "anchor_by_name" in state.ambiguities or any(d.field == "anchor" for d in state.drafts):
            return "soft", "reference", (), *LIKENESS
        return "unknown", "pending", (), *_UNKNOWN
    if kind in _ASIDE and not _says_something(state, index):
        return None
    return "unknown", "pending", (), *_UNKNOWN


def _says_something(state: State, index: int) -> bool:
    """Whether a word that no rule took is more than grammar: praise (good, famous), an emoji of its own."""
    token = state.tokens[index]
    if token.kind == CLASS["level"] or token.text in _PRAISE:
        return True
    return token.kind == CLASS["mark"] and _is_sign(token.text) and _apart(state, index)


def _is_sign(text: str) -> bool:
    return not text.isascii() and unicodedata.category(text[0]) == "So"


def _apart(state: State, index: int) -> bool:
    """Whether no word touches a run of emoji; one that is glued to a word decorates it."""
    low, high = state.tokens[index].start, state.tokens[index].end
    while low and not state.text[low - 1].isalnum() and not state.text[low - 1].isspace():
        low -= 1
    while high < len(state.text) and not state.text[high].isalnum() and not state.text[high].isspace():
        high += 1
    before, after = state.text[low - 1 : low], state.text[high : high + 1]
    return not before.isalnum() and not after.isalnum()


def _strength(draft: Draft) -> Role:
    return "soft" if draft.kind == "soft" else "hard"


def spans(state: State) -> tuple[Span, ...]:
    """Spans in the order of the text, touching nothing but white space between them."""
    marks = [_mark(state, i) for i in range(len(state.tokens))]
    _attach(state, marks)
    out: list[Span] = []
    for token, mark in zip(state.tokens, marks, strict=True):
        role, status, numbers, zh, en = mark or ("task", "effective", (), None, None)
        if out and (out[-1].role, out[-1].status, out[-1].conditions, out[-1].note_zh) == (
            role,
            status,
            numbers,
            zh,
        ):
            out[-1] = Span(out[-1].start, token.end, role, status, numbers, zh, en)
        else:
            out.append(Span(token.start, token.end, role, status, numbers, zh, en))
    return tuple(out)


def _attach(state: State, marks: list[Mark | None]) -> None:
    """Give words that say nothing alone to the span before them in their fragment, else to the next one."""
    last: Mark | None = None
    for i, mark in enumerate(marks):
        if state.tokens[i].kind in BREAKS:
            marks[i] = last
            last = None
        elif mark is None:
            marks[i] = last
        else:
            last = mark
    following: Mark | None = None
    for i in range(len(marks) - 1, -1, -1):
        if marks[i] is None:
            marks[i] = following
        else:
            following = marks[i]
    last = None
    for i, mark in enumerate(marks):
        last = mark or last
        marks[i] = mark or last
