"""What kind of input a text is (section 4.2): keyword, URL, natural language, or mixed.

A fragment is looked at with what the rules found in it; **doubt goes to keyword** (D-3).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from serendip.search.conditions import InputKind
from serendip.search.lexicon.state import State
from serendip.search.lexicon.tokens import CLASS, classes


@dataclass(frozen=True, slots=True)
class Context:
    """What is in the box before this text.

    Attributes:
        keywords: committed keyword tags.
        anchor: the committed anchor's label, or None.
        expanded: the box is expanded: a bare region is then a condition.
        has_results: results are shown, so that adjusting words count as a sentence.
    """

    keywords: tuple[str, ...] = ()
    anchor: str | None = None
    expanded: bool = False
    has_results: bool = False


_FIGURES: Final = frozenset(
    {"followers", "following", "content_count", "total_views", "total_likes", "avg_views", "avg_likes",
     "avg_comments", "avg_shares", "avg_saves", "engagement_rate", "view_rate", "est_exposure", "growth_followers_pct",
     "growth_views_pct", "posting_frequency", "last_active_days", "account_age_days", "price", "cpm", "gmv_30d",
     "video_duration_sec", "audience_country", "audience_gender", "audience_age", "audience_language", "has_email",
     "contact_channel", "verified", "commercial_ratio", "quality_score", "audience_credibility", "creator_age",
     "brand_collab", "has_sponsored_posts", "hashtag"}
)  # fmt: skip
"""Fields that count as a metric or time pattern."""
_PLACES: Final = frozenset({"country", "city", "language", "platform"})
_TEXT: Final = classes("word han topic brand category")
_NAMES: Final = classes("country city language platform demonym")
_LIGHT: Final = classes("filler of joiner mark glue open close range noun topic_end counter level mainly")
_ADJUST: Final = frozenset(
    {"只要", "不要", "换成", "再加", "更", "排除", "再加上", "only", "without", "exclude", "more", "less", "instead", "只看",
     "除了", "加上", "换个", "去掉"}
)  # fmt: skip
_CLAUSE_VERBS: Final = frozenset(
    {
        "for",
        "around",
        "use",
        "using",
        "try",
        "love",
        "share",
        "play",
        "post",
        "以",
        "喜欢",
        "爱",
        "玩",
        "发",
        "写",
        "拍",
    }
)


@dataclass(slots=True)
class _Fragment:
    """One part between separators; ``letters``: U, S, C, W, K, N (see ``kind``)."""

    tokens: list[int]
    joined_by: str = ""
    letters: set[str] = field(default_factory=set)
    opener: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The verdict: the kind, whether it is a seed, and the fragments that are plain keywords."""

    kind: InputKind
    seed: bool
    plain: frozenset[int]


def classify(state: State, context: Context) -> Reading:
    """Tell the kind of a text whose rules have run, its subjects not yet read."""
    fragments = _fragments(state)
    for fragment in fragments:
        _judge(state, fragment, context)
    _join(state, fragments)
    letters: set[str] = set().union(*(f.letters for f in fragments)) if fragments else set()
    if context.keywords:
        letters.add("K")
    if context.anchor:
        letters.add("U")
    kind, seed = _result(state, fragments, letters, context)
    plain = frozenset(state.fragment[f.tokens[0]] for f in fragments if f.tokens and "K" in f.letters)
    return Reading(kind, seed, plain)


def _fragments(state: State) -> list[_Fragment]:
    out: list[_Fragment] = []
    breaks = classes("comma list stop")
    joined = ""
    current: list[int] = []
    for i, token in enumerate(state.tokens):
        if token.kind in breaks:
            if current:
                out.append(_Fragment(current, joined))
                current = []
            joined = token.kind
        else:
            current.append(i)
    if current:
        out.append(_Fragment(current, joined))
    return out


def _judge(state: State, fragment: _Fragment, context: Context) -> None:
    kinds = [state.tokens[i].kind for i in fragment.tokens]
    fields = {state.drafts[n].field for i in fragment.tokens for n in state.owner[i]}
    negated = any(state.negated[i] for i in fragment.tokens)
    words = [i for i in fragment.tokens if state.kinds[i] in _TEXT]
    noun = any(_is_noun(state, i) for i in fragment.tokens)
    request = CLASS["request"] in kinds
    figure = bool(fields & _FIGURES)
    name = any(
        state.tokens[i].kind in _NAMES - classes("demonym") and state.owner[i] for i in fragment.tokens
    )
    letters = fragment.letters
    if CLASS["url"] in kinds or "anchor" in fields:
        letters.add("U")
    if request and not noun and not figure and not name:
        fragment.opener = True
    if _sentence(state, fragment, noun=noun, request=request, pattern=figure or name) or (CLASS["sell"] in kinds and words):
        letters.add("S")
    elif figure:
        letters.update({"C", "K"} if words and not negated else {"C"})
    elif _adjusting(state, fragment, context):
        letters.add("S")
    elif not words:
        _without_words(state, fragment, fields, letters)
    elif CLASS["label"] in kinds and _labelled(state, fragment):
        letters.add("C")
    elif negated or any(state.soft[i] for i in fragment.tokens) or (kinds[0] == CLASS["do"] and state.tokens[fragment.tokens[0]].text not in _CLAUSE_VERBS):
        letters.add("N")
    elif letters != {"U"} or words:
        letters.add("K")


def _without_words(state: State, fragment: _Fragment, fields: set[str], letters: set[str]) -> None:
    own = {state.tokens[i].kind for i in fragment.tokens}
    if fields & _PLACES or (
        fields and not fields <= {"anchor", "content_style", "creator_persona", "creator_gender"}
    ):
        letters.add("C" if fields - {"tone", "value_for_money"} else "W")
    elif own <= _LIGHT | classes(
        "url handle similar free not request ready taken sort_after growth big tier"
    ):
        letters.add("N") if "U" not in letters else None
    elif "U" not in letters or own & _TEXT:
        letters.add("K")


def _is_noun(state: State, index: int) -> bool:
    token = state.tokens[index]
    return token.kind == CLASS["noun"] or "noun" in token.flags


def _sentence(state: State, fragment: _Fragment, *, noun: bool, request: bool, pattern: bool) -> bool:
    """A request with an object, or a word for channels with a condition (section 4.2, step 6)."""
    if request and (noun or pattern):
        return True
    if not noun:
        return _people_clause(state, fragment, pattern=pattern)
    if pattern:
        return not _row_of_tags(state, fragment)
    return _clause(state, fragment) or _described(state, fragment)


def _people_clause(state: State, fragment: _Fragment, *, pattern: bool) -> bool:
    """Personas stand for people when a preposition ties a place to them (dads in Australia)."""
    kinds = [state.tokens[i].kind for i in fragment.tokens]
    return (
        pattern
        and CLASS["persona"] in kinds
        and any(state.tokens[i].text in {"in", "from", "who", "with", "的"} for i in fragment.tokens)
    )


def _row_of_tags(state: State, fragment: _Fragment) -> bool:
    """Words in a row without grammar: every condition comes after the noun and nothing ties it to it."""
    last_noun = max(i for i in fragment.tokens if _is_noun(state, i))
    conditions = [i for i in fragment.tokens if state.owner[i] and _conditional(state, i)]
    if not conditions or min(conditions) < last_noun:
        return False
    ties = classes("filler of do joiner")
    between = [state.tokens[i].kind for i in fragment.tokens if last_noun < i <= min(conditions)]
    return not any(k in ties for k in between) and state.tokens[min(conditions)].spaced


def _conditional(state: State, index: int) -> bool:
    return any(state.drafts[n].field in _FIGURES | _PLACES for n in state.owner[index]) and not _is_noun(
        state, index
    )


def _clause(state: State, fragment: _Fragment) -> bool:
    """做露营装备的博主, creators who cover chess: a verb that says what they do."""
    for i in fragment.tokens:
        token = state.tokens[i]
        if token.kind == CLASS["do"] and token.text not in _CLAUSE_VERBS:
            return len(fragment.tokens) > 2
        if token.text in {"who", "that"} and len(fragment.tokens) > 3:
            return True
    return False


def _described(state: State, fragment: _Fragment) -> bool:
    """Soft words or the creator's gender and something else at a word for channels."""
    fields = {state.drafts[n].field for i in fragment.tokens for n in state.owner[i]}
    telling = fields & {
        "creator_gender",
        "tone",
        "value_for_money",
        "account_type",
        "content_format",
        "followers",
    }
    return bool(telling) and len(fragment.tokens) > 2


def _adjusting(state: State, fragment: _Fragment, context: Context) -> bool:
    """只要, without, more ... count once there is something to adjust."""
    if not (context.has_results or context.keywords or context.anchor or context.expanded):
        return False
    texts = [state.tokens[i].text for i in fragment.tokens]
    return len(texts) > 1 and any(t in _ADJUST or state.tokens[i].kind == CLASS["not"]
                                  for t, i in zip(texts, fragment.tokens, strict=True))  # fmt: skip


def _labelled(state: State, fragment: _Fragment) -> bool:
    """``类目：美妆``, ``topic 是 e-bike``."""
    for n, i in enumerate(fragment.tokens[:-1]):
        if state.tokens[i].kind == CLASS["label"]:
            after = state.tokens[fragment.tokens[n + 1]]
            ends = state.tokens[i].text.endswith(("是", "is", "为"))
            return ends or (after.text in {":", "=", "是", "is", "为"})
    return False


def _join(state: State, fragments: list[_Fragment]) -> None:
    """Parts of a list inside a sentence belong to the sentence."""
    for n, fragment in enumerate(fragments):
        if fragment.letters != {"K"}:
            continue
        later = fragments[n + 1 :]
        if (fragment.opener and any("S" in f.letters or _noun_in(state, f) for f in later)) or (n and fragment.joined_by == CLASS["list"] and _spoken(fragments[n - 1])) or (later and later[0].joined_by == CLASS["list"] and _spoken(later[0])) or (n and _starts_with(state, fragment, "joiner") and _spoken(fragments[n - 1])) or (n and _spoken(fragments[n - 1]) and _list_ends(state, later)):
            fragment.letters = {"S"}
        elif (
            n
            and any(_spoken(f) for f in fragments)
            and _starts_with(state, fragment, "filler joiner do soft contact_verb")
        ):
            fragment.letters = {"N"}


def _spoken(fragment: _Fragment) -> bool:
    return "S" in fragment.letters and "K" not in fragment.letters


def _noun_in(state: State, fragment: _Fragment) -> bool:
    return any(_is_noun(state, i) for i in fragment.tokens)


def _starts_with(state: State, fragment: _Fragment, names: str) -> bool:
    return state.tokens[fragment.tokens[0]].kind in classes(names)


def _list_ends(state: State, later: list[_Fragment]) -> bool:
    """Whether the next but few fragment begins with ``or`` and is spoken (dads, barbers, or guys in ...)."""
    for fragment in later[:3]:
        if _starts_with(state, fragment, "joiner"):
            return _spoken(fragment)
        if "K" not in fragment.letters:
            return False
    return False


def _result(
    state: State, fragments: list[_Fragment], letters: set[str], context: Context
) -> tuple[InputKind, bool]:
    core = letters - {"N"}
    if not core:
        return ("natural_language" if context.expanded and "N" in letters else "keyword"), False
    if core == {"U"}:
        only_url = all(state.tokens[i].kind == CLASS["url"] for f in fragments for i in f.tokens)
        if only_url:
            return "url", False
        return (
            "mixed" if CLASS["url"] in {t.kind for t in state.tokens} or "N" in letters else "keyword"
        ), False
    if core == {"K", "U"} and "N" not in letters:
        urls = [t for t in state.tokens if t.kind == CLASS["url"]]
        if not urls and not context.anchor:
            return "keyword", False
        return ("mixed", True)
    if core == {"K"}:
        return "keyword", False
    if core <= {"S", "C", "W"}:
        if _single_name(state, fragments, core) and not context.expanded:
            return "keyword", False
        return "natural_language", False
    return "mixed", False


def _single_name(state: State, fragments: list[_Fragment], core: set[str]) -> bool:
    """One bare region, language or platform name alone is a keyword (D-3)."""
    if len(fragments) != 1 or core != {"C"}:
        return False
    kinds = [state.tokens[i].kind for i in fragments[0].tokens]
    named = [k for k in kinds if k in _NAMES]
    return len(named) <= 1 and all(
        k in _NAMES | classes("format style persona account gender ready") for k in kinds
    )
