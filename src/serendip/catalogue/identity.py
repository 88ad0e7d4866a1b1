"""How identities compare: the one key under which a handle, an id or a name is stored and looked up."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from serendip.catalogue.channel import Identity, IdKind

STRENGTH: dict[IdKind, int] = {"channel_id": 0, "handle": 1, "custom": 2, "username": 3, "name": 4}
"""Kinds of identity, the strongest first."""


ONE_OF_A_KIND: frozenset[IdKind] = frozenset({"channel_id", "handle"})
"""Kinds of which a channel has one at a time."""


def fold(text: str) -> str:
    """NFKC, case folded, white space collapsed.

    The weakest fold, because its results are stored keys: ``José`` and ``Jose`` stay two people, and a key
    never depends on a conversion table that may change (as the folds of ``core`` do).
    """
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=16_384)
def fold_identity(kind: str, value: str) -> str:
    """The comparison key of an identity: native ids exactly, all else folded, handles without ``@``.

    What tells two channels apart; ``core.analyse.fold_identity`` is what a person's typing is matched with.
    """
    if kind == "channel_id":
        return value.strip()
    folded = fold(value)
    return folded.lstrip("@") if kind == "handle" else folded


def usable(ids: Iterable[Identity]) -> tuple[Identity, ...]:
    """The identities that identify, strongest first, without blanks and repeats.

    A name identifies a channel only where nothing stronger is known: two channels may share a name. Of
    several native ids or several handles only the first is believed: a channel has one of each.
    """
    ids = tuple(ids)
    if len(ids) == 1:
        return ids if fold_identity(ids[0].kind, ids[0].value) else ()
    seen: dict[tuple[str, str], Identity] = {}
    for identity in ids:
        key = fold_identity(identity.kind, identity.value)
        if key:
            seen.setdefault((identity.kind, "" if identity.kind in ONE_OF_A_KIND else key), identity)
    found = sorted(seen.values(), key=lambda i: STRENGTH[i.kind])
    strong = tuple(i for i in found if i.kind != "name")
    return strong or tuple(found)
