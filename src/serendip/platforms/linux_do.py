"""Linux.do, a Discourse forum."""

from __future__ import annotations

from serendip.platforms.grammar import NAME_CHAR, Pattern, Platform, spread

_SITE = spread("linux.do", "www")

# fmt: off
_PATTERNS = (
    Pattern(
        "user", _SITE,
        rf"/u/(?!by-external(?:/|$))(?P<id>{NAME_CHAR}{{1,60}}?)"
        r"(?:/(?:summary|activity.*|badges|notifications.*))?(?:\.json)?",
        "channel", "handle",
        (
            ("https://linux.do/u/gearlabdemo/summary", "gearlabdemo"),
            ("https://linux.do/u/gear.lab.json", "gear.lab"),
        ),
    ),
    Pattern(
        "user_external", _SITE,
        rf"/u/by-external/(?P<id>{NAME_CHAR}{{1,60}}?)(?:\.json)?",
        "channel", "custom",
        (("https://linux.do/u/by-external/12345", "12345"),),
    ),
    Pattern(
        "topic", _SITE,
        r"/t/(?:(?!\d+/)[^/]+/)?(?P<id>\d+)(?:/\d+)?",
        "post", "topic",
        (
            ("https://linux.do/t/topic/838591/12", "838591"),
            ("https://linux.do/t/838591/12", "838591"),
        ),
        network=True, canonical="https://linux.do/t/topic/{id}",
    ),
    Pattern(
        "category", _SITE,
        r"/(?:g|c|tag)/(?P<id>(?P<term>[^/]+).*)",
        "other", "category",
        (
            ("https://linux.do/c/develop/4", "develop/4"),
            ("https://linux.do/tag/ai", "ai"),
        ),
        state="context",
    ),
    Pattern(
        "search", _SITE,
        "/search",
        "other", "query",
        (("https://linux.do/search?q=camping", None),),
        state="context", terms=("q",),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="linux.do",
    name_zh="Linux.do",
    name_en="Linux.do",
    aliases=("linuxdo", "l站", "linux do"),
    patterns=_PATTERNS,
    home="linux.do",
    mirrors=_SITE,
    channel_urls={"handle": "https://linux.do/u/{id}", "custom": "https://linux.do/u/by-external/{id}"},
    broken="/(?:u|t)(?:/.*)?",
)
