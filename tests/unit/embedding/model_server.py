"""A small embedding server on the loopback interface, in OpenAI's and Ollama's shape, with faults on demand.

Its embedding is honest, if simple: counts of character pairs, hashed into ``dims`` places.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


class ModelServer:
    """``faults`` are used up one a request, before any good answer: a status or a function."""

    def __init__(self, style: str = "openai", dims: int = 384) -> None:
        self.style = style
        self.dims = dims
        self.faults: list[int | Callable[[Handler], None]] = []
        self.requests: list[dict[str, Any]] = []
        self.released = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        base = f"http://127.0.0.1:{self._server.server_port}"
        return f"{base}/v1" if self.style == "openai" else base

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[Handler]:
        return type("Bound", (Handler,), {"model": self})

    def embedding(self, text: str) -> list[float]:
        counts = [0.0] * self.dims
        for at in range(max(1, len(text) - 1)):
            counts[zlib.crc32(text[at : at + 2].encode()) % self.dims] += 1
        return counts

    def answer(self, texts: list[str]) -> dict[str, Any]:
        rows = [self.embedding(text) for text in texts]
        if self.style == "ollama":
            return {"model": "bag-of-pairs", "embeddings": rows}
        items = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
        return {"object": "list", "data": items[::-1]}


class Handler(BaseHTTPRequestHandler):
    model: ModelServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        wanted = "/v1/embeddings" if self.model.style == "openai" else "/api/embed"
        self.model.requests.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        if self.model.faults:
            fault = self.model.faults.pop(0)
            if callable(fault):
                fault(self)
            else:
                self.reply(fault, b'{"error": "no"}')
        elif self.path != wanted:
            self.reply(404, b"{}")
        else:
            self.reply(200, json.dumps(self.model.answer(body["input"])).encode())

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass
