"""YouTube Data API v3: the channel of a handle, an id, an old user name or a video."""

from __future__ import annotations

import re
from typing import Any, Final

from serendip.catalogue.channel import Fact, Identity, Observation
from serendip.catalogue.languages import language_code
from serendip.catalogue.places import countries
from serendip.catalogue.taxonomy import codes_for
from serendip.links.answers import Unanswered, gone, unavailable
from serendip.links.fetch import Visit
from serendip.links.reading import at, count, day, description, text, texts
from serendip.platforms.urls import Link

BASE: Final = "https://youtube.googleapis.com/youtube/v3"
SOURCE: Final = "youtube-data-api"

_PARTS: Final = "snippet,statistics,topicDetails,brandingSettings,status"
_QUOTA: Final = frozenset(
    {
        "quotaExceeded",
        "dailyLimitExceeded",
        "rateLimitExceeded",
        "userRateLimitExceeded",
        "RATE_LIMIT_EXCEEDED",
    }
)
_BAD_KEY: Final = frozenset({"keyInvalid", "keyExpired", "API_KEY_INVALID"})
_NOT_FOUND: Final = frozenset({"channelNotFound", "videoNotFound", "notFound"})
_ROUNDED: Final = "YouTube rounds public counts of subscribers down to three figures"
_KEYWORD: Final = re.compile(r'"([^"]+)"|([^\s"]+)')
_NAMED_BY: Final = {"handle": "forHandle", "channel_id": "id", "username": "forUsername"}


def channel_of(link: Link, visit: Visit, key: str, today: str) -> Observation:
    """The channel that ``link`` belongs to. Raises ``Unanswered``."""
    if link.channel is not None:
        named_by, name = _NAMED_BY.get(link.channel.kind), link.channel.value
        if named_by is None:
            raise unavailable("no_such_lookup", visit.platform)
        query = {named_by: f"@{name}" if named_by == "forHandle" else name}
    elif link.id_kind == "video" and link.id:
        video = _first(visit, "videos", {"part": "snippet", "id": link.id}, key)
        owner = text(at(video, "snippet", "channelId"))
        if owner is None:
            raise unavailable("unusable", visit.platform)
        query = {"id": owner}
    else:
        raise unavailable("no_such_lookup", visit.platform)
    found = observed(_first(visit, "channels", {"part": _PARTS, **query}, key), today)
    if found is None:
        raise unavailable("unusable", visit.platform)
    return found


def observed(item: Any, today: str) -> Observation | None:
    """A ``channel`` resource for the catalogue; None when it has no id."""
    native = text(at(item, "id"))
    if native is None:
        return None
    snippet = at(item, "snippet")
    custom = text(at(snippet, "customUrl"))
    ids = [Identity("channel_id", native)]
    if custom is not None:  # handles begin with @; what does not is a name under /c/
        ids.append(Identity("handle" if custom.startswith("@") else "custom", custom.removeprefix("@")))
    keywords = text(at(item, "brandingSettings", "channel", "keywords")) or ""
    return Observation(
        "youtube",
        tuple(ids),
        SOURCE,
        name=text(at(snippet, "title")),
        description=description(at(snippet, "description")),
        tags=tuple(dict.fromkeys(a or b for a, b in _KEYWORD.findall(keywords))),
        facts=_facts(item, today),
        observed_at=today,
    )


def _facts(item: Any, today: str) -> dict[str, Fact]:
    snippet, figures = at(item, "snippet"), at(item, "statistics")
    branding = at(item, "brandingSettings", "channel")
    facts: dict[str, Fact] = {}
    followers = count(at(figures, "subscriberCount"))
    if followers is not None and at(figures, "hiddenSubscriberCount") is not True:
        facts["followers"] = Fact(followers, today, note=_ROUNDED)
    for name, key in (("content_count", "videoCount"), ("total_views", "viewCount")):
        if (value := count(at(figures, key))) is not None:
            facts[name] = Fact(value, today)
    country = text(at(snippet, "country")) or text(at(branding, "country"))
    if country in countries():
        facts["country"] = Fact((country,), today, "declared")
    tongue = text(at(snippet, "defaultLanguage")) or text(at(branding, "defaultLanguage"))
    if tongue is not None and (language := language_code(tongue)) is not None:
        note = "the language that the channel states for its title and description"
        facts["language"] = Fact((language,), today, "declared", note)
    if (created := day(at(snippet, "publishedAt"))) is not None:
        facts["created_at"] = Fact(created, today)
    if isinstance(kids := at(item, "status", "madeForKids"), bool):
        facts["made_for_kids"] = Fact(kids, today)
    topics = (codes_for(t) or () for t in texts(at(item, "topicDetails", "topicCategories")))
    if codes := tuple(dict.fromkeys(code for some in topics for code in some)):
        facts["category"] = Fact(codes, today, note="from the topics that YouTube gives the channel")
    return facts


def _first(visit: Visit, resource: str, query: dict[str, str], key: str) -> Any:
    status, answer = visit.json(f"{BASE}/{resource}", query, {"X-Goog-Api-Key": key})
    if status != 200:
        raise _failure(status, answer, visit.platform)
    items = at(answer, "items")
    if isinstance(items, list) and items:
        return at(items, 0)
    # An answer without ``items`` is how the API says that nothing fits; anything else is no answer of it.
    if items in (None, []) and text(at(answer, "kind")):
        raise gone()
    raise unavailable("unusable", visit.platform)


def _failure(status: int, answer: Any, platform: str) -> Unanswered:
    """What an error body of Google's means; without one, what the status means."""
    reasons = {text(at(answer, "error", "errors", 0, "reason"))}
    reasons |= {text(at(answer, "error", "details", n, "reason")) for n in range(3)}
    if reasons & _QUOTA or status == 429:
        return unavailable("quota", platform)
    if reasons & _BAD_KEY or status == 401:
        return unavailable("bad_key", platform)
    if reasons & _NOT_FOUND:
        return gone()
    if status == 403:
        return unavailable("refused", platform)
    return unavailable("unusable", platform)
