"""A lookup that reaches the real code's names, which all live on this machine here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

import pytest

from serendip.core.clock import FixedClock
from serendip.links.fetch import Web
from serendip.links.lookup import Keys, OfficialLookup
from serendip.links.network import Network
from tests.integration.links.platforms import Certificate, Platforms, make_certificate

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    made = make_certificate(tmp_path_factory.mktemp("tls"))
    if made is None:
        pytest.skip("needs openssl")
    return made


@pytest.fixture
def platforms(certificate: Certificate) -> Iterator[Platforms]:
    with Platforms(certificate) as running:
        yield running


@pytest.fixture
def web(platforms: Platforms, certificate: Certificate) -> Web:
    """Names lead to the server, and this machine may be reached: the only two things that differ."""
    here = Network(lambda host, port: [("127.0.0.1", platforms.port)], lambda address: address == "127.0.0.1")
    return Web(here, certificate.client())


@pytest.fixture
def looking(web: Web) -> Callable[..., OfficialLookup]:
    def make(*, youtube: str | None = None, x: str | None = None) -> OfficialLookup:
        return OfficialLookup(Keys(youtube=youtube, x=x), FixedClock.on(TODAY), web)

    return make
