"""The command starts for a stranger: a bare environment, another folder, nothing heavy for ``--help``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from serendip.cli.main import app
from tests.house.source import ROOT

COMMAND = Path(sys.executable).with_name("serendip")
HEAVY = {"fastapi", "lingua", "numpy", "polars", "sqlalchemy", "tantivy", "uvicorn"}


def names(command, path=()):
    inner = getattr(command, "commands", {})
    yield path
    for key, child in inner.items():
        yield from names(child, (*path, key))


COMMANDS = list(names(get_command(app)))


def bare(*arguments, folder):
    return subprocess.run(
        arguments,
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_answers(tmp_path, path):
    shown = bare(str(COMMAND), *path, "--help", folder=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "Usage: serendip" in shown.stdout
    assert list(tmp_path.iterdir()) == [], "asking for help leaves nothing behind"


def test_help_loads_nothing_heavy(tmp_path):
    code = (
        "import json, sys, serendip.cli.main; print(json.dumps(sorted(m.split('.')[0] for m in sys.modules)))"
    )
    loaded = bare(sys.executable, "-c", code, folder=tmp_path)
    assert HEAVY & set(json.loads(loaded.stdout)) == set()


def test_every_command_has_its_place_in_the_reference():
    page = (ROOT / "docs/reference/cli.md").read_text("utf-8")
    leaves = [p for p in COMMANDS if not any(q[: len(p)] == p and q != p for q in COMMANDS)]
    assert [p for p in leaves if f"## serendip {' '.join(p)}\n" not in page] == []
