"""Time as a parameter: nothing in the product asks the machine for the date by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Protocol

EPOCH = date(1970, 1, 1)


class Clock(Protocol):
    """Where the time comes from."""

    def now(self) -> datetime:
        """The present moment, UTC, aware."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment, UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class FixedClock:
    """A clock that stands still: for tests and for ``--as-of``."""

    moment: datetime

    @classmethod
    def on(cls, day: date) -> FixedClock:
        """The end of ``day`` (UTC), so that everything dated that day has happened."""
        return cls(datetime.combine(day, time(23, 59, 59), tzinfo=UTC))

    def now(self) -> datetime:
        """Always ``moment``."""
        return self.moment


def epoch_day(day: date) -> int:
    """Days since 1970-01-01; how dates are stored in the index."""
    return (day - EPOCH).days
