"""A real server over HTTP with a known catalogue, on a day that stands still."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from serendip.bootstrap import Home
from serendip.core.clock import FixedClock
from serendip.links.fetch import Web
from serendip.links.lookup import Keys, OfficialLookup
from serendip.links.network import Network
from serendip.settings import Settings
from serendip.web.app import create_app
from serendip.web.server import Server
from tests.integration.links.platforms import Certificate, Handler, Platforms, make_certificate
from tests.spec.box import Box
from tests.spec.world import TODAY, channels

YOUTUBE_CHANNELS = ("youtube.googleapis.com", "/youtube/v3/channels")


class Running:
    """A server in a thread of this process, so that a test can reach its clock and its ports."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self._server = Server(home, create_app(home), host="127.0.0.1", port=0, log_level="warning")
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False)

    def stop(self) -> None:
        """Stop the server; the home is closed by it."""
        self.http.close()
        self._server.should_exit = True
        self._thread.join(30)


class Held:
    """The search of a home, some of whose methods wait: a test sees the states between."""

    def __init__(self, home: Home, names: tuple[str, ...]) -> None:
        self._home, self._search = home, home.search
        self._go = {name: threading.Event() for name in names}
        home.__dict__["search"] = self

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._search, name)
        if name not in self._go:
            return method

        def wait(*args: Any, **options: Any) -> Any:
            assert self._go[name].wait(20)
            return method(*args, **options)

        return wait

    def let(self, name: str) -> None:
        """Let one method go on, now and from now on."""
        self._go[name].set()

    def end(self) -> None:
        """Let everything go, and put the search back."""
        for event in self._go.values():
            event.set()
        self._home.__dict__["search"] = self._search


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a home with the known catalogue, indexed; servers run on copies of it."""
    folder = tmp_path_factory.mktemp("spec") / "home"
    home = Home(Settings(home=folder), FixedClock.on(TODAY))
    home.store.write(list(channels()))
    home.catch_up()
    home.close()
    return folder


@pytest.fixture(scope="session")
def served(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Running]]:
    """``served(web, **settings)``: a server with the known catalogue, and the way to the platforms."""
    running: list[Running] = []

    def serve(web: Web | None = None, **settings: Any) -> Running:
        folder = tmp_path_factory.mktemp("served") / "home"
        shutil.copytree(built, folder)
        home = Home(Settings(home=folder, **settings), FixedClock.on(TODAY))
        if web is not None:
            home.__dict__["link_lookup"] = OfficialLookup(Keys(youtube="AIza-known"), home.clock, web)
        running.append(Running(home))
        return running[-1]

    yield serve
    for one in running:
        one.stop()


@pytest.fixture(scope="session")
def server(served: Callable[..., Running]) -> Running:
    """One server for all scripted runs; each test starts a new search."""
    return served()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """What the platforms of this machine show."""
    made = make_certificate(tmp_path_factory.mktemp("tls"))
    if made is None:
        pytest.skip("needs openssl")
    return made


@pytest.fixture(scope="session")
def platforms(certificate: Certificate) -> Iterator[Platforms]:
    """The platforms under their own names, on this machine."""
    with Platforms(certificate) as running:
        yield running


@pytest.fixture(scope="session")
def inquiring(
    served: Callable[..., Running], platforms: Platforms, certificate: Certificate
) -> Callable[..., Running]:
    """``inquiring(**settings)``: a server that asks YouTube about channels which the catalogue lacks."""

    def serve(**settings: Any) -> Running:
        here = Network(lambda host, port: [("127.0.0.1", platforms.port)], lambda address: True)
        return served(Web(here, certificate.client()), **settings)

    return serve


@pytest.fixture(scope="session")
def asking(inquiring: Callable[..., Running]) -> Running:
    """One such server for all scripted runs."""
    return inquiring()


@pytest.fixture
def slow(youtube: Platforms) -> Iterator[threading.Event]:
    """YouTube answers only after the event is set."""
    answer = youtube.routes[YOUTUBE_CHANNELS]
    go = threading.Event()

    def wait(handler: Handler) -> None:
        go.wait(20)
        assert not callable(answer)
        handler.answer(*answer)

    youtube.routes[YOUTUBE_CHANNELS] = wait
    yield go
    go.set()


@pytest.fixture
def youtube(platforms: Platforms) -> Iterator[Platforms]:
    """YouTube's answers for one test: nobody knows any channel until a test says so."""
    platforms.json(*YOUTUBE_CHANNELS, {"kind": "youtube#channelListResponse"})
    yield platforms
    platforms.routes.pop(YOUTUBE_CHANNELS)


@pytest.fixture
def hold() -> Iterator[Callable[..., Held]]:
    """``hold(server, "run")``: what the server's search does waits until it is let go."""
    held: list[Held] = []

    def begin(server: Running, *names: str) -> Held:
        held.append(Held(server.home, names))
        return held[-1]

    yield begin
    for one in held:
        one.end()


@pytest.fixture
def box(server: Running) -> Box:
    """A new search on the YouTube page, in Chinese."""
    return Box(server.http)


@pytest.fixture
def open_box(server: Running) -> Callable[..., Box]:
    """``open_box(platform, locale)``: a new search on another page."""
    return lambda *args, **options: Box(server.http, *args, **options)
