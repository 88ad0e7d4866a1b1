"""What each column is: by its name in three languages, by its values, and as people say."""

from __future__ import annotations

import pytest

from serendip.catalogue.column_names import read_name
from serendip.catalogue.mapping import TARGETS, ColumnMapping, parse_overrides, propose, signature
from serendip.catalogue.places import country_code
from serendip.core.errors import InputError
from serendip.imports.evidence import decide_platform


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("粉丝数", "followers"),
        ("订阅数", "followers"),
        ("Seguidores", "followers"),
        ("Suscriptores", "followers"),
        ("Subscriber Count", "followers"),
        ("statistics.subscriberCount", "followers"),
        ("Avg views", "avg_views"),
        ("\nViews (Avg.)", "avg_views"),
        ("均播", "avg_views"),
        ("平均播放量（近30天）", "avg_views"),
        ("Vistas promedio", "avg_views"),
        ("国家/地区", "country"),
        ("País", "country"),
        ("custom_url", "handle"),
        ("Nombre de usuario", "handle"),
        ("主页链接", "url"),
        ("Video_Views_For_The_Last_30_Days", "est_exposure"),
        ("60_day_eng_rate", "engagement_rate"),
        ("Video views", "total_views"),
        ("Última publicación", "last_upload_at"),
        ("采集时间", "as_of"),
        ("Abonnenten", "followers"),
        ("Anzahl der Follower", "followers"),
        ("Abonnés", "followers"),
        ("Nombre d'abonnés", "followers"),
        ("Inscritos", "followers"),
        ("Aufrufe", "views"),
        ("Vues", "views"),
        ("Visualizações", "views"),
        ("Durchschnittliche Aufrufe pro Video", "avg_views"),
        ("Moyenne des vues par vidéo", "avg_views"),
        ("Média de visualizações", "avg_views"),
        ("Gesamtaufrufe", "total_views"),
        ("Total de visualizações", "total_views"),
        ("Aufrufe der letzten 30 Tage", "est_exposure"),
        ("Vues des 30 derniers jours", "est_exposure"),
        ("Land", "country"),
        ("Pays", "country"),
        ("Kanal", "name"),
        ("Chaîne", "name"),
        ("Taux d'engagement", "engagement_rate"),
        ("Letztes Video", "last_upload_at"),
        ("Platz", "ignore"),
        ("Video_Views_Rank", "ignore"),
        ("Country_Rank", "ignore"),
    ],
)
def test_names_in_six_languages(name: str, field: str) -> None:
    assert read_name(name).field == field


@pytest.mark.parametrize(
    "name",
    [
        "粉丝国家",
        "受众地区",
        "Audience country",
        "Followers country",
        "Audience top language",
        "粉丝性别",
        "País de la audiencia",
        "Audience followers",
        "Land der Follower",
        "Pays des abonnés",
        "Idade dos seguidores",
    ],
)
def test_the_audience_is_never_the_creator(name: str) -> None:
    guess = read_name(name)
    assert guess.audience
    assert guess.field == "ignore" or (guess.field or "").startswith("audience_")


def test_units_and_windows_in_names() -> None:
    assert read_name("粉丝数（万）").scale == 10_000
    assert read_name("Followers (M)").scale == 1_000_000
    assert read_name("近30天播放量").window == 30
    assert read_name("YouTube粉丝量").platform == "youtube"


def _fields(mapping: ColumnMapping) -> list[str | None]:
    return [c.field for c in mapping.columns]


def test_of_two_columns_of_a_name_the_parsed_number_leads() -> None:
    rows = [["a", "1.2M", "1234567"], ["b", "3K", "3021"]]
    mapping = propose(["handle", "Followers", "Followers"], rows, country_code)
    assert _fields(mapping) == ["handle", "followers", "followers"]
    assert [c.index for c in mapping.of("followers")] == [2, 1]


@pytest.mark.parametrize(
    ("views", "field"),
    [(["5000000", "9000000"], "total_views"), (["900", "2000"], "avg_views"), (["7000", "9000"], None)],
)
def test_bare_views_are_told_by_their_size_or_left_out(views: list[str], field: str | None) -> None:
    rows = [["a", "1000", views[0]], ["b", "1200", views[1]]]
    mapping = propose(["handle", "followers", "views"], rows, country_code)
    assert mapping.columns[2].field == field
    if field is None:
        assert "--map" in mapping.columns[2].en


def test_values_that_do_not_fit_their_name_are_left_out() -> None:
    rows = [["UC" + "a" * 22, "1st", "many", "somewhere"], ["UC" + "b" * 22, "2nd", "few", "else"]]
    mapping = propose(["channel_id", "subscribers", "video count", "country"], rows, country_code)
    assert _fields(mapping) == ["channel_id", None, None, None]


def test_a_name_without_doubt_keeps_the_cells_that_can_be_read() -> None:
    odd = [["=B2*2"], ["see note"], ["?x"], ["n.n."], ["1200"]]
    assert propose(["Followers"], odd, country_code).columns[0].field == "followers"
    assert propose(["Land"], [["soon"], ["later"], ["DE"]], country_code).columns[0].field == "country"
    # "Region" may hold states, whose codes are those of countries too.
    region = propose(["Region"], [["CA"], ["Ontario"], ["Ohio"], ["Utah"], ["Texas"]], country_code)
    assert (region.columns[0].field, region.columns[0].why) == (None, "few_readable")


def test_columns_that_are_left_out_say_why() -> None:
    rows = [["tea", "1st", "x", "5", "7000", "2%"], ["milk", "2nd", "y", "6", "9000", "3%"]]
    headers = ["handle", "subscribers", "Quux", "Phone", "Views", "follower growth"]
    columns = propose(headers, rows, country_code, overrides={"handle": None}).columns
    assert [c.why for c in columns] == [
        "said", "few_readable", "unknown_name", "of_no_use", "ambiguous", "no_window",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "cells", "decimal"),
    [
        ("Abonnenten", ["1.234", "987"], ","),
        ("Abonnenten", ["1.234.567", "12"], ","),
        ("Followers", ["1.234", "5.5"], "."),
        ("Engagement-Rate", ["2,675%", "3,1%"], ","),
        ("Ø Aufrufe", ["1 234,5", "12,5"], ","),
        ("Ø Aufrufe", ["1'234.5"], "."),
    ],
)
def test_the_column_shows_how_it_groups_digits(name: str, cells: list[str], decimal: str) -> None:
    columns = propose([name], [[cell] for cell in cells], country_code)
    assert columns.columns[0].field
    assert columns.columns[0].decimal == decimal
    given = propose(["x"], [[cell] for cell in cells], country_code, overrides={"x": "followers"})
    assert given.columns[0].decimal == decimal


def test_values_alone_tell_ids_links_and_handles() -> None:
    rows = [["UC" + "a" * 22, "https://www.youtube.com/@tea", "@tea", "42"]] * 3
    mapping = propose(["a1", "b1", "c1", "d1"], rows, country_code)
    assert _fields(mapping) == ["channel_id", "url", "handle", None]


def test_single_lower_case_words_are_the_handles_where_lists_go_by_handles() -> None:
    rows = [[f"tea.{i}", f"Tea House {i}"] for i in range(9)]
    assert _fields(propose(["Tiktoker name", "Tiktok name"], rows, country_code)) == ["handle", "name"]
    assert _fields(propose(["Youtuber", "Title"], rows, country_code)) == ["name", "name"]


def test_what_people_say_overrides_and_mistakes_are_named() -> None:
    rows = [["a", "5", "x"]]
    said = parse_overrides("Fans2=followers, note=-, #1=handle")
    mapping = propose(["who", "Fans2", "note"], rows, country_code, overrides=said)
    assert _fields(mapping) == ["handle", "followers", None]
    assert all(c.confidence == 1 for c in mapping.columns)
    with pytest.raises(InputError, match="no column 'nope'"):
        propose(["who"], rows, country_code, overrides={"nope": "name"})
    with pytest.raises(InputError, match="no field 'fame'"):
        propose(["who"], rows, country_code, overrides={"who": "fame"})
    with pytest.raises(InputError, match="column=field"):
        parse_overrides("just words")


def test_the_signature_depends_on_the_header_alone() -> None:
    assert signature(["Name ", "Followers"]) == signature(["name", "followers"])
    assert signature(["name", "followers"]) != signature(["followers", "name"])


@pytest.mark.parametrize(
    ("headers", "row", "name", "platform"),
    [
        (["channel_id", "followers"], ["UC" + "a" * 22, "5"], "x.csv", "youtube"),
        (["Tiktoker name", "followers"], ["tea", "5"], "x.csv", "tiktok"),
        (["handle", "followers"], ["tea", "5"], "instagram_top.csv", "instagram"),
        (["Channel name", "Subscribers", "Video views"], ["Tea", "5", "900"], "x.csv", "youtube"),
    ],
)
def test_the_platform_is_told_by_content_then_by_the_files_name(
    headers: list[str], row: list[str], name: str, platform: str
) -> None:
    found = decide_platform(propose(headers, [row], country_code), name, None)
    assert found is not None
    assert found.platform == platform


def test_a_platform_that_nothing_tells_is_not_invented() -> None:
    mapping = propose(["handle", "followers"], [["tea", "5"]], country_code)
    assert decide_platform(mapping, "list.csv", None) is None
    both = propose(["handle", "YouTube subscribers", "TikTok followers"], [["tea", "5", "6"]], country_code)
    assert decide_platform(both, "list.csv", None) is None


def test_every_target_of_a_name_can_be_mapped_to() -> None:
    from serendip.catalogue.column_names import AMBIGUOUS
    from serendip.catalogue.column_words import names

    assert set(names().values()) - set(AMBIGUOUS) - {"ignore"} <= TARGETS
