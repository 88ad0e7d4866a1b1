"""The service over a real store and a real index, with a search and a network that a test can hold back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from queue import SimpleQueue
from threading import Event
from typing import Any

import pytest

from serendip.bootstrap import Home
from serendip.core.clock import FixedClock
from serendip.platforms.urls import Link
from serendip.search.parse import read
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import Config, Session
from serendip.search.session.ports import Lookup
from serendip.search.session.runner import SessionService, Start
from serendip.search.session.work import Ports, Work
from serendip.settings import Settings
from serendip.store.sessions import SessionRows
from tests.integration.search.conftest import CHANNELS, TODAY, seen

KAYAKS = tuple(
    seen(
        f"Kayak {i}", f"kayak{i}", tags=("kayak",), followers=1_000 * (i + 1), country=(("US", "GB")[i % 2],),
        category=(("sports", "travel", "kids")[i % 3],), language=("en",),
    )
    for i in range(24)
)  # fmt: skip
"""Enough of them, and different enough, that a question is worth asking."""

PATIENCE_S = 30
"""A test that waits longer than this has failed."""

Step = Callable[[], None]


def nothing() -> None:
    """A step that neither waits nor fails."""


@dataclass
class Held:
    """The real search; ``steps`` are taken before the search of that number, ``measuring`` before a count."""

    home: Home
    steps: dict[int, Step] = field(default_factory=dict[int, Step])
    measuring: Step = nothing
    begun: SimpleQueue[int] = field(default_factory=SimpleQueue[int])
    measured: int = 0

    def run(self, effect: fx.RunSearch) -> ev.Searched:
        self.begun.put(effect.seq)
        self.steps.get(effect.seq, nothing)()
        return self.home.search.run(effect)

    def load(self, effect: fx.LoadList) -> ev.Listed:
        return self.home.search.load(effect)

    def count(self, plans: Any) -> list[int]:
        self._measure()
        return self.home.search.count(plans)

    def first_page(self, plan: Any) -> tuple[int, ...]:
        self._measure()
        return self.home.search.first_page(plan)

    def facet(self, plan: Any, name: str) -> Any:
        self._measure()
        return self.home.search.facet(plan, name)

    def _measure(self) -> None:
        self.measured += 1
        self.measuring()


@dataclass
class Network:
    """Platforms that take ``step`` and then say that they cannot be asked."""

    step: Step = nothing

    def look_up(self, link: Link, seconds: float) -> Lookup:
        self.step()
        return Lookup("unavailable")


@dataclass
class Bench:
    """One service and what lies around it."""

    home: Home
    service: SessionService
    search: Held
    network: Network
    user: str

    def open(self, platform: str = "youtube", user: str | None = None) -> Session:
        return self.service.open(Start(user or self.user, platform))

    def act(self, session: Session, action: ev.Action, **options: Any) -> Session:
        """Based on the stored revision, as a client that has just read it."""
        now = self.service.get(session.user_id, session.session_id)
        return self.service.act(now, action, now.revision, **options)

    def submit(self, session: Session, text: str) -> Session:
        """Type and press Enter; the state when everything has come to rest."""
        self.act(session, ev.Submit(text))
        return self.rest(session)

    def rest(self, session: Session) -> Session:
        """The state when nothing runs any more."""
        still = Event()
        stop = self.service.presence.when_at_rest(session.session_id, still.set)
        assert still.wait(PATIENCE_S)
        stop()
        return self.service.get(session.user_id, session.session_id)

    def until(self, session: Session, holds: Callable[[Session], bool]) -> Session:
        """The first state that holds, without asking the clock."""
        news = Event()
        stop = self.service.presence.listen(session.session_id, news.set)
        try:
            while not holds(now := self.service.get(session.user_id, session.session_id)):
                assert news.wait(PATIENCE_S)
                news.clear()
        finally:
            stop()
        return now


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """One catalogue for all; each test has users of its own."""
    opened = Home(Settings(home=tmp_path_factory.mktemp("home")), FixedClock.on(TODAY))
    opened.store.write([*CHANNELS, *KAYAKS])
    opened.catch_up()
    yield opened
    opened.close()


_numbers = count()


@pytest.fixture
def bench(home: Home) -> Iterator[Callable[..., Bench]]:
    """``bench(search_timeout_s=..., ...)``: a service with this configuration over the home's database."""
    made: list[Bench] = []

    def make(store: SessionRows | None = None, parser: Any = read, **config: Any) -> Bench:
        search, network = Held(home), Network()
        ports = Ports(lambda: search, home.store, home.intake, network)
        chosen = replace(Config(), **config)
        rows = store or SessionRows(home.store.database)
        work = Work(ports, chosen, home.clock.now)
        service = SessionService(rows, work, chosen, parser, home.clock)
        made.append(Bench(home, service, search, network, f"user-{next(_numbers)}"))
        return made[-1]

    yield make
    for each in made:
        each.service.close()


@pytest.fixture
def gate() -> Iterator[Event]:
    """Holds back who waits for it, at the latest until the test is over."""
    event = Event()
    yield event
    event.set()
