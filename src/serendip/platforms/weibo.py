"""Weibo: users by uid, screen name or domain, posts, videos."""

from __future__ import annotations

from serendip.platforms.grammar import NAME_CHAR, Pattern, Platform, spread

_SITE = (*spread("weibo.com", "www", "m", "d"), *spread("weibo.cn", "www", "m"))
_RESERVED = (
    "tv|ajax|login|p|u|n|search|hot|a|newlogin|signup|home|settings|message|messages|status|detail|profile|show|video"
    "|comment|like|at|fav|mygroups|groups|visitor|set|sorry|sinaurl|ttarticle|article|topic|discover|account|api|index"
    "|client|beta|follow|friends|oauth|help|about|pub|photo|album"
)

# fmt: off
_PATTERNS = (
    Pattern(
        "uid", _SITE,
        r"/(?:u/|p/100[1-6]0[56]|profile/)?(?P<id>\d{5,10})(?:/(?:home|profile|info|follow))?",
        "channel", "channel_id",
        (
            ("https://weibo.com/u/2066652961?tabtype=video", "2066652961"),
            ("https://m.weibo.cn/profile/2066652961", "2066652961"),
            ("https://weibo.com/p/1005052066652961/home", "2066652961"),
            ("weibo.com/2066652961/profile", "2066652961"),
        ),
    ),
    Pattern(
        "name", _SITE,
        rf"/n/(?P<id>{NAME_CHAR}{{1,60}})",
        "channel", "name",
        (("https://weibo.com/n/%E6%9C%A8%E5%B7%A5%E5%B0%8F%E9%A6%86", "木工小馆"),),
        network=True,
    ),
    Pattern(
        "domain", _SITE,
        rf"/(?!(?i:{_RESERVED})(?:/|$))(?P<id>[A-Za-z][\w-]{{3,31}})",
        "channel", "custom",
        (("https://weibo.com/gearlabdemo", "gearlabdemo"),),
        network=True,
    ),
    Pattern(
        "status", _SITE,
        r"/(?P<channel_id>\d{5,})/(?P<id>[A-Za-z0-9]{8,20})",
        "post", "status",
        (("https://weibo.com/7827771738/N4xlMvjhI", "N4xlMvjhI"),),
    ),
    Pattern(
        "status_without_owner", _SITE,
        r"/(?:status|detail)/(?P<id>[A-Za-z0-9]{8,20})",
        "post", "status",
        (
            ("https://m.weibo.cn/detail/4797699866951785", "4797699866951785"),
            ("https://m.weibo.cn/status/N4xlMvjhI", "N4xlMvjhI"),
        ),
        network=True,
    ),
    Pattern(
        "tv", _SITE,
        r"/tv/show/(?P<id>\d+:\w+)",
        "video", "video",
        (("https://weibo.com/tv/show/1034:4797699866951785", "1034:4797699866951785"),),
        network=True,
    ),
    Pattern(
        "video", ("video.weibo.com",),
        "/show",
        "video", "video",
        (("https://video.weibo.com/show?fid=1034:4967272104787984", "1034:4967272104787984"),),
        network=True, query=("fid",), value=r"(?P<id>\d+:\w+)", canonical="https://weibo.com/tv/show/{id}",
    ),
    Pattern(
        "short", (*spread("t.cn", "www"), "mapp.api.weibo.cn"),
        r"/(?P<id>[\w/.]+)",
        "other", "short",
        (
            ("https://t.cn/A6AbCdEf", "A6AbCdEf"),
            ("https://mapp.api.weibo.cn/fx/1234abcd.html", "fx/1234abcd.html"),
        ),
        network=True,
    ),
    Pattern(
        "search", ("s.weibo.com",),
        "/(?:weibo|user|video|realtime|topic)",
        "other", "query",
        (("https://s.weibo.com/weibo?q=%23camping%23", None),),
        state="context", terms=("q",),
    ),
    Pattern(
        "wrapper", _SITE,
        "/sinaurl",
        "other", "wrapper",
        (
            (
                "https://weibo.cn/sinaurl?u=https%3A%2F%2Fspace.bilibili.com%2F100000001",
                "https://space.bilibili.com/100000001",
            ),
        ),
        wraps=("u", "toasturl"),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="weibo",
    name_zh="微博",
    name_en="Weibo",
    aliases=("wb", "新浪微博", "sina weibo"),
    patterns=_PATTERNS,
    home="weibo.com",
    mirrors=_SITE,
    channel_urls={
        "channel_id": "https://weibo.com/u/{id}",
        "name": "https://weibo.com/n/{id}",
        "custom": "https://weibo.com/{id}",
    },
    broken=r"/(?:u|n|p|profile|status|detail|tv/show)(?:/.*)?",
)
