"""Identifying a link: the grammar first, the catalogue next, the platform last (section 10).

No address that a person typed is ever opened here: the platform is asked through ``LinkLookup``, which knows
official interfaces and the platform's own short links only.
"""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import Final, Literal

from serendip.catalogue.channel import Channel, Observation
from serendip.core.errors import InputError, Unavailable
from serendip.platforms.registry import channel_url
from serendip.platforms.urls import Link, recognise
from serendip.search.ports import ChannelReader
from serendip.search.session.effects import ResolveLink
from serendip.search.session.events import LinkRead
from serendip.search.session.model import AnchorValue, UrlFailure
from serendip.search.session.ports import CatalogueIntake, LinkLookup, Lookup

UrlType = Literal["channel", "detail", "context", "other"]

_MAX_STEPS: Final = 4
"""Short link, item, owner's page, and one to spare."""

_OTHER_SCHEME: Final = re.compile(r"(?!https?:)[a-z][a-z0-9+.-]*:\S", re.IGNORECASE)
_HANDLE: Final = re.compile(r"@[^\s@/]+")
_NO_CHANNEL: Final = frozenset({"room", "community"})


def resolve_link(
    effect: ResolveLink,
    reader: ChannelReader,
    lookup: LinkLookup | None,
    intake: CatalogueIntake,
    seconds: float,
) -> LinkRead:
    """What the link of ``effect`` stands for. Exactly one terminal state.

    A link that names its channel is exact even when nobody can be asked: then the target holds what the link
    says, and no ``cid``. An item whose owner nobody knows is invalid with the reason, not dead: dead is only
    what the platform says is gone. A channel that was looked up is kept by ``intake``.

    ``effect.url`` may be a bare ``@handle`` or a name, too: a handle stands for a channel only where the
    catalogue or the platform knows it, a name only where exactly one channel of the page has it (D-6).

    Args:
        lookup: None: the platform is never asked.
        seconds: what the lookups may take together.
    """
    until = time.monotonic() + seconds
    link = _named(effect)
    called = [] if link.state != "not_a_link" else reader.by_name(effect.url, effect.platform, limit=2)
    if len(called) == 1:
        return _exact(effect, "channel", _held(called[0], effect.url))
    kind = _url_type(link)
    answer = Lookup("unavailable")
    for _ in range(_MAX_STEPS):
        settled = _without_asking(effect, link)
        if settled is not None:
            return settled
        channel = _in_catalogue(link, reader)
        if channel is not None:
            return _exact(effect, kind, _held(channel, effect.url))
        answer = _ask(lookup, link, until)
        if answer.state != "link" or answer.link is None:
            break
        link = answer.link
        kind = _url_type(link) if kind == "other" else kind
    return _concluded(effect, kind, link, answer, intake)


def _named(effect: ResolveLink) -> Link:
    """The link, or the page of the channel that an ``@handle`` names on this platform (D-6)."""
    page = channel_url(effect.platform, "handle", effect.url.strip()) if _is_handle(effect) else None
    return recognise(page or effect.url)


def _is_handle(effect: ResolveLink) -> bool:
    return _HANDLE.fullmatch(effect.url.strip()) is not None


def _without_asking(effect: ResolveLink, link: Link) -> LinkRead | None:
    """What the grammar alone can say; None for links that stand for one channel of this platform."""
    if link.state == "not_a_link" and _OTHER_SCHEME.match(effect.url.strip()):
        return LinkRead(effect.url_seq, "resolved_unsupported", url_type="other")
    if link.state in {"invalid", "not_a_link"}:
        return _invalid(effect, "incomplete", "other")
    platform = link.platform or link.site
    if platform is not None and platform != effect.platform:
        return LinkRead(
            effect.url_seq, "resolved_mismatch", detected_platform=platform, url_type=_url_type(link)
        )
    if link.state == "context":
        terms = () if link.term is None else (link.term,)
        return LinkRead(
            effect.url_seq,
            "resolved_unsupported",
            detected_platform=platform,
            url_type="context",
            context_terms=terms,
        )
    return _unsupported(effect, link) if link.state == "unsupported" else None


def _ask(lookup: LinkLookup | None, link: Link, until: float) -> Lookup:
    if lookup is None:
        return Lookup("unavailable")
    seconds = until - time.monotonic()
    return lookup.look_up(link, seconds) if seconds > 0 else Lookup("timeout")


def _concluded(
    effect: ResolveLink, kind: UrlType, link: Link, answer: Lookup, intake: CatalogueIntake
) -> LinkRead:
    if answer.state == "found" and answer.observation is not None:
        return _exact(effect, kind, _kept(answer.observation, effect.url, intake))
    if answer.state == "gone":
        return _invalid(effect, "dead", kind)
    if answer.state == "timeout":
        return _invalid(effect, "timeout", kind)
    if answer.state == "unsupported":
        return _unsupported(effect, answer.link or link)
    target = _as_said(effect, link)
    read = _invalid(effect, "incomplete", kind) if target is None else _exact(effect, kind, target)
    return replace(read, reason_zh=answer.reason_zh, reason_en=answer.reason_en)


def _exact(effect: ResolveLink, kind: UrlType, target: AnchorValue) -> LinkRead:
    return LinkRead(
        effect.url_seq, "resolved_exact", detected_platform=effect.platform, url_type=kind, target=target
    )


def _invalid(effect: ResolveLink, failure: UrlFailure, kind: UrlType) -> LinkRead:
    return LinkRead(effect.url_seq, "resolved_invalid", failure=failure, url_type=kind)


def _unsupported(effect: ResolveLink, link: Link) -> LinkRead:
    """A page that cannot start a search; of another site it names the host."""
    host = (link.canonical_url or "").partition("://")[2].partition("/")[0]
    site = link.site or link.platform or host or None
    return LinkRead(effect.url_seq, "resolved_unsupported", detected_platform=site, url_type="other")


def _url_type(link: Link) -> UrlType:
    if link.state == "context":
        return "context"
    if link.kind == "channel":
        return "channel"
    return "detail" if link.kind in {"video", "short", "post", "playlist"} else "other"


def _in_catalogue(link: Link, reader: ChannelReader) -> Channel | None:
    platform = link.platform or ""
    if link.channel is not None:
        channel = reader.by_identity(platform, link.channel.kind, link.channel.value)
        if channel is not None:
            return channel
    if link.kind != "channel" and link.id is not None:
        return reader.by_content(platform, link.id)
    return None


def _held(channel: Channel, url: str) -> AnchorValue:
    return AnchorValue(
        channel.platform, channel.native_id, channel.handle, channel.name, url, cid=channel.cid
    )


def _kept(observation: Observation, url: str, intake: CatalogueIntake) -> AnchorValue:
    """The channel as it is stored; as the platform describes it when it cannot be stored just now."""
    try:
        return _held(intake.keep(observation), url)
    except (InputError, Unavailable):
        ids = {i.kind: i.value for i in observation.ids}
        title = observation.name or observation.ids[0].value
        return AnchorValue(observation.platform, ids.get("channel_id"), ids.get("handle"), title, url)


def _as_said(effect: ResolveLink, link: Link) -> AnchorValue | None:
    """The channel as the link itself names it; None where it does not, and for a handle that was no link."""
    if link.channel is None or link.channel.kind in _NO_CHANNEL or _is_handle(effect):
        return None
    kind, value = link.channel
    native = value if kind == "channel_id" else None
    title = f"@{value}" if kind == "handle" else value
    return AnchorValue(effect.platform, native, link.handle, title, effect.url)
