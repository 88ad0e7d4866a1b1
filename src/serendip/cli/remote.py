"""The running server of this home, if there is one."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import orjson

from serendip.core.errors import InputError, NotFound, SerendipError, Unavailable
from serendip.settings import Settings

if TYPE_CHECKING:
    import httpx

CONNECT_S = 0.25
"""A server on loopback answers at once or is not there."""


def ask_server(settings: Settings, body: dict[str, Any]) -> dict[str, Any] | None:
    """The server's answer to a search, or None when no server of this home runs."""
    with _server(settings, settings.search_timeout_s) as client:
        return None if client is None else _post(client, "/api/channels/search", body)


def ask_server_to_rebuild(settings: Settings) -> bool:
    """Have the server build the index anew; False when no server of this home runs."""
    with _server(settings, None) as client:
        if client is None:
            return False
        _post(client, "/api/index/rebuild", None)
        return True


def running_server(settings: Settings) -> str | None:
    """The address of this home's server, when one answers."""
    with _server(settings, settings.search_timeout_s) as client:
        return None if client is None else str(client.base_url)


@contextmanager
def _server(settings: Settings, seconds: float | None) -> Generator[httpx.Client | None]:
    try:
        said: dict[str, Any] = orjson.loads(settings.server_file.read_bytes())
        url, key = said["url"], said.get("key")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        yield None
        return
    import httpx

    timeout = httpx.Timeout(seconds, connect=CONNECT_S)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    with httpx.Client(base_url=url, headers=headers, timeout=timeout, trust_env=False) as client:
        yield client if _is_ours(client, settings) else None


def _is_ours(client: httpx.Client, settings: Settings) -> bool:
    import httpx

    try:
        health: Any = client.get("/api/health").json()
    except (httpx.HTTPError, ValueError):
        return False
    return "home" in health and health["home"] == str(settings.home.resolve())


def _post(client: httpx.Client, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
    import httpx

    try:
        reply = client.post(path, json=body)
        answer: dict[str, Any] = reply.json()
    except (httpx.HTTPError, ValueError) as error:
        raise Unavailable(
            "ERR_SERVER_SILENT",
            zh="本机服务没有回应；稍后再试，或加 --no-server 直接搜索",
            en="The server on this machine does not answer; retry, or add --no-server to search directly",
        ) from error
    if reply.is_success:
        return answer
    raise _error(reply.status_code, answer["error"])


def _error(status: int, body: dict[str, Any]) -> SerendipError:
    kind = {404: NotFound, 500: SerendipError, 503: Unavailable}.get(status, InputError)
    details = {k: v for k, v in body.items() if k not in {"code", "message_zh", "message_en"}}
    return kind(body["code"], zh=body["message_zh"], en=body["message_en"], **details)
