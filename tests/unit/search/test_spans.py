"""Every character that is neither white space nor a mark stands in exactly one span (I-8), for any text."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serendip.core.text import clean, fold, is_mark
from serendip.search.conditions import Request
from serendip.search.parse import Context, read

_PIECES = [
    "粉丝",
    "1w+",
    "5k-20k",
    "美国",
    "不要",
    "的",
    "，、；.!?",
    "找",
    "博主",
    "露营",
    "最近",
    "30天",
    "女性",
    "受众",
    "https://youtu.be/x",
    "@abc",
    "#tag",
    "followers",
    "no",
    "without",
    "in",
    "the",
    "US",
    "or",
    "UK",
    "at",
    "least",
    "average",
    "views",
    "engagement",
    "3%",
    "under",
    "$500",
    "per",
    "video",
    "主要",
    "七成",
    "👩\u200d👩\u200d👧",
    "مرحبا",
    "ａｂｃ",
    "貓咪",
    "x.com/a",
    "“引号”",
    "(",
    ")",
    "/",
    "-",
    "+",
    "评测",
    "creators",
    "who",
    "similar",
    "to",
    "优先",
    "如果",
    "再加",
    "只要",
    "把",
    "改成",
    "去掉",
    "remove",
    "instead of",
    "change",
    "更小",
    "按身高排序",
    "foo > 7",
    "",
]
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=14).flatmap(
    lambda parts: st.sampled_from(("", " ")).map(lambda gap: gap.join(parts))
) | st.text(max_size=60)


def check(request: Request) -> None:
    """Offsets are in order and inside the text, nothing is dropped, what is not applied says why."""
    covered = Counter(i for s in request.spans for i in range(s.start, s.end))
    for index, char in enumerate(request.text):
        if not is_mark(char):
            assert covered[index] == 1, (index, char)
    assert all(covered[i] <= 1 for i in covered)
    for span in request.spans:
        assert 0 <= span.start < span.end <= len(request.text)
        assert all(0 <= n < len(request.conditions) for n in span.conditions)
        assert span.status == "effective" or (span.note_zh and span.note_en)
        if span.status == "effective" and span.role != "task":
            assert span.conditions or span.role in {"hard", "soft", "anchor"}, span
    for condition in request.conditions:
        assert (condition.start is None) == (condition.end is None)
        if condition.start is None:
            assert condition.source == "derived"


@settings(max_examples=400, deadline=None)
@given(_TEXTS, st.sampled_from(("youtube", "instagram", "tiktok", "x")), st.booleans())
@pytest.mark.req("CS-234")
def test_any_text_is_covered_and_none_crashes(text: str, page: str, expanded: bool) -> None:
    check(read(text, page, context=Context(expanded=expanded, has_results=expanded)))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_folding_keeps_every_offset(text: str) -> None:
    cleaned = clean(text)
    assert len(fold(cleaned)) == len(cleaned)
    assert clean(cleaned) == cleaned
    assert fold(fold(cleaned)) == fold(cleaned)


@pytest.mark.req("CS-234")
def test_emoji_and_right_to_left_text_survive() -> None:
    text = "👩‍👩‍👧 博主，مرحبا"
    request = read(text, "youtube")
    assert request.text == text
    assert [c.values[0] for c in request.conditions] == ["👩‍👩‍👧 博主", "مرحبا"]
    assert [request.text[s.start : s.end] for s in request.spans] == ["👩‍👩‍👧 博主", "مرحبا"]


def test_the_labelled_queries_are_covered(shared: Path) -> None:
    for line in (shared / "data/queries.dev.jsonl").read_text(encoding="utf-8").splitlines():
        query = json.loads(line)
        check(read(query["text"], query["page_platform"]))


def test_what_is_not_understood_is_shown_and_not_applied() -> None:
    request = read("帮我找美国的博主，粉丝 1w+，而且特别噶哒的", "youtube")
    unknown = [request.text[s.start : s.end] for s in request.spans if s.role == "unknown"]
    assert unknown == ["而且特别噶哒的"]
    assert all(s.status == "pending" for s in request.spans if s.role == "unknown")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("US 🎮", ["🎮"]),
        ("🎮 找美国的露营博主", ["🎮"]),
        ("find amazing US creators", ["amazing"]),
        ("找美国优质的美妆博主", ["优质的"]),
        ("US beauty creators with good vibes only", ["good vibes only"]),
        ("🔥 US beauty creators", []),
        ("美国露营博主🎮", []),
        ("please find the US beauty creators for me", []),
        ("帮我找一下美国的美妆博主吧，谢谢", []),
    ],
)
@pytest.mark.req("CS-234")
def test_only_words_of_grammar_and_decoration_belong_to_a_neighbour(text: str, words: list[str]) -> None:
    request = read(text, "youtube")
    check(request)
    assert [text[s.start : s.end] for s in request.spans if s.status == "pending"] == words
