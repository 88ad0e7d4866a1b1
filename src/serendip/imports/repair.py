"""Text that was decoded with the wrong encoding once: put right only where that is certain."""

from __future__ import annotations

import re
from typing import Final

# Some programs garble by Latin-1, and Windows-1252 lacks five bytes: C1 controls stand for themselves.
_TO_BYTE: Final = {ord(bytes([b]).decode("cp1252", "ignore") or chr(b)): b for b in range(0x80, 0x100)} | {
    c: c for c in range(0x80, 0xA0)
}
_SUSPECT = re.compile(
    r"[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
)
_LOST_SPACE = re.compile(rb"(\xc3|[\xe0-\xef][\x80-\xbf]) ")
_GARBLED_MARK = re.compile("\u00ef\u00bf(?:\u00bd|$)")
_DESTROYED = re.compile(r"(?:[\ufffd]|\u00fd{2,})+")


def repair(text: str) -> str:
    """``text`` with UTF-8 that was read as Windows-1252 put right (``mÃ¼zik``), where that is certain.

    Certain means: every character beyond ASCII takes part in a well-formed UTF-8 sequence. A sequence that
    the end of the text cuts off becomes U+FFFD. Anything else stays as it is.
    """
    if text.isascii():
        return text
    if "\u00ef\u00bf" in text:  # U+FFFD itself, garbled once more, and perhaps cut
        text = _GARBLED_MARK.sub("\ufffd", text)
    if not _SUSPECT.search(text):
        return text
    raw = _as_bytes(text)
    if raw is None:
        return text
    fixed = _decoded(raw) or _decoded(_LOST_SPACE.sub(b"\\1\xa0", raw))
    return text if fixed is None else fixed


def _as_bytes(text: str) -> bytes | None:
    out = bytearray()
    for char in text:
        code = ord(char)
        if code < 0x80:
            out.append(code)
        elif (byte := _TO_BYTE.get(code)) is not None:
            out.append(byte)
        elif char == "\ufffd":
            out += "\ufffd".encode()
        else:
            return None
    return bytes(out)


def _decoded(raw: bytes) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data" and error.start > 0 and not raw[: error.start].isascii():
            return raw[: error.start].decode("utf-8") + "\ufffd"
        return None


def mark_destroyed(text: str) -> str:
    """``text`` in which each run of characters that some program threw away is one U+FFFD.

    Such runs are U+FFFD themselves, and repeated "ý", which is what they become in one common round trip.
    """
    if text.isascii():
        return text
    return " ".join(_DESTROYED.sub("\ufffd", text).split()) if _DESTROYED.search(text) else text


def is_readable(text: str) -> bool:
    """True when enough is left to be a name: where characters were destroyed, two letters or digits."""
    marked = mark_destroyed(text)
    if "\ufffd" in marked:
        return sum(c.isalnum() for c in marked) >= 2
    return any(c.isalnum() or c > "\u2000" for c in marked)
