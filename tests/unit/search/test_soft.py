"""Soft phrases: mapped ones order and name their phrase, the others are pending (section 12.5)."""

from __future__ import annotations

from datetime import date

import pytest

from serendip.catalogue.fields import FIELDS
from serendip.search.conditions import Request
from serendip.search.lexicon.soft import mappings, reasons
from serendip.search.parse import read
from serendip.search.plan import Defaults, compile_conditions
from serendip.search.ports import Range
from tests.unit.search.test_spans import check

PHRASES = [
    ("高级感", "tone"),
    ("性价比高", "value_for_money"),
    ("调性合适", "tone"),
    ("内容质量高", "quality_score"),
    ("更像真人推荐", "tone"),
    ("premium look", "tone"),
    ("good value", "value_for_money"),
    ("on-brand tone", "tone"),
    ("on-brand", "tone"),
    ("high content quality", "quality_score"),
    ("feels like a genuine recommendation", "tone"),
]

MAPPED = ["内容质量高", "high content quality", "互动率高", "广告少", "真粉多", "engaged audience"]
PENDING = [
    "高级感",
    "性价比高",
    "调性合适",
    "更像真人推荐",
    "价格便宜",
    "premium look",
    "good value",
    "on-brand",
    "affordable",
]


def parse(phrase: str) -> Request:
    text = f"美国博主，{phrase}" if not phrase.isascii() else f"US creators, {phrase}"
    request = read(text, "youtube")
    check(request)
    return request


@pytest.mark.parametrize(("phrase", "field"), PHRASES)
@pytest.mark.req("CS-157")
def test_each_default_phrase_is_soft_and_told(phrase: str, field: str) -> None:
    request = parse(phrase)
    wishes = [c for c in request.conditions if c.kind == "soft"]
    assert wishes[0].field == field
    assert all(c.op == "prefer" and c.extra["phrase"] == phrase for c in wishes)
    assert all(c.note_zh and c.note_en for c in wishes)
    span = next(s for s in request.spans if request.text[s.start : s.end] == phrase)
    assert span.role == "soft"
    assert span.conditions == tuple(request.conditions.index(c) for c in wishes)


@pytest.mark.parametrize("phrase", MAPPED)
@pytest.mark.req("CS-158")
def test_a_mapped_phrase_is_derived_and_orders_by_a_figure(phrase: str) -> None:
    wishes = [c for c in parse(phrase).conditions if c.kind == "soft"]
    assert wishes
    assert {(c.source, c.status) for c in wishes} == {("derived", "effective")}
    assert all(phrase in str(c.note_zh) and phrase in str(c.note_en) for c in wishes)
    steps = compile_conditions(wishes, Defaults(date(2026, 1, 1), "channel_tag", lambda _: ()))
    assert len(steps) == len(wishes)
    assert all(isinstance(s.test, Range) and not s.hard for s in steps)


def test_content_quality_is_two_figures() -> None:
    found = {c.field: c.extra["at_least"] for c in parse("内容质量高").conditions if c.kind == "soft"}
    assert found == {"quality_score": 70, "engagement_rate": 0.03}


@pytest.mark.parametrize(
    "phrase",
    [
        "高级感",
        "性价比高",
        "调性合适",
        "更像真人推荐",
        "价格便宜",
        "premium look",
        "good value",
        "on-brand",
        "affordable",
    ],
)
@pytest.mark.req("CS-159")
def test_a_phrase_without_a_mapping_is_pending_and_does_nothing(phrase: str) -> None:
    wish = next(c for c in parse(phrase).conditions if c.kind == "soft")
    assert (wish.status, wish.source) == ("pending", "explicit")
    assert compile_conditions([wish], Defaults(date(2026, 1, 1), "channel_tag", lambda _: ())) == ()


def test_the_opposite_of_a_mapped_wish_is_not_mapped() -> None:
    wish = next(c for c in parse("不要互动高").conditions if c.kind == "soft")
    assert (wish.values, wish.status) == (("low",), "pending")


def test_the_data_names_fields_and_reasons() -> None:
    for wish, rows in mappings().items():
        assert rows[0].field == wish.partition("=")[0]
        assert all(FIELDS[r.field].column == "number" and r.bounds and r.zh and r.en for r in rows)
    assert all(zh and en for zh, en in reasons().values())
    assert not {wish.partition("=")[0] for wish in mappings()} & set(reasons())
