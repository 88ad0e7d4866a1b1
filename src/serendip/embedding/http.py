"""An embedding model behind HTTP: OpenAI's ``/embeddings`` shape and Ollama's ``/api/embed``."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final, Literal, Self, cast

import httpx
import numpy as np
import orjson
from numpy.typing import NDArray

from serendip.core.errors import InputError, Unavailable
from serendip.embedding.projection import seeded
from serendip.embedding.texts import prepare

_RETRIED: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_MAX_BODY: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class HttpModel:
    """Where a model is and how patiently it is asked.

    Attributes:
        base_url: for ``openai`` what stands before ``/embeddings`` (``https://api.openai.com/v1``), for
            ``ollama`` what stands before ``/api/embed`` (``http://127.0.0.1:11434``).
        key: sent as a bearer token when it is not empty; never logged or shown.
        timeout_s: for one whole answer, however slowly it drips.
        attempts: tries of one batch altogether.
        pause_s: before the second try; doubled before each further one, at most ``max_pause_s``. A
            ``Retry-After`` of the server counts instead, within the same bound.
    """

    base_url: str
    model: str
    key: str = ""
    style: Literal["openai", "ollama"] = "openai"
    timeout_s: float = 20.0
    attempts: int = 4
    pause_s: float = 0.5
    max_pause_s: float = 8.0
    batch: int = 64


@dataclass(frozen=True, slots=True)
class _Reply:
    status: int
    retry_after: str
    body: bytes


class HttpEmbedder:
    """``search.ports.Embedder`` over HTTP; the model's vectors, cut to 256 (``projection.seeded``).

    Raises ``InputError`` when the server refuses the request (wrong key, wrong model), ``Unavailable`` when
    it does not answer, keeps failing, or answers something that is no list of embeddings.
    """

    def __init__(self, model: HttpModel, sleep: Callable[[float], None] = time.sleep) -> None:
        self._model = model
        self._sleep = sleep
        self._dims: int | None = None
        headers = {"Authorization": f"Bearer {model.key}"} if model.key else {}
        self._client = httpx.Client(
            base_url=model.base_url.rstrip("/") + "/", headers=headers, timeout=model.timeout_s
        )

    @property
    def name(self) -> str:
        """Style, model and the way to 256 dimensions; caches keep models apart by it."""
        return f"{self._model.style}/{self._model.model}/random256-1"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        """One vector of 256 int8 values a text, in order; None for an empty text (never sent)."""
        prepared = [prepare(text) for text in texts]
        wanted = [text for text in dict.fromkeys(prepared) if text]
        found: dict[str, bytes | None] = {}
        for start in range(0, len(wanted), self._model.batch):
            part = wanted[start : start + self._model.batch]
            rows = self._rows(self._ask(part), len(part))
            found.update(zip(part, seeded(rows.shape[1]).vectors(rows), strict=True))
        return [found.get(text) for text in prepared]

    def _ask(self, texts: list[str]) -> Any:
        path = "embeddings" if self._model.style == "openai" else "api/embed"
        body = {"model": self._model.model, "input": texts}
        why, wait = "", 0.0
        for attempt in range(self._model.attempts):
            if attempt:
                self._sleep(wait)
            wait = min(self._model.max_pause_s, self._model.pause_s * 2**attempt)
            try:
                reply = self._post(path, body)
            except httpx.TransportError as error:
                why = type(error).__name__
                continue
            if reply.status in _RETRIED:
                why = f"HTTP {reply.status}"
                wait = min(self._model.max_pause_s, _asked_pause(reply.retry_after) or wait)
                continue
            if reply.status >= 300:
                raise self._refused(reply.status)
            return self._json(reply.body)
        raise self._unavailable(why)

    def _post(self, path: str, body: Any) -> _Reply:
        """One request; ``httpx.TransportError`` also when the answer takes too long or is too large."""
        until = time.monotonic() + self._model.timeout_s
        with self._client.stream("POST", path, json=body) as reply:
            content = bytearray()
            for part in reply.iter_bytes():
                content += part
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("the answer took too long")
                if len(content) > _MAX_BODY:
                    raise httpx.ReadError("an answer of more than 64 MB")
            return _Reply(reply.status_code, reply.headers.get("retry-after", ""), bytes(content))

    def _json(self, content: bytes) -> Any:
        try:
            return orjson.loads(content)
        except orjson.JSONDecodeError as error:
            raise self._unavailable("an answer that is no JSON") from error

    def _rows(self, answer: Any, count: int) -> NDArray[np.float32]:
        """The embeddings of an answer in the order of the texts, checked: as many, as long, all numbers."""
        try:
            rows = np.asarray(_listed(answer, self._model.style), dtype=np.float32)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise self._unavailable("an answer without a list of embeddings") from error
        if rows.ndim != 2 or len(rows) != count or rows.shape[1] == 0 or not np.isfinite(rows).all():
            raise self._unavailable(f"{rows.shape} numbers for {count} texts")
        if self._dims is not None and rows.shape[1] != self._dims:
            raise self._unavailable(f"{rows.shape[1]} dimensions after {self._dims}")
        self._dims = rows.shape[1]
        return rows

    def _refused(self, status: int) -> InputError:
        return InputError(
            "ERR_EMBEDDING_REFUSED",
            zh=f"向量模型拒绝了请求（HTTP {status}）：请检查地址、密钥和模型名 {self._model.model}。",
            en=f"The embedding model refused the request (HTTP {status}): check the address, the key and the "
            f"model name {self._model.model}.",
            status=status,
        )

    def _unavailable(self, why: str) -> Unavailable:
        return Unavailable(
            "ERR_EMBEDDING_UNAVAILABLE",
            zh=f"向量模型没有给出可用的回答（{why}）：请稍后再试，或检查 {self._model.base_url} 是否在运行。",
            en=f"The embedding model gave no usable answer ({why}): try again later, or check that "
            f"{self._model.base_url} is running.",
            reason=why,
        )


def _listed(answer: Any, style: str) -> list[Any]:
    if style == "ollama":
        return list(answer["embeddings"])
    items = cast("list[dict[str, Any]]", sorted(answer["data"], key=lambda item: item["index"]))
    if [item["index"] for item in items] != list(range(len(items))):
        raise ValueError("numbers of the embeddings")
    return [item["embedding"] for item in items]


def _asked_pause(asked: str) -> float | None:
    """The seconds of ``Retry-After``, as a number or as a date."""
    try:
        return max(0.0, float(asked))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
