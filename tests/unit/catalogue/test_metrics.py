"""Derived metrics: each formula, its date and note, and that unknown stays unknown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.catalogue.channel import Channel, ContentItem, Fact, Identity
from serendip.catalogue.metrics import Evidence, derive, growth, with_content


def channel(**facts: Fact) -> Channel:
    stated = {name: (fact,) for name, fact in facts.items()}
    return Channel(1, "youtube", "n", (Identity("handle", "n"),), facts=facts, stated=stated)


def item(number: int, **parts) -> tuple[ContentItem, str]:
    seen = parts.pop("seen", "2024-02-01")
    return ContentItem(str(number), parts.pop("title", f"t{number}"), **parts), seen


def test_engagement_and_view_rate():
    facts = derive(
        channel(
            avg_likes=Fact(90, "2022-12"),
            avg_comments=Fact(10, "2023-01"),
            followers=Fact(1000, "2023-02"),
            avg_views=Fact(250, None),
        ),
        Evidence(),
    )
    assert facts["engagement_rate"] == Fact(
        0.1, "2022-12", "derived", "(avg_likes + avg_comments) / followers"
    )
    assert (facts["view_rate"].value, facts["view_rate"].as_of) == (0.25, None)


@pytest.mark.parametrize("missing", ["avg_likes", "avg_comments", "followers"])
def test_an_unknown_input_gives_an_unknown_metric(missing):
    inputs = {"avg_likes": Fact(9), "avg_comments": Fact(1), "followers": Fact(100)}
    assert "engagement_rate" in derive(channel(**inputs), Evidence())
    del inputs[missing]
    assert "engagement_rate" not in derive(channel(**inputs), Evidence())


def test_nothing_is_divided_by_zero_and_a_stated_zero_counts():
    nobody = channel(
        avg_likes=Fact(9), avg_comments=Fact(1), followers=Fact(0), avg_views=Fact(0), price=Fact(5)
    )
    assert derive(nobody, Evidence()) == {}
    silent = channel(avg_likes=Fact(0), avg_comments=Fact(0), followers=Fact(10))
    assert derive(silent, Evidence())["engagement_rate"].value == 0


names = ["avg_likes", "avg_comments", "followers", "avg_views", "price", "content_count", "posting_frequency"]


@given(st.dictionaries(st.sampled_from(names), st.integers(0, 10**12)))
def test_no_metric_appears_from_nothing(values):
    facts = derive(channel(**{k: Fact(v, "2024-01-01") for k, v in values.items()}), Evidence())
    needs = {
        "engagement_rate": {"avg_likes", "avg_comments", "followers"},
        "view_rate": {"avg_views", "followers"},
        "est_exposure": {"avg_views", "posting_frequency"},
        "cpm": {"price", "avg_views"},
    }
    assert set(facts) <= set(needs)
    assert all(needs[name] <= set(values) for name in facts)
    assert all(f.basis == "derived" and f.note and f.as_of == "2024-01-01" for f in facts.values())


def test_exposure_and_cpm():
    known = channel(
        avg_views=Fact(2000, "2024"),
        posting_frequency=Fact(3.5, "2024-02"),
        price=Fact(100),
        price_currency=Fact("EUR"),
    )
    facts = derive(known, Evidence())
    assert facts["est_exposure"].value == 30_000
    assert facts["cpm"].value == 50
    assert "EUR" in str(facts["cpm"].note)


def test_posts_a_week_over_the_life_of_an_account():
    facts = derive(channel(created_at=Fact("2022-01-01"), content_count=Fact(104, "2023-12-31")), Evidence())
    assert facts["posting_frequency"].value == pytest.approx(1.0, abs=0.01)
    assert "life" in str(facts["posting_frequency"].note)


@pytest.mark.parametrize(
    "facts",
    [
        {"created_at": Fact("2022-01-01"), "content_count": Fact(104)},
        {"content_count": Fact(104, "2023-12-31")},
        {"created_at": Fact("2023-12-10"), "content_count": Fact(104, "2023-12-31")},
        {"created_at": Fact("2024-01-01"), "content_count": Fact(104, "2023-12-31")},
    ],
    ids=["undated count", "unknown start", "three weeks old", "made after the count"],
)
def test_posts_a_week_are_unknown(facts):
    assert "posting_frequency" not in derive(channel(**facts), Evidence())


def test_averages_are_over_the_newest_items_that_show_the_count():
    items = [item(i, published_at=f"2024-01-{i:02d}", views=i * 10, likes=None) for i in range(1, 32)]
    items.append(item(99, published_at="2024-01-31", views=None, seen="2024-01-31"))
    facts = derive(channel(), Evidence(items))
    assert facts["avg_views"].value == round(sum(i * 10 for i in range(3, 32)) / 29)
    assert facts["avg_views"].as_of == "2024-02-01"
    assert "29 newest" in str(facts["avg_views"].note)
    assert "2024-01-03 to 2024-01-31" in str(facts["avg_views"].note)
    assert "avg_likes" not in facts


def test_items_tell_the_latest_post_the_pace_the_length_and_the_formats():
    items = [
        item(i, published_at=f"2024-01-{1 + 7 * i:02d}", duration_sec=s)
        for i, s in enumerate([30, 60, 61, 600])
    ]
    few = derive(channel(), Evidence(items))
    assert few["last_upload_at"].value == "2024-01-22"
    assert few["video_duration_sec"].value == 60
    assert few["content_format"].value == ("long", "short")
    assert "posting_frequency" not in few
    items.append(item(5, published_at="2024-01-29", format="live"))
    facts = derive(channel(), Evidence(items))
    assert facts["posting_frequency"].value == pytest.approx(1.0)
    assert facts["content_format"].value == ("long", "short", "live")


def test_dates_of_items_are_better_than_the_life_of_the_account():
    items = [item(i, published_at=f"2024-01-{1 + i:02d}") for i in range(5)]
    known = channel(created_at=Fact("2022-01-01"), content_count=Fact(104, "2023-12-31"))
    assert derive(known, Evidence(items))["posting_frequency"].value == pytest.approx(7.0)


def test_lengths_make_shorts_on_youtube_alone():
    tiktok = Channel(1, "tiktok", "n", (Identity("handle", "n"),))
    assert "content_format" not in derive(tiktok, Evidence([item(1, duration_sec=30)]))


def test_averages_from_items_feed_the_rates_where_they_are_newer():
    items = [item(1, likes=30, comments=10, views=500, seen="2024-02-01")]
    known = channel(followers=Fact(100, "2024-01"), avg_views=Fact(7, "2023"))
    facts = derive(known, Evidence(items))
    assert facts["engagement_rate"].value == 0.4
    assert facts["view_rate"].value == 5.0
    newer = channel(followers=Fact(100, "2024-01"), avg_views=Fact(7, "2024-03"))
    assert derive(newer, Evidence(items))["view_rate"].value == 0.07


def test_growth_per_window_from_snapshots():
    points = [("2023-12-01", 100.0), ("2024-02-28", 150.0), ("2024-01-30", 120.0), ("2024-02-21", 140.0)]
    found = growth(points, "g")
    assert {k: round(f.value, 3) for k, f in found.items()} == {"g_7": 0.071, "g_30": 0.25, "g_90": 0.5}
    assert found["g_90"].as_of == "2024-02-28"
    assert found["g_90"].note == "100 (2023-12-01) -> 150 (2024-02-28), 89 days"
    assert derive(channel(), Evidence(series={"followers": points}))["growth_followers_pct_90"].value == 0.5
    assert (
        derive(channel(), Evidence(series={"total_views": points}))["growth_views_pct_7"].basis == "derived"
    )


@pytest.mark.parametrize(
    "points",
    [
        [("2024-01-01", 5.0)],
        [("2024-01-01", 0.0), ("2024-01-31", 10.0)],
        [("2023", 5.0), ("2024", 10.0)],
        [("2024-01-01", 5.0), ("2024-01-15", 10.0)],
    ],
    ids=["one point", "from zero", "years only", "no window of that length"],
)
def test_growth_is_unknown(points):
    assert growth(points, "g") == {}


def test_months_serve_long_windows_only():
    months = [("2022-09", 100.0), ("2022-12", 110.0)]
    assert set(growth(months, "g")) == {"g_90"}
    assert set(growth([("2022-12", 100.0), ("2022-12-22", 110.0)], "g")) == set()


def test_titles_and_texts_of_items_are_the_newest_first():
    items = [
        item(1, title="old", published_at="2024-01-01", description="about old", tags=("x y",)),
        item(2, title="new", published_at="2024-01-02"),
    ]
    known = with_content(Channel(1, "youtube", "n", (), titles=("stated", "old")), items)
    assert known.titles == ("new", "old", "stated")
    assert known.content_text == ("about old x y",)
    long = [item(i, description=f"{i:03d}" * 500) for i in range(30)]
    assert sum(map(len, with_content(known, long).content_text)) <= 6000
