"""Categories: raw labels lead to codes; requests name a category by a bare top-level word alone."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

from serendip.catalogue import taxonomy
from serendip.catalogue.vocabulary import fold, table


def test_codes_used_anywhere_are_categories():
    known = set(taxonomy.categories())
    assert {e.value for e in taxonomy.entries()} <= known
    assert all(c.label_zh and c.label_en for c in taxonomy.categories().values())
    for number in range(1, 45):
        assert set(taxonomy.codes_for_youtube(str(number)) or ()) <= known
    assert taxonomy.codes_for_youtube("99") is None


def test_a_word_asks_for_one_category():
    surfaces = [fold(e.surface) for e in taxonomy.entries()]
    assert len(surfaces) == len(set(surfaces))


@pytest.mark.parametrize(
    ("label", "codes"),
    [
        ("Science & Technology", ("technology", "science")),
        ("https://en.wikipedia.org/wiki/Hip_hop_music", ("music",)),
        ("https://en.wikipedia.org/wiki/Lifestyle_(sociology)", ("lifestyle",)),
        ("overseas_life", ("travel",)),
        ("GAMING", ("gaming",)),
        ("遊戲", ("gaming",)),
        ("Espectáculos", ("entertainment",)),
        ("Beauty, Fashion", ("beauty", "fashion")),
        ("Digital Creator", ()),
        ("Quantum basket weaving", None),
        ("Beauty, Quantum basket weaving", None),
    ],
)
def test_codes_for(label: str, codes: tuple[str, ...] | None):
    assert taxonomy.codes_for(label) == codes


def test_every_code_and_label_of_ours_maps_to_itself():
    for category in taxonomy.categories().values():
        for label in (category.code, category.label_zh, category.label_en):
            assert category.code in (taxonomy.codes_for(label) or ())


def test_every_raw_label_of_the_real_files_is_known(shared: Path):
    labels: set[str] = set()
    with gzip.open(shared / "data/channels.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            channel = json.loads(line)
            labels |= {channel.get("category") or "", *(channel.get("categories") or ())}
    columns = {
        "ranking_youtube.csv": ("Category", "Category-2"),
        "youtube_api_channels.csv": ("niche",),
        "youtube_statistics_latin1.csv": ("Category", "Channel_Type"),
    }
    for name, wanted in columns.items():
        with (shared / "data/exports" / name).open(encoding="latin-1", newline="") as file:
            for row in csv.DictReader(file):
                labels |= {row[column] or "" for column in wanted}
    labels.discard("")
    assert len(labels) > 150
    assert sorted(label for label in labels if taxonomy.codes_for(label) is None) == []


def test_the_labelled_requests_draw_the_same_border(shared: Path):
    words = table(taxonomy.entries())
    asked = certain = 0
    for line in (shared / "data/queries.dev.jsonl").read_text(encoding="utf-8").splitlines():
        for condition in json.loads(line)["conditions"]:
            if condition["field"] == "category":
                asked += len(condition["values"])
                spans = fold(condition["span"]).split()
                hits = {words[s].value for s in spans if s in words and not words[s].flags}
                certain += hits == set(condition["values"])
            if condition["field"] == "keyword":
                entry = words.get(fold(condition["value"]))
                assert entry is None or entry.flags, condition["value"]
    assert asked == 6
    assert certain == 5
