"""Searches around a channel, over a real store, index and model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import median

import pytest

from serendip.bootstrap import Home
from serendip.catalogue.channel import ContentItem, Identity, Observation
from serendip.core.clock import FixedClock
from serendip.search.session.effects import RunSearch
from serendip.search.session.model import Config
from serendip.settings import Settings
from tests.integration.search.planning import anchor, hard, ids, keyword, plan, run, turn
from tests.spec.world import TODAY, channels

SWIM = anchor("abc")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The known channels of YouTube."""
    opened = Home(Settings(home=tmp_path_factory.mktemp("anchors")), FixedClock.on(TODAY))
    opened.store.write([c for c in channels() if c.platform == "youtube"])
    opened.catch_up()
    yield opened
    opened.close()


def similarities(results) -> list[float]:
    return [item["similarity"] for item in results.items]


@pytest.mark.req("CS-137")
def test_an_anchor_is_pinned_and_the_items_are_channels_like_it(world: Home):
    found = run(world.search, plan(anchor=SWIM))
    assert (found.pinned["handle"], found.pinned["in_catalogue"]) == ("abc", True)
    assert found.items[0]["handle"] == "xyz"
    assert {item["handle"][:4] for item in found.items[1:]} == {"swim"}


@pytest.mark.req("CS-138", "CS-139")
def test_the_anchor_stays_pinned_and_outside_the_list_under_every_sort_page_and_filter(world: Home):
    base = plan(hard("country", "in", "GB"), anchor=SWIM, scope="widest", page_size=7)
    whole = run(world.search, replace(base, page_size=200)).total
    for sort in (None, "relevance", "followers", "avg_views", "engagement_rate", "last_active", "price"):
        now = run(world.search, replace(base, sort=sort))
        seen = ids(now)
        while len(now.cursors) > now.page:
            now = turn(world.search, replace(base, sort=sort), now, now.page + 1)
            assert now.pinned["handle"] == "abc"
            seen += ids(now)
        assert now.pinned["id"] not in seen
        assert len(set(seen)) == len(seen) == now.total == whole


@pytest.mark.req("CS-140")
def test_similarity_falls_by_default_and_another_order_is_over_the_same_channels(world: Home):
    asked = plan(anchor=SWIM, page_size=60)
    default, by_size = run(world.search, asked), run(world.search, replace(asked, sort="followers"))
    assert similarities(default) == sorted(similarities(default), reverse=True)
    assert all(0 <= s <= 1 for s in similarities(default))
    sizes = [item["facts"]["followers"]["value"] for item in by_size.items]
    assert sizes == sorted(sizes, reverse=True)
    assert set(ids(default)) == set(ids(by_size))
    assert default.total == by_size.total
    told = {item["id"]: item["similarity"] for item in default.items}
    assert all(item["similarity"] == told[item["id"]] for item in by_size.items)


@pytest.mark.req("CS-141", "CS-142")
def test_a_keyword_acts_on_the_first_results_and_never_on_the_anchor(world: Home):
    asked = plan(keyword("swim vest"), keyword("swim03", "channel_name", excluded=True), anchor=SWIM)
    found = run(world.search, asked)
    assert found.total == 23
    assert all("swim vest" in item["tags"] for item in found.items)
    assert "swim03" not in {item["handle"] for item in found.items}
    pinned = {reason["node_id"]: reason["met"] for reason in found.pinned["reasons"]}
    assert pinned == {"n0": False, "n1": True}


@pytest.mark.req("CS-144")
def test_the_order_of_conditions_changes_nothing(world: Home):
    one = plan(keyword("swim"), hard("followers", "gte", 9_000), anchor=SWIM)
    other = plan(hard("followers", "gte", 9_000), keyword("swim"), anchor=SWIM)
    a, b = run(world.search, one), run(world.search, other)
    assert (ids(a), similarities(a), a.total) == (ids(b), similarities(b), b.total)


@pytest.mark.req("CS-146")
def test_a_wider_scope_recalls_more_and_drops_no_condition(world: Home):
    asked = plan(keyword("review", "all_sources"), anchor=SWIM, page_size=200)
    found = [run(world.search, replace(asked, scope=scope)) for scope in ("standard", "wide", "widest")]
    groups = [set(ids(f)) for f in found]
    assert groups[0] <= groups[1] <= groups[2]
    assert len(groups[0]) < len(groups[2])
    met = [[r["met"] for r in item["reasons"]] for f in found for item in f.items]
    assert met
    assert all(m == [True] for m in met)
    without = run(world.search, replace(plan(anchor=SWIM), scope="widest"))
    assert without.total == world.store.count() - 1


@pytest.mark.req("CS-147")
def test_without_the_anchor_the_page_has_its_default_order_again(world: Home):
    asked = plan(keyword("swim vest"), page_size=60)
    plain = run(world.search, asked)
    left = run(world.search, replace(asked, sort="similarity", scope="widest"))
    assert ids(left) == ids(plain)
    assert set(similarities(left)) == {None}
    assert left.pinned is None
    assert left.median_similarity is None


@pytest.mark.req("CS-163")
def test_a_condition_that_the_anchor_does_not_meet_filters_the_others_and_is_named(world: Home):
    asked = plan(hard("followers", "between", 10_000, 50_000), hard("country", "in", "US"), anchor=SWIM)
    answer = world.search.run(RunSearch(1, 1, asked))
    assert answer.outside == ("n0",)
    assert answer.results.pinned["handle"] == "abc"
    sizes = [item["facts"]["followers"]["value"] for item in answer.results.items]
    assert sizes
    assert all(10_000 <= size <= 50_000 for size in sizes)
    either = plan(keyword("swim vest"), keyword("pool"), anchor=SWIM, any_keyword=True)
    assert world.search.run(RunSearch(1, 1, either)).outside == ()
    assert world.search.run(RunSearch(1, 1, replace(either, any_keyword=False))).outside == ("n0",)


@pytest.mark.req("CS-194")
def test_nothing_like_the_anchor_is_no_recall_with_the_anchor_pinned(world: Home):
    found = run(world.search, plan(anchor=anchor("lonely")))
    assert (found.total, found.items, found.zero_kind) == (0, (), "no_recall")
    assert found.pinned["handle"] == "lonely"


@pytest.mark.req("CS-260")
def test_the_median_is_that_of_the_first_page_whichever_page_is_shown(world: Home):
    asked = plan(anchor=SWIM, scope="widest", page_size=10)
    first = run(world.search, asked)
    assert first.median_similarity == pytest.approx(median(similarities(first)), abs=1e-4)
    assert turn(world.search, asked, first, 5).median_similarity == first.median_similarity
    assert first.median_similarity > Config().low_recall_min_similarity
    lonely = run(world.search, plan(anchor=anchor("lonely"), scope="widest"))
    assert lonely.total > Config().low_recall_max_items
    assert lonely.median_similarity < Config().low_recall_min_similarity


def test_a_channel_that_is_not_in_the_catalogue_is_pinned_with_what_its_link_said(world: Home):
    alone = world.search.run(RunSearch(1, 1, plan(anchor=anchor("nobody"))))
    assert alone.similarity_off
    assert (alone.results.total, alone.results.zero_kind) == (0, "no_recall")
    assert alone.results.pinned["in_catalogue"] is False
    assert (alone.results.pinned["handle"], alone.results.pinned["id"]) == ("nobody", None)
    beside = world.search.run(RunSearch(1, 1, plan(keyword("swim vest"), anchor=anchor("nobody"))))
    assert beside.similarity_off
    assert beside.results.total == 24
    assert beside.results.median_similarity is None


def test_an_anchor_that_waits_for_its_vector_is_compared_at_once(tmp_path):
    home = Home(Settings(home=tmp_path), FixedClock.on(TODAY))
    everyone = [c for c in channels() if c.platform == "youtube"]
    home.store.write(everyone[1:])
    home.catch_up()
    home.store.write(everyone[:1])
    fresh = home.store.by_identity("youtube", "handle", "abc")
    assert home.index.vector(fresh.cid) is None
    answer = home.search.run(RunSearch(1, 1, plan(anchor=SWIM)))
    assert not answer.similarity_off
    assert answer.results.items[0]["handle"] == "xyz"
    home.close()


def test_the_store_knows_the_anchor_by_its_id_even_when_it_was_renamed(world: Home):
    channel = world.store.by_identity("youtube", "handle", "xyz")
    renamed = replace(anchor("not-its-handle-any-more"), cid=channel.cid)
    assert run(world.search, plan(anchor=renamed)).pinned["handle"] == "xyz"


def test_content_alone_makes_channels_alike_in_both_languages(tmp_path):
    def seen(handle: str, *titles: str) -> Observation:
        items = tuple(ContentItem(f"{handle}{i:08d}", t) for i, t in enumerate(titles))
        return Observation(
            "youtube", (Identity("handle", handle),), "test", name=handle, titles=titles, content=items
        )

    home = Home(Settings(home=tmp_path), FixedClock.on(TODAY))
    home.store.write(
        [
            seen("aa", "How to bake sourdough bread", "The best flour for bread", "Bread oven tour"),
            seen("bb", "在家做面包的方法", "面粉怎么选", "酸面包教程"),
            seen("cc", "Chess endgames explained", "Opening traps", "Grandmaster interview"),
        ]
    )
    home.catch_up()
    found = run(home.search, plan(anchor=anchor("aa"), scope="widest"))
    assert [item["handle"] for item in found.items] == ["bb", "cc"]
    home.close()
