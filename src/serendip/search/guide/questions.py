"""Which question is worth asking: real doubts, measured on the index (sections 13 and 14.4).

Only the four triggers of the specification give one: a conflict, nothing found with a way out, an open
region, a vague level or category (unmapped wishes are the last of these).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from serendip.search.conditions import Condition
from serendip.search.guide import facets, levels
from serendip.search.guide.counting import Counter
from serendip.search.guide.doubts import Doubts
from serendip.search.guide.labels import chip
from serendip.search.guide.relax import keep
from serendip.search.guide.weighing import FEWEST, MOST, Doubt, Reading, ask
from serendip.search.session.effects import Plan
from serendip.search.session.model import Conflict, Question

NOTHING = (
    "没有频道同时符合全部条件，可以放宽哪一项？",
    "No channel meets all of these conditions. Which one may give way?",
)


BROWSABLE = 10
"""So many channels a person can look at; fewer need no narrowing."""


def weigh(plan: Plan, counter: Counter, about: Doubts, *, browsable: int = BROWSABLE) -> tuple[Question, ...]:
    """The questions that the plan raises, the most valuable first, each topic once.

    Order of value: conflict, empty result, region, level or category, unmapped wish; within one, the higher
    impact. Each option has its exact count, never 0. Whether the impact is enough and the topic new is not
    decided here; a question's id is its topic until it is asked. An option that adds a condition puts a node
    without an id. Fewer than ``browsable`` channels are not narrowed further.
    """
    ranked: list[tuple[int, float, str, Question]] = []
    for doubt in _doubts(plan, counter, about, browsable):
        if len(doubt.readings) < FEWEST:
            continue
        question = ask(doubt, plan, counter, about)
        if question is not None:
            ranked.append((_value(doubt), -question.impact, doubt.topic, question))
    best: dict[str, Question] = {}
    for *_, topic, question in sorted(ranked, key=lambda r: r[:2]):
        best.setdefault(topic, question)
    return tuple(best.values())


def _doubts(plan: Plan, counter: Counter, about: Doubts, browsable: int) -> Iterator[Doubt]:
    yield from _conflicts(plan, about)
    if about.total == 0:
        yield from _ways_out(about)
        return
    yield from levels.vague(plan)
    if about.total >= browsable:
        yield from facets.scope(plan, counter, about)
        yield from facets.category(plan, counter, about)
        yield from levels.wishes(plan, counter, about)


def _value(doubt: Doubt) -> int:
    if doubt.topic.startswith("soft:"):
        return 4
    order = ("conflict", "empty_result_fix", "platform_or_region_scope", "vague_level_or_category")
    return order.index(doubt.trigger)


def _conflicts(plan: Plan, about: Doubts) -> Iterator[Doubt]:
    held = {p.node.node_id: p.node.condition for p in plan.nodes}
    for conflict in about.conflicts:
        if not conflict.resolved and all(i in held for i in conflict.node_ids):
            yield _conflict(conflict, [held[i] for i in conflict.node_ids])


def _conflict(conflict: Conflict, sides: Sequence[Condition]) -> Doubt:
    said = [chip(c) for c in sides]
    zh, en = "与".join(f"“{z}”" for z, _ in said), " and ".join(f"“{e}”" for _, e in said)
    readings = tuple(
        Reading((c.zh, c.en), c.patch)
        for c in (keep(s, conflict.node_ids, i) for s, i in zip(sides, conflict.node_ids, strict=True))
    )
    topic = "conflict:" + "+".join(conflict.node_ids)
    text = f"{zh}冲突，保留哪一个？", f"{en} contradict each other. Which one should stay?"
    return Doubt("conflict", topic, text, readings[:MOST])


def _ways_out(about: Doubts) -> Iterator[Doubt]:
    counted = [s for s in about.suggestions if s.expected_count]
    if len(counted) > 1:
        readings = tuple(Reading((s.label_zh, s.label_en), s.patch) for s in counted)
        topic = "fix:" + "+".join(sorted({i for s in counted for i in s.node_ids}))
        yield Doubt("empty_result_fix", topic, NOTHING, readings)
