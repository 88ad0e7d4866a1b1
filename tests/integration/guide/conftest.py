"""Some real channels, imported and indexed by the product."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from serendip.bootstrap import Home
from serendip.core.clock import FixedClock
from serendip.imports.runner import ImportOptions, import_file
from serendip.settings import Settings

TODAY = date(2025, 6, 1)
EVERY = 20


@pytest.fixture(scope="session")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """Every twentieth real channel, with vectors, on a day when some of them were active."""
    folder = tmp_path_factory.mktemp("real")
    with gzip.open(shared / "data/channels.jsonl.gz", "rb") as lines:
        (folder / "some.jsonl").write_bytes(b"".join(islice(lines, 0, None, EVERY)))
    home = Home(Settings(home=folder / "home"), FixedClock.on(TODAY))
    import_file(folder / "some.jsonl", home.store, ImportOptions(today=TODAY))
    home.catch_up()
    yield home
    home.close()
