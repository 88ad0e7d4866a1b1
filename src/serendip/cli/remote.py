"""The running server of this home, if there is one."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import orjson

from serendip.core.errors import InputError, NotFound, SerendipError, Unavailable
from serendip.settings import Settings

if TYPE_CHECKING:
    import httpx

CONNECT_S = 0.25
"""A server on loopback answers at once or is not there."""


class Server:
    """The running server, as a command uses it."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    @property
    def url(self) -> str:
        """Its address."""
        return str(self._client.base_url)

    def get(self, path: str) -> dict[str, Any]:
        """The JSON at ``path``."""
        return _answered(lambda: self._client.get(path))

    def post(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        """The JSON that the server answers to ``body``. Raises the error that it tells."""
        return _answered(lambda: self._client.post(path, json=body))


@contextmanager
def server(settings: Settings, seconds: float | None) -> Generator[Server | None]:
    """The server of this home, or None when none runs."""
    with _server(settings, seconds) as client:
        yield None if client is None else Server(client)


def ask_server_to_rebuild(settings: Settings) -> bool:
    """Have the server build the index anew; False when no server of this home runs."""
    with server(settings, None) as running:
        if running is None:
            return False
        running.post("/api/index/rebuild", None)
        return True


def running_server(settings: Settings) -> str | None:
    """The address of this home's server, when one answers."""
    with server(settings, settings.search_timeout_s) as running:
        return None if running is None else running.url


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


def _answered(send: Callable[[], httpx.Response]) -> dict[str, Any]:
    import httpx

    try:
        reply = send()
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
