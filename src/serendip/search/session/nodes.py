"""Texts and conditions: inputs with their spans, and the graph of nodes (sections 3.3 and 3.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from serendip.search.conditions import Condition, InputKind, Role, Status
from serendip.search.session.kinds import Bucket, ConflictKind, Origin, RecallScope


@dataclass(frozen=True, slots=True)
class IntentSpan:
    """A part of a submitted text and its fate at submission (I-8 .. I-10). Offsets are half-open."""

    start: int
    end: int
    text: str
    role: Role
    status: Status
    node_ids: tuple[str, ...] = ()
    note_zh: str | None = None
    note_en: str | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """One submitted text (cleaned as section 18.4 says, otherwise verbatim)."""

    intent_id: str
    raw_text: str
    kind: InputKind
    origin: Origin
    submitted_at: datetime
    spans: tuple[IntentSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """One condition of the graph.

    Attributes:
        node_id: stable through edits.
        condition: what is asked, in the catalogue's words; its ``status`` and notes are the node's. The extra
            ``target`` of a keyword is always a real match target here, never ``default`` (D-9).
        derived_from: ``intent_id:start-end`` spans or node ids (required for derived nodes).
        edited_from: the condition before the last manual edit or replacement.
        asked: the person confirmed it (an answer, a chip's edit, "use it").
    """

    node_id: str
    bucket: Bucket
    condition: Condition
    derived_from: tuple[str, ...] = ()
    edited_from: Condition | None = None
    intent_id: str | None = None
    created_revision: int = 0
    updated_revision: int = 0
    asked: bool = False

    @property
    def field(self) -> str:
        """The catalogue's field."""
        return self.condition.field

    @property
    def effective(self) -> bool:
        """Whether the search uses it."""
        return self.condition.status == "effective"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two or more nodes that cannot hold together (D-18)."""

    conflict_id: str
    node_ids: tuple[str, ...]
    kind: ConflictKind
    explain_zh: str
    explain_en: str
    resolved: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """The conditions in order; ``any_keyword`` ORs the positive keywords (A-5); ``removed`` is for undo."""

    nodes: tuple[Node, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    removed: tuple[Node, ...] = ()
    any_keyword: bool = False

    def node(self, node_id: str) -> Node | None:
        """The node of that id, or None."""
        return next((n for n in self.nodes if n.node_id == node_id), None)

    @property
    def anchor(self) -> Node | None:
        """The one effective anchor, or None (I-11)."""
        return next((n for n in self.nodes if n.field == "anchor" and n.effective), None)

    @property
    def keywords(self) -> tuple[Node, ...]:
        """The keyword tags, in order."""
        return tuple(n for n in self.nodes if n.field == "keyword")


@dataclass(frozen=True, slots=True)
class Placed:
    """A node and where it stands (or stood) in the graph's order."""

    node: Node
    index: int


@dataclass(frozen=True, slots=True)
class Patch:
    """A change of the graph as data: what a suggestion, an option or an undo does, exactly.

    ``put`` replaces the node of the same id, or inserts it at its index; ``drop`` removes nodes.
    ``scope`` and ``any_keyword`` are set when given; ``draft`` puts text back into the tail.
    """

    put: tuple[Placed, ...] = ()
    drop: tuple[str, ...] = ()
    scope: RecallScope | None = None
    any_keyword: bool | None = None
    draft: str | None = None
