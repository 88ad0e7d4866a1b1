"""The safe search inside a refused request (section 16): 帮我写一封合作邮件给美国博主 -> 搜索美国博主.

Only what is no search, and a question for private data, has one: whoever selects people by a trait, targets
minors, harasses or deals in what is illegal is not helped to the people themselves.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from serendip.core.text import fold
from serendip.search.conditions import Condition, Request
from serendip.search.lexicon.lexer import lex
from serendip.search.lexicon.sensitive import TASK, refusal
from serendip.search.lexicon.tokens import CLASS, classes
from serendip.search.lexicon.vocabulary import vocabulary
from serendip.search.parse import read
from serendip.search.terms import condition_label, value_label


class Alternative(NamedTuple):
    """A search that may be offered instead, with the words of its button."""

    label_zh: str
    label_en: str
    request: Request


_HELPED: Final = frozenset({TASK, "sensitive_privacy"})
_EDGE: Final = re.compile(
    r"^[\s,，.。;；:：]*(?:(?:给|向|对|为|关于|和|与|的|查|找|找出|帮我|请|of|to|for|from|with|about|the|all|these|those|some|find|get)(?![a-z])\s*)*"
    r"|(?:[\s,，.。;；:：的]|家庭|私人|个人|private|personal|home|current)+$"
)
_WORD_END: Final = re.compile(r"^[a-z]+")
_PLACES: Final = {"US": "US", "GB": "UK", "AE": "UAE"}
"""How a country is called before a noun where its full name is heavy."""
_SAID_FIRST: Final = ("country", "city", "language", "category", "keyword")


def alternative(request: Request) -> Alternative | None:
    """The search that is left of a refused request when nothing of what was refused is in it, or None."""
    refused = refusal(fold(request.text))
    if request.expected_state != "unsupported" or refused is None or refused.rule.code not in _HELPED:
        return None
    behind = _WORD_END.sub("", request.text[refused.end :])
    for rest in (behind, request.text[: refused.start]):
        phrase = _EDGE.sub("", _EDGE.sub("", rest))
        if phrase and _names_channels(phrase):
            found = _search(phrase, request.page_platform)
            if found is not None:
                return found
    return None


def _names_channels(phrase: str) -> bool:
    folded = fold(phrase)
    return any(t.kind == CLASS["noun"] or "noun" in t.flags for t in lex(phrase, folded, ()))


def _search(phrase: str, page: str) -> Alternative | None:
    found = read(phrase, page)
    plain = all(c.status == "effective" and c.kind in {"hard", "keyword"} for c in found.conditions)
    whole = all(s.status == "effective" for s in found.spans)
    if (
        found.expected_state
        or not found.conditions
        or not plain
        or not whole
        or found.input_type == "keyword"
    ):
        return None
    if any(c.field == "keyword" and not _is_topic(str(c.values[0])) for c in found.conditions):
        return None
    return Alternative(f"搜索{_words(found, 'zh')}", f"Search {_words(found, 'en')}", found)


def _is_topic(words: str) -> bool:
    """Whether words name a thing that content is about, so that no name of a person is offered."""
    known = vocabulary().by_surface.get(fold(words), ())
    return any(r.kind in classes("topic brand category") for r in known)


def _words(request: Request, locale: str) -> str:
    """``美国美妆博主``, ``US beauty creators (Followers: ≥ 10,000)``."""
    first = [c for name in _SAID_FIRST for c in request.conditions if c.field == name]
    behind = [c for c in request.conditions if c.field not in {*_SAID_FIRST, "platform"}]
    parts = [_before(c, locale) for c in first]
    figures = [condition_label(c, locale) for c in behind]
    if locale == "zh":
        return "".join(parts) + "博主" + (f"（{'，'.join(figures)}）" if figures else "")
    return " ".join([*parts, "creators"]) + (f" ({', '.join(figures)})" if figures else "")


def _before(condition: Condition, locale: str) -> str:
    mark = "、" if locale == "zh" else " / "
    values = [str(v) for v in condition.values]
    if condition.field == "keyword":
        return mark.join(values)
    if locale == "en" and condition.field == "category":
        return mark.join(value_label("category", v, locale).lower() for v in values)
    return mark.join(
        _PLACES[v] if locale == "en" and v in _PLACES else value_label(condition.field, v, locale)
        for v in values
    )
