"""Xiaohongshu (rednote): users and notes by 24 hexadecimal digits."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = (*spread("xiaohongshu.com", "www", "m"), *spread("rednote.com", "www", "m"))
_HEX = "[0-9a-f]{24}"
_USER = "5a1b2c3d4e5f6a7b8c9d0e1f"

# fmt: off
_PATTERNS = (
    Pattern(
        "profile", _SITE,
        rf"/user/profile/(?P<id>{_HEX})",
        "channel", "channel_id",
        ((f"https://www.xiaohongshu.com/user/profile/{_USER}?xsec_token=x", _USER),),
    ),
    Pattern(
        "marketplace", ("pgy.xiaohongshu.com",),
        rf"/solar/pre-trade/blogger-detail/(?P<id>{_HEX})",
        "channel", "channel_id",
        ((f"https://pgy.xiaohongshu.com/solar/pre-trade/blogger-detail/{_USER}", _USER),),
    ),
    Pattern(
        "note", _SITE,
        rf"/(?:explore|discovery/item|user/profile/(?P<channel_id>{_HEX}))/(?P<id>{_HEX})",
        "post", "note",
        (
            (
                "https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?xsec_token=x",
                "6411cf99000000001300b6d9",
            ),
            ("https://www.rednote.com/discovery/item/6411cf99000000001300b6d9", "6411cf99000000001300b6d9"),
            (
                f"https://www.xiaohongshu.com/user/profile/{_USER}/6411cf99000000001300b6d9",
                "6411cf99000000001300b6d9",
            ),
        ),
        network=True, canonical="https://www.xiaohongshu.com/explore/{id}",
    ),
    Pattern(
        "short", (*spread("xhslink.com", "www"), *spread("xhslink.cn", "www"), *spread("xhs.link", "www")),
        r"/(?:[amou]/)?(?![amou]$)(?P<id>[\w-]+)",
        "other", "short",
        (
            ("https://xhslink.com/a/AbCdEf123456", "AbCdEf123456"),
            ("http://xhslink.com/AbCdEf", "AbCdEf"),
        ),
        network=True,
    ),
    Pattern(
        "search", _SITE,
        "/search_result.*",
        "other", "query",
        (("https://www.xiaohongshu.com/search_result?keyword=camping", None),),
        state="context", terms=("keyword",),
    ),
    Pattern(
        "own_pages", _SITE,
        "(?:/(?:goods-detail.*|board.*|page/topics.*|explore))?",
        "other", "none",
        (
            ("https://www.xiaohongshu.com/explore", None),
            ("https://www.xiaohongshu.com/", None),
        ),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="xiaohongshu",
    name_zh="小红书",
    name_en="Xiaohongshu",
    aliases=("xhs", "rednote", "red note", "小红薯", "little red book"),
    patterns=_PATTERNS,
    home="www.xiaohongshu.com",
    mirrors=_SITE,
    channel_urls={"channel_id": "https://www.xiaohongshu.com/user/profile/{id}"},
    broken=r"/(?:user(?:/.*)?|discovery(?:/.*)?|explore/.*)",
)
