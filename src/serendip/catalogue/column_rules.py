"""The rules that weigh what a column is called against what its values look like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from serendip.catalogue.column_names import AMBIGUOUS, NameGuess
from serendip.catalogue.column_shapes import SHAPE_NAMES, Shape
from serendip.catalogue.field_types import WINDOWS

HANDLE_PLATFORMS: Final = frozenset({"tiktok", "instagram", "x", "douyin", "kuaishou", "reddit", "v2ex"})
"""Platforms whose lists usually name accounts by handle."""

_COUNTS: Final = frozenset(
    [
        "followers",
        "following",
        "content_count",
        "total_views",
        "avg_views",
        "avg_likes",
        "total_likes",
        "avg_comments",
        "avg_shares",
        "avg_saves",
        "est_exposure",
        "posting_frequency",
        "created_year",
        "created_day",
    ]
)
_SHARES: Final = frozenset(["engagement_rate", "view_rate", "growth_followers_pct", "growth_views_pct"])
_DATES: Final = frozenset(["created_at", "last_upload_at", "as_of", "followers_as_of"])
_HALF: Final = 0.5
_ANY: Final = 1e-9
_NO_DOUBT: Final = 0.9
_COUNTRY: Final = re.compile(r"countr|国家|\b(pais|pays|land|landercode)\b")
"""Names of countries alone: "region" may hold states, whose codes are those of countries too."""
_SWITCHES: Final = frozenset(["verified", "hidden_followers", "made_for_kids"])


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided for one column, and why; ``why`` is the code of a reason to leave it out."""

    field: str | None
    confidence: float
    zh: str
    en: str
    window: int | None = None
    scale: int = 1
    percent: bool = False
    why: str = ""


def decide(guesses: Sequence[NameGuess], shapes: Sequence[Shape], platform: str | None) -> list[Verdict]:
    """A verdict for each column."""
    verdicts = [_one(guess, shape) for guess, shape in zip(guesses, shapes, strict=True)]
    verdicts = _settle_ambiguous(verdicts, guesses, shapes)
    return _settle_names(verdicts, guesses, shapes, platform)


def _one(guess: NameGuess, shape: Shape) -> Verdict:
    if guess.field == "ignore":
        why = "audience" if guess.audience else "of_no_use"
        return Verdict(None, guess.confidence, *_ignored(guess), why=why)
    if guess.field is None:
        return _by_shape(guess, shape)
    if not shape.count:
        verdict = _named(guess, shape)
        return Verdict(
            verdict.field, min(verdict.confidence, 0.6), verdict.zh, verdict.en, guess.window, guess.scale
        )
    if guess.field in {"url", "identity", "handle", "name", "channel_id"}:
        return _identity(guess, shape)
    if guess.field in AMBIGUOUS:
        return Verdict(guess.field, 0.5, "", "", guess.window, guess.scale)
    return _checked(guess, shape)


def _checked(guess: NameGuess, shape: Shape) -> Verdict:
    """A named field whose values must look the part.

    A name that leaves no doubt keeps the cells that can be read, however few: the odd ones are unknown.
    """
    name = guess.field or ""
    least = _ANY if guess.confidence >= _NO_DOUBT else _HALF
    if name in _COUNTS and (shape.of("ordinal") > 0.5 or shape.of("number") < least):
        return _mismatch(guess, shape)
    if name in _SHARES:
        if max(shape.of("percent"), shape.of("number")) < least:
            return _mismatch(guess, shape)
        percent = "%" in guess.words or (shape.largest is not None and shape.largest > 1)
        verdict = _named(guess, shape)
        if name.startswith("growth_") and guess.window not in WINDOWS:
            said = "没有说明是多少天的增长", "it does not say over how many days"
            return Verdict(None, 0.5, *said, why="no_window")
        return Verdict(name, verdict.confidence, verdict.zh, verdict.en, guess.window, 1, percent)
    if name in _DATES and shape.of("date") < least:
        return _mismatch(guess, shape)
    if name == "created_day" and shape.of("date") > 0.5 and (shape.largest or 0) > 31:
        return Verdict("created_at", guess.confidence, *_reason(guess, "created_at"))
    if name in _SWITCHES and shape.of("switch") < least:
        return _mismatch(guess, shape)
    if name in {"country", "country_guess"} and shape.of("country") < 0.5:
        if shape.of("country") >= least and _COUNTRY.search(guess.words):
            return _named(guess, shape)
        if re.search(r"location|ubicacion|localizacion|所在地", guess.words):
            return Verdict("location_text", 0.7, "所在地文字", "locations in free words")
        return _mismatch(guess, shape)
    if name in {"quality_score", "audience_credibility"} and not (
        shape.of("number") >= 0.5 and (shape.largest or 0) <= 100
    ):
        return _mismatch(guess, shape)
    return _named(guess, shape)


def _identity(guess: NameGuess, shape: Shape) -> Verdict:
    """Columns that name the channel: the values say how."""
    for form, target in (("uc_id", "channel_id"), ("url", "url"), ("at_handle", "handle")):
        if shape.of(form) >= 0.6 and not (form == "at_handle" and guess.field == "name"):
            confidence = 0.97 if target == guess.field else 0.9
            return Verdict(target, confidence, *_reason(guess, target, form))
    if guess.field == "url":
        # "Channel" and "Profile" without a single link in them: a name, or a mix of names and accounts.
        return Verdict("identity", 0.7, *_reason(guess, "identity", shape.best))
    if guess.field == "identity" and shape.of("number") > 0.9 and shape.of("uc_id") == 0:
        return Verdict("identity", 0.6, *_reason(guess, "identity", "number"))
    if guess.field == "handle" and shape.of("handle_like") < 0.3:
        return Verdict("name", 0.6, *_reason(guess, "name", "text"))
    return Verdict(guess.field, guess.confidence, *_reason(guess, guess.field or ""))


def _by_shape(guess: NameGuess, shape: Shape) -> Verdict:
    """Names that say nothing: only values that cannot be mistaken count, and figures never do."""
    for form, target, least in (
        ("uc_id", "channel_id", 0.8),
        ("url", "url", 0.8),
        ("at_handle", "handle", 0.8),
    ):
        if shape.of(form) >= least:
            return Verdict(
                target, 0.6 + 0.3 * shape.of(form) * (form == "uc_id"), *_reason(guess, target, form)
            )
    zh, en = SHAPE_NAMES[shape.best]
    return Verdict(
        None,
        0.5,
        f"列名不认识，值像是{zh}；可用 --map 指定",
        f"the name is not known and the values look like {en}; use --map",
        why="unknown_name",
    )


def _settle_ambiguous(
    verdicts: list[Verdict], guesses: Sequence[NameGuess], shapes: Sequence[Shape]
) -> list[Verdict]:
    """A bare "views" or "likes": a mean or a sum by its magnitude beside the followers, else left out."""
    followers = next(
        (s.middle for v, s in zip(verdicts, shapes, strict=True) if v.field == "followers" and s.middle), None
    )
    taken = {v.field for v in verdicts}
    out = list(verdicts)
    for i, (verdict, guess, shape) in enumerate(zip(verdicts, guesses, shapes, strict=True)):
        if verdict.field not in AMBIGUOUS:
            continue
        if shape.of("number") < 0.5 or shape.of("ordinal") > 0.5:
            out[i] = _mismatch(guess, shape)
            continue
        out[i] = _mean_or_sum(guess, shape, followers, taken)
    return out


def _mean_or_sum(guess: NameGuess, shape: Shape, followers: float | None, taken: set[str | None]) -> Verdict:
    word = guess.field or ""
    mean, total = f"avg_{word}", f"total_{word}"
    has_total = word in {"views", "likes"}
    if has_total and mean in taken and total not in taken:
        return Verdict(
            total,
            0.75,
            "另有平均值一列，这一列应为总数",
            "another column holds the mean, so this is the sum",
            scale=guess.scale,
        )
    if has_total and total in taken and mean not in taken:
        return Verdict(
            mean,
            0.75,
            "另有总数一列，这一列应为平均值",
            "another column holds the sum, so this is the mean",
            scale=guess.scale,
        )
    if followers and shape.middle:
        ratio = shape.middle * guess.scale / followers
        said = f"{ratio:.2g}"
        if has_total and ratio >= 20:
            return Verdict(
                total,
                0.7,
                f"中位数是粉丝数的 {said} 倍：总数",
                f"the median is {said} times the followers: a sum",
                scale=guess.scale,
            )
        if ratio <= 3 and (
            word == "views" or (word != "likes" and ratio <= 0.3) or (word == "likes" and ratio <= 0.6)
        ):
            return Verdict(
                mean,
                0.65,
                f"中位数是粉丝数的 {said} 倍：平均值",
                f"the median is {said} times the followers: a mean",
                scale=guess.scale,
            )
    options = f"{mean} / {total}" if has_total else mean
    return Verdict(
        None,
        0.4,
        f"看不出是平均值还是总数，未使用；用 --map 指定 {options}",
        f"a mean or a sum, it cannot be told, so it is left out; say which with --map ({options})",
        why="ambiguous",
    )


def _settle_names(
    verdicts: list[Verdict], guesses: Sequence[NameGuess], shapes: Sequence[Shape], platform: str | None
) -> list[Verdict]:
    """Two name columns, or one on a platform of handles: single lower-case distinct words are the handles."""
    out = list(verdicts)
    if any(v.field in {"handle", "channel_id", "url"} for v in verdicts):
        return out
    names = [i for i, v in enumerate(verdicts) if v.field in {"name", "identity"}]
    spoken = platform or next((guesses[i].platform for i in names if guesses[i].platform), None)
    if spoken not in HANDLE_PLATFORMS:
        return out
    fits: Callable[[int], bool] = lambda i: (  # noqa: E731 -- one condition, used once below
        shapes[i].of("handle_like") >= 0.98 and shapes[i].lower >= 0.9 and shapes[i].distinct >= 0.9
    )
    best = next((i for i in names if fits(i)), None)
    if best is not None:
        out[best] = Verdict(
            "handle",
            0.85 if len(names) > 1 else 0.75,
            "都是不重复、不含空格的小写词：账号",
            "distinct single lower-case words: the handles",
        )
    return out


def _named(guess: NameGuess, shape: Shape) -> Verdict:
    del shape
    name = guess.field or ""
    return Verdict(name, guess.confidence, *_reason(guess, name), guess.window, guess.scale)


def _reason(guess: NameGuess, target: str, form: str | None = None) -> tuple[str, str]:
    if form is None:
        return f"列名“{guess.words}”", f'the name "{guess.words}"'
    zh, en = SHAPE_NAMES[form]
    del target
    return f"列名“{guess.words}”，值像是{zh}", f'the name "{guess.words}", and values that look like {en}'


def _mismatch(guess: NameGuess, shape: Shape) -> Verdict:
    zh, en = SHAPE_NAMES[shape.best]
    return Verdict(
        None,
        0.5,
        f"列名像 {guess.field}，值却像是{zh}；可用 --map 指定",
        f"the name says {guess.field}, but the values look like {en}; use --map",
        why="few_readable",
    )


def _ignored(guess: NameGuess) -> tuple[str, str]:
    if guess.audience:
        return "受众数据，不属于创作者", "about the audience, not about the creator"
    return "已知的无关列", "known, and of no use here"
