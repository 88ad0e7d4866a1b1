"""The field catalogue: complete, and of one piece with facts, columns and reference page."""

from __future__ import annotations

import json

import pytest

from serendip.catalogue.fields import (
    COLUMNS,
    FACTS,
    FIELDS,
    SNAPSHOT_FIELDS,
    TIER_WORDS,
    TIERS,
    WINDOWS,
    fields_table,
    stored_fact,
)


def test_every_listed_field_is_here_with_its_platforms_and_operators(shared):
    listed = json.loads((shared / "data/filter_catalogue.json").read_text("utf-8"))["fields"]
    ours = {f.listed_as or f.name: f for f in FIELDS.values()}
    assert len(listed) == len(FIELDS) == 61
    assert set(ours) == {f["field"] for f in listed}
    for field in listed:
        spec = ours[field["field"]]
        assert set(field["ops"].split()) <= set(spec.ops), spec.name
        assert set(field["platforms"]) == set(spec.platforms), spec.name


def test_tier_bands_are_those_of_the_list(shared):
    tiers = json.loads((shared / "data/filter_catalogue.json").read_text("utf-8"))["tiers"]
    for words, (low, high) in tiers.items():
        name, *others = words.split("/")
        assert TIERS[name] == (low, high)
        assert {name, *others} <= set(TIER_WORDS[name])


def test_every_indexed_field_has_a_column_and_every_column_a_field():
    for spec in FIELDS.values():
        names = {spec.stored.format(days=d) for d in WINDOWS}
        if spec.column == "none":
            assert not names & set(COLUMNS), spec.name
        else:
            assert all(COLUMNS[n] == spec.column for n in names), spec.name
    reached = {spec.stored.format(days=d) for spec in FIELDS.values() for d in WINDOWS}
    assert set(COLUMNS) <= reached | set(FACTS)
    assert set(COLUMNS) >= SNAPSHOT_FIELDS


def test_a_field_that_can_be_ordered_is_a_number_or_a_date():
    for spec in FIELDS.values():
        if "between" in spec.ops:
            assert spec.column in {"number", "date"}, spec.name


def test_conditions_in_days_are_verified_against_dates():
    assert stored_fact("last_active_days") == "last_upload_at"
    assert stored_fact("account_age_days") == "created_at"
    assert stored_fact("creator_tier") == "followers"
    assert stored_fact("growth_followers_pct", 30) == "growth_followers_pct_30"
    assert stored_fact("growth_views_pct") == "growth_views_pct_90"
    with pytest.raises(KeyError):
        stored_fact("height")


def test_every_label_is_in_both_languages():
    for spec in (*FIELDS.values(), *FACTS.values()):
        assert spec.label_en.isascii()
        assert spec.label_zh


def test_the_reference_page_names_every_field_and_fact_in_whole_rows():
    lines = fields_table().splitlines()
    for name in (*FIELDS, *FACTS):
        assert sum(line.startswith(f"| `{name}` |") for line in lines) == 1, name
    first = lines[: len(FIELDS) + 2]
    assert len({line.count("|") for line in first}) == 1
