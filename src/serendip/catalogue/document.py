"""What the index holds of a channel: a flat document, made from a ``Channel`` by one pure function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from math import log10
from typing import Any, cast

from serendip.catalogue.channel import Channel
from serendip.catalogue.dates import to_day
from serendip.catalogue.fields import COLUMNS
from serendip.catalogue.text_facts import hashtags
from serendip.core.analyse import fold_identity
from serendip.core.clock import epoch_day

TARGETS = ("channel_tag", "channel_name", "channel_description", "published_content")
"""The four sources of text that a keyword can be matched against; ``all_sources`` is all of them."""


@dataclass(frozen=True, slots=True)
class IndexDoc:
    """One channel for the index.

    Attributes:
        cid: the channel's id in the store.
        platform: platform key; always filterable under the field ``platform``.
        exact: folded handles, ids and names that count as an exact identity.
        text: raw text per target of ``TARGETS``; the index analyses it.
        numbers: numeric fields; dates as days since 1970-01-01. Absent = unknown.
        terms: set-valued and enumerated fields, codes in lower case except ISO countries. Absent = unknown.
        quality: prior in 0..1, comparable over the catalogue (``search.ranking`` documents it).
        vector: 256 int8 values as bytes, or None when not (yet) embedded.
    """

    cid: int
    platform: str
    exact: tuple[str, ...]
    text: Mapping[str, str]
    numbers: Mapping[str, float]
    terms: Mapping[str, tuple[str, ...]]
    quality: float
    vector: bytes | None = None


def embedding_text(channel: Channel) -> str:
    """What a channel says and publishes, as the one text that is embedded (at most 512 characters)."""
    parts = [
        channel.name,
        " ".join(channel.tags[:12]),
        " ".join(channel.titles[:6]),
        channel.description or "",
    ]
    return " ".join(p for p in parts if p)[:512]


def project(channel: Channel, today: date) -> IndexDoc:
    """What the index holds of ``channel``, without a vector. ``today`` only ages the quality prior."""
    numbers: dict[str, float] = {}
    terms: dict[str, tuple[str, ...]] = {}
    for name, fact in channel.facts.items():
        column = COLUMNS.get(name)
        if column == "terms":
            codes = _codes(name, fact.value)
            if codes:
                terms[name] = codes
        elif column is not None:
            number = _number(column, fact.value)
            if number is not None and (name != "creator_age" or number >= ADULT):
                numbers[name] = number
    names = (*(i.value for i in channel.ids), channel.name, *channel.former_handles)
    return IndexDoc(
        cid=channel.cid,
        platform=channel.platform,
        exact=tuple(dict.fromkeys(filter(None, map(fold_identity, names)))),
        text=_texts(channel),
        numbers=numbers,
        terms=terms,
        quality=quality(channel, today),
    )


def quality(channel: Channel, today: date) -> float:
    """The prior of a channel, 0..1: ``0.5 reach + 0.3 activity + 0.2 completeness``.

    reach: ``log10(1 + followers) / 7``, at most 1 (ten million).
    activity: halves with every 180 days since the latest post.
    completeness: the share of eight things that are known: description, tags, titles, country, language,
    followers, average views, latest post.

    Followers or a latest post that are unknown count as 0.5, neither for nor against the channel.
    """
    followers = channel.value("followers")
    reach = NEUTRAL if followers is None else min(1.0, log10(1 + max(0.0, float(followers))) / 7)
    last = to_day(channel.value("last_upload_at"))
    activity = NEUTRAL if last is None else 0.5 ** (max(0, (today - last).days) / 180)
    known = [bool(channel.description), bool(channel.tags), bool(channel.titles)]
    known += [name in channel.facts for name in _TELLING]
    return 0.5 * reach + 0.3 * activity + 0.2 * sum(known) / len(known)


ADULT = 18
"""Nobody below this age can be searched for by age."""

NEUTRAL = 0.5
"""What an unknown part of the prior counts as."""

_TELLING = ("country", "language", "followers", "avg_views", "last_upload_at")
_UPPER = frozenset({"country", "audience_country", "price_currency"})


def _texts(channel: Channel) -> dict[str, str]:
    tags = (*channel.tags, *hashtags((channel.description or "",)))
    texts = {
        "channel_tag": "\n".join(dict.fromkeys(tags)),
        "channel_name": "\n".join(dict.fromkeys((channel.name, channel.handle or channel.name))),
        "channel_description": channel.description or "",
        "published_content": "\n".join((*channel.titles, *channel.content_text)),
    }
    return {target: text for target, text in texts.items() if text}


def _codes(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("true",) if value else ("false",)
    values = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
    texts = (str(v).strip() for v in values)
    return tuple(dict.fromkeys(t.upper() if name in _UPPER else t.casefold() for t in texts if t))


def _number(column: str, value: Any) -> float | None:
    if column == "date":
        day = to_day(str(value))
        return None if day is None else float(epoch_day(day))
    first: Any = next(iter(cast("tuple[Any, ...]", value)), None) if isinstance(value, tuple) else value
    if isinstance(first, int | float):
        return float(first)
    return _middle(first) if isinstance(first, str) else None


def _middle(bucket: str) -> float | None:
    """The middle of ``25-34``; an open bucket (``65+``) is its lower end."""
    low, _, high = bucket.rstrip("+").partition("-")
    if not low.isdigit() or not (high.isdigit() or not high):
        return None
    return (int(low) + int(high or low)) / 2
