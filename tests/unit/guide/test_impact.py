"""How much a first page depends on an answer."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from serendip.search.guide.weighing import difference, impact

A, B, C = range(20), range(20, 40), range(40, 60)


def test_equally_likely_answers_with_quite_different_pages_change_all_of_it() -> None:
    assert impact([A, B], [1, 1]) == 1
    assert impact([A, B, C], [5, 5, 5]) == 1


def test_answers_with_the_same_page_change_nothing() -> None:
    assert impact([A, A, A], [1, 1, 1]) == 0


def test_half_a_page_counts_half() -> None:
    assert impact([range(20), range(10, 30)], [1, 1]) == 0.5


def test_an_improbable_answer_weighs_little() -> None:
    assert impact([A, B], [99, 1]) < 0.05
    assert impact([A, B], [3, 1]) == 0.75


def test_answers_that_speak_for_few_channels_weigh_little() -> None:
    assert impact([A, B], [1, 1], covered=0.3) == 0.3


def test_a_short_page_is_compared_with_the_longer_one() -> None:
    assert difference(range(2), range(20)) == 0.9
    assert difference((), ()) == 0


@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, 50), max_size=20), st.floats(0.01, 100)), min_size=2, max_size=4
    ),
    st.floats(0, 3),
)
def test_it_is_a_share_and_the_order_of_answers_does_not_matter(
    answers: list[tuple[Sequence[int], float]], covered: float
) -> None:
    pages, shares = [p for p, _ in answers], [s for _, s in answers]
    value = impact(pages, shares, covered)
    assert 0 <= value <= 1
    assert abs(impact(pages[::-1], shares[::-1], covered) - value) <= 0.001
