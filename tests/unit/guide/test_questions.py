"""Which question is worth asking, over a catalogue in which every channel is known."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from serendip.core.clock import epoch_day
from serendip.search.conditions import Condition
from serendip.search.guide.doubts import Doubts, doubts
from serendip.search.guide.patches import patched
from serendip.search.guide.questions import weigh
from serendip.search.guide.repairs import suggest
from serendip.search.session.effects import Plan
from serendip.search.session.model import Conflict, Graph, Node, Placed, Question, Results, Session
from tests.unit.guide.plans import TODAY, Catalogue, channel, hard, keyword, pending, plan_of, said

NOW = datetime(2026, 11, 30, tzinfo=UTC)
DAY = epoch_day(TODAY)


def _weigh(plan: Plan, catalogue: Catalogue, **about: Any) -> tuple[Question, ...]:
    total = catalogue.count([plan])[0]
    asked = weigh(plan, catalogue, Doubts(total, NOW, end=len(plan.nodes), **about))
    for question in asked:
        assert 2 <= len(question.options) <= 4
        assert 0 <= question.impact <= 1
        for option in question.options:
            assert option.expected_count
            assert catalogue.count([patched(plan, option.patch)]) == [option.expected_count]
    return asked


def _options(question: Question) -> list[tuple[str, int | None]]:
    return [(o.label_zh, o.expected_count) for o in question.options]


MIXED = Catalogue(
    [channel(n, "camping", country=(("US", "DE", "JP")[n % 3],), followers=1_000 + n) for n in range(90)]
)


@pytest.mark.req("CS-165")
def test_an_open_region_is_asked_about_when_the_pages_differ() -> None:
    (region,) = _weigh(plan_of(keyword("camping")), MIXED)
    assert (region.trigger, region.topic_key) == ("platform_or_region_scope", "region")
    assert (region.text_zh, region.text_en) == (
        "想看哪个国家的创作者？",
        "Which country should the creators be from?",
    )
    assert _options(region) == [("德国", 30), ("日本", 30), ("美国", 30)]
    assert region.impact == 1
    assert region.allows_free_text
    added = region.options[0].patch.put[0]
    assert (added.node.node_id, added.index, added.node.condition.values) == ("", 1, ("DE",))


def test_a_region_that_was_said_is_not_asked_about() -> None:
    assert _weigh(plan_of(keyword("camping"), hard("country", "in", "US")), MIXED) == ()


def test_nearly_all_from_one_country_is_hardly_worth_a_question() -> None:
    one_sided = Catalogue(
        [channel(n, "camping", country=("US" if n < 90 else "DE",), followers=n) for n in range(100)]
    )
    (region,) = _weigh(plan_of(keyword("camping")), one_sided)
    assert region.impact < 0.4


def test_unknown_countries_make_the_region_question_worth_less() -> None:
    known = [channel(n, "camping", country=(("US", "DE")[n % 2],), followers=n) for n in range(30)]
    hidden = [channel(100 + n, "camping", followers=n) for n in range(70)]
    (region,) = _weigh(plan_of(keyword("camping")), Catalogue(known + hidden))
    assert region.impact == 0.3


def test_many_countries_are_asked_about_as_parts_of_the_world() -> None:
    codes = ["DE", "FR", "IT", "ES", "AT", "SE", "NO", "FI", "DK", "PT", "US", "CA", "BR", "AR", "MX", "PE"]
    codes += ["TH", "VN", "ID", "MY", "PH", "SG"]
    spread = Catalogue(
        [channel(n, "camping", country=(codes[n % len(codes)],), followers=n) for n in range(220)]
    )
    (region,) = _weigh(plan_of(keyword("camping")), spread)
    assert _options(region)[0] == ("欧洲", 100)
    assert region.text_en == "Which region should the creators be from?"


def test_few_channels_need_no_narrowing() -> None:
    few = Catalogue([channel(n, "camping", country=(("US", "DE")[n % 2],)) for n in range(9)])
    assert _weigh(plan_of(keyword("camping")), few) == ()


@pytest.mark.req("CS-165")
def test_an_inferred_size_is_asked_about_and_its_default_can_be_confirmed() -> None:
    sizes = Catalogue(
        [
            channel(n, "", category=("beauty",), country=("US",), followers=60_000 + 10_000 * n)
            for n in range(200)
        ]
    )
    plan = said("找美国的腰部美妆博主")
    (size,) = _weigh(plan, sizes)
    assert (size.trigger, size.topic_key) == ("vague_level_or_category", "followers")
    assert size.text_zh == "“腰部”指多大的频道？"
    assert [o.label_en for o in size.options] == [
        "Followers: 100,000–500,000",
        "Followers: 50,000–200,000",
        "Followers: 200,000–1,000,000",
    ]
    kept = size.options[0].patch.put[0].node
    assert kept.asked
    assert kept.condition == next(p.node.condition for p in plan.nodes if p.node.field == "followers")
    settled = patched(plan, size.options[0].patch)
    assert _weigh(settled, sizes) == ()


def test_recently_active_has_several_lengths() -> None:
    ages = Catalogue(
        [
            channel(n, "", category=("gaming",), country=("US",), followers=n, last_upload_at=DAY - n)
            for n in range(300)
        ]
    )
    (activity,) = _weigh(said("找最近活跃的美国游戏频道"), ages)
    assert activity.topic_key == "last_active_days"
    assert _options(activity) == [
        ("近 30 天活跃", 31),
        ("近 90 天活跃", 91),
        ("近 180 天活跃", 181),
    ]
    assert activity.impact > 0.9


def test_a_number_that_was_said_is_not_asked_about() -> None:
    ages = Catalogue(
        [channel(n, "", category=("gaming",), country=("US",), last_upload_at=DAY - n) for n in range(99)]
    )
    assert _weigh(said("找近 30 天活跃的美国游戏频道"), ages) == ()


@pytest.mark.req("CS-165")
def test_a_word_of_several_meanings_is_asked_about_by_category() -> None:
    fruit_and_phone = Catalogue(
        [
            channel(n, "zorple", country=("US",), category=("food" if n % 2 else "technology",), followers=n)
            for n in range(60)
        ]
    )
    (meaning,) = _weigh(plan_of(keyword("zorple"), hard("country", "in", "US")), fruit_and_phone)
    assert meaning.text_en == "What kind of content does “zorple” mean?"
    assert _options(meaning) == [("美食", 30), ("科技", 30)]


@pytest.mark.req("CS-159", "CS-160")
def test_a_wish_without_a_rule_can_be_measured_by_figures_of_the_result() -> None:
    paid = Catalogue(
        [
            channel(n, "", country=("US",), category=("beauty",), followers=n, avg_views=100 * n,
                    engagement_rate=(101 - n) / 1000)
            for n in range(1, 101)
        ]
    )  # fmt: skip
    text = "美国美妆博主，性价比高"
    plan = said(text)
    (wish,) = _weigh(plan, paid, pending=pending(text))
    assert (wish.trigger, wish.topic_key) == ("vague_level_or_category", "soft:性价比高")
    assert ("平均播放：≥ 5,000", 51) in _options(wish)
    chosen = next(o for o in wish.options if "平均播放" in o.label_zh)
    node = chosen.patch.put[0].node
    assert node.node_id == pending(text)[0].node.node_id
    assert (node.condition.field, node.condition.kind, node.condition.status) == (
        "avg_views",
        "hard",
        "effective",
    )
    assert node.asked


def test_figures_that_hardly_any_channel_has_measure_no_wish() -> None:
    hidden = Catalogue(
        [channel(n, "", country=("US",), category=("beauty",), followers=n) for n in range(99)]
    )
    text = "美国美妆博主，调性合适"
    assert _weigh(said(text), hidden, pending=pending(text)) == ()


@pytest.mark.req("CS-165")
def test_a_conflict_that_still_finds_something_comes_first() -> None:
    us, out = hard("country", "in", "US"), Condition("country", "in", "exclude", ("DE",))
    conflict = Conflict("c1", ("n2", "n3"), "same_field", "…", "…")
    asked = _weigh(plan_of(keyword("camping"), us, out), MIXED, conflicts=(conflict,))
    assert asked[0].trigger == "conflict"
    assert [o.patch.drop for o in asked[0].options] == [("n3",), ("n2",)]
    assert "“国家/地区：美国”" in asked[0].text_zh
    settled = Conflict("c1", ("n2", "n3"), "same_field", "…", "…", resolved=True)
    assert not [q for q in _weigh(plan_of(us, out), MIXED, conflicts=(settled,)) if q.trigger == "conflict"]


@pytest.mark.req("CS-165")
def test_an_empty_result_is_asked_about_with_the_ways_out() -> None:
    plan = plan_of(keyword("camping"), hard("country", "in", "FR"))
    ways = suggest(plan, MIXED)
    assert [s.expected_count for s in ways] == [30, 90]
    asked = _weigh(plan, MIXED, suggestions=ways)
    assert [q.trigger for q in asked] == ["empty_result_fix"]
    assert _options(asked[0]) == [(s.label_zh, s.expected_count) for s in ways]


def test_nothing_is_asked_where_no_answer_leads_anywhere() -> None:
    plan = plan_of(keyword("qzxqzx"))
    assert _weigh(plan, MIXED, suggestions=suggest(plan, MIXED)) == ()


@pytest.mark.req("CS-166")
def test_the_most_valuable_question_is_first() -> None:
    mixed = Catalogue(
        [
            channel(n, "", category=("gaming",), country=(("US", "DE", "JP")[n % 3],), followers=n,
                    last_upload_at=DAY - n)
            for n in range(300)
        ]
    )  # fmt: skip
    asked = _weigh(said("找最近活跃的游戏频道"), mixed)
    assert [q.topic_key for q in asked] == ["region", "last_active_days"]


def test_the_doubts_of_a_session_are_what_its_graph_leaves_open() -> None:
    wish = Node("n1", "explicit", Condition("tone", "prefer", "soft", ("x",), status="pending"))
    us = Node("n2", "explicit", hard("country", "in", "US"))
    open_one = Conflict("c1", ("n1", "n2"), "same_field", "…", "…")
    graph = Graph((wish, us), (open_one, Conflict("c2", (), "platform", "", "", resolved=True)))
    session = Session("s", "u", "youtube", "zh", NOW, NOW, graph=graph, results=Results(total=7))
    found = doubts(session, NOW)
    assert (found.total, found.end, found.pending, found.conflicts) == (7, 2, (Placed(wish, 0),), (open_one,))
