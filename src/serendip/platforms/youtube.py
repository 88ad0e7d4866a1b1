"""YouTube: handles, UC ids, the two legacy names, and everything that belongs to a channel."""

from __future__ import annotations

from serendip.platforms.grammar import NAME_CHAR, Pattern, Platform, spread

_MAIN = spread("youtube.com", "www", "m", "music", "gaming", "tv", "studio")
_SITE = (*_MAIN, *spread("youtubekids.com", "www", "m"))
_EMBED = (*_SITE, *spread("youtube-nocookie.com", "www", "m"))
_SHORT = spread("youtu.be", "www", "m")
_FRONT_ENDS = tuple(
    host
    for domain in ("invidious.io", "invidio.us", "yewtu.be", "piped.video")
    for host in spread(domain, "www", "dev", "redirect")
)
_GOOGLE = tuple(
    host
    for end in ("com", "com.hk", "com.tw", "com.sg", "co.jp", "co.kr", "co.uk", "de", "fr", "es", "it", "ca")
    for host in spread(f"google.{end}", "www")
)
_TAB = (
    r"(?:/(?:featured|home|videos|shorts|streams|live|playlists|community|posts|channels|about|search|podcasts"
    r"|releases|store|courses|membership|letsplay|join)(?:/.*)?)?"
)
_HANDLE = f"{NAME_CHAR}{{1,30}}"
_NAME = f"{NAME_CHAR}{{1,100}}"
_UC = r"UC[\w-]{22}"
_UPLOADS = r"UU(?:LF|SH|LV|MO|MF|MS|MV|PS|PV)?(?P<tail>[\w-]{22})"
_NOT_UPLOADS = rf"(?!{_UPLOADS}\Z)(?P<id>[\w-]+)"
_VIDEO = r"[\w-]{11}"
_RESERVED = (
    "channel|c|user|playlist|watch|w|v|embed|e|live|watch_popup|clip|shorts|movies|movie|results|search|shared"
    "|hashtag|trending|explore|feed|feeds|browse|oembed|get_video_info|iframe_api|s|source|storefront|oops|index"
    "|account|t|about|upload|signin|logout|post|show|premium|gaming|news|course|redirect|attribution_link"
    "|creators|ads|howyoutubeworks|handle|verify|account_advanced|kids|music|tv|paid_memberships|reporthistory"
    "|opensearch|youtubei|api|embed_api|new|intl|jobs|press|copyright|static|yt|yts|supported_browsers|select_site"
)
_UCID = "UCabcdefghijklmnopqrstuv"

# fmt: off
_CHANNELS = (
    Pattern(
        "handle", _SITE,
        rf"/(?P<id>@{_HANDLE}){_TAB}",
        "channel", "handle",
        (
            ("https://www.youtube.com/@gearlab_demo/videos", "@gearlab_demo"),
            ("https://m.youtube.com/@%E6%9C%A8%E5%B7%A5%E5%B0%8F%E9%A6%86", "@木工小馆"),
            ("music.youtube.com/%40gear.lab-demo", "@gear.lab-demo"),
        ),
    ),
    Pattern(
        "channel_id", _SITE,
        rf"/(?:channel|browse)/(?P<id>{_UC}){_TAB}",
        "channel", "channel_id",
        (
            (f"https://www.youtube.com/channel/{_UCID}/about", _UCID),
            (f"https://music.youtube.com/browse/{_UCID}", _UCID),
        ),
    ),
    Pattern(
        "custom", _SITE,
        rf"/c/(?P<id>{_NAME}){_TAB}",
        "channel", "custom",
        (("https://www.youtube.com/c/GearLabDemo", "GearLabDemo"),),
        network=True,
    ),
    Pattern(
        "user", _SITE,
        rf"/user/(?P<id>{_NAME}){_TAB}",
        "channel", "username",
        (("https://www.youtube.com/user/gearlabdemo", "gearlabdemo"),),
        network=True,
    ),
    Pattern(
        "live_embed", _EMBED,
        "/embed/live_stream",
        "channel", "channel_id",
        (
            (
                "https://www.youtube.com/embed/live_stream?channel=UC2_KI6RB__jGdlnK6dvFEZA",
                "UC2_KI6RB__jGdlnK6dvFEZA",
            ),
        ),
        query=("channel",),
    ),
    Pattern(
        "vanity", spread("youtube.com", "www", "m", "gaming"),
        rf"/(?!(?i:{_RESERVED})(?:/|$))(?P<id>{_NAME}){_TAB}",
        "channel", "custom",
        (("https://www.youtube.com/gearlabdemo", "gearlabdemo"),),
        network=True, canonical="https://www.youtube.com/{id}",
    ),
)

_CONTENT = (
    Pattern(
        "watch", _SITE,
        "/(?:watch|watch_popup|movie)",
        "video", "video",
        (
            ("https://www.youtube.com/watch?v=AbCdEfGhIjK&list=PL1", "AbCdEfGhIjK"),
            ("m.youtube.com/watch?app=desktop&v=AbCdEfGhIj-", "AbCdEfGhIj-"),
        ),
        network=True, query=("v",), value=rf"(?P<id>{_VIDEO})",
        canonical="https://www.youtube.com/watch?v={id}",
    ),
    Pattern(
        "shorts", _SITE,
        rf"/shorts/(?P<id>{_VIDEO})",
        "short", "video",
        (("https://www.youtube.com/shorts/AbCdEfGhIjK", "AbCdEfGhIjK"),),
        network=True, canonical="https://www.youtube.com/shorts/{id}",
    ),
    Pattern(
        "live_video", _SITE,
        rf"/live/(?P<id>{_VIDEO})",
        "video", "video",
        (("https://www.youtube.com/live/AbCdEfGhIjK", "AbCdEfGhIjK"),),
        network=True, canonical="https://www.youtube.com/watch?v={id}",
    ),
    Pattern(
        "embed", _EMBED,
        rf"/(?:embed|v|e)/(?!videoseries|live_stream)(?P<id>{_VIDEO})(?:[&?;%][^/]*)?",
        "video", "video",
        (
            ("https://www.youtube.com/embed/AbCdEfGhIjK", "AbCdEfGhIjK"),
            ("https://www.youtube-nocookie.com/embed/AbCdEfGhIjK?rel=0", "AbCdEfGhIjK"),
            ("https://www.youtube.com/v/AbCdEfGhIjK&hl=en", "AbCdEfGhIjK"),
        ),
        network=True, canonical="https://www.youtube.com/watch?v={id}",
    ),
    Pattern(
        "youtu.be", _SHORT,
        rf"/(?P<id>{_VIDEO})",
        "video", "video",
        (("https://youtu.be/AbCdEfGhIjK?si=x", "AbCdEfGhIjK"),),
        network=True, canonical="https://www.youtube.com/watch?v={id}",
    ),
    Pattern(
        "clip", _SITE,
        r"/clip/(?P<id>[\w-]+)",
        "video", "clip",
        (("https://www.youtube.com/clip/UgytZKpehg-hEMBSn3F4AaABCQ", "UgytZKpehg-hEMBSn3F4AaABCQ"),),
        network=True,
    ),
    Pattern(
        "post", _SITE,
        r"/post/(?P<id>[\w-]+)",
        "post", "post",
        (("https://www.youtube.com/post/UgkxAbC", "UgkxAbC"),),
        network=True,
    ),
    Pattern(
        "uploads", _SITE,
        "/(?:playlist|embed/videoseries|show)",
        "playlist", "playlist",
        (("https://www.youtube.com/playlist?list=UUabcdefghijklmnopqrstuv", "UUabcdefghijklmnopqrstuv"),),
        query=("list",), value=rf"(?P<id>{_UPLOADS})", owner=("channel_id", "UC{tail}"),
        canonical="https://www.youtube.com/playlist?list={id}",
    ),
    Pattern(
        "playlist", _SITE,
        rf"/(?:playlist|embed/videoseries|embed/{_VIDEO}|show|watch|watch_popup)",
        "playlist", "playlist",
        (
            (
                "https://www.youtube.com/playlist?list=PLRBp0Fe2GpgmgoscNFLxNyBVSFVdYmFkq",
                "PLRBp0Fe2GpgmgoscNFLxNyBVSFVdYmFkq",
            ),
        ),
        network=True, state="context", query=("list",), without=("v",), value=_NOT_UPLOADS,
        canonical="https://www.youtube.com/playlist?list={id}",
    ),
    Pattern(
        "browse_playlist", _SITE,
        r"/browse/(?P<id>(?:VL|MPRE)[\w-]+)",
        "playlist", "playlist",
        (
            (
                "https://music.youtube.com/browse/VLPLRBp0Fe2GpgmgoscNFLxNyBVSFVdYmFkq",
                "VLPLRBp0Fe2GpgmgoscNFLxNyBVSFVdYmFkq",
            ),
        ),
        network=True, state="context",
    ),
)

_AROUND = (
    Pattern(
        "hashtag", _SITE,
        r"/hashtag/(?P<id>(?P<term>[^/]+))(?:/.*)?",
        "other", "hashtag",
        (("https://www.youtube.com/hashtag/camping", "camping"),),
        state="context",
    ),
    Pattern(
        "search", _SITE,
        "/(?:results|search)",
        "other", "query",
        (
            ("https://www.youtube.com/results?search_query=camping", None),
            ("https://music.youtube.com/search?q=camping", None),
        ),
        state="context", terms=("search_query", "q"),
    ),
    Pattern(
        "consent", ("consent.youtube.com", *_GOOGLE),
        "/(?:m|ml|url)",
        "other", "wrapper",
        (
            (
                "https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2F%40gearlab_demo",
                "https://www.youtube.com/@gearlab_demo",
            ),
            (
                "https://www.google.com/url?sa=t&url=https%3A%2F%2Fwww.tiktok.com%2F%40gearlab_demo",
                "https://www.tiktok.com/@gearlab_demo",
            ),
        ),
        wraps=("continue", "url", "q"),
    ),
    Pattern(
        "redirect", _SITE,
        "/(?:redirect|attribution_link|oembed)",
        "other", "wrapper",
        (
            (
                "https://www.youtube.com/redirect?event=channel_banner&q=https%3A%2F%2Fwww.instagram.com%2Fgearlab.demo",
                "https://www.instagram.com/gearlab.demo",
            ),
            (
                "https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DAbCdEfGhIjK%26feature%3Dshare",
                "https://www.youtube.com/watch?v=AbCdEfGhIjK&feature=share",
            ),
        ),
        wraps=("q", "u", "url"),
    ),
    Pattern(
        "front_end_channel", _FRONT_ENDS,
        rf"/channel/(?P<id>{_UC})(?:/.*)?",
        "other", "frontend",
        ((f"https://yewtu.be/channel/{_UCID}", _UCID),),
        same_as="https://www.youtube.com/channel/{id}",
    ),
    Pattern(
        "front_end_watch", _FRONT_ENDS,
        "/watch",
        "other", "frontend",
        (("https://invidio.us/watch?v=AbCdEfGhIjK", None),),
        query=("v",), value=rf"(?P<video>{_VIDEO})", same_as="https://www.youtube.com/watch?v={video}",
    ),
    Pattern(
        "own_pages", _SITE,
        r"/(?:feed(?:/.*)?|source/.*|gaming.*|news|course|premium|movies|trending)",
        "other", "none",
        (("https://www.youtube.com/feed/subscriptions", None),),
    ),
    Pattern(
        "home", _MAIN,
        "",
        "other", "none",
        (("https://www.youtube.com/", None),),
    ),
    Pattern(
        "malformed_watch", _SITE,
        "/(?:watch|watch_popup|movie)",
        "other", "none",
        (("https://www.youtube.com/watch?v=AbCdEf", None),),
        state="invalid", query=("v",), value=rf"(?!{_VIDEO}\Z).*",
    ),
    Pattern(
        "truncated_watch", _SITE,
        "/(?:watch|watch_popup|movie)",
        "other", "none",
        (("https://www.youtube.com/watch?feature=foo", None),),
        state="invalid", without=("v", "list"),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="youtube",
    name_zh="YouTube",
    name_en="YouTube",
    aliases=("yt", "油管", "you tube", "u2b"),
    patterns=(*_CHANNELS, *_CONTENT, *_AROUND),
    home="www.youtube.com",
    mirrors=_EMBED,
    channel_urls={
        "handle": "https://www.youtube.com/@{id}",
        "channel_id": "https://www.youtube.com/channel/{id}",
        "custom": "https://www.youtube.com/c/{id}",
        "username": "https://www.youtube.com/user/{id}",
    },
    search_page=True,
    carriers=frozenset((*_GOOGLE, *_FRONT_ENDS)),
    broken=r"/(?:@.*|%40.*|(?:channel|c|user|browse|shorts|live|clip|post|embed|v|e|playlist|watch|movie)(?:/.*)?"
    r")|(?<=youtu\.be)/.+",
)
