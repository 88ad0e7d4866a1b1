"""A session's snapshot as JSON: one shape for the interface, the stream, the terminal and ``--json``."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from serendip.search.session.model import Config, Session
from serendip.search.session.snapshot import SessionSnapshot, snapshot


def render(session: Session, config: Config) -> bytes:
    """The snapshot as a JSON document."""
    return _snapshots().dump_json(snapshot(session, config))


@cache
def _snapshots() -> TypeAdapter[SessionSnapshot]:
    return TypeAdapter[Any](SessionSnapshot)
