"""Paste, split and commit: pure functions of the keyword editor."""

from __future__ import annotations

import pytest

from serendip.core.errors import InputError
from serendip.search import editor
from serendip.search.parse import read


@pytest.mark.req("CS-227")
def test_many_lines_become_separated_parts_and_three_tags() -> None:
    draft = editor.paste("游泳背心\n泳镜\n\n浮板", locale="zh")
    assert draft == "游泳背心；泳镜；浮板"
    assert editor.commit(draft) == ["游泳背心", "泳镜", "浮板"]
    assert editor.paste("swim vest\r\ngoggles\n", locale="en") == "swim vest; goggles"


@pytest.mark.req("CS-228")
def test_a_text_that_is_too_long_is_refused_with_both_numbers() -> None:
    with pytest.raises(InputError) as refused:
        editor.commit("a" * 2001)
    assert refused.value.code == "ERR_INPUT_TOO_LONG"
    assert refused.value.zh == "输入过长（2001/2000 字符），请缩短后再搜索"
    assert refused.value.en == "Input too long (2001/2000 characters). Shorten it and search again"
    assert editor.commit("a" * 100) == ["a" * 100]


@pytest.mark.req("CS-229")
def test_one_keyword_too_long_or_too_many_refuse_the_whole_commit() -> None:
    with pytest.raises(InputError) as long:
        editor.commit("露营，" + "x" * 101)
    assert long.value.code == "ERR_KEYWORD_TOO_LONG"
    assert long.value.zh == "单个关键词最多 100 个字符"
    tags = [f"tag{i}" for i in range(19)]
    with pytest.raises(InputError) as many:
        editor.commit("a, b, c", existing=tags)
    assert many.value.code == "ERR_TOO_MANY_KEYWORDS"
    assert many.value.en == "At most 20 keywords"
    assert editor.commit("a", existing=tags) == ["a"]


@pytest.mark.req("CS-232")
def test_rich_text_gives_its_plain_text_only() -> None:
    assert editor.paste("swim", "<b>swim</b>") == "swim"
    assert (
        editor.paste(None, "<p>swim</p><script>alert(1)</script><p><b>vest</b></p>", locale="en")
        == "swim; vest"
    )
    assert editor.paste("<b>x</b>") == "<b>x</b>"


def test_quotes_and_digits_protect_separators() -> None:
    assert editor.commit('"red, green"，10,000 steps；「a、b」') == ["red, green", "10,000 steps", "a、b"]
    assert editor.commit("5, 6") == ["5", "6"]
    assert editor.commit('say "hi, there" now') == ['say "hi, there" now']
    assert editor.commit('12" pizza, 9" pan') == ['12" pizza, 9" pan']


def test_repeated_keywords_are_not_added() -> None:
    assert editor.commit("Swim Vest, ｓｗｉｍ vest, swim  vest") == ["Swim Vest"]
    assert editor.commit("SWIM VEST", existing=["swim vest"]) == []


def test_nothing_but_white_space_is_empty_input() -> None:
    with pytest.raises(InputError) as empty:
        editor.commit("\u200b \u0007 ， ")
    assert empty.value.code == "ERR_EMPTY_INPUT"


@pytest.mark.req("CS-230")
def test_invisible_characters_go_and_tabs_become_spaces() -> None:
    request = read("sw\u0000im\u200b ve\u202est", "youtube")
    assert [c.values for c in request.conditions] == [("swim vest",)]
    assert read("a\tb", "youtube").conditions[0].values == ("a b",)
    assert read("\u200b\u0007", "youtube").input_type is None


@pytest.mark.req("CS-233")
def test_operators_and_quotes_are_plain_characters() -> None:
    text = "100% _cotton' OR 1=1 --"
    request = read(text, "youtube")
    assert request.input_type == "keyword"
    assert [c.values for c in request.conditions] == [(text,)]
    assert editor.commit("C:\\path\\%x_") == ["C:\\path\\%x_"]


@pytest.mark.req("CS-231")
def test_html_is_literal_text() -> None:
    text = "<img src=x onerror=alert(1)>"
    request = read(text, "youtube")
    assert request.text == text
    assert "".join(str(v) for c in request.conditions for v in c.values) == text
