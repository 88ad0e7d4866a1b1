"""TikTok."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = (*spread("tiktok.com", "www", "m", "us", "lite"), *spread("tiktokv.com", "www", "m"))
_SEC_UID = r"MS4wLjABAAAA[\w-]{32,}"
_OWN_ID = r"\d{15,20}"
_NAME = rf"(?!{_SEC_UID})(?!{_OWN_ID}(?![\w.-]))[\w.-]{{1,80}}"
_TAB = "(?:/(?:likes|favorites|reposts))?"

# fmt: off
_PATTERNS = (
    Pattern(
        "profile", _SITE,
        rf"/@(?P<id>{_NAME}){_TAB}",
        "channel", "handle",
        (
            ("https://www.tiktok.com/@gearlab_demo?lang=en", "gearlab_demo"),
            ("tiktok.com/%40gear.lab", "gear.lab"),
        ),
    ),
    Pattern(
        "profile_sec_uid", _SITE,
        rf"/@(?P<id>{_SEC_UID}){_TAB}",
        "channel", "sec_uid",
        (
            (
                "https://www.tiktok.com/@MS4wLjABAAAAEc8EKgWVEpEQoDRRp8_M53psgc-BoKqre-jICyt6aBA",
                "MS4wLjABAAAAEc8EKgWVEpEQoDRRp8_M53psgc-BoKqre-jICyt6aBA",
            ),
        ),
    ),
    Pattern(
        "profile_id", _SITE,
        rf"/@(?P<id>{_OWN_ID}){_TAB}",
        "channel", "channel_id",
        (("https://www.tiktok.com/@6820838815978423302", "6820838815978423302"),),
    ),
    Pattern(
        "live", _SITE,
        rf"/@(?P<id>{_NAME})/live",
        "channel", "handle",
        (("https://www.tiktok.com/@gearlab_demo/live", "gearlab_demo"),),
    ),
    Pattern(
        "share_live", _SITE,
        r"/share/live/(?P<id>\d+)",
        "channel", "room",
        (("https://www.tiktok.com/share/live/7253412088251534594", "7253412088251534594"),),
        network=True,
    ),
    Pattern(
        "share_user", _SITE,
        r"/(?:share/user|h5/share/usr)/(?P<id>\d+)(?:\.html)?",
        "channel", "channel_id",
        (("https://m.tiktok.com/h5/share/usr/6820838815978423302.html", "6820838815978423302"),),
        network=True,
    ),
    Pattern(
        "video", _SITE,
        rf"/@(?P<handle>{_NAME})/(?:video|photo)/(?P<id>\d+)",
        "video", "video",
        (
            ("https://www.tiktok.com/@gearlab_demo/video/7253412088251534594", "7253412088251534594"),
            ("https://www.tiktok.com/@gearlab_demo/photo/7253412088251534594?lang=en", "7253412088251534594"),
        ),
        canonical="https://www.tiktok.com/@{handle}/video/{id}",
    ),
    Pattern(
        "video_by_id", _SITE,
        rf"/@(?:(?P<channel_id>{_OWN_ID})|(?P<sec_uid>{_SEC_UID}))/(?:video|photo)/(?P<id>\d+)",
        "video", "video",
        (("https://www.tiktok.com/@6820838815978423302/video/7253412088251534594", "7253412088251534594"),),
    ),
    Pattern(
        "video_without_owner", _SITE,
        r"/(?:@|share)/(?:video|photo)/(?P<id>\d+)",
        "video", "video",
        (
            ("https://www.tiktok.com/@/video/7253412088251534594", "7253412088251534594"),
            ("https://www.tiktokv.com/share/video/7253412088251534594/", "7253412088251534594"),
        ),
        network=True,
    ),
    Pattern(
        "embed", _SITE,
        r"/(?:embed(?:/v2)?|player/v1|v)/(?P<id>\d+)(?:\.html)?",
        "video", "video",
        (
            ("https://www.tiktok.com/embed/v2/7253412088251534594", "7253412088251534594"),
            ("https://m.tiktok.com/v/7253412088251534594.html", "7253412088251534594"),
        ),
        network=True,
    ),
    Pattern(
        "collection", _SITE,
        rf"/@(?P<handle>{_NAME})/(?:collection|playlist)/(?P<id>[^/]+)",
        "playlist", "collection",
        (
            (
                "https://www.tiktok.com/@gearlab_demo/collection/trips-7371330159376370462",
                "trips-7371330159376370462",
            ),
        ),
    ),
    Pattern(
        "short", ("vm.tiktok.com", "vt.tiktok.com"),
        r"/(?P<id>\w+)",
        "other", "short",
        (("https://vm.tiktok.com/ZMabcdEFG/", "ZMabcdEFG"),),
        network=True,
    ),
    Pattern(
        "short_t", _SITE,
        r"/t/(?P<id>\w+)",
        "other", "short",
        (("https://www.tiktok.com/t/ZTabcdEFG/", "ZTabcdEFG"),),
        network=True,
    ),
    Pattern(
        "tag", _SITE,
        r"/(?:tag|discover|topics|channel)/(?P<id>(?P<term>[^/]+))",
        "other", "hashtag",
        (("https://www.tiktok.com/tag/camping", "camping"),),
        state="context",
    ),
    Pattern(
        "sound_or_place", _SITE,
        r"/(?:music|sticker|effect|place|shop)/(?P<id>[^/]+)",
        "other", "sound",
        (
            (
                "https://www.tiktok.com/music/original-sound-7253412088251534594",
                "original-sound-7253412088251534594",
            ),
        ),
        state="context",
    ),
    Pattern(
        "search", _SITE,
        "/search(?:/(?:user|video|live|photo))?",
        "other", "query",
        (
            ("https://www.tiktok.com/search?q=camping", None),
            ("https://www.tiktok.com/search/user?q=camping&t=1", None),
        ),
        state="context", terms=("q",),
    ),
    Pattern(
        "wrapper", _SITE,
        "/link/v2",
        "other", "wrapper",
        (
            (
                "https://www.tiktok.com/link/v2?aid=1988&scene=bio_url&target=https%3A%2F%2Fwww.instagram.com%2Fgearlab",
                "https://www.instagram.com/gearlab",
            ),
        ),
        wraps=("target",),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="tiktok",
    name_zh="TikTok",
    name_en="TikTok",
    aliases=("tt", "tik tok", "国际版抖音", "海外抖音", "抖音国际版", "海外版抖音"),
    patterns=_PATTERNS,
    home="www.tiktok.com",
    mirrors=_SITE,
    channel_urls={
        "handle": "https://www.tiktok.com/@{id}",
        "channel_id": "https://www.tiktok.com/@{id}",
        "sec_uid": "https://www.tiktok.com/@{id}",
    },
    search_page=True,
    broken=r"/(?:@.*|t|tag|embed|v|share(?:/.*)?)",
)
