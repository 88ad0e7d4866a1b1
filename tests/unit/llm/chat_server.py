"""A scripted OpenAI-compatible chat server on loopback: it plays what a test lays out, in order."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Turn = Callable[["Handler"], None]


def completion(content: str | None, finish: str = "stop", **message: Any) -> dict[str, Any]:
    """The body of a reply."""
    said = {"role": "assistant", "content": content, **message}
    return {
        "id": "c1",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": said, "finish_reason": finish}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 200, "total_tokens": 1200},
    }


class ChatServer:
    """``turns`` are played one a request; when they are used up the last one is played again."""

    def __init__(self, *turns: Turn) -> None:
        self.turns = list(turns)
        self.requests: list[dict[str, Any]] = []
        self.released = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"chat": self}))
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> ChatServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class Handler(BaseHTTPRequestHandler):
    chat: ChatServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.chat.requests.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        turn = self.chat.turns.pop(0) if len(self.chat.turns) > 1 else self.chat.turns[0]
        turn(self)

    def reply(self, status: int, body: bytes, length: int | None = None, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


def says(content: str | None, finish: str = "stop", **message: Any) -> Turn:
    """A good reply with this content."""
    return lambda handler: handler.reply(200, json.dumps(completion(content, finish, **message)).encode())


def conditions(*listed: Any) -> Turn:
    """A reply with these conditions."""
    return says(json.dumps({"conditions": list(listed)}))


def status(code: int, body: str = '{"error": {"message": "no"}}', **headers: str) -> Turn:
    """An error."""
    return lambda handler: handler.reply(code, body.encode(), **headers)


def raw(body: bytes) -> Turn:
    """A body as it is."""
    return lambda handler: handler.reply(200, body)


def hangs(handler: Handler) -> None:
    """No answer until the test is over."""
    handler.chat.released.wait()
    handler.close_connection = True


def cut(handler: Handler) -> None:
    """The connection ends in the middle of the body."""
    whole = json.dumps(completion('{"conditions": []}')).encode()
    handler.reply(200, whole[: len(whole) // 2], length=len(whole))
    handler.close_connection = True
