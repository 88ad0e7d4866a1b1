"""Values of chips and filters, field by field of the catalogue."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.catalogue.fields import FIELDS
from serendip.core.errors import InputError
from serendip.search.conditions import Condition
from serendip.search.plan import Defaults, compile_conditions
from serendip.search.session.values import condition_for, filterable, is_figure
from serendip.search.terms import condition_label

DEFAULTS = Defaults(date(2026, 5, 1), "channel_tag", lambda _: ())
NOT_FILTERS = {
    "platform", "anchor", "keyword", "multi_account", "lists", "value_for_money", "sort", "limit",
}  # fmt: skip


def sample(name: str) -> Any:
    spec = FIELDS[name]
    if is_figure(spec):
        return {"min": 20} if name in {"creator_age", "audience_age"} else {"min": 1}
    if spec.type == "bool":
        return True
    if spec.type == "iso2":
        return ["US", "@EU"]
    if spec.type == "iso639":
        return ["en"]
    if name == "category":
        return ["beauty"]
    return spec.unit.split("|")[0] if "|" in spec.unit else "words"


def test_every_field_is_a_filter_or_named_here():
    assert {n for n in FIELDS if not filterable(n)} == NOT_FILTERS


@pytest.mark.parametrize("name", [n for n in FIELDS if n not in NOT_FILTERS])
@pytest.mark.parametrize("excluded", [False, True])
def test_every_field_can_be_filtered_and_executed(name: str, excluded: bool):
    condition = condition_for(name, sample(name), excluded=excluded)
    assert condition.kind == ("exclude" if excluded else "hard")
    assert len(compile_conditions((condition,), DEFAULTS)) == 1, condition
    assert condition_label(condition, "zh")
    assert "None" not in condition_label(condition, "en")


@pytest.mark.parametrize("name", sorted(NOT_FILTERS - {"sort", "limit"}))
def test_what_is_no_filter_says_what_to_do(name: str):
    with pytest.raises(InputError) as refused:
        condition_for(name, "x")
    assert refused.value.details["field"] == name
    assert refused.value.details["expected"]


@pytest.mark.parametrize(
    ("field", "value", "operator", "op", "values"),
    [
        ("region", "us", None, "in", ("US",)),
        ("region", ["UK", "gb", "eu"], None, "in", ("GB", "@EU")),
        ("country", ["US"], "not_in", "in", ("US",)),
        ("followers", 10_000, None, "gte", (10_000,)),
        ("followers", 10_000.0, "lte", "lte", (10_000,)),
        ("followers", 10_000, "near", "near", (10_000,)),
        ("followers", [1, 2], "between", "between", (1, 2)),
        ("followers", {"min": 5, "max": 5}, None, "between", (5, 5)),
        ("followers", {"min": None, "max": 9}, None, "lte", (9,)),
        ("last_active_days", 90, None, "lte", (90,)),
        ("published_within_days", 7, "within_days", "lte", (7,)),
        ("engagement_rate", {"min": 0.035}, None, "gte", (0.035,)),
        ("growth_followers_pct", {"min": -0.1}, None, "gte", (-0.1,)),
        ("language", ["EN", "zh-Hant-TW"], None, "in", ("en", "zh")),
        ("creator_gender", "Female", "equals", "eq", ("female",)),
        ("verified", False, None, "eq", (False,)),
        ("hashtag", "#ootd", None, "in", ("ootd",)), ("city", "Berlin", "eq", "eq", ("Berlin",)),
        ("hashtag", ["#a", "b"], "eq", "in", ("a", "b")),
        ("creator_age", {"min": 18, "max": 24}, None, "between", (18, 24)),
    ],
)  # fmt: skip
def test_words_and_shapes_of_both_vocabularies(field, value, operator, op, values):
    condition = condition_for(field, value, operator)
    assert (condition.op, condition.values) == (op, values)
    assert condition.kind == ("exclude" if operator == "not_in" else "hard")


@pytest.mark.req("CS-253")
@pytest.mark.parametrize(
    ("field", "value", "operator"),
    [
        ("region", ["ZZ9"], None), ("region", "ZZ", None), ("region", [], None), ("region", 7, None),
        ("region", ["US", ""], None), ("region", "US", "gte"), ("region", {"min": 1}, None),
        ("language", "xx", None), ("category", "no_such", None), ("content_format", "film", None),
        ("followers", -1, None), ("followers", {"min": -1}, None), ("followers", "abc", None),
        ("followers", {"min": "abc"}, None), ("followers", True, None), ("followers", 1.5, None),
        ("followers", float("nan"), None), ("followers", float("inf"), None), ("followers", {}, None),
        ("followers", {"min": 2, "max": 1}, None), ("followers", [5, 1], None), ("followers", [1], None),
        ("followers", {"least": 1}, None), ("followers", 5, "roughly"), ("followers", 5, "equals"),
        ("followers", {"min": 5}, "lt"), ("followers", [None, None], None),
        ("quality_score", 101, None), ("creator_age", {"min": 13}, None), ("gmv_30d", {"max": 5}, None),
        ("verified", "yes", None), ("verified", [True, False], None),
        ("creator_gender", ["male", "female"], None),
        ("growth_followers_pct", {"min": 0.1, "window": 31}, None), ("topic", "x" * 101, None),
        ("price", {"max": 5, "currency": "XXQ"}, None), ("nothing", 1, None), ("tone", [], None),
        ("audience_country", {"values": ["US"], "min_share": 2}, None), ("category", list("abc" * 20), None),
        ("country", {"values": ["US"], "min_share": 0.5}, None),
    ],
)  # fmt: skip
def test_what_cannot_be_a_value_is_refused_with_the_field(field, value, operator):
    with pytest.raises(InputError) as refused:
        condition_for(field, value, operator)
    error = refused.value
    assert (error.code, error.details["field"]) == ("ERR_INVALID_VALUE", field)
    assert field in error.zh
    assert field in error.en
    assert error.details["expected"]


def test_what_a_value_does_not_say_is_kept():
    grown = condition_for("growth_followers_pct", {"min": 0.1, "window": 30})
    assert grown.extra["window"] == "30d"
    assert condition_for("growth_followers_pct", 0.2, base=grown).extra["window"] == "30d"
    paid = condition_for("price", {"max": 500, "currency": "usd"})
    assert paid.extra["unit"] == "USD"
    share = condition_for("audience_country", {"values": ["US"], "min_share": 0.6, "match": "any"})
    assert condition_for("audience_country", ["CA"], base=share).extra["min_share"] == 0.6
    tier = Condition("followers", "between", "hard", (1, 2), extra={"label": "mid-tier"})
    assert "label" not in condition_for("followers", 5, base=tier).extra
    assert condition_for("sort", "followers", base=tier).values == ("followers",)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["min", "max", "values", "x"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.sampled_from(sorted(FIELDS)), JSON)
def test_any_json_is_a_condition_or_a_refusal(field: str, value: Any):
    try:
        condition = condition_for(field, value)
    except InputError as error:
        if error.code != "ERR_INVALID_VALUE":
            raise
    else:
        assert condition.values
        assert condition_label(condition, "zh")
