"""What those who bring observations need from outside: a writer of channels and its notes on imports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Protocol

from serendip.catalogue.channel import Observation

OutcomeStatus = Literal["created", "updated", "unchanged"]


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one observation, and the channel that it belongs to."""

    status: OutcomeStatus
    cid: int


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far the import of one file has come; written together with the rows that it counts.

    Attributes:
        fingerprint: names the content of the file and the mapping, so that a changed file starts anew.
        line: rows up to and including this line are on disk.
        mapping: the column mapping in use (JSON values).
        counters: ``created``, ``updated``, ``unchanged``, ``rejected`` ...
        finished: the whole file was read.
    """

    fingerprint: str
    line: int
    mapping: Mapping[str, Any] = field(default_factory=_nothing)
    counters: Mapping[str, int] = field(default_factory=_nothing)
    finished: bool = False


class CatalogueWriter(Protocol):
    """Where an importer puts what it read. Every call is one transaction: all of it or nothing."""

    def write(
        self, observations: Sequence[Observation], progress: ImportProgress | None = None
    ) -> list[Outcome]:
        """Merge ``observations`` in order; one outcome each. ``progress`` is saved in the same transaction.

        Raises ``InputError`` (``ERR_NO_IDENTITY``, ``ERR_NOT_STORABLE``; ``details['position']`` is the
        index of the observation) and ``Unavailable``; nothing of the batch is written then.
        """
        ...

    def progress(self, fingerprint: str) -> ImportProgress | None:
        """How far a file had come, or None when it was never begun."""
        ...

    def save_mapping(self, signature: str, mapping: Mapping[str, Any]) -> None:
        """Keep a column mapping (JSON values) under the signature of the header row that it fits."""
        ...

    def mapping(self, signature: str) -> Mapping[str, Any] | None:
        """The mapping that was kept for ``signature``."""
        ...
