"""One text, answered at once: the same reducer and work as a session in a box, kept nowhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from serendip.core.errors import InputError
from serendip.search.asking import SortKey
from serendip.search.ports import Target, UnknownMode
from serendip.search.session.events import Blur, Page, SetExcluded, Submit
from serendip.search.session.model import Locale, Session
from serendip.search.session.runner import SessionService, Start

MAX_LIMIT = 1000
"""So many channels at most on one page."""


@dataclass(frozen=True, slots=True)
class Once:
    """A search without a box.

    ``text`` holds keywords, a link, a sentence, or all of them; ``excluded`` are words that must not occur.
    ``sort`` None takes what the text says, else likeness to the anchor, else relevance. ``limit`` channels
    stand on a page; ``page`` counts from 1.
    """

    text: str
    platform: str = "youtube"
    locale: Locale = "en"
    as_of: date | None = None
    excluded: tuple[str, ...] = ()
    limit: int = 20
    page: int = 1
    sort: SortKey | None = None
    target: Target | None = None
    any_keyword: bool = False
    unknown: UnknownMode = "exclude"


def answer(service: SessionService, user_id: str, asked: Once) -> Session:
    """The session after ``asked`` was submitted and everything has come to rest.

    Raises ``InputError`` for what the box would refuse, an empty text included.
    """
    session = _prepared(service, user_id, asked)
    session = service.run_to_rest(session, Submit(asked.text), asked.target)
    if asked.sort == "similarity" and session.graph.anchor is None:
        raise InputError(
            "ERR_INVALID_VALUE",
            zh="按相似度排序需要一个锚点频道：在文字里加入它的链接",
            en="Sorting by similarity needs an anchor channel: add its link to the text",
            field="sort",
        )
    if any(m.code == "MSG_EMPTY_INPUT" for m in session.notices):
        message = next(m for m in session.notices if m.code == "MSG_EMPTY_INPUT")
        raise InputError("ERR_EMPTY_INPUT", zh=message.zh, en=message.en)
    return session if asked.page == 1 else service.run_to_rest(session, Page(asked.page))


def _prepared(service: SessionService, user_id: str, asked: Once) -> Session:
    """A fresh session with what was asked beside the text."""
    fresh = service.start(Start(user_id, asked.platform, asked.locale, asked.as_of))
    session = replace(
        fresh,
        sort=asked.sort if asked.sort != "similarity" else None,
        unknown=asked.unknown,
        graph=replace(fresh.graph, any_keyword=asked.any_keyword),
        results=replace(fresh.results, page_size=min(asked.limit, MAX_LIMIT)),
    )
    for word in asked.excluded:
        known = {n.node_id for n in session.graph.nodes}
        session = service.run_to_rest(session, Blur(f"“{word}”"), asked.target)
        for node in session.graph.keywords:
            if node.node_id not in known:
                session = service.run_to_rest(session, SetExcluded(node.node_id, excluded=True))
    return session
