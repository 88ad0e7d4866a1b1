"""Bangumi: users, subjects (works, people, characters), groups."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = (*spread("bgm.tv", "www", "m"), *spread("bangumi.tv", "www", "m"), *spread("chii.in", "www", "m"))

# fmt: off
_PATTERNS = (
    Pattern(
        "user", _SITE,
        r"/user/(?P<id>\w+)(?:/(?:timeline|blog|wiki|friends|groups|index|mono).*)?",
        "channel", "handle",
        (
            ("https://bgm.tv/user/sai", "sai"),
            ("https://chii.in/user/1/timeline", "1"),
        ),
    ),
    Pattern(
        "collection", _SITE,
        r"/(?:anime|book|music|game|real)/list/(?P<id>\w+)(?:/.*)?",
        "channel", "handle",
        (("https://bgm.tv/anime/list/sai/collect", "sai"),),
    ),
    Pattern(
        "subject", _SITE,
        r"/(?:subject|ep|character|person|index|group/topic|blog|subject/topic)/(?P<id>\d+)(?:/.*)?",
        "post", "subject",
        (
            ("https://bangumi.tv/subject/12", "12"),
            ("https://bgm.tv/group/topic/345678", "345678"),
        ),
        state="unsupported",
    ),
    Pattern(
        "group", _SITE,
        r"/group/(?!topic$)(?P<id>(?P<term>[\w-]+))",
        "other", "group",
        (("https://bgm.tv/group/boring", "boring"),),
        state="context",
    ),
    Pattern(
        "search", _SITE,
        r"/(?:subject|mono)_search/(?P<term>[^/]+)",
        "other", "query",
        (("https://bgm.tv/subject_search/camping?cat=2", None),),
        state="context",
    ),
)
# fmt: on

PLATFORM = Platform(
    key="bangumi",
    name_zh="番组计划",
    name_en="Bangumi",
    aliases=("bgm", "bgm.tv", "番组"),
    patterns=_PATTERNS,
    home="bgm.tv",
    mirrors=_SITE,
    channel_urls={"handle": "https://bgm.tv/user/{id}"},
    broken=r"/(?:user|subject|ep|character|person|group)(?:/.*)?",
)
