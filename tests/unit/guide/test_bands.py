"""Conditions with more room: figures, ages, places, keywords."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.search.conditions import Condition
from serendip.search.guide.bands import round_down, round_up, wider
from serendip.search.guide.regions import country_of_town, wider_places
from serendip.search.guide.subjects import parts
from serendip.search.plan import bounds
from tests.unit.guide.plans import hard


def _values(condition: Condition) -> list[tuple[object, ...]]:
    return [w.condition.values for w in wider(condition)]


@given(st.floats(1e-6, 1e12))
def test_round_numbers_enclose_a_value(value: float) -> None:
    down, up = round_down(value), round_up(value)
    assert down <= value * (1 + 1e-8)
    assert up >= value * (1 - 1e-8)
    assert up / down <= 2.01
    assert round_down(down) == down
    assert round_up(up) == up


def test_a_bound_moves_to_round_numbers_beyond_half_and_a_fifth() -> None:
    assert _values(hard("followers", "gte", 50_000)) == [(20_000,), (10_000,)]
    assert _values(hard("followers", "lte", 20_000)) == [(50_000,), (100_000,)]
    assert _values(hard("engagement_rate", "gte", 0.03)) == [(0.015,), (0.005,)]


def test_a_band_opens_downwards_upwards_and_both_ways() -> None:
    assert _values(hard("followers", "between", 5_000, 20_000)) == [
        (2_000, 20_000), (5_000, 50_000), (2_000, 50_000),
        (1_000, 20_000), (5_000, 100_000), (1_000, 100_000),
    ]  # fmt: skip


def test_about_a_number_becomes_a_band_around_it() -> None:
    assert all(
        w.condition.op == "between" and w.condition.values[0] <= 7_000 and w.condition.values[1] >= 13_000
        for w in wider(hard("followers", "near", 10_000))
    )


def test_activity_goes_from_window_to_window() -> None:
    assert _values(hard("last_active_days", "lte", 30)) == [(90,), (180,), (365,)]
    assert _values(hard("last_active_days", "lte", 45)) == [(90,), (180,), (365,)]
    assert _values(hard("account_age_days", "gte", 365)) == [(180,), (90,), (30,)]


@pytest.mark.parametrize("field", ["creator_age", "audience_age"])
def test_ages_of_people_are_never_widened(field: str) -> None:
    assert wider(hard(field, "between", 25, 34)) == ()


def test_a_tier_takes_its_neighbours() -> None:
    assert _values(hard("creator_tier", "in", "mid")) == [("micro", "mid", "macro")]


@given(
    st.sampled_from(["gte", "gt", "lte", "lt", "near", "between"]),
    st.integers(1, 10**9),
    st.integers(1, 10**9),
)
def test_whoever_met_a_band_meets_every_wider_one(op: str, one: int, other: int) -> None:
    values = (min(one, other), max(one, other)) if op == "between" else (one,)
    low, high, *_ = bounds(hard("followers", op, *values))
    for more in wider(hard("followers", op, *values)):
        wide_low, wide_high, *_ = bounds(more.condition)
        assert wide_low is None or (low is not None and wide_low <= low * 1.000001)
        assert wide_high is None or (high is not None and wide_high >= high * 0.999999)


def test_a_country_becomes_its_smallest_regions() -> None:
    assert list(wider_places(("US",))) == [("@NORTH_AMERICA",), ("@ENGLISH_SPEAKING",)]
    assert next(wider_places(("DE",))) == ("@DACH",)
    assert next(wider_places(("@SEA",))) == ("@APAC",)


def test_countries_of_one_region_become_it_and_others_each_their_own() -> None:
    assert next(wider_places(("SE", "NO"))) == ("@SCANDINAVIA",)
    assert next(wider_places(("US", "DE"))) == ("@NORTH_AMERICA", "@DACH")
    assert list(wider_places(("Atlantis",))) == []


def test_a_town_lies_in_its_country() -> None:
    assert country_of_town()["los angeles"] == "US"


@pytest.mark.parametrize(
    ("word", "known"),
    [("Japanese makeup", ["makeup"]), ("露营装备推荐", ["露营装备"]), ("camping", []), ("qzxqzx", [])],
)
def test_the_known_part_of_a_longer_keyword(word: str, known: list[str]) -> None:
    assert list(parts(word))[:1] == known
