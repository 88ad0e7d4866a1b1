"""Whose requests are answered: never those of another site's page; on loopback only those of this machine.

A server on loopback takes no name but the machine's own, since a page elsewhere can point its own name here.
One that others can reach is known by many names and asks for a token instead; there a page must come from the
address that it asks.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import SplitResult, urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from serendip.core.errors import InputError

NAMES: Final = frozenset({"127.0.0.1", "localhost", "::1"})
"""The names of this machine."""


class Origins:
    """Checks ``Host`` and ``Origin``.

    Args:
        loopback: whether this machine alone is served.
    """

    def __init__(self, app: ASGIApp, *, loopback: bool) -> None:
        self._app = app
        self._refused, self._fits = (_NOT_LOCAL, _from_here) if loopback else (_FOREIGN, _from_same)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 403."""
        if scope["type"] == "http":
            headers = Request(scope).headers
            if not self._fits(headers.get("host", ""), headers.get("origin")):
                await JSONResponse({"error": self._refused.as_dict()}, 403)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _from_here(host: str, origin: str | None) -> bool:
    asked, page = _split(f"//{host}"), _split(origin)
    return asked is not None and asked.hostname in NAMES and (page is None or page.hostname in NAMES)


def _from_same(host: str, origin: str | None) -> bool:
    page = _split(origin)
    return page is None or page.netloc.lower() == host.lower()


def _split(address: str | None) -> SplitResult | None:
    """The parts of an address; None for none. What cannot be read has no host."""
    if not address:
        return None
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


_NOT_LOCAL: Final = InputError(
    "ERR_NOT_LOCAL",
    zh="只回答本机的请求：用 127.0.0.1 或 localhost 访问，且不能来自其他网站的页面",
    en="Only this machine is answered: use 127.0.0.1 or localhost, and not from a page of another site",
)
_FOREIGN: Final = InputError(
    "ERR_FOREIGN_PAGE",
    zh="不回答其他网站页面的请求：请在本服务自己的页面上操作",
    en="Requests of another site's page are not answered: use the pages of this server",
)
