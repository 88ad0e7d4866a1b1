"""Hypothesis strategies for documents and queries that hit each other often."""

from __future__ import annotations

from hypothesis import strategies as st

from serendip.catalogue.document import TARGETS, IndexDoc
from serendip.search.ports import (
    AllOf,
    AnyOf,
    ByField,
    Filter,
    Known,
    Near,
    Not,
    Query,
    Range,
    Sign,
    Similarity,
    Terms,
    TextClause,
)

WORDS = (
    "swim",
    "vests",
    "toy",
    "汽配",
    "评测",
    "汽車",
    "海水",
    "猫",
    "hoodie",
    "café",
    "the",
    "#gym",
    "동영상",
    "\n",
)
FIELDS = ("followers", "rate", "posts", "seldom")
TERMS = ("country", "tags", "absent")
VALUES = ("US", "DE", "gym", "beauty", "a b")

texts = st.lists(st.sampled_from(WORDS), max_size=6).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)
whole = st.integers(-3, 12).map(float) | st.sampled_from([2.0**31, -(2.0**31), 1e12])
numbers = st.fixed_dictionaries(
    {},
    optional={
        "followers": st.integers(0, 12).map(float),
        "rate": st.sampled_from([0.0, 0.25, 0.5, 7.0]),
        "posts": whole,
    },
)
terms = st.fixed_dictionaries(
    {},
    optional={
        "country": st.sampled_from(VALUES).map(lambda v: (v,)),
        "tags": st.lists(st.sampled_from(VALUES), max_size=3).map(tuple),
    },
)
vectors = st.none() | st.binary(min_size=4, max_size=4).map(lambda seed: seed * 64)
documents = st.builds(
    IndexDoc,
    cid=st.integers(1, 40),
    platform=st.sampled_from(["youtube", "tiktok"]),
    exact=st.lists(st.sampled_from(["@Swim", "toy", "猫", "Café X"]), max_size=2).map(tuple),
    text=st.dictionaries(st.sampled_from(TARGETS), texts, max_size=4),
    numbers=numbers,
    terms=terms,
    quality=st.sampled_from([0.0, 0.25, 1.0]),
    vector=vectors,
)
bounds = st.none() | st.sampled_from([-1.0, 0.0, 0.25, 0.3, 2.0, 5.0, 7.5, 12.0, 2.0**31, 1e13, -1e13])
ranges = st.builds(Range, st.sampled_from(FIELDS), bounds, bounds, st.booleans(), st.booleans())
term_tests = st.builds(
    Terms,
    st.sampled_from([*TERMS, "platform"]),
    st.lists(st.sampled_from([*VALUES, "youtube", "nowhere"]), max_size=3).map(tuple),
    st.sampled_from(["any", "all"]),
)
known = st.builds(Known, st.sampled_from([*FIELDS, *TERMS]))
filters: st.SearchStrategy[Filter] = st.recursive(
    ranges | term_tests | known,
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(AllOf, st.lists(inner, max_size=3).map(tuple))
        | st.builds(AnyOf, st.lists(inner, max_size=3).map(tuple))
    ),
    max_leaves=5,
)
keywords = st.lists(st.sampled_from(WORDS[:-1]), min_size=1, max_size=3).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words), words[0], "!"])
)
clauses = st.builds(
    lambda target, phrases, occur, names: TextClause(
        target, tuple(phrases), tuple(1.0 for _ in phrases), occur, tuple(names)
    ),
    st.sampled_from([*TARGETS, "all_sources"]),
    st.lists(keywords, min_size=1, max_size=2),
    st.sampled_from(["must", "must", "must_not", "should"]),
    st.lists(st.sampled_from(["swim", "cafe x", "猫"]), max_size=1),
)
signs = st.lists(st.builds(Sign, filters | clauses, st.sampled_from([0.125, 0.25])), max_size=2).map(tuple)
likenesses = st.builds(Similarity, st.sampled_from([bytes([7, 1, 2, 250]) * 64, bytes(range(256))]), signs)
nears = st.none() | st.builds(Near, likenesses, st.sampled_from([-1.0, -0.25, 0.0, 0.125, 0.25, 0.5]))
queries = st.builds(
    Query,
    filters=st.lists(filters, max_size=2).map(tuple),
    text=st.lists(clauses, max_size=2).map(tuple),
    rank=st.builds(ByField, st.sampled_from(FIELDS), st.booleans()) | likenesses,
    near=nears,
    any_text=st.booleans(),
    unknown=st.sampled_from(["exclude", "include", "only"]),
    without=st.lists(st.integers(1, 40), max_size=2).map(tuple),
    facets=st.just(("country", "tags", "platform", "absent")),
    limit=st.integers(0, 7),
)
