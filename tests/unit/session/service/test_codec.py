"""A session survives being stored: bytes and back give the very same state."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serendip.core.errors import Damaged
from serendip.search.session.codec import decode, encode, encode_results
from serendip.search.session.model import Results, Session
from tests.unit.session.walking import fresh, walk


def again(session: Session) -> Session:
    """Stored and read."""
    return decode(encode(session), encode_results(session.results))


@pytest.mark.req("CS-241")
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_wherever_a_walk_leads_the_session_comes_back_as_it_was(chance: random.Random):
    session = walk(chance, 25).session
    assert again(session) == session


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back(text: str):
    session = fresh()
    typed = replace(session, editor=replace(session.editor, draft_text=text), refused_text=text)
    assert again(typed) == typed


def test_the_results_stand_apart():
    session = replace(fresh(), results=Results(seq=3, items=({"name": "泳衣"},), total=1))
    assert "泳衣".encode() not in encode(session)
    assert decode(encode(session), encode_results(Results())) == replace(session, results=Results())


@pytest.mark.parametrize(
    ("state", "results"),
    [(b"", b""), (b"1{}", b"1{}"), (b"9{}", b"1{}"), (b"1", b"1"), (b"\x00\xff", b"1{}"), (b"1[]", b"1[]")],
)
def test_what_is_no_session_is_said_to_be_damaged(state: bytes, results: bytes):
    with pytest.raises(Damaged) as said:
        decode(state, results)
    assert said.value.code == "ERR_SESSION_DAMAGED"
    assert said.value.zh
    assert said.value.en


def test_a_later_shape_is_told_apart_and_not_guessed_at():
    whole = encode(fresh())
    with pytest.raises(Damaged):
        decode(b"2" + whole[1:], encode_results(Results()))
