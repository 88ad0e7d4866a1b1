"""From what is wanted to the one query that the index answers: exactly the conditions, nothing else.

conditions -> steps (``search.plan``)      filters and clauses: who is found
anchor, recall scope -> ``Near``           who is like the anchor enough
sort -> ``Rank``                           the order, and nothing but the order
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from serendip.search.anchor import Anchor, size_step
from serendip.search.asking import SortKey
from serendip.search.conditions import Condition
from serendip.search.plan import STEERING, Defaults, Step, compile_conditions, split
from serendip.search.ports import (
    AnyOf,
    ByField,
    Embedder,
    Near,
    Query,
    Rank,
    Relevance,
    Target,
    Terms,
    TextClause,
    UnknownMode,
)
from serendip.search.ranking import WEIGHTS
from serendip.search.recall import FLOORS, likeness
from serendip.search.relevance import exact_names, wishes
from serendip.search.session.model import RecallScope

SORT_COLUMNS: dict[str, tuple[str, bool]] = {
    "followers": ("followers", True),
    "avg_views": ("avg_views", True),
    "engagement_rate": ("engagement_rate", True),
    "growth": ("growth_followers_pct_90", True),
    "last_active": ("last_upload_at", True),
    "price": ("price", False),
}
"""Sort keys that are columns, and whether the largest comes first."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search, however it was asked for.

    Attributes:
        anchor: the channel that it is centred on. Without a vector conditions alone search.
        scope: how like the anchor a channel must be.
        sort: None is similarity around an anchor with a vector, else relevance.
        topic: words that say what it is about; they only move the order of relevance.
        today: the day that ages count back from.
    """

    platform: str
    conditions: tuple[Condition, ...]
    today: date
    target: Target
    anchor: Anchor | None = None
    scope: RecallScope = "standard"
    sort: SortKey | None = None
    any_keyword: bool = False
    unknown: UnknownMode = "exclude"
    topic: str = ""

    @property
    def vector(self) -> bytes | None:
        """What channels are compared with."""
        return None if self.anchor is None else self.anchor.vector

    @property
    def order(self) -> SortKey:
        """The order in force."""
        if self.sort is not None and (self.sort != "similarity" or self.vector is not None):
            return self.sort
        return "relevance" if self.vector is None else "similarity"


@dataclass(frozen=True, slots=True)
class Compiled:
    """``query`` is what the index answers; ``steps`` are what each row is checked by again."""

    wanted: Wanted
    steps: tuple[Step, ...]
    query: Query

    @property
    def unexecuted(self) -> tuple[int, ...]:
        """Indices of effective conditions that nothing in the catalogue can be compared with.

        Those that say where and how to search are executed by the search as a whole.
        """
        done = {step.condition for step in self.steps}
        like_anchor = self.wanted.anchor is not None
        return tuple(
            i
            for i, c in enumerate(self.wanted.conditions)
            if c.status == "effective"
            and i not in done
            and c.field not in STEERING
            and not (like_anchor and c.values == ("like_anchor",))
        )


@dataclass(frozen=True, slots=True)
class Compiler:
    """Compiles; ``expand`` gives equal words of a keyword in other languages."""

    embedder: Embedder
    expand: Callable[[str], Sequence[str]]

    def steps(self, wanted: Wanted) -> tuple[Step, ...]:
        """What every shown row must pass, and the wishes."""
        made = compile_conditions(wanted.conditions, Defaults(wanted.today, wanted.target, self.expand))
        size = size_step(wanted.conditions, wanted.anchor)
        return made if size is None else tuple(sorted((*made, size), key=lambda step: step.condition))

    def compile(self, wanted: Wanted, *, ranked: bool = True) -> Compiled:
        """The query of ``wanted``. Not ``ranked``: only who is found matters, and no word is embedded."""
        steps = self.steps(wanted)
        filters, clauses = split(steps)
        to = likeness(wanted.anchor)
        query = Query(
            filters=(Terms("platform", (wanted.platform,)), *filters),
            text=clauses,
            rank=self._rank(wanted, steps) if ranked else ByField("followers"),
            near=None if to is None else Near(to, FLOORS[wanted.scope]),
            any_text=wanted.any_keyword,
            unknown=wanted.unknown,
            without=_itself(wanted.anchor),
        )
        return Compiled(wanted, steps, query)

    def _rank(self, wanted: Wanted, steps: Sequence[Step]) -> Rank:
        if wanted.order in SORT_COLUMNS:
            return ByField(*SORT_COLUMNS[wanted.order])
        if wanted.order == "similarity" and (to := likeness(wanted.anchor)) is not None:
            return to
        topic = self.embedder.embed([wanted.topic])[0] if wanted.topic else None
        return Relevance(WEIGHTS, topic, exact_names(wanted.conditions), wishes(steps))


NOTHING = Query(filters=(AnyOf(()),))
"""Selects no channel at all."""


def searchable(steps: Sequence[Step], anchor: Anchor | None) -> bool:
    """Whether there is something to search by: a channel to compare with, or more than excluded words."""
    if anchor is not None and anchor.vector is not None:
        return True
    hard = [step for step in steps if step.hard]
    if anchor is not None:
        return bool(hard)
    return bool(steps) and not (hard and all(excludes_words(step) for step in hard))


def excludes_words(step: Step) -> bool:
    """Whether the step only takes channels out that say a word."""
    return isinstance(step.test, TextClause) and step.test.occur == "must_not"


def _itself(anchor: Anchor | None) -> tuple[int, ...]:
    return () if anchor is None or anchor.channel is None else (anchor.channel.cid,)
