"""Bodies of requests before anything reads them: JSON in UTF-8, of a bearable size, whole characters."""

from __future__ import annotations

import json
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serendip.core.errors import InputError

LIMIT: Final = 256 * 1024
DRAINED: Final = 16 * 1024 * 1024
"""So much of a body that is too large is read and dropped, so that its sender comes to read the answer."""

_TOO_LARGE: Final = InputError(
    "ERR_BODY_TOO_LARGE",
    zh=f"请求超过 {LIMIT // 1024} KB；请缩短后重试",
    en=f"The request is larger than {LIMIT // 1024} KB; shorten it and try again",
    limit=LIMIT,
)
_NOT_JSON: Final = InputError(
    "ERR_CONTENT_TYPE",
    zh="请求体应是 JSON，并带上 Content-Type: application/json",
    en="The body should be JSON, sent with Content-Type: application/json",
)
_UNREADABLE: Final = InputError(
    "ERR_INVALID_VALUE",
    zh="请求体应是 UTF-8 编码的 JSON，嵌套不能过深，数字不能过长",
    en="The body should be JSON in UTF-8, not nested too deep and without endless numbers",
    field="body",
)


class Bodies:
    """Reads each body whole. Lone surrogates in its JSON strings become U+FFFD (section 18.4)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 413, 415 or 422."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
            return
        body = await _whole(receive)
        if body is None:
            await _refuse(_TOO_LARGE, 413)(scope, receive, send)
            return
        if body and not _says_json(scope):
            await _refuse(_NOT_JSON, 415)(scope, receive, send)
            return
        try:
            messages: list[Message] = [{"type": "http.request", "body": mended(body), "more_body": False}]
        except (ValueError, RecursionError):
            await _refuse(_UNREADABLE, 422)(scope, receive, send)
            return

        async def again() -> Message:
            return messages.pop() if messages else await receive()

        await self._app(_as_json(scope), again, send)


def _refuse(error: InputError, status: int) -> JSONResponse:
    return JSONResponse({"error": error.as_dict()}, status)


async def _whole(receive: Receive) -> bytes | None:
    """The body; None when it is too large."""
    body, read = bytearray(), 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            break
        part: bytes = message.get("body", b"")
        read += len(part)
        if read <= LIMIT:
            body += part
        if not message.get("more_body") or read > DRAINED:
            break
    return bytes(body) if read <= LIMIT else None


def _says_json(scope: Scope) -> bool:
    """Whether the body is said to be JSON; a body of no type is taken for it."""
    kind = Headers(scope=scope).get("content-type", "").partition(";")[0].strip().lower()
    return (
        not kind or kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))
    )


def _as_json(scope: Scope) -> Scope:
    """``scope`` with a type for its body."""
    if "content-type" in Headers(scope=scope):
        return scope
    return {**scope, "headers": [*scope["headers"], (b"content-type", b"application/json")]}


def mended(body: bytes) -> bytes:
    """The same JSON without lone surrogates; what is no JSON stays as it is.

    Raises ``ValueError`` for what is not UTF-8 and for numbers of thousands of digits, ``RecursionError`` for
    what is nested beyond measure.
    """
    text = body.decode()
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return body
    if "\\ud" not in text and "\\uD" not in text:
        return body
    plain = json.dumps(value, ensure_ascii=False)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
