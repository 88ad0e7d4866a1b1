"""X, formerly Twitter, and the mirrors that rewrite its links."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = (
    *spread("x.com", "www", "m", "mobile"),
    *spread("twitter.com", "www", "m", "mobile"),
    *(
        h
        for d in ("fxtwitter.com", "vxtwitter.com", "fixupx.com", "fixvx.com")
        for h in spread(d, "www", "d")
    ),
    *spread("nitter.net", "www"),
    "twitter3e4tixl4xyajtrzo62zg5vztmjuricljdp2c5kshju4avyoid.onion",
)
_NAME = "[A-Za-z0-9_]{1,15}"
_RESERVED = (
    "home|explore|notifications|messages|i|search|hashtag|settings|compose|login|signup|share|intent|tos|privacy|about"
    "|download|jobs|logout|account|who_to_follow|statuses|status|web|widgets|oauth|personalization|hashtags|lists"
    "|bookmarks|help|rules|terms|trends|connect_people|follower_requests|search-advanced|search-home|welcome|premium"
)
_OLD_NAME = rf"(?!(?i:{_RESERVED})/)[A-Za-z0-9_]{{1,20}}"

# fmt: off
_PATTERNS = (
    Pattern(
        "profile", _SITE,
        rf"/@?(?!(?i:{_RESERVED})(?:/|$))(?P<id>{_NAME})(?:/(?:with_replies|media|likes|followers|following"
        r"|verified_followers|highlights|articles|photo|header_photo|tweets|timeline|about|superfollows))?",
        "channel", "handle",
        (
            ("https://x.com/gearlab_demo/media", "gearlab_demo"),
            ("https://mobile.twitter.com/@gearlab_demo?lang=en", "gearlab_demo"),
            ("https://twitter.com/#!/gearlab_demo", "gearlab_demo"),
        ),
    ),
    Pattern(
        "user_id", _SITE,
        r"/i/user/(?P<id>\d+)",
        "channel", "channel_id",
        (("https://x.com/i/user/1234567890", "1234567890"),),
    ),
    Pattern(
        "intent_user_id", _SITE,
        "/intent/(?:user|follow)",
        "channel", "channel_id",
        (("https://twitter.com/intent/user?user_id=1234567890", "1234567890"),),
        query=("user_id",), value=r"(?P<id>\d+)",
    ),
    Pattern(
        "intent_name", _SITE,
        "/intent/(?:user|follow)",
        "channel", "handle",
        (("https://x.com/intent/follow?screen_name=gearlab_demo", "gearlab_demo"),),
        query=("screen_name",), value=rf"@?(?P<id>{_NAME})", without=("user_id",),
    ),
    Pattern(
        "status", _SITE,
        rf"/@?(?P<handle>{_OLD_NAME})/status(?:es)?/(?P<id>\d+)"
        r"(?:/(?:photo|video)/\d+|/quotes|/retweets|/likes|/analytics|/history)?",
        "post", "status",
        (
            ("https://x.com/gearlab_demo/status/1234567890123456789", "1234567890123456789"),
            ("https://vxtwitter.com/gearlab_demo/status/1234567890123456789/photo/1", "1234567890123456789"),
        ),
        canonical="https://x.com/{handle}/status/{id}",
    ),
    Pattern(
        "status_without_owner", _SITE,
        r"/(?:(?:i/web|i|web)/status(?:es)?|statuses)/(?P<id>\d+)(?:/(?:photo|video)/\d+|/quotes|/retweets|/likes)?",
        "post", "status",
        (
            ("https://twitter.com/statuses/1234567890123456789", "1234567890123456789"),
            ("https://x.com/i/web/status/1234567890123456789", "1234567890123456789"),
            ("https://x.com/i/status/1234567890123456789", "1234567890123456789"),
        ),
        network=True, canonical="https://x.com/i/status/{id}",
    ),
    Pattern(
        "hashtag", _SITE,
        r"/hashtag(?:/(?P<term>[^/]+)(?:/.*)?)?",
        "other", "hashtag",
        (("https://x.com/hashtag/camping", None),),
        state="context",
    ),
    Pattern(
        "search", _SITE,
        "/search(?:/.*)?",
        "other", "query",
        (("https://x.com/search?q=camping", None),),
        state="context", terms=("q",),
    ),
    Pattern(
        "own_pages", _SITE,
        "/(?:i/(?:lists|communities|events|broadcasts|spaces|moments|bookmarks|topics|articles|cards|videos|birdwatch"
        "|timeline|flow)|home|explore|notifications|messages|settings)(?:/.*)?",
        "other", "none",
        (
            ("https://x.com/i/lists/12345", None),
            ("https://x.com/home", None),
        ),
    ),
    Pattern(
        "short", spread("t.co", "www"),
        r"/(?P<id>\w+)",
        "other", "short",
        (("https://t.co/AbCdEf1234", "AbCdEf1234"),),
        network=True,
    ),
    Pattern(
        "media", ("amp.twimg.com", "pbs.twimg.com", "video.twimg.com", "pic.twitter.com", "pic.x.com"),
        ".*",
        "other", "media",
        (("https://pbs.twimg.com/media/AbC.jpg", None),),
        network=True, state="unsupported",
    ),
)
# fmt: on

PLATFORM = Platform(
    key="x",
    name_zh="X（推特）",
    name_en="X",
    aliases=("twitter", "推特", "x.com"),
    patterns=_PATTERNS,
    home="x.com",
    mirrors=_SITE,
    channel_urls={"handle": "https://x.com/{id}", "channel_id": "https://x.com/i/user/{id}"},
    search_page=True,
    broken=r"/(?:@.*|i/user(?:/.*)?|intent/(?:user|follow)|.*/status(?:/.*)?|[^/]{16,})",
)
