"""The generated universe: deterministic, consistent in itself, and rich enough for the first example."""

from __future__ import annotations

import statistics
from collections import Counter
from datetime import date, timedelta

import pytest

from serendip.catalogue.channel import Observation
from serendip.catalogue.fields import COLUMNS
from serendip.catalogue.taxonomy import categories
from serendip.quality.channels import SHOWCASES, SOURCE, generate
from serendip.quality.niches import LANGUAGES, niches

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def universe() -> list[Observation]:
    return list(generate(5_000, 1, TODAY))


def _value(channel: Observation, name: str):
    fact = channel.facts.get(name)
    return None if fact is None else fact.value


def test_the_same_seed_makes_the_same_channels_and_a_prefix_is_a_prefix():
    again = list(generate(40, 7, TODAY))
    assert again == list(generate(60, 7, TODAY))[:40]
    assert again != list(generate(40, 8, TODAY))


def test_every_channel_is_marked_as_generated_and_imitates_no_address(universe):
    for channel in universe:
        assert channel.source == SOURCE
        assert next(i.value for i in channel.ids if i.kind == "handle").endswith("_demo")
        words = (channel.description or "").replace("：", " ").split()
        assert all(w.endswith(".example") for w in words if "@" in w)


def test_identities_are_unique_on_a_platform_and_fit_its_rules(universe):
    seen = Counter((c.platform, i.kind, i.value.lower()) for c in universe for i in c.ids)
    assert max(seen.values()) == 1
    for channel in universe:
        handle = next(i.value for i in channel.ids if i.kind == "handle")
        assert handle.isascii()
        assert len(handle) <= (15 if channel.platform == "x" else 30)
        native = [i.value for i in channel.ids if i.kind == "channel_id"]
        assert all(len(v) == 24 and v.startswith("UC") for v in native)
        assert bool(native) == (channel.platform == "youtube")


def test_the_first_example_of_the_product_has_an_answer(universe):
    recently = (TODAY - timedelta(days=30)).isoformat()
    found = [
        c
        for c in universe
        if c.platform == "youtube"
        and {"car accessories", "auto parts", "car parts review", "aftermarket parts"} & set(c.tags)
        and _value(c, "country") == ("US",)
        and 5_000 <= (_value(c, "followers") or 0) <= 20_000
        and _value(c, "last_upload_at") >= recently
    ]
    assert 10 <= len(found) <= 40
    assert sum("review" in " ".join((*c.tags, *c.titles)).lower() for c in found) >= 10
    assert sum(any("汽配" in t for t in c.tags) for c in found) >= 3
    assert len({c.name for c in found}) > len(found) * 0.8


def test_unknown_figures_are_absent_in_realistic_shares(universe):
    countries = sum("country" in c.facts for c in universe) / len(universe)
    assert 0.52 < countries < 0.6
    hidden = [c for c in universe if "followers" not in c.facts]
    assert all(c.platform == "youtube" for c in hidden)
    assert 0.01 < len(hidden) / len(universe) < 0.05
    audience = sum("audience_country" in c.facts for c in universe) / len(universe)
    assert 0.05 < audience < 0.15


def test_figures_of_a_channel_hang_together(universe):
    for channel in universe:
        dates = [c.published_at for c in channel.content]
        assert 6 <= len(dates) <= 12
        assert dates == sorted(dates, reverse=True)
        assert dates[0][:10] == _value(channel, "last_upload_at") < TODAY.isoformat()
        assert _value(channel, "created_at") <= dates[-1][:10]
        assert _value(channel, "content_count") >= len(dates)
        views = [c.views for c in channel.content if c.views is not None]
        assert all(c.likes <= c.views for c in channel.content if c.views is not None)
        assert (_value(channel, "total_views") or sum(views)) >= sum(views)
        assert all(c.comments <= c.likes for c in channel.content)


def test_engagement_falls_with_size_and_views_follow_followers(universe):
    small, large = [], []
    for channel in universe:
        size, views = _value(channel, "followers"), [c.views for c in channel.content if c.views]
        if size and views and channel.platform == "youtube":
            (small if size < 5_000 else large if size > 60_000 else []).append(statistics.mean(views) / size)
    assert statistics.median(small) > 1.3 * statistics.median(large)
    assert 0.02 < statistics.median(large) < 0.4


def test_facts_and_categories_are_those_of_the_catalogue(universe):
    names = {name for c in universe for name in c.facts}
    assert names <= set(COLUMNS)
    assert {code for c in universe for code in _value(c, "category")} <= set(categories())
    for channel in universe:
        assert (_value(channel, "has_email") is True) == ("@" in (channel.description or ""))


def test_niches_languages_and_platforms_are_all_there(universe):
    assert len(niches()["en"]) >= 120
    assert len(niches()["zh"]) == len(niches()["en"])
    tags = {t for c in universe for t in c.tags}
    for language in LANGUAGES:
        for niche in niches()[language]:
            assert len(niche.things) >= 6, niche.key
            assert len(set(niche.things)) == len(niche.things), niche.key
    assert sum(n.tags[0] in tags for n in niches()["zh"]) >= 120
    assert {c.platform for c in universe} == {"youtube", "instagram", "tiktok", "x"}
    assert {v for c in universe for v in (_value(c, "language") or ())} == set(LANGUAGES)


def test_titles_are_varied_and_no_slot_is_left_open(universe):
    titles = [t for c in universe for t in c.titles]
    assert max(Counter(titles).values()) < len(titles) / 500
    assert len(set(titles)) > len(titles) * 0.5
    texts = titles + [c.name or "" for c in universe] + [c.description or "" for c in universe]
    assert not [t for t in texts if "{" in t or "}" in t or "  " in t]
    assert all(len(set(c.titles)) == len(c.titles) for c in universe)


def test_each_showcase_has_its_channels(universe):
    for show in SHOWCASES:
        fits = [
            c
            for c in universe
            if c.platform == show.platform
            and _value(c, "country") == (show.country,)
            and show.followers[0] * 0.99 <= (_value(c, "followers") or 0) <= show.followers[1]
        ]
        assert len(fits) >= 5_000 // show.every
