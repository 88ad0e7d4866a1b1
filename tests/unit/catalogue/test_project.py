"""From a channel to the flat document of the index."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.catalogue.channel import Channel, Fact, Identity
from serendip.catalogue.document import project, quality
from serendip.catalogue.fields import COLUMNS
from serendip.core.analyse import fold_identity
from serendip.core.clock import epoch_day

TODAY = date(2024, 6, 1)


def channel(**facts: Fact) -> Channel:
    return Channel(
        5,
        "youtube",
        "Ann's Pool",
        (Identity("channel_id", "UCx1"), Identity("handle", "AnnPool")),
        description="All about #swimming",
        tags=("swim", "vest"),
        titles=("First", "Second"),
        facts=facts,
        former_handles=("oldann",),
        content_text=("how to dive",),
    )


def test_numbers_dates_and_codes():
    doc = project(
        channel(
            followers=Fact(0),
            last_upload_at=Fact("2024-05-31T10:00:00Z"),
            created_at=Fact("2020"),
            country=Fact("us"),
            audience_country=Fact(("IN", "US")),
            language=Fact("EN"),
            has_email=Fact(value=True),
            verified=Fact(value=False),
            category=Fact(("Sports", "sports")),
            growth_followers_pct_30=Fact(0.1),
        ),
        TODAY,
    )
    assert doc.numbers == {
        "followers": 0.0,
        "last_upload_at": epoch_day(date(2024, 5, 31)),
        "created_at": epoch_day(date(2020, 1, 1)),
        "growth_followers_pct_30": 0.1,
    }
    assert doc.terms == {
        "country": ("US",),
        "audience_country": ("IN", "US"),
        "language": ("en",),
        "has_email": ("true",),
        "verified": ("false",),
        "category": ("sports",),
    }


def test_what_is_unknown_is_absent_and_a_guessed_country_is_no_country():
    doc = project(channel(country_guess=Fact("US", None, "guessed"), audience_country=Fact("IN")), TODAY)
    assert doc.numbers == {}
    assert doc.terms == {"audience_country": ("IN",)}


@pytest.mark.parametrize(
    ("value", "number"),
    [("25-34", 29.5), (("18-24", "25-34"), 21.0), ("65+", 65.0), (40, 40.0), ("old", None)],
)
def test_an_age_bucket_counts_as_its_middle(value, number):
    assert project(channel(audience_age=Fact(value)), TODAY).numbers.get("audience_age") == number


@pytest.mark.parametrize(("value", "number"), [("13-17", None), (17, None), (18, 18.0), ("18-24", 21.0)])
def test_minors_cannot_be_searched_for_by_age(value, number):
    assert project(channel(creator_age=Fact(value)), TODAY).numbers.get("creator_age") == number


def test_texts_per_target():
    doc = project(channel(), TODAY)
    assert doc.text == {
        "channel_tag": "swim\nvest\nswimming",
        "channel_name": "Ann's Pool\nAnnPool",
        "channel_description": "All about #swimming",
        "published_content": "First\nSecond\nhow to dive",
    }
    assert project(Channel(1, "x", "n", ()), TODAY).text == {"channel_name": "n"}


def test_every_name_it_goes_by_is_an_exact_identity():
    names = ("UCx1", "@annpool", "ANN’S POOL", "OldAnn")
    assert set(project(channel(), TODAY).exact) == {fold_identity(name) for name in names}


def test_unknown_parts_of_the_prior_are_neutral():
    known = quality(channel(followers=Fact(10**7), last_upload_at=Fact("2024-06-01")), TODAY)
    unknown = quality(channel(), TODAY)
    tiny = quality(channel(followers=Fact(0), last_upload_at=Fact("2010-01-01")), TODAY)
    assert tiny < unknown < known


@given(st.one_of(st.none(), st.integers(0, 10**12)), st.one_of(st.none(), st.dates()))
def test_the_prior_is_a_share(followers, last):
    facts = {"followers": Fact(followers)} if followers is not None else {}
    if last is not None:
        facts["last_upload_at"] = Fact(last.isoformat())
    assert 0 <= quality(channel(**facts), TODAY) <= 1


def test_every_column_that_a_fact_may_fill_is_filled():
    values = {"number": 30, "date": "2024-01-01", "terms": "a"}
    doc = project(channel(**{name: Fact(values[column]) for name, column in COLUMNS.items()}), TODAY)
    assert {**doc.numbers, **doc.terms}.keys() == COLUMNS.keys()
