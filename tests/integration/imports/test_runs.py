"""Interruptions, repeats, mappings that are kept, and rows that end in each of the four ways."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from serendip.core.errors import InputError, RefusedFile
from serendip.imports.runner import BATCH, ImportOptions, Interrupted, Watch, import_file, plan_import
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
            "message": "the row is broken: its number of columns differs from the header, "
            "a quote never closes, or it is no valid JSON",
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
    take(first, platform="tiktok", overrides={"amount": None})
    again = take(second, platform="tiktok")
    assert [(u.name, u.why) for u in again.unused] == [("amount", "remembered")]
    assert "2026-11-30" in again.unused[0].en
    assert "2026-11-30" in again.unused[0].zh
    assert "--fresh-mapping" in again.as_json()["columns_hint"]
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


BROKEN_LINES = {
    "half broken": (b'{"handle":"a"}\nnot json\n{"handle":"b"\n{"handle":"c"}\n', [2, 3]),
    "first broken": (b'oops\n{"handle":"a"}\n\n{"handle":"b"}\n', [1]),
    "truncated end": (b'{"handle":"a"}\n{"handle":"b"}\n{"handle":"c","fol', [3]),
    "no objects": (b'{"handle":"a"}\n[1]\n"x"\n5\nnull\n{"handle":"b"}\n{"handle":"c"}', [2, 3, 4, 5]),
    "invalid UTF-8": (b'{"handle":"a"}\n{"handle":"b\xff\xfe"\n{"handle":"c"}\n', [2]),
    "a NUL": (b'{"handle":"a"}\n{"handle":"b\x00"}\n{"handle":"c"}\n', [2]),
    "two a line": (b'{"handle":"a"}{"handle":"b"}\n{"handle":"c"}\n{"handle":"d"}', [1]),
}


@pytest.mark.parametrize("what", BROKEN_LINES)
@pytest.mark.parametrize("name", ["x.jsonl", "x.txt"])
def test_every_line_of_json_lines_is_accounted_for(
    what: str, name: str, tmp_path: Path, take: Importer
) -> None:
    content, bad = BROKEN_LINES[what]
    path = tmp_path / name
    path.write_bytes(content)
    report = take(path, platform="tiktok")
    assert [line for line, _ in report.rejected] == bad
    assert report.rows == sum(bool(line.strip()) for line in content.split(b"\n"))
    assert report.created == report.rows - len(bad)


def test_every_member_of_a_json_list_is_accounted_for(tmp_path: Path, take: Importer) -> None:
    path = tmp_path / "x.json"
    path.write_text('[\n7, {"handle":"a"},\nnull,\n"x, y", [1, [2]],\nnonsense,\n{"handle":"b"},\n{"c" 5}\n]')
    report = take(path, platform="tiktok")
    assert report.created == 2
    assert list(report.rejected) == [
        (2, "not_an_object"), (3, "not_an_object"), (4, "not_an_object"), (4, "not_an_object"),
        (5, "malformed_row"), (7, "malformed_row"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "handles"),
    [
        ('{"data":{"items":[{"handle":"a"},{"handle":"b"}]}}', ["a", "b"]),
        ('{"errors":[{"x":1},{"x":2},{"x":3}],"data":{"page":{"items":[{"handle":"a"}]}}}', ["a"]),
        ('{"handle":"a","followers":5,"videos":[{"views":1},{"views":2}]}', ["a"]),
        ('{"title":"export","items":[{"handle":"a","followers":5}]}', ["a"]),
    ],
)
def test_the_list_of_channels_is_found_inside_a_document(
    content: str, handles: list[str], tmp_path: Path, store: Store, take: Importer
) -> None:
    path = tmp_path / "nest.json"
    path.write_text(content)
    assert take(path, platform="tiktok").created == len(handles)
    assert all(store.by_identity("tiktok", "handle", h) for h in handles)


def test_columns_that_were_not_used_are_listed_with_reasons(tmp_path: Path, take: Importer) -> None:
    path = tmp_path / "x.csv"
    path.write_text("handle,Quux,followers,Region\ntea,1,1st,Ohio\nmilk,2,2nd,Utah\n")
    report = take(path, platform="tiktok").as_json()
    assert [(u["column"], u["why"]) for u in report["unused_columns"]] == [
        ("Quux", "unknown_name"), ("followers", "few_readable"), ("Region", "few_readable"),
    ]  # fmt: skip
    assert all(option in report["columns_hint"] for option in ("--dry-run", "--map", "--fresh-mapping"))
    path.write_text("@tea,500,ES\n@milk,600,FR\n")
    nameless = take(path, platform="tiktok").unused
    assert [(u.number, u.why) for u in nameless] == [(2, "no_name"), (3, "no_name")]


def test_european_files_are_read(tmp_path: Path, store: Store, take: Importer) -> None:
    path = tmp_path / "x.csv"
    path.write_text(
        "Nutzername;Abonnenten;Land;Ø Aufrufe\ntea;1.234.567;Deutschland;1 234,5\n"
        "milk;1.234;FR;7,5\nsoy;siehe Notiz;;\n"
    )
    report = take(path, platform="tiktok")
    assert not report.unused
    assert report.warnings == {("Abonnenten", "not_a_number"): 1}
    values = [store.by_identity("tiktok", "handle", h) for h in ("tea", "milk")]
    assert [c and c.value("followers") for c in values] == [1_234_567, 1_234]
    assert values[0] is not None
    assert values[0].value("country") == ("DE",)


def test_a_platform_against_which_the_file_speaks_is_kept_with_a_note(tmp_path: Path, take: Importer) -> None:
    path = tmp_path / "x.csv"
    path.write_text("handle,TikTok followers\ntea,5\n")
    report = take(path, platform="youtube")
    assert report.created == 1
    assert [n.code for n in report.notes] == ["platform_contradicted"]
    assert "tiktok" in report.notes[0].en
    assert [u.why for u in report.unused] == ["other_platform"]
    assert not take(path, platform="tiktok").notes


def test_platforms_without_channel_search_are_kept_and_said(
    tmp_path: Path, store: Store, take: Importer
) -> None:
    path = tmp_path / "x.csv"
    path.write_text("handle,platform\ntea,bilibili\nmilk,tiktok\n")
    report = take(path)
    assert report.created == store.count() == 2
    assert [n.en for n in report.notes] == [
        "1 channels of bilibili are kept; search covers youtube, x, instagram, tiktok"
    ]


def test_a_date_in_the_future_is_refused(tmp_path: Path, store: Store, take: Importer) -> None:
    path = tmp_path / "x.csv"
    path.write_text("handle,followers\ntea,5\n")
    for day in (date(2030, 1, 1), date(1999, 1, 1)):
        with pytest.raises(InputError) as caught:
            take(path, platform="tiktok", as_of=day)
        assert caught.value.code == "ERR_AS_OF"
    assert store.count() == 0


def test_ctrl_c_says_how_many_rows_are_kept(tmp_path: Path, store: Store) -> None:
    path = _big(tmp_path / "big.csv")

    def stop_at(rows: int) -> Watch:
        def watch(done: int, _read: int, _size: int) -> None:
            if done >= rows:
                raise KeyboardInterrupt

        return watch

    options = ImportOptions(today=TODAY)
    for stop, kept in ((BATCH, 0), (3 * BATCH, 2 * BATCH)):
        with pytest.raises(Interrupted) as caught:
            import_file(path, store, options, stop_at(stop))
        assert (caught.value.file, caught.value.rows) == ("big.csv", kept)
    report = import_file(path, store, options)
    assert report.rows == ROWS
    assert report.resumed > 0
