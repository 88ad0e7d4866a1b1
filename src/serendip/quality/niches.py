"""The tables behind generated channels: niches, sentences and places (packaged data, read once)."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import StringIO
from typing import Any

LANGUAGES: Mapping[str, int] = {"en": 54, "zh": 24, "es": 7, "de": 5, "ja": 4, "pt": 3, "vi": 3}
"""Content languages of the universe and their weights."""


@dataclass(frozen=True, slots=True)
class Niche:
    """What channels of one topic talk about in one language.

    Attributes:
        key: the same in all languages, ``car-parts``.
        category: code of the broad category, ``automotive``.
        kind: which sentences fit: gear, make, food, play, learn, body, trip, life, watch.
        weight: how many channels the niche has, relative to others.
        tags: what channels are tagged with, the most usual first.
        things: noun phrases that titles are about.
        names: words and phrases for channel names.
    """

    key: str
    language: str
    category: str
    kind: str
    weight: int
    tags: tuple[str, ...]
    things: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A country in which a language's channels live, with cities as that language writes them."""

    country: str
    weight: int
    cities: tuple[str, ...]


def _text(name: str) -> str:
    return (files("serendip.quality") / "data" / name).read_text(encoding="utf-8")


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(_text(name)), delimiter="|"))


def _list(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";"))


@cache
def niches() -> Mapping[str, Sequence[Niche]]:
    """All niches by content language."""
    found: dict[str, list[Niche]] = {language: [] for language in LANGUAGES}
    base: dict[str, dict[str, str]] = {}
    for row in _rows("niches.csv"):
        base[row["key"]] = row
        for language in ("en", "zh"):
            found[language].append(
                _niche(row, language, [row[f"{language}_{part}"] for part in ("tags", "things", "names")])
            )
    for row in _rows("niches_more.csv"):
        parts = [row[part] for part in ("tags", "things", "names")]
        found[row["lang"]].append(_niche(base[row["key"]], row["lang"], parts))
    return found


def _niche(row: Mapping[str, str], language: str, parts: Sequence[str]) -> Niche:
    tags, things, names = (_list(part) for part in parts)
    return Niche(row["key"], language, row["category"], row["kind"], int(row["weight"]), tags, things, names)


@cache
def phrases() -> Mapping[str, Any]:
    """Sentences by purpose, language and kind: ``titles``, ``bios``, ``lines``, ``names``, ``personas``."""
    return tomllib.loads(_text("phrases.toml"))


@cache
def places() -> Mapping[str, Sequence[Place]]:
    """Countries and their cities by content language."""
    found: dict[str, list[Place]] = {language: [] for language in LANGUAGES}
    for row in _rows("places.csv"):
        found[row["lang"]].append(Place(row["country"], int(row["weight"]), _list(row["cities"])))
    return found


@cache
def niche(key: str, language: str) -> Niche:
    """One niche in one language. Raises ``KeyError`` when the tables do not have it."""
    for each in niches()[language]:
        if each.key == key:
            return each
    raise KeyError(f"{key} in {language}")
