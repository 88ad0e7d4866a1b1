"""From what a model wrote to a JSON object. What was cut off or refused is no answer and is never mended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, cast

from pydantic_core import from_json

_THINK: Final = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_UNCLOSED: Final = re.compile(r"<(think|thinking|reasoning)>", re.IGNORECASE)
_WHOLE: Final = frozenset({"stop", "end_turn", "", None})


class NoAnswer(ValueError):
    """The reply holds no usable answer; the message says why, without any of its text."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the provider counted; None where it did not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


def usage_of(body: Any) -> Usage:
    """The token counts of a reply's body."""
    counted: Any = cast("dict[str, Any]", body).get("usage") if isinstance(body, dict) else None
    if not isinstance(counted, dict):
        return Usage()
    numbers = cast("dict[str, Any]", counted)
    return Usage(_count(numbers.get("prompt_tokens")), _count(numbers.get("completion_tokens")))


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def content_of(body: Any) -> str:
    """The text of a chat completion. Raises ``NoAnswer`` for a refusal, a cut reply, or another shape."""
    try:
        choice = body["choices"][0]
        message = choice["message"]
        reason, refusal, text = choice.get("finish_reason"), message.get("refusal"), message.get("content")
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise NoAnswer("a reply of another shape") from error
    if refusal:
        raise NoAnswer("refused")
    if reason not in _WHOLE:
        raise NoAnswer(f"stopped by {reason}")
    if not isinstance(text, str) or not text.strip():
        raise NoAnswer("an empty reply")
    return text


def object_in(text: str) -> dict[str, Any]:
    """The JSON object that the text holds: after thoughts, inside a code fence, or among words."""
    spoken = _THINK.sub("", text)
    if _UNCLOSED.search(spoken):
        raise NoAnswer("thoughts without an end")
    start = spoken.find("{")
    while start >= 0:
        found = _parsed(spoken[start : _end(spoken, start)])
        if found is not None:
            return found
        start = spoken.find("{", start + 1)
    raise NoAnswer("no JSON object")


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        value = from_json(text)
    except ValueError:
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _end(text: str, start: int) -> int:
    """Where the object that begins at ``start`` ends: its own closing bracket, strings left alone."""
    depth, quoted, i = 0, False, start
    while i < len(text):
        char = text[i]
        if quoted:
            i += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if not depth:
                return i + 1
        i += 1
    return start
