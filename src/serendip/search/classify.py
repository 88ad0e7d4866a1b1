"""What kind of input a text is (section 4.2): keyword, URL, natural language, or mixed.

A fragment is looked at with what the rules found in it; **doubt goes to keyword** (D-3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from serendip.search.conditions import InputKind
from serendip.search.fragments import (
    FIGURES,
    PLACES,
    WEAK_VERBS,
    Fragment,
    is_labelled,
    is_noun,
    is_sentence,
    split,
)
from serendip.search.lexicon.sets import words
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


_TEXT: Final = classes("word han topic brand category")
_NAMES: Final = classes("country city language platform demonym")
_LIGHT: Final = classes("filler of joiner mark glue open close range noun topic_end counter level mainly")
_FIELD_WORDS: Final = words("field_words")
_ADJUST: Final = words("adjusting")


@dataclass(frozen=True, slots=True)
class Reading:
    """The verdict: the kind, whether it is a seed, and the fragments that are plain keywords."""

    kind: InputKind
    seed: bool
    plain: frozenset[int]


def classify(state: State, context: Context) -> Reading:
    """Tell the kind of a text whose rules have run, its subjects not yet read."""
    fragments = split(state)
    for fragment in fragments:
        _judge(state, fragment, context)
    _join(state, fragments)
    letters = {letter for f in fragments for letter in f.letters}
    if context.keywords:
        letters.add("K")
    if context.anchor:
        letters.add("U")
    kind, seed = _result(state, fragments, letters, context)
    plain = frozenset(state.fragment[f.tokens[0]] for f in fragments if f.tokens and "K" in f.letters)
    return Reading(kind, seed, plain)


def _judge(state: State, fragment: Fragment, context: Context) -> None:
    kinds = [state.tokens[i].kind for i in fragment.tokens]
    fields = {state.drafts[n].field for i in fragment.tokens for n in state.owner[i]}
    negated = any(state.negated[i] for i in fragment.tokens)
    words = [i for i in fragment.tokens if state.kinds[i] in _TEXT and not state.negated[i]]
    said = words or [i for i in fragment.tokens if state.kinds[i] in _TEXT]
    noun = any(is_noun(state, i) for i in fragment.tokens)
    request = CLASS["request"] in kinds
    figure = bool(fields & FIGURES)
    aside = any(state.role[i] == "unknown" for i in fragment.tokens)
    name = any(
        state.tokens[i].kind in _NAMES - classes("demonym") and state.owner[i] for i in fragment.tokens
    )
    letters = fragment.letters
    if CLASS["url"] in kinds or "anchor" in fields:
        letters.add("U")
        if CLASS["handle"] in kinds and (CLASS["similar"] in kinds or "content_style" in fields):
            letters.add("N")
    if request and not noun and not figure and not name:
        fragment.opener = True
    if is_sentence(state, fragment, noun=noun, request=request, pattern=figure or name or aside) or (
        CLASS["sell"] in kinds and words
    ):
        letters.add("S")
    elif figure:
        letters.update({"C", "K"} if words else {"C"})
    elif _adjusting(state, fragment, context):
        letters.add("S")
    elif aside and not said:
        letters.add("W")
    elif not said:
        _without_words(state, fragment, fields, letters)
    elif CLASS["label"] in kinds and is_labelled(state, fragment):
        letters.add("C")
    elif negated or any(state.soft[i] for i in fragment.tokens) or _begins_with_verb(state, fragment):
        letters.add("N")
    elif letters != {"U"} or said:
        letters.add("K")


def _begins_with_verb(state: State, fragment: Fragment) -> bool:
    """``主打露营装备``: a clause without its subject."""
    for i in fragment.tokens:
        if state.tokens[i].kind == CLASS["do"]:
            return state.tokens[i].text not in WEAK_VERBS
        if state.tokens[i].kind == CLASS["active"]:
            return state.tokens[i].text.endswith("过")
        if state.tokens[i].kind != CLASS["filler"]:
            return False
    return False


def _without_words(state: State, fragment: Fragment, fields: set[str], letters: set[str]) -> None:
    own = {state.tokens[i].kind for i in fragment.tokens}
    if fields & PLACES or (
        fields and not fields <= {"anchor", "keyword", "content_style", "creator_persona", "creator_gender"}
    ):
        letters.add("C" if fields - {"tone", "value_for_money"} else "W")
    elif own & classes("free anywhere") and own <= _LIGHT | classes("free anywhere not"):
        letters.add("C")
    elif own <= _LIGHT | classes(
        "url handle similar free not request ready taken sort_after growth big tier"
    ):
        letters.update(set() if "U" in letters else {"N"})
    elif any(state.negated[i] for i in fragment.tokens):
        letters.add("N")
    elif "U" not in letters or own & _TEXT:
        letters.add("K")


def _adjusting(state: State, fragment: Fragment, context: Context) -> bool:
    """只要, without, more ... count once there is something to adjust."""
    if not (context.has_results or context.keywords or context.anchor or context.expanded):
        return False
    texts = [state.tokens[i].text for i in fragment.tokens]
    return len(texts) > 1 and any(t in _ADJUST or state.tokens[i].kind == CLASS["not"]
                                  for t, i in zip(texts, fragment.tokens, strict=True))  # fmt: skip


def _join(state: State, fragments: list[Fragment]) -> None:
    """Parts of a list inside a sentence belong to the sentence."""
    for n, fragment in enumerate(fragments):
        if fragment.letters != {"K"}:
            continue
        if _belongs(state, fragments, n):
            fragment.letters = {"S"}
        elif (
            n
            and any(_spoken(f) for f in fragments)
            and (
                _starts_with(state, fragment, "filler joiner do soft contact_verb")
                or _names_field(state, fragment)
                or not any(state.kinds[i] in _TEXT for i in fragment.tokens)
            )
        ):
            fragment.letters = {"N"}


def _names_field(state: State, fragment: Fragment) -> bool:
    """``rock climbing niche``, 摄影类: a part that says by its last word that it is the subject."""
    last = state.tokens[fragment.tokens[-1]]
    return (len(fragment.tokens) > 1 and last.text in _FIELD_WORDS) or (
        last.kind == CLASS["category"] and last.text.endswith(("类", "领域", "niche"))
    )


def _belongs(state: State, fragments: list[Fragment], n: int) -> bool:
    """Whether the words of a fragment are part of a sentence that goes over the separators."""
    fragment, later = fragments[n], fragments[n + 1 :]
    before = n > 0 and _spoken(fragments[n - 1])
    tests = (
        fragment.opener and any("S" in f.letters or _noun_in(state, f) for f in later),
        before and fragment.joined_by == CLASS["list"],
        bool(later) and later[0].joined_by == CLASS["list"] and _spoken(later[0]),
        before and _starts_with(state, fragment, "joiner"),
        before and _list_ends(state, later),
        _noun_in(state, fragment)
        and _grammatical(state, fragment)
        and any(f.letters - {"K", "U"} for f in fragments),
    )
    return any(tests)


def _grammatical(state: State, fragment: Fragment) -> bool:
    """Whether a word of grammar stands beside the word for channels (其他地方的滑雪博主都行)."""
    return any(state.tokens[i].kind in classes("of filler request do") for i in fragment.tokens)


def _spoken(fragment: Fragment) -> bool:
    return "S" in fragment.letters and "K" not in fragment.letters


def _noun_in(state: State, fragment: Fragment) -> bool:
    return any(is_noun(state, i) for i in fragment.tokens)


def _starts_with(state: State, fragment: Fragment, names: str) -> bool:
    return state.tokens[fragment.tokens[0]].kind in classes(names)


def _list_ends(state: State, later: list[Fragment]) -> bool:
    """Whether the next but few fragment begins with ``or`` and is spoken (dads, barbers, or guys in ...)."""
    for fragment in later[:3]:
        if _starts_with(state, fragment, "joiner"):
            return _spoken(fragment)
        if "K" not in fragment.letters:
            return False
    return False


def _result(
    state: State, fragments: list[Fragment], letters: set[str], context: Context
) -> tuple[InputKind, bool]:
    core = letters - {"N"}
    if not core and len(fragments) > 1 and any(d.field == "account_type" for d in state.drafts):
        return "natural_language", False
    if not core:
        return ("natural_language" if context.expanded and "N" in letters else "keyword"), False
    if core == {"U"}:
        said = [state.tokens[i] for f in fragments for i in f.tokens]
        only_url = all(t.kind in classes("url taken") or not any(c.isalnum() for c in t.text) for t in said)
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


def _single_name(state: State, fragments: list[Fragment], core: set[str]) -> bool:
    """One bare region, language or platform name alone is a keyword (D-3)."""
    if len(fragments) != 1 or core != {"C"}:
        return False
    kinds = [state.tokens[i].kind for i in fragments[0].tokens]
    named = [k for k in kinds if k in _NAMES]
    return len(named) <= 1 and all(
        k in _NAMES | classes("format style persona account gender ready free anywhere filler not")
        for k in kinds
    )
