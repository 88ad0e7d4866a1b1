"""Fixtures for all tests, and the account of which requirement rows have a test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.house import figures

# The same examples every time, so that a red run can be repeated; `soak` draws new ones.
settings.register_profile("seeded", derandomize=True)
settings.register_profile("soak", max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "seeded"))

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The data folder that lies beside the repository; not everyone has it."""
    folder = (ROOT.parent / "shared").resolve()
    if not folder.is_dir():
        pytest.skip("needs the shared data folder")
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """After a whole run: how large the rooms are, and which binding rows still lack a test."""
    if terminalreporter.stats.get("failed") or not whole_run(terminalreporter.config):
        return
    for line in figures.lines():
        terminalreporter.write_line(line)


def whole_run(config: pytest.Config) -> bool:
    """True when no part of the tests was chosen."""
    return config.args == config.getini("testpaths") and not config.getoption("keyword")
