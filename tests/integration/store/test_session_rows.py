"""What the rows of sessions promise beside the store's calls: the index, the columns, other processes."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from serendip.search.session.model import Results, Session
from serendip.store.channels import Store, open_store
from serendip.store.schema import sessions
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


@pytest.mark.req("CS-240")
def test_the_database_itself_refuses_a_second_active_session(store, kept):
    kept.create(begun())
    second = {
        "session_id": "s2", "user_id": "ann", "platform": "youtube", "active": 1, "busy": 0, "version": 0,
        "state": b"", "results": b"",
    }  # fmt: skip
    with pytest.raises(IntegrityError), store.database.durable() as connection:
        connection.execute(insert(sessions).values(**second))


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
