"""A session that is driven by hand: actions through the reducer, outcomes as a test says them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from serendip.search.conditions import Condition
from serendip.search.parse import read
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import (
    AnchorValue,
    Config,
    Node,
    Option,
    Patch,
    Placed,
    Question,
    Results,
    Session,
    Suggestion,
)
from serendip.search.session.moves import Rules, legal
from serendip.search.session.reduce import reduce
from serendip.search.session.snapshot import snapshot

NOW = datetime(2026, 5, 1, tzinfo=UTC)
CONFIG = Config()
ABC = "https://www.youtube.com/@abc"


class Run:
    """One session, the effects that wait, and every state that it was in."""

    def __init__(self, platform: str = "youtube", *, model: bool = False) -> None:
        self.session = Session("s1", "ann", platform, "zh", NOW, NOW)
        self.rules = Rules(NOW, CONFIG, read, model=model)
        self.effects: tuple[fx.Effect, ...] = ()
        self.trail = [self.state]

    @property
    def state(self) -> tuple[str, str]:
        return self.session.container, self.session.agent_state

    @property
    def codes(self) -> list[str]:
        return [m.code for m in self.session.notices]

    @property
    def view(self) -> Any:
        return snapshot(self.session, CONFIG)

    def do(self, event: ev.Event) -> Run:
        self.session, self.effects = reduce(self.session, event, self.rules)
        assert legal(self.session), self.state
        self.trail.append(self.state)
        return self

    def submit(self, text: str) -> Run:
        return self.do(ev.Submit(text))

    def one(self, kind: type[Any]) -> Any:
        (effect,) = [e for e in self.effects if isinstance(e, kind)]
        return effect

    def found(self, total: int, *ways: Suggestion, **said: Any) -> Run:
        """Answer the running search with so many channels."""
        seq = self.session.search_seq
        outside, unexecuted = said.pop("outside", ()), said.pop("unexecuted", ())
        off = said.pop("similarity_off", False)
        items = tuple({"id": i, "name": f"c{i}"} for i in range(1, min(total, 20) + 1))
        pinned = {"label": "@abc"} if self.session.graph.anchor else None
        results = Results(seq, self.session.revision, pinned, items, total, **said)
        return self.do(ev.Searched(seq, results, ways, outside, unexecuted, off))

    def weigh(self, *questions: Question, revision: int | None = None) -> Run:
        return self.do(ev.Weighed(self.session.revision if revision is None else revision, questions))

    def anchor(self, text: str = ABC) -> Run:
        """Submit a text with a link and have the link identified."""
        self.submit(text)
        return self.do(ev.LinkRead(self.session.url_seq, "resolved_exact", target=channel("abc")))

    def node(self, field: str) -> Node:
        (node,) = [n for n in self.session.graph.nodes if n.field == field]
        return node


def channel(handle: str) -> AnchorValue:
    """The channel of ``youtube.com/@handle``."""
    url = f"https://www.youtube.com/@{handle}"
    return AnchorValue("youtube", f"UC{handle}", handle, handle.upper(), url, cid=7)


def question(
    topic: str, impact: float, trigger: Any = "platform_or_region_scope", *options: Option
) -> Question:
    """A weighed question; about the country unless options say otherwise."""
    given = options or (country("US", "美国", "United States"), country("GB", "英国", "United Kingdom"))
    return Question("w", trigger, topic, f"{topic}？", f"{topic}?", given, impact, NOW)


def country(code: str, zh: str, en: str) -> Option:
    """The answer that looks for one country."""
    return option(zh, en, Condition("country", "in", "hard", (code,), source="derived"))


def option(zh: str, en: str, condition: Condition) -> Option:
    """The answer that adds a condition."""
    node = Node("", "derived", condition, derived_from=("i1:0-1",))
    return Option(en, zh, en, Patch(put=(Placed(node, 9),)))


def way(node: Node, expected: int | None = 12) -> Suggestion:
    """Leave a condition out."""
    return Suggestion(
        "s1", "remove_condition", (node.node_id,), "去掉", "Remove", Patch(drop=(node.node_id,)), expected
    )


DESCRIBE = Suggestion("s9", "switch_to_nl", (), "换一种说法", "Describe it", Patch())
"""The way out that is always there (D-26)."""
