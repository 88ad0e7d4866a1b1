"""V2EX: members, topics, nodes. Its regional subdomains show the same site."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform

_SITE = ("v2ex.com", "*.v2ex.com", "v2ex.co", "*.v2ex.co")

# fmt: off
_PATTERNS = (
    Pattern(
        "member", _SITE,
        r"/(?:member|u)/(?P<id>[A-Za-z0-9_]{1,32})(?:/(?:topics|replies|qna))?",
        "channel", "handle",
        (
            ("https://www.v2ex.com/member/gearlabdemo", "gearlabdemo"),
            ("https://hk.v2ex.com/u/gearlabdemo/replies", "gearlabdemo"),
        ),
    ),
    Pattern(
        "topic", _SITE,
        r"/t/(?P<id>\d+)",
        "post", "topic",
        (("https://v2ex.com/t/1000000#reply3", "1000000"),),
        network=True, canonical="https://www.v2ex.com/t/{id}",
    ),
    Pattern(
        "node", _SITE,
        r"/go/(?P<id>(?P<term>[\w-]+))",
        "other", "node",
        (("https://www.v2ex.com/go/programmer", "programmer"),),
        state="context",
    ),
)
# fmt: on

PLATFORM = Platform(
    key="v2ex",
    name_zh="V2EX",
    name_en="V2EX",
    aliases=("v2", "v站"),
    patterns=_PATTERNS,
    home="www.v2ex.com",
    mirrors=_SITE,
    channel_urls={"handle": "https://www.v2ex.com/member/{id}"},
    broken="/(?:member|u|t)(?:/.*)?",
)
