"""Every code that an import can end a cell or a column with is said in words."""

from __future__ import annotations

from typing import get_args

from serendip.catalogue.values import Problem
from serendip.imports.tables import REASONS, Reason
from serendip.imports.words import PROBLEMS, WHYS


def test_every_code_has_its_words_in_both_languages() -> None:
    assert set(PROBLEMS) == set(get_args(Problem))
    assert set(REASONS) == set(get_args(Reason))
    for table in (PROBLEMS, REASONS, WHYS):
        for code, (zh, en) in table.items():
            assert any("\u4e00" <= c <= "\u9fff" for c in zh)
            assert not ("_" in code and code in en)
