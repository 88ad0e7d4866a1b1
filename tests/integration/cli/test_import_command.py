"""``serendip import`` as a process: standard input, its words, and Ctrl-C while similarity is worked out."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, cast

import pytest

PROGRAM = "from serendip.cli.main import run; run()"
LIST = "handle,Followers,Quux\ntea,5,x\nmilk,6,y\n"


def _command(home: Path, *words: str) -> tuple[list[str], dict[str, str]]:
    env = {**os.environ, "SERENDIP_HOME": str(home), "LC_ALL": "C.UTF-8"}
    return [sys.executable, "-c", PROGRAM, "import", *words], env


def _run(home: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    args, env = _command(home, *words)
    return subprocess.run(
        args, env=env, input=given, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_standard_input_is_read(name: str, tmp_path: Path) -> None:
    done = _run(tmp_path, name, "--platform", "tiktok", "--json", given=LIST)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["file"], said["created"]) == ("stdin", 2)
    assert [u["column"] for u in said["unused_columns"]] == ["Quux"]
    shown = _run(tmp_path, name, "--platform", "tiktok", "--dry-run", given=LIST)
    assert "Quux" in shown.stdout
    assert _run(tmp_path, name, "--platform", "tiktok").returncode == 2


def test_the_text_says_everything_in_words(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("handle,TikTok followers,Quux,created\ntea,odd,x,1970-01-01\nmilk,5,y,2020-01-01\n")
    done = _run(tmp_path / "home", str(path), "--platform", "bilibili")
    assert done.returncode == 0, done.stderr
    for words in (
        "Columns that were not used",
        "the name is not known",
        "the name speaks of another platform",
        "--fresh-mapping",
        "the file speaks of tiktok",
        "2 channels of bilibili are kept",
        "a date before 2004",
    ):
        assert words in done.stdout
    assert "too_old" not in done.stdout


def test_a_future_date_is_refused(tmp_path: Path) -> None:
    done = _run(tmp_path, "-", "--platform", "tiktok", "--as-of", "2130-01-01", given=LIST)
    assert done.returncode == 2
    assert "ERR_AS_OF" in done.stderr


def test_ctrl_c_leaves_similarity_for_later(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    rows = "".join(f"tea{i},tea house|kettle number {i}\n" for i in range(3_000))
    path.write_text("handle,tags\n" + rows)
    args, env = _command(tmp_path / "home", str(path), "--platform", "tiktok", "--no-language")
    with subprocess.Popen(
        args, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        said = cast("IO[str]", running.stderr).readline()
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert "Search works already" in said
    assert "3,000 channels" in said
    assert "created 3,000" in out
    assert "Similarity is left for later" in err
    assert "Traceback" not in err
    assert running.returncode == 0
    args, env = _command(tmp_path / "home")
    found = subprocess.run(
        [*args[:-1], "find", "tea house", "--platform", "tiktok", "--json"],
        env=env, capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert json.loads(found.stdout)["results"]["total"] == 3_000
