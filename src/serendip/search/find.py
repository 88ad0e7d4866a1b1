"""One text to one answer, without a session: what the terminal and the plain endpoint ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from serendip.catalogue.channel import Channel
from serendip.core.errors import InputError
from serendip.search import anchor as anchors
from serendip.search import honesty
from serendip.search.anchor import Anchor
from serendip.search.asking import MAX_LIMIT, Ask, Outcome, SortKey
from serendip.search.compiled import SORT_COLUMNS, Compiled, Compiler, Wanted
from serendip.search.conditions import Condition, Request
from serendip.search.editor import Limits, check_length, commit
from serendip.search.honesty import Asked
from serendip.search.messages import Notice, notice
from serendip.search.parse import read
from serendip.search.ports import ChannelIndex, ChannelReader, Target
from serendip.search.relevance import topic_text
from serendip.search.rows import rows


@dataclass(frozen=True, slots=True)
class Finder:
    """Reads a text, compiles its conditions and answers. ``vector_of`` is the vector of a channel."""

    index: ChannelIndex
    reader: ChannelReader
    compiler: Compiler
    target: Target
    limits: Limits
    vector_of: Callable[[Channel], bytes | None]

    def find(self, ask: Ask) -> Outcome:
        """Answer one request. Raises ``InputError`` for input that cannot be searched at all."""
        check_length(ask.text, self.limits)
        request = _with_excluded(read(ask.text, ask.platform, context=ask.context), ask.excluded)
        if not request.spans and not request.conditions:
            message = notice("MSG_EMPTY_INPUT")
            raise InputError("ERR_EMPTY_INPUT", zh=message.zh, en=message.en)
        if request.input_type == "keyword":
            commit(ask.text, ask.excluded, self.limits)
        pinned, anchor_notices = anchors.resolve(request, self.reader, self.vector_of)
        if ask.sort == "similarity" and (pinned is None or pinned.vector is None):
            raise InputError(
                "ERR_INVALID_VALUE",
                zh="按相似度排序需要一个目录中的锚点频道：在文字里加入它的链接",
                en="Sorting by similarity needs an anchor that the catalogue holds: add its link to the text",
                field="sort",
            )
        compiled = self.compiler.compile(self._wanted(ask, request, pinned))
        request = honesty.mark_unexecuted(request, compiled.steps, pinned)
        notices = (*anchor_notices, *honesty.notices(request, compiled.steps, pinned))
        blocked = honesty.obstacle(request, compiled.steps, pinned)
        if blocked is not None or anchors.failed(request, pinned):
            extra = () if blocked is None else (blocked,)
            said = tuple(dict.fromkeys((*extra, *notices)))
            order = compiled.wanted.order
            return Outcome(request, (), 0, 0, (), None, order, pinned, said, ask.today)
        return self._answer(ask, request, compiled, notices)

    def _wanted(self, ask: Ask, request: Request, pinned: Anchor | None) -> Wanted:
        sentence = request.input_type not in {None, "keyword", "url"}
        return Wanted(
            platform=ask.platform,
            conditions=request.conditions,
            today=ask.today,
            target=ask.target or self.target,
            anchor=pinned,
            scope="widest",
            sort=ask.sort or _asked_sort(request),
            any_keyword=ask.any_keyword,
            unknown=ask.unknown,
            topic=topic_text(request.conditions) if sentence else "",
        )

    def _answer(self, ask: Ask, request: Request, compiled: Compiled, notices: tuple[Notice, ...]) -> Outcome:
        limit = min(_asked_limit(request) or ask.limit, MAX_LIMIT)
        query = replace(compiled.query, limit=limit, cursor=ask.cursor)
        found = self.index.search(query)
        shown = rows(compiled, found.hits, self.reader)
        more = honesty.after(Asked(request, compiled.steps, query, self.index.count), found)
        return Outcome(
            request, shown, found.total - (len(found.hits) - len(shown)), found.unknown,
            honesty.filtered_fields(compiled.steps), found.cursor, compiled.wanted.order,
            compiled.wanted.anchor, (*notices, *more), ask.today,
        )  # fmt: skip


def _asked_sort(request: Request) -> SortKey | None:
    said = [c.values[0] for c in request.conditions if c.field == "sort" and c.values]
    return next((s for s in said if s in SORT_COLUMNS or s == "relevance"), None)


def _asked_limit(request: Request) -> int | None:
    said = (int(c.values[0]) for c in request.conditions if c.field == "limit" and c.values)
    return next((n for n in said if n > 0), None)


def _with_excluded(request: Request, words: Sequence[str]) -> Request:
    more = tuple(Condition("keyword", "contains", "exclude", (w,)) for w in words)
    return replace(request, conditions=(*request.conditions, *more))
