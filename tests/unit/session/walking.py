"""Random walks of a session: events of people and of the system, late, failed and stale ones among them.

``walk`` checks after every event what the specification promises (``promises``). It needs no clock, network
or index: outcomes are made up, since the reducer must hold its promises whatever they are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from serendip.core.errors import SerendipError
from serendip.search.conditions import Condition
from serendip.search.parse import read
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import (
    AnchorValue,
    Option,
    Patch,
    Question,
    Results,
    Session,
    Suggestion,
)
from serendip.search.session.moves import Rules
from serendip.search.session.reduce import reduce
from tests.unit.session.promises import CONFIG, World, check
from tests.unit.session.texts import TEXTS

NOW = datetime(2026, 5, 1, tzinfo=UTC)
RULES = Rules(NOW, CONFIG, read, model=True)
HANDLES = ("abc", "xyz", "mkbhd")


def fresh(platform: str = "youtube") -> Session:
    """A new session."""
    return Session("s1", "ann", platform, "zh", NOW, NOW)


def walk(chance: random.Random, steps: int = 40) -> World:
    """``steps`` random events from a fresh session; every promise is checked after each one."""
    world = World(fresh(chance.choice(["youtube", "instagram", "tiktok", "x"])))
    for _ in range(steps):
        advance(world, _event(world, chance))
    _can_be_left(world)
    return world


def advance(world: World, event: ev.Event) -> None:
    """One event, and all checks."""
    world.events.append(event)
    before = world.session
    try:
        after, effects = reduce(before, event, RULES)
    except SerendipError as error:
        well_said = error.code.startswith("ERR_") and error.zh and error.en
        if isinstance(event, ev.Outcome) or not well_said:
            raise
        return
    for effect in effects:
        if isinstance(effect, fx.RunSearch):
            world.plans[effect.seq] = effect.plan
    world.waiting.extend(effects)
    world.session = after
    check(world, before, event)


def _event(world: World, chance: random.Random) -> ev.Event:
    if world.waiting and chance.random() < 0.45:
        effect = world.waiting.pop(chance.randrange(len(world.waiting)))
        outcome = _outcome(effect, chance)
        world.answered.append(outcome)
        return outcome
    if world.answered and chance.random() < 0.05:
        return chance.choice(world.answered)  # a second time: late by now
    return _action(world.session, chance)


def _outcome(effect: fx.Effect, chance: random.Random) -> ev.Outcome:
    match effect:
        case fx.RunSearch(seq=seq):
            if chance.random() < 0.1:
                return ev.SearchFailed(seq)
            return _searched(effect, chance)
        case fx.LoadList(seq=seq):
            if chance.random() < 0.2:
                return ev.ListFailed(seq)
            return ev.Listed(seq, _results(effect.plan, seq, effect.revision, chance))
        case fx.ResolveLink():
            return _link(effect, chance)
        case fx.WeighQuestions(revision=revision):
            return ev.Weighed(
                revision, tuple(_question(effect, i, chance) for i in range(chance.randrange(3)))
            )
        case fx.ReadIntent(intent_id=intent_id, revision=revision):
            read_out = Condition("country", "in", "hard", ("DE",), source="derived")
            return ev.IntentRead(intent_id, revision, (ev.Proposal(read_out),) * chance.randrange(2))


def _results(plan: fx.Plan, seq: int, revision: int, chance: random.Random) -> Results:
    total = chance.choice([0, 0, 1, 3, 6, 60])
    items = tuple({"id": i, "name": f"c{i}", "similarity": 0.5} for i in range(min(total, plan.page_size)))
    return Results(
        seq, revision, {"label": "@abc"} if plan.anchor else None, items, total,
        unknown=chance.randrange(3), page=plan.page, page_size=plan.page_size,
        zero_kind="none" if total else "no_recall", median_similarity=chance.choice([0.2, 0.8]),
    )  # fmt: skip


def _searched(effect: fx.RunSearch, chance: random.Random) -> ev.Searched:
    results = _results(effect.plan, effect.seq, effect.revision, chance)
    nodes = effect.plan.nodes
    ways = tuple(
        Suggestion(
            f"s{i}", "remove_condition", (p.node.node_id,), "去掉", "Remove", Patch(drop=(p.node.node_id,)), 3
        )
        for i, p in enumerate(nodes[:2])
    )
    fallback = (Suggestion("s9", "switch_to_nl", (), "换一种说法", "Describe it", Patch()),)
    hard = tuple(p.node.node_id for p in nodes if p.node.condition.kind == "hard")
    return ev.Searched(
        effect.seq, results, (ways or fallback) if results.total < 6 else (),
        outside=hard[:1] if effect.plan.anchor else (), unexecuted=hard[-1:] if chance.random() < 0.1 else (),
        similarity_off=bool(effect.plan.anchor) and chance.random() < 0.1,
    )  # fmt: skip


def _link(effect: fx.ResolveLink, chance: random.Random) -> ev.LinkRead:
    state = chance.choice(
        ["resolved_exact"] * 4 + ["resolved_mismatch", "resolved_unsupported", "resolved_invalid"]
    )
    if state == "resolved_exact":
        handle = next((h for h in HANDLES if h in effect.url), "abc")
        target = AnchorValue(effect.platform, f"UC{handle}", handle, f"@{handle}", effect.url, cid=1)
        return ev.LinkRead(effect.url_seq, "resolved_exact", target=target, url_type="channel")
    failure = chance.choice(["incomplete", "dead", "timeout"]) if state == "resolved_invalid" else None
    other = "instagram" if state == "resolved_mismatch" else None
    return ev.LinkRead(effect.url_seq, state, failure, other)


def _question(effect: fx.WeighQuestions, number: int, chance: random.Random) -> Question:
    nodes = effect.plan.nodes
    drop = Patch(drop=(nodes[0].node.node_id,)) if nodes else Patch()
    options = (Option("o1", "保留", "Keep", Patch(), 9), Option("o2", "去掉", "Drop", drop, 5))
    trigger = chance.choice(["platform_or_region_scope", "vague_level_or_category", "conflict"])
    return Question(
        f"q{effect.revision}-{number}", trigger, chance.choice(["region", "followers", "soft:x"]),
        "哪一个？", "Which one?", options, chance.choice([0.1, 0.5, 0.9]), NOW, intent_id=effect.intent_id,
    )  # fmt: skip


def _apt(session: Session, chance: random.Random) -> list[ev.Action]:
    """What a person would do here: the buttons that the box shows now."""
    apt: list[ev.Action] = []
    if session.question is not None:
        asked = session.question.question_id
        apt += [ev.Answer(asked, option.option_id) for option in session.question.options]
        apt += [ev.Skip(asked), ev.Answer(asked, text=chance.choice(TEXTS))]
    apt += [ev.ApplySuggestion(s.suggestion_id) for s in session.repair.suggestions]
    if session.repair.repair_reason == "low_recall":
        apt += [ev.OpenLowRecall(), ev.DismissLowRecall(), ev.CloseRepair(), ev.ExpandRecall()]
    if session.repair.repair_reason is not None:
        apt += [ev.RemoveAnchor(), ev.SwitchToNl(), ev.FixUrl("https://www.youtube.com/@xyz")]
    if session.graph.anchor is not None:
        apt += [ev.ReplaceAnchor("https://www.youtube.com/@mkbhd"), ev.Submit("https://www.youtube.com/@abc")]
        apt += [ev.Remove(session.graph.anchor.node_id), ev.ViewOnlyAnchor(chance.random() < 0.5)]
    if session.editor.pending_anchor_url is not None:
        apt += [ev.ChooseAnchor("replace"), ev.ChooseAnchor("keep"), ev.ChooseAnchor("clear")]
    if session.editor.editing_node_id is not None:
        apt += [
            ev.CommitEdit(chance.choice(["", "goggles"]), chance.choice(["enter", "blur"])),
            ev.CancelEdit(),
        ]
    for message in session.notices:
        apt += [ev.Undo(message.message_id)] if message.undo else []
    apt += [ev.UseCondition(n.node_id) for n in session.graph.nodes if not n.effective]
    apt += [ev.BeginEdit(n.node_id) for n in session.graph.keywords]
    apt += [ev.Restore(n.node_id) for n in session.graph.removed[-1:]]
    if session.container == "compact_resolving":
        apt += [ev.CancelResolving()]
    return [*apt, ev.Retry(), ev.TakeAlternative(), ev.Collapse(), ev.Page(2)]


def _action(session: Session, chance: random.Random) -> ev.Action:
    if chance.random() < 0.4:
        return chance.choice(_apt(session, chance))
    node_id = chance.choice([n.node_id for n in session.graph.nodes] or ["n0"])
    if chance.random() < 0.03:
        node_id = "n999"
    question = session.question.question_id if session.question else "q0"
    text = chance.choice(TEXTS)
    removed = session.graph.removed[-1].node_id if session.graph.removed else "n0"
    notice = chance.choice([m.message_id for m in session.notices] or ["m0"])
    suggestion = chance.choice([s.suggestion_id for s in session.repair.suggestions] or ["s0"])
    makers: Sequence[tuple[int, Callable[[], ev.Action]]] = (
        (12, lambda: ev.Submit(text)),
        (2, lambda: ev.Type(text)),
        (2, lambda: ev.Blur(text)),
        (2, lambda: ev.BeginEdit(node_id, chance.choice(["", "pool"]))),
        (2, lambda: ev.CommitEdit(chance.choice(["", "goggles", text]), chance.choice(["enter", "blur"]))),
        (1, lambda: ev.CancelEdit()),
        (4, lambda: ev.Remove(node_id)),
        (1, lambda: ev.Restore(removed)),
        (2, lambda: ev.SetTarget(node_id, chance.choice(["channel_name", "all_sources"]))),
        (2, lambda: ev.SetExcluded(node_id, chance.random() < 0.5)),
        (1, lambda: ev.SetAnyKeyword(chance.random() < 0.5)),
        (3, lambda: _filter(chance)),
        (2, lambda: _edit(session, node_id, chance)),
        (2, lambda: ev.UseCondition(node_id)),
        (1, lambda: ev.ReplaceInstead(node_id)),
        (1, lambda: ev.SetUnknown(chance.choice(["include", "exclude"]))),
        (1, lambda: ev.Sort(chance.choice(["followers", "similarity", "relevance", "bar"]))),
        (1, lambda: ev.Page(chance.choice([1, 2, 99, 0]))),
        (3, lambda: ev.Answer(question, chance.choice(["o1", "o2", "o9"]))),
        (1, lambda: ev.Answer(question, text=text)),
        (1, lambda: ev.Skip(question)),
        (1, lambda: ev.SmartSearch()),
        (3, lambda: ev.Collapse()),
        (1, lambda: ev.CancelResolving()),
        (2, lambda: ev.ChooseAnchor(chance.choice(["replace", "keep", "clear"]))),
        (1, lambda: ev.ViewOnlyAnchor(chance.random() < 0.5)),
        (2, lambda: ev.Undo(notice)),
        (1, lambda: ev.DismissMessage(notice)),
        (1, lambda: ev.Retry()),
        (1, lambda: ev.TakeAlternative()),
        (1, lambda: ev.SetLocale(chance.choice(["zh", "en"]))),
        (2, lambda: ev.OpenLowRecall()),
        (1, lambda: ev.DismissLowRecall()),
        (2, lambda: ev.CloseRepair()),
        (2, lambda: ev.FixUrl(text)),
        (2, lambda: ev.RemoveAnchor()),
        (2, lambda: ev.SwitchToNl()),
        (2, lambda: ev.ReplaceAnchor(chance.choice(["https://www.youtube.com/@mkbhd", text]))),
        (2, lambda: ev.ExpandRecall()),
        (3, lambda: ev.ApplySuggestion(suggestion)),
    )
    return chance.choices([m for _, m in makers], [w for w, _ in makers])[0]()


def _filter(chance: random.Random) -> ev.SetFilter:
    field_, value = chance.choice(
        [("followers", {"min": 10000, "max": None}), ("followers", {"min": 20000, "max": 5000}),
         ("region", ["US"]), ("region", ["GB", "CA"]), ("region", ["ZZ9"]),
         ("last_active_days", 90), ("language", ["en"]), ("followers", None),
         ("nothing", 1), ("avg_views", "abc"), ("followers", {"min": -1})]
    )  # fmt: skip
    return ev.SetFilter(field_, value)


def _edit(session: Session, node_id: str, chance: random.Random) -> ev.EditCondition:
    node = session.graph.node(node_id)
    by_field: dict[str, Any] = {
        "followers": {"min": 10000, "max": 50000},
        "country": ["FR"],
        "last_active_days": 60,
    }
    value = by_field.get(node.field if node else "", "new words")
    return ev.EditCondition(node_id, value if chance.random() < 0.9 else {"min": 3, "max": 1})


def _can_be_left(world: World) -> None:
    """From wherever the walk ended, ordinary use leads back to results."""
    if world.session.editor.editing_node_id is not None:
        advance(world, ev.CancelEdit())
    if world.session.container == "compact_resolving":
        advance(world, ev.CancelResolving())
    advance(world, ev.Submit(f"zebra {world.session.revision}"))
    s = world.session
    if s.in_flight_seq is None:  # twenty tags are the limit: search with what is there
        advance(world, ev.Submit(""))
        s = world.session
    if s.in_flight_seq is not None:
        plan = world.plans[s.in_flight_seq]
        good = Results(s.in_flight_seq, s.revision, None, ({"id": 1, "name": "c"},) * 9, 60, zero_kind="none",
                       median_similarity=0.9, page_size=plan.page_size)  # fmt: skip
        advance(world, ev.Searched(s.in_flight_seq, good))
        assert world.session.agent_state == "results_ready"
        assert world.session.results.total == 60
