"""SQLite FTS5 beside the embedded index: one file, one thread, everything in the page cache."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.report import resident_mib
from bench.rival import NUMBERS, TERMS, TEXTS, Row, or_unknown
from bench.workload import PAGE, Ask

_INDICES = (
    "c_followers ON channels(followers DESC, cid)",
    "c_platform_country ON channels(platform, country, followers DESC, cid, last_upload_at)",
    "c_platform ON channels(platform, followers DESC, cid, last_upload_at)",
    "c_facets ON channels(platform, last_upload_at, country, language, category)",
)
_PRAGMAS = ("journal_mode=OFF", "synchronous=OFF", "cache_size=-2000000", "mmap_size=8589934592")
_WEIGHTS = "2.0, 1.6, 1.0, 1.2"
"""The weights of the targets in ``search.ranking``."""


class Fts5:
    """Columns in a table with the B-trees that the questions need, tokens in a contentless FTS5 table."""

    name = "SQLite FTS5"

    def __init__(self, folder: Path) -> None:
        self._path = folder / "rival.db"
        self._db = sqlite3.connect(self._path)
        for pragma in _PRAGMAS:
            self._db.execute(f"PRAGMA {pragma}")

    def load(self, batches: Iterator[list[Row]]) -> float:
        """Rows, text index, ``optimize``, B-trees, ``ANALYZE``."""
        took = 0.0
        self._db.execute(
            "CREATE TABLE channels(cid INTEGER PRIMARY KEY, "
            + ", ".join([*(f"{n} TEXT" for n in TERMS), *(f"{n} REAL" for n in NUMBERS)])
            + ")"
        )
        self._db.execute(
            f"CREATE VIRTUAL TABLE words USING fts5({', '.join(TEXTS)}, content='', "
            "tokenize=\"unicode61 remove_diacritics 0 categories 'L* N* Co S* P* M*'\")"
        )
        places = ", ".join("?" * (1 + len(TERMS) + len(NUMBERS)))
        for batch in batches:
            start = time.perf_counter()
            columns = ((cid, *terms, *numbers) for cid, terms, numbers, _ in batch)
            self._db.executemany(f"INSERT INTO channels VALUES ({places})", columns)
            self._db.executemany(
                f"INSERT INTO words(rowid, {', '.join(TEXTS)}) VALUES (?, ?, ?, ?, ?)",
                ((cid, *texts) for cid, _, _, texts in batch),
            )
            self._db.commit()
            took += time.perf_counter() - start
        start = time.perf_counter()
        self._db.execute("INSERT INTO words(words) VALUES ('optimize')")
        for index in _INDICES:
            self._db.execute(f"CREATE INDEX {index}")
        self._db.execute("ANALYZE")
        self._db.commit()
        return took + time.perf_counter() - start

    def search(self, ask: Ask) -> list[int] | None:
        """Ids of the page; nothing similar."""
        if ask.vector is not None:
            return None
        source, where, values = self._from(ask)
        order = f"bm25(words, {_WEIGHTS}), words.rowid" if ask.word else "followers DESC, cid"
        skip = (ask.page - 1) * PAGE
        cid = "words.rowid" if ask.word else "cid"
        sql = f"SELECT {cid} FROM {source} WHERE {where} ORDER BY {order} LIMIT {PAGE} OFFSET {skip}"
        return [row[0] for row in self._db.execute(sql, values)]

    def counted(self, ask: Ask) -> tuple[list[int] | None, tuple[int, int]]:
        """Two statements."""
        return self.search(ask), self.totals(ask)

    def every(self, ask: Ask) -> list[int]:
        """All ids."""
        source, where, values = self._from(ask)
        cid = "words.rowid" if ask.word else "cid"
        return [row[0] for row in self._db.execute(f"SELECT {cid} FROM {source} WHERE {where}", values)]

    def place_before(self, ask: Ask) -> tuple[float, int] | None:
        """The last row of the page before."""
        source, where, values = self._from(ask)
        skip = (ask.page - 1) * PAGE - 1
        order = "ORDER BY followers DESC, cid"
        sql = f"SELECT followers, cid FROM {source} WHERE {where} {order} LIMIT 1 OFFSET {skip}"
        row = self._db.execute(sql, values).fetchone()
        return None if row is None or row[0] is None else (row[0], row[1])

    def after(self, ask: Ask, followers: float, cid: int) -> list[int]:
        """The page after a row."""
        source, where, values = self._from(ask)
        sql = (
            f"SELECT cid FROM {source} WHERE {where} AND followers <= ? AND (followers < ? OR cid > ?) "
            f"ORDER BY followers DESC, cid LIMIT {PAGE}"
        )
        return [row[0] for row in self._db.execute(sql, [*values, followers, followers, cid])]

    def totals(self, ask: Ask) -> tuple[int, int]:
        """Matching rows are counted among those that may match; without filters none is unknown."""
        source, where, values = self._from(ask)
        if not (ask.terms or ask.ranges):
            found = self._db.execute(f"SELECT count(*) FROM {source} WHERE {where}", values).fetchone()
            return int(found[0]), 0
        _, met, wanted = self._from(replace(ask, word=None))
        source, where, values = self._from(ask, unknown=True)
        sql = f"SELECT count(*) FILTER (WHERE {met}), count(*) FROM {source} WHERE {where}"
        matching, possible = self._db.execute(sql, [*wanted, *values]).fetchone()
        return int(matching), int(possible - matching)

    def facets(self, ask: Ask) -> dict[str, dict[str, int]]:
        """One GROUP BY a field."""
        source, where, values = self._from(ask, join=True)
        found: dict[str, dict[str, int]] = {}
        for field in ask.facets:
            known = f"{where} AND {field} IS NOT NULL"
            sql = f"SELECT {field}, count(*) FROM {source} WHERE {known} GROUP BY 1"
            found[field] = dict(self._db.execute(sql, values))
        return found

    @staticmethod
    def _from(ask: Ask, *, join: bool = False, unknown: bool = False) -> tuple[str, str, list[Any]]:
        parts: list[str] = []
        values: list[Any] = []
        if ask.word is not None:
            column = "" if ask.target == "all_sources" else f"{ask.target}: "
            parts.append("words MATCH ?")
            values.append(f'{column}"{ask.word}"')
        for field, accepted in ask.terms:
            parts.append(or_unknown(f"{field} IN ({', '.join('?' * len(accepted))})", field, unknown))
            values += accepted
        for field, low, high in ask.ranges:
            bounds = [(sign, bound) for sign, bound in ((">=", low), ("<=", high)) if bound is not None]
            test = " AND ".join(f"{field} {sign} ?" for sign, _ in bounds)
            parts.append(or_unknown(test, field, unknown))
            values += [bound for _, bound in bounds]
        filtered = join or bool(ask.terms or ask.ranges)
        if ask.word is None:
            source = "channels"
        else:
            source = "words JOIN channels ON channels.cid = words.rowid" if filtered else "words"
        return source, " AND ".join(parts) or "1", values

    def disk_mib(self) -> float:
        """The file."""
        return round(self._path.stat().st_size / 2**20, 1)

    def memory_mib(self) -> dict[str, float]:
        """That of this process, which holds the page cache."""
        return resident_mib()

    def settings(self) -> dict[str, str]:
        """What was set."""
        return {
            "version": sqlite3.sqlite_version,
            "settings": "cache 2 GB, mmap 8 GB, contentless fts5, optimized, ANALYZE, no journal",
            "indices": "; ".join(_INDICES),
        }

    def close(self) -> None:
        """Close and delete the file."""
        self._db.close()
        self._path.unlink()
