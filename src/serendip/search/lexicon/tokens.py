"""Tokens, their classes, and the language in which the grammar is written.

Each class of token is one character, so that a text is a string of classes and a rule is a regular
expression over it. Rules are written with the names of the classes::

    pattern("metric (filler|of){0,4} (bounds: least? number)")

Names become characters, ``(name: ...)`` a named group, spaces nothing; the rest is a regular expression.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

_NAMES: Final = (
    # figures
    "plain ratio money days seconds years vague metric least most least_after most_after about about_after "
    "range between unmeasured "
    "per basis often counter level growth age_word sort sort_after sort_word limit tier big "
    # time
    "active recent activity inactive "
    # function words
    "joiner filler of request do topic_end label not not_after soft wish campaign sell "
    # things and people
    "noun platform category topic brand format style persona account contact contact_verb ready "
    "language_word collab competitor similar free gender audience mainly "
    # places
    "country city demonym language anywhere "
    # written signs, words
    "comma list stop open close mark glue word han handle hashtag url taken"
)

CLASS: Final[dict[str, str]] = {name: chr(0x3B1 + i) for i, name in enumerate(_NAMES.split())}
"""Class name to its character."""

_MACROS: Final = {
    "number": "(?:plain|ratio|money|days|seconds|years|vague)",
    "loose": "(?:filler|of|mark|mainly)",
    "amount": "(?:least|most|about|between){0,3}filler{0,2}number(?:(?:range|joiner)number)?"
    "(?:least_after|most_after|about_after){0,2}",
}
_WORD: Final = re.compile(r"\((\w+):|([a-z][a-z_]*)|\s+")


def pattern(text: str) -> re.Pattern[str]:
    """Compile a rule. KeyError for a name that is no class."""

    def put(match: re.Match[str]) -> str:
        group, name = match.groups()
        if group:
            return f"(?P<{group}>"
        if name is None:
            return ""
        if name in _MACROS:
            return _WORD.sub(put, _MACROS[name])
        return CLASS[name]

    return re.compile(_WORD.sub(put, text))


@cache
def classes(names: str) -> frozenset[str]:
    """The characters of several class names, divided by spaces."""
    return frozenset(CLASS[name] for name in names.split())


@dataclass(slots=True)
class Token:
    """One piece of a text.

    Attributes:
        start, end: half-open offsets.
        kind: the character of its class.
        text: the folded words.
        value: what the lexicon says of it; numbers have a ``Quantity``.
        flags: marks of the entry (``noun``, ``weak``, ``extra`` ...).
        also: other readings of the same words: (class character, value, flags).
        spaced: whether white space stands before it.
    """

    start: int
    end: int
    kind: str
    text: str
    value: Any = None
    flags: frozenset[str] = frozenset()
    also: tuple[tuple[str, Any, frozenset[str]], ...] = ()
    spaced: bool = False


@dataclass(slots=True)
class Quantity:
    """A number as it was said.

    Attributes:
        low, high: equal, but for a vague number (几千: 2000 to 9000).
        scaled: a magnitude was said (k, 万).
        base: the number before its magnitude.
        factor: the magnitude.
        unit: currency code for money, else "".
        open_end: a plus sign stood between the number and its unit (``8+ minutes``).
        spoken: written in words.
    """

    low: float
    high: float
    scaled: bool = False
    base: float = 0.0
    factor: float = 1.0
    unit: str = ""
    open_end: bool = False
    spoken: bool = False
