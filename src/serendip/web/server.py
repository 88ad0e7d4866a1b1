"""The server process: it stops at once, though streams are open and people wait."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from fastapi import FastAPI

from serendip.bootstrap import Home

LONGEST_S = 3
"""So long a request in hand may still take once the server is told to stop."""


class Server(uvicorn.Server):
    """Serves ``app`` over ``home``; ``config`` is uvicorn's."""

    def __init__(self, home: Home, app: FastAPI, **config: Any) -> None:
        super().__init__(uvicorn.Config(app, lifespan="on", timeout_graceful_shutdown=LONGEST_S, **config))
        self._home = home

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams and waits first: uvicorn would wait for them."""
        self._home.sessions.presence.close()
        await super().shutdown(sockets)
