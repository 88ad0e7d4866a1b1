"""A real store in a folder of its own, and the import of a file into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from serendip.imports.report import ImportReport
from serendip.imports.runner import ImportOptions, import_file
from serendip.store.channels import Store, open_store

TODAY = date(2026, 11, 30)
Importer = Callable[..., ImportReport]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty catalogue on disk."""
    with open_store(tmp_path / "catalogue.db") as opened:
        yield opened


@pytest.fixture
def take(store: Store) -> Importer:
    """``take(path, **options)``: import a file; the account of its rows is checked each time."""

    def run(path: Path, **options: Any) -> ImportReport:
        report = import_file(path, store, ImportOptions(today=TODAY, **options))
        assert report.created + report.updated + report.unchanged + len(report.rejected) == report.rows
        return report

    return run
