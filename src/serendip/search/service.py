"""The main job from text to verified rows. All I/O goes through the ports it is given.

text -> read (understand) -> anchor? -> compile -> index -> verify each row -> rows with reasons
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from serendip.catalogue.channel import Channel
from serendip.catalogue.document import project
from serendip.core.errors import InputError
from serendip.search import anchor as anchors
from serendip.search import honesty
from serendip.search.anchor import Anchor
from serendip.search.conditions import Condition, Request
from serendip.search.honesty import Asked
from serendip.search.messages import Notice, notice
from serendip.search.parse import Context, read
from serendip.search.plan import Defaults, Step, compile_conditions, split
from serendip.search.ports import (
    ByField,
    ChannelIndex,
    ChannelReader,
    Embedder,
    Query,
    Rank,
    Relevance,
    Similarity,
    Target,
    Terms,
    UnknownMode,
)
from serendip.search.ranking import WEIGHTS
from serendip.search.reasons import Reason, reasons
from serendip.search.relevance import exact_names, topic_text, wishes
from serendip.search.verify import shown, verify

SortKey = Literal[
    "relevance", "similarity", "followers", "avg_views", "engagement_rate", "growth", "activity"
]

SORT_COLUMNS: dict[str, tuple[str, bool]] = {
    "followers": ("followers", True),
    "avg_views": ("avg_views", True),
    "engagement_rate": ("engagement_rate", True),
    "growth": ("growth_followers_pct_90", True),
    "activity": ("last_upload_at", True),
}
"""Sort keys that are columns, and whether the largest comes first."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request to search.

    ``sort=None`` takes what the text says, else relevance or similarity. ``excluded`` are words that
    must not occur, given beside the text. ``today`` is the day that ages count back from.
    """

    text: str
    platform: str
    today: date
    limit: int = 20
    cursor: str | None = None
    sort: SortKey | None = None
    unknown: UnknownMode = "exclude"
    any_keyword: bool = False
    target: Target | None = None
    excluded: tuple[str, ...] = ()
    context: Context = field(default_factory=Context)


@dataclass(frozen=True, slots=True)
class Row:
    """One channel of the result, with one reason per condition."""

    channel: Channel
    score: float
    similarity: float | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answered request.

    Attributes:
        request: what was understood; statuses are those that were executed.
        rows: verified rows of this page; ``pinned`` (the anchor) is never among them.
        total: channels that meet every condition; ``unknown`` those that may (addendum A-2).
        unknown_fields: the conditions' fields whose values may be missing.
    """

    request: Request
    rows: tuple[Row, ...]
    total: int
    unknown: int
    unknown_fields: tuple[str, ...]
    cursor: str | None
    sort: SortKey
    pinned: Anchor | None
    notices: tuple[Notice, ...]
    today: date


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
        target: the default match target (D-9).
    """

    def __init__(self, ports: Ports, *, expand: Callable[[str], Sequence[str]], target: Target) -> None:
        self._index = ports.index
        self._reader = ports.reader
        self._embedder = ports.embedder
        self._expand = expand
        self._target: Target = target

    def find(self, ask: Ask) -> Outcome:
        """Answer one request. Raises ``InputError`` for input that cannot be searched at all."""
        today = ask.today
        request = _with_excluded(read(ask.text, ask.platform, context=ask.context), ask.excluded)
        if not request.spans and not request.conditions:
            message = notice("MSG_EMPTY_INPUT")
            raise InputError("ERR_EMPTY_INPUT", zh=message.zh, en=message.en)
        pinned, anchor_notices = anchors.resolve(request, self._reader, self._index.vector)
        defaults = Defaults(today, ask.target or self._target, self._expand)
        steps = compile_conditions(request.conditions, defaults)
        request = honesty.mark_unexecuted(request, steps, pinned is not None)
        notices = (*anchor_notices, *honesty.notices(request, steps, pinned))
        blocked = honesty.obstacle(request, steps, pinned)
        sort = ask.sort or _asked_sort(request) or ("similarity" if _vector(pinned) else "relevance")
        if blocked is not None or anchors.failed(request, pinned):
            extra = () if blocked is None else (blocked,)
            return Outcome(request, (), 0, 0, (), None, sort, pinned, (*extra, *notices), today)
        return self._search(ask, _Prepared(request, steps, pinned, notices, sort, today, defaults))

    def _search(self, ask: Ask, ready: _Prepared) -> Outcome:
        filters, clauses = split(ready.steps)
        query = Query(
            filters=(Terms("platform", (ask.platform,)), *filters),
            text=clauses,
            rank=self._rank(ready),
            any_text=ask.any_keyword,
            unknown=ask.unknown,
            without=(ready.pinned.channel.cid,) if ready.pinned and ready.pinned.channel else (),
            limit=_asked_limit(ready.request) or ask.limit,
            cursor=ask.cursor,
        )
        found = self._index.search(query)
        rows, dropped = self._rows(ready, ask, {h.cid: (h.score, h.similarity) for h in found.hits})
        more = honesty.after(Asked(ready.request, ready.steps, query, self._index.count), found)
        return Outcome(
            ready.request, rows, found.total - dropped, found.unknown,
            honesty.filtered_fields(ready.steps), found.cursor, ready.sort, ready.pinned,
            (*ready.notices, *more), ready.today,
        )  # fmt: skip

    def _rank(self, ready: _Prepared) -> Rank:
        if ready.sort in SORT_COLUMNS:
            column, descending = SORT_COLUMNS[ready.sort]
            return ByField(column, descending)
        vector = _vector(ready.pinned)
        if ready.sort == "similarity" and vector is not None:
            return Similarity(vector)
        text = topic_text(ready.request)
        topic = self._embedder.embed([text])[0] if text else None
        boosts = (*wishes(ready.steps), *anchors.size_wish(ready.request, ready.pinned))
        return Relevance(WEIGHTS, topic, exact_names(ready.request), boosts)

    def _rows(
        self, ready: _Prepared, ask: Ask, scores: dict[int, tuple[float, float | None]]
    ) -> tuple[tuple[Row, ...], int]:
        rows: list[Row] = []
        for channel in self._reader.get_many(list(scores)):
            verdicts = verify(ready.steps, project(channel, ready.today))
            if not shown(verdicts, any_keyword=ask.any_keyword):
                continue
            why = reasons(ready.request, verdicts, channel, ready.today)
            rows.append(Row(channel, *scores[channel.cid], why))
        return tuple(rows), len(scores) - len(rows)


@dataclass(frozen=True, slots=True)
class _Prepared:
    request: Request
    steps: tuple[Step, ...]
    pinned: Anchor | None
    notices: tuple[Notice, ...]
    sort: SortKey
    today: date
    defaults: Defaults


def _vector(pinned: Anchor | None) -> bytes | None:
    return None if pinned is None else pinned.vector


def _asked_sort(request: Request) -> SortKey | None:
    said = [c.values[0] for c in request.conditions if c.field == "sort" and c.values]
    return next((s for s in said if s in SORT_COLUMNS or s == "relevance"), None)


def _asked_limit(request: Request) -> int | None:
    return next((int(c.values[0]) for c in request.conditions if c.field == "limit"), None)


def _with_excluded(request: Request, words: Sequence[str]) -> Request:
    more = tuple(Condition("keyword", "contains", "exclude", (w,)) for w in words)
    return replace(request, conditions=(*request.conditions, *more))
