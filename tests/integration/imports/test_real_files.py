"""The files that people really have, into a real store."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

from serendip.store.channels import Store
from tests.integration.imports.conftest import Importer

EXPORTS = {
    # file: (platform, rows, rejected, a channel by (kind, id), its facts)
    "instagram_top200_bom.csv": (
        "instagram", 200, 0, ("handle", "cristiano"),
        {"followers": 475_800_000, "engagement_rate": 0.0139, "total_likes": 29 * 10**9, "country": ("ES",)},
    ),
    "ranking_tiktok.csv": (
        "tiktok", 1000, 0, ("handle", "mrbeast"),
        {"followers": 60_300_000, "avg_views": 29_200_000, "avg_comments": 30_800, "avg_shares": 7_200},
    ),
    "ranking_youtube.csv": (
        "youtube", 1003, 0, ("custom", "setindia"), {"followers": 147_200_000, "country": ("IN",)},
    ),
    "youtube_api_channels.csv": (
        "youtube", 1006, 0, ("channel_id", "UCbLhGKVY-bJPcawebgtNfbw"),
        {"followers": 1_660_000, "created_at": "2018-01-29", "country": ("US",), "content_count": 3471},
    ),
    "youtube_statistics_latin1.csv": (
        "youtube", 962, 17, ("name", "Like Nastya"),
        {"followers": 106_000_000, "created_at": "2016-01-14", "est_exposure": 48_947_000},
    ),
    "youtube_top5000_tab.csv": (
        "youtube", 5000, 0, ("name", "netd müzik"), {"followers": 11_373_567, "content_count": 8500},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXPORTS)
def test_each_export_is_imported_and_changes_nothing_the_second_time(
    name: str, shared: Path, store: Store, take: Importer
) -> None:
    platform, rows, rejected, identity, facts = EXPORTS[name]
    report = take(shared / "data" / "exports" / name)
    assert (report.facts["platform"], report.rows, len(report.rejected)) == (platform, rows, rejected)
    assert set(report.rejected.by_reason()) <= {"no_identity"}
    channel = store.by_identity(platform, *identity)
    assert channel is not None
    assert {field: channel.value(field) for field in facts} == facts
    assert channel.sources == (name,)
    again = take(shared / "data" / "exports" / name)
    assert (again.unchanged, again.created, again.updated) == (rows - rejected, 0, 0)


def test_what_is_not_shown_is_absent(shared: Path, store: Store, take: Importer) -> None:
    take(shared / "data" / "exports" / "ranking_youtube.csv")
    take(shared / "data" / "exports" / "youtube_top5000_tab.csv")
    silent = store.by_identity("youtube", "custom", "setindia")
    assert silent is not None
    assert not {"avg_views", "avg_likes", "avg_comments"} & set(silent.facts)
    dashes = store.by_identity("youtube", "name", "Vlad and Nikita")
    assert dashes is not None
    assert "followers" not in dashes.facts
    assert dashes.value("total_views") == 1_428_274_554


def test_rejected_lines_are_those_of_the_file(shared: Path, take: Importer) -> None:
    path = shared / "data" / "exports" / "youtube_statistics_latin1.csv"
    lines = path.read_text(encoding="utf-8").split("\n")
    for line, _ in take(path).rejected:
        name = next(csv.reader([lines[line - 1]]))[1]
        assert sum(c.isalnum() and c.isascii() for c in name) < 2, name


@pytest.mark.timeout(240)
def test_all_real_channels(shared: Path, store: Store, take: Importer) -> None:
    path = shared / "data" / "channels.jsonl.gz"
    report = take(path)
    with gzip.open(path) as lines:
        assert report.rows == sum(1 for _ in lines)
    assert set(report.rejected.by_reason()) <= {"no_identity"}
    assert len(report.rejected) < report.rows / 1000
    known = store.by_identity("tiktok", "handle", "mitsuyadepzai")
    assert known is not None
    assert known.facts["followers"].as_of == "2025-05"
    assert known.facts["avg_views"].basis == "derived"
    assert known.value("language") == ("vi",)
    spaniard = store.by_identity("instagram", "handle", "aalexandramoreira")
    assert spaniard is not None
    assert spaniard.facts["country"].basis == "reported"
    guessed = [c.facts["language"] for batch in store.iter_channels() for c in batch if "language" in c.facts]
    assert sum(f.basis == "guessed" for f in guessed) > 5_000
    again = take(path)
    assert (again.unchanged, again.created, again.updated) == (report.rows - len(report.rejected), 0, 0)
