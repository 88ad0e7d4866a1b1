"""Who: the audience and its shares, the creator's gender, persona, kind of account, contact, brands."""

from __future__ import annotations

from typing import Final

from serendip.search.lexicon import bounds
from serendip.search.lexicon.state import BREAKS, Draft, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

_SHARE: Final = pattern(
    "(?:least|most|about|filler){0,3}ratio(?:range ratio)?(?:least_after|most_after|about)?"
)
_FAMILY: Final = frozenset({"mom", "dad", "couple", "parents", "student", "senior", "expat"})
_TEXT: Final = classes("word han topic brand category")


def gender(state: State) -> None:
    """Gender of the audience inside its scope, of the creator directly at a word for creators."""
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["gender"]:
            continue
        token = state.tokens[i]
        value = str(token.value)
        if state.audience[i]:
            draft = Draft("audience_gender", "eq", state.kind_of(i, i + 1), [value])
            state.add(draft, i, i + 1)
        elif "noun" in token.flags or _at_noun(state, i):
            state.add(Draft("creator_gender", "eq", state.kind_of(i, i + 1), [value]), i, i + 1)
        elif _plural_people(token.text):
            state.kinds[i] = CLASS["word"]
        else:
            state.kinds[i] = CLASS["han"] if not token.text.isascii() else CLASS["word"]


def _plural_people(text: str) -> bool:
    return text in {"women", "men", "girls", "ladies"}


def _alone(state: State, index: int) -> bool:
    """Whether a word is a whole fragment among others (健身博主，女，美国)."""
    own = state.fragment[index]
    low, high = index, index + 1
    while low and state.fragment[low - 1] == own:
        low -= 1
    while high < len(state.kinds) and state.fragment[high] == own:
        high += 1
    light = classes("filler request of") | BREAKS
    beside = [k for n, k in enumerate(state.kinds[low:high], low) if n != index]
    return all(k in light for k in beside) and (low > 0 or high < len(state.kinds))


def _at_noun(state: State, index: int) -> bool:
    """女博主, female fitness creators, women who lift: the word speaks of the creator."""
    text = state.tokens[index].text
    if _alone(state, index):
        return True
    after = state.following(index, classes("filler of"))
    if after < len(state.tokens) and (
        state.kinds[after] in classes("noun persona platform style") or "noun" in state.tokens[after].flags
    ):
        return state.kinds[after] != CLASS["style"] or "noun" in state.tokens[after].flags
    if text in {"female", "male"} and CLASS["request"] in {t.kind for t in state.tokens}:
        return True
    if text in {"female", "male", "女性", "男性", "女", "男"}:
        for i in range(index + 1, min(index + 6, len(state.tokens))):
            if state.kinds[i] in BREAKS:
                return False
            if state.kinds[i] == CLASS["noun"] or "noun" in state.tokens[i].flags:
                return not (state.chinese and state.kinds[index + 1] == CLASS["han"])
        return (
            index + 1 >= len(state.tokens) or state.kinds[index + 1] in BREAKS or text in {"female", "male"}
        )
    return (
        index == 0
        and after < len(state.tokens)
        and state.tokens[index + 1 : index + 2] != []
        and (state.tokens[index + 1].text in {"who", "that"})
    )


def shares(state: State) -> None:
    """A percentage inside the words about the audience is the least share of what it stands at."""
    fields = ("audience_gender", "audience_country", "audience_age", "audience_language")
    drafts = [d for d in state.drafts if d.field in fields]
    if not drafts:
        return
    for match in state.find(_SHARE):
        low, high = match.span()
        if not state.free(low, high):
            continue
        amount = bounds.read(state.tokens[low:high], state.kinds[low:high])
        draft = _nearest(drafts, low, high)
        if amount is None or draft is None:
            continue
        at = amount.op in {"lte", "lt"}
        draft.extra["max_share" if at else "min_share"] = round(amount.values[0], 6)
        state.add(draft, low, high)
    if CLASS["mainly"] in state.kinds:
        for i, kind in enumerate(state.kinds):
            if kind == CLASS["mainly"] and state.audience[i]:
                draft = _nearest(drafts, i, i + 1)
                if draft is not None and "min_share" not in draft.extra:
                    draft.extra["min_share"] = 0.5
                    state.add(draft, i, i + 1)
    if len(drafts) > 1 and any("min_share" in d.extra for d in drafts):
        state.doubt("share_scope", "which of the audience conditions does the share apply to?")


def _nearest(drafts: list[Draft], low: int, high: int) -> Draft | None:
    """The audience condition next to a share: behind it first, else before it."""
    behind = [(min(d.tokens) - high, d) for d in drafts if d.tokens and min(d.tokens) >= high]
    before = [(low - max(d.tokens), d) for d in drafts if d.tokens and max(d.tokens) < low]
    best_behind = min(behind, key=lambda p: p[0], default=None)
    best_before = min(before, key=lambda p: p[0], default=None)
    if best_behind and (best_before is None or best_behind[0] + 1 <= best_before[0]):
        return best_behind[1]
    return best_before[1] if best_before else None


def audience_words(state: State) -> None:
    """The word for the audience belongs to the nearest audience condition."""
    drafts = [d for d in state.drafts if d.field.startswith("audience_")]
    for i, kind in enumerate(state.kinds):
        if kind == CLASS["audience"] and drafts:
            draft = _nearest(drafts, i, i + 1) or drafts[0]
            state.add(draft, i, i + 1)
    if {d.field for d in drafts} and any(d.field == "audience_country" for d in drafts):
        country = next(d for d in drafts if d.field == "audience_country")
        said = [state.tokens[i].kind for i in range(min(country.tokens), max(country.tokens) + 1)]
        if CLASS["audience"] not in said and CLASS["mainly"] in {
            state.tokens[i].kind for i in range(max(0, min(country.tokens) - 2), min(country.tokens) + 1)
        } and state.chinese:  # fmt: skip
            state.doubt("audience_vs_creator", "audience or creator location?", ask=True)


def personas(state: State) -> None:
    """Mothers, barbers, students: what a creator says of itself."""
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["persona"]:
            continue
        token = state.tokens[i]
        if state.audience[i] or _inside_words(state, i):
            state.kinds[i] = CLASS["word"] if token.text.isascii() else CLASS["han"]
            continue
        said = state.kind_of(i, i + 1)
        draft = next((d for d in state.drafts if d.field == "creator_persona" and d.kind == said), None)
        value = str(token.value)
        if draft is None:
            draft = Draft("creator_persona", "prefer" if said == "soft" else "in", said, [value])
        elif value not in draft.values:
            draft.values.append(value)
        state.add(draft, i, i + 1)


def _inside_words(state: State, index: int) -> bool:
    """学生宿舍, mom jeans, AI founder: the persona is part of a longer name."""
    token = state.tokens[index]
    after = state.kinds[index + 1] if index + 1 < len(state.kinds) else ""
    before = state.kinds[index - 1] if index else ""
    latin = token.text.isascii()
    if after == CLASS["style"] and (
        "noun" in state.tokens[index + 1].flags or state.tokens[index + 1].text.endswith("ing")
    ):
        return False
    same = index + 1 < len(state.tokens) and state.tokens[index + 1].text.isascii() is latin
    if after in _TEXT | classes("style glue range") and same:
        return "blogger" not in token.text
    if before in classes("glue range"):
        return True
    return latin and str(token.value) not in _FAMILY and before in classes("word topic brand")


def accounts(state: State) -> None:
    """Kinds of accounts, mostly to be left out."""
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["account"]:
            continue
        token = state.tokens[i]
        value = str(token.value)
        after = state.kinds[i + 1] if i + 1 < len(state.kinds) else ""
        if after == CLASS["account"] and not state.tokens[i + 1].spaced and not token.text.isascii():
            value = str(state.tokens[i + 1].value)  # 带货店铺号: the last word says what it is
        loose = after in _TEXT and not state.tokens[i + 1].spaced
        if not state.negated[i] and (loose or not _is_account_word(state, i)):
            state.kinds[i] = CLASS["word"] if token.text.isascii() else CLASS["han"]
            continue
        said = state.kind_of(i, i + 1)
        draft = next((d for d in state.drafts if d.field == "account_type" and d.kind == said), None)
        if draft is None:
            draft = Draft("account_type", "prefer" if said == "soft" else "in", said, [value])
        elif value not in draft.values:
            draft.values.append(value)
        high = i + 1
        while high < len(state.kinds) and state.kinds[high] in classes("noun") and state.negated[i]:
            high += 1
        state.add(draft, i, high)


def _is_account_word(state: State, index: int) -> bool:
    """Without a negation only clear names of account kinds ask for one (个人号, official accounts)."""
    text = state.tokens[index].text
    clear = (
        "号",
        "账号",
        "频道",
        "博主",
        "创作者",
        "account",
        "creator",
        "channel",
        "people",
        "official",
        "机构",
    )
    before = state.previous(index, classes("filler of"))
    if before >= 0 and state.kinds[before] in _TEXT and not state.tokens[index].spaced and state.chinese:
        return text.endswith(("号", "账号", "博主"))
    return any(c in text for c in clear)
