"""Reading links: which platform, which thing, whose. Nothing is opened and nothing raises.

``recognise`` reads the first link of a text; ``find_links`` finds all of them with their places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, cast
from urllib.parse import quote

from serendip.platforms.address import Address, Malformed, decode, split
from serendip.platforms.grammar import OWNER_KINDS, Kind, OwnerKind, Pattern, Platform, State
from serendip.platforms.registry import claims, site_of
from serendip.platforms.scan import spans

_MAX_WRAPPERS = 3
_MAX_URL = 8192


class ChannelName(NamedTuple):
    """One identity of a channel. Handles carry no ``@`` and keep their case; they compare without it."""

    kind: OwnerKind
    value: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link as far as it can be read without a network.

    Attributes:
        url: the text that was read; of a forwarding link, the address inside it.
        state: ``exact``: the channel is named; ``resolvable``: the platform must be asked; ``context``: no
            single channel, perhaps a search ``term``; ``unsupported``: nothing that we can use;
            ``invalid``: malformed or incomplete (``failure``); ``not_a_link``.
        kind: what it shows; ``unknown`` where no pattern claims it, ``invalid`` where it cannot be decoded.
        platform: the platform whose pattern claims it.
        site: the platform whose host it is, claimed or not.
        id: the identity as the platform writes it (YouTube handles with ``@``), percent-decoded.
        id_kind: what ``id`` is: a kind of channel name, or the platform's word.
        canonical_url: one spelling for all links to the same thing; None for what is no link.
        channel: the channel that the link itself names, whether or not the network must confirm it.
        needs_network: whether only the platform can say whose it is.
        term: the search word of a search, hashtag or node page.
        pattern: ``platform.name`` of the claiming pattern.
        wrapper: the forwarding link in which this one was found.
    """

    url: str
    state: State
    kind: Kind
    platform: str | None = None
    site: str | None = None
    id: str | None = None
    id_kind: str | None = None
    canonical_url: str | None = None
    channel: ChannelName | None = None
    needs_network: bool = False
    term: str | None = None
    failure: Literal["incomplete"] | None = None
    pattern: str | None = None
    wrapper: Link | None = None

    @property
    def handle(self) -> str | None:
        """The channel's handle without ``@``, when the link shows it."""
        return self.channel.value if self.channel and self.channel.kind == "handle" else None

    def same_channel(self, other: Link) -> bool:
        """True when both links name one channel by the same kind of name (handles without case)."""
        mine, theirs = self.channel, other.channel
        if mine is None or theirs is None or self.platform != other.platform or mine.kind != theirs.kind:
            return False
        if mine.kind in {"channel_id", "sec_uid", "room"}:
            return mine.value == theirs.value
        return mine.value.casefold() == theirs.value.casefold()


@dataclass(frozen=True, slots=True)
class FoundLink:
    """A link and its half-open character offsets in the text."""

    start: int
    end: int
    link: Link


def recognise(text: str) -> Link:
    """Read the first link of ``text``: a bare link, or a link with words, brackets, punctuation around it."""
    for start, end in spans(text):
        return _read(text[start:end])
    return Link(text, "not_a_link", "unknown")


def find_links(text: str) -> list[FoundLink]:
    """All links of a free text in reading order; addresses of other schemes than http(s) are no links."""
    return [FoundLink(start, end, _read(text[start:end])) for start, end in spans(text)]


def _read(url: str, depth: int = 0) -> Link:
    if len(url) > _MAX_URL:
        return Link(url, "invalid", "invalid", failure="incomplete")
    try:
        address = split(url)
        return _claim(url, address, depth)
    except Malformed:
        return Link(url, "invalid", "invalid", failure="incomplete")


def _claim(url: str, address: Address, depth: int) -> Link:
    if address.usual_port and not _climbs(address.path):
        for platform, pattern in claims(address.host):
            groups = _match(pattern, address)
            if groups is not None:
                return _link(url, address, (platform, pattern), groups, depth)
    site = site_of(address.host) if address.usual_port else None
    broken = address.host == "www" or (site is not None and site.is_broken(address.host, address.path))
    return Link(
        url,
        "invalid" if broken else "unsupported",
        "unknown",
        site=site.key if site else None,
        canonical_url=address.plain(),
        failure="incomplete" if broken else None,
    )


def _climbs(path: str) -> bool:
    return "/." in path and bool({".", ".."} & set(path.split("/")))


def _match(pattern: Pattern, address: Address) -> dict[str, str] | None:
    groups = pattern.match(address.path)
    if groups is None or any(address.query.get(key) for key in pattern.without):
        return None
    if not pattern.query:
        return groups
    value = address.value(pattern.query)
    more = None if value is None else pattern.match_value(value)
    return None if more is None else groups | more


def _link(
    url: str, address: Address, claim: tuple[Platform, Pattern], groups: dict[str, str], depth: int
) -> Link:
    platform, pattern = claim
    link = Link(
        url,
        pattern.outcome,
        pattern.kind,
        platform.key,
        None if address.host in platform.carriers else platform.key,
        groups.get("id"),
        pattern.id_kind,
        needs_network=pattern.network,
        failure="incomplete" if pattern.outcome == "invalid" else None,
        pattern=f"{platform.key}.{pattern.name}",
    )
    if pattern.wraps or pattern.same_as:
        return _unwrap(link, _target(address, pattern, groups), depth)
    channel = _channel(pattern, groups)
    return replace(
        link,
        channel=channel,
        term=_term(pattern, address, groups),
        canonical_url=_canonical(platform, pattern, address, groups),
    )


def _target(address: Address, pattern: Pattern, groups: Mapping[str, str]) -> str | None:
    if pattern.same_as:
        return pattern.same_as.format(**groups)
    target = address.value(pattern.wraps)
    if target and target.startswith("/") and not target.startswith("//"):
        return f"https://{address.host}{target}"
    return target


def _unwrap(outer: Link, target: str | None, depth: int) -> Link:
    """The link inside a forwarding link, with the forwarding one as its ``wrapper``."""
    if target is None:
        return replace(outer, state="invalid", failure="incomplete")
    whole = next(spans(target), None)
    if whole is None or whole[0] > 0 or depth >= _MAX_WRAPPERS:
        return replace(outer, id=outer.id or target, state="unsupported")
    inner = _read(target[: whole[1]], depth + 1)
    outer = replace(
        outer,
        id=outer.id or (None if outer.id_kind == "frontend" else target),
        state=inner.state,
        platform=outer.platform if outer.site else inner.platform,
        canonical_url=inner.canonical_url,
        failure=inner.failure,
    )
    return replace(inner, wrapper=outer)


def _channel(pattern: Pattern, groups: Mapping[str, str]) -> ChannelName | None:
    if pattern.owner is not None:
        kind, template = pattern.owner
        return ChannelName(kind, template.format(**groups))
    if pattern.kind == "channel" and pattern.id_kind is not None and "id" in groups:
        return ChannelName(cast("OwnerKind", pattern.id_kind), groups["id"].removeprefix("@"))
    kind = next((k for k in groups if k in OWNER_KINDS), None)
    return None if kind is None else ChannelName(cast("OwnerKind", kind), groups[kind])


def _term(pattern: Pattern, address: Address, groups: Mapping[str, str]) -> str | None:
    if "term" in groups:
        term = decode(groups["term"])
    else:
        key = next((k for k in pattern.terms if address.query.get(k)), None)
        term = "" if key is None else decode(address.query[key].replace("+", " "))
    return term.strip().strip("#").strip() or None


def _canonical(platform: Platform, pattern: Pattern, address: Address, groups: Mapping[str, str]) -> str:
    if pattern.canonical is not None:
        return pattern.canonical.format(**{k: quote(v, safe="@.-_~:") for k, v in groups.items()})
    if pattern.kind == "channel" and pattern.id_kind is not None:
        page = platform.channel_url(pattern.id_kind, groups["id"])
        if page is not None:
            return page
    kept = [f"{k}={v}" for k in (*pattern.query, *pattern.terms) if (v := address.query.get(k))]
    return address.plain(platform.canonical_host(address.host)) + ("?" + kept[0] if kept else "")
