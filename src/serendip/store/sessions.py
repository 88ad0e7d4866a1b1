"""Search sessions on disk: compare-and-swap on the version; what people change is durable (addendum A-15)."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from threading import Lock
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from serendip.core.errors import Damaged
from serendip.search.session.codec import decode, encode, encode_results
from serendip.search.session.model import Session
from serendip.search.session.ports import Applied
from serendip.store.engine import Database
from serendip.store.errors import translated
from serendip.store.schema import session_requests, sessions

log = logging.getLogger(__name__)

REMEMBERED = 500
"""So many sessions are kept decoded; the version on disk says whether the copy still holds."""

REQUESTS_KEPT = 500
"""So many request ids of one session are kept."""


class SessionRows:
    """Implements ``search.session.ports.SessionStore`` over the database of a home."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, Session] = OrderedDict()
        self._lock = Lock()

    def active(self, user_id: str, platform: str) -> Session | None:
        """The active session, or None."""
        with translated(self._database.path), self._database.reading() as connection:
            return self._one(connection, _active(user_id, platform))

    def load(self, user_id: str, session_id: str) -> Session | None:
        """A session of this user, active or closed."""
        mine = (sessions.c.session_id == session_id) & (sessions.c.user_id == user_id)
        with translated(self._database.path), self._database.reading() as connection:
            return self._one(connection, mine)

    def create(self, session: Session) -> Session:
        """Store a new active session; when another was made meanwhile, that one is returned."""
        with translated(self._database.path), self._database.durable() as connection:
            # The transaction has the write lock from here on: nobody can come between.
            there = self._one(connection, _active(session.user_id, session.platform))
            if there is not None:
                return there
            self._insert(connection, session)
        self._keep(session)
        return session

    def save(
        self, session: Session, expected_version: int, applied: Applied | None = None, *, lasting: bool = True
    ) -> bool:
        """Compare-and-swap on ``version``; False, and nothing written, when another change came first.

        Without ``lasting`` the disk is not waited for: a power cut, but no crash, may take the state back.
        """
        values = self._values(session, expected_version)
        writing = self._database.durable if lasting else self._database.writing
        with translated(self._database.path), writing() as connection:
            if not _swap(connection, session, expected_version, values):
                return False
            if applied is not None:
                _remember(connection, session.session_id, applied)
        self._keep(session)
        return True

    def succeed(self, closed: Session, expected_version: int, fresh: Session) -> bool:
        """Close the active session and store the new one, both or neither."""
        values = {**self._values(closed, expected_version), "successor": fresh.session_id}
        with translated(self._database.path), self._database.durable() as connection:
            if not _swap(connection, closed, expected_version, values):
                return False
            self._insert(connection, fresh)
        self._keep(closed)
        self._keep(fresh)
        return True

    def applied(self, session_id: str, request_id: str) -> Applied | None:
        """What an earlier request of that id did."""
        table = session_requests.c
        query = select(table.revision).where(table.session_id == session_id, table.request_id == request_id)
        with translated(self._database.path), self._database.reading() as connection:
            revision = connection.execute(query).scalar()
        return None if revision is None else Applied(request_id, revision)

    def history(
        self, user_id: str, platform: str | None, limit: int, before: datetime | None = None
    ) -> list[Session]:
        """Closed sessions, newest first."""
        table = sessions.c
        query = select(table.session_id, table.state, table.results)
        query = query.where(table.user_id == user_id, table.active == 0)
        if platform is not None:
            query = query.where(table.platform == platform)
        if before is not None:
            query = query.where(table.closed_at < before.isoformat())
        query = query.order_by(table.closed_at.desc(), table.session_id).limit(limit)
        with translated(self._database.path), self._database.reading() as connection:
            return _readable(connection.execute(query))

    def version(self, session_id: str) -> tuple[int, str | None] | None:
        """The stored version and, of a closed session, the one that followed; None for an unknown session."""
        query = select(sessions.c.version, sessions.c.successor).where(sessions.c.session_id == session_id)
        with translated(self._database.path), self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else (row.version, row.successor)

    def busy(self) -> list[Session]:
        """Active sessions that were stored while something was running."""
        table = sessions.c
        query = select(table.session_id, table.state, table.results).where(table.active == 1, table.busy == 1)
        with translated(self._database.path), self._database.reading() as connection:
            return _readable(connection.execute(query))

    def abandon(self, user_id: str, session_id: str, at: datetime) -> str | None:
        """Close a session that cannot be read, as it stands; its platform, or None when there is none."""
        mine = (sessions.c.session_id == session_id) & (sessions.c.user_id == user_id)
        with translated(self._database.path), self._database.durable() as connection:
            connection.execute(
                update(sessions)
                .where(mine, sessions.c.active == 1)
                .values(active=0, closed_at=at.isoformat())
            )
            return connection.execute(select(sessions.c.platform).where(mine)).scalar()

    def _one(self, connection: Connection, where: ColumnElement[bool]) -> Session | None:
        row = connection.execute(select(sessions.c.session_id, sessions.c.version).where(where)).one_or_none()
        if row is None:
            return None
        with self._lock:
            known = self._known.get(row.session_id)
        if known is not None and known.version == row.version:
            return known
        whole = connection.execute(
            select(sessions.c.state, sessions.c.results).where(sessions.c.session_id == row.session_id)
        ).one()
        try:
            session = decode(whole.state, whole.results)
        except Damaged as error:
            error.details["session_id"] = row.session_id
            raise
        self._keep(session)
        return session

    def _insert(self, connection: Connection, session: Session) -> None:
        fixed = {
            "session_id": session.session_id, "user_id": session.user_id, "platform": session.platform,
            "results": encode_results(session.results),
        }  # fmt: skip
        connection.execute(insert(sessions).values(**(self._values(session, None) | fixed)))

    def _values(self, session: Session, expected: int | None) -> dict[str, Any]:
        """The changed columns; the results only when they are not those that version ``expected`` has."""
        state = encode(session)
        values: dict[str, Any] = {
            "version": session.version,
            "state": state,
            "active": int(session.active),
            "busy": int(session.searching),
            "closed_at": session.closed_at.isoformat() if session.closed_at else None,
        }
        with self._lock:
            known = self._known.get(session.session_id)
        if known is None or known.version != expected or known.results is not session.results:
            values["results"] = encode_results(session.results)
        return values

    def _keep(self, session: Session) -> None:
        with self._lock:
            self._known[session.session_id] = session
            self._known.move_to_end(session.session_id)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)


def _active(user_id: str, platform: str) -> ColumnElement[bool]:
    table = sessions.c
    return (table.user_id == user_id) & (table.platform == platform) & (table.active == 1)


def _readable(rows: Iterable[Any]) -> list[Session]:
    """The sessions of these rows; one that cannot be read is passed over, so that it hides no other."""
    found: list[Session] = []
    for row in rows:
        try:
            found.append(decode(row.state, row.results))
        except Damaged as error:
            log.warning("session %s: %s", row.session_id, error)
    return found


def _swap(connection: Connection, session: Session, expected: int, values: dict[str, Any]) -> bool:
    where = (sessions.c.session_id == session.session_id) & (sessions.c.version == expected)
    return connection.execute(update(sessions).where(where).values(**values)).rowcount == 1


def _remember(connection: Connection, session_id: str, applied: Applied) -> None:
    table = session_requests
    row = {"session_id": session_id, "request_id": applied.request_id, "revision": applied.revision}
    connection.execute(insert(table).values(**row))
    oldest = select(func.max(table.c.revision) - REQUESTS_KEPT).where(table.c.session_id == session_id)
    old = (table.c.session_id == session_id) & (table.c.revision <= oldest.scalar_subquery())
    connection.execute(delete(table).where(old))
