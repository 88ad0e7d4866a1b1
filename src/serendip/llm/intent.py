"""``read_intent``: the model reads what the grammar left; its reply is checked before anything is made of it.

A condition counts only when its field can be filtered and its operator and values fit the field. Its words
must stand in a part that the grammar left open; what has no words in the text is offered without a span, and
the reducer keeps it as a reference. Instructions hidden in a text can propose such a condition, and no more.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast

import orjson

from serendip.catalogue.field_types import FieldSpec
from serendip.catalogue.fields import FIELDS
from serendip.core.errors import InputError, Unavailable
from serendip.llm.chat import ChatClient, Task
from serendip.search.conditions import Condition
from serendip.search.session.events import Proposal
from serendip.search.session.model import Intent, IntentSpan, Session
from serendip.search.session.values import condition_for, filterable

log = logging.getLogger(__name__)

MOST: Final = 8
_OPEN: Final = frozenset({"eq", "in", "contains", "gte", "lte", "gt", "lt", "between", "near"})
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["conditions"],
    "properties": {
        "conditions": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["field", "op", "values", "exclude", "words"],
                "properties": {
                    "field": {"type": "string"},
                    "op": {"type": "string"},
                    "values": {"type": "array", "items": {"type": ["string", "number", "boolean"]}},
                    "exclude": {"type": "boolean"},
                    "words": {"type": "string"},
                },
            },
        }
    },
}


@cache
def system_prompt() -> str:
    """The fixed prompt, the same byte for byte in every call, so that providers can keep it."""
    head = files("serendip.llm.prompts").joinpath("read_intent.txt").read_text("utf-8")
    lines = (f"- {s.name}: {s.type}, {' '.join(ops(s))}, {s.unit or '-'}" for s in readable())
    return head + "\n".join(lines) + "\n"


def readable() -> Iterator[FieldSpec]:
    """The fields that a model may name: those that a stored value can answer."""
    return (s for s in FIELDS.values() if filterable(s.name) and s.column != "none" and ops(s))


def ops(spec: FieldSpec) -> tuple[str, ...]:
    """The operators of a field that a model may use."""
    return tuple(op for op in spec.ops if op in _OPEN)


class IntentReader:
    """``search.session.ports.IntentModel`` over a chat model."""

    def __init__(self, client: ChatClient) -> None:
        self._client = client

    def close(self) -> None:
        """Close the connections to the model."""
        self._client.close()

    def read_intent(self, intent: Intent, session: Session) -> tuple[Proposal, ...]:
        """Checked proposals, at most eight; none when the model does not answer."""
        left = [s for s in intent.spans if s.role == "unknown" and s.status == "pending"]
        if not left:
            return ()
        asked = {"platform": session.platform, "text": intent.raw_text, "left": [s.text for s in left]}
        task = Task("read_intent", system_prompt(), orjson.dumps(asked).decode(), SCHEMA)
        try:
            answer = self._client.ask(task)
        except Unavailable as error:
            log.info("read_intent: %s", error)
            return ()
        return tuple(proposals(answer, left))


def proposals(answer: Mapping[str, Any], left: list[IntentSpan]) -> Iterator[Proposal]:
    """The conditions of a reply that hold: each one executable, no two alike."""
    listed = answer.get("conditions")
    seen: set[tuple[Any, ...]] = set()
    for said in cast("list[Any]", listed)[:MOST] if isinstance(listed, list) else ():
        found = _proposal(cast("dict[str, Any]", said), left) if isinstance(said, dict) else None
        if found is None:
            continue
        c = found.condition
        if (same := (c.field, c.op, c.kind, c.values)) not in seen:
            seen.add(same)
            yield found


def _proposal(said: dict[str, Any], left: list[IntentSpan]) -> Proposal | None:
    spec = FIELDS.get(str(said.get("field")))
    if spec is None or spec not in tuple(readable()) or said.get("op") not in ops(spec):
        return None
    checked = _checked(spec, said)
    if checked is None:
        return None
    start, end = _where(str(said.get("words") or ""), left)
    zh, en = _note(str(said["words"])) if start is not None else _UNSAID
    condition = replace(checked, source="derived", start=start, end=end, note_zh=zh, note_en=en)
    return Proposal(condition, start, end)


def _checked(spec: FieldSpec, said: dict[str, Any]) -> Condition | None:
    """The condition, when a chip could hold the same; a model may say no more than a person's control."""
    values, op = said.get("values"), str(said["op"])
    if not isinstance(values, list) or not values:
        return None
    listed = cast("list[Any]", values)
    try:
        bounds = spec.column in {"number", "date"} and len(listed) == 1
        return condition_for(
            spec.name, listed[0] if bounds or spec.type == "bool" else listed, op,
            excluded=said.get("exclude") is True,
        )  # fmt: skip
    except InputError:
        return None


_UNSAID: Final = ("模型的推断，原文没有明说", "inferred by the model; not said in the text")


def _note(words: str) -> tuple[str, str]:
    return f"模型从“{words}”推断", f"inferred by the model from “{words}”"


def _where(words: str, left: list[IntentSpan]) -> tuple[int | None, int | None]:
    for span in left:
        at = span.text.find(words) if words.strip() else -1
        if at >= 0:
            return span.start + at, span.start + at + len(words)
    return None, None
