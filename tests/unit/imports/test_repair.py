"""Garbled text is put right where that is certain, and left alone where it is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serendip.imports.repair import is_readable, mark_destroyed, repair


@pytest.mark.parametrize(
    ("garbled", "right"),
    [
        ("netd mÃ¼zik", "netd müzik"),
        ("ZÃ© Neto e Cristiano", "Zé Neto e Cristiano"),
        ("í\u0086\xa0ì\x9d´í\u0091¸ë\u0094©", "토이푸딩"),
        ("Le Monde Ã\xa0 L'Envers", "Le Monde à L'Envers"),
        ("Kids World Tv âœ©", "Kids World Tv ✩"),
        ("Officialâ€¦", "Official…"),
        ("Beyoncï¿½", "Beyonc\ufffd"),
        ("Beyoncï¿", "Beyonc\ufffd"),
    ],
)
def test_double_encoded_text_is_repaired(garbled: str, right: str) -> None:
    assert repair(garbled) == right


@pytest.mark.parametrize(
    "text", ["café", "Ângelo naïve", "Müller ÀÉ", "Ž Š œ", "über Ñandú", "日本語 é", "plain"]
)
def test_real_text_is_left_alone(text: str) -> None:
    assert repair(text) == text


@given(
    st.text(
        alphabet=st.characters(min_codepoint=0xA1, max_codepoint=0x2FFFF, exclude_categories=["Cs"]),
        min_size=3,
    )
)
def test_what_was_garbled_by_one_round_trip_comes_back(text: str) -> None:
    garbled = text.encode().decode("latin-1")
    assert repair(garbled) == text


def test_destroyed_characters_become_one_mark_and_do_not_name_anyone() -> None:
    assert mark_destroyed("ýýý Kids Diana Show") == "\ufffd Kids Diana Show"
    assert mark_destroyed("Mar\ufffd\ufffd\ufffd") == "Mar\ufffd"
    assert is_readable("\ufffd one31")
    assert not is_readable("ýýýýýýýý ýý ýýýýýýý")
    assert not is_readable("M\ufffd\ufffd")
