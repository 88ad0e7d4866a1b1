"""The socket that ``serendip serve`` listens on."""

from __future__ import annotations

import asyncio
import socket

import pytest

from serendip.cli.serve import _listen
from serendip.settings import Settings
from tests.integration.web.test_api import free_port


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_answers_are_sent_at_once(host):
    """Head and body of an answer are two packets; Nagle's algorithm would hold the second for 40 ms."""

    async def delayed() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = _listen(Settings(host=host, port=free_port()))
        async with await asyncio.start_server(serve, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname()[:2])
            no_delay = await accepted
            writer.close()
            await writer.wait_closed()
        return no_delay

    assert asyncio.run(delayed())
