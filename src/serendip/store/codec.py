"""A channel and a content item as compact JSON, and back. What is unknown takes no space."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, cast

import orjson

from serendip.catalogue.channel import Basis, Channel, ContentItem, Fact, Identity, IdKind

_FactRow = tuple[Any, str | None, Basis, str | None]


def encode_channel(channel: Channel, derived: Mapping[str, Fact]) -> bytes:
    """The stored form; equal channels give equal bytes.

    Raises ``TypeError`` for what JSON cannot hold (lone surrogates, whole numbers beyond 64 bits).
    """
    doc: dict[str, Any] = {
        "ids": [(i.kind, i.value) for i in channel.ids],
        "url": channel.url,
        "description": channel.description,
        "tags": channel.tags,
        "titles": channel.titles,
        "content": channel.content_text,
        "facts": {k: [_row(f) for f in facts] for k, facts in channel.stated.items()},
        "derived": {k: _row(f) for k, f in derived.items()},
        "sources": channel.sources,
        "former": channel.former_handles,
        "dates": {k: v for k, v in channel.text_as_of.items() if v},
        "undated": sorted(k for k, v in channel.text_as_of.items() if not v),
    }
    return orjson.dumps({k: v for k, v in doc.items() if v}, option=orjson.OPT_SORT_KEYS)


def decode_channel(cid: int, platform: str, name: str, doc: bytes) -> tuple[Channel, dict[str, Fact]]:
    """The channel without derived facts in ``facts``, and the derived facts."""
    data: dict[str, Any] = orjson.loads(doc)
    stated = {k: tuple(_fact(row) for row in rows) for k, rows in data.get("facts", {}).items()}
    derived = {k: _fact(row) for k, row in data.get("derived", {}).items()}
    dates: dict[str, str] = data.get("dates", {})
    for key in data.get("undated", ()):
        dates[key] = ""
    channel = Channel(
        cid=cid,
        platform=platform,
        name=name,
        ids=tuple(Identity(cast("IdKind", kind), value) for kind, value in data["ids"]),
        url=data.get("url"),
        description=data.get("description"),
        tags=tuple(data.get("tags", ())),
        titles=tuple(data.get("titles", ())),
        facts={k: facts[0] for k, facts in stated.items()},
        sources=tuple(data.get("sources", ())),
        former_handles=tuple(data.get("former", ())),
        stated=stated,
        text_as_of=dates,
        content_text=tuple(data.get("content", ())),
    )
    return channel, derived


def encode_content(item: ContentItem) -> bytes:
    """The stored form of a content item, without its id and date."""
    doc = {
        "title": item.title,
        "description": item.description,
        "duration_sec": item.duration_sec,
        "format": item.format,
        "views": item.views,
        "likes": item.likes,
        "comments": item.comments,
        "tags": item.tags or None,
        "url": item.url,
    }
    return orjson.dumps({k: v for k, v in doc.items() if v is not None})


def decode_content(content_id: str, published_at: str | None, doc: bytes) -> ContentItem:
    """The content item of a stored row."""
    data: dict[str, Any] = orjson.loads(doc)
    data["tags"] = tuple(data.get("tags", ()))
    return ContentItem(content_id=content_id, published_at=published_at, **data)


def digest(data: bytes) -> bytes:
    """The hash kept beside a stored document, to find damage and to compare cheaply."""
    return blake2b(data, digest_size=16).digest()


def _row(fact: Fact) -> tuple[Any, ...]:
    if fact.note is not None:
        return (fact.value, fact.as_of, fact.basis, fact.note)
    return (fact.value, fact.as_of, fact.basis)


def _fact(row: list[Any]) -> Fact:
    value = row[0]
    note = row[3] if len(row) > 3 else None
    return Fact(tuple(cast("list[Any]", value)) if isinstance(value, list) else value, row[1], row[2], note)
