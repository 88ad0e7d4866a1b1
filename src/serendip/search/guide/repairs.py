"""Ways out of nothing or little found: counterfactuals, counted, and the best one to three of them.

A change is worth ``gain - cost``. The gain grows with the logarithm of the channels that it adds, up to a
few pages of them; the cost says how much of the request is given up (``changes``). One level after the other
is counted, each in one call: single changes; pairs, when no single one gives anything without giving up what
the search is about; then a largest set of conditions that finds something, the others softened or left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from serendip.search.guide.changes import Change, together
from serendip.search.guide.counting import Counter
from serendip.search.guide.patches import decides, patched, searchable
from serendip.search.guide.relax import about_something, is_subject, removal, singles, softer
from serendip.search.session.effects import Plan
from serendip.search.session.model import Conflict, Patch, Placed, Suggestion

OFFERED: Final = 3
BUDGET: Final = 60
"""Counts per level at most."""
ENOUGH: Final = 60
"""Three pages: more channels than that make a change no more useful."""
MUCH_MORE: Final = 3
"""A second change of the same condition is worth its place when it gives so many times as many."""

Counted = tuple[Change, int]


def suggest(
    plan: Plan, counter: Counter, *, conflicts: Sequence[Conflict] = (), current: int = 0
) -> tuple[Suggestion, ...]:
    """One to three suggestions for a plan that finds nothing, or ``current`` channels and too few.

    Each states the exact total after its patch, which is more than ``current``. Only the last resort, to
    say it in a sentence, has no count; it is offered alone, and when nothing else helps (D-26).
    """
    found: list[Counted] = []
    for level in _levels(plan, counter, conflicts, current):
        found += level
        if any(_keeps_subject(plan, c) for c, _ in found):
            break
    if not found:
        return (in_words(),)
    kept = [f for f in found if _keeps_subject(plan, f[0])]
    lost = _ranked([f for f in found if f not in kept], current)
    chosen = _choose(_ranked(kept, current) + (lost[:1] if kept else lost))
    return tuple(_suggestion(n, *pair) for n, pair in enumerate(chosen, 1))


def _levels(
    plan: Plan, counter: Counter, conflicts: Sequence[Conflict], current: int
) -> Iterator[list[Counted]]:
    """What each level gives; nothing is counted before it is asked for."""
    ones = singles(plan, conflicts)
    yield _counted(plan, counter, _within(ones), current)
    yield _counted(plan, counter, _pairs(ones), current)
    yield _rest(plan, counter, current)


def _keeps_subject(plan: Plan, change: Change) -> bool:
    """Whether a search after the change is still about something, if it was before."""
    return about_something(patched(plan, change.patch)) or not about_something(plan)


def _counted(plan: Plan, counter: Counter, changes: Iterable[Change], current: int) -> list[Counted]:
    """The changes that give more than there is, with their totals."""
    tried = [(c, p) for c in changes if searchable(p := patched(plan, c.patch)) and p != plan]
    totals = counter.count([p for _, p in tried])
    return [(c, n) for (c, _), n in zip(tried, totals, strict=True) if n > current]


def _within(ones: Sequence[Change]) -> list[Change]:
    """Not more than the budget: every removal, then the changes that cost least."""
    by_weight = sorted(ones, key=lambda c: not c.removed)
    return sorted(by_weight[:BUDGET], key=lambda c: c.cost)


def _pairs(ones: Sequence[Change]) -> list[Change]:
    """Two changes of different conditions: of each the widest of every kind, and the removal."""
    extremes: dict[tuple[object, ...], Change] = {}
    for one in ones:  # by ascending cost: the last one stays
        extremes[one.node_ids, one.patch.drop, one.kind] = one
    pool = list(extremes.values())
    pairs = [
        together(pair) for pair in combinations(pool, 2) if not set(pair[0].node_ids) & set(pair[1].node_ids)
    ]
    out = sorted((p for p in pairs if p.removed), key=lambda p: p.cost)[: BUDGET // 2]
    rest = sorted((p for p in pairs if not p.removed), key=lambda p: p.cost)
    return out + rest[: BUDGET - len(out)]


_ORDER: Final = ("keyword", "category", "country", "language", "followers")


def _rest(plan: Plan, counter: Counter, current: int) -> list[Counted]:
    """Keep as many conditions as find something together, the most telling first; give up the others."""
    reached = _within_reach(plan, counter)
    near = patched(plan, together(list(reached.values())).patch) if reached else plan
    deciding = sorted((p for p in near.nodes if decides(p.node.condition)), key=_weight)[:BUDGET]
    gone = list(deciding)
    for placed in deciding:
        fewer = [p for p in gone if p is not placed]
        if _finds(near, counter, fewer, current):
            gone = fewer
    if not _finds(near, counter, gone, current):
        return []
    lost = {p.node.node_id for p in gone}
    kept = [c for node_id, c in reached.items() if node_id not in lost]
    given_up = [p for p in plan.nodes if p.node.node_id in lost]
    without = [removal(p, plan) for p in given_up]
    ways = [together([*kept, *without])] if kept or without else []
    for n, placed in enumerate(given_up):
        others = [*kept, *without[:n], *without[n + 1 :]]
        ways += (together([less, *others]) for less in softer(placed, plan))
    return _counted(plan, counter, ways[:BUDGET], current)


def _within_reach(plan: Plan, counter: Counter) -> dict[str, Change]:
    """For what the search is about and what alone finds nothing: the least change that finds something."""
    subjects = [p for p in plan.nodes if is_subject(p.node.condition)]
    decide = [p.node.node_id for p in plan.nodes if decides(p.node.condition)]
    tries: list[tuple[str, Change | None, Plan]] = []
    for placed in subjects:
        own = placed.node.node_id
        alone = patched(plan, Patch(drop=tuple(i for i in decide if i != own)))
        tries.append((own, None, alone))
        tries += ((own, c, patched(alone, c.patch)) for c in softer(placed, plan))
    tries = tries[:BUDGET]
    totals = counter.count([p for _, _, p in tries])
    found: dict[str, Change | None] = {}
    ranked = sorted(zip(tries, totals, strict=True), key=lambda t: t[0][1].cost if t[0][1] else 0.0)
    for (own, change, _), total in ranked:
        if total > 0:
            found.setdefault(own, change)
    return {own: change for own, change in found.items() if change is not None}


def _finds(plan: Plan, counter: Counter, gone: Sequence[Placed], current: int) -> bool:
    left = patched(plan, Patch(drop=tuple(p.node.node_id for p in gone)))
    return searchable(left) and counter.count([left])[0] > current


def _weight(placed: Placed) -> tuple[bool, int]:
    name = placed.node.field
    return placed.node.bucket == "derived", _ORDER.index(name) if name in _ORDER else len(_ORDER)


def _worth(change: Change, total: int, current: int) -> float:
    gain = math.log1p(min(total - current, ENOUGH)) / math.log1p(ENOUGH)
    return gain - change.cost


def _ranked(found: Sequence[Counted], current: int) -> list[Counted]:
    """The sides of a conflict first (D-18), then the most worth."""
    return sorted(
        found,
        key=lambda f: (
            f[0].kind != "resolve_conflict",
            -_worth(*f, current),
            f[0].cost,
            -f[1],
            f[0].node_ids,
        ),
    )


def _choose(ranked: Sequence[Counted]) -> list[Counted]:
    """The best ones that say different things: other conditions first, then much more of the same one.

    ``ranked`` has what keeps the subject of the search before what gives it up.
    """
    useful = [pair for pair in ranked if not any(_spares(other, pair) for other in ranked)]
    chosen: list[Counted] = []
    for fits in (_apart, _not_the_same, _much_more):
        for pair in useful:
            if len(chosen) < OFFERED and pair not in chosen and all(fits(pair, held) for held in chosen):
                chosen.append(pair)
    return sorted(chosen, key=useful.index)


def _spares(less: Counted, more: Counted) -> bool:
    """Whether ``more`` changes what ``less`` changes and other conditions besides, for hardly more."""
    beside = set(less[0].node_ids) < set(more[0].node_ids)
    return beside and less[0].cost < more[0].cost and less[1] * MUCH_MORE > more[1]


def _apart(one: Counted, held: Counted) -> bool:
    mine, other = set(one[0].node_ids), set(held[0].node_ids)
    return not mine & other and (bool(mine) or bool(other))


def _not_the_same(one: Counted, held: Counted) -> bool:
    sides = one[0].kind == held[0].kind == "resolve_conflict"
    return sides or set(one[0].node_ids) != set(held[0].node_ids)


def _much_more(one: Counted, held: Counted) -> bool:
    if _not_the_same(one, held):
        return True
    return one[0].kind != held[0].kind and one[1] >= MUCH_MORE * held[1]


def _suggestion(number: int, change: Change, total: int) -> Suggestion:
    return Suggestion(
        f"s{number}", change.kind, change.node_ids, change.zh, change.en, change.patch, expected_count=total
    )


def in_words() -> Suggestion:
    """The last resort: say it in a sentence."""
    zh, en = "换一种说法：用一句话描述你要找的频道", "Say it another way: describe the channels in a sentence"
    return Suggestion("s1", "switch_to_nl", (), zh, en, Patch())
