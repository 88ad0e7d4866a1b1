"""Requests that are refused as a whole, with their negative cases (section 16)."""

from __future__ import annotations

from pathlib import Path

import pytest

from serendip.core.text import fold
from serendip.search.lexicon.sensitive import refusal, rules
from serendip.search.parse import read

CASES = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parents[2] / "data/refusals.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
CODES = {
    "privacy": {"sensitive_privacy"},
    "attribute": {"sensitive_attribute"},
    "minors": {"sensitive_minors", "sensitive_privacy"},
    "harassment": {"sensitive_harassment", "sensitive_illegal"},
    "illegal": {"sensitive_illegal", "sensitive_minors"},
    "task": {"unsupported_request"},
}
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


@pytest.mark.parametrize(("kind", "text"), CASES)
@pytest.mark.req("CS-210")
def test_each_case_is_refused_or_searched(kind: str, text: str) -> None:
    request = read(text, "youtube")
    codes = {a.code for a in request.ambiguities}
    if kind == "free":
        assert request.expected_state != "unsupported"
        assert all(s.status != "unsupported" for s in request.spans)
    else:
        assert request.expected_state == "unsupported"
        assert request.conditions == ()
        assert codes <= CODES[kind]


def test_the_cases_are_many_and_of_every_class() -> None:
    """The share of each class, so that the file cannot shrink to what is easy."""
    count = {kind: sum(k == kind for k, _ in CASES) for kind, _ in CASES}
    assert count["free"] >= 200
    assert sum(n for kind, n in count.items() if kind != "free") >= 150
    assert min(count[kind] for kind in CODES) >= 15


@pytest.mark.parametrize("text", ["pregnant influencers", "小学生博主", "高仿包博主"])
@pytest.mark.req("CS-214")
def test_a_sensitive_keyword_is_refused_where_it_stands(text: str) -> None:
    request = read(text, "youtube")
    assert request.expected_state == "unsupported"
    assert (request.input_type, request.container) == ("keyword", "compact_classic")


def test_a_task_behind_a_search_leaves_the_search() -> None:
    request = read("找美国的露营博主，帮我写一封合作邮件", "youtube")
    assert request.expected_state is None
    assert {c.field for c in request.conditions} == {"country", "keyword"}
    assert "unsupported" in {s.status for s in request.spans}
