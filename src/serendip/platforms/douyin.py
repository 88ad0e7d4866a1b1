"""Douyin: users by sec_uid or number, videos and notes."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = (
    *spread("douyin.com", "www", "m"),
    *spread("iesdouyin.com", "www", "m"),
    *spread("douyin.cn", "www", "m"),
    *spread("snssdk.com", "www", "m"),
)
_SEC_UID = r"MS4wLjABAAAA[\w-]{32,}"
_USER = "MS4wLjABAAAAEc8EKgWVEpEQoDRRp8_M53psgc-BoKqre-jICyt6aBA"

# fmt: off
_PATTERNS = (
    Pattern(
        "profile", _SITE,
        rf"/(?:share/)?user/(?P<id>{_SEC_UID})",
        "channel", "sec_uid",
        (
            (f"https://www.douyin.com/user/{_USER}", _USER),
            (f"https://www.iesdouyin.com/share/user/{_USER}?did=MS4w", _USER),
        ),
    ),
    Pattern(
        "profile_id", _SITE,
        r"/(?:share/)?user/(?P<id>\d{5,20})",
        "channel", "channel_id",
        (("https://www.iesdouyin.com/share/user/93864497380", "93864497380"),),
    ),
    Pattern(
        "live", ("live.douyin.com",),
        r"/(?P<id>[\w.]+)",
        "channel", "room",
        (("https://live.douyin.com/123456789", "123456789"),),
        network=True,
    ),
    Pattern(
        "video", _SITE,
        r"/(?:share/)?(?:video|note|slides|mix|collection)/(?P<id>\d{15,20})",
        "video", "video",
        (
            ("https://www.douyin.com/video/6961737553342991651", "6961737553342991651"),
            ("https://www.iesdouyin.com/share/note/6961737553342991651/?region=CN", "6961737553342991651"),
        ),
        network=True,
    ),
    Pattern(
        "modal", _SITE,
        r"(?:/(?:discover|jingxuan|hot.*|search/.*|root/search/.*))?",
        "video", "video",
        (
            ("https://www.douyin.com/discover?modal_id=7253412088251534594", "7253412088251534594"),
            ("https://www.douyin.com/?vid=7253412088251534594", "7253412088251534594"),
        ),
        network=True, query=("modal_id", "vid"), value=r"(?P<id>\d+)",
        canonical="https://www.douyin.com/video/{id}",
    ),
    Pattern(
        "short", ("v.douyin.com", "v.iesdouyin.com"),
        r"/(?P<id>[\w-]+)(?:/\d+)?",
        "other", "short",
        (("https://v.douyin.com/iAbCdEfG/", "iAbCdEfG"),),
        network=True,
    ),
    Pattern(
        "search", _SITE,
        r"/(?:root/)?search/(?P<term>[^/]+)",
        "other", "query",
        (("https://www.douyin.com/search/camping?type=user", None),),
        state="context", without=("modal_id", "vid"),
    ),
    Pattern(
        "own_page", _SITE,
        "/user/self",
        "other", "none",
        (("https://www.douyin.com/user/self", None),),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="douyin",
    name_zh="抖音",
    name_en="Douyin",
    aliases=("dy", "dou yin", "国内抖音", "抖音短视频"),
    patterns=_PATTERNS,
    home="www.douyin.com",
    mirrors=_SITE,
    channel_urls={
        "sec_uid": "https://www.douyin.com/user/{id}",
        "channel_id": "https://www.iesdouyin.com/share/user/{id}",
    },
    broken=r"/(?:share/)?(?:user|video|note|slides|mix|collection)(?:/.*)?",
)
