"""``LinkLookup`` over the platforms' official interfaces and their own short links."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from serendip.catalogue.channel import Channel, Observation
from serendip.catalogue.ports import CatalogueWriter
from serendip.core.clock import Clock
from serendip.links import embeds, redirects, x, youtube
from serendip.links.answers import Unanswered, unavailable
from serendip.links.fetch import Visit, Web
from serendip.platforms.urls import Link
from serendip.search.ports import ChannelReader
from serendip.search.session.ports import Lookup

_ASKS = {"youtube": youtube.channel_of, "x": x.channel_of}


@dataclass(frozen=True, slots=True)
class Keys:
    """What the official interfaces want; None where there is none. Never shown."""

    youtube: str | None = field(default=None, repr=False)
    x: str | None = field(default=None, repr=False)

    def of(self, platform: str) -> str | None:
        """The key of a platform, or None."""
        return {"youtube": self.youtube, "x": self.x}.get(platform)


class OfficialLookup:
    """See ``search.session.ports.LinkLookup``. Safe from many threads: every call is a visit of its own."""

    def __init__(self, keys: Keys, clock: Clock, web: Web | None = None) -> None:
        self._keys = keys
        self._clock = clock
        self._web = web or Web()

    def look_up(self, link: Link, seconds: float) -> Lookup:
        """Ask the platform of ``link``; never raises, and is back when ``seconds`` are over."""
        until = time.monotonic() + seconds
        try:
            platform = self._askable(link)
            with self._web.visit(platform, until) as visit:
                return self._ask(link, visit)
        except Unanswered as end:
            return end.lookup

    def _askable(self, link: Link) -> str:
        """The platform. Raises ``Unanswered`` when there is nobody to ask."""
        platform = link.platform or link.site or "web"
        asked = redirects.is_short(link) or self._keys.of(platform) or self._only_owner(link)
        if not asked:
            raise unavailable("no_key" if platform in _ASKS else "no_lookup", platform)
        return platform

    def _only_owner(self, link: Link) -> bool:
        return link.channel is None and embeds.has_owner(link)

    def _ask(self, link: Link, visit: Visit) -> Lookup:
        if redirects.is_short(link):
            return redirects.follow(link, visit)
        key = self._keys.of(visit.platform)
        if key is None:
            return embeds.owner_of(link, visit)
        if not (key.isascii() and key.isprintable()):  # no header can carry it
            raise unavailable("bad_key", visit.platform)
        today = self._clock.now().date().isoformat()
        return Lookup("found", observation=_ASKS[visit.platform](link, visit, key, today))


class StoreIntake:
    """See ``search.session.ports.CatalogueIntake``: what was looked up is merged like any other source."""

    def __init__(self, writer: CatalogueWriter, reader: ChannelReader) -> None:
        self._writer = writer
        self._reader = reader

    def keep(self, observation: Observation) -> Channel:
        """Store it and read it back. Raises ``InputError`` and ``Unavailable`` as the store does."""
        (outcome,) = self._writer.write([observation])
        (channel,) = self._reader.get_many([outcome.cid])
        return channel
