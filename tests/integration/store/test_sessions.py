"""Sessions on disk: one active per page, swapped by version, durable, shared by processes."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from serendip.core.errors import Damaged
from serendip.search.session.model import Results, Session
from serendip.search.session.ports import Applied
from serendip.store import sessions as rows
from serendip.store.channels import Store, open_store
from serendip.store.schema import session_requests, sessions
from serendip.store.sessions import SessionRows

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "s.db") as opened:
        yield opened


@pytest.fixture
def kept(store: Store) -> SessionRows:
    return SessionRows(store.database)


def begun(session_id: str = "s1", user: str = "ann", platform: str = "youtube") -> Session:
    return Session(session_id, user, platform, "zh", NOW, NOW)


def next_of(session: Session, **changed: Any) -> Session:
    return replace(session, version=session.version + 1, **changed)


def ended(session: Session, at: datetime = NOW) -> Session:
    return next_of(session, closed_at=at)


def test_what_is_saved_is_loaded_by_another_process_too(store, kept):
    made = kept.create(begun())
    drafted = next_of(made, editor=replace(made.editor, draft_text="泳衣"))
    assert kept.save(drafted, made.version)
    for reader in (kept, SessionRows(store.database)):
        assert reader.load("ann", "s1") == drafted
        assert reader.active("ann", "youtube") == drafted
        assert reader.version("s1") == (drafted.version, None)


@pytest.mark.req("CS-251")
def test_a_session_is_its_users_alone(kept):
    kept.create(begun())
    assert kept.load("bob", "s1") is None
    assert kept.active("bob", "youtube") is None
    assert kept.history("bob", None, 10) == []


@pytest.mark.req("CS-240")
def test_of_many_that_open_at_once_all_get_the_same_session(store):
    together = Barrier(6)

    def open_one(number: int) -> str:
        mine = SessionRows(store.database)
        together.wait()
        return mine.create(begun(f"s{number}")).session_id

    with ThreadPoolExecutor(6) as pool:
        got = list(pool.map(open_one, range(6)))
    assert len(set(got)) == 1
    with store.database.reading() as connection:
        assert connection.execute(select(sessions.c.session_id)).scalars().all() == got[:1]


@pytest.mark.req("CS-240")
def test_pages_and_people_have_sessions_of_their_own(kept):
    made = [begun("a"), begun("b", platform="tiktok"), begun("c", user="bob")]
    assert [kept.create(s).session_id for s in made] == ["a", "b", "c"]


@pytest.mark.req("CS-240")
def test_the_database_itself_refuses_a_second_active_session(store, kept):
    kept.create(begun())
    second = {
        "session_id": "s2", "user_id": "ann", "platform": "youtube", "active": 1, "busy": 0, "version": 0,
        "state": b"", "results": b"",
    }  # fmt: skip
    with pytest.raises(IntegrityError), store.database.durable() as connection:
        connection.execute(insert(sessions).values(**second))


@pytest.mark.req("CS-245")
def test_of_changes_to_one_version_exactly_one_is_stored(store, kept):
    made = kept.create(begun())
    together = Barrier(6)

    def change(number: int) -> bool:
        mine = SessionRows(store.database)
        together.wait()
        return mine.save(next_of(made, refused_text=f"by {number}"), made.version)

    with ThreadPoolExecutor(6) as pool:
        won = list(pool.map(change, range(6)))
    assert won.count(True) == 1
    now = kept.load("ann", "s1")
    assert now is not None
    assert now.refused_text == f"by {won.index(True)}"


def test_a_swap_that_failed_has_written_nothing(store, kept):
    made = kept.create(begun())
    assert kept.save(next_of(made), made.version)
    late = next_of(made, refused_text="late")
    assert not kept.save(late, made.version, Applied("r1", 1))
    assert not kept.succeed(ended(made), made.version, begun("s2"))
    assert kept.applied("s1", "r1") is None
    assert kept.load("ann", "s2") is None
    assert kept.load("ann", "s1") == next_of(made)


def test_results_are_written_only_when_they_changed(store, kept):
    made = kept.create(begun())
    found = next_of(made, results=Results(seq=1, items=({"name": "a"},), total=1))
    assert kept.save(found, made.version)
    written: list[str] = []

    def note(statement: str) -> None:
        if statement.startswith("UPDATE sessions"):
            written.append(statement)

    with store.database.durable() as connection:
        connection.connection.dbapi_connection.set_trace_callback(note)
    typed = next_of(found, refused_text="x")
    assert kept.save(typed, found.version)
    paged = next_of(typed, results=replace(found.results, page=2))
    assert kept.save(paged, typed.version)
    assert [" results=" in statement for statement in written] == [False, True]
    assert SessionRows(store.database).load("ann", "s1") == paged


def test_results_that_another_process_wrote_are_not_taken_for_ours(store, kept):
    other = SessionRows(store.database)
    made = kept.create(begun())
    first = next_of(made, results=Results(seq=1, total=1))
    assert kept.save(first, made.version)
    seen = other.load("ann", "s1")
    assert seen is not None
    second = next_of(seen, results=Results(seq=2, total=2))
    assert other.save(second, seen.version)
    back = next_of(second, results=first.results)
    assert kept.save(back, second.version)
    assert SessionRows(store.database).load("ann", "s1") == back


def test_a_reset_closes_and_begins_in_one_step(kept):
    made = kept.create(begun())
    assert kept.succeed(ended(made), made.version, begun("s2"))
    active = kept.active("ann", "youtube")
    assert active is not None
    assert active.session_id == "s2"
    assert kept.version("s1") == (1, "s2")
    assert [s.session_id for s in kept.history("ann", "youtube", 10)] == ["s1"]


def test_history_is_read_page_by_page_newest_first(kept):
    session = kept.create(begun("s0"))
    for day in range(5):
        fresh = begun(f"s{day + 1}")
        assert kept.succeed(ended(session, NOW + timedelta(days=day)), session.version, fresh)
        session = fresh
    kept.create(begun("other", platform="x"))
    first = kept.history("ann", "youtube", 2)
    assert [s.session_id for s in first] == ["s4", "s3"]
    rest = kept.history("ann", "youtube", 9, before=first[-1].closed_at)
    assert [s.session_id for s in rest] == ["s2", "s1", "s0"]
    assert kept.history("ann", "x", 9) == []


@pytest.mark.req("CS-249")
def test_requests_are_remembered_with_the_change_that_they_made(store, kept, monkeypatch):
    monkeypatch.setattr(rows, "REQUESTS_KEPT", 5)
    session = kept.create(begun())
    for number in range(12):
        after = next_of(session, revision=session.revision + 1)
        assert kept.save(after, session.version, Applied(f"r{number}", after.revision))
        session = after
    assert kept.applied("s1", "r11") == Applied("r11", 12)
    assert kept.applied("s1", "r0") is None
    assert kept.applied("s2", "r11") is None
    with store.database.reading() as connection:
        left = connection.execute(select(session_requests.c.request_id)).scalars().all()
    assert len(left) <= 6


def test_what_runs_is_found_again(kept):
    quiet = kept.create(begun("a"))
    runs = kept.create(begun("b", platform="x"))
    assert kept.save(next_of(quiet, agent_state="results_ready"), 0)
    assert kept.save(next_of(runs, agent_state="retrieving"), 0)
    assert [s.session_id for s in kept.busy()] == ["b"]


def test_one_session_that_cannot_be_read_hides_no_other(store, kept):
    kept.create(begun("good", platform="x"))
    kept.create(begun("bad"))
    with store.database.durable() as connection:
        harmed = sessions.update().where(sessions.c.session_id == "bad")
        connection.execute(harmed.values(state=b"9{}", version=7, busy=1))
    with pytest.raises(Damaged):
        kept.load("ann", "bad")
    assert kept.busy() == []
    assert kept.abandon("bob", "bad", NOW) is None
    assert kept.abandon("ann", "bad", NOW) == "youtube"
    assert kept.active("ann", "youtube") is None
    assert kept.history("ann", None, 10) == []
    fresh = kept.create(begun("again"))
    assert fresh.session_id == "again"


@pytest.mark.req("CS-243")
def test_what_people_change_waits_for_the_disk_and_outcomes_do_not(store, kept):
    written: list[str] = []
    for role, connecting in (("full", store.database.durable), ("normal", store.database.writing)):

        def note(statement: str, role: str = role) -> None:
            if statement.startswith(("INSERT INTO sessions", "UPDATE sessions")):
                written.append(role)

        with connecting() as connection:
            raw = connection.connection.dbapi_connection
            raw.set_trace_callback(note)
            assert raw.execute("PRAGMA synchronous").fetchone() == ({"full": 2, "normal": 1}[role],)
    made = kept.create(begun())
    changed = next_of(made)
    assert kept.save(changed, 0)
    assert kept.succeed(ended(changed), 1, begun("s2"))
    assert written == ["full"] * 4
    assert kept.save(next_of(begun("s2")), 0, lasting=False)
    assert written == [*["full"] * 4, "normal"]


OTHER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from dataclasses import replace
from serendip.store.channels import open_store
from serendip.store.sessions import SessionRows
with open_store(Path(sys.argv[1])) as store:
    rows = SessionRows(store.database)
    session = rows.load("ann", "s1")
    for _ in range(20):
        while True:
            session = rows.load("ann", "s1")
            after = replace(session, version=session.version + 1, revision=session.revision + 1)
            if rows.save(after, session.version):
                break
"""


def test_processes_share_a_session_and_lose_no_change(store, kept, tmp_path):
    kept.create(begun())
    others = [
        subprocess.Popen([sys.executable, "-c", OTHER, str(tmp_path / "s.db")], stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    for _ in range(20):
        while True:
            session = kept.load("ann", "s1")
            assert session is not None
            after = next_of(session, revision=session.revision + 1)
            if kept.save(after, session.version):
                break
    for other in others:
        assert other.communicate(timeout=60)[1] == b""
    now = kept.load("ann", "s1")
    assert now is not None
    assert (now.revision, now.version) == (60, 60)


def test_the_tables_are_added_to_a_database_of_before(tmp_path):
    path = tmp_path / "s.db"
    with open_store(path):
        pass
    old = sqlite3.connect(path)
    for table in ("sessions", "session_requests", "model_calls"):
        old.execute(f"DROP TABLE {table}")
    old.execute("UPDATE alembic_version SET version_num = '0001'")
    old.execute("INSERT INTO meta (name, value) VALUES ('kept', 'yes')")
    old.commit()
    old.close()
    with open_store(path) as store:
        assert store.meta("kept") == "yes"
        assert SessionRows(store.database).create(begun()).session_id == "s1"
