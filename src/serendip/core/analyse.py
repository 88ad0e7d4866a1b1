"""The one analyser: texts of channels and keywords of people become the same tokens.

1. NFKC, case folded, Latin diacritics and apostrophes dropped (``Café``, ``men's`` -> ``cafe``, ``mens``).
2. Traditional characters become simplified, run by run, with Taiwan's words (``影片`` -> ``视频``); where
   kana shows a run to be Japanese, character by character, so that a keyword of kanji alone still meets it.
3. Scripts that are written without spaces (Han, kana, Hangul, Thai ...) become overlapping pairs of
   characters; every character begins exactly one token (the last one of a run stands alone). A keyword is
   the run of its pairs, so ``汽配`` is found in ``汽配评测`` and everywhere else where it is written: recall
   does not hang on a segmenter's dictionary, and positions keep ``配评汽`` from matching. Hangul is paired
   although it has spaces, because particles are written onto words.
4. Other scripts split at what is no letter or digit. ``#tag`` and ``@name`` are their word. ``c++``, ``c#``
   and emoji are tokens. English plurals lose their ``s`` (``ies`` -> ``y``); other endings stay: stripping
   ``-ing`` and ``-er`` would make ``gaming`` and ``game``, ``trainer`` and ``train`` one word.

A token's position is its place in the list; an empty token marks a line break, which no phrase crosses.
Nothing hangs on what stands beyond a space or a line break: the tokens of a text are those of its parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, islice, pairwise
from typing import cast

from opencc import OpenCC

MAX_TOKENS = 65_000
"""Tokens of one text that are indexed; what follows is not searchable."""
MAX_TOKEN_CHARS = 64
"""A longer word is cut, in texts and keywords alike."""

_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_UNSPACED = (
    _HAN
    + _KANA
    + "\uac00-\ud7a3\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u108f\u1780-\u17d3"
)
_MARKS = "\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0dff"
_EMOJI = "\u2600-\u27bf\u2b50\u2b55\U0001f300-\U0001f3fa\U0001f400-\U0001faff"
_LETTER = rf"[^\W_{_UNSPACED}]"
_WORD = rf"{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*(?:\+\+|\#)?"
_QUOTES = "'\u2018\u2019\u02bc`\u00b4"
_RAW_WORD = rf"{_LETTER}(?:{_LETTER}|[{_MARKS}{_QUOTES}])*(?:\+\+|\#)?"
_OTHERS = (
    rf"|[{_UNSPACED}]+"
    rf"|[\U0001f1e6-\U0001f1ff]{{2}}|[{_EMOJI}]"
    r"|[\n\r\u2028\u2029]"
)
_PIECE = re.compile(_WORD + _OTHERS)
_RAW_PIECE = re.compile(_RAW_WORD + _OTHERS)
_ASCII_PIECE = re.compile(r"[a-z0-9]+(?:\+\+|\#)?|[\n\r]")
_RUN = re.compile(f"[{_UNSPACED}]")
_FOLDABLE = re.compile("[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]")
_ACCENTED = re.compile("([a-z])[\u0300-\u036f]+")
_INVISIBLE = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u2060\ufe00-\ufe0f"
    f"\ufeff\ud800-\udfff{_QUOTES}]"
)
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_HAS_HAN = re.compile(f"[{_HAN}]")
_HAS_KANA = re.compile(f"[{_KANA}]")
_SIBILANT = ("ches", "shes", "sses", "xes", "zes")


@dataclass(frozen=True, slots=True)
class PhraseToken:
    """One token of a keyword: ``offset`` from its first token; ``prefix`` when any continuation matches."""

    offset: int
    token: str
    prefix: bool = False


@lru_cache(maxsize=4096)
def fold_identity(text: str) -> str:
    """A handle, id or name as it is compared for exact identity: folded, without ``@`` and outer spaces.

    As words are in the index, without accents, in simplified characters, so that ``@jose`` finds ``@José``.
    The key that tells channels apart in the store (``catalogue.identity``) is stricter.
    """
    return " ".join(_simplify(_fold_latin(_fold(text))).split()).removeprefix("@")


def analyse(text: str) -> list[str]:
    """The tokens of ``text`` in order; an empty token marks a line break. At most ``MAX_TOKENS``."""
    return list(islice(chain.from_iterable(map(_tokens, _pieces(text))), MAX_TOKENS))


def phrase(keyword: str) -> tuple[PhraseToken, ...]:
    """The tokens that a text must hold, at these distances, to contain ``keyword``. Empty when it has none.

    A pair of characters covers two places, so the lone last character of a run is not asked for; a run of
    one character matches every token that begins with it.
    """
    found: list[PhraseToken] = []
    offset = 0
    for piece in _pieces(keyword):
        tokens = _tokens(piece)
        if tokens == ("",):
            continue
        if _RUN.match(piece) is None:
            found.extend(PhraseToken(offset + i, token) for i, token in enumerate(tokens))
        elif len(tokens) == 1:
            found.append(PhraseToken(offset, tokens[0], prefix=True))
        else:
            found.extend(PhraseToken(offset + i, token) for i, token in enumerate(tokens[:-1]))
        offset += len(tokens)
    return tuple(found)


def find_phrase(text: str, keyword: str) -> tuple[int, int] | None:
    """Where ``keyword`` first occurs in ``text`` by the rules of the index; None when it does not.

    Offsets are half-open and count in ``text`` as given. Where folding changed the length of a run, the
    whole run is named.
    """
    wanted = phrase(keyword)
    if not wanted or first_match(analyse(text), wanted) is None:
        return None
    spans = _raw_tokens(text)
    at = first_match([token for token, _, _ in spans], wanted)
    if at is None:
        return 0, len(text)
    return spans[at][1], spans[at + wanted[-1].offset][2]


def first_match(tokens: Sequence[str], wanted: Sequence[PhraseToken]) -> int | None:
    """The position of the first occurrence of a phrase in a list of tokens."""
    head, last = wanted[0], wanted[-1].offset
    for at in range(len(tokens) - last):
        if _same(tokens[at], head) and all(_same(tokens[at + w.offset], w) for w in wanted[1:]):
            return at
    return None


def _same(token: str, wanted: PhraseToken) -> bool:
    return token.startswith(wanted.token) if wanted.prefix else token == wanted.token


def _raw_tokens(text: str) -> list[tuple[str, int, int]]:
    """Tokens with the offsets of the characters that they came from."""
    found: list[tuple[str, int, int]] = []
    for match in _RAW_PIECE.finditer(text):
        start, end = match.span()
        tokens = analyse(match.group())
        if _RUN.match(match.group()) and len(tokens) == end - start:
            found.extend((t, start + i, min(start + i + 2, end)) for i, t in enumerate(tokens))
        else:
            found.extend((t, start, end) for t in tokens)
    return found


def _pieces(text: str) -> list[str]:
    """Words, runs, emoji and line breaks of a text, folded but for what is done word by word."""
    return (_ASCII_PIECE if text.isascii() else _PIECE).findall(_fold(text))


def _fold(text: str) -> str:
    if text.isascii():
        text = text.lower()
    else:
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", text)
        text = text.casefold()
    return _INVISIBLE.sub("", text)


@lru_cache(maxsize=1 << 17)
def _tokens(piece: str) -> tuple[str, ...]:
    """The tokens of one piece; most words come again and again."""
    if piece[0] in "\n\r\u2028\u2029":
        return ("",)
    if _RUN.match(piece):
        run = _simplify(piece)
        return (*map("".join, pairwise(run)), run[-1])
    if piece[-1] in "+#":
        base = piece.rstrip("+#")
        return (piece,) if len(base) == 1 and base.isalpha() else (_word(_fold_latin(base)),)
    return (_word(_fold_latin(piece)),)


def _fold_latin(text: str) -> str:
    """Without the diacritics of Latin letters."""
    if not _FOLDABLE.search(text):
        return text
    accents = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return unicodedata.normalize("NFC", _ACCENTED.sub(r"\1", accents))


def _word(word: str) -> str:
    """A word without its English plural ending, and cut; ``movie`` and ``movies`` both become ``movy``."""
    if word[-1] == "s" and len(word) > 3 and word.isascii():
        if word.endswith("ies"):
            return word[:-3] + "y" if len(word) > 5 else word[:-1]
        if word.endswith(_SIBILANT):
            return word[:-2]
        if word[-2] not in "su" and not word.endswith("is"):
            return word[:-1]
    elif word.endswith("ie") and len(word) > 4:
        return word[:-2] + "y"
    return word[:MAX_TOKEN_CHARS] if len(word) > MAX_TOKEN_CHARS else word


def _simplify(text: str) -> str:
    if not _HAS_HAN.search(text):
        return text
    if not _HAS_KANA.search(text):
        text = cast("str", _taiwan().convert(text))
    return text.translate(_characters())


@cache
def _taiwan() -> OpenCC:
    return OpenCC("tw2sp")  # pyright: ignore[reportUnknownVariableType]


@cache
def _characters() -> dict[int, str]:
    """Every Han character that has another simplified form."""
    han = [chr(c) for c in (*range(0x3400, 0x4DC0), *range(0x4E00, 0xA000))]
    plain = cast("str", OpenCC("t2s").convert("\n".join(han))).split("\n")
    return {ord(a): b for a, b in zip(han, plain, strict=True) if a != b}
