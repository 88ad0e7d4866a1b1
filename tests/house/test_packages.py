"""The script for the Debian packages of the tests, with a list of its own and tools that only write down."""

import shutil
import subprocess

import pytest

from tests.house.source import ROOT


@pytest.fixture
def see_to(tmp_path):
    """Run the script for the packages ``here`` (its command exists) and ``gone`` (it does not)."""
    text = (ROOT / "scripts/test-packages").read_text("utf-8")
    start = text.index("<<'LIST'\n") + len("<<'LIST'\n")
    script = tmp_path / "test-packages"
    script.write_text(text[:start] + "here sh\ngone no-such-command\n" + text[text.index("LIST\n", start) :])
    for name in ("sh", "cat"):
        (tmp_path / name).symlink_to(shutil.which(name))

    def run(*, user: int):
        log = tmp_path / "log"
        log.write_text("")
        for name, body in {"id": f"echo {user}", "apt-get": f'echo "$*" >>"{log}"'}.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
            (tmp_path / name).chmod(0o755)
        done = subprocess.run(
            [tmp_path / "sh", script], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True
        )
        return done.stderr, log.read_text()

    return run


def test_root_gets_what_is_missing(see_to):
    said, done = see_to(user=0)
    assert said == ""
    assert done.splitlines()[0].startswith("update")
    assert done.splitlines()[1].split()[0] == "install"
    assert done.split()[-1] == "gone"
    assert "here" not in done


def test_others_are_told_the_line(see_to):
    said, done = see_to(user=1000)
    assert "sudo apt-get install -y --no-install-recommends gone" in said
    assert done == ""
