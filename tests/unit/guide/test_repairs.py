"""Ways out of nothing and little found, over a catalogue in which every channel is known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from serendip.search.conditions import Condition
from serendip.search.guide.patches import patched
from serendip.search.guide.repairs import BUDGET, suggest
from serendip.search.session.effects import Plan
from serendip.search.session.model import AnchorValue, Conflict, Suggestion
from tests.unit.guide.plans import Catalogue, channel, hard, keyword, plan_of, said

CAMPERS = [
    *(channel(n, "camping", country=("US",), followers=2_000 * n) for n in range(1, 13)),
    *(channel(20 + n, "camping", country=("CA",), followers=9_000) for n in range(6)),
    *(channel(30 + n, "cooking", country=("NZ",), followers=9_000) for n in range(40)),
    *(channel(80 + n, "", channel_description="we go camping", country=("DE",)) for n in range(3)),
]
CATALOGUE = Catalogue(CAMPERS)


def _labels(found: tuple[Suggestion, ...]) -> list[tuple[str, int | None]]:
    return [(s.label_zh, s.expected_count) for s in found]


def _exact(
    plan: Plan, found: tuple[Suggestion, ...], counter: Catalogue = CATALOGUE, current: int = 0
) -> None:
    for one in found:
        assert one.expected_count is not None
        assert one.expected_count > current
        assert counter.count([patched(plan, one.patch)]) == [one.expected_count]


@pytest.mark.req("CS-188", "CS-189")
def test_each_suggestion_names_its_change_and_gives_what_it_says() -> None:
    plan = plan_of(keyword("camping"), hard("country", "in", "US"), hard("followers", "gte", 50_000))
    found = suggest(plan, CATALOGUE)
    assert 1 <= len(found) <= 3
    assert ("粉丝数：≥ 50,000 → ≥ 10,000", 8) in _labels(found)
    _exact(plan, found)


def test_a_word_that_stands_elsewhere_is_looked_for_there() -> None:
    plan = plan_of(keyword("camping"), hard("country", "in", "DE"))
    found = suggest(plan, CATALOGUE)
    word = next(s for s in found if s.kind == "change_match_target")
    assert (word.label_zh, word.label_en) == ("在全部来源中匹配“camping”", "Match “camping” in all sources")
    assert word.patch.put[0].node.condition.extra["target"] == "all_sources"
    assert word.expected_count == 3
    _exact(plan, found)


def test_a_country_gives_way_to_its_region_before_it_goes() -> None:
    plan = plan_of(keyword("camping"), hard("country", "in", "AU"))
    found = suggest(plan, CATALOGUE)
    assert "国家/地区：澳大利亚 → 英语国家" in [s.label_zh for s in found]
    assert "@ENGLISH_SPEAKING" in found[0].patch.put[0].node.condition.values
    _exact(plan, found)


def test_two_changes_are_offered_when_none_alone_helps() -> None:
    plan = plan_of(
        keyword("camping"), hard("country", "in", "NZ"), hard("followers", "between", 100_000, 200_000)
    )
    found = suggest(plan, CATALOGUE)
    assert all(len(s.node_ids) == 2 for s in found)
    _exact(plan, found)


def test_what_the_search_is_about_is_given_up_last() -> None:
    plan = plan_of(keyword("camping"), hard("country", "in", "NZ"))
    found = suggest(plan, CATALOGUE)
    assert found[-1].label_zh == "去掉“camping”"
    assert found[-1].expected_count == 40
    assert len(found) > 1
    _exact(plan, found)


def test_three_conditions_can_be_in_the_way() -> None:
    plan = plan_of(
        keyword("camping"), hard("country", "in", "JP"), hard("language", "in", "ja"),
        hard("avg_views", "gte", 10**9), hard("last_active_days", "lte", 7),
    )  # fmt: skip
    found = suggest(plan, CATALOGUE)
    assert any(s.node_ids and set(s.patch.drop) == {"n2", "n3", "n4", "n5"} for s in found)
    _exact(plan, found)


def test_keywords_can_be_any_instead_of_all() -> None:
    plan = plan_of(keyword("camping"), keyword("cooking"))
    found = suggest(plan, CATALOGUE)
    assert found[0].patch.any_keyword is True
    assert found[0].expected_count == 58
    _exact(plan, found)


@pytest.mark.req("CS-188")
def test_both_sides_of_a_conflict_are_offered_first() -> None:
    plan = plan_of(hard("followers", "gte", 15_000), hard("followers", "lte", 5_000))
    conflict = Conflict("c1", ("n1", "n2"), "empty_range", "…", "…")
    found = suggest(plan, CATALOGUE, conflicts=(conflict,))
    assert [(s.kind, s.label_zh, s.patch.drop) for s in found[:2]] == [
        ("resolve_conflict", "只保留“粉丝数：≥ 15,000”", ("n2",)),
        ("resolve_conflict", "只保留“粉丝数：≤ 5,000”", ("n1",)),
    ]
    assert not [s for s in found if s.kind == "remove_condition"]
    _exact(plan, found)


@pytest.mark.req("CS-188")
def test_when_nothing_helps_a_sentence_is_offered_without_a_count() -> None:
    found = suggest(plan_of(keyword("qzxqzx"), hard("followers", "gte", 10**9)), Catalogue([]))
    assert [(s.kind, s.expected_count) for s in found] == [("switch_to_nl", None)]


def test_wishes_are_no_obstacle_and_never_the_only_thing_left() -> None:
    wish = Condition("posting_frequency", "prefer", "soft", (1,))
    found = suggest(plan_of(keyword("qzxqzx"), wish), CATALOGUE)
    assert [s.kind for s in found] == ["switch_to_nl"]


def test_an_excluded_word_can_be_let_in_again() -> None:
    out = Condition("keyword", "contains", "exclude", ("camping",), extra={"target": "channel_tag"})
    plan = plan_of(hard("country", "in", "US"), out)
    found = suggest(plan, CATALOGUE)
    assert ("不再排除“camping”", 12) in _labels(found)
    assert all("Stop excluding" in s.label_en for s in found if s.patch.drop == ("n2",))


@pytest.mark.req("CS-189")
def test_little_found_is_only_bettered() -> None:
    plan = plan_of(keyword("camping"), hard("country", "in", "US"), hard("followers", "gte", 22_000))
    found = suggest(plan, CATALOGUE, current=2)
    _exact(plan, found, current=2)


def test_the_anchor_is_never_touched_and_the_scope_goes_first() -> None:
    class Scoped(Catalogue):
        def count(self, plans: Sequence[Plan]) -> list[int]:
            return [{"standard": 2, "wide": 9, "widest": 40}[p.scope] for p in plans]

    anchor = AnchorValue("youtube", "UC1", None, "A", "https://www.youtube.com/@a")
    plan = plan_of(keyword("camping"), anchor=anchor)
    found = suggest(plan, Scoped([]), current=2)
    assert {s.kind for s in found} == {"expand_recall_scope"}
    assert found[0].patch.scope in {"wide", "widest"}
    assert all(patched(plan, s.patch).anchor == anchor for s in found)
    assert suggest(plan_of(anchor=anchor, scope="widest"), Scoped([]), current=40)[0].kind == "switch_to_nl"


def test_counting_is_batched_and_bounded() -> None:
    words = [keyword(f"word {n}") for n in range(20)]
    counter = Catalogue(CAMPERS)
    suggest(plan_of(*words, hard("country", "in", "US"), hard("followers", "gte", 10**9)), counter)
    assert max(counter.batches) <= BUDGET
    assert sum(b > 1 for b in counter.batches) <= 4


def test_suggestions_are_the_same_every_time() -> None:
    plan = said("find camping creators in New Zealand with 100k-200k followers, recently active")
    assert suggest(plan, CATALOGUE) == suggest(plan, CATALOGUE)


def test_a_subject_that_is_named_nowhere_is_moved_to_where_it_is_before_the_rest_goes() -> None:
    plan = plan_of(
        keyword("camping"), hard("country", "in", "JP"), hard("followers", "gte", 10**8),
        hard("last_active_days", "lte", 7),
    )  # fmt: skip
    deep = Catalogue(
        [channel(1, "", channel_description="camping"), channel(2, "", country=("JP",), followers=5)]
    )
    found = suggest(plan, deep)
    assert found[0].label_en == (
        "Match “camping” in all sources, "
        "and remove “Japan”, “Followers: ≥ 100,000,000”, “Active in the last 7 days”"
    )
    assert found[0].expected_count == 1
    _exact(plan, found, deep)
