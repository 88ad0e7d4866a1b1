"""A condition as a node holds it, and where it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from serendip.search.conditions import Condition, Status
from serendip.search.ports import Target
from serendip.search.session.model import Node, replace

_NOT_STORED: Final = frozenset({"change", "notice"})
LINK: Final = ("链接识别后生效", "takes effect once the link is identified")
_ASIDE: Final = ("暂未生效", "not in effect for now")


@dataclass(frozen=True, slots=True)
class Landed:
    """Where a condition went: its nodes, and its status with the reason when it is not in effect."""

    node_ids: tuple[str, ...] = ()
    status: Status = "effective"
    note_zh: str | None = None
    note_en: str | None = None


def stored(condition: Condition, target: Target) -> Condition:
    """The condition as a node holds it: a real match target, and a reason wherever one is due."""
    extra = {k: v for k, v in condition.extra.items() if k not in _NOT_STORED}
    if condition.field == "keyword" and extra.get("target", "default") == "default":
        extra["target"] = target
    if condition.status == "effective" and condition.source == "explicit":
        return replace(condition, extra=extra, note_zh=None, note_en=None)
    inferred = condition.source == "derived" and condition.status == "effective"
    zh, en = ("由你的描述推断", "inferred from what you wrote") if inferred else _ASIDE
    return replace(condition, extra=extra, note_zh=condition.note_zh or zh, note_en=condition.note_en or en)


def landed(node: Node) -> Landed:
    """That a condition went to ``node``."""
    c = node.condition
    shown = (None, None) if c.status == "effective" else (c.note_zh, c.note_en)
    return Landed((node.node_id,), c.status, *shown)


def is_figure(condition: Condition) -> bool:
    """Whether a wish names a number (followers, ideally above 10k)."""
    return bool(condition.values) and all(
        v is None or (isinstance(v, int | float) and not isinstance(v, bool)) for v in condition.values
    )
