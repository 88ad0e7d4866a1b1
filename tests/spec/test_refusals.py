"""Refused requests over HTTP: what stood in the box about earlier results goes with them."""

from __future__ import annotations

import pytest

from tests.spec.box import Box


@pytest.mark.req("CS-210", "CS-213")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("find creators with diabetes in the US", "MSG_SENSITIVE"),
        ("帮我写一封合作邮件给美国博主", "MSG_UNSUPPORTED"),
    ],
)
def test_a_refusal_leaves_no_word_about_earlier_results(box: Box, text: str, code: str):
    box.submit("帮我找美国的美妆博主，粉丝 9 亿以上")
    assert "MSG_NO_RECALL" in box.codes()
    searched = box.now["search_seq"]
    box.submit(text)
    assert code in box.codes()
    assert not {"MSG_NO_RECALL", "MSG_UNKNOWN_LEFT_OUT", "MSG_ANCHOR_OUTSIDE"} & set(box.codes())
    assert box.now["agent_state"] == "unsupported"
    assert box.now["results"]["items"] == []
    assert box.now["editor"]["draft_text"] == text
    assert box.now["search_seq"] == searched


def test_a_link_that_failed_beside_an_anchor_is_not_spoken_of_for_ever(box: Box):
    box.submit("https://www.youtube.com/@abc")
    box.submit("https://www.instagram.com/abc/")
    assert "MSG_URL_MISMATCH" in box.codes()
    assert box.now["results"]["pinned"]["handle"] == "abc"
    box.submit("swim")
    assert "MSG_URL_MISMATCH" not in box.codes()
