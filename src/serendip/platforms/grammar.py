"""The words that the platform files are written in: a pattern of links, a platform."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, get_args
from urllib.parse import quote

Kind = Literal["channel", "video", "short", "post", "playlist", "other", "unknown", "invalid"]
State = Literal["exact", "resolvable", "context", "unsupported", "invalid", "not_a_link"]
OwnerKind = Literal["channel_id", "handle", "custom", "username", "name", "sec_uid", "room", "community"]
OWNER_KINDS: frozenset[str] = frozenset(get_args(OwnerKind))
"""Kinds of a channel's name. The first five are the catalogue's; ``sec_uid`` (douyin, tiktok) is permanent
too, ``room`` names a live room, ``community`` a place with many authors."""

NAME_CHAR = (
    r"[^\x00-,/:-@\[-^`{-\xa0\u2000-\u206f\u3000-\u3004\u3008-\u3020\uff01-\uff0f\ud800-\udfff"
    r"\U0001f000-\U0001faff]"
)
"""One character of a name in any script: letters, marks, digits and ``- . _ ·``, no other punctuation."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One form of links of one platform.

    Attributes:
        name: unique within the platform.
        hosts: exact host names; ``*.reddit.com`` stands for any one label before ``reddit.com``.
        path: regular expression over the whole decoded path without trailing slash. Group ``id`` is the
            identity, ``term`` a search word; a group named by an ``OwnerKind`` is the owner's identity.
        kind: what the link shows.
        id_kind: what the identity is: an ``OwnerKind`` for a channel, else the platform's word for it.
        examples: (link, its id) pairs; no other pattern of any platform may claim them.
        network: whether the channel can be named only by asking the platform.
        state: set where kind and network do not tell it.
        query: keys of which the first present one holds the identity; one must be present.
        value: expression that the whole value of the query key must match; its groups count like the path's.
            None: the whole value is the identity.
        without: keys that must be absent.
        owner: (kind, template over all groups) where the owner's identity must be put together.
        terms: keys of which the first present one holds the search word.
        wraps: keys of which the first present one holds the real address.
        same_as: template of the same thing's address on the platform itself.
        canonical: the link's one spelling, with ``{id}`` and owner groups; None: the normalised link.
    """

    name: str
    hosts: tuple[str, ...]
    path: str
    kind: Kind
    id_kind: str | None
    examples: tuple[tuple[str, str | None], ...]
    network: bool = False
    state: State | None = None
    query: tuple[str, ...] = ()
    value: str | None = None
    without: tuple[str, ...] = ()
    owner: tuple[OwnerKind, str] | None = None
    terms: tuple[str, ...] = ()
    wraps: tuple[str, ...] = ()
    same_as: str | None = None
    canonical: str | None = None

    def match(self, path: str) -> dict[str, str] | None:
        """The groups found in a decoded path, or None where the path is of another form."""
        return _groups(self.path, path)

    def match_value(self, value: str) -> dict[str, str] | None:
        """The groups found in the decoded value of the query key, or None where it cannot be an identity."""
        return {"id": value} if self.value is None else _groups(self.value, value)

    @property
    def outcome(self) -> State:
        """How far a link of this form is understood."""
        if self.state is not None:
            return self.state
        if self.network:
            return "resolvable"
        return "unsupported" if self.kind == "other" else "exact"


@dataclass(frozen=True, slots=True)
class Platform:
    """One platform.

    Attributes:
        key: the canonical family key, in data and on the wire.
        aliases: other words for it, lower case, zh and en.
        channel_urls: template of a channel's page by kind of identity, with ``{id}``.
        home: the host of canonical links.
        mirrors: hosts that show the same pages as ``home`` under the same paths.
        search_page: whether it has a channel search page.
        carriers: hosts of others whose forwarding links stand among ``patterns``.
        broken: expression over paths that begin like an identity and hold none: an incomplete link.
    """

    key: str
    name_zh: str
    name_en: str
    aliases: tuple[str, ...]
    patterns: tuple[Pattern, ...]
    channel_urls: Mapping[str, str] = field(default_factory=dict[str, str])
    home: str = ""
    mirrors: tuple[str, ...] = ()
    search_page: bool = False
    carriers: frozenset[str] = frozenset()
    broken: str = "(?!)"

    def is_broken(self, host: str, path: str) -> bool:
        """True when it looks like a link to something named, and the name is missing or malformed."""
        return _compiled(f"[^/]*(?:{self.broken})").fullmatch(host + path) is not None

    def canonical_host(self, host: str) -> str:
        """``home`` for a host that mirrors it, else ``host`` itself."""
        mirrored = host in self.mirrors or f"*.{host.partition('.')[2]}" in self.mirrors
        return self.home if mirrored else host

    def channel_url(self, id_kind: str, value: str) -> str | None:
        """The address of a channel's page, or None where this kind of identity has none.

        Handles may be given with or without ``@``; they are lower-cased, since they compare so.
        """
        template = self.channel_urls.get(id_kind)
        if template is None:
            return None
        if id_kind == "handle":
            value = value.removeprefix("@").lower()
        return template.format(id=quote(value, safe="@.-_~", errors="replace"))


def spread(domain: str, *subdomains: str) -> tuple[str, ...]:
    """The domain itself and its named subdomains."""
    return (domain, *(f"{s}.{domain}" for s in subdomains))


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.ASCII)


def _groups(expression: str, text: str) -> dict[str, str] | None:
    match = _compiled(expression).fullmatch(text)
    return None if match is None else {k: v for k, v in match.groupdict().items() if v}
