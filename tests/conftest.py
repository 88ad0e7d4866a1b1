"""Fixtures for all tests, and the account of which requirement rows have a test."""

from __future__ import annotations

from pathlib import Path

import pytest

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
