"""New search, from every state that a session can be in."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from serendip.bootstrap import Home
from serendip.search.session import tables
from serendip.search.session.model import Session
from serendip.search.session.moves import input_state, legal
from serendip.settings import Settings
from tests.unit.session.promises import World
from tests.unit.session.walking import _event, advance, fresh

LEGAL = {(box, agent) for box, agents in tables.LEGAL_AGENT.items() for agent in agents}


def one_of_each_state() -> dict[tuple[str, str], Session]:
    """Sessions that random use led to, one for every legal pair of states."""
    found: dict[tuple[str, str], Session] = {}
    for seed in range(2000):
        chance, world = random.Random(seed), World(fresh())
        for _ in range(25):
            advance(world, _event(world, chance))
            found.setdefault((world.session.container, world.session.agent_state), world.session)
        if found.keys() >= LEGAL:
            return found
    pytest.fail(f"no walk led to {LEGAL - found.keys()}")


@pytest.mark.req("CS-094")
def test_a_new_search_begins_from_every_state(tmp_path: Path):
    home = Home(Settings(home=tmp_path))
    service = home.sessions
    for number, (states, found) in enumerate(sorted(one_of_each_state().items())):
        kept = service.keep(replace(found, session_id=f"s{number}", user_id="ann"))
        new = service.reset("ann", kept.session_id, kept.revision)
        assert new.session_id != kept.session_id, states
        assert (new.container, new.agent_state, input_state(new)) == (
            "compact_classic",
            "idle",
            "empty_input",
        )
        assert (new.graph.nodes, new.inputs, new.results.items, new.notices) == ((), (), (), ())
        old = service.get("ann", kept.session_id)
        assert not old.active
        assert legal(old), states
        assert [i.raw_text for i in old.inputs] == [i.raw_text for i in found.inputs]
        assert old.graph.nodes == found.graph.nodes
    home.close()
