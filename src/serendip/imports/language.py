"""The language of a channel's own text, guessed only where the source states none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from serendip.catalogue.channel import Fact, Observation

if TYPE_CHECKING:
    from lingua import LanguageDetector

MIN_LETTERS: Final = 20
"""Letters that a text needs before anything is said about its language."""

LATIN: Final = (
    "ENGLISH",
    "SPANISH",
    "PORTUGUESE",
    "FRENCH",
    "GERMAN",
    "ITALIAN",
    "DUTCH",
    "POLISH",
    "TURKISH",
    "VIETNAMESE",
    "INDONESIAN",
)
CYRILLIC: Final = ("RUSSIAN", "UKRAINIAN")
ARABIC: Final = ("ARABIC", "PERSIAN")
"""The languages that are told apart within a script that several share."""

_SAMPLE: Final = 160
_NOISE: Final = re.compile(r"https?://\S+|www\.\S+|[@#]\w+|\[email\]|[\w.]+\.(?:com|net|org)\S*")
_SCRIPTS: Final = (
    ("ja", re.compile(r"[\u3040-\u30ff]"), 0.08),
    ("ko", re.compile(r"[\uac00-\ud7af]"), 0.3),
    ("zh", re.compile(r"[\u4e00-\u9fff]"), 0.3),
    ("th", re.compile(r"[\u0e00-\u0e7f]"), 0.4),
    ("hi", re.compile(r"[\u0900-\u097f]"), 0.4),
    ("bn", re.compile(r"[\u0980-\u09ff]"), 0.4),
    ("ta", re.compile(r"[\u0b80-\u0bff]"), 0.4),
    ("te", re.compile(r"[\u0c00-\u0c7f]"), 0.4),
    ("kn", re.compile(r"[\u0c80-\u0cff]"), 0.4),
    ("ml", re.compile(r"[\u0d00-\u0d7f]"), 0.4),
    ("gu", re.compile(r"[\u0a80-\u0aff]"), 0.4),
    ("pa", re.compile(r"[\u0a00-\u0a7f]"), 0.4),
    ("si", re.compile(r"[\u0d80-\u0dff]"), 0.4),
    ("km", re.compile(r"[\u1780-\u17ff]"), 0.4),
    ("my", re.compile(r"[\u1000-\u109f]"), 0.4),
    ("ka", re.compile(r"[\u10a0-\u10ff]"), 0.4),
    ("hy", re.compile(r"[\u0530-\u058f]"), 0.4),
    ("he", re.compile(r"[\u0590-\u05ff]"), 0.4),
    ("el", re.compile(r"[\u0370-\u03ff]"), 0.4),
)
_VAGUE: Final = (
    (re.compile(r"[\u0400-\u04ff]"), "cyrillic"),
    (re.compile(r"[\u0600-\u06ff]"), "arabic"),
)


def text_of(observation: Observation) -> str:
    """The text by which the language of a channel without one is told; "" when there is not enough of it."""
    if "language" in observation.facts:
        return ""
    parts = (observation.description or "", *observation.titles)
    text = _NOISE.sub(" ", " ".join(parts)[: 4 * _SAMPLE])
    return text if sum(c.isalpha() for c in text) >= MIN_LETTERS else ""


def detect(texts: Sequence[str]) -> list[str | None]:
    """The language of each text by its script, else by its words; None when unsure."""
    out: list[str | None] = [None] * len(texts)
    waiting: dict[str, list[int]] = {}
    for i, text in enumerate(texts):
        script, out[i] = by_script(text) if text else (None, None)
        if script:
            waiting.setdefault(script, []).append(i)
    for script, places in waiting.items():
        samples = [texts[i][:_SAMPLE] for i in places]
        for i, found in zip(places, _detector(script).detect_languages_in_parallel_of(samples), strict=True):
            out[i] = found.iso_code_639_1.name.lower() if found is not None else None
    return out


def with_language(observation: Observation, code: str | None) -> Observation:
    """``observation`` with a guessed language; itself when ``code`` is None."""
    if code is None:
        return observation
    fact = Fact((code,), None, "guessed", "据文字判断 / told from its text")
    return replace(observation, facts={**observation.facts, "language": fact})


def by_script(text: str) -> tuple[str | None, str | None]:
    """``(script, language)``: the language where the script has one only, else the script."""
    letters = sum(c.isalpha() for c in text) or 1
    for code, pattern, least in _SCRIPTS:
        if len(pattern.findall(text)) / letters >= least:
            return None, code
    for pattern, name in _VAGUE:
        if len(pattern.findall(text)) / letters >= 0.4:
            return name, None
    ascii_letters = sum((c.isalpha() and c < "\u0250") or "\u1e00" <= c <= "\u1eff" for c in text)
    return ("latin", None) if ascii_letters / letters >= 0.8 else (None, None)


@cache
def _detector(script: str) -> LanguageDetector:
    from lingua import Language, LanguageDetectorBuilder

    names = {"latin": LATIN, "cyrillic": CYRILLIC, "arabic": ARABIC}[script]
    builder = LanguageDetectorBuilder.from_languages(*(getattr(Language, name) for name in names))
    # An unsure answer is none: 0.15 is the lead that the best language needs over the second.
    return builder.with_minimum_relative_distance(0.15).build()
