"""The analyser: texts and keywords become the same tokens."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from serendip.core.analyse import MAX_TOKENS, analyse, find_phrase, first_match, fold_identity, phrase


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Café ØLEN Straße", ["cafe", "olen", "strasse"]),
        ("men's L'Oréal ’n’", ["men", "loreal", "n"]),
        ("ＦＵＬＬ　ｗｉｄｔｈ", ["full", "width"]),
        ("swim-vests, boxes; stories", ["swim", "vest", "box", "story"]),
        ("movie movies hoodie hoodies pies", ["movy", "movy", "hoody", "hoody", "pie"]),
        ("bus glass tennis gas news", ["bus", "glass", "tennis", "gas", "new"]),
        ("gaming gamer trained", ["gaming", "gamer", "trained"]),
        ("c++ C# disney+ a#b", ["c++", "c#", "disney", "a#", "b"]),
        ("#SwimVest @foo_bar", ["swimvest", "foo", "bar"]),
        ("汽配评测", ["汽配", "配评", "评测", "测"]),
        ("iPhone15评测", ["iphone15", "评测", "测"]),
        ("每週影片", ["每周", "周视", "视频", "频"]),
        ("料理動画です", ["料理", "理动", "动画", "画で", "です", "す"]),
        ("학교에", ["학교", "교에", "에"]),
        ("हिन्दी वीडियो", ["हिन्दी", "वीडियो"]),
        ("العَرَبِيّة", ["العربية"]),
        ("йод ёлка", ["йод", "ёлка"]),
        ("🇺🇸👍🏽♥️", ["🇺🇸", "👍", "♥"]),
        ("a\n\nb", ["a", "", "", "b"]),
        ("\ud800 \x00 \u200b", []),
        ("", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert analyse(text) == tokens


@pytest.mark.parametrize(
    ("keyword", "tokens"),
    [
        ("汽配", [(0, "汽配", False)]),
        ("汽配 评测", [(0, "汽配", False), (2, "评测", False)]),
        ("猫 food", [(0, "猫", True), (1, "food", False)]),
        ("!", []),
        ("a\nb", [(0, "a", False), (1, "b", False)]),
    ],
)
def test_a_keyword_asks_for_tokens_at_distances(keyword: str, tokens: list[tuple[int, str, bool]]) -> None:
    assert [(t.offset, t.token, t.prefix) for t in phrase(keyword)] == tokens


@pytest.mark.parametrize(
    ("text", "keyword", "words"),
    [
        ("The Men's Swim-Vests shop", "mens swim vest", "Men's Swim-Vests"),
        ("每週更新影片，汽車配件評測", "视频", "影片"),
        ("每週更新影片，汽車配件評測", "汽车配件", "汽車配件"),
        ("Ｈｅｌｌｏ straße", "strasse", "straße"),
        ("大猫 food", "猫 food", "猫 food"),
        ("nothing", "thing", None),
        ("nothing", "", None),
    ],
)
def test_where_a_keyword_stands(text: str, keyword: str, words: str | None) -> None:
    span = find_phrase(text, keyword)
    assert (None if span is None else text[slice(*span)]) == words


@given(st.text(alphabet="猫汽配评测影片動画のカタab \n,", max_size=12), st.integers(0, 11), st.integers(1, 6))
@example("影片", 0, 2)
def test_every_part_of_a_line_is_found_in_it(text: str, start: int, length: int) -> None:
    """What is written in unspaced script is found by any part of it: nothing hangs on a segmenter."""
    part = text[start : start + length]
    if phrase(part) and not set(part) & set("ab \n,影片"):
        assert find_phrase(text, part) is not None


@given(st.text(max_size=80))
def test_a_line_contains_itself(text: str) -> None:
    line = " ".join(text.split())
    wanted = phrase(line)
    assert not wanted or first_match(analyse(line), wanted) == 0
    span = find_phrase(line, line)
    assert (span is not None) == bool(wanted)
    assert span is None or 0 <= span[0] < span[1] <= len(line)


@given(st.text(max_size=60))
def test_identities_are_folded_once_and_for_all(text: str) -> None:
    assert fold_identity(fold_identity(text)).strip() == fold_identity(text).removeprefix("@")


def test_a_text_has_an_end() -> None:
    assert len(analyse("a " * (MAX_TOKENS + 5))) == MAX_TOKENS
    assert analyse("x" * 70) == ["x" * 64]


_ODD = "aAé\u0301'`\u200b\r\n猫カ影片#+s"


@given(
    st.text(max_size=6) | st.text(alphabet=_ODD, max_size=6),
    st.sampled_from(" \n"),
    st.text(max_size=6) | st.text(alphabet=_ODD, max_size=6),
)
def test_nothing_hangs_on_what_is_beyond_a_space(before: str, gap: str, after: str) -> None:
    assert analyse(before + gap + after) == [*analyse(before), *analyse(gap), *analyse(after)]
