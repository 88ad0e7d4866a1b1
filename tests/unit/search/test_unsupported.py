"""Parts of a request that cannot be done are marked with a reason, and the rest runs (sections 12 and 16)."""

from __future__ import annotations

import pytest

from serendip.search.lexicon.unsupported import rules
from serendip.search.parse import read
from tests.unit.search.test_spans import check

HOLDS = [text for rule in rules() for text in rule.holds]
FREE = [text for rule in rules() for text in rule.free]


def marked(text: str, status: str) -> list[str]:
    request = read(text, "youtube")
    check(request)
    return [text[s.start : s.end].strip(" ,，") for s in request.spans if s.status == status]


@pytest.mark.parametrize("marks", HOLDS)
def test_the_part_is_marked_and_the_rest_runs(marks: str) -> None:
    text = marks.replace("«", "").replace("»", "")
    request = read(text, "youtube")
    assert marked(text, "unsupported") == [marks[marks.index("«") + 1 : marks.index("»")]]
    assert request.expected_state is None
    assert [c.field for c in request.conditions if c.field == "country"] == ["country"]
    assert not [c for c in request.conditions if c.kind == "keyword"]


@pytest.mark.parametrize("text", FREE)
def test_a_topic_that_sounds_alike_is_searched(text: str) -> None:
    assert marked(text, "unsupported") == []
    assert read(text, "youtube").expected_state is None


@pytest.mark.parametrize("text", ["直接联系他们", "email them all", "导出邮箱并群发", "export their emails"])
def test_nothing_but_such_a_part_is_no_search(text: str) -> None:
    assert read(text, "youtube").expected_state == "unsupported"


@pytest.mark.parametrize(
    "text", ["美国博主，按身高排序", "US creators, sort by height", "US creators, sorted by blorptang"]
)
@pytest.mark.req("CS-212")
def test_an_order_that_no_source_has_is_unsupported(text: str) -> None:
    request = read(text, "youtube")
    spans = [s for s in request.spans if s.status == "unsupported"]
    assert len(spans) == 1
    assert spans[0].note_zh
    assert spans[0].note_en
    assert [c.values for c in request.conditions] == [("US",)]


UNKNOWN = [
    ("美国，1w+，blorptang 率 7", "blorptang 率 7"),
    ("美国，1w+，甜度指数 80 以上", "甜度指数 80 以上"),
    ("英国，粉丝1w+，旺旺率>3%", "旺旺率>3%"),
    ("美国博主，仙气值至少 90", "仙气值至少 90"),
    ("US, 10k+, foo > 7", "foo > 7"),
    ("US creators, xyz: 12", "xyz: 12"),
    ("find US creators, wobble rate over 5%", "wobble rate over 5%"),
    ("UK, followers 10k+, zing score 80+", "zing score 80+"),
    ("US, 10k+, blorp index at least 3", "blorp index at least 3"),
    ("美国，10k+，foo >= 7k", "foo >= 7k"),
    ("US, 10k+, foo = 7", "foo = 7"),
]


@pytest.mark.parametrize(("text", "part"), UNKNOWN)
@pytest.mark.req("CS-155")
def test_a_figure_that_is_not_known_is_pending_beside_conditions(text: str, part: str) -> None:
    request = read(text, "youtube")
    assert marked(text, "pending") == [part]
    assert not [c for c in request.conditions if c.kind == "keyword"]
    assert {s.role for s in request.spans if s.status == "pending"} == {"unknown"}
    assert {c.field for c in request.conditions} <= {"country", "followers"}


@pytest.mark.parametrize(
    "text",
    [
        "blorptang 率 7",
        "foo > 7",
        "xyz: 12",
        "iPhone 15, Galaxy S24",
        "swim vest, pool toys",
        "美国，Blade Runner 2049",
        "美国，Nintendo Switch 2",
        "US, Formula 1",
        "美国，汇率",
        "US, credit score tips",
    ],
)
@pytest.mark.req("CS-155")
def test_in_doubt_it_stays_a_keyword(text: str) -> None:
    request = read(text, "youtube")
    assert [c for c in request.conditions if c.kind == "keyword"]
    assert marked(text, "pending") == []
