"""Acknowledged means kept: the server process is killed on its answer (``make bench`` does it 200 times)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.web.crashes import die_often, small_home

KILLS = 4


@pytest.mark.req("CS-243", "CS-244", "CS-249")
def test_a_killed_server_loses_nothing_that_it_acknowledged(tmp_path: Path):
    victim = die_often(small_home(tmp_path), KILLS)
    assert victim.checked == KILLS
