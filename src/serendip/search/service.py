"""Channel search over an index and a store. All I/O goes through the ports it is given.

plan -> compile (``compiled``) -> index -> each row verified on the stored values (``rows``) -> rows as JSON
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from statistics import median
from typing import Any, cast

from serendip.catalogue.channel import Channel
from serendip.search import honesty
from serendip.search.anchor import pin
from serendip.search.asking import MAX_LIMIT, Ask, Outcome, Row, SortKey
from serendip.search.compiled import NOTHING, Compiled, Compiler, Wanted, searchable
from serendip.search.editor import Limits
from serendip.search.find import Finder
from serendip.search.leaders import Leader, LeaderKey, leaders
from serendip.search.pages import Place, fetch
from serendip.search.ports import ChannelIndex, ChannelReader, Embedder, Found, Query, Target
from serendip.search.present import pinned_json, row_json
from serendip.search.recall import vector_of
from serendip.search.relevance import more_than_keywords, topic_text
from serendip.search.rows import explain, failed_steps, judge, rows
from serendip.search.session.effects import LoadList, Plan, RunSearch
from serendip.search.session.events import Listed, Searched
from serendip.search.session.model import Results

__all__ = ["MAX_LIMIT", "Ask", "ChannelSearch", "Outcome", "Ports", "Row", "SortKey"]


@dataclass(frozen=True, slots=True)
class Ports:
    """What a search reaches for. The embedder is used only when words were read as topics."""

    index: ChannelIndex
    reader: ChannelReader
    embedder: Embedder


class ChannelSearch:
    """Searches channels of one platform at a time.

    Args:
        ports: index, reader, embedder.
        expand: equal words of a keyword in other languages.
        today: the day that ages count back from where a plan names none.
        target: the default match target (D-9).
        limits: how long a text may be (section 20.3).
    """

    def __init__(
        self,
        ports: Ports,
        *,
        expand: Callable[[str], Sequence[str]],
        today: Callable[[], date],
        target: Target = "channel_tag",
        limits: Limits | None = None,
    ) -> None:
        self._index = ports.index
        self._reader = ports.reader
        self._embedder = ports.embedder
        self._today = today
        self._target: Target = target
        self._compiler = Compiler(ports.embedder, expand)
        self._limits = limits or Limits()

    def find(self, ask: Ask) -> Outcome:
        """Answer one text. Raises ``InputError`` for input that cannot be searched at all."""
        finder = Finder(
            self._index, self._reader, self._compiler, self._target, self._limits, self._vector_of
        )
        return finder.find(ask)

    def run(self, effect: RunSearch) -> Searched:
        """Search a plan: its first page, and what has to be said of its conditions and its anchor."""
        compiled = self._compiled(effect.plan)
        results = self._results(effect, compiled)
        anchor = compiled.wanted.anchor
        held = None if anchor is None else anchor.channel
        return Searched(
            effect.seq,
            results,
            outside=() if held is None else _ids(effect.plan, failed_steps(compiled, held)),
            unexecuted=_ids(effect.plan, compiled.unexecuted),
            similarity_off=anchor is not None and anchor.vector is None,
        )

    def load(self, effect: LoadList) -> Listed:
        """Another page, or another order, of the same plan."""
        return Listed(effect.seq, self._results(effect, self._compiled(effect.plan)))

    def query(self, plan: Plan) -> Query:
        """What a search of the plan asks the index, from its first page on."""
        return replace(_asked(self._compiled(plan)), limit=plan.page_size)

    def count(self, plans: Sequence[Plan]) -> list[int]:
        """The total that ``run`` states for each plan, in order. No row is read."""
        queries = [_asked(self._compiled(plan, ranked=False)) for plan in plans]
        return self._index.count(queries) if queries else []

    def first_page(self, plan: Plan) -> tuple[int, ...]:
        """The ids on the first page of a search of the plan, in their order."""
        return tuple(hit.cid for hit in self._index.search(self.query(plan)).hits)

    def facet(self, plan: Plan, field: str) -> Mapping[str, int]:
        """How many of the channels that the plan finds have each value of ``field``."""
        query = replace(_asked(self._compiled(plan, ranked=False)), limit=0, facets=(field,))
        return (self._index.search(query).facets or {}).get(field, {})

    def leaderboard(self, platform: str, by: LeaderKey, limit: int = 20) -> tuple[Leader, ...]:
        """The leading channels of a platform by one figure: what the box shows before any search."""
        return leaders(self._index, self._reader, (platform, by), self._today(), limit)

    def _compiled(self, plan: Plan, *, ranked: bool = True) -> Compiled:
        conditions = plan.conditions
        return self._compiler.compile(
            Wanted(
                platform=plan.platform,
                conditions=conditions,
                today=plan.as_of or self._today(),
                target=self._target,
                anchor=None if plan.anchor is None else pin(plan.anchor, self._reader, self._vector_of),
                scope=plan.scope,
                sort=cast("SortKey | None", plan.sort),
                any_keyword=plan.any_keyword,
                unknown=plan.unknown,
                topic=topic_text(conditions) if more_than_keywords(conditions) else "",
            ),
            ranked=ranked,
        )

    def _vector_of(self, channel: Channel) -> bytes | None:
        return vector_of(channel, self._index, self._embedder)

    def _results(self, effect: RunSearch | LoadList, compiled: Compiled) -> Results:
        plan, query = effect.plan, _asked(compiled)
        place = Place(plan.page, plan.page_size, plan.cursor, plan.skip, plan.known)
        found, known = fetch(self._index.search, query, place)
        items = tuple(_item(plan, compiled, row) for row in rows(compiled, found.hits, self._reader))
        whole = plan.page == 1 and found.cursor is None
        total = len(items) if whole else found.total
        return Results(
            seq=effect.seq,
            graph_revision=effect.revision,
            pinned=_pinned(plan, compiled),
            items=items,
            total=total,
            unknown=found.unknown,
            unknown_fields=honesty.filtered_fields(compiled.steps),
            page=plan.page,
            page_size=plan.page_size,
            cursors=known,
            zero_kind=_zero_kind(compiled, total),
            median_similarity=self._median(query, found, plan),
        )

    def _median(self, query: Query, found: Found, plan: Plan) -> float | None:
        """The median similarity of the first page, whichever page is shown."""
        if query.near is None:
            return None
        first = found if plan.page == 1 else self._index.search(replace(query, limit=plan.page_size))
        values = [_unit(hit.similarity) for hit in first.hits if hit.similarity is not None]
        return round(median(values), 4) if values else None


def _asked(compiled: Compiled) -> Query:
    return compiled.query if searchable(compiled.steps, compiled.wanted.anchor) else NOTHING


def _zero_kind(compiled: Compiled, total: int) -> Any:
    if total:
        return "none"
    return "no_recall" if compiled.wanted.anchor or searchable(compiled.steps, None) else "no_condition"


def _ids(plan: Plan, conditions: Sequence[int]) -> tuple[str, ...]:
    return tuple(plan.nodes[i].node.node_id for i in conditions)


def _step_ids(plan: Plan, compiled: Compiled) -> tuple[str, ...]:
    return _ids(plan, [step.condition for step in compiled.steps])


def _item(plan: Plan, compiled: Compiled, row: Row) -> Mapping[str, Any]:
    similarity = None if compiled.query.near is None else _unit(row.similarity)
    return row_json(row.channel, row.reasons, _step_ids(plan, compiled), similarity)


def _unit(similarity: float | None) -> float:
    """Similarity as 0..1: what points away is not similar at all."""
    return min(1.0, max(0.0, similarity or 0.0))


def _pinned(plan: Plan, compiled: Compiled) -> Mapping[str, Any] | None:
    anchor, value = compiled.wanted.anchor, plan.anchor
    if anchor is None or value is None:
        return None
    if anchor.channel is None:
        return pinned_json(anchor, value, (), ())
    told = explain(compiled, judge(compiled, anchor.channel), anchor.channel)
    return pinned_json(anchor, value, told, _step_ids(plan, compiled))
