"""Bodies of requests before anything reads them: a limit on their size, and no broken characters."""

from __future__ import annotations

import json
from typing import Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serendip.core.errors import InputError

LIMIT: Final = 256 * 1024
_REFUSED = InputError(
    "ERR_BODY_TOO_LARGE",
    zh=f"请求超过 {LIMIT // 1024} KB；请缩短后重试",
    en=f"The request is larger than {LIMIT // 1024} KB; shorten it and try again",
    limit=LIMIT,
)


class Bodies:
    """Reads each body whole. Lone surrogates in its JSON strings become U+FFFD (section 18.4)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 413."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
            return
        body = await _whole(receive)
        if body is None:
            await JSONResponse({"error": _REFUSED.as_dict()}, 413)(scope, receive, send)
            return
        messages: list[Message] = [{"type": "http.request", "body": mended(body), "more_body": False}]

        async def again() -> Message:
            return messages.pop() if messages else await receive()

        await self._app(scope, again, send)


async def _whole(receive: Receive) -> bytes | None:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > LIMIT:
            return None
        if not message.get("more_body"):
            return bytes(body)


def mended(body: bytes) -> bytes:
    """The same JSON without lone surrogates; anything else as it is."""
    if b"\\ud" not in body and b"\\uD" not in body:
        return body
    try:
        text = json.dumps(json.loads(body), ensure_ascii=False)
    except (ValueError, RecursionError):
        return body
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
