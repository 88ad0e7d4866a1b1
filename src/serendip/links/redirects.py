"""Where a platform's own short link leads.

Only short links of the platform are opened, at the address that the grammar writes for them, always over
https, and only their headers are read. Where a redirect points is read by the grammar, never opened, unless
it is another short link of the same platform.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin

from serendip.links.answers import gone, unavailable
from serendip.links.fetch import Visit
from serendip.platforms.urls import Link, recognise
from serendip.search.session.ports import Lookup

MAX_HOPS: Final = 5
_SIGN_IN: Final = re.compile(r"https://[^/]+/(?:accounts/|i/flow/)?(?:login|signup|challenge|checkpoint)\b.*")
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})


def is_short(link: Link) -> bool:
    """Whether the link only forwards to a page of its platform."""
    return link.state == "resolvable" and link.kind == "other" and link.id_kind in {"short", "share"}


def follow(link: Link, visit: Visit) -> Lookup:
    """``link`` or ``unsupported``. Raises ``Unanswered``: gone, timeout, or unavailable."""
    for _ in range(MAX_HOPS):
        address = link.canonical_url or ""
        reply = visit.get(address, limit=0)
        if reply.status in {404, 410}:
            raise gone()
        if reply.status not in _REDIRECTS or not reply.location:
            raise unavailable("unusable", visit.platform)
        target = recognise(_joined(address, reply.location))
        if not (is_short(target) and target.platform == visit.platform):
            return _read(target, visit.platform)
        link = target
    raise unavailable("too_many_hops", visit.platform)


def _joined(address: str, location: str) -> str:
    try:
        return urljoin(address, location)
    except ValueError:  # an address that cannot be one
        return location


def _read(target: Link, platform: str) -> Lookup:
    if target.site != platform and target.platform is None:
        return Lookup("unsupported", link=target)
    if target.state in {"unsupported", "invalid", "not_a_link"} and target.site == platform:
        if _SIGN_IN.fullmatch(target.canonical_url or ""):
            raise unavailable("sign_in", platform)
        raise gone()
    return Lookup("link", link=target)
