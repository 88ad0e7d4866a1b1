"""What apps write around a shared link (复制打开抖音, Check out X on TikTok!): no part of a request."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from serendip.platforms.urls import FoundLink
from serendip.search.lexicon.state import State
from serendip.search.lexicon.tokens import CLASS

_LEADS: Final = " \t,，;；。.!！?？、:：|\"'“”「」【】《》()<>[]"


@cache
def table() -> dict[str, Any]:
    """The packaged data: ``patterns``, and the examples ``holds`` and ``free``."""
    name = files("serendip.search.lexicon").joinpath("data", "boilerplate.toml")
    return tomllib.loads(name.read_text(encoding="utf-8"))


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in table()["patterns"]))


def ranges(folded: str) -> list[tuple[int, int]]:
    """Half-open ranges of share text in the words before, between or behind links."""
    out: list[tuple[int, int]] = []
    at = 0
    while at < len(folded):
        while at < len(folded) and folded[at] in _LEADS:
            at += 1
        match = _pattern().match(folded, at)
        if match and match.end() > at:
            out.append(match.span())
            at = match.end()
        else:
            later = re.compile("[,，;；。!！\n]").search(folded, at)
            at = later.end() if later else len(folded)
    return out


def mark(state: State, folded: str, links: Sequence[FoundLink]) -> None:
    """Take the tokens of share text, as words of the task."""
    edges = [0, *(edge for link in links for edge in (link.start, link.end)), len(folded)]
    for low, high in zip(edges[::2], edges[1::2], strict=True):
        for start, end in ranges(folded[low:high]):
            for i, token in enumerate(state.tokens):
                if low + start <= token.start and token.end <= low + end:
                    state.take(i, i + 1, "task")
                    token.kind = CLASS["taken"]
