"""Several processes on one database, and processes that die in the middle of a write."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from threading import Thread

import pytest

from serendip.catalogue.channel import Fact, Identity, Observation
from serendip.store import engine
from serendip.store.channels import open_store

ROWS = 50
HEAD = """
import os, signal, sys
from pathlib import Path
from serendip.store.channels import open_store
sys.path.insert(0, str(Path(sys.argv[1])))
from test_processes import batch, progress
path, who, batches = Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
"""
WRITER = f"""{HEAD}
print("ready", flush=True)
sys.stdin.readline()
with open_store(path) as store:
    for number in range(batches):
        store.write(batch(who, number), progress(who, number))
        print(number, flush=True)
"""
DYING = f"""{HEAD}
def tick():
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

left = int(sys.argv[5])
with open_store(path) as store:
    known = store.progress(who)
    with store.database.writing() as connection:
        connection.connection.dbapi_connection.set_progress_handler(tick, 100)
    for number in range(known.line if known else 0, batches):
        store.write(batch(who, number), progress(who, number))
        print(number, flush=True)
"""


def batch(who: str, number: int) -> list[Observation]:
    """New channels and, from the second batch on, changes to those of the batch before."""
    rows: list[Observation] = []
    for i in range(ROWS):
        day = date(2020, 1, 1) + timedelta(days=number)
        facts = {"followers": Fact(number * 1000 + i, day.isoformat())}
        for owner in {number, max(0, number - 1)}:
            ids = (Identity("handle", f"{who}-{owner}-{i}"),)
            rows.append(Observation("x", ids, who, description=f"batch {number} " * 20, facts=facts))
    return rows


def progress(who: str, number: int):
    from serendip.catalogue.ports import ImportProgress

    return ImportProgress(who, number + 1)


def start(code: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, str(Path(__file__).parent), *map(str, arguments)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def go(processes: list[subprocess.Popen[str]]) -> None:
    """Let all of them begin at one moment."""
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()


def check(path: Path) -> dict[str, int]:
    """The database is whole: every batch entirely or not at all; returns the batches per writer."""
    with open_store(path) as store:
        with store.database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        channels = [c for part in store.iter_channels() for c in part]
        assert store.count() == len(channels)
        changed, deleted, seq = store.changes_since(0, 10**6)
        assert (sorted(changed), deleted, seq) == ([c.cid for c in channels], [], store.last_seq())
        batches: dict[str, int] = {}
        for who in {str(c.handle).split("-")[0] for c in channels}:
            known = store.progress(who)
            assert known is not None
            batches[who] = known.line
            numbers = [
                int(str(c.handle).split("-")[1]) for c in channels if str(c.handle).startswith(f"{who}-")
            ]
            assert sorted(numbers) == sorted(n for n in range(known.line) for _ in range(ROWS))
        for channel in channels:
            who, number, i = str(channel.handle).split("-")
            last = min(int(number) + 1, batches[who] - 1)
            assert channel.value("followers") == last * 1000 + int(i)
            assert len(store.snapshots_of(channel.cid, "followers")) == last - int(number) + 1
        for channel in channels[::ROWS]:
            found = store.by_identity("x", "handle", str(channel.handle))
            assert found is not None
            assert found.cid == channel.cid
    return batches


def test_two_writers_queue_up_and_neither_fails(tmp_path):
    path = tmp_path / "s.db"
    writers = [start(WRITER, path, who, 8) for who in ("ann", "bob")]
    go(writers)
    for writer in writers:
        out, err = writer.communicate(timeout=60)
        assert (writer.returncode, err) == (0, "")
        assert out.split() == [str(n) for n in range(8)]
    assert check(path) == {"ann": 8, "bob": 8}


def test_many_processes_may_create_the_database_at_once(tmp_path):
    path = tmp_path / "s.db"
    writers = [start(WRITER, path, f"w{i}", 1) for i in range(4)]
    go(writers)
    for writer in writers:
        _, err = writer.communicate(timeout=60)
        assert (writer.returncode, err) == (0, "")
    assert check(path) == {f"w{i}": 1 for i in range(4)}


def test_opening_queues_while_another_begins_to_write_a_file_not_yet_in_wal_mode(tmp_path, monkeypatch):
    path = tmp_path / "s.db"
    path.touch()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            other.execute("COMMIT")

    monkeypatch.setattr(engine, "sleep", wait)
    with open_store(path) as store:
        store.write(batch("ann", 0), progress("ann", 0))
    assert len(waits) == 3
    other.close()


def test_reads_see_whole_batches_while_another_process_writes(tmp_path):
    path = tmp_path / "s.db"
    with open_store(path) as store:
        writer = start(WRITER, path, "ann", 12)
        go([writer])
        counts = {store.count()}
        while writer.poll() is None:
            counts.add(store.count())
            channels = store.get_many(range(1, ROWS + 1))
            assert len({str(c.description) for c in channels}) <= 1
        assert (writer.communicate()[1], writer.returncode) == ("", 0)
        counts.add(store.count())
    assert all(n % ROWS == 0 for n in counts)
    assert len(counts) > 2
    assert check(path) == {"ann": 12}


@pytest.mark.parametrize("seed", range(6))
def test_a_killed_writer_leaves_whole_batches_and_the_next_goes_on(tmp_path, seed):
    path = tmp_path / "s.db"
    chance = random.Random(seed)
    acknowledged = 0
    for _ in range(3):
        dying = start(DYING, path, "ann", 10**6, chance.randint(1, 900))
        out, err = dying.communicate(timeout=60)
        assert (dying.returncode, err) == (-signal.SIGKILL, "")
        acknowledged = max([acknowledged, *(int(n) + 1 for n in out.split())])
        assert check(path).get("ann", 0) >= acknowledged
    with open_store(path) as store:
        known = store.progress("ann")
        number = known.line if known else 0
        outcomes = store.write(batch("ann", number), progress("ann", number))
        assert sum(o.status == "created" for o in outcomes) == ROWS
    assert check(path) == {"ann": number + 1}


def test_threads_share_one_store(tmp_path):
    path = tmp_path / "s.db"
    failures: list[BaseException] = []

    def work(who: str) -> None:
        try:
            for number in range(5):
                store.write(batch(who, number), progress(who, number))
                store.changes_since(0, 10)
        except AssertionError as error:
            failures.append(error)

    with open_store(path) as store:
        threads = [Thread(target=work, args=(f"t{i}",)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failures == []
    assert check(path) == {f"t{i}": 5 for i in range(4)}
