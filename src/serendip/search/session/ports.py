"""What sessions need from outside: a durable store, lookups of links on the network, a language model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from serendip.catalogue.channel import Channel, Observation
from serendip.platforms.urls import Link
from serendip.search.session.events import Proposal
from serendip.search.session.model import Intent, Session


@dataclass(frozen=True, slots=True)
class Applied:
    """What a request did, kept under its ``request_id``: a repeat gets the same answer."""

    request_id: str
    revision: int


class SessionStore(Protocol):
    """Sessions on disk. Accepted changes are durable when a write returns (addendum A-15).

    At most one active session per user and platform, by the database's own constraint (I-1).
    """

    def active(self, user_id: str, platform: str) -> Session | None:
        """The active session, or None."""
        ...

    def create(self, session: Session) -> Session:
        """Store a new active session. When another was made meanwhile, that one is returned instead."""
        ...

    def load(self, user_id: str, session_id: str) -> Session | None:
        """A session of this user, active or closed; None when there is none (of this user)."""
        ...

    def save(
        self, session: Session, expected_version: int, applied: Applied | None = None, *, lasting: bool = True
    ) -> bool:
        """Compare-and-swap on ``version``; False when another change came first. Nothing is written then.

        ``lasting``: not even a power cut takes it back. The system's own outcomes do without: one that is
        lost is found again as a search that was interrupted.
        """
        ...

    def succeed(self, closed: Session, expected_version: int, fresh: Session) -> bool:
        """Close the active session and store the new one in one transaction; False when it was changed."""
        ...

    def applied(self, session_id: str, request_id: str) -> Applied | None:
        """What an earlier request of that id did."""
        ...

    def history(
        self, user_id: str, platform: str | None, limit: int, before: datetime | None = None
    ) -> list[Session]:
        """Closed sessions, newest first."""
        ...

    def version(self, session_id: str) -> tuple[int, str | None] | None:
        """The stored version and, of a closed session, the one that followed; None when unknown."""
        ...

    def busy(self) -> list[Session]:
        """Active sessions that were stored while something was running."""
        ...

    def abandon(self, user_id: str, session_id: str, at: datetime) -> str | None:
        """Close a session that cannot be read, as it stands; its platform, or None when there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Lookup:
    """What the network said of a link.

    ``found``: ``observation`` is the channel, ready for the catalogue. ``link``: where a short link led.
    ``gone``: the platform says that there is no such thing. ``unsupported``: it leads somewhere that cannot
    start a search. ``unavailable``: no key, no network, or the platform did not say (``reason`` in two
    languages). ``timeout``: no answer within the deadline.
    """

    state: Literal["found", "link", "gone", "unsupported", "unavailable", "timeout"]
    observation: Observation | None = None
    link: Link | None = None
    reason_zh: str | None = None
    reason_en: str | None = None


class LinkLookup(Protocol):
    """Official lookups and the redirects of a platform's own short links. Never any other address."""

    def look_up(self, link: Link, seconds: float) -> Lookup:
        """Ask the platform that the link belongs to. Never raises for what a platform or network does."""
        ...


class CatalogueIntake(Protocol):
    """Where a channel that was looked up is kept."""

    def keep(self, observation: Observation) -> Channel:
        """Store it; returns the catalogue's channel."""
        ...


class IntentModel(Protocol):
    """Reads what the grammar left unresolved. A helper, never a gate: it may return nothing at all."""

    def read_intent(self, intent: Intent, session: Session) -> tuple[Proposal, ...]:
        """Checked proposals: fields and values are valid, spans stand in the text. Never raises."""
        ...
