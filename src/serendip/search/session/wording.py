"""How a session calls its conditions: chips, and the short words of its sentences."""

from __future__ import annotations

from typing import Any, Final

from serendip.search.conditions import Condition
from serendip.search.session import links
from serendip.search.session.model import AnchorValue, Node
from serendip.search.session.moves import STEERING_FIELDS
from serendip.search.terms import activity, condition_label, condition_value

Said = tuple[str, str]
"""A text in zh and in en."""

SOURCES: Final = {"explicit": "user_input", "derived": "agent_inferred", "manual": "manual_edit"}
SOURCE_LABELS: Final[dict[str, Said]] = {
    "user_input": ("用户输入", "User input"),
    "agent_inferred": ("Agent 推断", "Agent inferred"),
    "manual_edit": ("手动修改", "Manually edited"),
}
"""Where a condition comes from, by the bucket it is in (I-12), and what people read."""

_BY_VALUE: Final = frozenset({"country", "language", "category", "city"})
"""Fields whose values say in a sentence what they are about."""


def channel_of(node: Node) -> AnchorValue | None:
    """The channel that an anchor node stands for."""
    held: Any = node.condition.extra.get("channel")
    return None if held is None else AnchorValue(**dict(held))


def chip(node: Node) -> Said:
    """The text of a node's chip, tag or badge."""
    channel = channel_of(node)
    if channel is not None:
        return links.label(channel), links.label(channel)
    phrase = node.condition.extra.get("phrase")
    if phrase is not None and not node.effective:
        return str(phrase), str(phrase)
    return condition_label(node.condition, "zh"), condition_label(node.condition, "en")


def short(node: Node) -> Said:
    """The same in a sentence: values that speak for themselves go without the name of their field."""
    condition = node.condition
    if condition.field in _BY_VALUE and condition.kind == "hard" and "min_share" not in condition.extra:
        return condition_value(condition, "zh"), condition_value(condition, "en")
    zh, en = chip(node)
    return zh, en if activity(condition, "en") is None else en[0].lower() + en[1:]


def phrase_of(node: Node) -> str | None:
    """The person's own words of a wish, or None."""
    phrase = node.condition.extra.get("phrase")
    return None if phrase is None else str(phrase)


def decides(condition: Condition) -> bool:
    """Whether it is a condition on channels, and not one on where, around what and how to look."""
    return condition.field not in STEERING_FIELDS
