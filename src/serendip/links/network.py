"""Connections that go to exactly the address that was checked, and end at a deadline whatever happens.

A name is resolved once a connection, every address of it must be public, and the connection goes to one of
those: a name server that answers differently the second time is never asked a second time. The request's
host name stays what it was for the ``Host`` header and for TLS.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import httpcore

from serendip.links.addresses import is_public

Place = tuple[str, int]
"""A numeric address and a port."""


class Refused(Exception):
    """The name leads, or may lead, to an address that is not public. Nothing was sent."""


def system_resolve(host: str, port: int) -> list[Place]:
    """All addresses of a name, as the machine's resolver gives them. Raises ``OSError``."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((str(place[0]), port) for _, _, _, _, place in found))


@dataclass(frozen=True, slots=True)
class Network:
    """How names are resolved and which addresses may be reached. The defaults are the strict ones."""

    resolve: Callable[[str, int], Sequence[Place]] = system_resolve
    allowed: Callable[[str], bool] = is_public

    def places(self, host: str, port: int, until: float) -> list[Place]:
        """Where ``host`` is. ``until`` is a moment of ``time.monotonic``.

        Raises ``Refused``; ``httpcore.ConnectTimeout`` and ``httpcore.ConnectError`` as a connection would.
        """
        found = self._resolved(host, port, until)
        if not all(self.allowed(address) for address, _ in found):
            raise Refused(host)
        if not found:
            raise httpcore.ConnectError("the name has no address")
        return found

    def _resolved(self, host: str, port: int, until: float) -> list[Place]:
        """The resolver cannot be told a deadline, so it runs beside us and is left alone when it is late."""
        answer: queue.SimpleQueue[list[Place] | OSError | UnicodeError] = queue.SimpleQueue()

        def ask() -> None:
            try:
                answer.put(list(self.resolve(host, port)))
            except (OSError, UnicodeError) as error:
                answer.put(error)

        threading.Thread(target=ask, name="resolve", daemon=True).start()
        try:
            found = answer.get(timeout=left(until))
        except queue.Empty as error:
            raise httpcore.ConnectTimeout("the name was not resolved in time") from error
        if isinstance(found, list):
            return found
        raise httpcore.ConnectError("the name cannot be resolved") from found


def left(until: float) -> float:
    """Seconds until the deadline. Raises ``httpcore.ReadTimeout`` when it is over."""
    seconds = until - time.monotonic()
    if seconds <= 0:
        raise httpcore.ReadTimeout("the deadline is over")
    return seconds


class Pinned(httpcore.NetworkBackend):
    """Opens connections for one visit. The deadline counts, not the timeouts that callers pass."""

    def __init__(self, network: Network, until: float) -> None:
        self._network = network
        self._until = until
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to an address of ``host`` that was checked; the next one when one does not answer."""
        del timeout
        places = self._network.places(host, port, self._until)
        for number, (address, at) in enumerate(places):
            share = left(self._until) / (len(places) - number)
            try:
                stream = self._sockets.connect_tcp(address, at, share, local_address, socket_options)
                return _Timed(stream, self._until)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if number == len(places) - 1:
                    raise
        raise httpcore.ConnectError("no address")


class _Timed(httpcore.NetworkStream):
    """A connection of which every step ends at the deadline, however slowly the other side drips."""

    def __init__(self, stream: httpcore.NetworkStream, until: float) -> None:
        self._stream = stream
        self._until = until

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        del timeout
        return self._stream.read(max_bytes, left(self._until))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        del timeout
        self._stream.write(buffer, left(self._until))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        del timeout
        secure = self._stream.start_tls(ssl_context, server_hostname, left(self._until))
        return _Timed(secure, self._until)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
