"""A real server over HTTP with a known catalogue, on a day that stands still."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import httpx
import pytest

from serendip.bootstrap import Home
from serendip.core.clock import FixedClock
from serendip.settings import Settings
from serendip.web.app import create_app
from serendip.web.server import Server
from tests.spec.box import Box
from tests.spec.world import TODAY, channels


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


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all scripted runs; each test starts a new search."""
    home = Home(Settings(home=tmp_path_factory.mktemp("spec")), FixedClock.on(TODAY))
    home.store.write(list(channels()))
    home.catch_up()
    running = Running(home)
    yield running
    running.stop()


@pytest.fixture
def box(server: Running) -> Box:
    """A new search on the YouTube page, in Chinese."""
    return Box(server.http)


@pytest.fixture
def open_box(server: Running) -> Callable[..., Box]:
    """``open_box(platform, locale)``: a new search on another page."""
    return lambda *args, **options: Box(server.http, *args, **options)
