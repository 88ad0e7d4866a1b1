"""PostgreSQL with tsvector and pg_trgm beside the embedded index: its own cluster, removed afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import psycopg

from bench.report import resident_mib
from bench.rival import NUMBERS, TERMS, TEXTS, Row, or_unknown
from bench.workload import PAGE, Ask

_SETTINGS = {
    "shared_buffers": "3GB",
    "effective_cache_size": "10GB",
    "work_mem": "256MB",
    "maintenance_work_mem": "1GB",
    "random_page_cost": "1.1",
    "jit": "off",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_wal_size": "8GB",
    "max_parallel_workers_per_gather": "2",
    "autovacuum": "off",
    "listen_addresses": "",
}
_INDICES = (
    "USING gin (words)",
    "USING gin (channel_name gin_trgm_ops)",
    "(followers DESC NULLS LAST, cid)",
    "(platform, country, followers DESC NULLS LAST, cid) INCLUDE (last_upload_at)",
    "(platform, followers DESC NULLS LAST, cid) INCLUDE (last_upload_at)",
    "(platform, last_upload_at) INCLUDE (country, language, category)",
)
_LABELS = dict(zip(TEXTS, "ABCD", strict=True))
_RANK = "ts_rank('{0.6, 0.5, 0.8, 1.0}', words, query)"
"""The weights of ``search.ranking`` in PostgreSQL's order (D to A) and range."""
_BY_FOLLOWERS = "followers DESC NULLS LAST, cid"


def binaries() -> Path | None:
    """The folder of ``initdb``, from the path or from Debian's package; None when there is none."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


class Postgres:
    """Columns with B-tree indices, one weighted tsvector with a GIN index, trigrams over names.

    The server runs as the user ``postgres`` when this process is root's, on a socket in a temporary folder.
    """

    name = "PostgreSQL"

    def __init__(self) -> None:
        found = binaries()
        if found is None:
            raise FileNotFoundError("no initdb: install Debian's postgresql to compare with it")
        self._bin = found
        self._user = "postgres" if os.geteuid() == 0 else None
        self._home = Path(tempfile.mkdtemp(prefix="serendip-bench-pg-"))
        if self._user:
            shutil.chown(self._home, self._user)
        self._data = self._home / "data"
        self._do(
            "initdb", "-D", str(self._data), "-A", "trust", "-U", "bench", "-E", "UTF8", "--locale=C.UTF-8"
        )
        options = " ".join(f"-c {k}={v}" if v else f"-c {k}=''" for k, v in _SETTINGS.items())
        self._do(
            "pg_ctl", "-D", str(self._data), "-w", "-l", str(self._home / "log"),
            "-o", f"{options} -k {self._home}", "start",
        )  # fmt: skip
        self._db = psycopg.connect(host=str(self._home), user="bench", dbname="postgres", autocommit=True)
        self._db.prepare_threshold = 2

    def _do(self, tool: str, *words: str) -> None:
        command = [str(self._bin / tool), *words]
        subprocess.run(
            command,
            check=True,
            user=self._user,
            stdout=subprocess.DEVNULL,
            cwd=self._home,
            stdin=subprocess.DEVNULL,
        )

    def load(self, batches: Iterator[list[Row]]) -> float:
        """COPY, GIN and B-tree indices, ``VACUUM ANALYZE``."""
        took = 0.0
        self._db.execute("CREATE EXTENSION pg_trgm")
        columns = [*(f"{n} text" for n in TERMS), *(f"{n} double precision" for n in NUMBERS)]
        self._run(
            f"CREATE UNLOGGED TABLE channels(cid int PRIMARY KEY, {', '.join(columns)}, channel_name text, "
            "words tsvector)"
        )
        self._run(
            f"CREATE UNLOGGED TABLE arriving(cid int, {', '.join(columns)}, {' text, '.join(TEXTS)} text)"
        )
        words = " || ".join(f"setweight(to_tsvector('simple', {n}), '{_LABELS[n]}')" for n in TEXTS)
        moved = f"cid, {', '.join((*TERMS, *NUMBERS))}"
        for batch in batches:
            start = time.perf_counter()
            with self._db.cursor() as cursor, cursor.copy("COPY arriving FROM STDIN") as copy:
                for cid, terms, numbers, texts in batch:
                    copy.write_row((cid, *terms, *numbers, *texts))
            self._run(
                f"INSERT INTO channels SELECT {moved}, ' ' || channel_name || ' ', {words} FROM arriving"
            )
            self._db.execute("TRUNCATE arriving")
            took += time.perf_counter() - start
        start = time.perf_counter()
        for index in _INDICES:
            self._run(f"CREATE INDEX ON channels {index}")
        self._db.execute("VACUUM ANALYZE channels")
        return took + time.perf_counter() - start

    def search(self, ask: Ask) -> list[int] | None:
        """Ids of the page; nothing similar."""
        if ask.vector is not None:
            return None
        source, where, values = self._from(ask)
        order = f"{_RANK} DESC, cid" if ask.word else _BY_FOLLOWERS
        skip = (ask.page - 1) * PAGE
        return self._ids(
            f"SELECT cid FROM {source} WHERE {where} ORDER BY {order} LIMIT {PAGE} OFFSET {skip}", values
        )

    def counted(self, ask: Ask) -> tuple[list[int] | None, tuple[int, int]]:
        """Two statements."""
        return self.search(ask), self.totals(ask)

    def every(self, ask: Ask) -> list[int]:
        """All ids."""
        source, where, values = self._from(ask)
        return self._ids(f"SELECT cid FROM {source} WHERE {where}", values)

    def place_before(self, ask: Ask) -> tuple[float, int] | None:
        """The last row of the page before."""
        source, where, values = self._from(ask)
        skip = (ask.page - 1) * PAGE - 1
        order = f"ORDER BY {_BY_FOLLOWERS}"
        found = self._rows(
            f"SELECT followers, cid FROM {source} WHERE {where} {order} LIMIT 1 OFFSET {skip}", values
        )
        return None if not found or found[0][0] is None else (found[0][0], found[0][1])

    def after(self, ask: Ask, followers: float, cid: int) -> list[int]:
        """The page after a row."""
        source, where, values = self._from(ask)
        sql = (
            f"SELECT cid FROM {source} WHERE {where} AND followers <= %s AND (followers < %s OR cid > %s) "
            f"ORDER BY {_BY_FOLLOWERS} LIMIT {PAGE}"
        )
        return self._ids(sql, [*values, followers, followers, cid])

    def _run(self, sql: str) -> None:
        self._db.execute(cast("Any", sql))

    def _ids(self, sql: str, values: list[Any]) -> list[int]:
        return [row[0] for row in self._rows(sql, values)]

    def _rows(self, sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
        return self._db.execute(cast("Any", sql), values).fetchall()

    def totals(self, ask: Ask) -> tuple[int, int]:
        """Matching rows are counted among those that may match; without filters none is unknown."""
        source, where, values = self._from(ask)
        if not (ask.terms or ask.ranges):
            return int(self._rows(f"SELECT count(*) FROM {source} WHERE {where}", values)[0][0]), 0
        _, met, wanted = self._from(replace(ask, word=None))
        source, where, values = self._from(ask, unknown=True)
        sql = f"SELECT count(*) FILTER (WHERE {met}), count(*) FROM {source} WHERE {where}"
        matching, possible = self._rows(sql, [*wanted, *values])[0]
        return int(matching), int(possible - matching)

    def facets(self, ask: Ask) -> dict[str, dict[str, int]]:
        """One GROUP BY a field."""
        source, where, values = self._from(ask)
        found: dict[str, dict[str, int]] = {}
        for field in ask.facets:
            known = f"{where} AND {field} IS NOT NULL"
            pairs = self._rows(f"SELECT {field}, count(*) FROM {source} WHERE {known} GROUP BY 1", values)
            found[field] = {str(value): int(count) for value, count in pairs}
        return found

    @staticmethod
    def _from(ask: Ask, *, unknown: bool = False) -> tuple[str, str, list[Any]]:
        parts: list[str] = []
        values: list[Any] = []
        source = "channels"
        if ask.word is not None:
            label = "" if ask.target == "all_sources" else f":{_LABELS[ask.target]}"
            source = "channels, CAST(%s AS tsquery) query"
            values.append(f"'{ask.word}'{label}")
            parts.append("words @@ query")
            if ask.target == "channel_name":
                parts.append("channel_name LIKE %s")
                values.append(f"% {ask.word} %")
        for field, accepted in ask.terms:
            parts.append(or_unknown(f"{field} = ANY(%s)", field, unknown))
            values.append(list(accepted))
        for field, low, high in ask.ranges:
            bounds = [(sign, bound) for sign, bound in ((">=", low), ("<=", high)) if bound is not None]
            test = " AND ".join(f"{field} {sign} %s" for sign, _ in bounds)
            parts.append(or_unknown(test, field, unknown))
            values += [float(bound) for _, bound in bounds]
        return source, " AND ".join(parts) or "true", values

    def disk_mib(self) -> float:
        """Table and indices."""
        size = self._rows("SELECT pg_total_relation_size('channels')", [])[0][0]
        return round(int(size) / 2**20, 1)

    def memory_mib(self) -> dict[str, float]:
        """That of the connection's server process, shared buffers that it touched included."""
        return resident_mib(int(self._rows("SELECT pg_backend_pid()", [])[0][0]))

    def settings(self) -> dict[str, str]:
        """What was set."""
        return {
            "version": str(self._rows("SHOW server_version", [])[0][0]),
            "settings": ", ".join(f"{k} {v}" for k, v in _SETTINGS.items() if v),
            "indices": "; ".join(_INDICES),
        }

    def close(self) -> None:
        """Stop the server and delete the cluster."""
        self._db.close()
        self._do("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self._home)
