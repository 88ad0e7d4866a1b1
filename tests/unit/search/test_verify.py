"""Rows are checked again, three-valued: unknown is neither met nor unmet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.catalogue.document import IndexDoc
from serendip.search.plan import Step
from serendip.search.ports import AllOf, AnyOf, Known, Not, Range, Terms, TextClause
from serendip.search.verify import evaluate, shown, verify

DOC = IndexDoc(
    cid=1,
    platform="youtube",
    exact=("swimshop",),
    text={
        "channel_tag": "swim vest, pool",
        "channel_name": "Swim Shop",
        "channel_description": "游泳背心评测",
    },
    numbers={"followers": 12000.0},
    terms={"country": ("US",), "language": ("en", "zh")},
    quality=0.5,
)


@pytest.mark.parametrize(
    ("test", "state"),
    [
        (Range("followers", 5000, 20000), "met"),
        (Range("followers", 12000, None, open_low=True), "unmet"),
        (Range("followers", None, 12000), "met"),
        (Range("followers", None, 12000, open_high=True), "unmet"),
        (Range("avg_views", 1), "unknown"),
        (Terms("country", ("US", "CA")), "met"),
        (Terms("country", ("DE",)), "unmet"),
        (Terms("category", ("gaming",)), "unknown"),
        (Terms("language", ("zh", "en"), "all"), "met"),
        (Terms("language", ("zh", "de"), "all"), "unmet"),
        (Terms("platform", ("youtube",)), "met"),
        (Not(Terms("country", ("US",))), "unmet"),
        (Not(Terms("category", ("gaming",))), "unknown"),
        (Known("avg_views"), "unmet"),
        (AllOf((Range("followers", 1), Range("avg_views", 1))), "unknown"),
        (AllOf((Range("followers", 99999), Range("avg_views", 1))), "unmet"),
        (AnyOf((Range("followers", 1), Range("avg_views", 1))), "met"),
        (AnyOf((Range("followers", 99999), Range("avg_views", 1))), "unknown"),
    ],
)
def test_three_values(test, state):
    assert evaluate(test, DOC) == state


LEAVES = st.sampled_from(
    [Range("followers", 1), Range("followers", None, 1), Range("avg_views", 1), Terms("country", ("US",))]
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=1, max_size=3).map(lambda p: AllOf(tuple(p))),
        st.lists(inner, min_size=1, max_size=3).map(lambda p: AnyOf(tuple(p))),
    ),
    max_leaves=8,
)


@given(TREES)
def test_double_negation_changes_nothing(tree):
    assert evaluate(Not(Not(tree)), DOC) == evaluate(tree, DOC)


@given(st.lists(TREES, min_size=1, max_size=3))
def test_de_morgan(trees):
    left = Not(AllOf(tuple(trees)))
    right = AnyOf(tuple(Not(t) for t in trees))
    assert evaluate(left, DOC) == evaluate(right, DOC)


def words(target, *phrases, occur="must"):
    return Step(0, TextClause(target, phrases, (1.0,) * len(phrases), occur), hard=occur != "should")


def test_keywords_say_where_and_with_which_words_they_matched():
    verdict = verify([words("all_sources", "swim vest", "游泳背心")], DOC)[0]
    assert verdict.state == "met"
    assert [(m.target, m.words) for m in verdict.matches] == [
        ("channel_tag", "swim vest"),
        ("channel_description", "游泳背心"),
    ]


def test_each_target_is_its_own_source():
    states = {
        target: verify([words(target, "游泳背心")], DOC)[0].state
        for target in ("channel_tag", "channel_name", "channel_description", "published_content")
    }
    assert [t for t, s in states.items() if s == "met"] == ["channel_description"]


def test_an_excluded_word_that_occurs_hides_the_row():
    assert not shown(verify([words("all_sources", "pool", occur="must_not")], DOC))
    assert shown(verify([words("all_sources", "toy", occur="must_not")], DOC))


def test_with_or_one_keyword_is_enough_and_with_and_it_is_not():
    steps = [words("channel_tag", "pool"), words("channel_tag", "toy")]
    assert not shown(verify(steps, DOC))
    assert shown(verify(steps, DOC), any_keyword=True)
    assert not shown(verify([words("channel_tag", "toy")], DOC), any_keyword=True)


def test_unknown_rows_may_be_shown_and_unmet_rows_never():
    unknown = Step(0, Range("avg_views", 1), hard=True)
    unmet = Step(1, Range("followers", 99999), hard=True)
    wish = Step(2, Range("followers", 99999), hard=False)
    assert shown(verify([unknown], DOC))
    assert not shown(verify([unknown, unmet], DOC))
    assert shown(verify([wish], DOC))
