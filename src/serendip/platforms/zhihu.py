"""Zhihu: members and organisations by url token, answers, articles, columns."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = spread("zhihu.com", "www", "m")
_COLUMNS = ("zhuanlan.zhihu.com",)

# fmt: off
_PATTERNS = (
    Pattern(
        "people", _SITE,
        r"/(?P<section>people|org)/(?P<id>[\w.-]+)"
        "(?:/(?:activities|answers|asks|posts|columns|pins|zvideos|collections|followers"
        "|following|creations.*))?",
        "channel", "handle",
        (
            ("https://www.zhihu.com/people/gearlab-demo/answers", "gearlab-demo"),
            ("https://www.zhihu.com/org/gearlab-demo", "gearlab-demo"),
        ),
        canonical="https://www.zhihu.com/{section}/{id}",
    ),
    Pattern(
        "content", _SITE,
        r"/(?:(?:question/\d+/)?answer|zvideo|pin)/(?P<id>\d+)",
        "post", "answer",
        (
            ("https://www.zhihu.com/question/1/answer/2", "2"),
            ("https://www.zhihu.com/answer/123456", "123456"),
            ("https://www.zhihu.com/zvideo/123456", "123456"),
            ("https://www.zhihu.com/pin/123456", "123456"),
        ),
        network=True,
    ),
    Pattern(
        "tardis", _SITE,
        "/tardis/.*",
        "post", "article",
        (("https://www.zhihu.com/tardis/zm/art/123456", None),),
        network=True,
    ),
    Pattern(
        "article", _COLUMNS,
        r"/p/(?P<id>\d+)",
        "post", "article",
        (("https://zhuanlan.zhihu.com/p/123456", "123456"),),
        network=True,
    ),
    Pattern(
        "column", _SITE,
        r"/(?:column/(?=[\w-]+$)|(?=c_\d+$))(?P<id>[\w-]+)",
        "playlist", "column",
        (("https://www.zhihu.com/column/c_123456", "c_123456"),),
        network=True,
    ),
    Pattern(
        "column_host", _COLUMNS,
        r"/(?:column/)?(?!(?:p|write|column)$)(?P<id>[\w-]+)",
        "playlist", "column",
        (
            ("https://zhuanlan.zhihu.com/gearlab", "gearlab"),
            ("https://zhuanlan.zhihu.com/c_123456", "c_123456"),
        ),
        network=True,
    ),
    Pattern(
        "question", _SITE,
        r"/(?:question|topic|collection|roundtable|lives)/(?P<id>\d+)(?!/answer/\d+$).*",
        "other", "question",
        (
            ("https://www.zhihu.com/question/123456", "123456"),
            ("https://www.zhihu.com/topic/19552832/hot", "19552832"),
        ),
    ),
    Pattern(
        "search", _SITE,
        "/search",
        "other", "query",
        (("https://www.zhihu.com/search?type=content&q=camping", None),),
        state="context", terms=("q",),
    ),
    Pattern(
        "wrapper", ("link.zhihu.com",),
        "",
        "other", "wrapper",
        (
            (
                "https://link.zhihu.com/?target=https%3A//space.bilibili.com/100000001",
                "https://space.bilibili.com/100000001",
            ),
        ),
        wraps=("target",),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="zhihu",
    name_zh="知乎",
    name_en="Zhihu",
    aliases=("zhihu.com",),
    patterns=_PATTERNS,
    home="www.zhihu.com",
    mirrors=_SITE,
    channel_urls={"handle": "https://www.zhihu.com/people/{id}"},
    broken=r"/(?:people|org|question|answer|pin|zvideo|column|p)(?:/.*)?",
)
