"""The anchor: one exactly identified channel that a search is centred on (sections 10 and 11).

Identity comes from the words (URL grammar) and the catalogue. A channel that the catalogue does not hold is
pinned with what its URL says; similarity is then off, and keywords and conditions still work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from serendip.catalogue.channel import Channel
from serendip.platforms.registry import find_platform
from serendip.platforms.urls import Link, recognise
from serendip.search.conditions import Condition, Request
from serendip.search.messages import Notice, notice
from serendip.search.plan import Step
from serendip.search.ports import ChannelReader, Range
from serendip.search.session.model import AnchorValue

SAME_SIZE = (0.5, 2.0)
"""\"About the same size\" as the anchor: from half to twice its followers."""


def platform_label(key: str) -> str:
    """What people call a platform."""
    known = find_platform(key)
    return key if known is None else known.name_en


@dataclass(frozen=True, slots=True)
class Anchor:
    """The pinned reference. ``channel`` is None when the catalogue does not hold it."""

    platform: str
    label: str
    source_url: str
    channel: Channel | None
    vector: bytes | None


def resolve(
    request: Request, reader: ChannelReader, vector_of: Callable[[Channel], bytes | None]
) -> tuple[Anchor | None, tuple[Notice, ...]]:
    """The anchor that the request names, and what has to be said about it."""
    named = [c for c in request.conditions if c.field == "anchor" and c.status == "effective"]
    if not named:
        return None, ()
    first = named[0]
    link = recognise(str(first.values[0]))
    platform = first.extra.get("platform") or link.platform
    if platform != request.page_platform:
        page, other = platform_label(request.page_platform), platform_label(platform or link.site or "web")
        return None, (notice("MSG_URL_MISMATCH", current=page, detected=other),)
    channel = _in_catalogue(first, link, request.page_platform, reader)
    if channel is None and not _identified(first, link):
        return None, (notice("MSG_URL_UNSUPPORTED" if link.state == "unsupported" else "MSG_URL_DEAD"),)
    name = channel.name if channel else str(first.extra.get("handle") or link.id or first.values[0])
    vector = None if channel is None else vector_of(channel)
    pinned = Anchor(request.page_platform, name, str(first.values[0]), channel, vector)
    return pinned, _said(request, pinned, named)


def pin(value: AnchorValue, reader: ChannelReader, vector_of: Callable[[Channel], bytes | None]) -> Anchor:
    """The channel that a link was resolved to, as the catalogue knows it now."""
    channel = _held(value, reader)
    label = value.title if channel is None else channel.name
    vector = None if channel is None else vector_of(channel)
    return Anchor(value.platform, label, value.source_url, channel, vector)


def _held(value: AnchorValue, reader: ChannelReader) -> Channel | None:
    by_cid = reader.get_many([value.cid]) if value.cid is not None else []
    if by_cid:
        return by_cid[0]
    for kind, name in (("channel_id", value.channel_id), ("handle", value.handle)):
        found = reader.by_identity(value.platform, kind, name.removeprefix("@")) if name else None
        if found is not None:
            return found
    return None


def _said(request: Request, pinned: Anchor, named: list[Condition]) -> tuple[Notice, ...]:
    out: list[Notice] = []
    if pinned.vector is None:
        out.append(without_similarity(pinned))
    if request.input_type in {"mixed", "natural_language"}:
        out.append(notice("MSG_ANCHOR_LOCKED", a=pinned.label))
    if len(named) > 1:
        out.append(notice("MSG_SECOND_ANCHOR", a=pinned.label))
    return tuple(out)


def without_similarity(pinned: Anchor) -> Notice:
    """Why nothing similar can be found just now."""
    code = "MSG_ANCHOR_UNKNOWN" if pinned.channel is None else "MSG_ANCHOR_WITHOUT_TEXT"
    return notice(code, a=pinned.label)


def _identified(condition: Condition, link: Link) -> bool:
    return bool(condition.extra.get("handle") or condition.extra.get("channel_id") or link.state == "exact")


def _in_catalogue(condition: Condition, link: Link, platform: str, reader: ChannelReader) -> Channel | None:
    tries: list[tuple[str, str]] = []
    if native := condition.extra.get("channel_id"):
        tries.append(("channel_id", str(native)))
    if handle := condition.extra.get("handle"):
        tries.append(("handle", str(handle).removeprefix("@")))
    if link.channel is not None:
        tries.append((link.channel.kind, link.channel.value))
    for kind, value in tries:
        if (channel := reader.by_identity(platform, kind, value)) is not None:
            return channel
    if link.kind != "channel" and link.id is not None:
        return reader.by_content(platform, link.id)
    return None


def failed(request: Request, pinned: Anchor | None) -> bool:
    """Whether a link was given and no channel stands for it: then nothing is searched (D-16)."""
    wanted = any(c.field == "anchor" for c in request.conditions)
    return pinned is None and (wanted or request.container == "expanded_repair")


def size_step(conditions: Sequence[Condition], pinned: Anchor | None) -> Step | None:
    """\"About the same size\" as the anchor as a wish, when it is said and the anchor's size is known."""
    said = (i for i, c in enumerate(conditions) if c.field == "followers" and c.values == ("like_anchor",))
    number = next((i for i in said if conditions[i].status == "effective"), None)
    size = pinned.channel.value("followers") if pinned and pinned.channel else None
    if number is None or size is None:
        return None
    low, high = SAME_SIZE
    return Step(number, Range("followers", size * low, size * high), hard=False)
