"""All platforms, the one place where they are listed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from serendip.core.errors import InputError
from serendip.platforms import (
    bangumi,
    bilibili,
    douyin,
    instagram,
    kuaishou,
    linux_do,
    reddit,
    tiktok,
    v2ex,
    web,
    weibo,
    x,
    xiaohongshu,
    youtube,
    zhihu,
)
from serendip.platforms.grammar import Pattern, Platform

FAMILIES: tuple[Platform, ...] = (
    bilibili.PLATFORM,
    xiaohongshu.PLATFORM,
    douyin.PLATFORM,
    youtube.PLATFORM,
    x.PLATFORM,
    zhihu.PLATFORM,
    reddit.PLATFORM,
    bangumi.PLATFORM,
    linux_do.PLATFORM,
    v2ex.PLATFORM,
    weibo.PLATFORM,
    web.PLATFORM,
)
"""The twelve families of content."""

PLATFORMS: tuple[Platform, ...] = (
    *FAMILIES,
    instagram.PLATFORM,
    tiktok.PLATFORM,
    kuaishou.PLATFORM,
)
"""The families, and the platforms that are known for their channels and links only."""

BY_KEY: Mapping[str, Platform] = MappingProxyType({p.key: p for p in PLATFORMS})
SEARCH_PAGES: tuple[str, ...] = tuple(p.key for p in PLATFORMS if p.search_page)
"""Keys of the platforms with a channel search page."""

_BY_WORD: Mapping[str, Platform] = MappingProxyType(
    {
        word.casefold(): platform
        for platform in PLATFORMS
        for word in (*platform.aliases, platform.name_zh, platform.name_en, platform.key)
    }
)


def find_platform(word: str) -> Platform | None:
    """The platform of a key, name or alias in any case (``IG``, ``推特``, ``linuxdo``), or None."""
    return _BY_WORD.get(word.strip().casefold())


def platform(word: str) -> Platform:
    """The platform of a key, name or alias.

    Raises:
        InputError: ``ERR_UNKNOWN_PLATFORM``.
    """
    found = find_platform(word)
    if found is None:
        keys = ", ".join(BY_KEY)
        raise InputError(
            "ERR_UNKNOWN_PLATFORM",
            zh=f"不认识平台“{word}”。请使用其中之一：{keys}",
            en=f"Unknown platform “{word}”. Use one of: {keys}",
            platform=word,
        )
    return found


def channel_url(key: str, id_kind: str, value: str) -> str | None:
    """The address of a channel's page on platform ``key``; None where that identity has no page."""
    found = BY_KEY.get(key)
    return None if found is None else found.channel_url(id_kind, value)


Claims = tuple[tuple[Platform, Pattern], ...]


def _claims() -> dict[str, Claims]:
    by_host: dict[str, list[tuple[Platform, Pattern]]] = {}
    for owner in PLATFORMS:
        for pattern in owner.patterns:
            for host in pattern.hosts:
                by_host.setdefault(host, []).append((owner, pattern))
    return {host: tuple(found) for host, found in by_host.items()}


_CLAIMS: Mapping[str, Claims] = MappingProxyType(_claims())


def claims(host: str) -> Claims:
    """The patterns that may claim links of ``host`` (lower case), in their order; empty for other sites."""
    found = _CLAIMS.get(host)
    return found if found is not None else _CLAIMS.get(f"*.{host.partition('.')[2]}", ())


def site_of(host: str) -> Platform | None:
    """The platform to which ``host`` itself belongs, or None; carriers of its links are others' hosts."""
    found = claims(host)
    return found[0][0] if found and host not in found[0][0].carriers else None
