"""Threads of the service against each other: answers, deadlines, a store that is slow or refuses."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from threading import Barrier, Event, Thread

import pytest

from serendip.core.errors import Unavailable
from serendip.search.session import events as ev
from serendip.search.session.deadlines import Deadlines
from serendip.search.session.model import Session
from serendip.search.session.presence import Presence
from serendip.search.session.running import Once
from serendip.search.session.threads import Threads
from serendip.store.sessions import SessionRows
from tests.integration.session.conftest import PATIENCE_S
from tests.integration.session.test_runner import SENTENCE, codes, fail, wait


@pytest.fixture
def often() -> Iterator[None]:
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_of_many_answers_exactly_one_is_taken(often):
    for _ in range(200):
        taken: list[object] = []
        once = Once(taken.append)
        start = Barrier(4)

        def answer(once: Once = once, start: Barrier = start) -> None:
            start.wait()
            once.take(ev.Interrupted())

        threads = [Thread(target=answer) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(taken) == 1
        assert once.taken


class Store(SessionRows):
    """The real one; what the system finds for ``slow`` waits, and ``refuse`` fails so often."""

    slow: str | None = None
    gate: Event
    waiting: Event
    refuse: int = 0

    def save(self, session: Session, *arguments: object, lasting: bool = True) -> bool:
        if session.session_id == self.slow and not lasting:
            self.waiting.set()
            assert self.gate.wait(PATIENCE_S)
        if self.refuse:
            self.refuse -= 1
            raise Unavailable("ERR_DISK_FULL", zh="磁盘已满", en="The disk is full")
        return super().save(session, *arguments, lasting=lasting)  # type: ignore[arg-type]


@pytest.fixture
def store(home, gate) -> Store:
    rows = Store(home.store.database)
    rows.gate, rows.waiting = gate, Event()
    return rows


def test_a_slow_disk_delays_no_other_deadline(bench, store, gate):
    box = bench(store, search_timeout_s=0.05)
    box.search.steps[1] = wait(gate)
    first, second = box.open(), box.open("tiktok")
    store.slow = first.session_id
    box.act(first, ev.Submit("swim vest"))
    assert store.waiting.wait(PATIENCE_S)
    box.act(second, ev.Submit("swim vest"))
    assert codes(box.rest(second)) == ["MSG_SEARCH_FAILED"]
    assert box.service.get(box.user, first.session_id).searching
    gate.set()
    assert codes(box.rest(first)) == ["MSG_SEARCH_FAILED"]


def test_a_change_that_cannot_be_stored_leaves_nothing_running(bench, store):
    box = bench(store)
    session = box.open()
    store.refuse = 1
    with pytest.raises(Unavailable):
        box.act(session, ev.Submit("swim vest"))
    assert not box.service.presence.busy(session.session_id)
    assert box.service.get(box.user, session.session_id) == session
    assert box.submit(session, "swim vest").applied_seq == 1


def test_results_that_cannot_be_stored_are_a_failed_search(bench, store, gate):
    box = bench(store)
    session = box.open()
    box.search.steps[1] = wait(gate)
    box.act(session, ev.Submit("swim vest"))
    store.refuse = 1
    gate.set()
    failed = box.rest(session)
    assert (codes(failed), failed.searching) == (["MSG_SEARCH_FAILED"], False)
    box.act(session, ev.Retry())
    assert box.rest(session).results.items


def test_the_end_of_the_service_waits_for_nobody_who_hangs(bench, gate):
    box = bench()
    session = box.open()
    box.search.steps[1] = wait(gate)
    box.act(session, ev.Submit("swim vest"))
    assert box.search.begun.get(timeout=PATIENCE_S) == 1
    still = Event()
    box.service.presence.when_at_rest(session.session_id, still.set)
    box.service.close()
    assert still.is_set()
    assert box.service.presence.closing
    assert box.service.get(box.user, session.session_id).searching  # the next start says so


def test_a_fault_of_measuring_repairs_costs_no_results(bench):
    """Few similar channels are shown although nothing better could be counted."""
    box = bench(low_recall_max_items=100)
    box.search.measuring = fail
    after = box.submit(box.open(), "https://www.youtube.com/@swimshop")
    assert after.results.items
    assert "MSG_SEARCH_FAILED" not in codes(after)


def test_a_fault_of_measuring_repairs_of_nothing_still_leaves_a_way_out(bench):
    box = bench()
    box.search.measuring = fail
    after = box.submit(box.open(), "qzxqzxqzx")
    assert (after.agent_state, after.results.zero_kind) == ("empty_repair", "no_recall")
    assert "MSG_SEARCH_FAILED" not in codes(after)


def test_everyone_is_told_of_a_new_version_until_they_stop():
    presence, told = Presence(), list[str]()
    first = presence.listen("s", lambda: told.append("first"))
    second = presence.listen("s", lambda: told.append("second"))
    presence.listen("t", lambda: told.append("other"))
    presence.changed("s")
    first()
    first()
    presence.changed("s")
    second()
    presence.changed("s")
    assert told == ["first", "second", "second"]
    presence.close()
    assert told[3:] == ["other"]


def test_rest_is_told_once_when_the_last_effect_is_through():
    presence, told = Presence(), list[str]()
    presence.when_at_rest("s", lambda: told.append("idle"))
    presence.begin("s", 2)
    presence.when_at_rest("s", lambda: told.append("done"))
    stop = presence.when_at_rest("s", lambda: told.append("gone"))
    stop()
    presence.end("s", 1)
    assert (told, presence.busy("s")) == (["idle"], True)
    presence.begin("s", 0)
    presence.end("s", 1)
    presence.end("s", 0)
    assert (told, presence.busy("s")) == (["idle", "done"], False)


def test_deadlines_come_in_their_order_and_can_be_called_off():
    deadlines, told, done = Deadlines(), list[int](), Event()
    call_off = deadlines.after(0.02, lambda: told.append(0))
    deadlines.after(0.06, done.set)
    deadlines.after(0.04, lambda: told.append(2))
    deadlines.after(0.01, lambda: told.append(1))
    call_off()
    assert done.wait(PATIENCE_S)
    assert told == [1, 2]
    deadlines.close()
    deadlines.after(0, lambda: told.append(3))
    assert told == [1, 2]


def test_threads_drop_what_waits_when_they_are_closed():
    threads, gate, begun, told = Threads("test", 1), Event(), Event(), list[str]()

    def first() -> None:
        begun.set()
        assert gate.wait(PATIENCE_S)

    threads.submit(first)
    threads.submit(lambda: told.append("waiting"))
    assert begun.wait(PATIENCE_S)
    threads.stop()
    assert not threads.join(0)
    gate.set()
    assert threads.join(time.monotonic() + PATIENCE_S)
    threads.submit(lambda: told.append("late"))
    assert told == []


def test_a_question_and_its_search_are_one_wait(bench):
    """Who waits for rest sees the question, not only the results."""
    box = bench()
    assert box.submit(box.open(), SENTENCE).question is not None
