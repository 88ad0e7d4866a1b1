"""Sessions in a real SQLite file: compare-and-swap, one active session, durability, several processes."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event, update

from serendip.core.errors import Damaged
from serendip.search.session.codec import decode, encode, encode_results
from serendip.search.session.model import Results, Session
from serendip.search.session.ports import Applied
from serendip.store.channels import open_store
from serendip.store.schema import sessions
from serendip.store.sessions import REMEMBERED, REQUESTS_KEPT, SessionRows
from tests.unit.session.walking import walk

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2026, 5, 1, tzinfo=UTC)
FOUND = Results(1, 1, None, ({"id": 1, "name": "Swim Shop"},), 1, zero_kind="none")
FULL, NORMAL = 2, 1


def session(session_id: str = "s1", user: str = "ann", platform: str = "youtube", **said: Any) -> Session:
    return replace(Session(session_id, user, platform, "zh", NOW, NOW), **said)


def later(before: Session, **said: Any) -> Session:
    return replace(before, version=before.version + 1, **said)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "serendip.db"


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[[], SessionRows]]:
    """Another opening of the same file, as another process has it."""
    stores = []

    def another() -> SessionRows:
        stores.append(open_store(path))
        return SessionRows(stores[-1].database)

    yield another
    for store in stores:
        store.close()


@pytest.fixture
def rows(opened: Callable[[], SessionRows]) -> SessionRows:
    return opened()


def test_who_comes_second_writes_nothing(rows: SessionRows, opened: Callable[[], SessionRows]):
    first = rows.create(session())
    assert rows.save(later(first, revision=1), 0, Applied("a", 1))
    lost = later(first, revision=1, results=FOUND, locale="en")
    for late in (rows, opened()):
        assert not late.save(lost, 0, Applied("b", 1))
        assert late.applied("s1", "b") is None
    kept = opened().load("ann", "s1")
    assert kept is not None
    assert (kept.locale, kept.revision, kept.results) == ("zh", 1, Results())


def test_a_session_is_seen_by_its_user_only(rows: SessionRows):
    rows.create(session())
    assert rows.load("ann", "s1") is not None
    assert rows.load("bob", "s1") is None
    assert rows.active("bob", "youtube") is None
    assert rows.abandon("bob", "s1", NOW) is None
    assert rows.load("ann", "s1") == session()


@pytest.mark.req("CS-240")
def test_threads_that_create_at_once_get_one_session(rows: SessionRows):
    start = Barrier(8)

    def create(number: int) -> str:
        start.wait()
        return rows.create(session(f"s{number}")).session_id

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(create, range(8)))) == 1
    others = {
        rows.create(session("t", platform="tiktok")).session_id,
        rows.create(session("b", "bob")).session_id,
    }
    assert others == {"t", "b"}


CREATE = """
import sys
from pathlib import Path
from serendip.store.channels import open_store
from serendip.store.sessions import SessionRows
from tests.integration.store.test_sessions import session
with open_store(Path(sys.argv[1])) as store:
    rows = SessionRows(store.database)
    print("ready", flush=True)
    sys.stdin.readline()
    print(rows.create(session(sys.argv[2])).session_id, flush=True)
"""


@pytest.mark.req("CS-240")
def test_processes_that_create_at_once_get_one_session(path: Path, rows: SessionRows):
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", CREATE, str(path)]
    others = [
        subprocess.Popen([*command, f"p{i}"], stdin=pipe, stdout=pipe, text=True, cwd=ROOT) for i in range(4)
    ]
    for other in others:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
    for other in others:
        assert other.stdin is not None
        other.stdin.write("\n")
        other.stdin.flush()
    answers = {other.communicate()[0].strip() for other in others}
    active = rows.active("ann", "youtube")
    assert active is not None
    assert answers == {active.session_id}


CHANGE = """
import sys
from pathlib import Path
from serendip.store.channels import open_store
from serendip.store.sessions import SessionRows
from tests.integration.store.test_sessions import FOUND, later
with open_store(Path(sys.argv[1])) as store:
    rows = SessionRows(store.database)
    now = rows.load("ann", "s1")
    assert rows.save(later(now, results=FOUND, revision=7), now.version)
"""


def test_what_another_process_wrote_is_read_and_kept(path: Path, rows: SessionRows, opened):
    """The copy in memory and its results are those of an older version then."""
    mine = rows.create(session())
    assert rows.load("ann", "s1") is rows.load("ann", "s1")
    subprocess.run([sys.executable, "-c", CHANGE, str(path)], cwd=ROOT, check=True)
    assert not rows.save(later(mine, locale="en"), mine.version)
    theirs = rows.load("ann", "s1")
    assert theirs is not None
    assert (theirs.revision, theirs.results) == (7, FOUND)
    assert rows.save(later(theirs, locale="en"), theirs.version)
    assert opened().load("ann", "s1") == later(theirs, locale="en")


def test_results_that_stayed_the_same_object_are_written_over_those_of_another(rows: SessionRows, opened):
    """This process remembers version 0 with its results, and is asked to store them over version 1."""
    mine = rows.create(session(results=FOUND))
    other = opened()
    seen = other.load("ann", "s1")
    assert seen is not None
    assert other.save(later(seen, results=Results()), 0)
    assert rows.save(replace(mine, version=2), 1)
    again = opened().load("ann", "s1")
    assert again is not None
    assert again.results == FOUND


@pytest.mark.req("CS-249")
def test_requests_are_remembered_with_the_change_and_not_for_ever(rows: SessionRows):
    now = rows.create(session())
    last = REQUESTS_KEPT + 20
    for number in range(1, last + 1):
        after = later(now, revision=number)
        assert rows.save(after, now.version, Applied(f"r{number}", number), lasting=False)
        now = after
    assert rows.applied("s1", f"r{last}") == Applied(f"r{last}", last)
    assert rows.applied("s1", "r21") == Applied("r21", 21)
    assert rows.applied("s1", "r20") is None
    assert rows.applied("s2", f"r{last}") is None


def test_a_new_search_closes_the_old_one_in_the_same_step(rows: SessionRows, opened):
    old = rows.create(session())
    closed = later(old, closed_at=NOW)
    assert not rows.succeed(closed, 5, session("s2"))
    assert rows.load("ann", "s2") is None
    assert rows.succeed(closed, 0, session("s2"))
    active = opened().active("ann", "youtube")
    assert active is not None
    assert active.session_id == "s2"
    assert rows.version("s1") == (1, "s2")
    assert rows.version("s2") == (0, None)
    assert rows.version("s3") is None


def test_history_is_closed_sessions_newest_first_and_goes_on(rows: SessionRows):
    now = rows.create(session("s0"))
    for number in range(1, 6):
        after = session(f"s{number}")
        assert rows.succeed(later(now, closed_at=NOW + timedelta(days=number)), 0, after)
        now = after
    page = rows.history("ann", "youtube", 3)
    assert [s.session_id for s in page] == ["s4", "s3", "s2"]
    assert [s.session_id for s in rows.history("ann", None, 3, page[-1].closed_at)] == ["s1", "s0"]
    assert rows.history("ann", "tiktok", 3) == []
    assert rows.history("bob", None, 3) == []


def test_what_ran_when_it_was_stored_is_found(rows: SessionRows):
    rows.create(session(agent_state="retrieving", search_seq=1, in_flight_seq=1))
    rows.create(session("s2", "bob"))
    assert [s.session_id for s in rows.busy()] == ["s1"]


def test_a_session_that_cannot_be_read_hides_no_other_and_can_be_left(rows: SessionRows, opened, path: Path):
    running: dict[str, Any] = {"agent_state": "retrieving", "search_seq": 1, "in_flight_seq": 1}
    rows.create(session("broken", **running))
    rows.create(session("whole", "bob", **running))
    with open_store(path) as store, store.database.writing() as connection:
        connection.execute(
            update(sessions).where(sessions.c.session_id == "broken").values(state=b"9{}", version=1)
        )
    fresh = opened()
    assert [s.session_id for s in fresh.busy()] == ["whole"]
    with pytest.raises(Damaged) as damage:
        fresh.active("ann", "youtube")
    assert damage.value.as_dict().items() >= {"code": "ERR_SESSION_DAMAGED", "session_id": "broken"}.items()
    assert fresh.abandon("ann", "broken", NOW) == "youtube"
    assert fresh.active("ann", "youtube") is None
    assert fresh.history("ann", None, 5) == []


@pytest.fixture
def synchronous() -> Iterator[list[tuple[str, int]]]:
    """The setting of each connection that writes to the sessions, as SQLite itself gives it."""
    seen: list[tuple[str, int]] = []

    def before(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        verb, *words = statement.split()
        if verb in {"INSERT", "UPDATE"} and any(w.startswith("session") for w in words[:2]):
            raw = connection.connection.dbapi_connection
            seen.append((verb, raw.execute("PRAGMA synchronous").fetchone()[0]))

    event.listen(Engine, "before_cursor_execute", before)
    yield seen
    event.remove(Engine, "before_cursor_execute", before)


@pytest.mark.req("CS-243")
def test_changes_of_people_wait_for_the_disk(rows: SessionRows, synchronous: list[tuple[str, int]]):
    """Addendum A-15, by the setting of the very connection that writes."""
    first = rows.create(session())
    second = later(first, revision=1)
    rows.save(second, 0, Applied("r", 1))
    rows.succeed(later(second, closed_at=NOW), 1, session("s2"))
    rows.abandon("ann", "s2", NOW)
    assert [verb for verb, _ in synchronous] == ["INSERT", "UPDATE", "INSERT", "UPDATE", "INSERT", "UPDATE"]
    assert {level for _, level in synchronous} == {FULL}


def test_what_the_system_finds_does_not(rows: SessionRows, synchronous: list[tuple[str, int]]):
    first = rows.create(session())
    rows.save(later(first, results=FOUND), 0, lasting=False)
    assert synchronous == [("INSERT", FULL), ("UPDATE", NORMAL)]


def test_so_many_sessions_stay_in_memory_and_no_more(rows: SessionRows):
    for number in range(REMEMBERED + 5):
        rows.create(session(f"s{number}", f"user{number}"))
    assert len(rows._known) == REMEMBERED
    assert rows.load("user0", "s0") == session("s0", "user0")


@pytest.mark.req("CS-241")
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_a_session_comes_back_as_it_was(chance: random.Random, steps: int):
    """Wherever ordinary and odd use leads: tags, links, questions, repairs, notices with their undo."""
    kept = walk(chance, steps).session
    assert decode(encode(kept), encode_results(kept.results)) == kept


@pytest.mark.parametrize(
    ("state", "results"), [(b"2{}", b"1{}"), (b"1{}", b"1{}"), (b"", b""), (encode(session()), b"1[")]
)
def test_bytes_that_are_no_session_are_said_to_be_damaged(state: bytes, results: bytes):
    with pytest.raises(Damaged) as damage:
        decode(state, results)
    assert damage.value.code == "ERR_SESSION_DAMAGED"
