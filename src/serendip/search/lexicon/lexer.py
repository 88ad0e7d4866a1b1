"""From a cleaned text to its tokens: links, handles, hashtags, numbers, known words, and all the rest.

The longest reading from the left wins. Chinese words count only where the segmenter does not cut through
them, Latin ones only as whole words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import rjieba

from serendip.core.text import has_cjk
from serendip.platforms.urls import FoundLink
from serendip.search.lexicon.bounds import NUMBERS
from serendip.search.lexicon.choose import settle
from serendip.search.lexicon.numbers import figures
from serendip.search.lexicon.slips import meant
from serendip.search.lexicon.tokens import CLASS, Token, classes
from serendip.search.lexicon.vocabulary import Reading, vocabulary

_HANDLE: Final = re.compile(r"(?<![\w.@])@[\w.\-·]*[\w\-]")
_ORDERABLE: Final = frozenset("粉均播互订点观活更相价报涨评增")
"""What a metric begins with that 按 orders by (按均播排), unlike 按摩."""
_MARKUP: Final = re.compile(
    r"[^\s<>]*<[a-z/!][^<>]*>(?:[^<>,，、;；]*</[a-z]+>)?|\[([a-z]+)[^\[\]]*\][^\[\]]*\[/\1\]"
)
"""Pasted markup is text as it stands; nothing is read inside it."""
_HASHTAG: Final = re.compile(r"(?<![\w&])#\w+")
_REST: Final = re.compile(
    r"(?P<space>\s+)|(?P<han>[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+)"
    r"|(?P<word>[^\W_\u3400-\u9fff]+(?:['.&+#_-]+[^\W_\u3400-\u9fff]+)*(?:\+\+|#)?)|(?P<other>.)",
    re.DOTALL,
)
_MARKS: Final = {
    ",": "comma", ";": "comma", "|": "comma", "\n": "comma", "、": "list", "/": "list", ".": "stop",
    "。": "stop",
    "!": "stop", "?": "stop", "…": "stop", "(": "open", "[": "open", "【": "open", "{": "open", ")": "close",
    "]": "close", "】": "close", "}": "close", "-": "glue", ":": "mark", "=": "mark",
}  # fmt: skip
_ANYWHERE: Final = classes(
    "metric least most least_after most_after about about_after range activity inactive "
    "platform growth wish tier often "
    "ready account contact topic brand gender request"
)
"""Classes whose words are sure enough to stand where the segmenter would cut otherwise."""
_BESIDE_DIGITS: Final = NUMBERS | classes(
    "metric least most least_after most_after about about_after range counter basis per recent"
)


def _latin(char: str) -> bool:
    return char.isalpha() and not "\u2e80" <= char <= "\u9fff"


class _Bounds:
    """Where words begin and end in one text."""

    def __init__(self, folded: str) -> None:
        self.folded = folded
        self.cuts: set[int] = set()
        if has_cjk(folded):
            at = 0
            for word in rjieba.cut(folded):
                self.cuts.add(at)
                at += len(word)
            self.cuts.add(at)

    def latin(self, start: int, end: int, kind: str) -> bool:
        """Whether a Latin surface stands alone; figures may touch digits."""
        text = self.folded
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        if (_latin(text[start]) and _latin(before)) or (_latin(text[end - 1]) and _latin(after)):
            return False
        if kind in _NO_COMPOUND and _hyphened(text, start, end):
            return False
        if kind in _BESIDE_DIGITS:
            return True
        return not (
            (text[start].isalnum() and before.isdigit() and before.isascii())
            or (text[end - 1].isalnum() and after.isdigit() and after.isascii())
        )

    def han(self, start: int, end: int, kind: str) -> bool:
        """Whether the segmenter agrees that a word stands here."""
        if self.folded[end - 1 : end + 1] in _COMPARED:
            return False  # 价格低于 500 bounds a price
        if kind == CLASS["topic"] and self.folded[start] == "做" and _is_known(self.folded[start + 1 : end]):
            return False  # 做面包 is the verb and its thing
        if start in self.cuts and end in self.cuts:
            return True
        if kind not in _STRICT and (end - start >= 3 or (end - start == 2 and kind in _ANYWHERE)):
            return True
        text = self.folded
        near = text[start - 1 : start] + text[end : end + 1]
        if kind in _BESIDE_DIGITS and any(
            c.isdigit() or c in "万千百kwm亿%成一二两三四五六七八九十年月天周日钟时秒" for c in near
        ):
            return True
        if kind == CLASS["noun"] and text[start:end] == "号":
            return end == len(text) or not "\u4e00" <= text[end] <= "\u9fff" or text[end] in "的都"
        if kind == CLASS["sort"] and start in self.cuts and text[end : end + 1] in _ORDERABLE:
            return True
        if kind == CLASS["request"] and (start == 0 or not text[start - 1].isalnum()):
            return True
        return end - start >= 2 and (start in self.cuts or end in self.cuts) and kind not in _LOOSE


_COMPARED: Final = frozenset({"低于", "高于", "少于", "多于", "大于", "小于", "短于", "长于", "大过", "多过"})
"""Comparisons that a word must not be cut out of at its end."""
_NO_COMPOUND: Final = classes(
    "filler limit sort_after level big counter about least most joiner do per often recent active label "
    "request least_after most_after range metric growth sort days basis account campaign"
)


def _hyphened(text: str, start: int, end: int) -> bool:
    """Whether a word is part of a hyphenated one (first-time, do-it-yourself): no word of grammar."""
    behind = text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha()
    ahead = text[start - 1 : start] == "-" and text[max(0, start - 2) : start - 1].isalpha()
    return behind or (ahead and start > 1)


def _is_known(surface: str) -> bool:
    return surface in vocabulary().by_surface


_STRICT: Final = classes("persona filler do joiner topic_end label active level campaign similar")
_LOOSE: Final = _STRICT | classes("of not recent")


def _readings(text: str, start: int, end: int, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """The readings that hold for words as they were written (``US`` but not ``us``)."""
    if all("needs_case" not in r.flags for r in readings):
        return readings
    return tuple(r for r in readings if "needs_case" not in r.flags or text[start:end] == r.surface)


def _word(start: int, end: int, text: str, readings: Sequence[Reading]) -> Token:
    first = readings[0]
    also = tuple((r.kind, r.value, r.flags) for r in readings[1:]) if len(readings) > 1 else ()
    return Token(start, end, first.kind, text, first.value, first.flags, also)


def lex(text: str, folded: str, links: Sequence[FoundLink]) -> list[Token]:
    """All tokens of a text, in order, covering everything but white space."""
    fixed = _fixed(folded, links)
    words = vocabulary()
    bounds = _Bounds(folded)
    numbers = [*fixed, *figures(folded)]
    candidates = [(n.start, -n.end, 1, i) for i, n in enumerate(numbers)]
    candidates += [
        (start, -end, 0, i)
        for i, start, end in words.automaton.find_matches_as_indexes(folded, overlapping=True)
    ]
    candidates.sort()
    if fixed:
        taken = [(t.start, t.end) for t in fixed]
        candidates = [
            c for c in candidates
            if (c[2] == 1 and c[3] < len(fixed)) or not any(c[0] < e and s < -c[1] for s, e in taken)
        ]  # fmt: skip
    tokens: list[Token] = []
    at = 0
    for start, minus_end, sort, index in candidates:
        if start < at:
            continue
        end = -minus_end
        if sort == 1:
            token = numbers[index]
        else:
            readings = _readings(text, start, end, words.readings[index])
            check = bounds.latin if words.latin[index] else bounds.han
            if not readings or not check(start, end, readings[0].kind):
                continue
            token = _word(start, end, folded[start:end], readings)
            if token.kind == CLASS["request"]:
                bounds.cuts.add(end)
        if start > at:
            _rest(folded, at, start, tokens)
        token.spaced = start > 0 and folded[start - 1].isspace()
        tokens.append(token)
        at = end
    _rest(folded, at, len(folded), tokens)
    settle(text, tokens)
    return tokens


def _fixed(folded: str, links: Sequence[FoundLink]) -> list[Token]:
    """Links, handles and hashtags: nothing else is read inside them."""
    fixed = [Token(f.start, f.end, CLASS["url"], folded[f.start : f.end], f.link) for f in links]
    signs: list[Token] = []
    if "[/" in folded or "<" in folded:
        signs += [Token(m.start(), m.end(), CLASS["word"], m.group()) for m in _MARKUP.finditer(folded)]
    if "@" in folded:
        signs += [_sign(m, "handle") for m in _HANDLE.finditer(folded)]
    if "#" in folded:
        signs += [_sign(m, "hashtag") for m in _HASHTAG.finditer(folded)]
    return fixed + [s for s in signs if not any(s.start < f.end and f.start < s.end for f in fixed)]


def _sign(match: re.Match[str], kind: str) -> Token:
    return Token(match.start(), match.end(), CLASS[kind], match.group(), match.group()[1:])


def _rest(folded: str, start: int, end: int, tokens: list[Token]) -> None:
    """What no table knows: Han runs, Latin words, marks."""
    if start >= end:
        return
    for match in _REST.finditer(folded, start, end):
        name = match.lastgroup
        if name == "space":
            continue
        said = match.group()
        if name == "other":
            name = _MARKS.get(said, "mark")
        spaced = match.start() > 0 and folded[match.start() - 1].isspace()
        token = Token(match.start(), match.end(), CLASS[name or "mark"], said, spaced=spaced)
        known = vocabulary().small.get(said) if name == "han" and len(said) == 1 else None
        if known is not None:
            token.kind, token.value = known.kind, known.value
        slip = meant(said) if name == "word" else ()
        if slip:
            token.kind, token.value, token.flags = slip[0].kind, slip[0].value, slip[0].flags | {"slip"}
            token.also = tuple((r.kind, r.value, r.flags) for r in slip[1:])
        tokens.append(token)
