"""Every error that the interface answers, as one table: code, HTTP status, sentences, and when.

The table (``errors.tsv``) is part of the OpenAPI document. Its sentences are the general ones; an answer may
say more exactly what was wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from serendip.core.errors import InputError, NotFound, SerendipError, Unavailable


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """One code. ``status`` is what HTTP says."""

    code: str
    status: int
    zh: str
    en: str
    when: str


def _rows() -> tuple[ErrorRow, ...]:
    lines = resources.files("serendip.web").joinpath("errors.tsv").read_text("utf-8").splitlines()[1:]
    cells = (line.split("\t") for line in lines)
    return tuple(ErrorRow(code, int(status), *said) for code, status, *said in cells)


ERRORS: Final = _rows()
"""Section 20.2 and what HTTP adds."""

STATUS: Final = {row.code: row.status for row in ERRORS}


class ErrorBody(BaseModel):
    """What an error says; further facts (``field``, ``limit``, ``current_revision`` ...) stand beside."""

    model_config = ConfigDict(extra="allow")

    code: str = Field(examples=[row.code for row in ERRORS])
    message_zh: str
    message_en: str


class ErrorAnswer(BaseModel):
    """The one shape of an error. ``session`` is the present snapshot when a change was stale."""

    model_config = ConfigDict(extra="allow")

    error: ErrorBody


def status_of(error: SerendipError) -> int:
    """The HTTP status of an error."""
    known = STATUS.get(error.code)
    if known is not None:
        return known
    if isinstance(error, NotFound):
        return 404
    return 503 if isinstance(error, Unavailable) else 422 if isinstance(error, InputError) else 500


_ALWAYS: Final = (
    "ERR_UNAUTHORISED", "ERR_NOT_LOCAL", "ERR_FOREIGN_PAGE", "ERR_INVALID_VALUE", "ERR_STORE_BUSY",
    "ERR_STORE_FAILED", "ERR_DISK_FULL", "ERR_STORE_READ_ONLY", "ERR_STORE_DAMAGED",
)  # fmt: skip
"""What any operation may answer."""

BODY: Final = ("ERR_BODY_TOO_LARGE", "ERR_CONTENT_TYPE")
"""What an operation that takes a body may answer."""

CATALOGUE: Final = (
    "ERR_NO_CATALOGUE", "ERR_CHANNEL_NOT_FOUND", "ERR_CURSOR", "ERR_EMPTY_INPUT", "ERR_INPUT_TOO_LONG",
    "ERR_KEYWORD_TOO_LONG", "ERR_TOO_MANY_KEYWORDS", "ERR_NO_INDEX", "ERR_INDEX_DAMAGED",
)  # fmt: skip
"""What an operation on the catalogue itself may answer."""


def responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of an operation that may answer these codes, by status, for OpenAPI."""
    by_status: dict[int | str, list[ErrorRow]] = {}
    for row in ERRORS:
        if row.code in {*codes, *_ALWAYS}:
            by_status.setdefault(row.status, []).append(row)
    return {
        status: {
            "model": ErrorAnswer,
            "description": "\n".join(f"- `{r.code}`: {r.en} / {r.zh} ({r.when})" for r in rows),
        }
        for status, rows in by_status.items()
    }
