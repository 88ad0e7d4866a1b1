"""Instagram (and Threads, which uses its names)."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = (*spread("instagram.com", "www", "m"), *spread("instagr.am", "www"))
_NAME = r"[A-Za-z0-9._]{1,30}"
_RESERVED = (
    "p|tv|reel|reels|explore|stories|s|share|accounts|direct|about|developer|legal|web|api|challenge|emails|session"
    "|nametag|topics|_n|_u|ar|create|push|privacy|guide|graphql|oauth|oembed|ajax|logging|settings|download|press"
    "|terms|static|directory|invites|archive|lite|qr|your_activity|login|signup|popular|checkpoint|data|help|fragment"
)
_OWNER = rf"(?P<handle>(?!(?i:{_RESERVED})/){_NAME})"
_CODE = r"(?P<id>[\w-]+)"

# fmt: off
_PATTERNS = (
    Pattern(
        "deep_link", _SITE,
        rf"/_[un]/(?P<id>{_NAME})",
        "channel", "handle",
        (("https://instagram.com/_u/gearlab.demo", "gearlab.demo"),),
    ),
    Pattern(
        "profile", _SITE,
        rf"/(?!(?i:{_RESERVED})(?:/|$))(?P<id>{_NAME})"
        r"(?:/(?:reels|tagged|posts|guides|channel|followers|following|highlights|saved.*|feed|info|avatar))?",
        "channel", "handle",
        (
            ("https://www.instagram.com/gearlab.demo/reels/", "gearlab.demo"),
            ("instagr.am/Gear_Lab?igsh=MWx4", "Gear_Lab"),
        ),
    ),
    Pattern(
        "threads", (*spread("threads.net", "www"), *spread("threads.com", "www")),
        rf"/(?P<id>@{_NAME})(?:/.*)?",
        "channel", "handle",
        (
            ("https://www.threads.net/@gearlab.demo", "@gearlab.demo"),
            ("https://www.threads.com/@gearlab.demo/post/C8abc", "@gearlab.demo"),
        ),
    ),
    Pattern(
        "post", _SITE,
        rf"/(?:{_OWNER}/)?p/{_CODE}(?:/embed(?:/captioned)?)?",
        "post", "shortcode",
        (
            ("https://www.instagram.com/p/CAbCdEfGhIj/", "CAbCdEfGhIj"),
            ("https://www.instagram.com/gearlab.demo/p/CAbCdEfGhIj/?img_index=1", "CAbCdEfGhIj"),
        ),
        network=True, canonical="https://www.instagram.com/p/{id}/",
    ),
    Pattern(
        "reel", _SITE,
        rf"/(?:{_OWNER}/)?reels?/(?!audio(?:/|$)){_CODE}(?:/embed)?",
        "video", "shortcode",
        (
            ("https://www.instagram.com/reel/CAbCdEfGhIj/?igsh=x", "CAbCdEfGhIj"),
            ("https://www.instagram.com/gearlab.demo/reel/CAbCdEfGhIj/", "CAbCdEfGhIj"),
            ("https://www.instagram.com/reels/CAbCdEfGhIj/", "CAbCdEfGhIj"),
        ),
        network=True, canonical="https://www.instagram.com/reel/{id}/",
    ),
    Pattern(
        "tv", _SITE,
        rf"/(?:{_OWNER}/)?tv/{_CODE}",
        "video", "shortcode",
        (("https://www.instagram.com/tv/CAbCdEfGhIj/", "CAbCdEfGhIj"),),
        network=True, canonical="https://www.instagram.com/tv/{id}/",
    ),
    Pattern(
        "story", _SITE,
        rf"/stories/(?!(?:highlights|me)(?:/|$))(?P<id>(?P<handle>{_NAME}))(?:/\d+)?",
        "post", "handle",
        (("https://www.instagram.com/stories/gearlab.demo/3570766765028588805/", "gearlab.demo"),),
    ),
    Pattern(
        "highlight", _SITE,
        r"/(?:stories/highlights/(?P<id>\d+)|s/aGlnaGxpZ2h0[^/]+)",
        "playlist", "highlight",
        (
            ("https://www.instagram.com/stories/highlights/18090946048123978/", "18090946048123978"),
            ("https://www.instagram.com/s/aGlnaGxpZ2h0OjE4MDkwOTQ2?story_media_id=1", None),
        ),
        network=True,
    ),
    Pattern(
        "share", _SITE,
        rf"/share/(?:(?:p|reel|reels|tv)/)?(?!(?:p|reel|reels|tv)$){_CODE}",
        "other", "share",
        (
            ("https://www.instagram.com/share/reel/_abcDEF/", "_abcDEF"),
            ("https://www.instagram.com/share/BAxYz12/", "BAxYz12"),
        ),
        network=True,
    ),
    Pattern(
        "tag", _SITE,
        r"/explore/tags/(?P<id>(?P<term>[^/]+))(?:/.*)?",
        "other", "hashtag",
        (("https://www.instagram.com/explore/tags/camping/", "camping"),),
        state="context",
    ),
    Pattern(
        "place_or_search", _SITE,
        r"/explore/(?:locations|search)/(?P<id>[^/]+)(?:/.*)?",
        "other", "query",
        (
            ("https://www.instagram.com/explore/search/keyword/?q=camping", "keyword"),
            ("https://www.instagram.com/explore/locations/213385402/london/", "213385402"),
        ),
        state="context", terms=("q",),
    ),
    Pattern(
        "audio", _SITE,
        r"/reels/audio/(?P<id>\d+)",
        "other", "audio",
        (("https://www.instagram.com/reels/audio/1234567890/", "1234567890"),),
        state="context",
    ),
    Pattern(
        "wrapper", ("l.instagram.com", "l.threads.com", "l.facebook.com", "lm.facebook.com"),
        r"(?:/l\.php)?",
        "other", "wrapper",
        (
            (
                "https://l.instagram.com/?u=https%3A%2F%2Fwww.youtube.com%2F%40gearlab_demo&e=x",
                "https://www.youtube.com/@gearlab_demo",
            ),
        ),
        wraps=("u",),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="instagram",
    name_zh="Instagram",
    name_en="Instagram",
    aliases=("ig", "ins", "insta"),
    patterns=_PATTERNS,
    home="www.instagram.com",
    mirrors=_SITE,
    channel_urls={"handle": "https://www.instagram.com/{id}/"},
    search_page=True,
    carriers=frozenset({"l.facebook.com", "lm.facebook.com"}),
    broken=r"/(?:p|reel|tv|stories|stories/highlights|share|_u|_n|@.*)",
)
