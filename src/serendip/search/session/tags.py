"""Keyword tags in the row: another text for one, no two of the same, room for one more (6.2, 6.3, D-32)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from serendip.core.errors import InputError
from serendip.core.text import clean, narrow, simplify, undecorated
from serendip.search.classify import Context
from serendip.search.conditions import Condition
from serendip.search.messages import notice
from serendip.search.session.model import Node, Session
from serendip.search.session.moves import Rules, refuse
from serendip.search.session.slots import slot


def said(node: Node) -> str:
    """The text of a tag as the person knows it: as it was typed, when it was read as another spelling."""
    return str(node.condition.extra.get("as_typed") or node.condition.values[0])


def retexted(session: Session, node: Node, text: Any, rules: Rules) -> Condition:
    """The tag's condition with another text: same match target, same exclusion.

    Raises:
        InputError: ERR_INVALID_VALUE for no text, a link or a sentence; ERR_KEYWORD_TOO_LONG.
    """
    if isinstance(text, Mapping):
        text = cast("Mapping[str, Any]", text).get("text")
    words = " ".join(clean(text).split()) if isinstance(text, str) else ""
    if not words:
        raise refuse(
            "ERR_INVALID_VALUE",
            zh="关键词应为文字",
            en="A keyword is a text",
            field="keyword",
            expected="a text",
        )
    limit = rules.config.max_keyword_chars
    if len(words) > limit:
        raise _said("ERR_KEYWORD_TOO_LONG", "MSG_KEYWORD_TOO_LONG", max=limit, limit=limit, length=len(words))
    old = node.condition
    if words == said(node):
        return old
    read = rules.read(words, session.platform, context=Context())
    if read.input_type != "keyword" or read.expected_state is not None:
        raise _said("ERR_INVALID_VALUE", "MSG_EDIT_KEYWORD_ONLY", field="text")
    one = read.conditions[0] if len(read.conditions) == 1 else None
    values = one.values if one is not None else (simplify(narrow(undecorated(words))),)
    extra = {**(one.extra if one is not None else {}), "target": old.extra.get("target")}
    return Condition(old.field, old.op, old.kind, values, extra=extra)


def check_twin(session: Session, node: Node) -> None:
    """Refuse a tag whose text and match target another one has. Raises ERR_DUPLICATE_KEYWORD."""
    for other in session.graph.keywords:
        if other.node_id != node.node_id and slot(other.condition) == slot(node.condition):
            raise _said(
                "ERR_DUPLICATE_KEYWORD", "MSG_DUPLICATE_KEYWORD", text=said(other), node_id=other.node_id
            )


def check_room(session: Session, rules: Rules) -> None:
    """Refuse one more tag than a row holds. Raises ERR_TOO_MANY_KEYWORDS."""
    limit = rules.config.max_keywords
    if len(session.graph.keywords) >= limit:
        raise _said("ERR_TOO_MANY_KEYWORDS", "MSG_TOO_MANY_KEYWORDS", max=limit, limit=limit)


def _said(code: str, message: str, **values: Any) -> InputError:
    """A refusal in the words of an in-box message."""
    told = notice(message, **values)
    return refuse(code, zh=told.zh, en=told.en, message=message, **values)
