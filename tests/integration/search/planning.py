"""Plans of known channels: how tests write them, and Hypothesis strategies that draw them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from serendip.search.conditions import Condition
from serendip.search.session.effects import LoadList, Plan, RunSearch
from serendip.search.session.model import AnchorValue, Node, Placed, Results

Asked = tuple[str, str, str, tuple[Any, ...], dict[str, Any]]
"""Field, operator, kind, values, extra."""


def keyword(text: str, target: str = "channel_tag", *, excluded: bool = False) -> Asked:
    """A keyword tag."""
    kind = "exclude" if excluded else "keyword"
    return "keyword", "contains", kind, (text,), {"target": target}


def hard(field: str, op: str, *values: Any) -> Asked:
    """A filter."""
    return field, op, "hard", values, {}


def plan(*asked: Asked, platform: str = "youtube", **options: Any) -> Plan:
    """A plan whose nodes are ``n0``, ``n1`` ..."""
    nodes = tuple(
        Placed(Node(f"n{i}", "explicit", Condition(field, op, kind, values, extra=extra)), i)  # pyright: ignore[reportArgumentType]
        for i, (field, op, kind, values, extra) in enumerate(asked)
    )
    return Plan(platform, nodes, **options)


def anchor(handle: str, platform: str = "youtube") -> AnchorValue:
    """The channel of that handle."""
    return AnchorValue(platform, None, handle, handle, f"https://www.youtube.com/@{handle}")


def run(search: Any, asked: Plan) -> Results:
    """The first page."""
    return search.run(RunSearch(1, 1, asked)).results


def turn(search: Any, asked: Plan, seen: Results, page: int) -> Results:
    """Another page, asked for as sessions ask: from the nearest page whose beginning is known."""
    start = min(page, len(seen.cursors))
    there = replace(
        asked,
        page=page,
        cursor=seen.cursors[start - 1],
        skip=(page - start) * asked.page_size,
        known=seen.cursors,
    )
    return search.load(LoadList(1, 2, there)).results


def ids(results: Results) -> list[int]:
    """Who is shown, in order."""
    return [item["id"] for item in results.items]


CONDITIONS = st.sampled_from(
    [
        *(
            keyword(w, t)
            for w in ("swim", "review", "汽配", "beauty")
            for t in ("channel_tag", "all_sources")
        ),
        keyword("makeup", "channel_description"),
        keyword("swim07", "channel_name"),
        keyword("pool", "channel_tag", excluded=True),
        keyword("channel", "channel_description", excluded=True),
        hard("followers", "between", 5_000, 50_000),
        hard("followers", "gt", 10_000),
        hard("country", "in", "US", "GB"),
        ("country", "in", "exclude", ("US",), {}),
        hard("language", "in", "de"),
        hard("last_active_days", "lte", 30),
        hard("engagement_rate", "gte", 0.05),
        hard("avg_views", "near", 2_600),
        hard("price", "lte", 100),
        ("category", "in", "soft", ("sports",), {}),
        ("value_for_money", "prefer", "soft", ("good",), {}),
    ]
)
PLANS = st.builds(
    plan,
    *[CONDITIONS] * 2,
    anchor=st.none() | st.sampled_from(["abc", "beauty03", "lonely", "cars11"]).map(anchor),
    any_keyword=st.booleans(),
    unknown=st.sampled_from(["exclude", "include", "only"]),
    scope=st.sampled_from(["standard", "wide", "widest"]),
    sort=st.sampled_from([None, None, "relevance", "followers", "last_active", "price"]),
    page_size=st.integers(3, 20),
) | st.builds(
    lambda asked, **options: plan(*asked, **options),
    st.lists(CONDITIONS, max_size=3),
    anchor=st.sampled_from([None, anchor("abc"), anchor("nobody")]),
    unknown=st.sampled_from(["exclude", "include"]),
    page_size=st.integers(3, 20),
)
"""Plans over ``tests.spec.world``."""
