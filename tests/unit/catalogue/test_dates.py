"""Dates of known precision: one order for all of them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.catalogue.dates import date_key, middle_day, newest, oldest, to_day


def test_an_imprecise_date_is_the_start_of_its_period_and_the_more_precise_is_newer():
    mixed = ["2022-12-31", "2022", None, "2022-12", "2022-11-30", "2022-12-01", "2022-12-31T10:00:00Z"]
    assert sorted(mixed, key=date_key) == [
        None,
        "2022",
        "2022-11-30",
        "2022-12",
        "2022-12-01",
        "2022-12-31",
        "2022-12-31T10:00:00Z",
    ]


@pytest.mark.parametrize("bad", ["", None, "yesterday", "12/31/2022", "2022-1", "2022-12-31 or so", "99"])
def test_what_is_no_date_is_older_than_all(bad):
    assert date_key(bad) == ""
    assert to_day(bad) is None


def test_moments_compare_in_utc():
    assert date_key("2022-12-31T23:30:00-02:00") == "2023-01-01T01:30:00Z"
    assert date_key("2022-12-31T99:00:00+00:00") == "2022-12-31"


def test_days_that_stand_for_a_date():
    assert to_day("2022") == date(2022, 1, 1)
    assert to_day("2022-12-05T01:02:03Z") == date(2022, 12, 5)
    assert to_day("2022-02-31") is None
    assert middle_day("2022-12-05") == (date(2022, 12, 5), 0)
    assert middle_day("2022-12") == (date(2022, 12, 15), 15)


def test_the_oldest_of_dates_is_unknown_when_one_is():
    assert oldest(["2022-12", "2022-11-30"]) == "2022-11-30"
    assert oldest(["2022-12", None]) is None
    assert oldest([]) is None
    assert newest([None, "2021", "2022"]) == "2022"
    assert newest([None]) is None


@given(st.dates(date(1990, 1, 1)), st.dates(date(1990, 1, 1)))
def test_whole_dates_keep_their_order(one, other):
    assert (date_key(one.isoformat()) < date_key(other.isoformat())) == (one < other)
