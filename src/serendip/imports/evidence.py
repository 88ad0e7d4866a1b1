"""Which platform a file is of, where its rows do not say it themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath

from serendip.catalogue.column_names import fold_header
from serendip.catalogue.column_words import PLATFORM_WORDS
from serendip.catalogue.mapping import ColumnMapping


@dataclass(frozen=True, slots=True)
class Evidence:
    """A platform, or None where each row tells its own; and what said so."""

    platform: str | None
    zh: str
    en: str


def decide_platform(mapping: ColumnMapping, file_name: str, forced: str | None) -> Evidence | None:
    """The platform of a file: as forced, by ids, column names or the file's name; None when nothing tells it.

    ``Evidence.platform`` is None where a platform column or links tell it row by row.
    """
    if forced:
        return Evidence(forced, "由你指定", "as you said")
    if mapping.of("platform"):
        return Evidence(None, "由平台列逐行决定", "the platform column says it row by row")
    shapes = mapping.shapes
    if any(c.field == "channel_id" and shapes[c.index].of("uc_id") >= 0.6 for c in mapping.columns):
        return Evidence("youtube", "值是 YouTube 频道 ID", "the ids are YouTube's")
    if any(c.field == "url" and shapes[c.index].of("url") >= 0.6 for c in mapping.columns):
        return Evidence(None, "由链接逐行决定", "the links say it row by row")
    named = {c.platform for c in mapping.columns if c.platform and c.field}
    if len(named) == 1:
        platform = named.pop()
        return Evidence(platform, "列名提到这个平台", "the column names speak of it")
    if named:
        return None
    return _by_name(file_name) or _by_words(mapping)


def _by_name(file_name: str) -> Evidence | None:
    words = fold_header(PurePath(file_name).name.split(".")[0])
    found = {platform for pattern, platform, _ in PLATFORM_WORDS if platform and re.search(pattern, words)}
    if len(found) != 1:
        return None
    return Evidence(found.pop(), "文件名提到这个平台", "the file's name speaks of it")


def _by_words(mapping: ColumnMapping) -> Evidence | None:
    """Subscribers and total views of videos together are words of YouTube."""
    words = [
        fold_header(c.name)
        for c in mapping.columns
        if c.field in {"followers", "total_views", "content_count"}
    ]
    subscribers = any(re.search(r"subscri|suscriptor|订阅", w) for w in words)
    videos = any(re.search(r"video|播放|visualizaciones|vistas", w) for w in words)
    if subscribers and videos:
        return Evidence(
            "youtube", "订阅数和视频数是 YouTube 的说法", "subscribers and videos are YouTube's words"
        )
    return None


def contradiction(
    mapping: ColumnMapping, file_name: str, forced: str | None
) -> tuple[tuple[str, ...], str, str] | None:
    """The platforms that a file speaks of when none of them is ``forced``, and what says so in zh and en."""
    named = {c.platform for c in mapping.columns if c.platform}
    if named and forced not in named:
        return tuple(sorted(named)), "列名提到", "its column names say so"
    own = decide_platform(mapping, file_name, None)
    if own is None or own.platform in {None, forced}:
        return None
    return (own.platform or "",), own.zh, own.en
