"""How far a negation, a word for the audience and a wish word reach."""

from __future__ import annotations

from typing import Final

from serendip.search.lexicon.state import BREAKS, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

_NOT: Final = CLASS["not"]
_STOPS: Final = classes("stop request metric recent activity open close often growth sort least most")
_FIGURES: Final = classes("plain ratio money days seconds years vague")
_TURNS: Final = frozenset({"but", "just", "only", "但", "但是", "而是", "不过", "however", "except"})
_RHYTHM: Final = classes("often per activity")
_RELATIVES: Final = frozenset({"who", "that", "which"})
_DEMANDS: Final = frozenset({"要", "需要", "希望是", "need", "needs", "we need", "i need", "want"})
"""受众要七成在英国 says what the audience must be, it begins no new request."""
_ITEMS: Final = classes(
    "country city demonym language category topic brand format style persona account word han contact ready "
    "glue campaign gender filler of"
)
_CONTENT: Final = (_ITEMS | classes("collab competitor platform ready growth tier")) - classes(
    "filler of glue"
)
_AUDIENCE_IN: Final = classes("country city demonym language gender years")
_PEOPLE: Final = pattern(
    "metric(?=(?:filler|of){0,2}(?:mainly(?:filler|of)*)"
    "(?:country|city|demonym|language|gender|(?:plain range)?years))"
)
_PEOPLE_OF: Final = pattern(
    "metric(?=filler?gender)|(?<=gender)metric|metric(?=filler(?:country|demonym)(?:mainly|filler|of))"
)
_SHARED: Final = pattern("gender(?=(?:filler|of|least|most|mainly){0,3}ratio)|(?<=ratio)gender")
_BACK: Final = pattern(
    "(?:(?:least|most)*(?:ratio|plain)(?:least_after|most_after)*(?:filler|of)*)?"
    "(?:mainly(?:filler|of)*)?(?:(?:country|city|demonym|language|gender|years)(?:joiner|list|range|filler)?)+(?:of)?$"
)


def mark(state: State) -> None:
    """Fill in ``negated``, ``audience`` and ``soft``."""
    kinds = set(state.kinds)
    if _NOT in kinds or CLASS["not_after"] in kinds:
        _negations(state)
    if CLASS["audience"] in kinds or CLASS["gender"] in kinds or CLASS["metric"] in kinds:
        _audiences(state)
    if CLASS["soft"] in kinds:
        _wishes(state)


def _negations(state: State) -> None:
    for i, token in enumerate(state.tokens):
        last = i + 1 >= len(state.tokens) or state.kinds[i + 1] in BREAKS
        if token.kind == CLASS["not_after"] or (token.kind == _NOT and last and i):
            _negate(state, _fragment_start(state, i), i)
        elif token.kind == _NOT:
            _negate(state, i + 1, _reach(state, i + 1))


def _fragment_start(state: State, index: int) -> int:
    """Where the words begin that a trailing 不要 speaks of."""
    while index > 0 and state.kinds[index - 1] not in BREAKS:
        index -= 1
    return index


def _negate(state: State, low: int, high: int) -> None:
    for i in range(low, high):
        state.negated[i] = not state.negated[i]


def _reach(state: State, start: int) -> int:
    """The end of a negation's scope: a new thought, a figure, or a comma that no list goes over."""
    content = False
    for i in range(start, len(state.tokens)):
        kind = state.kinds[i]
        if kind in _STOPS or state.tokens[i].text in _TURNS:
            return i
        if content and (kind in _FIGURES or state.tokens[i].text in _RELATIVES):
            return i
        if kind in BREAKS:
            if not content or not _list_goes_on(state, i):
                return i
        elif kind == CLASS["noun"] and content:
            return i + 1
        elif kind in _CONTENT:
            content = True
        elif (kind == CLASS["of"] and content and _more_follows(state, i)) or (
            kind == CLASS["do"] and content
        ):
            return i
    return len(state.tokens)


def _more_follows(state: State, index: int) -> bool:
    """Whether 的 is followed by more of the sentence (不要国内的美妆博主)."""
    after = index + 1
    return after < len(state.tokens) and state.kinds[after] not in BREAKS


def _list_goes_on(state: State, index: int) -> bool:
    """Whether a mark inside a negation joins another excluded thing (``no vlogs, pranks or gossip``)."""
    rest = state.kinds[index + 1 :]
    if state.kinds[index] == CLASS["list"]:
        return bool(rest) and rest[0] in _ITEMS
    if state.kinds[index] == CLASS["stop"]:
        return False
    for kind in rest:
        if kind == CLASS["joiner"]:
            return True
        if kind in BREAKS:
            continue
        if kind not in _ITEMS or kind == CLASS["filler"]:
            return False
    return False


def _audiences(state: State) -> None:
    string = "".join(state.kinds)
    words = [i for i, k in enumerate(state.kinds) if k == CLASS["audience"]]
    words += [i for i, t in enumerate(state.tokens) if t.kind == CLASS["gender"] and "aud" in t.flags]
    words += [m.start() for m in _SHARED.finditer(string)]
    words += _shared_followers(state)
    for rule in (_PEOPLE, _PEOPLE_OF):
        for match in rule.finditer(string):
            if state.tokens[match.start()].value == "followers":
                words.append(match.start())
                state.kinds[match.start()] = CLASS["audience"]
    for at in words:
        state.audience[at] = True
        for i in range(at + 1, _audience_end(state, at)):
            state.audience[i] = True
        behind = _BACK.search(string, 0, at)
        start = _fragment_start(state, at)
        if behind and state.kinds[at] == CLASS["audience"]:
            for i in range(max(behind.start(), start), at):
                state.audience[i] = True


def _audience_end(state: State, at: int) -> int:
    """Over 、 only when the next part still speaks of the audience (主要在美国)."""
    for i in range(at + 1, len(state.tokens)):
        kind = state.kinds[i]
        nearby = state.kinds[i + 1 : i + 3]
        if kind == CLASS["request"] and state.tokens[i].text in _DEMANDS and i <= at + 2:
            continue
        if kind in classes("stop request noun do open close"):
            return i
        if kind == CLASS["comma"] and not (
            nearby and (nearby[0] in classes("mainly gender years") or _age_word(state, i + 1))
        ):
            return i
        if kind in BREAKS and _speaks(state, i + 1):
            return i
        if kind == CLASS["list"] and not (
            nearby and (nearby[0] in _AUDIENCE_IN | {CLASS["mainly"]} or _age_word(state, i + 1))
        ):
            return i
        if kind == CLASS["list"] and nearby[0] == CLASS["country"] and state.kinds[i - 1] != CLASS["country"]:
            return i
        if kind == CLASS["metric"] and state.tokens[i].value not in {"age", "followers"}:
            return i
        if kind == CLASS["of"] and CLASS["noun"] in state.kinds[i + 1 : i + 6] and i > at + 1:
            return i
    return len(state.tokens)


def _speaks(state: State, index: int) -> bool:
    """Whether a part begins with a language that the creator speaks (讲阿拉伯语的香水频道)."""
    return index < len(state.tokens) and (
        state.kinds[index] == CLASS["language_word"]
        or (state.kinds[index] == CLASS["language"] and state.tokens[index].text[0] in "讲说会用")
    )


def _shared_followers(state: State) -> list[int]:
    """粉丝 80% 以上在美国, 60% of followers are women: followers with a share are the audience."""
    out: list[int] = []
    people = _AUDIENCE_IN - classes("years")
    for i, token in enumerate(state.tokens):
        if state.kinds[i] != CLASS["metric"] or token.value != "followers":
            continue
        around = state.kinds[max(0, i - 3) : i + 5]
        before = people & set(state.kinds[max(0, i - 1) : i]) and CLASS["ratio"] in state.kinds[i + 1 : i + 4]
        if before or (CLASS["ratio"] in around and people & set(state.kinds[i + 1 : i + 6])):
            state.kinds[i] = CLASS["audience"]
            out.append(i)
    return out


def _age_word(state: State, index: int) -> bool:
    return state.kinds[index] == CLASS["metric"] and state.tokens[index].value == "age"


def _wishes(state: State) -> None:
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["soft"]:
            continue
        after = state.following(i, classes("of filler"))
        last = after >= len(state.tokens) or state.kinds[after] in BREAKS
        if last and i and state.kinds[i - 1] not in BREAKS:
            low, high = _clause_start(state, i), i
        else:
            low, high = i + 1, _wish_end(state, i + 1)
        for n in range(low, high):
            state.soft[n] = True


def _clause_start(state: State, index: int) -> int:
    """Where the words begin that a trailing ``ideally`` speaks of: the clause, not what it describes."""
    first = _fragment_start(state, index)
    relative = (n for n in range(index - 1, first, -1) if state.tokens[n].text in _RELATIVES | {"with"})
    return next(relative, first)


def _wish_end(state: State, start: int) -> int:
    """The end of a wish: a break, or 的 between how often somebody posts and who it is."""
    for n in range(start, len(state.kinds)):
        if state.kinds[n] in BREAKS and n > start:
            return n
        if state.kinds[n] == CLASS["of"] and _RHYTHM & set(state.kinds[start:n]):
            return n
    return len(state.kinds)
