"""Many sources, one channel: a pure merge with a total order, so that arrival order does not matter.

A figure's winner is the newest (``catalogue.dates``), then the better basis (declared, reported, derived,
guessed), then the greater value. What other sources state for that same date is kept beside it in
``Channel.stated``: a conflict is data, not a loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import isfinite
from typing import Any

from serendip.catalogue.channel import Channel, ContentItem, Fact, Identity, Observation
from serendip.catalogue.dates import date_key
from serendip.catalogue.identity import fold, fold_identity, usable
from serendip.platforms.registry import channel_url

MAX_STATED = 4
MAX_TITLES = 20
MAX_TAGS = 60
MAX_FORMER = 20
PLACE_FIELDS = frozenset(
    {"country", "language", "admin_region", "city", "audience_country", "audience_language"}
)
_BASIS = {"declared": 3, "reported": 2, "derived": 1, "guessed": 0}
Stated = Mapping[str, tuple[Fact, ...]]


def merge(channel: Channel | None, observation: Observation, cid: int = 0) -> Channel:
    """``channel`` with what ``observation`` adds; the same object when it adds nothing.

    Args:
        channel: what is known, or None for a new channel, which then gets ``cid``.
        observation: of the same platform and the same channel; the caller has resolved that.
        cid: key of a new channel.
    """
    when = date_key(observation.observed_at)
    old = channel or Channel(cid=cid, platform=observation.platform, name="", ids=())
    dates = dict(old.text_as_of)
    ids, former = _merge_ids(old, observation, when, dates)
    name = _newer_text("name", (old.name, observation.name), when, dates)
    description = _newer_text("description", (old.description, observation.description), when, dates)
    titles = _merge_titles(old.titles, _titles(observation), when, dates)
    tags = _merge_tags(old.tags, observation.tags, newer=when > dates.get("tags", ""))
    if observation.tags:
        _touch(dates, "tags", when)
    stated = merge_facts(old.stated, observation.facts, observation.observed_at)
    sources = old.sources if observation.source in old.sources else (*old.sources, observation.source)
    new = Channel(
        cid=old.cid,
        platform=old.platform,
        name=name or ids[0].value,
        ids=ids,
        url=old.url if ids is old.ids else _url(old.platform, ids),
        description=description,
        tags=tags,
        titles=titles,
        facts=old.facts if stated is old.stated else {k: v[0] for k, v in stated.items()},
        sources=sources,
        former_handles=former,
        stated=stated,
        text_as_of=dates,
        content_text=old.content_text,
    )
    if channel is not None and new == channel:
        return channel
    return new


def join(survivor: Channel, other: Channel) -> Channel:
    """One channel from two records of it; keeps the survivor's ``cid``."""
    dates = dict(survivor.text_as_of)
    stated = survivor.stated
    for name, facts in other.stated.items():
        for fact in facts:
            stated = merge_facts(stated, {name: fact}, None)
    seen = other.text_as_of
    view = Observation(other.platform, other.ids, "", name=other.name)
    ids, former = _merge_ids(survivor, view, seen.get("handle", ""), dates)
    handle = next((i.value for i in ids if i.kind == "handle"), None)
    known_name = survivor.name if "name" in dates else ""
    return replace(
        survivor,
        ids=ids,
        url=_url(survivor.platform, ids),
        former_handles=_former((*former, *other.former_handles), handle),
        name=_newer_text("name", (known_name, other.name), seen.get("name", ""), dates) or survivor.name,
        description=_newer_text(
            "description", (survivor.description, other.description), seen.get("description", ""), dates
        ),
        titles=_merge_titles(survivor.titles, other.titles, seen.get("titles", ""), dates),
        tags=_merge_tags(survivor.tags, other.tags, newer=False),
        sources=tuple(dict.fromkeys((*survivor.sources, *other.sources))),
        stated=stated,
        facts={k: v[0] for k, v in stated.items()},
        text_as_of=dates,
    )


def release_handle(channel: Channel, handle: str) -> Channel:
    """``channel`` after another channel was seen with its handle: it becomes a former one."""
    handle = handle.strip().lstrip("@")
    key = fold_identity("handle", handle)
    kept = tuple(i for i in channel.ids if i.kind != "handle" or fold_identity("handle", i.value) != key)
    url = _url(channel.platform, kept)
    return replace(
        channel, ids=kept, url=url, former_handles=_former((handle, *channel.former_handles), None)
    )


def with_derived(channel: Channel, derived: Mapping[str, Fact]) -> Channel:
    """``channel`` whose ``facts`` are, field by field, the better of what is stated and what is derived."""
    facts = {name: stated[0] for name, stated in channel.stated.items()}
    for name, fact in derived.items():
        known = facts.get(name)
        if known is None or _rank(name, fact) > _rank(name, known):
            facts[name] = fact
    return replace(channel, facts=facts)


def merge_facts(stated: Stated, facts: Mapping[str, Fact], observed_at: str | None) -> Stated:
    """``stated`` with ``facts``: per field the winner first, then what others state for its date.

    Figures that are no finite number are absent. A fact without a date has that of the observation.
    """
    merged: dict[str, tuple[Fact, ...]] | None = None
    for name, fact in facts.items():
        if not _is_value(fact.value):
            continue
        if fact.as_of is None and observed_at is not None:
            fact = Fact(fact.value, observed_at, fact.basis, fact.note)
        known = stated.get(name) if merged is None else merged.get(name)
        better = (fact,) if known is None else _best(name, known, fact)
        if better is not known:
            merged = dict(stated) if merged is None else merged
            merged[name] = better
    return stated if merged is None else merged


def _url(platform: str, ids: tuple[Identity, ...]) -> str | None:
    """The channel's page by its strongest identity that leads to one."""
    urls = (channel_url(platform, i.kind, i.value) for i in ids)
    return next((url for url in urls if url), None)


def _best(name: str, known: tuple[Fact, ...], fact: Fact) -> tuple[Fact, ...]:
    if fact in known:
        return known
    top = _period(name, known[0])
    period = _period(name, fact)
    if period < top:
        return known
    if period > top:
        return (fact,)
    by_value: dict[str, Fact] = {}
    for each in sorted((*known, fact), key=lambda f: _rank(name, f), reverse=True):
        by_value.setdefault(repr(each.value), each)
    best = tuple(by_value.values())[:MAX_STATED]
    return known if best == known else best


def _period(name: str, fact: Fact) -> tuple[int, str]:
    """Facts of one period can conflict; a later period replaces. A guess is never a later statement."""
    if name == "last_upload_at":
        return 1, str(fact.value)
    stated = _BASIS[fact.basis] > 1 or name not in PLACE_FIELDS
    return int(stated), date_key(fact.as_of)


def _rank(name: str, fact: Fact) -> tuple[Any, ...]:
    value = fact.value
    number = float(value) if isinstance(value, int | float) else 0.0
    return (*_period(name, fact), _BASIS[fact.basis], number, repr(value), fact.as_of or "", fact.note or "")


def _is_value(value: Any) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    return value is not None and value not in ("", ())


def _touch(dates: dict[str, str], key: str, when: str) -> None:
    if when > dates.get(key, ""):
        dates[key] = when


def _newer_text(
    key: str, texts: tuple[str | None, str | None], when: str, dates: dict[str, str]
) -> str | None:
    """The newer non-empty text; of one date the longer, then the greater."""
    old, new = texts
    new = new.strip() if new else None
    if not new:
        return old
    date = dates.get(key)
    if date is None or not old or when > date:
        dates[key] = max(when, date or "")
        return new
    if when < date:
        return old
    return max(old, new, key=lambda t: (len(t), t))


def _titles(observation: Observation) -> tuple[str, ...]:
    if not observation.content:
        return observation.titles
    items: Iterable[ContentItem] = sorted(
        observation.content, key=lambda c: date_key(c.published_at), reverse=True
    )
    return (*observation.titles, *(c.title for c in items))


def _merge_titles(
    old: tuple[str, ...], new: tuple[str, ...], when: str, dates: dict[str, str]
) -> tuple[str, ...]:
    if not new:
        return old
    first, second = (new, old) if when > dates.get("titles", "") else (old, new)
    _touch(dates, "titles", when)
    both = (t.strip() for t in (*first, *second))
    return tuple(dict.fromkeys(t for t in both if t))[:MAX_TITLES]


def _merge_tags(old: tuple[str, ...], new: tuple[str, ...], *, newer: bool) -> tuple[str, ...]:
    if not new:
        return old
    by_key: dict[str, str] = {}
    for tag in (*new, *old) if newer else (*old, *new):
        if key := fold(tag):
            by_key.setdefault(key, tag.strip())
    return tuple(by_key.values())[:MAX_TAGS]


def _merge_ids(
    old: Channel, observation: Observation, when: str, dates: dict[str, str]
) -> tuple[tuple[Identity, ...], tuple[str, ...]]:
    known = {(i.kind, fold_identity(i.kind, i.value)): i for i in old.ids}
    former, handle = old.former_handles, old.handle
    for identity in usable(observation.ids):
        key = (identity.kind, fold_identity(identity.kind, identity.value))
        if identity.kind == "handle":
            handle, former = _merge_handle((handle, former), identity.value, when, dates)
        elif identity.kind != "channel_id" or old.native_id is None:
            known.setdefault(key, identity)
    others = [i for i in known.values() if i.kind != "handle"]
    ids = usable((*others, Identity("handle", handle)) if handle else others)
    same = len(ids) == len(old.ids) and ids == old.ids
    return (old.ids if same else ids), former


def _merge_handle(
    known: tuple[str | None, tuple[str, ...]], value: str, when: str, dates: dict[str, str]
) -> tuple[str | None, tuple[str, ...]]:
    """The present handle and the former ones after ``value`` was seen at ``when``."""
    handle, former = known
    value = value.strip().lstrip("@")
    key = fold_identity("handle", value)
    if handle is not None and fold_identity("handle", handle) == key:
        newer = when > dates.get("handle", "")
        _touch(dates, "handle", when)
        return (value if newer else handle), former
    date = dates.get("handle", "")
    was_former = key in {fold_identity("handle", h) for h in former}
    if handle is None or when > date or (when == date and not was_former):
        _touch(dates, "handle", when)
        return value, _former((handle, *former) if handle else former, value)
    return handle, _former((*former, value), handle)


def _former(handles: Iterable[str], current: str | None) -> tuple[str, ...]:
    handles = tuple(handles)
    if not handles:
        return ()
    present = fold_identity("handle", current) if current else None
    by_key = {fold_identity("handle", h): h for h in reversed(handles)}
    kept = [h for key, h in reversed(by_key.items()) if key != present]
    return tuple(kept)[:MAX_FORMER]
