"""The commands in real processes: one JSON document, clear errors, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from serendip.bootstrap import Home
from serendip.settings import Settings
from tests.integration.search.conftest import CHANNELS

PROGRAM = "from serendip.cli.main import run; run()"
Run = Callable[..., subprocess.CompletedProcess]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    home = Home(Settings(home=folder))
    home.store.write(CHANNELS)
    home.catch_up()
    home.close()
    return folder


@pytest.fixture(scope="module")
def serendip(folder: Path) -> Run:
    def run(*words: str, home: Path = folder, feed: bytes = b"") -> subprocess.CompletedProcess:
        env = {**os.environ, "SERENDIP_HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "120"}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *words],
            env=env,
            input=feed,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done

    return run


def test_find_prints_one_json_document(serendip):
    answer = orjson.loads(serendip("find", "swim vest", "--json").stdout)
    assert answer.keys() >= {"inputs", "graph", "summary", "question", "repair", "notices", "results"}
    assert answer["results"].keys() >= {"total", "unknown", "items"}


def test_find_takes_words_and_excluded_words(serendip):
    answer = orjson.loads(serendip("find", "swim vest", "-toy", "--json").stdout)
    assert "pooltoys" not in {i["handle"] for i in answer["results"]["items"]}
    assert answer["results"]["total"] == 4


def test_a_search_is_kept_and_gone_on_with(serendip):
    def find(*words):
        return orjson.loads(serendip("find", *words, "--json").stdout)

    kept = find("qzxqzx swim vest", "--keep")
    assert kept["agent_state"] == "empty_repair"
    ways = kept["repair"]["suggestions"]
    applied = find("--session", kept["session_id"], "--apply", "1")
    assert applied["session_id"] == kept["session_id"]
    if ways[0]["expected_count"] is not None:
        assert applied["results"]["total"] == ways[0]["expected_count"]
    more = find("--session", kept["session_id"], "swim vest channels, US")
    assert [i["raw_text"] for i in more["inputs"]][-1] == "swim vest channels, US"


def test_what_a_session_does_not_offer_is_said(serendip):
    kept = orjson.loads(serendip("find", "pool", "--keep", "--json").stdout)
    for words in (("--answer", "1"), ("--apply", "1"), ("--undo",)):
        done = serendip("find", "--session", kept["session_id"], *words)
        assert done.returncode == 2
        assert words[0].encode() in done.stderr
    assert serendip("find", "x", "--session", "none").returncode == 3


def test_a_search_that_is_not_kept_leaves_the_active_one_alone(serendip):
    kept = orjson.loads(serendip("find", "pool", "--keep", "--json").stdout)
    serendip("find", "swim vest")
    again = orjson.loads(serendip("find", "--session", kept["session_id"], "--json").stdout)
    assert again["active"] is True
    assert [n["value"] for n in again["graph"]["nodes"]] == [{"text": "pool"}]


def test_a_wrong_option_is_named(serendip):
    done = serendip("find", "swim vest", "--limt", "5")
    assert done.returncode == 2
    assert b"--limt" in done.stderr


@pytest.mark.req("CS-231")
def test_markup_is_literal_on_the_screen_and_in_json(serendip):
    for text in ("<img src=x onerror=alert(1)>", "[bold]x[/bold]"):
        answer = orjson.loads(serendip("find", text, "--json").stdout)
        assert answer["graph"]["nodes"][0]["value"] == {"text": text}
        shown = serendip("find", text).stdout.decode()
        assert text in " ".join(shown.split())


def test_as_of_counts_activity_back_from_that_day(serendip):
    words = ("find", "swim vest channels, active in the last 7 days, US", "--json")
    then = orjson.loads(serendip(*words, "--as-of", "2026-11-30").stdout)
    later = orjson.loads(serendip(*words, "--as-of", "2027-06-30").stdout)
    assert {i["handle"] for i in then["results"]["items"]} == {"swimshop", "depths"}
    assert later["results"]["items"] == []


def test_channel_shows_facts_with_date_and_basis(serendip):
    shown = serendip("channel", "@swimshop").stdout.decode()
    assert "Swim Shop" in shown
    assert "2026-11-20" in shown
    assert serendip("channel", "nobody").returncode == 3


def test_an_empty_home_says_what_to_do(serendip, tmp_path):
    done = serendip("find", "x", home=tmp_path / "new")
    assert done.returncode == 3
    assert b"serendip import" in done.stderr


@pytest.mark.parametrize("broken", [b"port = 'x'\n", b"port = = 1\n"])
def test_broken_settings_are_named(serendip, tmp_path, broken):
    (tmp_path / "settings.toml").write_bytes(broken)
    done = serendip("find", "x", home=tmp_path)
    assert done.returncode == 2
    assert b"ERR_SETTINGS" in done.stderr


def test_a_home_that_cannot_be_made_is_named(serendip, tmp_path):
    (tmp_path / "file").write_text("")
    done = serendip("demo", "--count", "100", "--no-serve", home=tmp_path / "file" / "home")
    assert done.returncode == 4
    assert b"file/home" in done.stderr


def test_url_and_parse_read_lines_and_go_on_after_a_bad_one(serendip):
    feed = b'{"url": "youtube.com/@abc"}\nnonsense\n{"url": "x.com/abc"}\n'
    lines = [orjson.loads(x) for x in serendip("url", "--jsonl", feed=feed).stdout.splitlines()]
    assert [x.get("platform") for x in lines] == ["youtube", None, "x"]
    feed = '{"id": "1", "text": "露营", "page_platform": "youtube"}\n{"id": 2}\n'.encode()
    lines = [orjson.loads(x) for x in serendip("parse", "--jsonl", feed=feed).stdout.splitlines()]
    assert lines[0]["conditions"][0]["value"] == "露营"
    assert lines[1]["error"]["code"] == "ERR_INVALID_VALUE"


def test_parse_prints_conditions_and_spans(serendip):
    answer = orjson.loads(serendip("parse", "粉丝1w+的美妆博主，噶哒噶哒", "--json").stdout)
    assert {c["field"] for c in answer["conditions"]} >= {"followers", "category"}
    text = answer["text"]
    assert [text[s["start"] : s["end"]] for s in answer["spans"]] == [s["text"] for s in answer["spans"]]
    assert answer["spans"][0].keys() == {"start", "end", "text", "role", "status", "note_zh", "note_en"}
    assert {s["role"] for s in answer["spans"]} >= {"hard"}


def test_parse_says_headings_and_kinds_in_the_words_of_the_text(serendip):
    shown = serendip("parse", "粉丝1w+的美妆博主，近期活跃").stdout.decode()
    for words in (
        "自然语言需求",
        "条件",
        "作用",
        "来源",
        "状态",
        "原文",
        "筛选",
        "用户写明",
        "系统推断",
        "已生效",
    ):
        assert words in shown
    assert "natural_language" not in shown
    shown = serendip("parse", "US beauty creators with 10k+ followers").stdout.decode()
    for words in ("natural language", "Condition", "Effect", "filters", "said", "in effect"):
        assert words in shown
    assert "nothing to search for" in serendip("parse", "?!").stdout.decode()


def test_index_status_and_rebuild(serendip):
    before = orjson.loads(serendip("index", "status", "--json").stdout)
    assert before["behind"] == 0
    assert before["channels"] == len(CHANNELS)
    rebuilt = orjson.loads(serendip("index", "rebuild", "--json").stdout)
    assert rebuilt["channels"] == len(CHANNELS)
    answer = orjson.loads(serendip("find", "pool", "--json").stdout)
    assert answer["results"]["total"] == 1


def test_a_damaged_index_names_the_command_that_mends_it(serendip, tmp_path, folder):
    import shutil

    copy = tmp_path / "home"
    shutil.copytree(folder, copy)
    for file in (copy / "index").rglob("*"):
        if file.is_file():
            file.write_bytes(b"\x00" * 10)
    done = serendip("find", "pool", home=copy)
    assert done.returncode == 5
    assert b"serendip index rebuild" in done.stderr
    assert serendip("index", "rebuild", home=copy).returncode == 0
    assert serendip("find", "pool", home=copy).returncode == 0


def test_the_demo_loads_answers_and_goes(serendip, tmp_path):
    done = serendip("demo", "--count", "600", "--no-serve", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "car parts" in done.stdout.decode()
    gone = serendip("demo", "--remove", home=tmp_path)
    assert b"600" in gone.stdout
    assert orjson.loads(serendip("index", "status", "--json", home=tmp_path).stdout)["channels"] == 0
