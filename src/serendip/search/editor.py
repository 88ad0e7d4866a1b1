"""The keyword editor's pure functions: paste, split, commit with limits (sections 6.3, 18.3, 18.4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from serendip.core.errors import InputError
from serendip.core.text import clean
from serendip.search.messages import notice

MAX_INPUT_CHARS: Final = 2000
MAX_KEYWORD_CHARS: Final = 100
MAX_KEYWORDS: Final = 20

_SEPARATORS: Final = "，,、；;|\uff5c\n"
_QUOTES: Final = {'"': '"', "“": "”", "「": "」"}
_EDGES: Final = re.compile(r"^\s+|\s+$")
Locale = Literal["zh", "en"]


@dataclass(frozen=True, slots=True)
class Limits:
    """MAX_INPUT_CHARS, MAX_KEYWORD_CHARS and MAX_KEYWORDS of section 20.3."""

    input_chars: int = MAX_INPUT_CHARS
    keyword_chars: int = MAX_KEYWORD_CHARS
    keywords: int = MAX_KEYWORDS


@dataclass(frozen=True, slots=True)
class Part:
    """One keyword of a draft.

    Attributes:
        text: trimmed, without the quotes around it.
        start, end: offsets of ``text``; ``outer_start``, ``outer_end`` include its quotes.
        quoted: whether quotes stood around all of it.
    """

    text: str
    start: int
    end: int
    outer_start: int
    outer_end: int
    quoted: bool = False


def key(text: str) -> str:
    """Two keywords are the same when their keys are equal: NFKC, case folded, white space collapsed."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def split(text: str) -> list[Part]:
    """Split at separators; not inside quotes, not between digits; spaces never split (D-5)."""
    parts: list[Part] = []
    start, i, closing = 0, 0, ""
    while i < len(text):
        char = text[i]
        if closing:
            closing = "" if char == closing else closing
        elif char in _QUOTES and _QUOTES[char] in text[i + 1 :]:
            closing = _QUOTES[char]
        elif char in _SEPARATORS and not _between_digits(text, i):
            _append(parts, text, start, i)
            start = i + 1
        i += 1
    _append(parts, text, start, len(text))
    return parts


def _between_digits(text: str, index: int) -> bool:
    if text[index] not in ",，" or index == 0 or index + 1 >= len(text):
        return False
    return text[index - 1].isdigit() and text[index + 1].isdigit()


def _append(parts: list[Part], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start >= end:
        return
    inner_start, inner_end, quoted = start, end, False
    if (
        end - start > 2
        and _QUOTES.get(text[start]) == text[end - 1]
        and text[end - 1] not in text[start + 1 : end - 1]
    ):
        inner_start, inner_end, quoted = start + 1, end - 1, True
        while inner_start < inner_end and text[inner_start].isspace():
            inner_start += 1
        while inner_end > inner_start and text[inner_end - 1].isspace():
            inner_end -= 1
    if inner_start < inner_end:
        said = text[inner_start:inner_end]
        parts.append(Part(said, inner_start, inner_end, start, end, quoted))


def paste(plain: str | None, html: str | None = None, *, locale: Locale = "zh") -> str:
    """What a paste puts into the draft: the plain text, cleaned, its line breaks as visible separators.

    ``html`` is taken only when there is no plain text, and then without its markup. Nothing is committed.
    """
    text = plain if plain is not None else _without_markup(html or "")
    separator = "；" if locale == "zh" else "; "
    return _EDGES.sub("", clean(text, separator=separator)) if "\n" in text or "\r" in text else clean(text)


_BLOCK_END: Final = re.compile(r"<\s*(?:br|/p|/div|/li|/tr|/h[1-6])\b[^>]*>", re.IGNORECASE)
_HIDDEN: Final = re.compile(r"<(script|style)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_TAG: Final = re.compile(r"<[a-z/!][^>]*>", re.IGNORECASE)


def _without_markup(html: str) -> str:
    from html import unescape

    return unescape(_TAG.sub("", _BLOCK_END.sub("\n", _HIDDEN.sub("", html))))


def check_length(text: str, limits: Limits | None = None) -> None:
    """Refuse a text that is too long; nothing is cut off. Raises ``InputError`` ERR_INPUT_TOO_LONG."""
    limit = (limits or Limits()).input_chars
    if len(text) > limit:
        raise _refused("INPUT_TOO_LONG", n=len(text), max=limit)


def commit(draft: str, existing: Sequence[str] = (), limits: Limits | None = None) -> list[str]:
    """The tags that a draft adds, repeated ones left out; refused as a whole when a limit is passed.

    Args:
        draft: the text of the tail, cleaned or not.
        existing: the texts of the tags that are there.
        limits: MAX_* of the configuration.

    Raises:
        InputError: ERR_EMPTY_INPUT, ERR_INPUT_TOO_LONG, ERR_KEYWORD_TOO_LONG or ERR_TOO_MANY_KEYWORDS;
            the caller keeps the draft.
    """
    bounds = limits or Limits()
    text = clean(draft)
    check_length(text, bounds)
    seen = {key(t) for t in existing}
    added: list[str] = []
    for part in split(text):
        said = " ".join(part.text.split())
        if len(said) > bounds.keyword_chars:
            raise _refused("KEYWORD_TOO_LONG", max=bounds.keyword_chars)
        if key(said) not in seen:
            seen.add(key(said))
            added.append(said)
    if not added and not split(text):
        raise _refused("EMPTY_INPUT")
    if len(existing) + len(added) > bounds.keywords:
        raise _refused("TOO_MANY_KEYWORDS", max=bounds.keywords)
    return added


def _refused(code: str, **values: object) -> InputError:
    message = notice(f"MSG_{code}", zh=None, **values)
    return InputError(f"ERR_{code}", zh=message.zh, en=message.en, message=f"MSG_{code}", **values)
