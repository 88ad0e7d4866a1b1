"""Text as people type it: cleaning that fixes the offsets once, and folding that keeps the length.

``clean`` is applied once, before anything else looks at a text (specification, section 18.4). ``fold`` maps
each character to exactly one character, so that an offset in the folded text is an offset in the text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any, Final

import opencc

_ZERO_WIDTH = "\u00ad\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
_BIDI = "\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_CONTROL = "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
_REMOVED: Final = re.compile(f"[{_CONTROL}{_ZERO_WIDTH}{_BIDI}]+")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_BREAKS: Final = re.compile("[ \t]*(?:[\n\r\x0b\x0c\x85\u2028\u2029][ \t]*)+")
_SUSPECT: Final = re.compile(f"[\t\n\r\x0b\x0c\x85\u2028\u2029\ud800-\udfff{_CONTROL}{_ZERO_WIDTH}{_BIDI}]")
_SEPARATOR_END: Final = re.compile(r"[，,、；;|。.!?！？]\s*$")
_CJK: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_KANA: Final = re.compile("[\u3041-\u30ff\uff66-\uff9d]")


def has_cjk(text: str) -> bool:
    """Whether a Han character occurs."""
    return _CJK.search(text) is not None


def clean(text: str, *, separator: str | None = None) -> str:
    """The text as it is stored and as all offsets count.

    Control, zero-width (except ZWJ and ZWNJ) and bidi characters go; a tab becomes a space; line breaks
    become one ``separator`` (by default ``；`` in text with Han characters, else ``; ``); a lone surrogate
    becomes U+FFFD. Idempotent. Everything else stays as it was typed.
    """
    if _SUSPECT.search(text) is None:
        return text
    text = _SURROGATE.sub("\ufffd", _REMOVED.sub("", text)).replace("\t", " ")
    if _BREAKS.search(text) is None:
        return text
    mark = separator or ("；" if has_cjk(text) else "; ")
    parts = [part for part in _BREAKS.split(text) if part.strip()]
    joined = ""
    for part in parts:
        if joined:
            joined += " " if _SEPARATOR_END.search(joined) else mark
        joined += part
    return joined


_SPECIAL: Final = dict(
    zip(
        "➕﹢－–—−‐‑～〜∼≧⩾≦⩽’‘“”，；：（）！？〇⬆⬇﹪《》",
        "++------~~~≥≥≤≤''\"\",;:()!?零↑↓%<>",
        strict=True,
    )
)


@lru_cache(maxsize=1)
def _simplifier() -> Any:
    return opencc.OpenCC("t2s")  # pyright: ignore[reportUnknownVariableType]


class _FoldTable(dict[int, int]):
    """Folds one character at a time, remembering each; used by ``str.translate``."""

    def __missing__(self, code: int) -> int:
        char = chr(code)
        folded = _SPECIAL.get(char) or _fold_char(char)
        self[code] = ord(folded)
        return self[code]


def _fold_char(char: str) -> str:
    compatible = unicodedata.normalize("NFKC", char)
    if len(compatible) != 1:
        compatible = char
    lowered = compatible.lower()
    if len(lowered) == 1:
        compatible = lowered
    if has_cjk(compatible):
        simple = str(_simplifier().convert(compatible))
        if len(simple) == 1:
            return simple
    return compatible


_FOLD: Final = _FoldTable()


def fold(text: str) -> str:
    """A text for comparison, of equal length: full width, case and traditional script no longer matter.

    The parser's fold: it keeps every offset, so it drops neither accents nor repeated spaces as the fold of
    ``catalogue.vocabulary`` does; it changes the script, which stored keys (``catalogue.identity``) must not.
    """
    if text.isascii():
        return text.lower()
    return text.translate(_FOLD)


@lru_cache(maxsize=1)
def _phrases() -> Any:
    return opencc.OpenCC("tw2sp")  # pyright: ignore[reportUnknownVariableType]


def simplify(text: str) -> str:
    """Traditional Chinese in simplified characters and words; Japanese (with kana) stays as it is."""
    if _KANA.search(text) or not has_cjk(text):
        return text
    converted: str = _phrases().convert(text)
    return converted


def narrow(text: str) -> str:
    """Full-width letters, digits and spaces as ASCII, white space collapsed; everything else unchanged."""
    if text.isascii():
        return " ".join(text.split())
    wide = [unicodedata.normalize("NFKC", c) if "\uff01" <= c <= "\uff5e" else c for c in text]
    return " ".join("".join(wide).split())


def undecorated(text: str) -> str:
    """A text without emoji glued to its ends (🎣路亚竿). One with a space beside it is a word and stays."""
    low, high = 0, len(text)
    while low < high and _is_decoration(text[low]):
        low += 1
    while high > low and _is_decoration(text[high - 1]):
        high -= 1
    if low >= high:
        return text
    low = 0 if text[low].isspace() else low
    return text[low:] if text[high - 1].isspace() else text[low:high]


def _is_decoration(char: str) -> bool:
    if char.isascii():
        return False
    return char in "\u200d\ufe0e\ufe0f\u20e3" or unicodedata.category(char) in {"So", "Sk"}


def is_mark(char: str) -> bool:
    """Whether a character is white space or a separator or punctuation mark (invariant I-8)."""
    return char.isspace() or unicodedata.category(char)[0] in "PZ" or char in "|\uff5c<>=+~^`"
