"""The seeded universe of channels: for the demo, for tests and for looking at results.

The same ``(seed, number, today)`` always makes the same channel, except for the digits that a handle gets
when it is taken. Nobody is imitated: handles end with ``_demo``, addresses lie
under ``.example``, the source is ``demo``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Any, Final

from serendip.catalogue.channel import ContentItem, Fact, Identity, Observation
from serendip.quality import figures, wording
from serendip.quality.figures import PLATFORMS, Rhythm
from serendip.quality.niches import LANGUAGES, Niche, Place, niche, niches, phrases, places

SOURCE: Final = "demo"
_COUNTRY_KNOWN: Final = 0.55
_HIDDEN_FOLLOWERS: Final = 0.06


@dataclass(frozen=True, slots=True)
class Showcase:
    """Every ``every``-th channel of the universe fits a request that the documentation asks."""

    every: int
    niche: str
    platform: str
    country: str
    followers: tuple[int, int]
    language: str = "en"


SHOWCASES: Final = (
    Showcase(250, "car-parts", "youtube", "US", (5_000, 20_000)),
    Showcase(500, "swim-safety", "youtube", "US", (2_000, 90_000)),
    Showcase(500, "camping", "instagram", "US", (10_000, 100_000)),
    Showcase(500, "skincare", "tiktok", "GB", (10_000, 100_000)),
    Showcase(625, "ai-tools", "x", "US", (3_000, 50_000)),
)


@dataclass(frozen=True, slots=True)
class _Draft:
    """What is decided of a channel before its texts and figures are made."""

    number: int
    platform: str
    niche: Niche
    place: Place
    place_known: bool
    size: int
    pace: Rhythm
    showcase: bool


def generate(count: int, seed: int, today: date) -> Iterator[Observation]:
    """``count`` channels as their source would state them on ``today``.

    Shares: 44 % YouTube, 24 % Instagram, 22 % TikTok, 10 % X; 45 % do not state a country; 6 % hide their
    followers; 72 % published within four weeks. Content is 6 to 12 items, the newest first.
    """
    taken: dict[str, set[str]] = {platform: set() for platform in PLATFORMS}
    for number in range(count):
        rng = Random(f"{seed}:{number}")
        draft = _draft(rng, number, today)
        yield _observe(rng, draft, today, taken[draft.platform])


def _draft(rng: Random, number: int, today: date) -> _Draft:
    for at, show in enumerate(SHOWCASES):
        if number % show.every == 7 + at:
            place = next(p for p in places()[show.language] if p.country == show.country)
            habits = PLATFORMS[show.platform]
            size = figures.followers(rng, habits, show.followers)
            pace = figures.rhythm(rng, habits, today, True)
            about = niche(show.niche, show.language)
            return _Draft(number, show.platform, about, place, True, size, pace, True)
    platform = rng.choices(list(PLATFORMS), [h.share for h in PLATFORMS.values()])[0]
    language = rng.choices(list(LANGUAGES), list(LANGUAGES.values()))[0]
    about = rng.choices(niches()[language], _weights(language))[0]
    at_home = places()[language]
    place = rng.choices(at_home, [p.weight for p in at_home])[0]
    known = rng.random() < _COUNTRY_KNOWN
    habits = PLATFORMS[platform]
    size = figures.followers(rng, habits)
    return _Draft(
        number, platform, about, place, known, size, figures.rhythm(rng, habits, today, None), False
    )


@cache
def _weights(language: str) -> list[int]:
    return [n.weight for n in niches()[language]]


def _observe(rng: Random, draft: _Draft, today: date, taken: set[str]) -> Observation:
    name, slug = wording.name_and_slug(rng, draft.niche)
    handle = wording.handle(slug, draft.platform, taken)
    persona = rng.choice(list(phrases()["personas"]["en"])) if rng.random() < 0.3 else None
    if draft.niche.language not in phrases()["personas"]:
        persona = None
    seller = not draft.showcase and rng.random() < 0.06
    voice = wording.Voice(
        draft.niche, draft.place if draft.place_known else None, persona, today.year, seller
    )
    contact = _contact(rng, handle)
    bio = wording.bio(rng, voice, draft.pace.interval, contact)
    made = wording.titles(rng, voice, rng.randint(6, 12))
    shape = figures.Shape(PLATFORMS[draft.platform], draft.size, draft.pace)
    items = figures.content(rng, shape, made, f"demo-{draft.number}", today)
    facts = _facts(rng, draft, today, items)
    facts.update(_said(voice, bio, contact, today))
    return Observation(
        platform=draft.platform,
        ids=_ids(draft, handle),
        source=SOURCE,
        name=_shop(name, draft.niche.language) if seller else name,
        description=bio,
        tags=wording.tags(rng, draft.niche, _second_language(rng, draft)),
        titles=tuple(i.title for i in items),
        facts=facts,
        content=items,
        observed_at=today.isoformat(),
    )


def _ids(draft: _Draft, handle: str) -> tuple[Identity, ...]:
    own = Identity("handle", handle)
    if draft.platform != "youtube":
        return (own,)
    digest = hashlib.sha256(f"demo:{draft.number}".encode()).hexdigest()
    return Identity("channel_id", f"UCdemo{digest[:18]}"), own


def _second_language(rng: Random, draft: _Draft) -> Niche | None:
    """The other language of a channel's tags: common among Chinese channels abroad, rare elsewhere."""
    if draft.showcase:
        return niche(draft.niche.key, "zh") if rng.random() < 0.35 else None
    if draft.niche.language == "zh":
        return niche(draft.niche.key, "en") if rng.random() < 0.3 else None
    return niche(draft.niche.key, "en") if draft.niche.language != "en" and rng.random() < 0.25 else None


def _contact(rng: Random, handle: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    if rng.random() < 0.34:
        found["mail"] = f"{rng.choice(('hello', 'business', 'collab'))}@{handle.replace('_', '-')}.example"
    if rng.random() < 0.05:
        found["chat"] = "link"
    return found


def _shop(name: str, language: str) -> str:
    return f"{name}官方店" if language == "zh" else f"{name} Shop"


def _facts(rng: Random, draft: _Draft, today: date, items: tuple[ContentItem, ...]) -> dict[str, Fact]:
    as_of = today.isoformat()
    count, views = figures.totals(rng, draft.pace, items)
    size = figures.three_figures(draft.size) if draft.platform == "youtube" else draft.size
    hidden = draft.platform == "youtube" and not draft.showcase and rng.random() < _HIDDEN_FOLLOWERS
    stated: dict[str, Any] = {
        "followers": None if hidden else size,
        "following": None if draft.platform == "youtube" else int(rng.lognormvariate(5.6, 0.9)),
        "content_count": count,
        "total_views": views if draft.platform == "youtube" else None,
        "total_likes": int(count * (figures.mean([i.likes for i in items]) or 0))
        if draft.platform == "tiktok"
        else None,
        "created_at": (today - timedelta(days=int(draft.pace.age))).isoformat(),
        "last_upload_at": str(items[0].published_at)[:10],
        "verified": rng.random() < min(0.9, draft.size / 600_000) if draft.platform != "youtube" else None,
        "made_for_kids": False if draft.platform == "youtube" and rng.random() < 0.5 else None,
    }
    facts = {name: Fact(value, as_of, "reported") for name, value in stated.items() if value is not None}
    facts["category"] = Fact((draft.niche.category,), as_of, "reported")
    if rng.random() < 0.88:
        facts["language"] = Fact(
            (draft.niche.language,), as_of, "declared" if rng.random() < 0.4 else "derived"
        )
    if draft.place_known:
        basis = "declared" if draft.showcase or rng.random() < 0.8 else "reported"
        facts["country"] = Fact((draft.place.country,), as_of, basis)
    facts.update(_audience(rng, draft, as_of))
    return facts


def _audience(rng: Random, draft: _Draft, as_of: str) -> Mapping[str, Fact]:
    """What a marketplace reports of a few channels: where the audience mostly is, and its larger gender."""
    if rng.random() >= 0.09:
        return {}
    share = round(rng.uniform(0.32, 0.81), 2)
    gender = (
        "female"
        if rng.random() < (0.8 if draft.niche.category in {"beauty", "fashion"} else 0.42)
        else "male"
    )
    return {
        "audience_country": Fact((draft.place.country,), as_of, "reported"),
        "audience_country_share": Fact(share, as_of, "reported"),
        "audience_gender": Fact((gender,), as_of, "reported"),
        "audience_gender_share": Fact(round(rng.uniform(0.52, 0.84), 2), as_of, "reported"),
    }


def _said(voice: wording.Voice, bio: str, contact: Mapping[str, str], today: date) -> Mapping[str, Fact]:
    """What the bio itself declares."""
    as_of = today.isoformat()
    facts = {"account_type": Fact(("store" if voice.seller else "creator",), as_of, "declared")}
    if "mail" in contact:
        facts["has_email"] = Fact(True, as_of, "declared", "an address in the bio")
    channels = [n for n, word in _CHATS.items() if word in bio] + (["email"] if "mail" in contact else [])
    if channels:
        facts["contact_channel"] = Fact(tuple(channels), as_of, "declared")
    return facts


_CHATS: Final = {"whatsapp": "WhatsApp", "telegram": "Telegram", "line": "LINE"}
