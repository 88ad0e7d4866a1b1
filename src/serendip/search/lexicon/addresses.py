"""The links of a text, those with a mistyped scheme included (``htp:/youtube.com/@x``)."""

from __future__ import annotations

import re
from typing import Final

from serendip.platforms.urls import FoundLink, Link, find_links

_MISTYPED: Final = re.compile(
    r"(?<![\w.@/])(?:h?t+p+s?|ht+ps?p?|hp+t+s?|hhttps?|htpp?s?|xttps?)(?:[:;：；]+\s?[/\\]*|[/\\]+)"
    r"(?:www[.,])?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#][^\s<>\"'，、；。！]*)?",
    re.IGNORECASE,
)


def found(text: str) -> list[FoundLink]:
    """All links in reading order. One with a mistyped scheme is one link, state ``invalid``."""
    links = find_links(text)
    for match in _MISTYPED.finditer(text):
        low, high = match.span()
        if any(link.start <= low < link.end for link in links):
            continue
        links = [link for link in links if link.end <= low or high <= link.start]
        broken = Link(match.group(), "invalid", "invalid", failure="incomplete")
        links.append(FoundLink(low, high, broken))
    return sorted(links, key=lambda link: link.start)
