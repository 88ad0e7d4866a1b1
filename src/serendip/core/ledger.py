"""Every attempt to ask a model, with what it cost: written down whether or not it helped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request to a model.

    Attributes:
        outcome: ``ok``, or why there was no usable answer (``HTTP 429``, ``stopped by length`` ...).
        prompt_tokens, completion_tokens: as the provider counted; None where it did not say.
        cost: in the currency of the prices in the settings; None without prices or counts.
    """

    at: datetime
    task: str
    model: str
    outcome: str
    seconds: float
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None


class Ledger(Protocol):
    """Where attempts are written."""

    def record(self, attempt: Attempt) -> None:
        """Keep one attempt."""
        ...
