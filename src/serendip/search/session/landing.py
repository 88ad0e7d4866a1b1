"""How one text's conditions enter the graph: what they replace, what stays aside (D-20, D-32, I-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from serendip.search.conditions import Condition
from serendip.search.editor import key
from serendip.search.session.landed import LINK, Landed, is_figure, landed, stored
from serendip.search.session.model import Node, Session, replace
from serendip.search.session.moves import Rules, fresh_id, refuse
from serendip.search.session.slots import blockers, is_list, joined, opposed, same, slot, without
from serendip.search.terms import condition_label


@dataclass(slots=True)
class Landing:
    """The graph's nodes while a text's conditions enter them, and what there is to say about it.

    Attributes:
        source: the id of the intent (None for keywords that were committed without one) and its length.
        own: nodes that this text made, changed or repeated: it never replaces these itself.
        repeated, opposite: keyword tags that a keyword of the text met.
        aside: inferred nodes that stay reference, each with what the person set.
        absent: conditions that were to be dropped and are not there.
        corrected: keyword nodes that were read as another spelling.
    """

    session: Session
    rules: Rules
    source: tuple[str | None, int] = (None, 0)
    nodes: list[Node] = field(default_factory=list[Node])
    dropped: list[Node] = field(default_factory=list[Node])
    own: dict[str, int] = field(default_factory=dict[str, int])
    repeated: list[Node] = field(default_factory=list[Node])
    opposite: list[Node] = field(default_factory=list[Node])
    aside: list[tuple[Node, Node]] = field(default_factory=list[tuple[Node, Node]])
    absent: list[Condition] = field(default_factory=list[Condition])
    corrected: list[Node] = field(default_factory=list[Node])

    def enter(self, condition: Condition, number: int) -> Landed:
        """Take in one condition; ``number`` is its place in the text."""
        change = condition.extra.get("change")
        if change == "remove":
            return self._remove(condition)
        if condition.field == "anchor":
            return Landed((), "pending", *LINK)
        kept = stored(condition, self.rules.config.default_match_target)
        if kept.field == "keyword":
            return self._keyword(kept, change, number)
        wish = kept.kind == "soft" and not (is_figure(kept) or kept.field == "sort")
        if kept.status != "effective" or wish:
            return self._as_it_comes(kept, number)
        if kept.source == "derived":
            return self._inferred(kept, number)
        return self._said(kept, change, number)

    def _keyword(self, condition: Condition, change: Any, number: int) -> Landed:
        words = str(condition.values[0])
        self._check_length(words)
        out = condition.kind == "exclude"
        alike = [
            n for n in self.nodes if n.field == "keyword" and key(str(n.condition.values[0])) == key(words)
        ]
        against = next((n for n in alike if (n.condition.kind == "exclude") != out), None)
        if against is not None:
            self.opposite.append(against)
            zh, en = (condition_label(against.condition, loc) for loc in ("zh", "en"))
            return Landed(
                (), "pending", f"与已有的“{zh}”相反，等你选择", f"the opposite of “{en}”: your choice"
            )
        twin = next((n for n in alike if slot(n.condition) == slot(condition)), None)
        if twin is not None:
            if twin.node_id not in self.own:
                self.repeated.append(twin)
            return self._repeat(twin, condition, number)
        if change == "replace" and not out and condition.source == "explicit":
            older = [n for n in self.nodes if n.field == "keyword" and n.condition.kind != "exclude"]
            self._drop([n for n in older if n.node_id not in self.own])
        node = self._append(condition, number)
        if condition.extra.get("as_typed"):
            self.corrected.append(node)
        return landed(node)

    def _check_length(self, words: str) -> None:
        limit = self.rules.config.max_keyword_chars
        if len(words) > limit:
            raise refuse(
                "ERR_KEYWORD_TOO_LONG",
                zh=f"单个关键词最多 {limit} 个字符",
                en=f"A keyword can have at most {limit} characters",
                limit=limit,
                length=len(words),
                message="MSG_KEYWORD_TOO_LONG",
            )

    def check_count(self) -> None:
        """Refuse more keywords than a row holds. Raises ``InputError`` ERR_TOO_MANY_KEYWORDS."""
        limit = self.rules.config.max_keywords
        count = sum(n.field == "keyword" for n in self.nodes)
        if count > max(limit, len(self.session.graph.keywords)):
            raise refuse(
                "ERR_TOO_MANY_KEYWORDS",
                zh=f"最多添加 {limit} 个关键词",
                en=f"At most {limit} keywords",
                limit=limit,
                message="MSG_TOO_MANY_KEYWORDS",
            )

    def _as_it_comes(self, condition: Condition, number: int) -> Landed:
        twin = next((n for n in self.nodes if same(n.condition, condition)), None)
        return (
            landed(self._append(condition, number)) if twin is None else self._repeat(twin, condition, number)
        )

    def _inferred(self, condition: Condition, number: int) -> Landed:
        """What the system derived: it never touches what the person set (I-14)."""
        twin = next((n for n in self.nodes if same(n.condition, condition)), None)
        if twin is not None:
            return self._repeat(twin, condition, number)
        barred = blockers(self.nodes, condition)
        if barred:
            return self._reference(condition, barred[0], number)
        older = [n for n in self._older(condition) if n.bucket == "derived"]
        if not older:
            return landed(self._append(condition, number))
        self._drop(older[1:])
        return landed(self._change(older[0], condition, number))

    def _reference(self, condition: Condition, barrier: Node, number: int) -> Landed:
        zh, en = (condition_label(barrier.condition, loc) for loc in ("zh", "en"))
        kept = replace(
            condition,
            status="reference",
            note_zh=f"{condition.note_zh}；已有“{zh}”，仅作参考",
            note_en=f"{condition.note_en}; only a reference, since “{en}” is set",
        )
        twin = next((n for n in self.nodes if same(n.condition, kept)), None)
        node = twin or self._append(kept, number)
        self.aside.append((node, barrier))
        return landed(node)

    def _said(self, condition: Condition, change: Any, number: int) -> Landed:
        """What the person stated: it replaces the older statement, or adds to a list."""
        mine = [n for n in self.nodes if n.effective and n.node_id in self.own]
        for node in mine:
            if same(node.condition, condition):
                return landed(node)
            together = joined(node.condition, condition) if node.bucket != "derived" else None
            if together is not None:
                return landed(self._change(node, together, number))
        self._take_out(condition)
        older = self._older(condition)
        if not older:
            return landed(self._append(condition, number))
        if len(older) == 1 and same(older[0].condition, condition):
            return self._repeat(older[0], condition, number)
        if is_list(condition) and change not in {"only", "replace"}:
            for node in older:
                together = joined(node.condition, condition) if node.bucket != "derived" else None
                if together is not None:
                    return landed(self._change(node, together, number))
        self._drop(older[1:])
        return landed(self._change(older[0], condition, number))

    def _older(self, condition: Condition) -> list[Node]:
        """Effective conditions of the same slot that other texts or controls made."""
        return [
            n
            for n in self.nodes
            if n.effective and n.node_id not in self.own and slot(n.condition) == slot(condition)
        ]

    def _take_out(self, condition: Condition) -> None:
        """What is now excluded is no longer included, and the other way round (CS-184)."""
        for node in list(self.nodes):
            against = node.effective and opposed(node.condition, condition)
            if against and node.node_id not in self.own:
                self._shrink(node, condition)

    def _remove(self, condition: Condition) -> Landed:
        """What is to be dropped: values, a keyword, or everything about a field (去掉粉丝条件)."""
        found = False
        for node in [n for n in self.nodes if n.field == condition.field and n.node_id not in self.own]:
            if _named_whole(node.condition, condition):
                self._drop([node])
                found = True
            elif is_list(node.condition):
                found = self._shrink(node, condition) or found
        if not found:
            self.absent.append(condition)
        return Landed()

    def _shrink(self, node: Node, condition: Condition) -> bool:
        """Take values out of a list; whether there was anything to take."""
        left = without(node.condition, condition.values)
        if left is None:
            self._drop([node])
        elif left.values != node.condition.values:
            at = self.nodes.index(node)
            revision = self.session.revision + 1
            self.nodes[at] = replace(
                node, condition=left, edited_from=node.condition, updated_revision=revision
            )
        else:
            return False
        return True

    def _append(self, condition: Condition, number: int) -> Node:
        self.session, node_id = fresh_id(self.session, "n")
        revision = self.session.revision + 1
        node = replace(
            Node(node_id, "explicit", condition, created_revision=revision, updated_revision=revision),
            **self._origin(condition),
        )
        self.own[node_id] = number
        self.nodes.append(node)
        return node

    def _change(self, node: Node, condition: Condition, number: int) -> Node:
        """The node takes another condition; it keeps its id and remembers what it was before this text."""
        at = self.nodes.index(node)
        was = node.edited_from if node.node_id in self.own else node.condition
        revision = self.session.revision + 1
        changed = replace(
            node, condition=condition, edited_from=was, updated_revision=revision, asked=False,
            **self._origin(condition),
        )  # fmt: skip
        self.own.setdefault(node.node_id, number)
        self.nodes[at] = changed
        return changed

    def _repeat(self, node: Node, condition: Condition, number: int) -> Landed:
        """Said once more: nothing changes, but that what was inferred is now stated."""
        self.own.setdefault(node.node_id, number)
        if node.bucket == "derived" and condition.source == "explicit":
            at = self.nodes.index(node)
            node = replace(node, condition=condition, **self._origin(condition))
            self.nodes[at] = node
        return landed(node)

    def _drop(self, nodes: list[Node]) -> None:
        for node in nodes:
            self.nodes.remove(node)
            self.dropped.append(node)

    def _origin(self, condition: Condition) -> Mapping[str, Any]:
        intent_id, length = self.source
        if condition.source == "explicit":
            return {"bucket": "explicit", "intent_id": intent_id, "derived_from": ()}
        start = 0 if condition.start is None else condition.start
        end = length if condition.end is None else condition.end
        return {
            "bucket": "derived",
            "intent_id": intent_id,
            "derived_from": (f"{intent_id}:{start}-{end}",),
        }


def _named_whole(held: Condition, named: Condition) -> bool:
    """Whether a condition is named as a whole: by its field, its keyword, or as the bound on its figure."""
    if not named.values:
        return True
    if named.field == "keyword":
        return key(str(held.values[0])) == key(str(named.values[0]))
    return not is_list(held) and slot(held) == slot(named)
