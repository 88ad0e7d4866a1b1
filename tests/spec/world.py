"""A catalogue of known channels for the scripted runs: the same people on each of the four platforms.

Every theme has channels that differ in country, size, activity and language by fixed steps, so that a test
can say beforehand who must be found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from serendip.catalogue.channel import ContentItem, Fact, Identity, Observation

TODAY = date(2026, 11, 30)
SEEN = "2026-11-20"
PLATFORMS = ("youtube", "instagram", "tiktok", "x")


@dataclass(frozen=True)
class Theme:
    """What a group of channels is about."""

    key: str
    category: str
    tags: tuple[str, ...]
    says: str
    titles: tuple[str, ...]
    count: int


THEMES = (
    Theme("swim", "sports", ("swim", "swim vest", "pool"), "Swimming lessons, swim vests and pool safety.",
          ("How to choose a swim vest", "Five pool drills"), 24),
    Theme("beauty", "beauty", ("beauty", "makeup", "skincare"), "Makeup and skincare reviews for every day.",
          ("Lipstick test", "Morning skincare routine"), 60),
    Theme("cars", "auto", ("car parts", "汽配", "review"), "We test car parts and tools. 汽配测评。",
          ("Brake pads tested", "Oil filters compared"), 36),
    Theme("toys", "kids", ("toys", "玩具"), "Toy reviews for families. 玩具测评。",
          ("Robot dog review", "Blocks"), 24),
    Theme("sound", "technology", ("麦克风", "microphone", "Hollyland", "Hollyland 麦克风"),
          "Microphones for video. 麦克风。",
          ("Hollyland Lark review", "无线麦克风对比"), 24),
    Theme("camping", "travel", ("camping", "露营"), "Tents, stoves and nights outdoors.",
          ("Tent in the rain", "Stove test"), 30),
    Theme("loom", "diy", ("handloom", "weaving"), "Weaving wool blankets on a wooden handloom.",
          ("Warping the loom", "Twill pattern"), 5),
    Theme("watch", "diy", ("watch repair", "horology"), "Repairing mechanical wrist watches.",
          ("Cleaning a balance wheel", "Mainspring change"), 6),
    Theme("bonsai", "home", ("bonsai", "pruning"), "Bonsai trees: pruning, wiring and repotting.",
          ("Wiring a juniper", "Repotting in spring"), 2),
    Theme("koi", "home", ("koi pond",), "Koi ponds in spring gardens with small trees and pruning.",
          ("Pond filter", "Feeding koi in spring"), 1),
)  # fmt: skip
FEW = (("loom", "Weaver House"), ("watch", "Watchmaker Bench"), ("bonsai", "Bonsaiman Garden"))
"""Large channels that few, or just not few, others are like: by theme."""
COUNTRIES = ("US", "GB", "US", "DE", "US", "CA", None, "FR")
LANGUAGES = {"US": "en", "GB": "en", "CA": "en", "DE": "de", "FR": "fr"}
FOLLOWERS = (800, 3_000, 6_000, 9_000, 10_000, 15_000, 19_000, 25_000, 48_000, 90_000, 300_000, 1_200_000)
IDLE_DAYS = (2, 10, 29, 31, 60, 200)


def channels() -> Iterator[Observation]:
    """All of them, on every platform."""
    for platform in PLATFORMS:
        yield from _anchors(platform)
        for theme in THEMES:
            for i in range(theme.count):
                yield _member(platform, theme, i)


def _member(platform: str, theme: Theme, i: int) -> Observation:
    country = COUNTRIES[i % len(COUNTRIES)]
    facts: dict[str, Any] = {
        "followers": FOLLOWERS[(i * 5) % len(FOLLOWERS)],
        "avg_views": FOLLOWERS[(i * 5) % len(FOLLOWERS)] // 4 + 100,
        "engagement_rate": 0.01 + (i % 9) / 100,
        "last_upload_at": (TODAY - timedelta(days=IDLE_DAYS[i % len(IDLE_DAYS)])).isoformat(),
        "category": (theme.category,),
    }
    if country is not None:
        facts |= {"country": (country,), "language": (LANGUAGES[country],)}
    text = {"description": f"{theme.says} Channel {i}.", "titles": theme.titles, "tags": theme.tags}
    return _seen(platform, f"{theme.key.title()} {i:02d}", f"{theme.key}{i:02d}", facts, text)


def _anchors(platform: str) -> Iterator[Observation]:
    """``@abc``, ``@xyz`` (swimming, very large), ``@lonely`` (nothing is like it), two of one name."""
    swim = THEMES[0]
    big: dict[str, Any] = {
        "followers": 2_000_000,
        "country": ("US",),
        "category": ("sports",),
        "language": ("en",),
    }
    text = {"description": swim.says, "titles": swim.titles, "tags": ("pool", "lessons")}
    video = {
        "content": (ContentItem("AbCdEfGhIjK", "Five pool drills", published_at="2026-11-19T10:00:00Z"),)
    }
    yield _seen(platform, "ABC Swimming", "abc", big, text | video)
    yield _seen(platform, "XYZ Swimming", "xyz", big, text)
    for key, name in FEW:
        own = next(t for t in THEMES if t.key == key)
        few = {"description": own.says, "titles": own.titles, "tags": own.tags}
        yield _seen(platform, name, name.partition(" ")[0].casefold(), {"followers": 5_000_000}, few)
    odd = {"description": "Kvantova elektrodynamika: prednasky.", "tags": ("qed lectures",)}
    yield _seen(platform, "Lonely Lectures", "lonely", {"followers": 50}, odd)
    for number in (1, 2):
        yield _seen(platform, "Twin Peaks Reviews", f"twin{number}", {"followers": 700}, {"tags": ("twins",)})


def _seen(platform: str, name: str, handle: str, facts: dict[str, Any], text: dict[str, Any]) -> Observation:
    return Observation(
        platform=platform,
        ids=(Identity("handle", handle),),
        source="test",
        name=name,
        facts={k: Fact(v, SEEN, "declared" if k == "country" else "reported") for k, v in facts.items()},
        observed_at=SEEN,
        **text,
    )
