"""What holds for the SQLite file alone: settings of connections, migrations, and errors that help."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError, OperationalError

import serendip.store
from serendip.catalogue.channel import Identity, Observation
from serendip.core.errors import Damaged, InputError, SerendipError, Unavailable
from serendip.store import migrate
from serendip.store.channels import Store, open_store
from serendip.store.schema import metadata


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "s.db") as opened:
        yield opened


def see(handle: str, text: str = "") -> Observation:
    return Observation("x", (Identity("handle", handle),), "f", description=text)


def pragma(connection, name: str):
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def test_each_connection_has_the_durability_of_its_role(store):
    normal, full = 1, 2
    for _ in range(2):
        with store.database.writing() as connection:
            assert (pragma(connection, "journal_mode"), pragma(connection, "synchronous")) == ("wal", normal)
        with store.database.durable() as connection:
            assert (pragma(connection, "journal_mode"), pragma(connection, "synchronous")) == ("wal", full)
        with store.database.reading() as connection:
            assert (pragma(connection, "journal_mode"), pragma(connection, "query_only")) == ("wal", 1)


def test_a_reader_cannot_write(store):
    with pytest.raises(OperationalError, match="readonly"), store.database.reading() as connection:
        connection.exec_driver_sql("DELETE FROM channels")


def test_a_failed_write_leaves_nothing(store):
    def note(*names: str) -> None:
        with store.database.writing() as connection:
            for name in names:
                connection.exec_driver_sql("INSERT INTO meta (name, value) VALUES (?, '')", (name,))

    with pytest.raises(IntegrityError):
        note("a", "b", "a")
    assert store.meta("a") is None
    note("a")
    assert store.meta("a") == ""


def test_tables_and_migrations_say_the_same(store):
    with store.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_head_that_opening_compares_with_is_the_newest_migration():
    folder = Path(serendip.store.__file__).with_name("migrations")
    config = Config()
    config.set_main_option("script_location", str(folder))
    assert ScriptDirectory.from_config(config).get_current_head() == migrate.HEAD


def test_opening_a_current_database_needs_no_migration_tool(tmp_path):
    open_store(tmp_path / "s.db").close()
    code = (
        "import sys; from pathlib import Path; from serendip.store.channels import open_store;"
        "open_store(Path(sys.argv[1])).close(); print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "s.db")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


def refusal(path: Path) -> SerendipError:
    with pytest.raises(SerendipError) as caught:
        open_store(path)
    assert str(path) in caught.value.zh
    assert str(path) in caught.value.en
    return caught.value


def test_a_newer_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "s.db"
    open_store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    error = refusal(path)
    assert isinstance(error, InputError)
    assert (error.code, error.details["revision"]) == ("ERR_STORE_NEWER", "9999")


@pytest.mark.parametrize("content", [b"just a text, and not a short one at all. " * 100, b"\0" * 5000])
def test_what_is_no_database_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "s.db"
    path.write_bytes(content)
    error = refusal(path)
    assert isinstance(error, Damaged)
    assert error.code == "ERR_STORE_NOT_DATABASE"
    assert path.read_bytes() == content


def test_somebody_elses_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "s.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    assert refusal(path).code == "ERR_STORE_NOT_DATABASE"
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    connection.close()


def test_a_damaged_database_says_so(tmp_path):
    path = tmp_path / "s.db"
    with open_store(path) as store:
        store.write([see(f"h{i}", "some text " * 50) for i in range(300)])
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xa5" * (len(whole) - 8192))
    with pytest.raises(Damaged) as caught, open_store(path) as store:
        list(store.iter_channels())
    assert caught.value.code == "ERR_STORE_DAMAGED"


def test_a_missing_folder_is_named(tmp_path):
    assert refusal(tmp_path / "no" / "s.db").code == "ERR_STORE_READ_ONLY"


OPEN = """
import os, sys
from pathlib import Path
from serendip.core.errors import SerendipError
from serendip.store.channels import open_store
from serendip.catalogue.channel import Identity, Observation
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    with open_store(Path(sys.argv[1])) as store:
        print(store.count())
        store.write([Observation("x", (Identity("handle", "new"),), "f")])
except SerendipError as error:
    print(error.code)
"""


@pytest.mark.parametrize("exists", [True, False])
def test_a_folder_that_cannot_be_written_is_named(exists):
    folder = Path(tempfile.mkdtemp())
    try:
        if exists:
            open_store(folder / "s.db").close()
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        command = [sys.executable, "-c", OPEN, str(folder / "s.db")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.stdout.splitlines()[-1:] == ["ERR_STORE_READ_ONLY"], done.stderr
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_full_disk_refuses_the_batch_and_keeps_the_others(store):
    store.write([see("first")])
    with store.database.writing() as connection:
        pages = pragma(connection, "page_count")
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 4}")
    with pytest.raises(Unavailable) as caught:
        store.write([see(f"h{i}", os.urandom(400).hex()) for i in range(500)])
    assert caught.value.code == "ERR_DISK_FULL"
    assert (store.count(), store.last_seq()) == (1, 1)
    with store.database.writing() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    assert store.write([see("second")])[0].cid == 2


def test_a_lock_that_does_not_go_away_is_named(tmp_path):
    with open_store(tmp_path / "s.db", patience=0.05) as store:
        other = sqlite3.connect(tmp_path / "s.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable) as caught:
            store.write([see("a")])
        other.execute("ROLLBACK")
        other.close()
        assert caught.value.code == "ERR_STORE_BUSY"
        assert store.write([see("a")])[0].status == "created"
