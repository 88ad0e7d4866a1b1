"""The set-up script, with a Python that only writes down what it is asked to do."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.source import ROOT

TOOLS = ("sh", "dirname", "cat", "cksum", "head", "rm")


class Checkout:
    """A checkout in a folder with a space, and a ``PATH`` that holds a shell and little else."""

    def __init__(self, folder: Path) -> None:
        self.root, self.tools, self.log = folder / "a project", folder / "tools", folder / "log"
        (self.root / "scripts").mkdir(parents=True)
        self.tools.mkdir()
        for name in TOOLS:
            (self.tools / name).symlink_to(shutil.which(name))
        shutil.copy(ROOT / "scripts/setup", self.root / "scripts/setup")
        for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock"):
            (self.root / name).write_text("as it was\n")

    def program(self, path: Path, body: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def environment(self) -> None:
        """A ``.venv`` whose Python logs its calls of pip."""
        self.program(self.root / ".venv/bin/python", f'[ "$1" = -c ] || echo "$*" >>"{self.log}"')
        for name in ("pip", "serendip"):
            self.program(self.root / ".venv/bin" / name, "exit 0")

    def setup(self, kind: str) -> tuple[int, str, list[str]]:
        """Exit status, standard error, and what pip was asked to install."""
        self.log.write_text("")
        done = subprocess.run(
            [self.tools / "sh", "scripts/setup", kind],
            cwd=self.root,
            env={"PATH": str(self.tools)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr, [line.split()[-1] for line in self.log.read_text().splitlines()]


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def test_without_python_it_says_what_is_needed(checkout):
    status, said, _ = checkout.setup("run")
    assert status == 1
    assert "needs Python 3.11" in said
    assert "需要 Python 3.11" in said
    assert not (checkout.root / ".venv").exists()


def test_a_python_that_does_not_fit_is_passed_over(checkout):
    checkout.program(checkout.tools / "python3", "exit 1")
    assert "needs Python 3.11" in checkout.setup("run")[1]


def test_running_installs_less_than_developing(checkout):
    checkout.environment()
    assert checkout.setup("run")[2] == ["requirements.lock", "."]
    assert checkout.setup("dev")[2] == ["requirements-dev.lock"]


def test_the_second_time_nothing_is_done(checkout):
    checkout.environment()
    assert checkout.setup("dev")[2] == ["requirements.lock", ".", "requirements-dev.lock"]
    assert checkout.setup("dev") == (0, "", [])
    assert checkout.setup("run") == (0, "", [])


def test_a_changed_lock_is_installed(checkout):
    checkout.environment()
    checkout.setup("dev")
    (checkout.root / "requirements.lock").write_text("another\n")
    assert checkout.setup("dev")[2] == ["requirements.lock", "."]


def test_a_moved_folder_begins_again(checkout):
    checkout.environment()
    checkout.setup("run")
    checkout.root = checkout.root.rename(checkout.root.with_name("elsewhere"))
    status, said, _ = checkout.setup("run")
    assert (status, "needs Python" in said) == (1, True)
    assert not (checkout.root / ".venv").exists()


def test_an_interrupted_creation_begins_again(checkout):
    checkout.environment()
    (checkout.root / ".venv/bin/pip").unlink()
    checkout.setup("run")
    assert not (checkout.root / ".venv").exists()
