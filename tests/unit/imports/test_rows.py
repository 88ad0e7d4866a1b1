"""From cells to facts: units, dates, basis, and what is left unknown."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from serendip.catalogue.channel import Fact, Observation
from serendip.catalogue.fields import FACTS, FIELDS
from serendip.catalogue.mapping import propose
from serendip.catalogue.places import country_code
from serendip.imports.language import by_script, detect
from serendip.imports.rows import RowOptions, RowReader
from serendip.imports.tables import Record

TODAY = date(2026, 11, 30)


def _reader(headers: list[str], rows: list[list[Any]], **options: Any) -> RowReader:
    mapping = propose(headers, rows, country_code, platform=options.get("platform", "youtube"))
    return RowReader(mapping, RowOptions("test.csv", TODAY, **{"platform": "youtube", **options}))


def _one(
    headers: list[str], row: list[Any], **options: Any
) -> tuple[Observation, dict[tuple[str, str], int]]:
    reader = _reader(headers, [row], **options)
    found = reader.read(Record(2, row))
    assert isinstance(found, Observation), found
    return found, dict(reader.warnings)


def test_a_whole_row_of_an_api_export() -> None:
    headers = [
        "channel_id", "title", "description", "custom_url", "country", "created_at", "subscriber_count",
        "video_count", "hidden_subscriber_count", "keywords", "collected_at", "niche",
    ]  # fmt: skip
    row = [
        "UC" + "a" * 22, "Tea", "write to tea@example.com", "@tea", "US", "2018-01-29T23:47:18Z", "1660000",
        "3471", "False", '"green tea" kettle', "2025-12-25T07:31:32.4", "finance",
    ]  # fmt: skip
    found, warnings = _one(headers, row)
    assert [(i.kind, i.value) for i in found.ids] == [("channel_id", "UC" + "a" * 22), ("handle", "tea")]
    assert (found.name, found.observed_at, found.source) == ("Tea", "2025-12-25", "test.csv")
    assert found.description == "write to [email]"
    assert found.tags == ("green tea", "kettle")
    assert found.facts == {
        "followers": Fact(1_660_000),
        "content_count": Fact(3471),
        "created_at": Fact("2018-01-29"),
        "country": Fact(("US",), None, "declared"),
        "category": Fact(("finance",)),
    }
    assert not warnings


def test_hidden_and_missing_figures_are_absent() -> None:
    headers = ["channel_id", "subscriber_count", "hidden_subscriber_count", "total_views"]
    found, _ = _one(headers, ["UC" + "a" * 22, "0", "True", "--"])
    assert found.facts == {}


def test_zero_beside_large_figures_is_not_shown_and_beside_small_ones_is_zero() -> None:
    headers = ["Channel name", "Subscribers", "Views (Avg.)", "Comments (Avg.)"]
    found, warnings = _one(headers, ["Tea", "5000000", "0", "0"])
    assert set(found.facts) == {"followers"}
    assert warnings == {("Views (Avg.)", "zero_unavailable"): 1, ("Comments (Avg.)", "zero_unavailable"): 1}
    found, _ = _one(headers, ["Tea", "50", "12", "0"])
    assert found.facts["avg_comments"] == Fact(0)


@pytest.mark.parametrize(
    ("cell", "kind"),
    [("-5", "negative"), ("1e400", "out_of_range"), ("9" * 30, "out_of_range"), ("lots", "not_a_number")],
)
def test_one_bad_figure_does_not_cost_the_row(cell: str, kind: str) -> None:
    reader = _reader(["name", "followers"], [["Tea", "5"], ["Milk", "6"]])
    found = reader.read(Record(2, ["Tea", cell]))
    assert isinstance(found, Observation)
    assert found.facts == {}
    assert dict(reader.warnings) == {("followers", kind): 1}


def test_the_second_column_of_a_name_stands_in_for_the_first() -> None:
    rows = [["a", "1.2M", "1234567"], ["b", "3K", ""]]
    reader = _reader(["name", "Followers", "Followers"], rows)
    values = [reader.read(Record(i, row)).facts["followers"].value for i, row in enumerate(rows)]  # type: ignore[union-attr]
    assert values == [1_234_567, 3_000]


def test_units_in_the_name_apply_to_bare_figures_only() -> None:
    rows = [["a", "3.5"], ["b", "12万"]]
    reader = _reader(["昵称", "粉丝数（万）"], rows)
    values = [reader.read(Record(i, row)).facts["followers"].value for i, row in enumerate(rows)]  # type: ignore[union-attr]
    assert values == [35_000, 120_000]


def test_creator_and_audience_stay_apart() -> None:
    found, _ = _one(["name", "Audience country", "language"], ["Tea", "US (45%), GB 12%", "es-MX"])
    assert "country" not in found.facts
    assert found.facts["audience_country"] == Fact(("US", "GB"))
    assert found.facts["audience_country_share"] == Fact(0.45)
    assert found.facts["language"] == Fact(("es",))


def test_dates_that_cannot_be_are_unknown() -> None:
    headers = ["name", "created_at", "last_upload_at"]
    found, warnings = _one(headers, ["Tea", "1970-01-01T00:00:00Z", "2031-05-05"])
    assert found.facts == {}
    assert warnings == {("created_at", "too_old"): 1, ("last_upload_at", "in_the_future"): 1}


def test_a_day_in_three_columns() -> None:
    found, _ = _one(
        ["Youtuber", "Created_Year", "Created_Month", "Created_Date"], ["Tea", "2006.0", "Mar", "13.0"]
    )
    assert found.facts["created_at"] == Fact("2006-03-13")


def test_the_observation_is_dated_by_the_file_then_by_the_person_else_not_at_all() -> None:
    assert _one(["name", "as_of"], ["Tea", "2024-05"], as_of="2020-01-01")[0].observed_at == "2024-05"
    assert _one(["name", "as_of"], ["Tea", ""], as_of="2020-01-01")[0].observed_at == "2020-01-01"
    assert _one(["name"], ["Tea"])[0].observed_at is None


def test_remarks_on_figures_become_basis_date_and_note() -> None:
    headers = [
        "platform",
        "handle_or_id",
        "id_kind",
        "name",
        "followers",
        "followers_as_of",
        "avg_views",
        "avg_views_basis",
    ]
    row = ["tiktok", "tea", "handle", "Tea", 500, "2022-12", 90.5, "sample_mean_n=3_trending_biased"]
    found, _ = _one(headers, row, platform=None)
    assert found.platform == "tiktok"
    assert found.facts["followers"] == Fact(500, "2022-12")
    views = found.facts["avg_views"]
    assert (views.value, views.basis) == (90, "derived")
    assert "3 sampled items" in (views.note or "")
    assert "偏高" in (views.note or "")


@pytest.mark.parametrize(
    ("basis", "field", "said"),
    [
        ("declared", "country", "declared"),
        ("reported_list", "country", "reported"),
        ("location_text", "country", "derived"),
        ("guess_post_geo_n=1/1", "country_guess", "guessed"),
    ],
)
def test_a_guessed_country_is_never_the_country(basis: str, field: str, said: str) -> None:
    found, _ = _one(["name", "country", "country_basis"], ["Tea", "ES", basis])
    assert {n for n in found.facts if n.startswith("country")} == {field}
    assert found.facts[field].basis == said


def test_a_location_in_free_words_gives_a_derived_country() -> None:
    rows = [["a", "Houston, TX"], ["b", "somewhere nice"], ["c", "Madrid"]]
    reader = _reader(["username", "location"], rows, platform="x")
    first, second, _ = [reader.read(Record(i, r)) for i, r in enumerate(rows)]
    assert isinstance(first, Observation)
    assert isinstance(second, Observation)
    assert (first.facts["country"].value, first.facts["country"].basis) == (("US",), "derived")
    assert "country" not in second.facts


def test_labels_that_are_no_category_are_kept_as_tags() -> None:
    found, warnings = _one(
        ["name", "Category", "Category-2"], ["Tea", "Music & Dance", "Underwater basketry"]
    )
    assert "music" in found.facts["category"].value
    assert found.tags == ("Underwater basketry",)
    assert warnings == {("Category-2", "unknown_code"): 1}


def test_everything_that_is_stored_is_a_field_or_a_fact_of_the_catalogue() -> None:
    headers = [
        "name", "followers", "following", "posts", "total_views", "avg_views", "avg_likes", "total_likes",
        "avg_comments", "avg_shares", "engagement_rate", "verified", "email", "gender", "audience age",
        "audience gender", "quality score", "posts per week", "follower growth 30d", "audience credibility",
        "video views for the last 30 days",
    ]  # fmt: skip
    row = [
        "Tea", "5000", "10", "20", "900000", "700", "60", "80000", "5", "3", "2.5%", "yes",
        "a@example.com", "female", "25-34 (40%)", "male 61%", "77", "2.5", "3%", "81", "9000",
    ]  # fmt: skip
    found, _ = _one(headers, row)
    stored = {spec.stored.format(days=30) for spec in FIELDS.values()} | set(FACTS)
    assert set(found.facts) <= stored
    assert len(found.facts) >= len(headers) - 1
    assert found.facts["growth_followers_pct_30"] == Fact(0.03, None, "reported", "近 30 天 / over 30 days")
    assert found.facts["creator_gender"] == Fact(("female",))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("这是一个关于喝茶和旅行的频道，每周更新两次，欢迎订阅", "zh"),
        ("お茶と旅についてのチャンネルです。毎週更新しています", "ja"),
        ("차와 여행에 관한 채널입니다 매주 업데이트합니다 구독", "ko"),
        ("Cada semana subimos recetas nuevas para toda la familia", "es"),
        ("We upload new recipes for the whole family every week", "en"),
        ("Каждую неделю новые рецепты для всей семьи на канале", "ru"),
    ],
)
def test_languages_are_told_by_script_and_words(text: str, code: str) -> None:
    assert detect([text, ""]) == [code, None]


def test_scripts_of_one_language_need_no_statistics() -> None:
    assert by_script("สวัสดีครับทุกคน") == (None, "th")
    assert by_script("bonjour tout le monde")[0] == "latin"
