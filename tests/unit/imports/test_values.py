"""Every shape that a value has in people's files, read and refused."""

from __future__ import annotations

import pytest

from serendip.catalogue.value_dates import day_comes_first, month_number, parse_date
from serendip.catalogue.value_numbers import decimal_mark, parse_count, parse_number, parse_share
from serendip.catalogue.values import (
    BadValue,
    as_text,
    has_email,
    is_missing,
    is_ordinal,
    mask_emails,
    neutralise_cell,
    parse_switch,
    split_list,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.2M", 1_200_000),
        ("475.8m", 475_800_000),
        ("29.0b", 29_000_000_000),
        ("229.5M", 229_500_000),
        ("0.89k", 890),
        ("12,345", 12_345),
        ("1,234,567", 1_234_567),
        ("1.234.567", 1_234_567),
        ("12,34,567", 1_234_567),
        ("1'234'567", 1_234_567),
        ("1 234 567", 1_234_567),
        ("1w+", 10_000),
        ("3.5万", 35_000),
        ("１２万", 120_000),
        ("1.2亿", 120_000_000),
        ("百万", None),
        ("12,3 mil", 12_300),
        ("1,5 millones", 1_500_000),
        ("228000000000.0", 228_000_000_000),
        ("1e6", 1_000_000),
        ("1.2M subscribers", 1_200_000),
        ("3.4万粉丝", 34_000),
        ("12.5", 12.5),
        (1200, 1200),
        (1200.0, 1200),
        (" 7 ", 7),
    ],
)
def test_numbers_are_read_in_every_spelling(text: object, value: float | None) -> None:
    if value is None:
        with pytest.raises(BadValue):
            parse_number(text)
    else:
        assert parse_number(text) == value


@pytest.mark.parametrize(
    "text", ["", "--", "-- ", "nan", "NaN", "N/A", "#N/A", "Unknown", "暂无", "未知", None, float("nan")]
)
def test_what_is_not_stated_is_none_and_not_zero(text: object) -> None:
    assert parse_number(text) is None
    assert parse_count(text) is None
    assert parse_share(text) is None
    assert parse_date(text) is None
    assert parse_switch(text) is None


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("1e400", "out_of_range"),
        ("9" * 25, "out_of_range"),
        ("9" * 5000, "out_of_range"),
        (2**80, "out_of_range"),
        (float("inf"), "out_of_range"),
        ("inf", "out_of_range"),
        ("-5", "negative"),
        (-5, "negative"),
        ("A++", "not_a_number"),
        ("1st", "not_a_number"),
        ("1.2.3", "not_a_number"),
        ("12 zorkmids", "not_a_number"),
        ("=1+1", "not_a_number"),
        (True, "not_a_number"),
    ],
)
def test_figures_that_cannot_be_are_refused_with_their_kind(value: object, kind: str) -> None:
    with pytest.raises(BadValue) as caught:
        parse_count(value)
    assert caught.value.kind == kind


def test_a_column_tells_its_decimal_mark() -> None:
    assert decimal_mark(["12.345", "8.120", "1.003"]) == ","
    assert decimal_mark(["12.345", "8.12"]) == "."
    assert decimal_mark(["1.234,5", "7,25"]) == ","
    assert decimal_mark(["12,345", "8,120"]) == "."
    assert parse_count("12.345", decimal=",") == 12_345
    assert parse_number("12.345") == 12.345


def test_shares_come_as_percentages_and_as_ratios() -> None:
    assert parse_share("2.67%") == 0.0267
    assert parse_share("1,39 %") == 0.0139
    assert parse_share("0.0267") == 0.0267
    assert parse_share("2.67", percent=True) == 0.0267
    assert parse_share("NaN%") is None
    for wrong, kind in (("-1%", "negative"), ("5000%", "out_of_range"), ("high", "not_a_share")):
        with pytest.raises(BadValue) as caught:
            parse_share(wrong)
        assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2018-01-29T23:47:18Z", "2018-01-29"),
        ("2025-12-25T07:31:32.474817", "2025-12-25"),
        ("2022-12", "2022-12"),
        ("2022", "2022"),
        ("2006.0", "2006"),
        ("2022/3/7", "2022-03-07"),
        ("2022年3月7日", "2022-03-07"),
        ("2022年3月", "2022-03"),
        ("20220307", "2022-03-07"),
        ("07/03/2022", "2022-03-07"),
        ("03/27/2022", "2022-03-27"),
        ("Mar 7, 2022", "2022-03-07"),
        ("7 March 2022", "2022-03-07"),
        ("7 de marzo de 2022", "2022-03-07"),
        ("March 2022", "2022-03"),
        ("1646611200", "2022-03-07"),
        ("1646611200000", "2022-03-07"),
    ],
)
def test_dates_keep_the_precision_that_they_have(text: str, day: str) -> None:
    assert parse_date(text) == day


def test_impossible_old_and_future_dates_are_refused() -> None:
    from datetime import date

    for text, kind in (
        ("1970-01-01T00:00:00Z", "too_old"),
        ("2022-02-30", "not_a_date"),
        ("soon", "not_a_date"),
    ):
        with pytest.raises(BadValue) as caught:
            parse_date(text)
        assert caught.value.kind == kind
    with pytest.raises(BadValue) as caught:
        parse_date("2031-01-01", latest=date(2026, 1, 1))
    assert caught.value.kind == "in_the_future"


def test_day_or_month_first_is_told_by_the_column() -> None:
    assert day_comes_first(["01/02/2022", "25/12/2021"])
    assert not day_comes_first(["01/02/2022", "12/25/2021"])
    assert parse_date("01/02/2022", day_first=False) == "2022-01-02"
    assert month_number("Sep") == 9
    assert month_number("diciembre") == 12


def test_lists_are_split_as_they_were_written() -> None:
    assert split_list('"Altcoin Daily" crypto "bull run"') == ("Altcoin Daily", "crypto", "bull run")
    assert split_list("['a', 'b', 'a']") == ("a", "b")
    assert split_list('["a, b", "c"]') == ("a, b", "c")
    assert split_list("#tea #Tea #coffee") == ("tea", "coffee")
    assert split_list("茶、咖啡，酒") == ("茶", "咖啡", "酒")
    assert split_list(["x", None, " y "]) == ("x", "y")
    assert split_list("one tag with words") == ("one tag with words",)
    assert split_list("[" * 5000) == ("[" * 100,)


def test_switches_ordinals_and_missing_words() -> None:
    assert parse_switch("已认证") is True
    assert parse_switch("False") is False
    with pytest.raises(BadValue):
        parse_switch("perhaps")
    assert all(is_ordinal(t) for t in ("1st", "22nd", "1,003rd", "第3名", "#4"))
    assert not any(is_ordinal(t) for t in ("1", "first", "A+"))
    assert is_missing("  n/a ".strip())
    assert not is_missing("none of these")


def test_mail_addresses_are_masked_and_known() -> None:
    text = "Business: jane.doe+yt@example.co.uk or @jane"
    assert has_email(text)
    assert mask_emails(text) == "Business: [email] or @jane"
    assert has_email("write to [email]")
    assert not has_email("@jane on x")


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1"])
def test_cells_that_a_spreadsheet_would_run_are_neutralised(cell: str) -> None:
    assert neutralise_cell(cell) == "'" + cell


def test_plain_cells_and_signed_numbers_are_exported_as_they_are() -> None:
    assert [neutralise_cell(c) for c in ("tea", "-5", "+1.5", "")] == ["tea", "-5", "+1.5", ""]


def test_text_of_a_cell_has_no_control_characters() -> None:
    assert as_text("a\x00b\x07 \ud800") == "ab"
    assert as_text(None) == as_text(float("nan")) == as_text({"a": 1}) == ""
    assert as_text(10**5000) == ""
