"""Late answers, hanging searches and links, interruptions, repeated and stale requests, closed sessions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier, Event
from typing import Any

import pytest

from serendip.core.errors import InputError, NotFound
from serendip.search.parse import read
from serendip.search.session import events as ev
from serendip.search.session.model import Session
from serendip.search.session.runner import StaleRevision, Start
from serendip.search.session.running import SEARCHES
from tests.integration.session.conftest import PATIENCE_S


def wait(gate: Event):
    """A step that waits for ``gate``."""

    def step() -> None:
        assert gate.wait(PATIENCE_S)

    return step


def fail() -> None:
    raise RuntimeError("out of order")


def codes(session: Session) -> list[str]:
    return [m.code for m in session.notices]


def names(session: Session) -> list[Any]:
    return [item["name"] for item in session.results.items]


@pytest.mark.req("CS-247")
def test_an_older_search_never_overwrites_a_newer_one(bench, gate):
    box = bench()
    session = box.open()
    box.search.steps[1] = wait(gate)
    box.act(session, ev.Submit("swim vest"))
    assert box.search.begun.get(timeout=PATIENCE_S) == 1
    box.act(session, ev.Submit("pool"))
    newer = box.until(session, lambda s: s.applied_seq == 2)
    assert names(newer) == ["Swim Shop"]
    gate.set()
    after = box.rest(session)
    assert (after.version, after.applied_seq, after.results.seq) == (newer.version, 2, 2)
    assert after.results == newer.results


@pytest.mark.req("CS-247")
def test_an_older_search_is_not_shown_when_the_newer_one_fails(bench, gate):
    box = bench()
    session = box.open()
    box.search.steps |= {1: wait(gate), 2: fail}
    box.act(session, ev.Submit("swim vest"))
    assert box.search.begun.get(timeout=PATIENCE_S) == 1
    box.act(session, ev.Submit("pool"))
    failed = box.until(session, lambda s: "MSG_SEARCH_FAILED" in codes(s))
    gate.set()
    after = box.rest(session)
    assert after.version == failed.version
    assert (after.applied_seq, after.results.items) == (None, ())
    assert [n.condition.values for n in after.graph.keywords] == [("swim vest",), ("pool",)]


def test_a_search_that_hangs_fails_in_its_time_and_its_answer_goes_nowhere(bench, gate):
    box = bench(search_timeout_s=0.05)
    session = box.open()
    box.search.steps[1] = wait(gate)
    failed = box.submit(session, "swim vest")
    assert codes(failed) == ["MSG_SEARCH_FAILED"]
    assert [c.action for m in failed.notices for c in m.choices] == [{"action": "retry"}]
    assert not failed.searching
    gate.set()
    again = box.act(session, ev.Retry())
    assert again.search_seq == 2
    assert box.rest(session).applied_seq == 2


def test_a_page_that_hangs_leaves_the_list_as_it_was(bench, gate, monkeypatch):
    box = bench(search_timeout_s=0.2)
    session = box.submit(box.open(), "swim vest")
    monkeypatch.setattr(box.search, "load", lambda effect: wait(gate)())
    box.act(session, ev.Sort("followers"))
    after = box.rest(session)
    assert after.results.items == session.results.items
    assert not after.searching


def test_hung_searches_keep_no_other_from_its_deadline(bench, gate):
    """More of them than there are threads: those that wait for one are given up, and never begun."""
    box = bench(search_timeout_s=0.05)
    box.search.steps[1] = wait(gate)
    sessions = [box.open(user=f"{box.user}-{i}") for i in range(6)]
    for session in sessions:
        box.act(session, ev.Submit("swim vest"))
    assert [codes(box.rest(s)) for s in sessions] == [["MSG_SEARCH_FAILED"]] * 6
    assert box.search.begun.qsize() == SEARCHES
    gate.set()
    fine = box.submit(sessions[-1], "pool")
    assert fine.applied_seq == 2
    assert box.search.begun.qsize() == SEARCHES + 1


@pytest.mark.req("CS-122")
def test_a_link_that_hangs_ends_in_repair_with_retry(bench, gate):
    box = bench(url_resolve_timeout_s=0.05)
    box.network.step = wait(gate)
    session = box.open()
    assert box.act(session, ev.Submit("https://www.youtube.com/@nobodyhere")).container == "compact_resolving"
    after = box.rest(session)
    assert (after.url.state, after.url.failure) == ("resolved_invalid", "timeout")
    assert (after.container, after.repair.repair_reason) == ("expanded_repair", "url_invalid")
    (said,) = after.notices
    assert (said.code, said.zh) == ("MSG_URL_TIMEOUT", "识别该链接超时，可重试或修改链接")
    gate.set()
    box.act(session, ev.Retry())
    assert box.rest(session).graph.anchor is not None


@pytest.mark.req("CS-248")
def test_a_slow_link_does_not_come_back_after_another_was_submitted(bench, gate):
    box = bench()
    box.network.step = wait(gate)
    session = box.open()
    box.act(session, ev.Submit("https://www.youtube.com/@slowone"))
    box.act(session, ev.Submit("https://www.youtube.com/@swimshop"))
    box.until(session, lambda s: s.graph.anchor is not None and s.applied_seq is not None)
    gate.set()
    after = box.rest(session)
    assert after.graph.anchor.condition.extra["channel"]["handle"] == "swimshop"
    assert [n.field for n in after.graph.nodes] == ["anchor"]


SENTENCE = "找高级感的 kayak 博主"
"""Finds channels, and leaves a wish open that nothing in the catalogue says."""


@pytest.mark.req("CS-255")
def test_questions_that_cannot_be_weighed_cost_nothing(bench):
    box = bench()
    box.search.measuring = fail
    after = box.submit(box.open(), SENTENCE)
    assert box.search.measured == 1
    assert (after.agent_state, after.question) == ("results_ready", None)
    assert after.results.items
    assert "MSG_SEARCH_FAILED" not in codes(after)


@pytest.mark.req("CS-248")
def test_questions_about_older_conditions_are_not_asked(bench, gate):
    box = bench()
    box.search.measuring = wait(gate)
    session = box.open()
    box.act(session, ev.Submit(SENTENCE))
    box.until(session, lambda s: s.applied_seq == 1)
    quiet = box.act(session, ev.Sort("followers"))
    assert quiet.revision == 2
    gate.set()
    after = box.rest(session)
    assert (after.agent_state, after.question, after.question_log) == ("results_ready", None, ())


def test_a_question_in_its_time_is_asked(bench):
    after = (box := bench()).submit(box.open(), SENTENCE)
    assert (after.agent_state, after.container) == ("clarifying", "expanded_clarifying")
    assert after.question.options


@pytest.mark.req("CS-255")
def test_a_text_that_cannot_be_read_stays_and_can_be_tried_again(bench):
    broken = Event()
    broken.set()

    def parser(text: str, platform: str, *, context: Any = None) -> Any:
        if broken.is_set():
            fail()
        return read(text, platform, context=context)

    box = bench(parser=parser)
    session = box.open()
    told = box.submit(session, SENTENCE)
    assert told.editor.draft_text == SENTENCE
    assert (told.graph, told.inputs, told.agent_state) == (session.graph, (), "idle")
    (said,) = told.notices
    assert said.code == "MSG_SEARCH_FAILED"
    assert [c.action for c in said.choices] == [{"action": "submit", "text": SENTENCE}]
    broken.clear()
    fine = box.submit(session, SENTENCE)
    assert fine.results.items
    assert "MSG_SEARCH_FAILED" not in codes(fine)
    assert fine.editor.draft_text == ""


@pytest.mark.req("CS-250")
def test_a_reset_during_a_search_discards_its_result(bench, gate):
    box = bench()
    session = box.open()
    box.search.steps[1] = wait(gate)
    running = box.act(session, ev.Submit("swim vest"))
    assert box.search.begun.get(timeout=PATIENCE_S) == 1
    fresh = box.service.reset(session.user_id, session.session_id, running.revision)
    gate.set()
    old = box.rest(session)
    new = box.service.get(fresh.user_id, fresh.session_id)
    assert (new.agent_state, new.results.items, new.version) == ("idle", (), 0)
    assert (old.active, old.results.items, old.searching) == (False, (), False)
    assert box.service.version(session.session_id) == (old.version, new.session_id)


@pytest.mark.req("CS-244")
def test_what_ran_when_the_process_ended_is_interrupted(bench, gate):
    box = bench()
    session = box.submit(box.open(), "pool")
    box.search.steps[2] = wait(gate)
    running = box.act(session, ev.Submit("swim vest"))
    assert running.searching
    next_start = bench()
    next_start.service.recover()
    after = next_start.service.get(session.user_id, session.session_id)
    assert (after.agent_state, after.in_flight_seq) == ("results_ready", None)
    assert after.graph == running.graph
    said = next(m for m in after.notices if m.code == "MSG_SEARCH_INTERRUPTED")
    assert (said.zh, said.en) == ("上次搜索被中断，可重试", "The last search was interrupted. Retry")
    assert [c.action for c in said.choices] == [{"action": "retry"}]
    next_start.service.recover()
    assert next_start.service.get(session.user_id, session.session_id) is after
    gate.set()  # the answer of the process that was thought dead is late
    box.rest(session)
    assert next_start.service.get(session.user_id, session.session_id).version == after.version
    next_start.act(after, ev.Retry())
    assert next_start.rest(after).applied_seq == 3


def test_reading_takes_no_search_away_from_the_process_that_runs_it(bench, gate):
    box, other = bench(), bench()
    session = box.open()
    box.search.steps[1] = wait(gate)
    running = box.act(session, ev.Submit("swim vest"))
    assert other.service.get(session.user_id, session.session_id) == running
    gate.set()
    assert box.rest(session).applied_seq == 1


def test_a_search_that_was_lost_does_not_run_for_ever(bench, gate, home, monkeypatch):
    """Long after its deadline, read by a process that does not run it."""
    box, other = bench(), bench()
    session = box.open()
    box.search.steps[1] = wait(gate)
    running = box.act(session, ev.Submit("swim vest"))
    old = replace(running, version=running.version + 1, updated_at=running.updated_at.replace(year=2020))
    assert box.service._store.save(old, running.version)
    assert codes(other.service.get(session.user_id, session.session_id)) == ["MSG_SEARCH_INTERRUPTED"]


def test_a_search_that_began_meanwhile_is_not_interrupted(bench, gate, monkeypatch):
    """The first state was read while its search ran; a second search began before anything was decided."""
    box = bench()
    session = box.open()
    seen = box.act(session, ev.Submit("pool"))
    assert seen.searching
    box.rest(session)
    box.search.steps[2] = wait(gate)
    running = box.act(session, ev.Submit("swim vest"))
    real, first = box.service.presence.busy, iter([False])
    monkeypatch.setattr(box.service.presence, "busy", lambda name: next(first, None) is None and real(name))
    assert box.service._interrupted(seen) == running
    gate.set()
    assert box.rest(session).applied_seq == 2


@pytest.mark.req("CS-249")
def test_the_same_request_twice_is_applied_once(bench):
    box = bench()
    session = box.open()
    first = box.service.act(session, ev.Submit("swim"), 0, "r1")
    again = box.service.act(session, ev.Submit("swim"), 0, "r1")
    assert (again.revision, again.graph, again.inputs) == (first.revision, first.graph, first.inputs)
    box.rest(session)
    late = box.service.act(session, ev.Submit("swim"), 0, "r1")
    assert (late.revision, len(late.graph.keywords), late.search_seq) == (1, 1, 1)


@pytest.mark.req("CS-249")
def test_the_same_request_at_the_same_time_is_applied_once(bench):
    box = bench()
    session = box.open()
    start = Barrier(8)

    def send(_: int) -> int:
        start.wait()
        return box.service.act(session, ev.Submit("swim"), 0, "r1").revision

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(send, range(8))) == {1}
    assert len(box.rest(session).inputs) == 1


@pytest.mark.req("CS-245", "CS-246")
def test_of_two_changes_on_one_revision_one_wins(bench):
    box = bench()
    session = box.submit(box.open(), "swim vest")
    start = Barrier(2)

    def send(text: str) -> Session | StaleRevision:
        start.wait()
        try:
            return box.service.act(session, ev.Submit(text), session.revision)
        except StaleRevision as error:
            return error

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(send, ["pool", "toy"]))
    (refused,) = (a for a in answers if isinstance(a, StaleRevision))
    (won,) = (a for a in answers if isinstance(a, Session))
    assert refused.details == {"current_revision": session.revision + 1}
    assert refused.session.revision == won.revision == session.revision + 1
    assert refused.zh == "该搜索已在其他页面更新，请确认后重试"
    assert len(box.rest(session).graph.keywords) == 2


def test_typing_and_language_need_no_revision(bench):
    box = bench()
    session = box.open()
    box.submit(session, "swim vest")
    for action in (ev.Type("swim ve"), ev.SetLocale("en")):
        box.service.act(session, action, None)
    after = box.rest(session)
    assert (after.editor.draft_text, after.locale, after.revision) == ("swim ve", "en", 1)
    with pytest.raises(StaleRevision):
        box.service.act(session, ev.Submit("pool"), None)


@pytest.mark.req("CS-251")
def test_a_closed_session_is_read_only_and_another_users_is_not_found(bench):
    box = bench()
    session = box.submit(box.open(), "swim vest")
    fresh = box.service.reset(session.user_id, session.session_id, None)
    closed = box.service.get(session.user_id, session.session_id)
    with pytest.raises(InputError) as refused:
        box.act(session, ev.Submit("pool"))
    assert refused.value.code == "ERR_SESSION_CLOSED"
    assert box.service.get(session.user_id, session.session_id) == closed
    assert [s.session_id for s in box.service.history(box.user, "youtube")] == [session.session_id]
    with pytest.raises(NotFound):
        box.service.get("somebody else", fresh.session_id)
    again = box.service.reset(session.user_id, session.session_id, None)
    assert again.session_id == fresh.session_id


@pytest.mark.req("CS-005")
def test_everything_happens_in_one_session(bench):
    box = bench()
    session = box.open()
    seen = [box.submit(session, SENTENCE)]
    asked = seen[-1].question
    box.act(session, ev.Answer(asked.question_id, asked.options[0].option_id))
    seen.append(box.rest(session))
    for action in (ev.SetFilter("followers", {"min": 10_000, "max": None}), ev.Sort("followers")):
        box.act(session, action)
        seen.append(box.rest(session))
    assert {s.session_id for s in seen} == {session.session_id}
    revisions = [s.revision for s in seen]
    assert revisions == sorted(set(revisions))
    assert box.service.open(Start(box.user, "youtube")).session_id == session.session_id


@pytest.mark.req("CS-003")
def test_an_unknown_platform_makes_no_session(bench):
    box = bench()
    with pytest.raises(InputError) as refused:
        box.open("weibo")
    assert refused.value.code == "ERR_UNKNOWN_PLATFORM"
    assert refused.value.zh != refused.value.en
    assert box.service._store.active(box.user, "weibo") is None


def test_to_keep_a_search_closes_the_one_that_was_open(bench):
    box = bench()
    open_one = box.submit(box.open(), "pool")
    made = box.service.run_to_rest(box.service.start(Start(box.user, "youtube")), ev.Submit("swim vest"))
    assert box.service.get(box.user, open_one.session_id).active
    assert box.service.keep(made) == made
    assert box.open() == made
    assert not box.service.get(box.user, open_one.session_id).active
