"""How much the first page depends on an answer.

A doubt has two to four readings, each with its first page (at most 20 channels) and its likelihood:

    impact = covered * sum over i != j of q_i * q_j * d_ij  /  (1 - 1/k)

    d_ij     1 - |page_i and page_j| / the longer page's length: 0 the same channels, 1 quite others
    q_i      likelihood of reading i among the k readings; they sum to 1
    covered  share of the answers that the readings stand for (1 for readings of a word; for a facet the
             share of the result that has one of the values)
    1 - 1/k  what the sum reaches when k equally likely readings share no channel

So it is 1 when equally likely answers lead to quite different pages, and falls when one answer is far more
likely than the others, when the pages overlap, and when the readings speak for few of the channels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from serendip.search.guide.counting import Counter
from serendip.search.guide.doubts import Doubts
from serendip.search.guide.labels import Said
from serendip.search.guide.patches import patched, searchable
from serendip.search.session.effects import Plan
from serendip.search.session.model import Option, Patch, Question, Trigger

FEWEST, MOST = 2, 4
"""Options of a question (section 13.2)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that may be meant: its words, what it makes of the graph, how likely it is (not normed)."""

    said: Said
    patch: Patch
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question before it is measured. Readings are likeliest first."""

    trigger: Trigger
    topic: str
    text: Said
    readings: tuple[Reading, ...]
    covered: float = 1.0


def ask(doubt: Doubt, plan: Plan, counter: Counter, about: Doubts) -> Question | None:
    """The question with exact counts and its impact, or None: fewer than two answers lead anywhere.

    Answers that lead to no channel are left out, and of several that lead to the same channels all but one.
    """
    plans = [(r, patched(plan, r.patch)) for r in doubt.readings]
    able = [(r, p) for r, p in plans if searchable(p)]
    totals = counter.count([p for _, p in able])
    kept = [(r, p, n) for (r, p), n in zip(able, totals, strict=True) if n > 0]
    pages = {r.said: counter.first_page(p) for r, p, _ in kept[:MOST]}
    distinct: dict[tuple[int, tuple[int, ...]], tuple[Reading, int]] = {}
    for reading, _, n in kept[:MOST]:
        distinct.setdefault((n, pages[reading.said]), (reading, n))
    if len(distinct) < FEWEST:
        return None
    shares = [reading.share for reading, _ in distinct.values()]
    options = tuple(
        Option(f"o{i}", *reading.said, reading.patch, n)
        for i, (reading, n) in enumerate(distinct.values(), 1)
    )
    value = impact([page for _, page in distinct], shares, doubt.covered)
    return Question(doubt.topic, doubt.trigger, doubt.topic, *doubt.text, options, value, about.now)


def impact(pages: Sequence[Sequence[int]], shares: Sequence[float], covered: float = 1.0) -> float:
    """The formula above, 0..1, to three decimals."""
    whole = sum(shares)
    if len(pages) < FEWEST or whole <= 0:
        return 0.0
    likely = [share / whole for share in shares]
    differing = sum(
        2 * likely[i] * likely[j] * difference(pages[i], pages[j])
        for i in range(len(pages))
        for j in range(i + 1, len(pages))
    )
    return round(min(1.0, covered) * differing / (1 - 1 / len(pages)), 3)


def difference(one: Sequence[int], other: Sequence[int]) -> float:
    """The share of a page that differs."""
    longer = max(len(one), len(other))
    return 1 - len(set(one) & set(other)) / longer if longer else 0.0


def confirmed(plan: Plan, node_id: str) -> Patch:
    """The person says that a condition is right as it is."""
    placed = next(p for p in plan.nodes if p.node.node_id == node_id)
    return Patch(put=(replace(placed, node=replace(placed.node, asked=True)),))
