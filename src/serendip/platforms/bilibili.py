"""bilibili: spaces by mid, videos by BV or av number, and its short hosts."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = spread("bilibili.com", "www", "m")
_SPACE = ("space.bilibili.com", "m.space.bilibili.com")
_B23 = spread("b23.tv", "www")
_SHORT = (
    *_B23,
    *(h for n in ("bili2233.cn", "bili22.cn", "bili23.cn", "bili33.cn") for h in spread(n, "www")),
)
_INTL = (*spread("bilibili.tv", "www", "m"), *spread("biliintl.com", "www", "m"))
_VIDEO = r"(?:BV|bv)[1-9A-Za-z]{10}|(?:av|AV)\d+"
_SEASON = r"(?:ep|ss|md)\d+"

# fmt: off
_PATTERNS = (
    Pattern(
        "space", _SPACE,
        r"/(?:h5/)?(?P<id>\d+)(?:/(?:video|upload(?:/.*)?|dynamic|article|audio|fans/.*|relation/.*|favlist|bangumi"
        r"|pugv|search.*|opus|home))?",
        "channel", "channel_id",
        (
            ("https://space.bilibili.com/100000001/upload/video", "100000001"),
            ("https://m.space.bilibili.com/h5/100000001", "100000001"),
        ),
    ),
    Pattern(
        "space_mobile", _SITE,
        r"/space/(?P<id>\d+)",
        "channel", "channel_id",
        (("https://m.bilibili.com/space/100000001", "100000001"),),
    ),
    Pattern(
        "live", ("live.bilibili.com",),
        r"/(?:blanc/|h5/)?(?P<id>\d+)",
        "channel", "room",
        (
            ("https://live.bilibili.com/196", "196"),
            ("https://live.bilibili.com/h5/196?from=search", "196"),
        ),
        network=True, canonical="https://live.bilibili.com/{id}",
    ),
    Pattern(
        "video", (*_SITE, *_B23, *spread("acg.tv", "www")),
        rf"/(?:video/|s/video/)?(?P<id>{_VIDEO})(?:/.*)?",
        "video", "video",
        (
            ("https://www.bilibili.com/video/BV13x41117TL?p=1", "BV13x41117TL"),
            ("https://b23.tv/BV1xx411c7mD", "BV1xx411c7mD"),
            ("https://m.bilibili.com/video/av92494333", "av92494333"),
        ),
        network=True, canonical="https://www.bilibili.com/video/{id}",
    ),
    Pattern(
        "festival", _SITE,
        r"/festival/[^/]+",
        "video", "video",
        (("https://www.bilibili.com/festival/2023honkaiimpact3gala?bvid=BV1ay4y1d77f", "BV1ay4y1d77f"),),
        network=True, query=("bvid",), canonical="https://www.bilibili.com/video/{id}",
    ),
    Pattern(
        "player", ("player.bilibili.com",),
        r"/player\.html",
        "video", "video",
        (
            ("https://player.bilibili.com/player.html?aid=92494333", "92494333"),
            ("https://player.bilibili.com/player.html?bvid=BV13x41117TL&page=1", "BV13x41117TL"),
        ),
        network=True, query=("aid", "bvid"), value=r"(?P<id>\d+|(?:BV|bv)[1-9A-Za-z]{10})",
    ),
    Pattern(
        "international", _INTL,
        r"/(?:[A-Za-z]{2}/)?(?:video|play|media|space)/(?P<id>\d+)(?:/\d+)?",
        "video", "international",
        (("https://www.bilibili.tv/en/video/2045730385", "2045730385"),),
        network=True,
    ),
    Pattern(
        "dynamic", ("t.bilibili.com", *_SITE),
        r"/(?:opus/|dynamic/)?(?P<id>\d{15,20})",
        "post", "opus",
        (
            ("https://t.bilibili.com/998134289197432852", "998134289197432852"),
            ("https://www.bilibili.com/opus/998134289197432852", "998134289197432852"),
        ),
        network=True, canonical="https://www.bilibili.com/opus/{id}",
    ),
    Pattern(
        "article", _SITE,
        r"/read/(?:mobile/)?(?:cv)?(?P<id>\d+)",
        "post", "article",
        (("https://www.bilibili.com/read/cv12345678", "12345678"),),
        network=True, canonical="https://www.bilibili.com/read/cv{id}",
    ),
    Pattern(
        "space_list", _SPACE,
        r"/(?P<id>(?P<channel_id>\d+))/(?:lists|channel)(?:/.*)?",
        "playlist", "list",
        (("https://space.bilibili.com/100000001/lists/3662502?type=season", "100000001"),),
    ),
    Pattern(
        "list", _SITE,
        r"/(?:list|medialist/(?:play|detail))/(?P<id>(?P<channel_id>\d+))",
        "playlist", "list",
        (("https://www.bilibili.com/list/1958703906?sid=547718", "1958703906"),),
    ),
    Pattern(
        "list_named", _SITE,
        r"/(?:list|medialist/(?:play|detail))/(?P<id>(?!\d+$)\w+)",
        "playlist", "list",
        (("https://www.bilibili.com/medialist/play/ml1234567", "ml1234567"),),
        state="context",
    ),
    Pattern(
        "season", (*_SITE, *_B23),
        rf"/(?:bangumi/(?:play|media)/|cheese/play/)?(?P<id>{_SEASON})",
        "playlist", "season",
        (
            ("https://www.bilibili.com/bangumi/play/ep21495", "ep21495"),
            ("https://b23.tv/ss12345", "ss12345"),
        ),
        network=True, state="context",
    ),
    Pattern(
        "short", _SHORT,
        rf"/(?!(?:{_VIDEO}|{_SEASON})$)(?P<id>\w+)",
        "other", "short",
        (
            ("https://b23.tv/AbC12dE", "AbC12dE"),
            ("https://bili2233.cn/AbC12dE", "AbC12dE"),
        ),
        network=True,
    ),
    Pattern(
        "search", ("search.bilibili.com",),
        "/(?:all|upuser|video|article|live|bangumi|pgc)",
        "other", "query",
        (("https://search.bilibili.com/all?keyword=camping", None),),
        state="context", terms=("keyword",),
    ),
    Pattern(
        "own_pages", _SITE,
        "(?:/(?:(?:v/|audio/|watchlater|search|ranking|h5/|account/).*|v|audio|h5|account))?",
        "other", "none",
        (
            ("https://www.bilibili.com/v/kichiku/mad", None),
            ("https://www.bilibili.com/", None),
        ),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="bilibili",
    name_zh="哔哩哔哩",
    name_en="Bilibili",
    aliases=("bili", "b站", "b 站", "哔哩", "小破站"),
    patterns=_PATTERNS,
    home="www.bilibili.com",
    mirrors=_SITE,
    channel_urls={
        "channel_id": "https://space.bilibili.com/{id}",
        "room": "https://live.bilibili.com/{id}",
    },
    broken=r"/(?:space|video|read|opus|dynamic|list)(?:/.*)?|/(?:BV|bv|av|AV)\w*|/\d+/?.*",
)
