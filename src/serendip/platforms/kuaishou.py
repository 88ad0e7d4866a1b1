"""Kuaishou."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = spread("kuaishou.com", "www", "m")
_SHARED = (
    *spread("gifshow.com", "www", "m"),
    "chenzhongtech.com",
    "*.m.chenzhongtech.com",
    "m.chenzhongtech.com",
)
_ID = r"[\w-]{6,32}"

# fmt: off
_PATTERNS = (
    Pattern(
        "profile", _SITE,
        rf"/profile/(?P<id>{_ID})",
        "channel", "channel_id",
        (("https://www.kuaishou.com/profile/3xmd7kz3v6aph9s", "3xmd7kz3v6aph9s"),),
    ),
    Pattern(
        "live", ("live.kuaishou.com",),
        rf"/(?:u|profile)/(?P<id>{_ID})",
        "channel", "channel_id",
        (("https://live.kuaishou.com/u/3xmd7kz3v6aph9s", "3xmd7kz3v6aph9s"),),
    ),
    Pattern(
        "shared_user", _SHARED,
        rf"/fw/user/(?P<id>{_ID})",
        "channel", "channel_id",
        (("https://m.gifshow.com/fw/user/3xmd7kz3v6aph9s", "3xmd7kz3v6aph9s"),),
    ),
    Pattern(
        "video", _SITE,
        rf"/(?:short-video|photo)/(?P<id>{_ID})",
        "video", "video",
        (("https://www.kuaishou.com/short-video/3xf8enb8dbj6uig?authorId=x", "3xf8enb8dbj6uig"),),
        network=True,
    ),
    Pattern(
        "video_of_owner", ("live.kuaishou.com",),
        rf"/u/(?P<channel_id>{_ID})/(?P<id>{_ID})",
        "video", "video",
        (("https://live.kuaishou.com/u/3xmd7kz3v6aph9s/3xf8enb8dbj6uig", "3xf8enb8dbj6uig"),),
    ),
    Pattern(
        "shared_video", _SHARED,
        rf"/fw/(?:photo|long-video)/(?P<id>{_ID})",
        "video", "video",
        (
            (
                "https://kphshanghai.m.chenzhongtech.com/fw/photo/3xf8enb8dbj6uig?cc=share_copylink",
                "3xf8enb8dbj6uig",
            ),
        ),
        network=True,
    ),
    Pattern(
        "short", ("v.kuaishou.com", "v.kuaishouapp.com", "v.m.chenzhongtech.com", "v.gifshow.com"),
        r"/(?:s/)?(?!s$)(?P<id>[\w-]+)",
        "other", "short",
        (("https://v.kuaishou.com/AbCdEf", "AbCdEf"),),
        network=True,
    ),
    Pattern(
        "short_f", _SITE,
        r"/f/(?P<id>[\w-]+)",
        "other", "short",
        (("https://www.kuaishou.com/f/X-AbCdEf12345", "X-AbCdEf12345"),),
        network=True,
    ),
    Pattern(
        "search", _SITE,
        "/search/(?:video|author)",
        "other", "query",
        (("https://www.kuaishou.com/search/video?searchKey=camping", None),),
        state="context", terms=("searchKey",),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="kuaishou",
    name_zh="快手",
    name_en="Kuaishou",
    aliases=("ks", "kwai", "gifshow"),
    patterns=_PATTERNS,
    home="www.kuaishou.com",
    mirrors=_SITE,
    channel_urls={"channel_id": "https://www.kuaishou.com/profile/{id}"},
    broken=r"/(?:profile|short-video|u|f|fw/.*)(?:/.*)?",
)
