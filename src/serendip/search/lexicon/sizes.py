"""Words of size and level instead of numbers: ``micro``, 腰部, ``high engagement``, 互动率高."""

from __future__ import annotations

from typing import Final

from serendip.search.lexicon import soft
from serendip.search.lexicon.sets import words
from serendip.search.lexicon.state import Draft, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

TIERS: Final = {
    "nano": (1_000, 10_000), "micro": (10_000, 100_000), "mid": (100_000, 500_000),
    "macro": (500_000, 1_000_000),
    "head": (500_000, None), "mega": (1_000_000, None), "not_big": (0, 500_000),
}  # fmt: skip
"""Editable bands of followers for words of size (addendum A-4)."""

_RANKS_HIGH: Final = words("ranks_high")
_SMALL_WORDS: Final = frozenset({"small", "smaller", "mid", "micro", "mega", "macro", "nano", "中部", "中型"})


def _small_channel(state: State, index: int) -> bool:
    """Whether ``small`` speaks of a channel (small gardening channels), not of a thing (small dogs)."""
    for i in range(index + 1, min(len(state.tokens), index + 5)):
        if (
            state.kinds[i] == CLASS["noun"]
            or "noun" in state.tokens[i].flags
            or state.kinds[i] == CLASS["tier"]
        ):
            return True
        if state.kinds[i] not in classes(
            "word han topic category filler of demonym country platform style joiner list gender"
        ):
            return state.tokens[index].text in {"micro", "macro", "mega", "nano", "mid"}
    return index + 1 >= len(state.tokens) or state.tokens[index].text != "small"


_HIGH: Final = pattern("level(?:of|filler){0,1}(m: metric)|(m2: metric)(?:loose){0,3}(l: level)")
_LEVEL_FIELDS: Final = frozenset(
    {
        "engagement_rate",
        "avg_views",
        "price",
        "cpm",
        "followers",
        "view_rate",
        "quality_score",
        "gmv_30d",
        "posting_frequency",
        "avg_saves",
        "avg_shares",
        "avg_likes",
        "avg_comments",
        "audience_credibility",
        "commercial_ratio",
    }
)


def levels(state: State) -> None:
    """``互动率高``, ``low price``: a metric with a word instead of a number is a wish."""
    if CLASS["level"] not in state.kinds:
        return
    for match in state.find(_HIGH):
        low, high = match.span()
        if not state.free(low, high):
            continue
        at = match.start("m") if match["m"] else match.start("m2")
        level = low if match["m"] else match.start("l")
        name = str(state.tokens[at].value)
        if name not in _LEVEL_FIELDS:
            continue
        value = str(state.tokens[level].value)
        if any(state.negated[low:high]):
            value = {"high": "low", "low": "high"}[value]
        soft.add(state, name, value, (low, high))
        state.doubt("soft_unmappable")


def tiers(state: State) -> None:
    """Words of size become editable bands, unless followers were given as a number."""
    numeric = any(d.field == "followers" for d in state.drafts)
    for i, kind in enumerate(state.kinds):
        if kind not in {CLASS["tier"], CLASS["big"]}:
            continue
        token = state.tokens[i]
        if token.text in _SMALL_WORDS and not _small_channel(state, i):
            state.kinds[i] = CLASS["word"]
            continue
        if token.text in _RANKS_HIGH and not numeric and _small_channel(state, i):
            state.add(Draft("sort", "eq", "soft", ["followers"]), i, i + 1)
            continue
        if numeric or kind == CLASS["big"]:
            state.refer(i, i + 1, "粉丝数已按数字理解", "the followers' number says it already")
            continue
        low, high = TIERS[str(token.value)]
        said = "soft" if "wished" in token.flags else state.kind_of(i, i + 1)
        extra = {"label": token.text}
        if high is None:
            draft = Draft("followers", "gte", said, [low], "derived", extra=extra)
        else:
            draft = Draft("followers", "between", said, [low, high], "derived", extra=extra)
        draft.note = (
            f"“{token.text}”按默认区间理解，可修改",
            f"“{token.text}” read as its default band; editable",
        )
        merged = next((d for d in state.drafts if d.extra.get("label") and d.field == "followers"), None)
        if merged is None:
            state.add(draft, i, i + 1)
        else:
            merged.values = [
                min(merged.values[0], low),
                *([] if high is None else [max(merged.values[-1], high)]),
            ]
            state.add(merged, i, i + 1)
        state.doubt("tier_definition", "tier words map to an editable default band")
