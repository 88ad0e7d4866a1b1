"""Plans over a real store, index and model: who is found, how many, in which order, on every page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from serendip.bootstrap import Home
from serendip.catalogue.document import project
from serendip.core.clock import FixedClock
from serendip.search.plan import Defaults, compile_conditions
from serendip.search.verify import shown, verify
from serendip.settings import Settings
from tests.integration.search.planning import PLANS, anchor, hard, ids, keyword, plan, run, turn
from tests.spec.world import TODAY, channels

PLATFORMS = ("youtube", "instagram")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The known channels of two platforms."""
    opened = Home(Settings(home=tmp_path_factory.mktemp("world")), FixedClock.on(TODAY))
    opened.store.write([c for c in channels() if c.platform in PLATFORMS])
    opened.catch_up()
    yield opened
    opened.close()


def by_hand(world: Home, asked) -> set[int]:
    """Everyone of the platform who passes each condition, found without the index."""
    from serendip.search.lexicon.topics import expand

    steps = compile_conditions(asked.conditions, Defaults(TODAY, "channel_tag", expand))
    everyone = [c for batch in world.store.iter_channels(500) for c in batch if c.platform == asked.platform]
    found = set()
    for channel in everyone:
        verdicts = verify(steps, project(channel, TODAY))
        unknown = any(v.state == "unknown" for v in verdicts if v.step.hard)
        wanted = {"exclude": not unknown, "include": True, "only": unknown}[asked.unknown]
        if shown(verdicts, any_keyword=asked.any_keyword) and wanted:
            found.add(channel.cid)
    return found


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=PLANS)
@pytest.mark.req("CS-139")
def test_counts_pages_and_totals_agree_on_any_plan(world: Home, asked):
    search = world.search
    first = run(search, asked)
    assert search.count([asked]) == [first.total]
    assert search.first_page(asked) == tuple(ids(first))
    seen, now = ids(first), first
    while len(now.cursors) > now.page:
        now = turn(search, asked, now, now.page + 1)
        assert (now.total, now.unknown, now.median_similarity) == (
            first.total,
            first.unknown,
            first.median_similarity,
        )
        seen += ids(now)
    assert len(seen) == len(set(seen)) == first.total
    pinned = None if first.pinned is None else first.pinned["id"]
    assert pinned not in seen
    if first.zero_kind == "none" and (asked.anchor is None or asked.scope == "widest"):
        assert set(seen) == by_hand(world, asked) - {pinned}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=PLANS)
def test_a_far_page_is_the_page_that_turning_leads_to(world: Home, asked):
    first = run(world.search, asked)
    turned = first
    while len(turned.cursors) > turned.page:
        turned = turn(world.search, asked, turned, turned.page + 1)
    leapt = turn(world.search, asked, first, turned.page)
    assert (leapt.items, leapt.total, leapt.page) == (turned.items, turned.total, turned.page)
    beyond = turn(world.search, asked, first, turned.page + 3)
    assert (beyond.items, beyond.total) == ((), first.total)


@pytest.mark.req("CS-002")
@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_search_stays_on_its_platform(world: Home, platform: str):
    found = run(world.search, plan(keyword("swim vest"), platform=platform))
    assert found.total == 24
    assert {item["platform"] for item in found.items} == {platform}


@pytest.mark.req("CS-028")
def test_a_keyword_search_is_the_plain_search_of_the_same_words(world: Home):
    from serendip.search.service import Ask

    for sort in (None, "followers"):
        plain = world.search.find(Ask("swim vest", "youtube", TODAY, limit=10, sort=sort))
        after = world.search.find(
            Ask("swim vest", "youtube", TODAY, limit=10, sort=sort, cursor=plain.cursor)
        )
        asked = plan(keyword("swim vest"), sort=sort, page_size=10)
        first = run(world.search, asked)
        second = turn(world.search, asked, first, 2)
        assert ids(first) == [row.channel.cid for row in plain.rows]
        assert ids(second) == [row.channel.cid for row in after.rows]
        assert first.total == second.total == plain.total


@pytest.mark.req("CS-031")
def test_every_keyword_must_be_met_in_its_own_target(world: Home):
    both = plan(keyword("swim", "channel_name"), keyword("swim vest", "channel_tag"))
    found = run(world.search, replace(both, page_size=60))
    assert {item["handle"] for item in found.items} == {f"swim{i:02d}" for i in range(24)}
    either = run(world.search, replace(both, any_keyword=True))
    assert either.total == found.total + 2  # ABC Swimming and XYZ Swimming sell no vests
    for item in found.items:
        where = [{m["target"] for m in reason["matches"]} for reason in item["reasons"]]
        assert where == [{"channel_name"}, {"channel_tag"}]


@pytest.mark.req("CS-156")
def test_wishes_change_the_order_and_never_who_is_found(world: Home):
    asked = (keyword("review", "all_sources"), hard("country", "in", "US"))
    plain = run(world.search, plan(*asked, page_size=60))
    wish = run(world.search, plan(*asked, ("category", "in", "soft", ("kids",), {}), page_size=60))
    assert set(ids(wish)) == set(ids(plain))
    assert wish.total == plain.total
    assert ids(wish) != ids(plain)


def test_a_row_tells_each_condition_with_its_node_in_both_languages(world: Home):
    asked = plan(
        keyword("swim"), hard("followers", "gte", 9_000), hard("price", "lte", 50), unknown="include"
    )
    item = run(world.search, asked).items[0]
    assert [r["node_id"] for r in item["reasons"]] == ["n0", "n1", "n2"]
    word, size, price = item["reasons"]
    assert word["matches"][0]["words"] == "swim"
    assert (size["met"], size["as_of"], size["basis"]) == (True, "2026-11-20", "reported")
    assert size["value"] == item["facts"]["followers"]["value"] >= 9_000
    assert item["facts"]["followers"]["unit"] == "count"
    assert (price["met"], price["value"]) == (None, None)
    assert all(r["because_zh"] != r["because_en"] and r["because_zh"] for r in item["reasons"])
    assert item["similarity"] is None


def test_what_nothing_can_be_compared_with_is_named(world: Home):
    from serendip.search.session.effects import RunSearch

    asked = plan(("value_for_money", "prefer", "soft", ("good",), {}))
    answer = world.search.run(RunSearch(7, 3, asked))
    assert (answer.seq, answer.results.graph_revision) == (7, 3)
    assert answer.unexecuted == ("n0",)
    assert (answer.results.total, answer.results.zero_kind) == (0, "no_condition")
    assert run(world.search, plan(keyword("swim", excluded=True))).zero_kind == "no_condition"
    assert run(world.search, plan(keyword("qzxqzx"))).zero_kind == "no_recall"


def test_a_cursor_of_yesterday_leads_to_the_page_all_the_same(world: Home):
    asked = plan(hard("last_active_days", "lte", 60), page_size=5)
    yesterday = run(world.search, replace(asked, as_of=TODAY.replace(day=29)))
    second = turn(world.search, asked, yesterday, 2)
    assert ids(second) == ids(turn(world.search, asked, run(world.search, asked), 2))
    assert second.total == run(world.search, asked).total


def test_one_channel_is_found_by_its_name_first(world: Home):
    found = run(world.search, plan(keyword("beauty17")))
    assert found.items[0]["handle"] == "beauty17"
    around = plan(keyword("beauty17"), anchor=anchor("beauty03"), sort="relevance", scope="widest")
    assert run(world.search, around).items[0]["handle"] == "beauty17"
