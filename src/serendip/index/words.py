"""The texts of a segment in the making: what stands between spaces becomes numbers, numbers become postings.

Texts repeat the same words over and over, and the analyser looks at nothing beyond a space. So each piece
between spaces is analysed once a draft and remembered by a number; from there on everything is arrays:
pieces are unfolded into tokens, and one sort of ``token, row, position`` packed into 64 bits gives postings.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from serendip.catalogue.document import TARGETS, IndexDoc
from serendip.core.analyse import MAX_TOKENS, analyse
from serendip.index.container import Array, ArrayWriter
from serendip.index.keys import write_keys
from serendip.index.layout import MAX_TIMES, text_key
from serendip.index.rowsets import offsets, ranges

Pieces = Sequence[Sequence[str]]
"""The pieces of a document's texts, one list a target of ``TARGETS``."""

_TARGETS = len(TARGETS)
_WAITING = 1 << 16
"""So many pieces are numbered at once."""
_POSITION, _ROW = np.uint64(16), np.uint64(24)
_KEY = _POSITION + _ROW


def pieces_of(doc: IndexDoc) -> Pieces:
    """The pieces of a document's texts: what stands between spaces, and line breaks."""
    return [_split(doc.text.get(target)) for target in TARGETS]


def _split(text: str | None) -> Sequence[str]:
    if not text:
        return ()
    return (text.replace("\n", " \n ") if "\n" in text else text).split(" ")


def ready_pieces(doc: IndexDoc) -> Pieces:
    """The pieces of a document whose texts hold tokens already, joined by single spaces."""
    return [text.split(" ") if (text := doc.text.get(target)) else () for target in TARGETS]


class _Numbers(dict[str, int]):
    """Numbers pieces as they are met, and the tokens that they unfold into."""

    def __init__(self, unfold: Callable[[str], Sequence[str]]) -> None:
        super().__init__()
        self._unfold = unfold
        self.tokens: dict[str, int] = {}
        self.sizes = array("I")
        self.unfolded = array("I")

    def __missing__(self, piece: str) -> int:
        number = self[piece] = len(self)
        tokens = self.tokens
        mine = [tokens.setdefault(token, len(tokens)) for token in self._unfold(piece)]
        self.sizes.append(len(mine))
        self.unfolded.extend(mine)
        return number


@dataclass(frozen=True, slots=True)
class _Stream:
    """All tokens of all texts, row by row, target by target: their numbers, and how many each text has."""

    tokens: Array
    lengths: Array


class Words:
    """Collects the pieces of documents, row by row; ``write`` makes the text part of a segment."""

    def __init__(self, *, analysed: bool = False) -> None:
        self._numbers = _Numbers((lambda piece: (piece,)) if analysed else analyse)
        self._waiting: list[str] = []
        self._numbered: list[Array] = []
        self._counts = array("I")

    def add(self, texts: Pieces) -> None:
        """Take in the texts of the next row."""
        for text in texts:
            self._counts.append(len(text))
            self._waiting.extend(text)
        if len(self._waiting) > _WAITING:
            self._number()

    def _number(self) -> None:
        known = map(self._numbers.__getitem__, self._waiting)
        self._numbered.append(np.fromiter(known, np.int32, len(self._waiting)))
        self._waiting = []

    def write(self, out: ArrayWriter) -> list[bytes]:
        """Write lengths and postings of all rows; returns the keys."""
        self._number()
        stream = self._stream()
        lengths = np.minimum(stream.lengths, MAX_TOKENS).reshape(-1, _TARGETS).T
        out.add("len", np.ascontiguousarray(lengths, dtype=np.uint16))
        tokens = sorted(self._numbers.tokens)
        rank = np.empty(len(tokens), np.uint64)
        order = np.fromiter(map(self._numbers.tokens.__getitem__, tokens), np.int64, len(tokens))
        rank[order] = np.arange(len(tokens), dtype=np.uint64)
        return _write_postings(out, self._packed(stream, rank), tokens)

    def _stream(self) -> _Stream:
        """Pieces unfolded into tokens."""
        numbered = np.concatenate(self._numbered)
        self._numbered = []
        sizes = np.frombuffer(self._numbers.sizes, np.uint32).astype(np.int64)
        unfolded = np.frombuffer(self._numbers.unfolded, np.uint32)
        own = sizes[numbered]
        ends = offsets(np.frombuffer(self._counts, np.uint32))
        lengths = np.diff(offsets(own)[ends])
        if len(sizes) and sizes.max() == sizes.min() == 1:
            return _Stream(unfolded[numbered], lengths)
        return _Stream(unfolded[ranges(offsets(sizes)[numbered], own)], lengths)

    def _packed(self, stream: _Stream, rank: Array) -> Array:
        """``token in its target << 40 | row << 16 | position``, ascending; gaps (empty tokens) stay out."""
        lengths = stream.lengths
        texts = np.repeat(np.arange(len(lengths), dtype=np.uint32), lengths)
        places = np.arange(len(texts)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        packed = rank[stream.tokens]
        packed += (texts % _TARGETS).astype(np.uint64) * np.uint64(len(rank))
        packed <<= _ROW
        packed |= texts // _TARGETS
        packed <<= _POSITION
        packed |= places.astype(np.uint64)
        gap = self._numbers.tokens.get("", -1)
        long = len(lengths) > 0 and lengths.max() > MAX_TOKENS
        if gap >= 0 or long:
            packed = packed[(stream.tokens != gap) & (places < MAX_TOKENS)]
        packed.sort()
        return packed


def _write_postings(out: ArrayWriter, packed: Array, tokens: Sequence[str]) -> list[bytes]:
    """Write keys and postings; returns the keys.

    Of a token that stands more than ``MAX_TIMES`` times in a text, the first are kept.
    """
    places = packed >> _POSITION
    first = np.flatnonzero(np.diff(places, prepend=~places[:1]))
    times = np.diff(first, append=len(packed))
    kept = _within(packed, first, times)
    times = np.minimum(times, MAX_TIMES)
    places = places[first]
    numbers = (places >> _ROW).astype(np.int64)
    sizes = np.bincount(numbers)
    present = np.flatnonzero(sizes)
    place_sizes = np.bincount(numbers, weights=times).astype(np.int64)
    keys = [text_key(n // len(tokens), tokens[n % len(tokens)]) for n in present.tolist()]
    write_keys(out, "text", keys)
    out.add("text.ptr", offsets(sizes[present]))
    out.add("text.rows", (places & np.uint64((1 << 24) - 1)).astype(np.int32))
    out.add("text.tf", times.astype(np.uint8))
    out.add("text.pptr", offsets(place_sizes[present]))
    out.add("text.pos", kept.astype(np.uint16))
    return keys


def _within(packed: Array, first: Array, times: Array) -> Array:
    """All occurrences but those beyond ``MAX_TIMES`` of one token in one text."""
    if not len(times) or times.max() <= MAX_TIMES:
        return packed
    nth = np.arange(len(packed)) - np.repeat(first, times)
    return packed[nth < MAX_TIMES]
