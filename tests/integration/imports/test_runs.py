"""Interruptions, repeats, mappings that are kept, and rows that end in each of the four ways."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from serendip.core.errors import InputError, RefusedFile
from serendip.imports.runner import BATCH, ImportOptions, import_file, plan_import
from serendip.imports.source import Source
from serendip.store.channels import Store, open_store
from tests.integration.imports.conftest import TODAY, Importer

ROWS = 5 * BATCH + 77


def _big(path: Path) -> Path:
    """A list in which each 500th row names nobody, and one row in the middle is broken."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["channel_id", "title", "description", "subscribers"])
        for i in range(ROWS):
            named = i % 500 != 3
            writer.writerow(
                [f"UC{i:022d}" if named else "", f"Tea {i}" if named else "", "line\nbreak", i + 1]
            )
    return path


def test_every_row_ends_in_one_of_four_ways(tmp_path: Path, store: Store, take: Importer) -> None:
    path = tmp_path / "list.csv"
    path.write_text("handle,followers\ntea,5\nmilk,6\n")
    assert take(path, platform="tiktok").created == 2
    path.write_text("handle,followers,country\ntea,7,ES\nmilk,6,\nsoy,8,FR\n,9,\nbroken,1,2,3\n")
    report = take(path, platform="tiktok")
    assert (report.created, report.updated, report.unchanged) == (1, 1, 1)
    assert report.as_json()["rejected"] == [
        {"line": 5, "reason": "no_identity", "message": "no channel id, link, handle or readable name"},
        {
            "line": 6,
            "reason": "malformed_row",
            "message": "the number of columns differs from the header, or a quote never closes",
        },
    ]


_KILLED = """
import os, signal, sys
from datetime import date
from pathlib import Path
from serendip.imports.runner import ImportOptions, import_file
from serendip.store.channels import open_store

store = open_store(Path(sys.argv[2]))
calls = 0

class Dying:
    def write(self, observations, progress=None):
        global calls
        calls += 1
        if sys.argv[4] == "before" and calls == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        found = store.write(observations, progress)
        if calls == int(sys.argv[3]):
            os.kill(os.getpid(), getattr(signal, sys.argv[5]))
        return found
    def __getattr__(self, name):
        return getattr(store, name)

import_file(Path(sys.argv[1]), Dying(), ImportOptions(today=date(2026, 11, 30)))
"""


@pytest.mark.parametrize(
    ("call", "when", "signal"),
    [
        (1, "before", "SIGKILL"),
        (3, "before", "SIGKILL"),
        (3, "after", "SIGKILL"),
        (4, "after", "SIGKILL"),
        (5, "after", "SIGINT"),
    ],
)
def test_an_interrupted_import_goes_on_and_accounts_for_every_row(
    tmp_path: Path, call: int, when: str, signal: str
) -> None:
    path, database = _big(tmp_path / "big.csv"), tmp_path / "broken.db"
    args = [sys.executable, "-c", _KILLED, str(path), str(database), str(call), when, signal]
    assert subprocess.run(args, capture_output=True, check=False, timeout=120).returncode != 0
    options = ImportOptions(today=TODAY)
    with open_store(database) as store:
        before = store.count()
        named = sum(i % 500 != 3 for i in range(BATCH))
        assert before % named == 0  # whole batches
        report = import_file(path, store, options)
        assert store.count() == ROWS - len(report.rejected)
        assert (
            report.created + report.updated + report.unchanged + len(report.rejected) == report.rows == ROWS
        )
        assert report.updated == 0
        assert report.created >= ROWS - len(report.rejected) - named
        with open_store(tmp_path / "whole.db") as clean:
            whole = import_file(path, clean, options)
        assert list(report.rejected) == list(whole.rejected)
        assert report.resumed <= before
        assert (report.resumed > 0) == (call >= 3)


def test_a_file_that_changed_is_read_anew(tmp_path: Path, store: Store, take: Importer) -> None:
    path = tmp_path / "list.csv"
    path.write_text("handle,followers\ntea,5\n")
    take(path, platform="tiktok", as_of=TODAY)
    path.write_text("handle,followers\ntea,6\n")
    report = take(path, platform="tiktok", as_of=TODAY)
    assert (report.updated, report.resumed) == (1, 0)
    channel = store.by_identity("tiktok", "handle", "tea")
    assert channel is not None
    assert channel.facts["followers"].as_of == "2026-11-30"


def test_a_mapping_that_was_given_once_is_kept_for_the_same_header(
    tmp_path: Path, store: Store, take: Importer
) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text("who,amount\ntea,5\n")
    second.write_text("who,amount\nmilk,6\n")
    with pytest.raises(RefusedFile) as caught:
        take(first, platform="tiktok")
    assert caught.value.code == "ERR_NO_IDENTITY_COLUMN"
    take(first, platform="tiktok", overrides={"who": "handle", "amount": "followers"})
    assert take(second, platform="tiktok").created == 1
    milk = store.by_identity("tiktok", "handle", "milk")
    assert milk is not None
    assert milk.value("followers") == 6
    with pytest.raises(RefusedFile):
        take(second, platform="tiktok", use_saved=False)


def test_a_platform_that_cannot_be_told_is_asked_for(tmp_path: Path, store: Store, take: Importer) -> None:
    path = tmp_path / "list.csv"
    path.write_text("handle,followers\ntea,5\n")
    with pytest.raises(RefusedFile) as caught:
        take(path)
    assert caught.value.code == "ERR_PLATFORM_UNKNOWN"
    assert "--platform" in caught.value.en
    assert "--platform" in caught.value.zh
    assert store.count() == 0


def test_links_of_several_platforms_in_one_column(tmp_path: Path, store: Store, take: Importer) -> None:
    path = tmp_path / "links.csv"
    path.write_text(
        "profile link,fans\nhttps://www.tiktok.com/@tea,5\nhttps://www.youtube.com/@tea,6\nhttps://example.com/tea,7\n"
    )
    report = take(path)
    assert (report.created, report.rejected.by_reason()) == (2, {"bad_identity": 1})
    assert store.by_identity("tiktok", "handle", "tea") is not None
    assert store.by_identity("youtube", "handle", "tea") is not None


def test_a_dry_run_shows_and_writes_nothing(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Nombre de usuario,Seguidores,Nota\ntea,5,x\n")
    plan = plan_import(Source(path), ImportOptions(today=TODAY, platform="tiktok"), store)
    shown = json.loads(json.dumps(plan.as_json()))
    assert [c["field"] for c in shown["columns"]] == ["handle", "followers", None]
    assert shown["columns"][1]["samples"] == ["5"]
    assert all(c["zh"] and c["en"] for c in shown["columns"])
    assert store.count() == 0


def test_a_wrong_override_is_named_before_anything_is_written(
    tmp_path: Path, store: Store, take: Importer
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("handle,followers\ntea,5\n")
    with pytest.raises(InputError, match="no column 'fans'"):
        take(path, platform="tiktok", overrides={"fans": "followers"})
    assert store.count() == 0


def test_formulas_are_plain_text(tmp_path: Path, store: Store, take: Importer) -> None:
    path = tmp_path / "list.csv"
    path.write_text('handle,name,followers\ntea,"=HYPERLINK(""http://x"")",=1+1\nmilk,Milk,5\nsoy,Soy,6\n')
    report = take(path, platform="tiktok")
    assert report.warnings == {("followers", "not_a_number"): 1}
    channel = store.by_identity("tiktok", "handle", "tea")
    assert channel is not None
    assert channel.name == '=HYPERLINK("http://x")'
    assert "followers" not in channel.facts
