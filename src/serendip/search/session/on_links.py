"""Links: what the person does about one that is identified, failed, or waits for a choice (section 10)."""

from __future__ import annotations

from serendip.core.errors import InputError
from serendip.core.text import clean
from serendip.platforms.urls import find_links
from serendip.search.editor import Limits, check_length
from serendip.search.messages import notice
from serendip.search.session import graph, link_spans, links
from serendip.search.session.events import CancelResolving, ChooseAnchor, FixUrl, ReplaceAnchor
from serendip.search.session.link_spans import call_off
from serendip.search.session.linked import link_read
from serendip.search.session.model import Patch, Session, UrlPurpose, replace
from serendip.search.session.moves import (
    Rules,
    With,
    close_question,
    failed_link,
    refuse,
    resolving,
    say,
    unsay,
)
from serendip.search.session.searching import Reduced, refresh

__all__ = ["again", "call_off", "cancel", "choose", "fix", "link_read", "replace_anchor"]


def cancel(session: Session, event: CancelResolving, _rules: Rules) -> Reduced:
    """Esc or an edit while a link is identified (C13). Raises ERR_ACTION_NOT_AVAILABLE when none is."""
    if not resolving(session):
        raise _unavailable("没有正在识别的链接", "No link is being identified")
    return call_off(session, event.text), ()


def choose(session: Session, event: ChooseAnchor, rules: Rules) -> Reduced:
    """Which of two anchors (section 10.5). Raises ERR_ACTION_NOT_AVAILABLE when no second one waits."""
    url = session.editor.pending_anchor_url
    if url is None:
        raise _unavailable("没有等待选择的第二个链接", "No second link waits for a choice")
    session = unsay(session, "MSG_SECOND_ANCHOR")
    if event.choice == "replace":
        cleared = replace(session, editor=replace(session.editor, pending_anchor_url=None))
        purpose = "anchor" if session.graph.anchor is None else "replace"
        return links.start(cleared, url, purpose, "replace_link", rules)
    done = links.without_link(session, url)
    done = replace(done, editor=replace(done.editor, pending_anchor_url=None))
    note = ("已按选择移除该链接", "this link was taken out by choice")
    done = link_spans.mark(done, url, "reference", note)
    if event.choice == "keep":
        return say(done, "MSG_URL_TAKEN_OUT", With(undo=Patch(draft=url)), url=url), ()
    return _without_anchor(close_question(done, "manual_filter", rules.now))


def _without_anchor(session: Session) -> Reduced:
    dropped = unsay(graph.drop_anchor(session), "MSG_TARGET_LOCKED", "MSG_ANCHOR_LOCKED")
    return refresh(replace(dropped, only_anchor=False))


def fix(session: Session, event: FixUrl, rules: Rules) -> Reduced:
    """Another link in place of the failed one (C28). Raises ERR_ACTION_NOT_AVAILABLE when none failed."""
    if not failed_link(session) or resolving(session):
        raise _unavailable("没有需要修正的链接", "There is no failed link to change")
    return _from_repair(session, _one_link(event.url, rules), "fix", rules)


def replace_anchor(session: Session, event: ReplaceAnchor, rules: Rules) -> Reduced:
    """Centre the search on another channel; the old anchor goes only when the new link is exact.

    Raises:
        InputError: ERR_ACTION_NOT_AVAILABLE unless an anchor found little or nothing.
    """
    weak = session.repair.repair_reason in {"low_recall", "zero_results", "condition_conflict"}
    if session.graph.anchor is None or not weak or session.searching:
        raise _unavailable("现在不能更换锚点", "The anchor cannot be replaced now")
    return _from_repair(session, _one_link(event.url, rules), "replace", rules)


def _from_repair(session: Session, url: str, purpose: UrlPurpose, rules: Rules) -> Reduced:
    signal = "fix_link" if purpose == "fix" else "replace_link"
    begun, effects = links.start(session, url, purpose, signal, rules)
    return replace(
        begun,
        editor=replace(begun.editor, url_draft=url),
        repair=replace(begun.repair, pending=True),
    ), effects


def again(session: Session, rules: Rules) -> Reduced:
    """Identify again the link that took too long."""
    url = session.url
    if url is None:
        raise _unavailable("没有可重试的链接", "There is no link to try again")
    return _from_repair(session, url.url, "replace" if url.purpose == "replace" else "fix", rules)


def _one_link(text: str, rules: Rules) -> str:
    """The one link of a repair field. What is no link is tried as it is: the answer says what is wrong."""
    said = clean(text).strip()
    check_length(said, Limits(input_chars=rules.config.max_input_chars))
    if not said:
        told = notice("MSG_EMPTY_INPUT")
        raise refuse("ERR_EMPTY_INPUT", zh=told.zh, en=told.en, field="url")
    found = find_links(said)
    if len(found) > 1:
        raise refuse("ERR_INVALID_VALUE", zh="这里只填一个链接", en="Give one link here", field="url")
    return said[found[0].start : found[0].end] if found else said


def _unavailable(zh: str, en: str) -> InputError:
    return refuse("ERR_ACTION_NOT_AVAILABLE", zh=zh, en=en)
