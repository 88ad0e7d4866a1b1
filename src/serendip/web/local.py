"""Only this machine: requests under another name, or sent by a page of another site, are refused."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from serendip.core.errors import InputError

NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
"""The names of this machine: a page elsewhere can point its own name here, but not take one of these."""


class LocalOnly:
    """Checks ``Host`` against rebinding, and ``Origin`` against pages that send on a person's behalf."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 403."""
        if scope["type"] == "http":
            headers = Request(scope).headers
            origin = headers.get("origin")
            if _name(f"//{headers.get('host', '')}") not in NAMES or (origin and _name(origin) not in NAMES):
                await JSONResponse({"error": _REFUSED.as_dict()}, 403)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


_REFUSED = InputError(
    "ERR_NOT_LOCAL",
    zh="只回答本机的请求：用 127.0.0.1 或 localhost 访问，且不能来自其他网站的页面",
    en="Only this machine is answered: use 127.0.0.1 or localhost, and not from a page of another site",
)
