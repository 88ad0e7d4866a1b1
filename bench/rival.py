"""What a rival of the embedded index must do, and the rows that all rivals get."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from bench.workload import Ask
from serendip.core.analyse import analyse
from serendip.quality.synthetic import SyntheticBatch, synthetic_docs

RIVALS = ("fts5", "postgres", "tantivy")
TERMS = ("platform", "country", "language", "category", "account_type")
NUMBERS = ("followers", "avg_views", "engagement_rate", "last_upload_at")
TEXTS = ("channel_tag", "channel_name", "channel_description", "published_content")

Row = tuple[int, list[str | None], list[float | None], list[str]]
"""Id, values of ``TERMS``, values of ``NUMBERS``, tokens of ``TEXTS`` joined by spaces."""


class Rival(Protocol):
    """An engine with the same rows and the same tokens."""

    @property
    def name(self) -> str:
        """For the report."""
        ...

    def load(self, batches: Iterator[list[Row]]) -> float:
        """Take all rows and index them; the seconds it took, without those in which ``batches`` worked."""
        ...

    def search(self, ask: Ask) -> list[int] | None:
        """The ids of the page; None when it cannot answer such a question."""
        ...

    def counted(self, ask: Ask) -> tuple[list[int] | None, tuple[int, int]]:
        """The page and its totals, by the cheapest way to both."""
        ...

    def every(self, ask: Ask) -> list[int]:
        """The ids of all rows that match, in any order."""
        ...

    def place_before(self, ask: Ask) -> tuple[float, int] | None:
        """Followers and id of the row before the page; None when there is none, or it hides its followers."""
        ...

    def after(self, ask: Ask, followers: float, cid: int) -> list[int]:
        """The page by followers after a row: a comparison of keys instead of OFFSET."""
        ...

    def totals(self, ask: Ask) -> tuple[int, int]:
        """How many rows match, and how many more may match because a value is unknown; one statement."""
        ...

    def facets(self, ask: Ask) -> dict[str, dict[str, int]]:
        """Counts by value of ``ask.facets``."""
        ...

    def disk_mib(self) -> float:
        """What tables and indices take."""
        ...

    def memory_mib(self) -> dict[str, float]:
        """Resident memory."""
        ...

    def settings(self) -> dict[str, str]:
        """Version, indices and settings that matter."""
        ...

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        ...


def rows(count: int, seed: int) -> Iterator[list[Row]]:
    """The synthetic channels as rows, a batch at a time."""
    for batch in synthetic_docs(count, seed):
        yield _rows(batch)


def _rows(batch: SyntheticBatch) -> list[Row]:
    terms = [batch.terms[name].words() for name in TERMS]
    numbers: list[list[float]] = [batch.numbers[name].tolist() for name in NUMBERS]
    texts = [batch.text[name] for name in TEXTS]
    return [
        (
            batch.first + at,
            [column[at] for column in terms],
            [v if (v := column[at]) == v else None for column in numbers],
            [" ".join(t for t in analyse(column[at]) if t) for column in texts],
        )
        for at in range(len(batch))
    ]


def or_unknown(test: str, field: str, unknown: bool) -> str:
    """The SQL of a test, met also by a missing value when ``unknown`` is set."""
    return f"({test} OR {field} IS NULL)" if unknown else test
