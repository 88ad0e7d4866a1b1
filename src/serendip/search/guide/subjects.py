"""Keywords with more room: other sources, any of them, the known part, the category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from serendip.catalogue.taxonomy import categories
from serendip.core.text import has_cjk
from serendip.search.conditions import Condition
from serendip.search.guide import changes as cost
from serendip.search.guide.changes import Change, change
from serendip.search.guide.labels import Said
from serendip.search.guide.patches import put
from serendip.search.lexicon.topics import lookup_key, topic_of
from serendip.search.session.effects import Plan
from serendip.search.session.model import Patch, Placed
from serendip.search.spelling import corrected

_LONGEST_PART: Final = 6
"""Characters of Chinese in the part of a keyword that may be a topic."""
_PARTS: Final = 2


def keyword(placed: Placed, plan: Plan) -> Iterator[Change]:
    """What a positive keyword can be changed to. Its removal is not among them."""
    condition = placed.node.condition
    word = str(condition.values[0])
    if condition.extra.get("target", "default") != "all_sources":
        said = f"在全部来源中匹配“{word}”", f"Match “{word}” in all sources"
        yield _as(placed, everywhere(condition), said, cost.SOURCES)
    if condition.extra.get("literal"):
        said = f"也匹配“{word}”的同义词", f"Also match words equal to “{word}”"
        yield _as(placed, _with(condition, literal=None), said, cost.SOURCES)
    if (better := corrected(word)) is not None:
        yield _instead(placed, better, cost.SOURCES)
    for part in parts(word):
        yield _instead(placed, part, cost.PART)
        if condition.extra.get("target", "default") != "all_sources":
            yield _instead(placed, part, cost.PART + cost.SOURCES, everywhere_too=True)
    topic = topic_of(word)
    if topic is not None and topic.category in categories() and not _asked(plan, "category"):
        yield _category(placed, word, topic.category)


def keywords(plan: Plan) -> Iterator[Change]:
    """What several positive keywords can be changed to together."""
    positive = [p for p in plan.nodes if p.node.field == "keyword" and p.node.condition.kind == "keyword"]
    if len(positive) < 2:
        return
    ids = tuple(p.node.node_id for p in positive)
    narrow = [p for p in positive if p.node.condition.extra.get("target", "default") != "all_sources"]
    wide = tuple(put(p, everywhere(p.node.condition)).put[0] for p in narrow)
    sources = "在全部来源中匹配所有关键词", "Match all keywords in all sources"
    either = "符合任一关键词即可", "Match any of the keywords"
    both = "在全部来源中符合任一关键词即可", "Match any of the keywords in all sources"
    if len(narrow) > 1:
        yield change("change_match_target", ids, Patch(put=wide), sources, cost.SOURCES + cost.BAND_REACH)
    if not plan.any_keyword:
        yield change("widen_condition", ids, Patch(any_keyword=True), either, cost.ANY)
        if narrow:
            patch = Patch(put=wide, any_keyword=True)
            yield change("widen_condition", ids, patch, both, cost.ANY + cost.SOURCES)


def parts(word: str) -> Sequence[str]:
    """Known topics that are a part of ``word``, the longest first, none inside another of the list."""
    pieces = _han_pieces(word) if has_cjk(word) else _word_pieces(word)
    whole, chosen = lookup_key(word), list[str]()
    for piece in pieces:
        inside = any(piece in other for other in chosen)
        if not inside and lookup_key(piece) != whole and topic_of(piece) is not None:
            chosen.append(piece)
    return chosen[:_PARTS]


def _han_pieces(word: str) -> Iterator[str]:
    runs = word.split()
    for size in range(_LONGEST_PART, 1, -1):
        for run in runs:
            yield from (run[i : i + size] for i in range(len(run) - size + 1))


def _word_pieces(word: str) -> Iterator[str]:
    words = word.split()
    for first, second in pairwise(words) if len(words) > 2 else ():
        yield f"{first} {second}"
    yield from words if len(words) > 1 else ()


def everywhere(condition: Condition) -> Condition:
    """The keyword in all sources."""
    return _with(condition, target="all_sources")


def _with(condition: Condition, **extra: Any) -> Condition:
    merged = {k: v for k, v in {**condition.extra, **extra}.items() if v is not None}
    return replace(condition, extra=merged)


def _as(placed: Placed, new: Condition, said: Said, price: float) -> Change:
    ids = (placed.node.node_id,)
    kind = "change_match_target" if new.extra.get("target") == "all_sources" else "widen_condition"
    return change(kind, ids, put(placed, new), said, price)


def _instead(placed: Placed, word: str, price: float, *, everywhere_too: bool = False) -> Change:
    condition = placed.node.condition
    old = condition.values[0]
    said = f"把“{old}”换成“{word}”", f"Replace “{old}” by “{word}”"
    new = replace(condition, values=(word,))
    if everywhere_too:
        new, said = everywhere(new), (f"{said[0]}，在全部来源中匹配", f"{said[1]}, in all sources")
    return change("replace_value", (placed.node.node_id,), put(placed, new), said, price)


def _category(placed: Placed, word: str, code: str) -> Change:
    category = categories()[code]
    said = (
        f"把“{word}”换成类目“{category.label_zh}”",
        f"Replace “{word}” by the category “{category.label_en}”",
    )
    old = placed.node.condition
    new = Condition("category", "in", "hard", (code,), old.source, old.start, old.end)
    return change("replace_value", (placed.node.node_id,), put(placed, new), said, cost.CATEGORY)


def _asked(plan: Plan, field: str) -> bool:
    return any(c.field == field for c in plan.conditions)
