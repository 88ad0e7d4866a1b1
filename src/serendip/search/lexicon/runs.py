"""Which of the words that no rule took belong together as one name."""

from __future__ import annotations

from typing import Final

from serendip.core.text import has_cjk
from serendip.search.lexicon.state import BREAKS, State
from serendip.search.lexicon.tokens import CLASS, classes

TEXT: Final = classes("word han topic brand category plain counter")
CORE: Final = classes("word han topic brand category")
INNER: Final = classes("glue range mark")
AHEAD: Final = classes("noun style topic_end format persona campaign platform")
"""What stands behind a subject: a word for channels, a style, 类 and the like."""
TIES: Final = frozenset({"with", "in", "from", "who", "that", "whose", "on", "based in", "based"})
_LINKS: Final = frozenset({"of"})


_THINGS: Final = frozenset(
    {
        "making",
        "cover",
        "covers",
        "play",
        "plays",
        "playing",
        "talk",
        "talks",
        "test",
        "tests",
        "解说",
        "讲解",
    }
)
_MODIFIERS: Final = frozenset({"budget", "price", "length", "engagement"})
_SAVED: Final = frozenset({"avg_saves", "avg_shares", "avg_comments", "avg_likes"})


def name_ends(state: State) -> None:
    """Words of grammar that end a name: soap making channels, dance cover 频道, 球鞋收藏博主."""
    for i, token in enumerate(state.tokens[:-1]):
        if token.text in _MODIFIERS and state.kinds[i] == CLASS["metric"] and state.kinds[i + 1] in CORE:
            state.kinds[i] = CLASS["word"]
    for i in range(1, len(state.kinds)):
        if state.kinds[i - 1] not in CORE or state.kinds[i] not in classes("do metric"):
            continue
        token = state.tokens[i]
        after = state.tokens[i + 1] if i + 1 < len(state.tokens) else None
        ends = after is None or after.kind in _ENDS or after.text in TIES
        if token.kind == CLASS["do"] and token.text in _THINGS and ends:
            state.kinds[i] = CLASS["word"]
        elif token.value in _SAVED and ends and not token.spaced and not token.text.isascii():
            state.kinds[i] = CLASS["han"]


_ENDS: Final = AHEAD | BREAKS | classes("of")


def runs(state: State) -> list[tuple[int, int]]:
    """Stretches of words that belong together, as token ranges."""
    out: list[tuple[int, int]] = []
    i, count = 0, len(state.tokens)
    while i < count:
        if state.kinds[i] not in CORE and not _number_word(state, i):
            i += 1
            continue
        start, end = i, i + 1
        while end < count:
            kind = state.kinds[end]
            if kind in CORE or (kind in TEXT and _number_word(state, end)):
                if _split_here(state, end):
                    break
                end += 1
            elif (kind in INNER and end + 1 < count and not state.tokens[end].spaced and not (
                state.tokens[end + 1].spaced
            ) and state.kinds[end + 1] in TEXT) or _link(state, end):  # fmt: skip
                end += 2
            elif state.tokens[end].text == "'" and end + 1 < count and state.kinds[end + 1] in CORE:
                end += 1
            else:
                break
        out.append((start, end))
        i = end
    return out


def _number_word(state: State, index: int) -> bool:
    """A number that no rule took belongs to a name when it stands at words (iPhone 15, 4K camera)."""
    if state.kinds[index] not in classes("plain days seconds"):
        return False
    beside = [n for n in (index - 1, index + 1) if 0 <= n < len(state.kinds) and state.kinds[n] in CORE]
    return bool(beside)


def _split_here(state: State, end: int) -> bool:
    """In a row of tags a Latin word after a space begins a keyword when Chinese came before it, and a known
    thing when another known thing came before it (耳机 headset film crew).
    """
    token, before = state.tokens[end], state.tokens[end - 1]
    if not token.spaced or has_cjk(token.text) or _one_name(state, end):
        return False
    if before.kind in classes("han topic category") and has_cjk(before.text):
        return True
    return state.chinese and token.kind == before.kind == CLASS["topic"] and " " in token.text


def _one_name(state: State, index: int) -> bool:
    """Whether a part is nothing but words and the 类 that ends them (K-pop 舞蹈 cover 类)."""
    own = state.fragment[index]
    part = [t for t, f in zip(state.tokens, state.fragment, strict=True) if f == own and t.kind not in BREAKS]
    *words, last = part
    named = CORE | INNER | classes("do style")
    return last.kind == CLASS["topic_end"] and last.text == "类" and all(t.kind in named for t in words)


def _link(state: State, index: int) -> bool:
    if index + 1 >= len(state.tokens) or state.kinds[index + 1] not in CORE:
        return False
    token = state.tokens[index]
    if state.kinds[index] == CLASS["filler"] and token.text in _LINKS:
        return True
    return state.kinds[index] == CLASS["joiner"] and token.text == "&" and not token.spaced
