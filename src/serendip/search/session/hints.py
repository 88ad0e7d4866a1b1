"""The light hints of the classic box (section 6.5, D-34): offered, never more than that."""

from __future__ import annotations

from typing import Final

from serendip.core.text import has_cjk
from serendip.search.classify import Context
from serendip.search.session.model import Session, replace
from serendip.search.session.moves import Rules

ADD_CONDITIONS: Final = "add_conditions"
SMART_SEARCH: Final = "smart_search"
TEXTS: Final = {
    ADD_CONDITIONS: (
        "可继续补充地区、粉丝量、活跃度等要求",
        "You can add region, follower count, activity and more",
    ),
    SMART_SEARCH: ("转为智能搜索", "Switch to smart search"),
}
"""The wording of each hint, zh and en."""

MANY_PAGES: Final = 10
"""A result of more pages is worth refining."""

_WORDS: Final = 8
"""So many words of a tag are looked at."""


def offer(session: Session, rules: Rules) -> Session:
    """Record what the results of a classic search make worth offering.

    ``add_conditions`` at most once in a session, ``smart_search`` at most once a search and only where
    refining has a clear value.
    """
    if session.container != "compact_classic" or not session.results_shown:
        return session
    offered = [h for h in session.hints if not h.startswith(SMART_SEARCH)]
    if not offered:
        offered.append(f"{ADD_CONDITIONS}:{session.applied_seq}")
    if _worth_refining(session, rules):
        offered.append(f"{SMART_SEARCH}:{session.applied_seq}")
    return replace(session, hints=tuple(offered))


def offered(session: Session) -> tuple[str, ...]:
    """The hints that go with the results shown now."""
    if session.container != "compact_classic" or not session.results_shown or session.searching:
        return ()
    now = f":{session.applied_seq}"
    return tuple(h.removesuffix(now) for h in session.hints if h.endswith(now))


def _worth_refining(session: Session, rules: Rules) -> bool:
    many = session.results.total > MANY_PAGES * session.results.page_size
    return many or any(
        _says_condition(str(n.condition.values[0]), session.platform, rules) for n in session.graph.keywords
    )


def _says_condition(text: str, platform: str, rules: Rules) -> bool:
    """Whether a word of a tag would be a condition in the expanded box (美国, recently active)."""
    parts = text.split()[:_WORDS]
    tries = (*parts, text) if len(parts) > 1 or has_cjk(text) else parts
    context = Context(expanded=True)
    return any(
        c.field not in {"keyword", "anchor"} and c.status == "effective"
        for part in tries
        for c in rules.read(part, platform, context=context).conditions
    )
