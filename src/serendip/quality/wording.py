"""Names, handles, tags, titles and bios of generated channels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from serendip.quality.niches import Niche, Place, phrases

X_HANDLE_LENGTH = 15
MARK = "_demo"
"""Every handle ends with this: none can be the address of a real person."""

_STYLE_WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "gear": ("review", "comparison", "unboxing"),
        "make": ("tutorial", "DIY", "how to"),
        "learn": ("explained", "beginner guide"),
        "play": ("gameplay", "let's play"),
        "life": ("vlog",),
        "trip": ("vlog", "travel vlog"),
    },
    "zh": {
        "gear": ("测评", "开箱", "横评"),
        "make": ("教程", "手工"),
        "learn": ("科普", "干货"),
        "play": ("实况", "攻略"),
        "life": ("vlog",),
        "trip": ("vlog",),
    },
}


@dataclass(frozen=True, slots=True)
class Voice:
    """What a channel's texts have in common.

    Attributes:
        place: where it says it is; None when it does not say.
        persona: key of ``phrases()['personas']``, or None.
        year: of the titles.
        seller: it sells what it shows.
    """

    niche: Niche
    place: Place | None
    persona: str | None
    year: int
    seller: bool


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _by_kind(table: Mapping[str, Sequence[str]], kind: str) -> Sequence[str]:
    return table.get(kind) or table["any"]


def name_and_slug(rng: Random, niche: Niche) -> tuple[str, str]:
    """A channel's name and the ASCII stem of its handle."""
    words = phrases()["names"]
    noun = rng.choice(niche.names)
    pattern: str = rng.choice(words[f"patterns_{niche.language}"])
    at = rng.randrange(len(words[f"given_{niche.language}"]))
    given: str = words[f"given_{niche.language}"][at]
    name = pattern.format(
        noun=noun,
        given=given,
        adj=rng.choice(words["adjectives"]),
        tail=rng.choice(words["tails"]),
    )
    if niche.language in {"zh", "ja"}:
        stem = niche.key.split("-")[0]
        pinyin = words[f"pinyin_{niche.language}"][at]
        return name, rng.choice((f"{pinyin}_{stem}", f"{stem}_{pinyin}", f"{pinyin}{stem}"))
    return name, rng.choice(("", "_")).join(_ascii_words(name))


def _ascii_words(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", name.replace("đ", "d").replace("Đ", "D").replace("ß", "ss"))
    return re.findall(r"[a-z0-9]+", re.sub(r"[^\x00-\x7f]", "", plain).replace("'", "").lower())


def handle(slug: str, platform: str, taken: set[str]) -> str:
    """A handle that is not ``taken`` yet (and is now); ``x`` allows 15 characters."""
    room = (X_HANDLE_LENGTH if platform == "x" else 30) - len(MARK)
    stem, number = slug[:room].strip("_"), 1
    while (found := f"{stem}{MARK}") in taken:
        number += 1
        stem = f"{slug[: room - len(str(number))].strip('_')}{number}"
    taken.add(found)
    return found


def titles(rng: Random, voice: Voice, count: int) -> list[str]:
    """``count`` different titles, as far as the tables reach."""
    table = phrases()["titles"][voice.niche.language]
    patterns = [p for p in _by_kind(table, voice.niche.kind) if voice.place or "{city}" not in p]
    found: dict[str, None] = {}
    for _ in range(count * 4):
        if len(found) == count:
            break
        found.setdefault(_fill(rng, rng.choice(patterns), voice))
    return list(found)


def _fill(rng: Random, pattern: str, voice: Voice) -> str:
    thing, other = rng.sample(voice.niche.things, 2)
    upper = pattern.startswith("{t}") and voice.niche.language == "en"
    return pattern.format(
        t=_capital(thing) if upper else thing,
        T=_capital(thing),
        u=other,
        n=rng.randint(3, 9),
        p=rng.choice((20, 30, 50, 80, 100, 150, 200, 300)),
        y=voice.year,
        w=rng.choice((2, 3, 4, 6, 8)),
        city=rng.choice(voice.place.cities) if voice.place else "",
    )


def tags(rng: Random, niche: Niche, also: Niche | None) -> tuple[str, ...]:
    """Three or four tags of the niche, a style, a thing or two, and some of ``also`` (another language)."""
    found = [niche.tags[0], *rng.sample(niche.tags[1:], min(len(niche.tags) - 1, rng.randint(2, 3)))]
    styles = _STYLE_WORDS.get(niche.language, {}).get(niche.kind, ())
    if styles and rng.random() < 0.75:
        found.append(rng.choice(styles))
    found += [t for t in rng.sample(niche.things, rng.randint(1, 2)) if len(t) < 26]
    if also is not None:
        found += [also.tags[0], rng.choice(also.tags[1:])]
    return tuple(dict.fromkeys(found))


def bio(rng: Random, voice: Voice, interval_days: float, contact: Mapping[str, str]) -> str:
    """What the channel says of itself. ``contact`` may hold ``mail`` (an address) and ``chat`` (any text)."""
    language = voice.niche.language
    lines = phrases()["lines"][language]
    options = [p for p in _by_kind(phrases()["bios"][language], voice.niche.kind) if _fits(p, voice)]
    thing, other = rng.sample(voice.niche.things, 2)
    who = phrases()["personas"].get(language, {}).get(voice.persona, "")
    parts = [
        _capital(
            rng.choice(options).format(
                tag=rng.choice(voice.niche.tags[:2]), t=thing, T=_capital(thing), u=other, who=who
            )
        )
    ]
    if voice.place is not None and rng.random() < 0.7:
        parts.append(rng.choice(lines["city"]).format(city=rng.choice(voice.place.cities)))
    if interval_days < 9 and rng.random() < 0.5:
        parts.append(rng.choice(lines["often" if interval_days < 2.5 else "weekly"]))
    if voice.seller:
        parts.append(_SELLER.get(language, _SELLER["en"]))
    said = ("" if language in {"zh", "ja"} else " ").join(parts)
    return " ".join([said, *(rng.choice(lines[key]).format(mail=value) for key, value in contact.items())])


_SELLER = {
    "en": "Official store, order through the link.",
    "zh": "官方店铺，橱窗同款，下单见链接。",
    "es": "Tienda oficial, pedidos en el enlace.",
    "de": "Offizieller Shop, Bestellung über den Link.",
    "ja": "公式ショップ、ご注文はリンクから。",
    "pt": "Loja oficial, pedidos pelo link.",
    "vi": "Cửa hàng chính thức, đặt hàng qua link.",
}


def _fits(pattern: str, voice: Voice) -> bool:
    """Sentences that name a persona need one."""
    return "{who}" not in pattern or voice.persona is not None
