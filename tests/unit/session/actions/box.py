"""A box for tests of actions: the real reducer and grammar; outcomes are given by the test."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from serendip.core.errors import SerendipError
from serendip.search.parse import read
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import (
    AnchorValue,
    Config,
    Message,
    Node,
    Patch,
    Results,
    Session,
    Suggestion,
)
from serendip.search.session.moves import Rules, input_state, legal
from serendip.search.session.reduce import reduce

NOW = datetime(2026, 5, 1, tzinfo=UTC)


class Box:
    """One session. Every step must lead to a legal combination of states."""

    def __init__(self, platform: str = "youtube", config: Config | None = None) -> None:
        self.now = Session("s1", "ann", platform, "zh", NOW, NOW)
        self.rules = Rules(NOW, config or Config(), read)
        self.effects: tuple[fx.Effect, ...] = ()

    def do(self, event: ev.Event) -> Session:
        """One event; its effects are in ``effects``."""
        self.now, self.effects = reduce(self.now, event, self.rules)
        assert legal(self.now), (event, self.state)
        return self.now

    def submit(self, text: str) -> Session:
        """Enter."""
        return self.do(ev.Submit(text))

    def refused(self, event: ev.Event, code: str) -> SerendipError:
        """The error of an action that must change nothing."""
        with pytest.raises(SerendipError) as caught:
            reduce(self.now, event, self.rules)
        assert caught.value.code == code
        assert caught.value.zh
        assert caught.value.en
        return caught.value

    def found(self, total: int = 60) -> Session:
        """Results for the latest search."""
        rows = tuple({"id": i, "name": f"c{i}"} for i in range(min(total, 20)))
        kind = "none" if total else "no_recall"
        results = Results(
            self.now.search_seq, self.now.revision, {"name": "a"} if self.now.graph.anchor else None,
            rows, total, zero_kind=kind, median_similarity=0.9,
        )  # fmt: skip
        ways = (Suggestion("s1", "switch_to_nl", (), "换一种说法", "Describe it", Patch()),)
        return self.do(ev.Searched(self.now.search_seq, results, ways if total < 6 else ()))

    @property
    def plan(self) -> fx.Plan:
        """What the search that was just asked for executes."""
        return self.effect(fx.RunSearch).plan

    def effect(self, kind: type[Any]) -> Any:
        """The one effect of a kind that the last step had."""
        (only,) = [e for e in self.effects if isinstance(e, kind)]
        return only

    @property
    def searches(self) -> bool:
        """Whether the last step asked for a search."""
        return any(isinstance(e, fx.RunSearch) for e in self.effects)

    def exact(self, handle: str = "abc") -> Session:
        """The link that was asked about is this channel's."""
        said = self.now.url.url if self.now.url else ""
        target = AnchorValue(self.now.platform, f"UC{handle}", handle, handle.title(), said, cid=7)
        return self.do(ev.LinkRead(self.now.url_seq, "resolved_exact", target=target, url_type="channel"))

    def failed(
        self, state: Any = "resolved_invalid", failure: Any = "dead", other: str | None = None
    ) -> Session:
        """The link that was asked about failed."""
        kind = failure if state == "resolved_invalid" else None
        return self.do(ev.LinkRead(self.now.url_seq, state, kind, other))

    @property
    def state(self) -> tuple[str, str, str]:
        """Container, agent state, state of the row."""
        return self.now.container, self.now.agent_state, input_state(self.now)

    @property
    def codes(self) -> list[str]:
        """The codes of the open messages."""
        return [m.code for m in self.now.notices]

    def message(self, code: str) -> Message:
        """The one message of a code."""
        (only,) = [m for m in self.now.notices if m.code == code]
        return only

    def nodes(self, field: str) -> list[Node]:
        """The conditions of a field."""
        return [n for n in self.now.graph.nodes if n.field == field]

    @property
    def tags(self) -> list[str]:
        """The texts of the row: tags, and the badge as ``@handle``."""
        return [
            f"@{n.condition.extra['channel']['handle']}"
            if n.field == "anchor"
            else str(n.condition.values[0])
            for n in self.now.graph.nodes
            if n.field in {"keyword", "anchor"}
        ]
