"""The packaged tables are clean, and surfaces fold and carry their marks as documented."""

from __future__ import annotations

from importlib.resources import files

import pytest

from serendip.catalogue.vocabulary import fold, rows, surfaces

CATALOGUE = [
    "categories.tsv",
    "category_labels.tsv",
    "cities.tsv",
    "countries.tsv",
    "language_areas.tsv",
    "languages.tsv",
    "regions.tsv",
    "scopes.tsv",
    "subdivisions.tsv",
    "youtube_category_ids.tsv",
]
LEXICON = ["brands.tsv", "category_equals.tsv", "topic_styles.tsv", "topics.tsv"]
TABLES = [
    *(("serendip.catalogue", name) for name in CATALOGUE),
    *(("serendip.search.lexicon", name) for name in LEXICON),
]


@pytest.mark.parametrize(("package", "name"), TABLES)
def test_every_cell_is_clean(package: str, name: str):
    header = files(package).joinpath("data", name).read_text(encoding="utf-8").splitlines()[0].split("\t")
    found = list(rows(package, name))
    assert found
    for cells in found:
        assert len(cells) == len(header), cells
        for cell in cells:
            assert cell == cell.strip(), cells
            for word, _ in surfaces(cell):
                assert word == word.strip(), cells
                assert "\u3000" not in word, cells


def test_marks_become_flags():
    found = dict(surfaces("!?US|~Georgia|^家庭|plain||"))
    assert found == {
        "US": {"needs_case", "weak"},
        "Georgia": {"ambiguous"},
        "家庭": {"extra"},
        "plain": frozenset(),
    }


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  São   Paulo ", "sao paulo"),
        ("Łódź", "lodz"),
        ("ＵＳＡ", "usa"),
        ("Côte d’Ivoire", "cote d'ivoire"),
        ("Straße", "strasse"),
        ("が", "が"),
        ("東京", "東京"),
        ("Россия", "россия"),
        ("", ""),
    ],
)
def test_fold(text: str, folded: str):
    assert fold(text) == folded
