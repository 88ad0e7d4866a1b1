"""Texts that change the search that is there (section 14.3), in both languages, with look-alikes."""

from __future__ import annotations

from typing import Any

import pytest

from serendip.search.parse import Context, read
from tests.unit.search.test_spans import check

BOX = Context(expanded=True, has_results=True)
Said = tuple[str, str, tuple[Any, ...], str | None]


def said(text: str, context: Context = BOX) -> list[Said]:
    request = read(text, "youtube", context=context)
    check(request)
    return [(c.field, c.kind, c.values, c.extra.get("change")) for c in request.conditions]


UK, US, DE = ("GB",), ("US",), ("DE",)
PLACES = [
    ("add", "再加英国"),
    ("add", "再加上英国"),
    ("add", "加上英国的"),
    ("add", "英国也要"),
    ("add", "也要英国"),
    ("add", "把英国也加上"),
    ("add", "那再加上英国吧"),
    ("add", "还要英国的博主"),
    ("add", "英国也可以"),
    ("add", "扩大到英国"),
    ("add", "also UK"),
    ("add", "also add the UK"),
    ("add", "add UK"),
    ("add", "and add the UK please"),
    ("add", "plus the UK"),
    ("add", "UK too"),
    ("add", "the UK as well"),
    ("add", "include the UK"),
    ("add", "can you also show UK creators"),
    ("add", "expand the search to the UK"),
    ("only", "只要英国"),
    ("only", "只看英国的"),
    ("only", "仅限英国"),
    ("only", "我只要英国的博主"),
    ("only", "就要英国的"),
    ("only", "只保留英国"),
    ("only", "那就只看英国吧"),
    ("only", "缩小到英国"),
    ("only", "only UK"),
    ("only", "just the UK"),
    ("only", "UK only"),
    ("only", "show me only UK creators"),
    ("only", "keep only the UK"),
    ("only", "limit it to the UK"),
    ("only", "narrow it down to the UK"),
    ("only", "nothing but the UK"),
    ("only", "ok, just show UK"),
    ("replace", "换成英国"),
    ("replace", "改成英国的"),
    ("replace", "改为英国"),
    ("replace", "改看英国"),
    ("replace", "换到英国吧"),
    ("replace", "change to the UK"),
    ("replace", "change it to UK"),
    ("replace", "make it the UK"),
    ("replace", "instead UK"),
    ("replace", "UK instead"),
    ("replace", "switch to UK"),
    ("replace", "let's switch to the UK"),
    ("replace", "set it to the UK"),
    ("replace", "replace it with the UK"),
    ("replace", "地区改成英国"),
    ("replace", "change the region to the UK"),
    ("remove", "去掉英国"),
    ("remove", "删掉英国"),
    ("remove", "把英国去掉"),
    ("remove", "移除英国"),
    ("remove", "取消英国"),
    ("remove", "英国删掉"),
    ("remove", "remove UK"),
    ("remove", "delete the UK"),
    ("remove", "drop the UK"),
    ("remove", "take out the UK"),
    ("remove", "get rid of the UK"),
    ("remove", "remove the UK filter"),
    ("remove", "去掉英国这个条件"),
]


@pytest.mark.parametrize(("change", "text"), PLACES)
def test_the_change_of_a_place_is_told(change: str, text: str) -> None:
    assert said(text) == [("country", "hard", UK, change)]


@pytest.mark.parametrize(
    "text",
    [
        "不要美国",
        "排除美国",
        "without the US",
        "exclude US",
        "no longer US",
        "not the US",
        "不再要美国",
        "剔除美国",
    ],
)
def test_an_exclusion_stays_an_exclusion(text: str) -> None:
    assert said(text) == [("country", "exclude", US, None)]


@pytest.mark.parametrize(
    "text",
    [
        "把美国换成英国",
        "美国改成英国",
        "change US to UK",
        "replace the US with the UK",
        "swap US for UK",
        "UK instead of the US",
        "switch from the US to the UK",
        "用英国代替美国",
        "去掉美国再加英国",
        "remove US and add UK",
        "去掉美国，加上英国",
        "drop the US, then add the UK",
    ],
)
def test_one_value_for_another_is_a_removal_and_an_addition(text: str) -> None:
    assert sorted(said(text)) == [("country", "hard", UK, "add"), ("country", "hard", US, "remove")]


@pytest.mark.parametrize(
    ("text", "op", "value"),
    [
        ("粉丝改成5k以上", "gte", 5000),
        ("粉丝从1w改成5k", "gte", 5000),
        ("把粉丝调到5k以上", "gte", 5000),
        ("粉丝放宽到5k", "gte", 5000),
        ("change followers from 10k to 5k", "gte", 5000),
        ("set followers to 5k+", "gte", 5000),
        ("lower the followers to 5k", "gte", 5000),
        ("make it at least 5k followers", "gte", 5000),
        ("把1w粉换成5k粉", "gte", 5000),
        ("换成粉丝5k以上", "gte", 5000),
        ("make it under 5k followers", "lt", 5000),
        ("change 10k followers to 5k followers", "gte", 5000),
    ],
)
def test_a_figure_is_replaced(text: str, op: str, value: int) -> None:
    assert said(text) == [("followers", "hard", (value,), "replace")]
    assert read(text, "youtube", context=BOX).conditions[0].op == op


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("去掉粉丝条件", "followers"),
        ("删掉粉丝要求", "followers"),
        ("粉丝不限", "followers"),
        ("把粉丝限制去掉", "followers"),
        ("取消均播限制", "avg_views"),
        ("去掉地区", "country"),
        ("去掉地区限制", "country"),
        ("去掉语言要求", "language"),
        ("drop the followers filter", "followers"),
        ("remove the follower limit", "followers"),
        ("clear the region filter", "country"),
        ("remove the language filter", "language"),
        ("去掉价格", "price"),
    ],
)
def test_a_field_is_dropped_by_its_name(text: str, field: str) -> None:
    assert said(text) == [(field, "hard", (), "remove")]


def test_words_and_categories_change_as_well() -> None:
    assert (
        said("再加开箱") == [("keyword", "keyword", ("开箱",), "add")]
        or said("再加开箱")[0][0] == "content_style"
    )
    assert said("只要露营") == [("keyword", "keyword", ("露营",), "only")]
    assert said("加上美妆") == [("category", "hard", ("beauty",), "add")]
    assert said("also camping") == [("keyword", "keyword", ("camping",), "add")]
    assert said("把露营换成钓鱼") == [
        ("keyword", "keyword", ("露营",), "remove"),
        ("keyword", "keyword", ("钓鱼",), "add"),
    ]
    assert said("remove blorptang") == [("keyword", "keyword", ("blorptang",), "remove")]


def test_a_list_belongs_to_its_change_and_other_fields_do_not() -> None:
    assert said("只要英国、德国") == [("country", "hard", ("GB", "DE"), "only")]
    assert said("only UK, Germany") == [("country", "hard", ("GB", "DE"), "only")]
    assert said("only the UK and Germany") == [("country", "hard", ("GB", "DE"), "only")]
    assert said("只要英国，粉丝1w+") == [
        ("country", "hard", UK, "only"),
        ("followers", "hard", (10_000,), None),
    ]
    assert said("只要英国，不要美国") == [("country", "hard", UK, "only"), ("country", "exclude", US, None)]
    assert said("不要美国只要英国") == [("country", "exclude", US, None), ("country", "hard", UK, "only")]
    assert said("粉丝1w+，再加德国") == [
        ("followers", "hard", (10_000,), None),
        ("country", "hard", DE, "add"),
    ]


@pytest.mark.parametrize("text", ["英国", "UK", "德语", "German", "YouTube"])
def test_a_bare_name_in_an_expanded_box_is_a_condition(text: str) -> None:
    assert [(len(values), change) for _, _, values, change in said(text)] == [(1, None)]
    assert said(text)[0][0] != "keyword"


VAGUE = [
    "放宽粉丝要求",
    "放宽一点",
    "再放宽一些条件",
    "粉丝再多一点",
    "粉丝再少一些",
    "更小",
    "更大的博主",
    "更便宜一点的",
    "再严格一点",
    "更多",
    "再来一些结果",
    "降低门槛",
    "smaller",
    "bigger channels",
    "a bit smaller",
    "more relaxed",
    "less strict please",
    "more",
    "show me more",
    "more results",
    "loosen the filters",
    "relax the follower requirements",
    "widen the search",
    "cheaper ones",
    "fewer followers",
    "make it 10k",
    "改成1万",
]


@pytest.mark.parametrize("text", VAGUE)
def test_more_or_less_without_a_value_is_pending_and_says_what_to_write(text: str) -> None:
    request = read(text, "youtube", context=BOX)
    check(request)
    assert request.conditions == ()
    assert request.expected_state is None
    assert "pending" in {s.status for s in request.spans}


@pytest.mark.parametrize(
    "text",
    [
        "just dance",
        "plus size fashion",
        "only fans",
        "add-on luggage",
        "还有更新的博主",
        "make up tutorials",
        "clear skin tips",
        "drop shipping",
    ],
)
def test_a_name_that_begins_like_a_change_is_none(text: str) -> None:
    assert {change for *_, change in said(text)} <= {None}


@pytest.mark.parametrize("text", ["只要英国", "also UK", "改成英国", "remove UK", "更小"])
def test_without_a_search_nothing_changes(text: str) -> None:
    assert {change for *_, change in said(text, Context())} <= {None}


@pytest.mark.parametrize(
    ("text", "op", "value"),
    [
        ("去掉粉丝1w以下的", "gt", 10_000),
        ("删掉粉丝超过10万的博主", "lte", 100_000),
        ("drop anyone under 5k followers", "gte", 5_000),
        ("remove channels with more than 100k followers", "lte", 100_000),
    ],
)
def test_channels_on_one_side_of_a_figure_leave_the_other(text: str, op: str, value: int) -> None:
    assert said(text) == [("followers", "hard", (value,), None)]
    assert read(text, "youtube", context=BOX).conditions[0].op == op


def test_a_condition_is_dropped_by_its_words() -> None:
    assert said("去掉粉丝1w以上这个条件") == [("followers", "hard", (10_000,), "remove")]
    assert said("remove the word camping") == [("keyword", "keyword", ("camping",), "remove")]
    assert said("删掉关键词露营") == [("keyword", "keyword", ("露营",), "remove")]
    assert said("粉丝加到10万") == [("followers", "hard", (100_000,), "replace")]


@pytest.mark.parametrize("text", ["不要只看美国", "not only the US", "不再只要美国", "no longer only US"])
def test_the_end_of_a_limit_asks_what_else(text: str) -> None:
    request = read(text, "youtube", context=BOX)
    check(request)
    assert request.conditions == ()
    assert [s.status for s in request.spans] == ["pending"]
