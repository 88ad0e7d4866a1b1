"""What models were asked and what it cost: one row an attempt (``core.ledger``)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import func, insert, select

from serendip.core.ledger import Attempt
from serendip.store.engine import Database
from serendip.store.errors import translated
from serendip.store.schema import model_calls


class ModelCalls:
    """Implements ``core.ledger.Ledger`` over the database of a home."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, attempt: Attempt) -> None:
        """Keep one attempt."""
        row = {**asdict(attempt), "at": attempt.at.isoformat()}
        with translated(self._database.path), self._database.writing() as connection:
            connection.execute(insert(model_calls).values(**row))

    def by_day(self, limit: int = 31) -> list[dict[str, Any]]:
        """Per day, task and model: attempts, answers, tokens, cost; the newest day first."""
        table = model_calls.c
        day = func.substr(table.at, 1, 10).label("day")
        query = (
            select(
                day, table.task, table.model,
                func.count().label("attempts"),
                func.sum((table.outcome == "ok").cast(model_calls.c.number.type)).label("answers"),
                func.sum(table.prompt_tokens).label("prompt_tokens"),
                func.sum(table.completion_tokens).label("completion_tokens"),
                func.sum(table.cost).label("cost"),
            )
            .group_by(day, table.task, table.model)
            .order_by(day.desc(), table.task, table.model)
            .limit(limit)
        )  # fmt: skip
        with translated(self._database.path), self._database.reading() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]
