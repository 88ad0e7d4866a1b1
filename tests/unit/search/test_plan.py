"""From conditions to executable steps: numbers as said, ages as dates, wishes that never filter."""

from datetime import date

import pytest

from serendip.core.clock import epoch_day
from serendip.search.conditions import Condition
from serendip.search.plan import Defaults, compile_conditions, fields_of, split
from serendip.search.ports import AllOf, Not, Range, Terms, TextClause

TODAY = date(2026, 11, 30)
DEFAULTS = Defaults(TODAY, "channel_tag", lambda text: ("car parts",) if text == "汽配" else ())


def step(*args, **kwargs):
    steps = compile_conditions([Condition(*args, **kwargs)], DEFAULTS)
    return steps[0] if steps else None


@pytest.mark.parametrize(
    ("op", "values", "expected"),
    [
        ("gte", (10000,), Range("followers", 10000, None)),
        ("gt", (10000,), Range("followers", 10000, None, open_low=True)),
        ("lte", (10000,), Range("followers", None, 10000)),
        ("lt", (10000,), Range("followers", None, 10000, open_high=True)),
        ("between", (5000, 20000), Range("followers", 5000, 20000)),
        ("near", (1000,), Range("followers", 700.0, 1300.0)),
    ],
)
def test_numbers_are_executed_as_they_were_said(op, values, expected):
    assert step("followers", op, "hard", values).test == expected


def test_an_age_in_days_becomes_a_date():
    test = step("last_active_days", "lte", "hard", (30,)).test
    assert test == Range("last_upload_at", epoch_day(date(2026, 10, 31)), epoch_day(TODAY))


def test_an_age_beyond_the_calendar_is_no_fault():
    test = step("last_active_days", "lte", "hard", (10**9,)).test
    assert test == Range("last_upload_at", epoch_day(TODAY) - 10**9, epoch_day(TODAY))


def test_longer_inactive_than_is_an_older_date():
    test = step("last_active_days", "gt", "hard", (30,)).test
    assert test == Range("last_upload_at", None, epoch_day(date(2026, 10, 31)), open_high=True)


def test_regions_are_written_out_and_exclusion_negates():
    assert step("country", "in", "hard", ("@DACH",)).test == Terms("country", ("DE", "AT", "CH"))
    assert step("country", "in", "exclude", ("FR",)).test == Not(Terms("country", ("FR",)))


def test_country_audience_and_language_stay_three_fields():
    fields = [fields_of(step(f, "in", "hard", ("DE",)).test) for f in ("country", "audience_country")]
    assert fields == [("country",), ("audience_country",)]
    assert step("language", "in", "hard", ("zh", "en"), extra={"match": "all"}).test == Terms(
        "language", ("zh", "en"), "all"
    )


def test_a_stated_share_of_the_audience_must_be_known():
    test = step("audience_gender", "eq", "hard", ("female",), extra={"min_share": 0.7}).test
    assert isinstance(test, AllOf)
    assert test.of[1] == Range("audience_gender_share", 0.7)


def test_keywords_bring_equal_words_with_less_weight():
    clause = step("keyword", "contains", "keyword", ("汽配",)).test
    assert isinstance(clause, TextClause)
    assert clause.phrases == ("汽配", "car parts")
    assert clause.weights[0] == 1.0 > clause.weights[1]
    assert (clause.target, clause.occur) == ("channel_tag", "must")


def test_a_keyword_keeps_its_own_target_and_exclusion_subtracts():
    named = step("keyword", "contains", "exclude", ("toy",), extra={"target": "channel_name"}).test
    assert (named.target, named.occur) == ("channel_name", "must_not")


def test_wishes_never_filter():
    conditions = [
        Condition("has_email", "prefer", "soft", (True,)),
        Condition("content_style", "prefer", "soft", ("review",)),
        Condition("growth_followers_pct", "prefer", "soft", ("high",), extra={"window": "90d"}),
    ]
    steps = compile_conditions(conditions, DEFAULTS)
    assert [s.hard for s in steps] == [False, False, False]
    filters, clauses = split(steps)
    assert filters == ()
    assert [c.occur for c in clauses] == ["should"]
    assert steps[2].test.field == "growth_followers_pct_90"


@pytest.mark.parametrize("status", ["reference", "pending", "unsupported"])
def test_only_effective_conditions_are_executed(status):
    assert step("country", "in", "hard", ("US",), status=status) is None


@pytest.mark.parametrize("field", ["platform", "anchor", "sort", "limit"])
def test_steering_conditions_filter_nothing(field):
    assert step(field, "eq", "hard", ("youtube",)) is None
