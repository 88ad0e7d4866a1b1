"""``serendip serve``: the JSON endpoint, known to the commands of the same home.

On loopback it serves this machine's user; on any other address only people with an access token.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import orjson

from serendip.bootstrap import Home, load
from serendip.cli.console import err, language
from serendip.cli.remote import running_server
from serendip.core.errors import InputError, Unavailable
from serendip.settings import Settings


def run_serve(host: str | None, port: int | None) -> None:
    """Serve until Ctrl-C."""
    settings = load()
    wanted = settings.model_copy(update={"host": host or settings.host, "port": port or settings.port})
    serve(wanted)


def serve(settings: Settings) -> None:
    """Serve over ``settings.home``. Raises ``Unavailable`` when the port is taken."""
    from serendip.web.app import create_app
    from serendip.web.server import Server

    _known_or_loopback(settings)
    _only_one(settings)
    listener = _listen(settings)
    url = f"http://{_in_url(settings.host)}:{settings.port}"
    key = secrets.token_urlsafe(24) if settings.access_tokens else None
    zh = language() == "zh"
    err().print(
        f"{'接口' if zh else 'JSON endpoint'}: {url}/api/channels/search?q=camping&platform=youtube",
        soft_wrap=True,
    )
    err().print(
        f"{'接口说明' if zh else 'Interface'}: {url}/openapi.json   {'Ctrl-C 停止' if zh else 'Ctrl-C stops'}"
    )
    home = Home(settings)
    server = Server(home, create_app(home, key), log_config=_log(settings.server_log))
    with listener, _announced(settings, {"url": url, "pid": os.getpid(), "key": key}):
        server.run(sockets=[listener])


def _log(file: Path) -> dict[str, Any]:
    """Faults go to a file of the home, kept small; the terminal stays for people."""
    file.parent.mkdir(parents=True, exist_ok=True)
    keep = {"class": "logging.handlers.RotatingFileHandler", "filename": str(file), "formatter": "plain"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(message)s"}},
        "handlers": {
            "file": {**keep, "maxBytes": 1 << 20, "backupCount": 1, "encoding": "utf-8", "delay": True}
        },
        "loggers": {"uvicorn": {"handlers": ["file"], "level": "WARNING", "propagate": False}},
    }


def _known_or_loopback(settings: Settings) -> None:
    if settings.loopback or settings.access_tokens:
        return
    example = f"""SERENDIP_ACCESS_TOKENS='{{"ann":"{secrets.token_urlsafe(12)}"}}'"""
    raise InputError(
        "ERR_NOT_LOOPBACK",
        zh=f"{settings.host} 可被其他机器访问，需要访问令牌：先为每位用户设置一个，例如 {example}；"
        "或只在 127.0.0.1 上服务",
        en=f"Other machines can reach {settings.host}: set an access token for each user, for example "
        f"{example}; or serve on 127.0.0.1 only",
        field="host",
    )


def _only_one(settings: Settings) -> None:
    """One server a home: it holds the index, and commands find it by one file."""
    running = running_server(settings)
    if running is not None:
        raise Unavailable(
            "ERR_ALREADY_SERVING",
            zh=f"这个目录已有服务在运行：{running}；直接使用它，或先停止它",
            en=f"A server of this home runs already at {running}: use it, or stop it first",
            url=running,
        )


def _in_url(host: str) -> str:
    """How the commands of this machine reach what is bound to ``host``."""
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"[{near}]" if ":" in near else near


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP, so that asyncio turns Nagle's delay off: it cost 40 ms an answer.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise Unavailable(
            "ERR_PORT_TAKEN",
            zh=f"端口 {settings.port} 不可用；用 --port 选择其他端口",
            en=f"Port {settings.port} cannot be used; choose another with --port",
            port=settings.port,
        ) from error
    listener.listen(128)
    return listener


@contextmanager
def _announced(settings: Settings, server: dict[str, Any]) -> Generator[None]:
    """Tell the commands of this home where the server is; the file is for its owner's eyes only."""
    settings.home.mkdir(parents=True, exist_ok=True)
    settings.server_file.unlink(missing_ok=True)
    said = orjson.dumps(server)
    with open(settings.server_file, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write(said)
    try:
        yield
    finally:
        with suppress(OSError):
            if settings.server_file.read_bytes() == said:
                settings.server_file.unlink()
