"""A session as bytes and back: what the store keeps. The results stand apart, since they seldom change.

The first byte names the shape, so that a later one can still read this one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from serendip.core.errors import Damaged
from serendip.search.session.model import Results, Session, replace

SHAPE = b"1"
_NO_RESULTS = Results()


def encode(session: Session) -> bytes:
    """The state, without the results."""
    return SHAPE + _sessions().dump_json(replace(session, results=_NO_RESULTS))


def encode_results(results: Results) -> bytes:
    """The results alone."""
    return SHAPE + _results().dump_json(results)


def decode(state: bytes, results: bytes) -> Session:
    """The session. Raises ``Damaged`` for bytes that are none, or of a shape that is not known."""
    if state[:1] != SHAPE or results[:1] != SHAPE:
        raise _damaged("another shape")
    try:
        session = _sessions().validate_json(state[1:])
        return replace(session, results=_results().validate_json(results[1:]))
    except ValidationError as error:
        raise _damaged(str(error)) from error


def _damaged(why: str) -> Damaged:
    return Damaged(
        "ERR_SESSION_DAMAGED",
        zh="这个搜索保存的内容无法读取（可能来自更新的版本）；请开始新搜索，或使用写入它的版本",
        en="What was stored of this search cannot be read (perhaps a newer version wrote it); start a new "
        "search, or use the version that wrote it",
        reason=why,
    )


@cache
def _sessions() -> TypeAdapter[Session]:
    return TypeAdapter[Any](Session)


@cache
def _results() -> TypeAdapter[Results]:
    return TypeAdapter[Any](Results)
