"""The box and the list: order, page, growing, collapsing, messages, trying again."""

from __future__ import annotations

from typing import Final, get_args

from serendip.core.errors import InputError
from serendip.search.messages import notice
from serendip.search.service import SortKey
from serendip.search.session import graph, on_links
from serendip.search.session.events import (
    Collapse,
    DismissMessage,
    Page,
    Retry,
    SetLocale,
    SmartSearch,
    Sort,
    ViewOnlyAnchor,
)
from serendip.search.session.model import Session, replace
from serendip.search.session.moves import (
    Rules,
    collapsible,
    executable,
    move,
    only_seed,
    refuse,
    resolving,
    unsay,
)
from serendip.search.session.searching import Reduced, reload, search
from serendip.search.terms import condition_label

SORTS: Final[frozenset[str]] = frozenset(get_args(SortKey))
TRY_AGAIN: Final = ("MSG_SEARCH_FAILED", "MSG_SEARCH_INTERRUPTED", "MSG_URL_TIMEOUT")


def sort(session: Session, event: Sort, _rules: Rules) -> Reduced:
    """Order the list in another way; kept until the anchor changes.

    Raises:
        InputError: ERR_INVALID_VALUE for an unknown order, and for ``similarity`` without an anchor.
    """
    if event.sort not in SORTS:
        raise _invalid("sort", zh="没有这种排序", en="There is no such order", allowed=sorted(SORTS))
    if event.sort == "similarity" and session.graph.anchor is None:
        raise _invalid(
            "sort",
            zh="按相似度排序需要锚点频道：先粘贴一个频道链接",
            en="Sorting by similarity needs an anchor channel: paste a channel link first",
        )
    chosen = graph.sort_by(session, event.sort)
    if session.in_flight_seq is not None or _answers_less(session):
        return search(chosen, "change", session.next_stage or "condition_edit")
    return _list_again(chosen, 1)


def page(session: Session, event: Page, _rules: Rules) -> Reduced:
    """Show another page of the list. One of a list that conditions have left behind begins anew.

    Raises:
        InputError: ERR_INVALID_VALUE for a page that is not there; ERR_ACTION_NOT_AVAILABLE without a list,
            and while another one is on its way.
    """
    if not session.results_shown or session.in_flight_seq is not None:
        raise _unavailable(
            "现在没有可翻页的结果；请等搜索完成",
            "There are no results to page through yet; let the search finish",
        )
    last = max(1, -(-session.results.total // session.results.page_size))
    if not 1 <= event.page <= last:
        raise _invalid("page", zh=f"页码应在 1 到 {last} 之间", en=f"Pages go from 1 to {last}", limit=last)
    if _answers_less(session):
        return search(session, "change", "condition_edit")
    return _list_again(session, event.page)


def _answers_less(session: Session) -> bool:
    """Whether the list shown answers older conditions: a part of it in new order would mix the two."""
    return session.results_shown and session.results_stale and executable(session) and not resolving(session)


def _answered(session: Session) -> bool:
    """Whether the latest search has its results: what failed since then is a page of them."""
    return session.results_shown and session.applied_seq == session.search_seq and not session.results_stale


def _list_again(session: Session, number: int) -> Reduced:
    moved = move(session, "sort_or_page")
    return reload(moved, number) if session.results_shown and not session.results.previous else (moved, ())


def smart_search(session: Session, _event: SmartSearch, _rules: Rules) -> Reduced:
    """The box grows; tags, anchor and draft stay; nothing is searched by itself (C7)."""
    if session.container != "compact_classic":
        raise _unavailable("搜索框已经展开", "The box has grown already")
    return move(session, "smart_search"), ()


def collapse(session: Session, _event: Collapse, _rules: Rules) -> Reduced:
    """Back to the classic box with tags, anchor, draft and results (C19).

    Raises:
        InputError: ERR_COLLAPSE_BLOCKED names what stands in the way; ERR_ACTION_NOT_AVAILABLE when the box
            is collapsed already.
    """
    if session.compact:
        raise _unavailable("搜索框已经收起", "The box is collapsed already")
    why = blocks(session)
    if why is not None:
        told = notice("MSG_COLLAPSE_BLOCKED", zh={"reason": why[0]}, reason=why[1])
        blocking = [n.node_id for n in session.graph.nodes if not _of_seed(session, n.node_id)]
        raise refuse(
            "ERR_COLLAPSE_BLOCKED", zh=told.zh, en=told.en, message="MSG_COLLAPSE_BLOCKED", node_ids=blocking
        )
    return move(session, "collapse"), ()


def blocks(session: Session) -> tuple[str, str] | None:
    """What stands in the way of collapsing (``G_COLLAPSE``), in zh and en, or None."""
    if session.question is not None:
        return "还有一个问题没有回答", "a question is open"
    if resolving(session):
        return "链接还在识别", "a link is being identified"
    if session.repair.pending or session.container == "expanded_repair":
        return "修正还没有完成", "the repair is not finished"
    if only_seed(session) and collapsible(session):
        return None
    inside = [n.condition for n in session.graph.nodes if not _of_seed(session, n.node_id)]
    zh = "、".join(f"“{condition_label(c, 'zh')}”" for c in inside)
    en = ", ".join(f"“{condition_label(c, 'en')}”" for c in inside)
    return f"{zh}只能在展开的搜索框中显示", f"{en} can only be shown in the expanded box"


def _of_seed(session: Session, node_id: str) -> bool:
    one = tuple(n for n in session.graph.nodes if n.node_id == node_id)
    return only_seed(replace(session, graph=replace(session.graph, nodes=one)))


def view_only_anchor(session: Session, event: ViewOnlyAnchor, _rules: Rules) -> Reduced:
    """Show nothing but the anchor, or everything again; a view, no condition."""
    if session.graph.anchor is None:
        raise _unavailable(
            "没有锚点频道；先粘贴一个频道链接", "There is no anchor channel; paste a channel link first"
        )
    return replace(session, only_anchor=event.on), ()


def dismiss_message(session: Session, event: DismissMessage, _rules: Rules) -> Reduced:
    """Close a message. One that is closed already is no error: two pages may close it."""
    kept = tuple(m for m in session.notices if m.message_id != event.message_id)
    return (session if len(kept) == len(session.notices) else replace(session, notices=kept)), ()


def set_locale(session: Session, event: SetLocale, _rules: Rules) -> Reduced:
    """The language of generated texts."""
    return (session if event.locale == session.locale else replace(session, locale=event.locale)), ()


def retry(session: Session, _event: Retry, rules: Rules) -> Reduced:
    """Run again what failed: the link that took too long, the search, or a page of its list.

    Raises:
        InputError: ERR_ACTION_NOT_AVAILABLE when nothing failed.
    """
    failed = {m.code for m in session.notices} & set(TRY_AGAIN)
    if not failed or session.searching:
        raise _unavailable("没有需要重试的搜索", "There is nothing to run again")
    if "MSG_URL_TIMEOUT" in failed:
        return on_links.again(session, rules)
    if _answered(session):
        return _list_again(unsay(session, *TRY_AGAIN), session.results.page)
    if not executable(session):
        raise _unavailable(
            "没有可搜索的条件；请先输入", "There is nothing to search by; type something first"
        )
    return search(session, "retry", session.next_stage or "first_round")


def _unavailable(zh: str, en: str) -> InputError:
    return refuse("ERR_ACTION_NOT_AVAILABLE", zh=zh, en=en)


def _invalid(field: str, *, zh: str, en: str, **details: object) -> InputError:
    return refuse("ERR_INVALID_VALUE", zh=zh, en=en, field=field, **details)
