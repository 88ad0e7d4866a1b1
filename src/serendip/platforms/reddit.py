"""Reddit: users, communities, posts. Any subdomain shows the same site (old, new, np, languages)."""

from __future__ import annotations

from serendip.platforms.grammar import Pattern, Platform, spread

_SITE = ("reddit.com", "*.reddit.com", "redditmedia.com", "*.redditmedia.com")
_USER = "[A-Za-z0-9_-]{3,20}"

# fmt: off
_PATTERNS = (
    Pattern(
        "user", _SITE,
        rf"/(?:u|user)/(?P<id>{_USER})(?:/(?:submitted|comments|overview|about|m/.*))?",
        "channel", "handle",
        (
            ("https://www.reddit.com/user/gearlab_demo/", "gearlab_demo"),
            ("https://old.reddit.com/u/gearlab_demo", "gearlab_demo"),
        ),
    ),
    Pattern(
        "community", _SITE,
        r"/r/(?!(?:all|popular|random|friends|mod)(?:/|$))(?P<id>[A-Za-z0-9_]{2,21})"
        r"(?:/(?:hot|new|top|rising|about|wiki).*)?",
        "channel", "community",
        (("https://www.reddit.com/r/camping/", "camping"),),
    ),
    Pattern(
        "user_post", _SITE,
        rf"/(?:u|user)/(?P<handle>{_USER})/(?:comments|gallery)/(?P<id>[a-z0-9]+)(?:/.*)?",
        "post", "post",
        (("https://www.reddit.com/user/gearlab_demo/comments/6rrwyj/title/", "6rrwyj"),),
        network=True, canonical="https://www.reddit.com/comments/{id}",
    ),
    Pattern(
        "post", _SITE,
        r"/(?:r/[^/]+/)?(?:comments|gallery)/(?P<id>[a-z0-9]+)(?:/.*)?",
        "post", "post",
        (
            ("https://www.reddit.com/r/camping/comments/6rrwyj/title/", "6rrwyj"),
            ("https://www.reddit.com/gallery/6rrwyj", "6rrwyj"),
        ),
        network=True, canonical="https://www.reddit.com/comments/{id}",
    ),
    Pattern(
        "share", _SITE,
        r"/(?:r|u|user)/[^/]+/s/(?P<id>[A-Za-z0-9]{10})",
        "other", "short",
        (("https://www.reddit.com/r/camping/s/AbCdEf1234", "AbCdEf1234"),),
        network=True,
    ),
    Pattern(
        "short", spread("redd.it", "www", "i", "v", "preview"),
        r"/(?P<id>[\w.-]+)",
        "other", "short",
        (
            ("https://redd.it/6rrwyj", "6rrwyj"),
            ("https://v.redd.it/abc123def", "abc123def"),
        ),
        network=True,
    ),
    Pattern(
        "search", _SITE,
        "(?:/r/[^/]+)?/search",
        "other", "query",
        (("https://www.reddit.com/search/?q=camping&type=user", None),),
        state="context", terms=("q",),
    ),
    Pattern(
        "wrapper", ("out.reddit.com",),
        "(?:/[^/]+)?",
        "other", "wrapper",
        (
            (
                "https://out.reddit.com/t3_6rrwyj?url=https%3A%2F%2Fyoutu.be%2FAbCdEfGhIjK&token=x",
                "https://youtu.be/AbCdEfGhIjK",
            ),
        ),
        wraps=("url",),
    ),
)
# fmt: on

PLATFORM = Platform(
    key="reddit",
    name_zh="Reddit",
    name_en="Reddit",
    aliases=("红迪",),
    patterns=_PATTERNS,
    home="www.reddit.com",
    mirrors=_SITE,
    channel_urls={
        "handle": "https://www.reddit.com/user/{id}/",
        "community": "https://www.reddit.com/r/{id}/",
    },
    broken=r"/(?:u|user|r|comments)(?:/[^/]{0,2})?",
)
