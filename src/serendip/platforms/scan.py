"""Where links stand in a free text. One pass, linear in the text's length."""

from __future__ import annotations

import re
from collections.abc import Iterator

from serendip.platforms.registry import claims, site_of

# Letters that belong to a link as they stand: scripts that put spaces between words, and a few more.
_LETTERS = (
    "\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u0610-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u0963"
    "\u0966-\u10ff\u1200-\u1fff"
)
# Letters of Chinese, Japanese and Korean, full-width forms too: such text follows a link without a space.
_CJK = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u303c\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00020000-\U0003ffff"
)
_HTTP = r"(?<!\+)https?:[/\\]{2,}+|(?<![A-Za-z0-9+])https?:[/\\](?=[A-Za-z0-9])"
_LABEL = r"(?!https?:[/\\])[A-Za-z0-9\-]++"
_START = re.compile(
    rf"(?P<http>{_HTTP})"
    r"|(?P<foreign>(?<![A-Za-z0-9])(?:javascript|vbscript|data|file|blob|about|view-source|vnd\.youtube):[!-~]*+"
    r"|(?<![A-Za-z0-9+.\-])[A-Za-z](?:(?!https?:[/\\])[A-Za-z0-9+.\-])*+://[!-~]*+)"
    rf"|(?<![A-Za-z0-9@._/\\%\-])(?:(?<!:)//)?(?P<host>(?:{_LABEL}\.)++{_LABEL})",
    re.IGNORECASE,
)
_IS_CJK = re.compile(f"[{_CJK}]")
_HOST_AND_SLASH = re.compile(r"\.[A-Za-z]{2,}(?::\d*)?/")
_SLASH = re.compile(r"(?::\d{0,5}+)?/")
_AUTHORITY = re.compile(
    rf"(?:[A-Za-z0-9\-._~%!$&*+=:@\[\]{_LETTERS}]++|(?<=[/\\@.])[{_CJK}]++(?=\.)|(?<=\.)[{_CJK}]++)*+"
)
_REST = re.compile(
    rf"(?:[/?#](?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%{_LETTERS}]++"
    rf"|(?:(?<=/@)|(?<=/[cn]/)|(?<=/user/)|(?<=/tag/)|(?<=/tags/)|(?<=/hashtag/)|(?<==))[{_CJK}][{_CJK}{_LETTERS}\w.\-]*+)*+)?"
)
_SECOND_LINK = re.compile(r"(?<![=/])https?:[/\\]{2}", re.IGNORECASE)
_MAX_LINK = 4096
# What no platform has in a link that names something, and people put right behind one.
_ENDS_KNOWN = re.compile(r"(?<!#)!|['()*,\[\]]|(?<!&amp);")
_ENDS = ".,;:!?'\"~*#"
_OPENERS = {")": "(", "]": "["}


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Half-open character offsets of each link in reading order, without what merely surrounds it.

    A link begins with ``http(s)://`` or ``www.``, or is a platform's host with a slash. Addresses of any
    other scheme are passed over as a whole.
    """
    if not _may_hold_link(text):
        return
    position = 0
    while (start := _START.search(text, position)) is not None:
        position = start.end()
        if start["foreign"] is not None:
            continue
        if start["http"] is None and not _opens_bare(text, start):
            continue
        authority = start.end("http") if start["http"] is not None else start.start("host")
        end = _end(text, authority)
        if start["http"] is None or end > authority:
            yield start.start(), end
        else:
            yield start.start(), start.end("http")
        position = max(position, end)


def _may_hold_link(text: str) -> bool:
    """A cheap test that spares most texts the search."""
    if "/" not in text and "\\" not in text and "." not in text:
        return False
    low = text.lower()
    return "www." in low or "http" in low or _HOST_AND_SLASH.search(text) is not None


def _opens_bare(text: str, start: re.Match[str]) -> bool:
    host = start["host"].lower()
    before = text[start.start() - 1] if start.start() else " "
    if before.isalpha() and not _IS_CJK.match(before):
        return False  # a letter that looks like part of the host: another host
    if host.startswith("www."):
        return host.count(".") > 1
    return bool(site_of(host)) and _SLASH.match(text, start.end()) is not None


def _end(text: str, authority: int) -> int:
    host_end = _authority_end(text, authority)
    rest = _REST.match(text, host_end, authority + _MAX_LINK)
    end = rest.end() if rest else host_end
    if second := _SECOND_LINK.search(text, authority, end):
        end = second.start()
    if host_end < end and claims(_host(text[authority:host_end])):
        if stop := _ENDS_KNOWN.search(text, host_end, end):
            end = stop.start()
        return _without_punctuation(text, authority, end)
    return _balanced(text, authority, end)


def _authority_end(text: str, start: int) -> int:
    match = _AUTHORITY.match(text, start, start + _MAX_LINK)
    return match.end() if match else start


def _host(authority: str) -> str:
    return authority.rpartition("@")[2].partition(":")[0].lower().removesuffix(".")


def _without_punctuation(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in _ENDS:
        end -= 1
    return end


def _balanced(text: str, start: int, end: int) -> int:
    """Other sites may have brackets inside: only those that the link itself does not open are cut."""
    surplus = {c: text.count(c, start, end) - text.count(o, start, end) for c, o in _OPENERS.items()}
    while end > start:
        last = text[end - 1]
        if last in _OPENERS and surplus[last] > 0:
            surplus[last] -= 1
        elif last not in _ENDS:
            break
        end -= 1
    return end
