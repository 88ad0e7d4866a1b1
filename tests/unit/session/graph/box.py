"""A box to type into and click at: the handlers of texts and conditions, without search or network."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from serendip.search.parse import Context, read
from serendip.search.session import events as ev
from serendip.search.session import graph, on_conditions
from serendip.search.session.effects import Effect
from serendip.search.session.model import AnchorValue, Config, Message, Node, Session, replace
from serendip.search.session.moves import Rules
from serendip.search.session.shapes import ConditionNode
from serendip.search.session.snapshot import SessionSnapshot, snapshot

NOW = datetime(2026, 5, 1, tzinfo=UTC)
RULES = Rules(NOW, Config(), read)
HANDLERS: dict[type, Any] = {
    ev.Remove: on_conditions.remove,
    ev.Restore: on_conditions.restore,
    ev.SetTarget: on_conditions.set_target,
    ev.SetExcluded: on_conditions.set_excluded,
    ev.SetAnyKeyword: on_conditions.set_any_keyword,
    ev.SetFilter: on_conditions.set_filter,
    ev.EditCondition: on_conditions.edit_condition,
    ev.UseCondition: on_conditions.use_condition,
    ev.ReplaceInstead: on_conditions.replace_instead,
    ev.SetUnknown: on_conditions.set_unknown,
    ev.Undo: on_conditions.undo,
}


def anchor(handle: str = "abc") -> AnchorValue:
    """A channel that a link stands for."""
    return AnchorValue(
        "youtube", f"UC{handle}", handle, f"@{handle}", f"https://www.youtube.com/@{handle}", cid=1
    )


@dataclass
class Box:
    """A session and what was asked of the outside by the last action."""

    session: Session = field(default_factory=lambda: Session("s1", "ann", "youtube", "zh", NOW, NOW))
    effects: tuple[Effect, ...] = ()

    def say(self, *texts: str) -> Box:
        """Submit texts, as follow-ups in an expanded box."""
        for text in texts:
            context = Context(expanded=True, has_results=bool(self.session.graph.nodes))
            request = read(text, self.session.platform, context=context)
            self.session, _ = graph.land(self.session, request, "follow_up", RULES)
            self._count()
        return self

    def do(self, event: ev.Action) -> Box:
        """An action on a condition."""
        before = self.session
        self.session, self.effects = HANDLERS[type(event)](before, event, RULES)
        if self.session is not before:
            self._count()
        return self

    def _count(self) -> None:
        self.session = replace(
            self.session, revision=self.session.revision + 1, version=self.session.version + 1
        )

    def searched(self) -> Box:
        """As after a search whose results are shown."""
        self.session = replace(self.session, search_seq=1, applied_seq=1, agent_state="results_ready")
        return self

    def of(self, name: str) -> list[Node]:
        """The nodes of a field."""
        return [n for n in self.session.graph.nodes if n.field == name]

    def one(self, name: str) -> Node:
        """The only node of a field."""
        (node,) = self.of(name)
        return node

    def shown(self, name: str) -> ConditionNode:
        """The only node of a field (the catalogue's word) as clients see it."""
        (node,) = [n for n in self.view().graph.nodes if n.catalogue_field == name]
        return node

    def view(self) -> SessionSnapshot:
        """The session as clients see it."""
        return snapshot(self.session, RULES.config)

    def told(self, code: str) -> Message:
        """The open message of a code."""
        found = [m for m in self.session.notices if m.code == code]
        assert found, [m.code for m in self.session.notices]
        return found[-1]

    def codes(self) -> set[str]:
        """Codes of all open messages."""
        return {m.code for m in self.session.notices}
