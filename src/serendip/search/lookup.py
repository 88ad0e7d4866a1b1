"""One channel by whatever a person calls it: a link, a handle, a native id, a name."""

from __future__ import annotations

from serendip.catalogue.channel import Channel
from serendip.core.errors import NotFound
from serendip.platforms.urls import recognise
from serendip.search.ports import ChannelReader

KINDS = ("channel_id", "handle", "custom", "username", "name")


def find_channel(reader: ChannelReader, platform: str, called: str) -> Channel | None:
    """The channel of ``platform`` that is called so, the most exact kind of identity first."""
    called = called.strip()
    link = recognise(called)
    if link.platform == platform and link.channel is not None:
        return reader.by_identity(platform, link.channel.kind, link.channel.value)
    if link.platform == platform and link.id is not None:
        return reader.by_content(platform, link.id)
    for kind in KINDS:
        found = reader.by_identity(platform, kind, called.removeprefix("@").removeprefix("name:"))
        if found is not None:
            return found
    return None


def the_channel(reader: ChannelReader, platform: str, called: str) -> Channel:
    """Like ``find_channel``; raises ``NotFound`` when there is none."""
    found = find_channel(reader, platform, called)
    if found is None:
        raise NotFound(
            "ERR_CHANNEL_NOT_FOUND",
            zh=f"目录中没有 {platform} 频道 {called}；检查平台和名称，或先导入",
            en=f"The catalogue holds no {platform} channel {called}; check platform and name, or import it",
        )
    return found
