"""oEmbed: the owner of a video or a post without a key, where the platform offers it to everybody.

It names the owner's page and nothing else; the page's link then names the channel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from serendip.links.answers import gone, unavailable
from serendip.links.fetch import Visit
from serendip.links.reading import at, text
from serendip.platforms.urls import Link, recognise
from serendip.search.session.ports import Lookup


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a platform offers it, for which kind of id, and how it wants the item's address."""

    endpoint: str
    id_kind: str
    address: str


PROVIDERS: Final[dict[str, Provider]] = {
    "youtube": Provider("https://www.youtube.com/oembed", "video", "https://www.youtube.com/watch?v={id}"),
    "x": Provider("https://publish.x.com/oembed", "status", "https://x.com/i/status/{id}"),
}
"""By platform."""


def has_owner(link: Link) -> bool:
    """Whether the owner can be asked for without a key."""
    provider = PROVIDERS.get(link.platform or "")
    return provider is not None and link.id is not None and link.id_kind == provider.id_kind


def owner_of(link: Link, visit: Visit) -> Lookup:
    """The link of the owner's page. Raises ``Unanswered``."""
    provider = PROVIDERS[visit.platform]
    query = {"url": provider.address.format(id=link.id), "format": "json"}
    status, answer = visit.json(provider.endpoint, query, {})
    if status in {400, 404}:  # YouTube says 400 for an id that no video ever had
        raise gone()
    if status in {401, 403}:
        raise unavailable("sign_in", visit.platform)
    owner = recognise(text(at(answer, "author_url")) or "") if status == 200 else None
    if owner is None or owner.channel is None or owner.platform != visit.platform:
        raise unavailable("unusable", visit.platform)
    return Lookup("link", link=owner)
