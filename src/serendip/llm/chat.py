"""A thin client of OpenAI-compatible chat completions: retries within one deadline, and a ladder of formats.

    json_schema -> json_object -> the prompt alone

A server that refuses a response format is asked one step lower, from then on at once. Every attempt goes to
the ledger. The key is sent as a bearer token and appears in no error and no log.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

import httpx
import orjson

from serendip.core.clock import Clock
from serendip.core.errors import Unavailable
from serendip.core.ledger import Attempt, Ledger
from serendip.llm.reply import NoAnswer, Usage, content_of, object_in, usage_of

_RETRIED: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_MAX_BODY: Final = 1024 * 1024
Format = Literal["json_schema", "json_object", "none"]
_LADDER: Final[tuple[Format, ...]] = ("json_schema", "json_object", "none")


@dataclass(frozen=True, slots=True)
class Model:
    """Which model is asked, where, and how patiently.

    Attributes:
        base_url: what stands before ``/chat/completions`` (``http://127.0.0.1:11434/v1``).
        seconds: for one task altogether, retries included.
        attempts: requests for one task at most, steps down the ladder not counted.
        price_in, price_out: per million tokens; None when the ledger is to hold no cost.
    """

    base_url: str
    name: str
    key: str = ""
    seconds: float = 20.0
    attempts: int = 3
    pause_s: float = 0.5
    price_in: float | None = None
    price_out: float | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One question: a fixed system prompt, the person's part, and the JSON schema of the answer."""

    name: str
    system: str
    user: str
    schema: Mapping[str, Any]
    max_tokens: int = 800


class ChatClient:
    """Asks one model. Safe to use from many threads."""

    def __init__(
        self, model: Model, ledger: Ledger, clock: Clock, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._model, self._ledger, self._clock, self._sleep = model, ledger, clock, sleep
        self._format = 0
        headers = {"Authorization": f"Bearer {model.key}"} if model.key else {}
        self._client = httpx.Client(
            base_url=model.base_url.rstrip("/") + "/", headers=headers, timeout=model.seconds, trust_env=False
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ask(self, task: Task) -> dict[str, Any]:
        """The JSON object that the model answers. Raises ``Unavailable`` when there is none in time."""
        until = time.monotonic() + self._model.seconds
        why, tried = "", 0
        while tried < self._model.attempts:
            try:
                return self._attempt(task, until)
            except _Lower:
                self._format += 1
                continue
            except _Again as again:
                why, wait = str(again), min(again.wait or self._model.pause_s * 2**tried, 8.0)
            except NoAnswer as error:
                raise self._unavailable(str(error)) from error
            tried += 1
            if tried < self._model.attempts:
                if time.monotonic() + wait >= until:
                    break
                self._sleep(wait)
        raise self._unavailable(why)

    def _attempt(self, task: Task, until: float) -> dict[str, Any]:
        start = time.monotonic()
        outcome, usage = "ok", Usage()
        try:
            status, after, body = self._post(self._body(task), until)
            if status in {400, 404, 422} and self._format < len(_LADDER) - 1 and _about_format(body):
                raise _Lower(f"HTTP {status}")
            if status in _RETRIED:
                raise _Again(f"HTTP {status}", _seconds(after))
            if status >= 300:
                raise NoAnswer(f"HTTP {status}")
            answer = _json(body)
            usage = usage_of(answer)
            return object_in(content_of(answer))
        except httpx.TransportError as error:
            outcome = type(error).__name__
            raise _Again(outcome) from error
        except (NoAnswer, _Again, _Lower) as error:
            outcome = str(error)
            raise
        finally:
            self._record(task, outcome, time.monotonic() - start, usage)

    def _post(self, body: dict[str, Any], until: float) -> tuple[int, str, bytes]:
        left = max(0.001, until - time.monotonic())
        with self._client.stream("POST", "chat/completions", json=body, timeout=left) as reply:
            content = bytearray()
            for part in reply.iter_bytes():
                content += part
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("the answer took too long")
                if len(content) > _MAX_BODY:
                    raise NoAnswer("an answer of more than 1 MB")
            return reply.status_code, reply.headers.get("retry-after", ""), bytes(content)

    def _body(self, task: Task) -> dict[str, Any]:
        said = [{"role": "system", "content": task.system}, {"role": "user", "content": task.user}]
        body: dict[str, Any] = {
            "model": self._model.name, "messages": said, "temperature": 0, "max_tokens": task.max_tokens,
        }  # fmt: skip
        kind = _LADDER[self._format]
        if kind == "json_schema":
            named = {"name": task.name, "strict": True, "schema": task.schema}
            body["response_format"] = {"type": kind, "json_schema": named}
        elif kind == "json_object":
            body["response_format"] = {"type": kind}
        return body

    def _record(self, task: Task, outcome: str, seconds: float, usage: Usage) -> None:
        attempt = Attempt(
            at=self._clock.now(),
            task=task.name,
            model=self._model.name,
            outcome=outcome,
            seconds=round(seconds, 3),
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            cost=self._cost(usage),
        )
        self._ledger.record(attempt)

    def _cost(self, usage: Usage) -> float | None:
        prices, counts = (
            (self._model.price_in, self._model.price_out),
            (usage.prompt_tokens, usage.completion_tokens),
        )
        if None in prices or None in counts:
            return None
        return sum((p or 0) * (n or 0) for p, n in zip(prices, counts, strict=True)) / 1e6

    def _unavailable(self, why: str) -> Unavailable:
        return Unavailable(
            "ERR_MODEL_UNAVAILABLE",
            zh=f"语言模型没有给出可用的回答（{why}）；已理解的条件不受影响。请检查 SERENDIP_LLM_* 设置",
            en=f"The language model gave no usable answer ({why}); what was understood stands. "
            "Check the settings SERENDIP_LLM_*",
            reason=why,
        )


class _Again(Exception):
    """Worth another try, after ``wait`` seconds when the server said so."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait


class _Lower(Exception):
    """The server does not know this response format."""


def _about_format(body: bytes) -> bool:
    said = body[:4096].lower()
    return any(word in said for word in (b"response_format", b"json_schema", b"json_object", b"schema"))


def _json(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise NoAnswer("a reply that is no JSON") from error


def _seconds(said: str) -> float | None:
    try:
        return max(0.0, float(said))
    except ValueError:
        return None
