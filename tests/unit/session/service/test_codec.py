"""What is stored of a session: any text as it was, the results apart, the shape named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.core.errors import Damaged
from serendip.search.session.codec import decode, encode, encode_results
from serendip.search.session.model import Results, Session
from tests.unit.session.walking import fresh


def again(session: Session) -> Session:
    """Stored and read."""
    return decode(encode(session), encode_results(session.results))


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back(text: str):
    session = fresh()
    typed = replace(session, editor=replace(session.editor, draft_text=text), refused_text=text)
    assert again(typed) == typed


def test_the_results_stand_apart():
    session = replace(fresh(), results=Results(seq=3, items=({"name": "泳衣"},), total=1))
    assert "泳衣".encode() not in encode(session)
    assert decode(encode(session), encode_results(Results())) == replace(session, results=Results())


def test_a_later_shape_is_told_apart_and_not_guessed_at():
    whole = encode(fresh())
    with pytest.raises(Damaged):
        decode(b"2" + whole[1:], encode_results(Results()))
