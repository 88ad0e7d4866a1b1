"""One visit to a platform: a few requests under one deadline, small answers, no redirects followed here."""

from __future__ import annotations

import ssl
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

import httpcore
import httpx
import orjson

from serendip.links.answers import Unanswered, unavailable
from serendip.links.network import Network, Pinned, Refused
from serendip.search.session.ports import Lookup

MAX_BODY: Final = 1 << 20
"""Bytes of an answer; what is longer is no answer of these interfaces."""

_AGENT: Final = "Serendip (channel search)"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. ``location`` is where a redirect points, as it was sent."""

    status: int
    location: str | None
    body: bytes


class Web:
    """The way to the platforms. ``tls`` None: the certificates that the machine and httpx trust.

    Proxies of the environment are not used: they would connect to addresses that nobody checked.
    """

    def __init__(self, network: Network | None = None, tls: ssl.SSLContext | None = None) -> None:
        self._network = network or Network()
        self._given_tls = tls

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return self._given_tls or httpx.create_ssl_context()

    @contextmanager
    def visit(self, platform: str, until: float) -> Generator[Visit]:
        """Ask ``platform`` until a moment of ``time.monotonic``; the connections are closed at the end."""
        backend = Pinned(self._network, until)
        with httpcore.ConnectionPool(ssl_context=self._tls, network_backend=backend) as pool:
            yield Visit(pool, platform, until)


class Visit:
    """Requests to one platform. Every failure is ``Unanswered``."""

    def __init__(self, pool: httpcore.ConnectionPool, platform: str, until: float) -> None:
        self._pool = pool
        self._until = until
        self.platform = platform

    def get(self, url: str, headers: Mapping[str, str] | None = None, limit: int = MAX_BODY) -> Reply:
        """Get an https address at the usual port; with ``limit`` 0 the body is not read at all."""
        self._require_https(url)
        sent: list[tuple[bytes | str, bytes | str]] = [("User-Agent", _AGENT), ("Accept", "application/json")]
        sent += (headers or {}).items()
        try:
            with self._pool.stream("GET", url, headers=sent) as reply:
                location = next((v for k, v in reply.headers if k.lower() == b"location"), None)
                body = self._body(reply, limit) if limit else b""
                return Reply(reply.status, None if location is None else location.decode("latin-1"), body)
        except httpcore.TimeoutException as error:
            raise Unanswered(Lookup("timeout")) from error
        except Refused as error:
            raise unavailable("inside", self.platform) from error
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            late = time.monotonic() >= self._until
            raise (
                Unanswered(Lookup("timeout")) if late else unavailable("unreachable", self.platform)
            ) from error

    def json(self, url: str, query: Mapping[str, str], headers: Mapping[str, str]) -> tuple[int, Any]:
        """The status and the JSON of an answer; None where the body is none."""
        reply = self.get(f"{url}?{urlencode(query)}", headers)
        try:
            return reply.status, orjson.loads(reply.body)
        except orjson.JSONDecodeError:
            return reply.status, None

    def _require_https(self, url: str) -> None:
        parts = httpx.URL(url)
        if parts.scheme != "https" or parts.port not in {None, 443}:
            raise unavailable("unusable", self.platform)

    def _body(self, reply: httpcore.Response, limit: int) -> bytes:
        body = bytearray()
        for part in reply.iter_stream():
            body += part
            if len(body) > limit:
                raise unavailable("unusable", self.platform)
        return bytes(body)
