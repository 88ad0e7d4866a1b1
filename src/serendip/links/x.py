"""X API v2: the account of a user name, an id or a post."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

from serendip.catalogue.channel import Fact, Identity, Observation
from serendip.catalogue.locations import locate
from serendip.links.answers import Unanswered, gone, unavailable
from serendip.links.fetch import Visit
from serendip.links.reading import at, count, day, description, items, text
from serendip.platforms.urls import Link

BASE: Final = "https://api.x.com/2"
SOURCE: Final = "x-api"

_FIELDS: Final = "created_at,description,location,name,protected,public_metrics,username,verified"
_FIGURES: Final = (
    ("followers", "followers_count"),
    ("following", "following_count"),
    ("content_count", "tweet_count"),
)
_FROM_LOCATION: Final = "据所在地文字 / from the location text"


def channel_of(link: Link, visit: Visit, token: str, today: str) -> Observation:
    """The account that ``link`` belongs to. Raises ``Unanswered``."""
    query = {"user.fields": _FIELDS}
    if link.channel is not None:
        by = {"handle": "users/by/username/", "channel_id": "users/"}.get(link.channel.kind)
        if by is None:
            raise unavailable("no_such_lookup", visit.platform)
        user = at(_ask(visit, by + quote(link.channel.value, safe=""), query, token), "data")
    elif link.id_kind == "status" and link.id:
        query = {"expansions": "author_id", **query}
        answer = _ask(visit, "tweets/" + quote(link.id, safe=""), query, token)
        user = _author(answer)
    else:
        raise unavailable("no_such_lookup", visit.platform)
    found = observed(user, today)
    if found is None:
        raise unavailable("unusable", visit.platform)
    return found


def observed(user: Any, today: str) -> Observation | None:
    """A ``user`` object for the catalogue; None when it has no id."""
    native = text(at(user, "id"))
    if native is None:
        return None
    ids = [Identity("channel_id", native)]
    if (handle := text(at(user, "username"))) is not None:
        ids.append(Identity("handle", handle))
    return Observation(
        "x",
        tuple(ids),
        SOURCE,
        name=text(at(user, "name")),
        description=description(at(user, "description")),
        facts=_facts(user, today),
        observed_at=today,
    )


def _facts(user: Any, today: str) -> dict[str, Fact]:
    facts: dict[str, Fact] = {}
    for name, key in _FIGURES:
        if (value := count(at(user, "public_metrics", key))) is not None:
            facts[name] = Fact(value, today)
    for name, key in (("verified", "verified"), ("private", "protected")):
        if isinstance(flag := at(user, key), bool):
            facts[name] = Fact(flag, today)
    if (created := day(at(user, "created_at"))) is not None:
        facts["created_at"] = Fact(created, today)
    where = (text(at(user, "location")) or "")[:200]
    if where:
        facts["location_text"] = Fact(where, today, "declared")
    place = locate(where) if where else None
    if place is not None:
        facts["country"] = Fact((place.country,), today, "derived", _FROM_LOCATION)
        for name, value in (("admin_region", place.subdivision), ("city", place.city)):
            if value:
                facts[name] = Fact(value, today, "derived", _FROM_LOCATION)
    return facts


def _author(answer: Any) -> Any:
    wanted = text(at(answer, "data", "author_id"))
    users = items(at(answer, "includes", "users"))
    return next((user for user in users if wanted and text(at(user, "id")) == wanted), None)


def _ask(visit: Visit, path: str, query: dict[str, str], token: str) -> Any:
    status, answer = visit.json(f"{BASE}/{path}", query, {"Authorization": f"Bearer {token}"})
    if status != 200:
        raise _failure(status, answer, visit.platform)
    if at(answer, "data") is None:
        raise gone() if _not_found(answer) else unavailable("unusable", visit.platform)
    return answer


def _not_found(answer: Any) -> bool:
    return "resource-not-found" in (text(at(answer, "errors", 0, "type")) or "")


def _failure(status: int, answer: Any, platform: str) -> Unanswered:
    if status == 404 and (_not_found(answer) or "resource-not-found" in (text(at(answer, "type")) or "")):
        return gone()
    reasons = {401: "bad_key", 402: "quota", 403: "refused", 429: "quota"}
    return unavailable(reasons.get(status, "unusable"), platform)
