"""Reading of a profile's free location text: ``Houston, TX``, ``Paris``, ``NYC / LA``, ``Mumbai, India``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce

from serendip.catalogue.places import country_code, entries
from serendip.catalogue.vocabulary import Entry, fold
from serendip.core.text import simplify

_APART = re.compile(r"\s*(?:[/|;•·*&+–—→]|\s-\s|\band\b|\bor\b|、)\s*", re.IGNORECASE)
_PARTS = re.compile(r"\s*[,，]\s*")
_AROUND = " \t!#()📍🏠🌍🌎🌏"
_KINDS = ("city", "subdivision", "country")


@dataclass(frozen=True, slots=True)
class Location:
    """Where a text says that somebody is. What it does not say is None.

    Attributes:
        country: ISO 3166-1 alpha-2.
        subdivision: state or province, canonical English name.
        city: canonical English name.
    """

    country: str
    subdivision: str | None = None
    city: str | None = None


def _key(entry: Entry) -> str:
    # In a location "nyc" is as good as "NYC"; two letters may be anything ("in", "me").
    cased = "needs_case" in entry.flags and len(entry.surface) == 2
    return entry.surface if cased else fold(entry.surface)


@cache
def _by_surface() -> Mapping[str, tuple[Entry, ...]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries():
        if entry.kind in _KINDS and len(entry.values) == 1:
            found.setdefault(_key(entry), []).append(entry)
    return {key: tuple(group) for key, group in found.items()}


def _readings(part: str, *, alone: bool) -> list[Location]:
    """What a part can mean. A weak word that stands alone (``Nice``, ``Reading``) is not trusted."""
    known = _by_surface()
    exact = part.upper() if len(part) == 2 and not alone else part
    matches = dict.fromkeys((*known.get(exact, ()), *known.get(fold(part), ())))
    if not matches:
        matches = dict.fromkeys(known.get(simplify(fold(part)), ()))
    readings: list[Location] = []
    for entry in matches:
        if alone and "weak" in entry.flags:
            continue
        if entry.kind == "country":
            readings.append(Location(entry.value))
        elif entry.within is not None:
            town = entry.kind == "city"
            readings.append(
                Location(entry.within, None if town else entry.value, entry.value if town else None)
            )
    if not readings and not (alone and len(part) == 2 and part.isascii()) and (code := country_code(part)):
        readings.append(Location(code))
    return readings


def _join(near: list[Location], far: list[Location]) -> list[Location]:
    """Readings of ``near, far`` that agree on the country; the far part decides where none does."""
    agreed = [
        Location(a.country, a.subdivision or b.subdivision, a.city or b.city)
        for a in near
        for b in far
        if a.country == b.country
    ]
    return agreed or far or near


def _one(text: str) -> Location | None:
    parts = [part.strip(_AROUND) for part in _PARTS.split(text)]
    parts = [part for part in parts if part]
    if not parts:
        return None
    whole = _readings(", ".join(parts), alone=True)
    readings = whole or reduce(_join, [_readings(part, alone=len(parts) == 1) for part in parts])
    unknown_town = not whole and len(parts) > 1 and not _readings(parts[0], alone=False)
    if unknown_town:
        # "Boulder Creek, CA": after a town that we do not know, two letters are a state first.
        readings = [r for r in readings if r.subdivision] or readings
    nations = {reading.country for reading in readings}
    return readings[0] if len(nations) == 1 else None


def locate(text: str) -> Location | None:
    """The one country that a location text names, with subdivision and city where it is one place.

    Of several places (``NYC / LA``) only the country that they share is told. None when the text names no
    place, or places in different countries, or a name that several countries share.
    """
    if whole := _one(text):
        return whole
    pieces = [piece for piece in _APART.split(text) if piece]
    nations = {location.country for piece in pieces if (location := _one(piece))}
    return Location(nations.pop()) if len(nations) == 1 else None
