"""What a column's name says, in Chinese, English, Spanish, German, French and Portuguese.

A name is folded to plain words first (``60_day_eng_rate`` and ``followerCount`` become "60 day eng rate" and
"follower count"); platform words and windows of days are taken out and kept as evidence.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from serendip.catalogue.column_words import AUDIENCE_WORDS, PLATFORM_WORDS, names

AMBIGUOUS: Final = {
    "views": ("avg_views", "total_views"),
    "likes": ("avg_likes", "total_likes"),
    "comments": ("avg_comments",),
    "shares": ("avg_shares",),
}
"""Names that leave open whether a mean or a sum is meant: other words decide, then the magnitude."""

_AVERAGE = re.compile(
    r"\b(avg|average|mean|median|promedio|medio|media|medias|mediana|ø"
    r"|durchschnitt\w*|mittel\w*|moyen|moyens|moyenne|moyennes|(?:per|pro|par|por) (?:video|post|beitrag))\b"
    r"|均|平均|场均|中位"
)
_TOTAL = re.compile(
    r"\b(total|totals|totales|sum|lifetime|all time|cumulative|acumulad[oa]s?"
    r"|gesamt|insgesamt|totaux|totale|totais|cumules?)\b|总|累计|累積|全部"
)
_WINDOW = re.compile(
    r"(?:\b(?:last|past|ultimos|letzten?|derniers)\s+)?(\d{1,3}) ?(?:derniers |ultimos )?"
    r"(?:d|day|days|dias|tage?n?|jours?)\b|近?(\d{1,3}) ?[天日]"
)
_OVER = re.compile(
    r"\b(for|in|over|during|the|last|past|en los|der|den|des|nos|dans les|sur les)( the| last)*$"
    r"|^(for|in|last) "
)
_OF = re.compile(
    r"^(number of|num|no of|n of|numero de|anzahl(?: der)?|nombre(?: total)? (?:de|d)|nb(?: de| d)?"
    r"|quantidade de|de|des|der|of|the|channel|video|videos|per|count of) "
)
_NUMBER = re.compile(
    r" (count|number|num|total|anzahl|zahl|数|量|de|(?:per|pro|par|por) video|per post|en el canal)$"
)
_RANK = re.compile(
    r"\b(rank|ranking|rnk|position|posicion|puesto|rang|platz|platzierung|classement|posicao)\b|排名|名次|排行"
)
_GROWTH = re.compile(
    r"\b(growth|gain|gained|change|delta|crecimiento|increase|new|wachstum|zuwachs|croissance|crescimento)\b|增长|新增|涨粉|增量"
)
_RATE = re.compile(
    r"\b(rate|ratio|pct|percent|percentage|tasa|porcentaje|taux|taxa|quote|prozent|pourcentage|porcentagem)\b|%|率|占比|比例"
)
_PLAIN_AUDIENCE = re.compile(
    r"(top |main |major |primary )?(audience|followers?|audiencia)( \w+)?|(受众|粉丝|观众)\w+"
)
_SCALE = re.compile(r"(?<=\S)\s*(?:in )?(?:(?<= )(k|m|mm|thousands|millions|w)|单位 ?万|万|千|百万|亿|万人)$")
_SCALES: Final = {
    "k": 10**3,
    "千": 10**3,
    "thousands": 10**3,
    "w": 10**4,
    "万": 10**4,
    "单位万": 10**4,
    "万人": 10**4,
    "m": 10**6,
    "mm": 10**6,
    "百万": 10**6,
    "millions": 10**6,
    "亿": 10**8,
}
_FIGURE: Final = frozenset(
    [
        "followers",
        "following",
        "content_count",
        "total_views",
        "avg_views",
        "views",
        "likes",
        "comments",
        "shares",
        "total_likes",
        "avg_likes",
        "avg_comments",
        "avg_shares",
    ]
)


@dataclass(frozen=True, slots=True)
class NameGuess:
    """What a column's name alone says.

    Attributes:
        field: a field, one of ``AMBIGUOUS``, ``ignore`` (known to be of no use here), or None (says nothing).
        confidence: 0..1.
        words: the folded words that decided, for the reason shown to people.
        platform: the platform that the name speaks of, or None.
        window: days that the figure covers, or None.
        audience: the column is about the audience, never about the creator.
        scale: what a figure is to be multiplied by: 10,000 for "粉丝数（万）".
    """

    field: str | None
    confidence: float
    words: str
    platform: str | None = None
    window: int | None = None
    audience: bool = False
    scale: int = 1


def fold_header(name: str) -> str:
    """Plain lower-case words: width and accents folded, camel case and punctuation turned into spaces."""
    text = unicodedata.normalize("NFKC", name)[:200]
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    text = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w%#@+]+|_", " ", text).split())


@lru_cache(maxsize=4096)
def read_name(name: str) -> NameGuess:
    """What the header ``name`` says about its column."""
    scale, words = _take_scale(fold_header(name))
    platform, bare = _take_platform(words)
    guess = _read(words, bare, platform)
    return replace(guess, scale=scale) if scale != 1 and guess.field else guess


def _read(words: str, bare: str, platform: str | None) -> NameGuess:
    audience = any(re.search(pattern, bare) for pattern in AUDIENCE_WORDS)
    if audience:
        return _audience(bare, platform)
    known = names()
    if _RANK.search(bare):
        return NameGuess("ignore", 0.95, bare, platform)
    for candidate in (words, bare):
        if candidate in known:
            return NameGuess(known[candidate], 0.95, candidate, platform)
    window, rest = _take_window(bare)
    if rest in known and window is None:
        return NameGuess(known[rest], 0.9, rest, platform)
    return _composed(rest, platform, window)


def _composed(words: str, platform: str | None, window: int | None) -> NameGuess:
    """Names made of parts: "views avg", "average video views", "平均播放量", "views last 30 days"."""
    known = names()
    average, total = bool(_AVERAGE.search(words)), bool(_TOTAL.search(words))
    stem = " ".join(_TOTAL.sub(" ", _AVERAGE.sub(" ", words)).split())
    base = known.get(stem) or known.get(_OF.sub("", stem)) or known.get(_NUMBER.sub("", stem))
    if _GROWTH.search(stem) and (_RATE.search(stem) or "增长率" in stem):
        field = (
            "growth_followers_pct"
            if re.search(r"follow|subscri|fan|粉|seguidor|suscriptor|abonn|inscrit", stem)
            else "growth_views_pct"
        )
        return NameGuess(field, 0.8, words, platform, window)
    if base is None:
        return NameGuess(None, 0.0, words, platform, window)
    if base in _FIGURE and _GROWTH.search(words):
        return NameGuess("ignore", 0.7, words, platform, window)
    stems = {
        "views": "views",
        "total_views": "views",
        "avg_views": "views",
        "likes": "likes",
        "total_likes": "likes",
        "comments": "comments",
        "shares": "shares",
    }
    if base in stems and average:
        return NameGuess(f"avg_{stems[base]}", 0.92, words, platform, window)
    if base in {"views", "total_views"} and window is not None:
        return NameGuess("est_exposure", 0.85, words, platform, window)
    if stems.get(base) in {"views", "likes"} and total:
        return NameGuess(f"total_{stems[base]}", 0.92, words, platform)
    if average and base not in {"engagement_rate", "posting_frequency", "view_rate"}:
        return NameGuess("ignore", 0.6, words, platform, window)
    return NameGuess(base, 0.85, words, platform, window)


def _audience(words: str, platform: str | None) -> NameGuess:
    """Columns about the audience: never a creator's field, whatever else they say."""
    for field, pattern in (
        ("audience_country", r"countr|region|geo|pais|pays|\bland|location|国家|地区|地域|国别"),
        ("audience_language", r"lang|idioma|sprache|语言|语种"),
        ("audience_gender", r"gender|sex|genero|genre|geschlecht|female|male|mujer|hombre|性别|男|女"),
        ("audience_age", r"\bage|edad|idade|\balter|年龄"),
        ("audience_interest", r"interest|interes|兴趣"),
        ("audience_credibility", r"credib|quality|real|真实|可信|credibilidad|autentic"),
    ):
        if re.search(pattern, words):
            exact = bool(_PLAIN_AUDIENCE.fullmatch(words))
            return NameGuess(field, 0.9 if exact else 0.75, words, platform, audience=True)
    return NameGuess("ignore", 0.7, words, platform, audience=True)


def _take_platform(words: str) -> tuple[str | None, str]:
    """The platform that the words name, and the words without it."""
    for pattern, platform, instead in PLATFORM_WORDS:
        if re.search(pattern, words):
            bare = " ".join(re.sub(pattern, f" {instead} ", words).split())
            return platform, bare
    return None, words


def _take_scale(words: str) -> tuple[int, str]:
    """The unit that a name states for its figures, and the words without it."""
    match = _SCALE.search(words)
    if match is None:
        return 1, words
    return _SCALES[match[0].split()[-1].removeprefix("单位")], words[: match.start()].strip()


def _take_window(words: str) -> tuple[int | None, str]:
    """The days that a figure covers, and the words without them."""
    match = _WINDOW.search(words)
    if match is None:
        monthly = re.search(r"\b(monthly|mensuales|mensual)\b|月均|每月", words)
        return (30, " ".join(words.replace(monthly[0], " ").split())) if monthly else (None, words)
    rest = " ".join((words[: match.start()] + " " + words[match.end() :]).split())
    rest = _OVER.sub("", rest).strip()
    return int(match[1] or match[2]), rest
