"""Numbers, magnitudes and units in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from serendip.core.text import fold
from serendip.search.lexicon.numbers import figures, zh_value
from serendip.search.lexicon.tokens import CLASS

NAMES = {char: name for name, char in CLASS.items()}


def numbers(text: str) -> list[tuple[str, float, float]]:
    out: list[tuple[str, float, float]] = []
    at = 0
    for token in sorted(figures(fold(text)), key=lambda t: (t.start, -t.end)):
        if token.start >= at:
            out.append((NAMES[token.kind], token.value.low, token.value.high))
            at = token.end
    return out


@pytest.mark.parametrize(
    ("text", "kind", "low"),
    [
        ("1w", "plain", 10_000),
        ("1.5W", "plain", 15_000),
        ("１万", "plain", 10_000),
        ("2,000", "plain", 2_000),
        ("5千", "plain", 5_000),
        ("3百万", "plain", 3_000_000),
        ("百万", "plain", 1_000_000),
        ("1亿", "plain", 1e8),
        ("2.5m", "plain", 2_500_000),
        ("1 million", "plain", 1_000_000),
        ("50K", "plain", 50_000),
        ("两万三", "plain", 23_000),
        ("一百二十", "plain", 120),
        ("三点五万", "plain", 35_000),
        ("1万5千", "plain", 15_000),
        ("fifty thousand", "plain", 50_000),
        ("twenty", "plain", 20),
        ("七成", "ratio", 0.7),
        ("2.5%", "ratio", 0.025),
        ("百分之三十", "ratio", 0.3),
        ("60 percent", "ratio", 0.6),
        ("半年", "days", 180),
        ("三个月", "days", 90),
        ("2 weeks", "days", 14),
        ("一年半", "days", 548),
        ("10分钟", "seconds", 600),
        ("90 seconds", "seconds", 90),
        ("两小时", "seconds", 7_200),
        ("25岁", "years", 25),
        ("30 years old", "years", 30),
        ("500刀", "money", 500),
        ("$1,200", "money", 1_200),
        ("300元", "money", 300),
        ("€20", "money", 20),
    ],
)
def test_one_number(text: str, kind: str, low: float) -> None:
    found = numbers(text)
    assert [(k, pytest.approx(v, abs=1)) if v > 100 else (k, pytest.approx(v)) for k, v, _ in found] == [
        (kind, low)
    ]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("几千", 2_000, 9_000),
        ("十几万", 110_000, 190_000),
        ("几十万", 200_000, 900_000),
        ("a few thousand", 2_000, 9_000),
        ("hundreds of thousands", 200_000, 900_000),
    ],
)
def test_a_number_that_is_left_open_is_a_span(text: str, low: float, high: float) -> None:
    assert numbers(text) == [("vague", low, high)]


def test_letters_around_digits_make_names_not_numbers() -> None:
    assert numbers("C1 GPT4 mp3 ps5") == []


@pytest.mark.parametrize(("file", "field"), [("Number/Chinese/NumberModel.json", "value")])
def test_chinese_integers_of_the_recognizers(shared: Path, file: str, field: str) -> None:
    cases = json.loads((shared / "data/recognizers" / file).read_text(encoding="utf-8-sig"))
    checked = 0
    for case in cases:
        text = case["Input"]
        if (
            len(case["Results"]) != 1
            or not text
            or any(c not in "零一二三四五六七八九十百千万亿两" for c in text)
        ):
            continue
        if not any(c in "十百千万亿" for c in text) or (
            text[-1] in "一二三四五六七八九" and text[-2] in "百千万亿"
        ):
            continue
        if case["Results"][0]["Text"] != text:
            continue
        wanted = case["Results"][0]["Resolution"][field]
        assert zh_value(text) == pytest.approx(float(wanted)), text
        checked += 1
    assert checked >= 5
