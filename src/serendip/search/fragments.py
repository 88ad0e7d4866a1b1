"""The parts of a text between separators, and what makes a sentence of one (section 4.2, steps 4 to 6)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

from serendip.search.lexicon.sets import words
from serendip.search.lexicon.state import State
from serendip.search.lexicon.tokens import CLASS, classes

FIGURES: Final = frozenset(
    {"followers", "following", "content_count", "total_views", "total_likes", "avg_views", "avg_likes",
     "avg_comments", "avg_shares", "avg_saves", "engagement_rate", "view_rate", "est_exposure",
     "growth_followers_pct",
     "growth_views_pct", "posting_frequency", "last_active_days", "account_age_days", "price", "cpm",
     "gmv_30d",
     "video_duration_sec", "audience_country", "audience_gender", "audience_age", "audience_language",
     "has_email",
     "contact_channel", "verified", "commercial_ratio", "quality_score", "audience_credibility",
     "creator_age",
     "brand_collab", "has_sponsored_posts", "hashtag"}
)  # fmt: skip
"""Fields that count as a metric or time pattern."""
PLACES: Final = frozenset({"country", "city", "language", "platform"})
WEAK_VERBS: Final = words("weak_verbs")
_MAKERS: Final = words("makers")


@dataclass(slots=True)
class Fragment:
    """One part between separators.

    Attributes:
        tokens: indices into the state's tokens.
        joined_by: the class of the separator before it, "" for the first.
        letters: what it holds: U link, S sentence, C condition, W wish, K keyword, N words that need others.
        opener: it begins a request that later parts complete (``Find me camping, hiking and ...``).
    """

    tokens: list[int]
    joined_by: str = ""
    letters: set[str] = dataclasses.field(default_factory=set[str])
    opener: bool = False


def split(state: State) -> list[Fragment]:
    """The parts between commas, list marks and sentence ends."""
    out: list[Fragment] = []
    breaks = classes("comma list stop")
    joined = ""
    current: list[int] = []
    for i, token in enumerate(state.tokens):
        if token.kind in breaks:
            if current:
                out.append(Fragment(current, joined))
                current = []
            joined = token.kind
        else:
            current.append(i)
    if current:
        out.append(Fragment(current, joined))
    return out


def is_noun(state: State, index: int) -> bool:
    """Whether a token is, or ends in, a word for channels or their makers."""
    token = state.tokens[index]
    if token.kind == CLASS["persona"] and token.text in _MAKERS:
        return bool(state.owner[index])
    return token.kind == CLASS["noun"] or "noun" in token.flags


def _question(state: State, fragment: Fragment) -> bool:
    """``Who in Poland does road trips``, 谁在德国做木工: it asks for people without naming them."""
    first, *rest = [state.tokens[i] for i in fragment.tokens]
    if first.kind == CLASS["do"] and first.text.startswith("who "):
        return len(rest) > 1
    asks = first.text in _WHO or (first.text == "有" and bool(rest) and rest[0].text == "谁")
    return asks and any(t.kind in classes("do style active") for t in rest) and len(rest) > 2


_WHO: Final = frozenset({"who", "who's", "which", "谁", "有谁", "anybody", "anyone"})


def is_sentence(state: State, fragment: Fragment, *, noun: bool, request: bool, pattern: bool) -> bool:
    """A request with an object, or a word for channels with a condition (section 4.2, step 6)."""
    if _question(state, fragment):
        return True
    if request and (noun or pattern or _people_or_clause(state, fragment)):
        return True
    if not noun:
        return _people_clause(state, fragment, pattern=pattern) or _tied(state, fragment)
    if pattern:
        return not _row_of_tags(state, fragment)
    return _clause(state, fragment) or _described(state, fragment) or _denied(state, fragment)


def _people_or_clause(state: State, fragment: Fragment) -> bool:
    """给我20个做家庭影院的, 想找一些宝妈: what a request asks for without a word for channels."""
    return any(
        state.tokens[i].kind == CLASS["persona"]
        or (state.tokens[i].kind == CLASS["do"] and state.tokens[i].text in {"做", "专做", "主做", "专注"})
        for i in fragment.tokens
    )


def _people_clause(state: State, fragment: Fragment, *, pattern: bool) -> bool:
    """Personas stand for people when a preposition ties a place to them (dads in Australia)."""
    kinds = [state.tokens[i].kind for i in fragment.tokens]
    if kinds[0] == CLASS["persona"] and len(kinds) > 2 and _verb(state, fragment.tokens[1]):
        return True
    if kinds[-1] == CLASS["persona"] and len(kinds) > 2 and kinds[-2] == CLASS["of"]:
        return True
    if pattern and _aged(state, fragment):
        return True
    people = classes("persona gender") & set(kinds)
    return pattern and bool(people) and any(_ties(state, i) for i in fragment.tokens)


def _aged(state: State, fragment: Fragment) -> bool:
    """``fitness coach aged 25-34``: a persona and the age that is said of it."""
    fields = {state.drafts[n].field for i in fragment.tokens for n in state.owner[i]}
    return {"creator_persona", "creator_age"} <= fields


def _verb(state: State, index: int) -> bool:
    """Whether a token says what people do (reviewing strollers, who cook)."""
    token = state.tokens[index]
    return token.kind in classes("do style") and token.text.endswith("ing")


def _ties(state: State, index: int) -> bool:
    """Whether a word ties what follows to the people before it."""
    text = state.tokens[index].text
    return (
        text in {"in", "from", "who", "with", "的"} or text.endswith((" in", " from")) or text[:4] == "who "
    )


def _tied(state: State, fragment: Fragment) -> bool:
    """Words and figures that grammar ties together (tattoo artists in Berlin with 30k+ followers)."""
    ties = [
        i for i in fragment.tokens if state.tokens[i].text in {"in", "with", "who", "from", "that", "whose"}
    ]
    figures = [i for i in fragment.tokens for n in state.owner[i] if state.drafts[n].field in FIGURES]
    words_before = [i for i in fragment.tokens if state.kinds[i] in _TEXT and ties and i < ties[0]]
    return bool(ties and figures and words_before) and ties[0] < max(figures)


_TEXT: Final = classes("word han topic brand category")


def _row_of_tags(state: State, fragment: Fragment) -> bool:
    """Words in a row without grammar: every condition comes after the noun and nothing ties it to it."""
    last_noun = max(i for i in fragment.tokens if is_noun(state, i))
    if _spaced_out(state, fragment, last_noun):
        return True
    conditions = [i for i in fragment.tokens if state.owner[i] and _conditional(state, i)]
    if not conditions or min(conditions) < last_noun:
        return False
    ties = classes("filler of do between not")
    behind = [state.tokens[i].kind for i in fragment.tokens if i > last_noun]
    if any(
        state.tokens[i].text.partition(" ")[0].endswith("ing") for i in fragment.tokens if i == last_noun + 1
    ):
        return False
    return not any(k in ties for k in behind) and state.tokens[min(conditions)].spaced


def _spaced_out(state: State, fragment: Fragment, noun: int) -> bool:
    """A row of Chinese tags with spaces between them (baby food 英国 mom 博主 粉丝 5k-5w)."""
    tokens = [state.tokens[i] for i in fragment.tokens]
    if any(t.kind in classes("request filler of do not joiner recent active") for t in tokens):
        return False
    own = state.tokens[noun]
    return not own.text.isascii() and own.spaced and own.end - own.start < 4 and own is not tokens[0]


def _conditional(state: State, index: int) -> bool:
    return any(state.drafts[n].field in FIGURES | PLACES for n in state.owner[index]) and not is_noun(
        state, index
    )


def _clause(state: State, fragment: Fragment) -> bool:
    """做露营装备的博主, creators who cover chess: a verb that says what they do."""
    for i in fragment.tokens:
        token = state.tokens[i]
        if token.kind == CLASS["do"] and token.text not in WEAK_VERBS:
            return len(fragment.tokens) > 2
        if token.text in {"who", "that"} and len(fragment.tokens) > 3:
            return True
    return False


def _denied(state: State, fragment: Fragment) -> bool:
    """不要卖课的理财博主: an exclusion that grammar ties to a word for channels."""
    kinds = [state.tokens[i].kind for i in fragment.tokens]
    return kinds[0] == CLASS["not"] and bool(classes("of") & set(kinds)) and len(kinds) > 3


def _described(state: State, fragment: Fragment) -> bool:
    """Soft words or the creator's gender and something else at a word for channels."""
    fields = {state.drafts[n].field for i in fragment.tokens for n in state.owner[i]}
    telling = fields & {
        "creator_gender",
        "tone",
        "value_for_money",
        "account_type",
        "content_format",
        "followers",
        "sort",
        "limit",
    }
    return bool(telling) and len(fragment.tokens) > 2


def is_labelled(state: State, fragment: Fragment) -> bool:
    """``类目：美妆``, ``topic 是 e-bike``."""
    for n, i in enumerate(fragment.tokens[:-1]):
        if state.tokens[i].kind == CLASS["label"]:
            after = state.tokens[fragment.tokens[n + 1]]
            alone = len(fragment.tokens) == 2 and after.kind == CLASS["category"]
            if alone and state.tokens[i].value == "category":
                return True
            ends = state.tokens[i].text.endswith(("是", "is", "为"))
            return ends or (after.text in {":", "=", "是", "is", "为"})
    return False
