"""The running server of this home, if there is one."""

from __future__ import annotations

from typing import Any

import orjson

from serendip.core.errors import InputError, NotFound, SerendipError, Unavailable
from serendip.settings import Settings

CONNECT_S = 0.25
"""A server on loopback answers at once or is not there."""


def ask_server(settings: Settings, body: dict[str, Any]) -> dict[str, Any] | None:
    """The server's answer to a search, or None when no server of this home runs."""
    try:
        said = orjson.loads(settings.server_file.read_bytes())
    except (OSError, ValueError):
        return None
    import httpx

    timeout = httpx.Timeout(settings.search_timeout_s, connect=CONNECT_S)
    try:
        with httpx.Client(base_url=said["url"], timeout=timeout, trust_env=False) as client:
            health = client.get("/api/health").json()
            if health.get("home") != str(settings.home.resolve()):
                return None
            reply = client.post("/api/channels/search", json=body)
    except (httpx.ConnectError, httpx.ConnectTimeout, ValueError, KeyError):
        return None
    except httpx.HTTPError as error:
        raise Unavailable(
            "ERR_SERVER_SILENT",
            zh="本机服务没有回应；稍后再试，或加 --no-server 直接搜索",
            en="The server on this machine does not answer; retry, or add --no-server to search directly",
        ) from error
    if reply.is_success:
        return reply.json()
    raise _error(reply.status_code, reply.json().get("error", {}))


def _error(status: int, body: dict[str, Any]) -> SerendipError:
    kind = {404: NotFound, 503: Unavailable}.get(status, InputError)
    details = {k: v for k, v in body.items() if k not in {"code", "message_zh", "message_en"}}
    return kind(body["code"], zh=body["message_zh"], en=body["message_en"], **details)
