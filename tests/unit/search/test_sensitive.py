"""Requests that are refused as a whole, with their negative cases (section 16)."""

from __future__ import annotations

import pytest

from serendip.core.text import fold
from serendip.search.lexicon.sensitive import refusal, rules
from serendip.search.parse import read

HOLDS = [(rule.code, text) for rule in rules() for text in rule.holds]
FREE = [text for rule in rules() for text in rule.free]


@pytest.mark.parametrize(("code", "text"), HOLDS)
def test_a_refused_request_has_no_conditions_and_says_why(code: str, text: str) -> None:
    request = read(text, "youtube")
    assert request.expected_state == "unsupported"
    assert request.conditions == ()
    assert [s.status for s in request.spans] == ["unsupported"]
    assert request.spans[0].note_zh
    assert request.spans[0].note_en
    assert {a.code.split("_")[0] for a in request.ambiguities} == {code.split("_", maxsplit=1)[0]}


@pytest.mark.parametrize("text", FREE)
def test_a_topic_that_only_sounds_alike_is_free(text: str) -> None:
    assert refusal(fold(text)) is None


def test_every_pattern_has_its_trigger() -> None:
    """A rule that no trigger wakes up would never hold."""
    for rule in rules():
        for text in rule.holds:
            assert any(word in fold(text) for other in rules() for word in other.triggers), text


def test_a_trait_inside_a_topic_is_a_topic_and_says_so() -> None:
    request = read("找印尼的穆斯林时尚博主，粉丝1万以上", "instagram")
    assert request.expected_state is None
    assert "sensitive_attribute" in {a.code for a in request.ambiguities}
    assert "穆斯林时尚" in {v for c in request.conditions if c.field == "keyword" for v in c.values}
