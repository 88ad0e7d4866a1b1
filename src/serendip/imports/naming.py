"""Who a row is about: its platform and the identities that its cells hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from serendip.catalogue.channel import Identity, IdKind
from serendip.catalogue.column_shapes import UC_ID, URL
from serendip.catalogue.identity import fold
from serendip.catalogue.values import is_missing
from serendip.imports.repair import is_readable
from serendip.imports.tables import Reason
from serendip.platforms.registry import find_platform
from serendip.platforms.urls import recognise

MAX_IDENTITY: Final = 200
"""Characters of an identity or a name."""

_HANDLE: Final = re.compile(r"@?[\w.·-]{1,100}")
_NATIVE: Final = re.compile(r"[\w:=.-]{2,128}")
_KINDS: Final[Mapping[str, IdKind]] = {
    "channel_id": "channel_id",
    "sec_uid": "channel_id",
    "id": "channel_id",
    "handle": "handle",
    "custom": "custom",
    "username": "username",
    "room": "custom",
    "community": "handle",
    "name": "name",
}
_LEGACY_NAMES: Final = frozenset({"youtube"})
"""Platforms where a bare word beside the name is an old custom address rather than a handle."""


class Cell(NamedTuple):
    """An identifying cell: the field that its column is mapped to, and its text."""

    field: str
    text: str


@dataclass(slots=True)
class Naming:
    """Who a row is about; ``ignored`` are cells that claim to name it and do not."""

    platform: str | None = None
    ids: list[Identity] = field(default_factory=list[Identity])
    ignored: list[Cell] = field(default_factory=list[Cell])
    problem: Reason | None = None


@lru_cache(maxsize=8192)
def _read_link(text: str) -> tuple[str | None, Identity | None]:
    link = recognise(text if "://" in text else f"https://{text}")
    if link.channel is None:
        return link.platform, None
    kind = _KINDS.get(link.channel.kind)
    return link.platform, Identity(kind, link.channel.value) if kind else None


@lru_cache(maxsize=1024)
def platform_of(word: str) -> str | None:
    """The key of a platform by its name or alias, or None."""
    found = find_platform(word)
    return found.key if found else None


def resolve(cells: list[Cell], name: str | None, expected: str | None, id_kind: str | None = None) -> Naming:
    """The platform and the identities of a row.

    Args:
        cells: identifying cells that are not empty, the best first.
        name: the display name; it identifies only where nothing better is known.
        expected: the platform that the row or the file is of; None when only links can tell.
        id_kind: what a file says about the kind of its ``identity`` cell.
    """
    out = Naming(platform=expected)
    for cell in cells:
        if len(cell.text) > MAX_IDENTITY and cell.field != "url":
            out.problem = "too_long"
            continue
        platform, identity = _one(cell, name, out.platform, id_kind)
        if platform and out.platform and platform != out.platform:
            if identity is not None:
                out.problem = "other_platform"
                return out
            platform = None
        out.platform = out.platform or platform
        if identity is None:
            out.ignored.append(cell)
        elif identity.kind == "name":
            name = name or identity.value
        else:
            out.ids.append(identity)
    if name is None and not out.ids:
        # A column of accounts that holds a proper name here and there still says who it is.
        name = next(
            (c.text for c in out.ignored if c.field in {"handle", "identity"} and " " in c.text), None
        )
    if not out.ids and name and is_readable(name) and len(name) <= MAX_IDENTITY:
        out.ids.append(Identity("name", name))
    if not out.ids:
        too_long = out.problem or ("too_long" if name and len(name) > MAX_IDENTITY else None)
        out.problem = too_long or ("bad_identity" if out.ignored else "no_identity")
    else:
        out.problem = None if out.platform else "unknown_platform"
    return out


def _one(
    cell: Cell, name: str | None, platform: str | None, id_kind: str | None
) -> tuple[str | None, Identity | None]:
    """What one cell says: ``(platform or None, identity or None)``."""
    text = cell.text
    if UC_ID.fullmatch(text) and platform in {None, "youtube"}:
        return "youtube", Identity("channel_id", text)
    if URL.match(text):
        return _read_link(text)
    if cell.field == "url":
        return None, None
    if cell.field == "channel_id" or (cell.field == "identity" and id_kind == "channel_id"):
        native = bool(_NATIVE.fullmatch(text)) and platform != "youtube"
        return None, Identity("channel_id", text) if native else None
    if cell.field == "identity":
        return None, _loose(text, name, platform, id_kind)
    if cell.field == "custom" and not text.startswith("@"):
        return None, Identity("custom", text) if _HANDLE.fullmatch(text) else None
    return None, _handle(text)


def _loose(text: str, name: str | None, platform: str | None, id_kind: str | None) -> Identity | None:
    """A cell that may hold any kind of identity."""
    if id_kind in _KINDS:
        kind = _KINDS[id_kind]
        if kind == "name":
            return Identity("name", name or text.removeprefix("name:"))
        return Identity(kind, text.lstrip("@")) if _HANDLE.fullmatch(text) else None
    if text.isdigit():
        # Row numbers and ids of a vendor's own look alike on YouTube, where neither is an identity.
        return Identity("channel_id", text) if len(text) >= 5 and platform not in {None, "youtube"} else None
    if text.startswith("@"):
        return _handle(text)
    if not _HANDLE.fullmatch(text) or (name and fold(name) == fold(text) and platform in _LEGACY_NAMES):
        return Identity("name", text)
    return Identity("custom" if platform in _LEGACY_NAMES else "handle", text)


def _handle(text: str) -> Identity | None:
    if not _HANDLE.fullmatch(text) or is_missing(text):
        return None
    return Identity("handle", text.lstrip("@"))
