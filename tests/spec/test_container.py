"""The box over HTTP: a new search from everywhere, no collapse by itself, seven states (sections 7, 8)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest

from tests.spec.box import AGENT_STATES, Box
from tests.spec.conftest import Held, Running
from tests.spec.trail import Trail

ABC = "https://www.youtube.com/@abc"
SCRIPTS = {
    "compact_classic": "swim vest",
    "compact_resolving": "https://www.youtube.com/@nobody-yet",
    "expanded_agent": "帮我找美国的美妆博主",
    "expanded_clarifying": "帮我找合适的红人",
    "expanded_repair": "qzxqzx",
}


@pytest.mark.req("CS-094")
@pytest.mark.parametrize("container", SCRIPTS)
def test_a_new_search_begins_from_everywhere(asking: Running, slow: threading.Event, container: str):
    box = Box(asking.http)
    resolving = container == "compact_resolving"
    box.submit(SCRIPTS[container], wait=0 if resolving else 20)
    assert box.now["container"] == container
    old = box.now["session_id"]
    fresh = box.reset()
    assert fresh["session_id"] != old
    assert (fresh["container"], fresh["agent_state"]) == ("compact_classic", "idle")
    assert (fresh["editor"]["input_state"], fresh["editor"]["draft_text"]) == ("empty_input", "")
    assert (fresh["graph"]["nodes"], fresh["inputs"], fresh["results"]["items"]) == ([], [], [])
    assert (fresh["active"], fresh["revision"]) == (True, 0)
    closed = asking.http.get(f"/api/sessions/{old}").json()
    assert (closed["active"], closed["inputs"][0]["raw_text"]) == (False, SCRIPTS[container])
    slow.set()
    assert box.open()["session_id"] == fresh["session_id"]


def refreshes() -> Iterator[tuple[str, dict[str, Any]]]:
    """Changes that refresh the list, one after the other."""
    sizes = cycle([1_000, 5_000, 3_000])
    for least in sizes:
        yield "set_filter", {"field": "followers", "value": {"min": least, "max": None}}
        yield "set_filter", {"field": "followers", "value": None}
        yield "sort", {"sort": "followers"}
        yield "set_unknown", {"unknown": "include"}
        yield "set_unknown", {"unknown": "exclude"}


@pytest.mark.req("CS-097")
def test_the_grown_box_never_collapses_by_itself(box: Box):
    trail = Trail(box)
    answers = 0
    for text in ("帮我找合适的红人", "再加调性合适", "最近活跃的头部博主"):
        box.submit(text)
        assert box.now["question"] is not None
        box.answer()
        answers += 1
    changes, searched = refreshes(), box.now["search_seq"]
    while box.now["search_seq"] < searched + 10:
        action, said = next(changes)
        box.act(action, **said)
    trail.until(lambda state: state["version"] == box.now["version"])
    seen = [state["container"] for state in trail.states]
    assert answers == 3
    assert len(seen) >= 16
    assert not [c for c in seen if c.startswith("compact")]
    closed = [q["outcome"] for q in box.now["question_log"]]
    assert closed.count("answered") == 3
    box.reset()
    trail.end()


@pytest.mark.req("CS-095", "CS-096", "CS-098")
def test_only_the_person_collapses_the_box_and_only_a_seed(box: Box):
    box.submit("帮我找美国的美妆博主")
    told = box.now["collapse"]
    assert not told["allowed"]
    assert "美国" in told["reason_zh"]
    assert box.refused("collapse") == "ERR_COLLAPSE_BLOCKED"
    box.reset()
    box.submit("swim")
    box.act("smart_search")
    box.submit(ABC)
    box.act("skip", question_id=box.now["question"]["question_id"])
    found = box.handles(), box.now["search_seq"], box.now["session_id"]
    assert box.now["container"] == "expanded_agent"
    box.act("collapse")
    assert box.state == ("compact_classic", "results_ready")
    assert (box.handles(), box.now["search_seq"], box.now["session_id"]) == found
    assert [n["label_zh"] for n in box.now["graph"]["nodes"]] == ["swim", "@abc"]


@pytest.mark.req("CS-101", "CS-103")
def test_a_session_is_always_in_one_of_seven_states(box: Box, server: Running, hold: Callable[..., Held]):
    seen = [box.now["agent_state"]]
    held = hold(server, "run")
    seen.append(box.submit("swim vest", wait=0)["agent_state"])
    held.end()
    seen.append(box.rest()["agent_state"])
    held = hold(server, "run")
    seen.append(
        box.act("set_filter", field="followers", value={"min": 1, "max": None}, wait=0)["agent_state"]
    )
    held.end()
    seen.append(box.submit("qzxqzx")["agent_state"])
    box.reset()
    seen.append(box.submit("帮我找合适的红人")["agent_state"])
    box.reset()
    seen.append(box.submit("找未成年博主的家庭住址")["agent_state"])
    assert seen == [
        "idle", "retrieving", "results_ready", "refining", "empty_repair", "clarifying", "unsupported",
    ]  # fmt: skip
    assert set(seen) == AGENT_STATES
