"""The platforms as one TLS server on this machine, under their names; it notes who asked for what."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

HOSTS = (
    "youtube.googleapis.com", "www.youtube.com", "api.x.com", "publish.x.com", "t.co",
    "vm.tiktok.com", "vt.tiktok.com", "www.tiktok.com", "www.instagram.com",
)  # fmt: skip


@dataclass(frozen=True)
class Certificate:
    """One certificate for all of ``HOSTS``, which only those trust who are told to."""

    file: Path
    key: Path

    def client(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.file))

    def server(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file, self.key)
        return context


def make_certificate(folder: Path) -> Certificate | None:
    """None where there is no ``openssl``."""
    if shutil.which("openssl") is None:
        return None
    made = Certificate(folder / "cert.pem", folder / "key.pem")
    names = ",".join(f"DNS:{host}" for host in HOSTS)
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    files = ["-keyout", str(made.key), "-out", str(made.file)]
    said = ["-subj", "/CN=platforms", "-addext", f"subjectAltName={names}"]
    subprocess.run(["openssl", "req", "-x509", *kind, *files, *said], check=True, capture_output=True)
    return made


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    host: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    server_name: str | None


class Handler(BaseHTTPRequestHandler):
    """Answers by the route of ``(host, path)``; what has none is a page that says nothing."""

    protocol_version = "HTTP/1.1"
    server: Platforms

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {k: v[0] for k, v in parse_qs(url.query).items()}
        host = self.headers.get("Host", "")
        name = self.server.names.get(self.connection.fileno())
        self.server.asked.append(Asked(host, url.path, query, dict(self.headers.items()), name))
        route = self.server.routes.get((host, url.path), (404, {}, b"nothing here"))
        try:
            if callable(route):
                route(self)
            else:
                self.answer(*route)
        except OSError:  # the client left, as it should
            self.close_connection = True

    def answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nothing: the tests read ``asked``."""


Route = tuple[int, dict[str, str], bytes] | Callable[[Handler], None]


@dataclass
class _State:
    routes: dict[tuple[str, str], Route] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    names: dict[int, str | None] = field(default_factory=dict)


class Platforms(ThreadingHTTPServer):
    """Runs while it is entered. ``released`` ends what a route keeps waiting."""

    daemon_threads = True

    def __init__(self, certificate: Certificate) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        state = _State()
        self.routes, self.asked, self.names = state.routes, state.asked, state.names
        self.connections = 0
        self.released = threading.Event()
        self._tls = certificate.server()
        self._tls.sni_callback = self._named

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def get_request(self) -> tuple[Any, Any]:
        self.connections += 1
        plain, address = self.socket.accept()
        plain.settimeout(10)
        return plain, address

    def finish_request(self, request: Any, client_address: Any) -> None:
        try:
            with self._tls.wrap_socket(request, server_side=True) as secure:
                Handler(secure, client_address, self)
        except OSError:
            return  # no TLS, or the client left

    def _named(self, connection: Any, name: str | None, context: ssl.SSLContext) -> None:
        self.names[connection.fileno()] = name

    def __enter__(self) -> Platforms:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self.released.set()
        self.shutdown()
        self.server_close()

    # -- what tests say ------------------------------------------------------------------------

    def json(self, host: str, path: str, body: Any, status: int = 200) -> None:
        self.routes[host, path] = (status, {"Content-Type": "application/json"}, json.dumps(body).encode())

    def redirect(self, host: str, path: str, to: str, status: int = 301) -> None:
        self.routes[host, path] = (status, {"Location": to}, b"")

    @property
    def urls(self) -> list[str]:
        return [f"https://{a.host}{a.path}" for a in self.asked]
