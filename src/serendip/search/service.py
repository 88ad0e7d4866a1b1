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
from serendip.search.conditions import Condition, Container, Request
from serendip.search.editor import Limits, check_length, commit
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
    "relevance", "similarity", "followers", "avg_views", "engagement_rate", "growth", "last_active", "price"
]

MAX_LIMIT = 1000
"""So many channels at most in one answer."""

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
        container: the box after this answer (section 7): a link that is resolved goes back to classic.
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

    @property
    def container(self) -> Container:
        """The state of the box."""
        if anchors.failed(self.request, self.pinned):
            return "expanded_repair"
        resting = self.request.container == "compact_resolving"
        return "compact_classic" if resting else self.request.container


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
        limits: how long a text may be (section 20.3).
    """

    def __init__(
        self,
        ports: Ports,
        *,
        expand: Callable[[str], Sequence[str]],
        target: Target = "channel_tag",
        limits: Limits | None = None,
    ) -> None:
        self._index = ports.index
        self._reader = ports.reader
        self._embedder = ports.embedder
        self._expand = expand
        self._target: Target = target
        self._limits = limits or Limits()

    def find(self, ask: Ask) -> Outcome:
        """Answer one request. Raises ``InputError`` for input that cannot be searched at all."""
        today = ask.today
        check_length(ask.text, self._limits)
        request = _with_excluded(read(ask.text, ask.platform, context=ask.context), ask.excluded)
        if not request.spans and not request.conditions:
            message = notice("MSG_EMPTY_INPUT")
            raise InputError("ERR_EMPTY_INPUT", zh=message.zh, en=message.en)
        if request.input_type == "keyword":
            commit(ask.text, ask.excluded, self._limits)
        pinned, anchor_notices = anchors.resolve(request, self._reader, self._index.vector)
        defaults = Defaults(today, ask.target or self._target, self._expand)
        steps = compile_conditions(request.conditions, defaults)
        request = honesty.mark_unexecuted(request, steps, pinned)
        notices = (*anchor_notices, *honesty.notices(request, steps, pinned))
        blocked = honesty.obstacle(request, steps, pinned)
        if ask.sort == "similarity" and _vector(pinned) is None:
            raise InputError(
                "ERR_INVALID_VALUE",
                zh="按相似度排序需要一个目录中的锚点频道：在文字里加入它的链接",
                en="Sorting by similarity needs an anchor that the catalogue holds: add its link to the text",
                field="sort",
            )
        sort = ask.sort or _asked_sort(request) or ("similarity" if _vector(pinned) else "relevance")
        if blocked is not None or anchors.failed(request, pinned):
            extra = () if blocked is None else (blocked,)
            said = tuple(dict.fromkeys((*extra, *notices)))
            return Outcome(request, (), 0, 0, (), None, sort, pinned, said, today)
        return self._search(ask, _Prepared(request, steps, pinned, notices, sort, today))

    def _search(self, ask: Ask, ready: _Prepared) -> Outcome:
        filters, clauses = split(ready.steps)
        query = Query(
            filters=(Terms("platform", (ask.platform,)), *filters),
            text=clauses,
            rank=self._rank(ready),
            any_text=ask.any_keyword,
            unknown=ask.unknown,
            without=(ready.pinned.channel.cid,) if ready.pinned and ready.pinned.channel else (),
            limit=min(_asked_limit(ready.request) or ask.limit, MAX_LIMIT),
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


def _vector(pinned: Anchor | None) -> bytes | None:
    return None if pinned is None else pinned.vector


def _asked_sort(request: Request) -> SortKey | None:
    said = [c.values[0] for c in request.conditions if c.field == "sort" and c.values]
    return next((s for s in said if s in SORT_COLUMNS or s == "relevance"), None)


def _asked_limit(request: Request) -> int | None:
    said = (int(c.values[0]) for c in request.conditions if c.field == "limit" and c.values)
    return next((n for n in said if n > 0), None)


def _with_excluded(request: Request, words: Sequence[str]) -> Request:
    more = tuple(Condition("keyword", "contains", "exclude", (w,)) for w in words)
    return replace(request, conditions=(*request.conditions, *more))
