"""Names and types of what a segment's file holds; the same words for who writes and who reads.

    cid int64[n]                 quality float32[n]           len uint16[4, n]  tokens per target
    bycid int32[n]               rows in the order of cid
    num:F int32|float64[n]       a numeric field; UNKNOWN or NaN when unknown
    ord:F int32[known]           rows with a known value by (value, cid), in large segments
    text.*                       key = target digit + token -> rows, times, positions
    terms.*                      key = field, NUL, value -> rows; the empty field holds exact identities
    code:F uint[n]               a field with one value a row: number of the value + 1, 0 when unknown
    fptr:F int[n + 1], fcode:F   a field with several: where a row's codes begin, the codes

Of an inverted part ``P``: P.blob (the sorted keys), P.koff int64[k + 1], P.ptr int64[k + 1] into P.rows
int32; text also P.tf uint8, P.pptr int64[k + 1] into P.pos uint16 (``tf`` positions a posting). Large
segments also have the part ``hot``: frequent word -> rows, codes uint16, prior uint8 (module ``hot``).
"""

from __future__ import annotations

from typing import Final

from serendip.catalogue.document import TARGETS

DIMENSIONS: Final = 256
ROW_BYTES: Final = DIMENSIONS + 8
"""A row of a vectors file: all vectors as int8 come first, then all their norms as float64."""
UNKNOWN: Final = -(2**31)
"""The int32 that stands for an unknown number."""
ORDERED_ROWS: Final = 16_384
"""Segments with fewer rows are sorted when asked."""
MAX_TIMES: Final = 255
"""Occurrences of a token in a text that are kept."""
TARGET_NUMBER: Final = {target: number for number, target in enumerate(TARGETS)}


def text_key(target: int, token: str) -> bytes:
    """The key of a token in one target."""
    return b"%d%s" % (target, token.encode())


def term_key(field: str, value: str) -> bytes:
    """The key of a field's value; ``field`` is empty for an exact identity."""
    return f"{field}\0{value}".encode("utf-8", "surrogatepass")


def code_type(values: int) -> str:
    """The smallest unsigned type for ``values`` codes and the code 0."""
    return "u1" if values < 2**8 else "u2" if values < 2**16 else "u4"
