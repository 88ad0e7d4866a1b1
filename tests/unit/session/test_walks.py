"""Random walks hold every promise of a session; ``make bench`` walks five thousand more."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.session.walking import walk

WALKS = int(os.environ.get("SERENDIP_WALKS", "300"))
STEPS = 40


@pytest.mark.req("CS-007", "CS-008", "CS-097", "CS-101", "CS-107", "CS-108", "CS-110", "CS-154", "CS-182")
@settings(max_examples=WALKS, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_a_random_walk_holds_every_promise(chance: random.Random):
    walk(chance, STEPS)
