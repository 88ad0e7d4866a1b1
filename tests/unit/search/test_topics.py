"""Niches and brands: equal words lead to each other, in both languages, and to nothing else."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.catalogue import taxonomy
from serendip.catalogue.vocabulary import rows
from serendip.search.lexicon.topics import MAX_EQUALS, entries, expand, lookup_key, topic_of, topics


def keys(words: tuple[str, ...]) -> set[str]:
    return {lookup_key(word) for word in words}


def test_the_tables_are_large_and_well_formed():
    categories = set(taxonomy.categories())
    assert len(topics()) == len(list(rows("serendip.search.lexicon", "topics.tsv"))) >= 1200
    assert len({e.value for e in entries() if e.kind == "brand"}) >= 500
    for topic in topics().values():
        assert topic.category in categories, topic
        assert topic.en, topic
        assert {lang for lang, _ in topic.others} <= {"es", "de", "fr", "ja", "pt"}, topic
    assert {e.within for e in entries()} <= categories


def test_a_surface_belongs_to_one_topic_and_one_brand():
    named: dict[tuple[str, str], set[str]] = defaultdict(set)
    for entry in entries():
        named[entry.kind, lookup_key(entry.surface)].add(entry.value)
    assert {key: values for key, values in named.items() if len(values) > 1} == {}


def test_equal_words_are_equal_both_ways():
    for topic in topics().values():
        words = (*topic.zh, *topic.en)
        if len(keys(words)) > MAX_EQUALS:
            continue
        for word in words:
            others = keys(words) - {lookup_key(word)}
            assert others <= keys(expand(word)), word
            assert lookup_key(word) not in keys(expand(word))
            assert topic_of(word) is topic


@pytest.mark.parametrize(
    ("text", "among"),
    [
        ("汽配", {"car parts", "auto parts", "汽车配件", "autopartes"}),
        ("air fryers", {"空气炸锅"}),
        ("空氣炸鍋", {"air fryer"}),
        ("swim vest", {"游泳背心", "浮力背心"}),
        ("Men's Grooming", {"男士护理"}),
        ("E Bike", {"电动自行车", "ebike"}),
        ("AI 工具", {"AI tools"}),
        ("Heissluftfritteuse", {"air fryer", "空气炸锅"}),
        ("美妆", {"beauty"}),
        ("大疆", {"DJI"}),
        ("开箱", {"unboxing"}),
    ],
)
def test_expand(text: str, among: set[str]):
    assert among <= set(expand(text))


@pytest.mark.parametrize(
    ("text", "first", "among"),
    [
        ("汽配评测", "car parts review", {"auto parts review", "汽车配件测评"}),
        ("car part reviews", "汽配评测", {"auto parts review"}),
        ("貓咪開箱", "cat unboxing", {"猫开箱"}),
        ("tech review", "科技评测", {"科技测评"}),
        ("大疆评测", "DJI review", {"大疆测评"}),
        ("camping for beginners", "露营入门", {"野营入门"}),
    ],
)
def test_expand_takes_a_topic_and_its_style_apart(text: str, first: str, among: set[str]):
    found = expand(text)
    assert found[0] == first
    assert among <= set(found)
    assert len(found) <= MAX_EQUALS


@pytest.mark.parametrize(
    "text", ["", " ", "tent pegs of doom", "评", "Rode a horse", "review of nothing known"]
)
def test_unknown_words_have_no_equals(text: str):
    assert expand(text) == ()


def test_related_words_are_not_equal():
    assert not {"tent", "camping gear"} & set(expand("露营"))
    assert "kitten" not in expand("cat")
    assert "dash cam" not in expand("car parts")


def test_brands_that_are_words_need_their_case():
    flags = {e.surface: e.flags for e in entries() if e.kind == "brand"}
    for word in ("Rode", "Gap", "Shark", "Target", "Coach"):
        assert "needs_case" in flags[word]
    assert flags["DJI Mic"] == frozenset()
    assert expand("rode") == ()


def test_topics_of_the_labelled_requests_are_known(shared: Path):
    words: list[str] = []
    for line in (shared / "data/queries.dev.jsonl").read_text(encoding="utf-8").splitlines():
        words += [c["value"] for c in json.loads(line)["conditions"] if c["field"] == "keyword"]
    assert len(words) > 35
    unknown = {word for word in words if not expand(word)}
    assert unknown == {"Hollyland C1 耳机", "robot vacuum 扫地机器人", "giveaway"}


@given(st.text(max_size=40))
def test_any_text_is_expanded_or_not_quietly(text: str):
    found = expand(text)
    assert len(found) <= MAX_EQUALS
    assert lookup_key(text) not in keys(found)
