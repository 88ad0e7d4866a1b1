"""The order of a search over HTTP: no model for keywords, results before questions (section 5)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from tests.spec.box import Box
from tests.spec.conftest import Held, Running
from tests.spec.trail import WAIT_S, Trail
from tests.unit.llm.chat_server import ChatServer, Handler, conditions


@pytest.mark.req("CS-024", "CS-025")
def test_graph_then_search_then_results_then_a_question(box: Box, server: Running, hold: Callable[..., Held]):
    held = hold(server, "run", "first_page")
    trail = Trail(box)
    box.submit("帮我找美妆博主", wait=0)
    searching = trail.until(lambda s: s["agent_state"] == "retrieving")
    assert [n["field"] for n in searching["graph"]["nodes"]] == ["category"]
    assert (searching["search_seq"], searching["in_flight_seq"], searching["applied_seq"]) == (1, 1, None)
    assert (searching["results"]["items"], searching["question"]) == ([], None)
    held.let("run")
    shown = trail.until(lambda s: s["applied_seq"] == 1)
    assert (shown["agent_state"], shown["question"]) == ("results_ready", None)
    assert shown["results"]["items"]
    held.let("first_page")
    asked = trail.until(lambda s: s["question"] is not None)
    assert asked["agent_state"] == "clarifying"
    assert asked["results"]["items"] == shown["results"]["items"]
    order = [s["agent_state"] for s in trail.states]
    assert order == ["retrieving", "results_ready", "clarifying"]
    assert [s["version"] for s in trail.states] == sorted({s["version"] for s in trail.states})
    box.reload()
    box.reset()
    trail.end()


@pytest.mark.req("CS-026")
def test_only_without_any_condition_is_asked_first(box: Box):
    box.submit("帮我找合适的红人")
    assert (box.state, box.now["search_seq"]) == (("expanded_clarifying", "clarifying"), 0)
    assert (box.items(), box.now["results"]["zero_kind"]) == ([], "no_condition")
    box.reset()
    box.submit("帮我找美国红人")
    assert box.now["search_seq"] == 1
    assert {tuple(c) for c in box.fact("country")} == {("US",)}


KEYWORDS = ("swim vest", "blorptang gnarf", "摄影, pool toys", "how to train a puppy", "@abc")


@pytest.fixture
def modelled(served: Callable[..., Running]) -> Iterator[tuple[Box, ChatServer, threading.Event]]:
    """A page of a server with a language model, the model's server, and whether it was asked."""
    asked = threading.Event()

    def turn(handler: Handler) -> None:
        asked.set()
        conditions()(handler)

    with ChatServer(turn) as chat:
        yield Box(served(llm_base_url=chat.url, llm_model="known").http), chat, asked


@pytest.mark.req("CS-029")
def test_keywords_ask_no_model(modelled: tuple[Box, ChatServer, threading.Event]):
    box, chat, asked = modelled
    for text in KEYWORDS:
        box.submit(text)
        assert [i["kind"] for i in box.now["inputs"]] == ["keyword"]
        box.act("set_filter", field="followers", value={"min": 5_000, "max": None})
        box.reset()
    assert chat.requests == []
    box.submit("帮我找美国的博主，blorptang 率 7")
    assert asked.wait(WAIT_S), "the model of this server is asked where words are left"
    assert [r["path"] for r in chat.requests] == ["/v1/chat/completions"]


@pytest.mark.req("CS-027", "CS-030", "CS-099")
def test_a_filter_in_the_classic_box_neither_grows_it_nor_asks(
    box: Box, server: Running, hold: Callable[..., Held]
):
    box.submit("beauty")
    assert (box.state, box.now["question"]) == (("compact_classic", "results_ready"), None)
    held = hold(server, "run")
    box.act("set_filter", field="region", value=["US"], wait=0)
    assert box.state == ("compact_classic", "refining")
    held.end()
    box.rest()
    assert (box.state, box.now["question"]) == (("compact_classic", "results_ready"), None)
    assert {tuple(c) for c in box.fact("country")} == {("US",)}
