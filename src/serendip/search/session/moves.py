"""Moving a session through the tables: guards, one signal for both tables, legality, and messages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, cast

from serendip.core.errors import InputError
from serendip.search.conditions import Container, Request
from serendip.search.messages import Notice, notice
from serendip.search.session import tables
from serendip.search.session.model import (
    AgentState,
    Choice,
    CloseReason,
    Config,
    InputState,
    Message,
    Patch,
    Session,
    replace,
)
from serendip.search.session.tables import Guard, Signal

if TYPE_CHECKING:
    from serendip.search.classify import Context

STEERING_FIELDS = frozenset({"anchor", "context_anchor", "platform", "sort", "limit"})


class Reader(Protocol):
    """Understands a text: ``search.parse.read``."""

    def __call__(self, text: str, page_platform: str, *, context: Context | None = None) -> Request:
        """The request that the text says."""
        ...


@dataclass(frozen=True, slots=True)
class Rules:
    """What ``reduce`` is given beside session and event: the time, the settings, the grammar, whether a model
    may be asked for what the grammar leaves."""

    now: datetime
    config: Config
    read: Reader
    model: bool = False


def guards(session: Session) -> frozenset[Guard]:
    """Every guard that holds now."""
    held: dict[Guard, bool] = {
        "compact": session.compact,
        "seed": only_seed(session),
        "collapsible": collapsible(session),
        "low_recall": session.repair.repair_reason == "low_recall",
        "results_shown": session.results_shown,
        "conditions_left": executable(session),
        "searched": session.search_seq > 0,
        "anchor": session.graph.anchor is not None,
        "opened_from_classic": session.repair.opened_from == "compact_classic",
        "repairing": session.container == "expanded_repair",
    }
    return frozenset(g for g, holds in held.items() if holds)


def executable(session: Session) -> bool:
    """Whether the graph holds something to search by: an anchor, or an effective condition.

    Excluded keywords, and conditions that say where or how to search, are not enough.
    """
    effective = [n for n in session.graph.nodes if n.effective and n.field not in STEERING_FIELDS]
    words_out = [n for n in effective if n.field == "keyword" and n.condition.kind == "exclude"]
    return session.graph.anchor is not None or len(effective) > len(words_out)


def only_seed(session: Session) -> bool:
    """G_ONLY_SEED: nothing but explicit keyword tags, one anchor, and conditions of the filter bar (D-10)."""
    return all(
        n.bucket == "manual" or (n.bucket == "explicit" and n.field in {"keyword", "anchor"})
        for n in session.graph.nodes
    )


def collapsible(session: Session) -> bool:
    """G_COLLAPSE: no open question, no unfinished repair, nothing but the seed."""
    unfinished = session.repair.pending or session.container == "expanded_repair"
    return session.question is None and not unfinished and only_seed(session)


def failed_link(session: Session) -> bool:
    """Whether a link failed and waits for the person's choice (section 10.4), which is not made yet."""
    reason = session.repair.repair_reason
    return reason is not None and reason.startswith("url_") and not session.repair.pending


def resolving(session: Session) -> bool:
    """Whether a link is being identified; what it stands for decides what is searched."""
    return session.url is not None and session.url.state == "resolving"


def close_question(session: Session, outcome: CloseReason, now: datetime) -> Session:
    """The session without its open question, which goes to the log."""
    if session.question is None:
        return session
    closed = replace(session.question, closed_at=now, outcome=outcome)
    return replace(session, question=None, question_log=(*session.question_log, closed))


def input_state(session: Session) -> InputState:
    """The state of the row, derived in the order of section 6.1."""
    if session.editor.editing_node_id is not None:
        return "editing_keyword"
    if not session.compact:
        return "followup_waiting"
    if session.editor.draft_text:
        return "draft_keyword"
    if session.graph.anchor is not None:
        return "committed_anchor"
    return "committed_keyword" if session.graph.keywords else "empty_input"


def move(session: Session, signal: Signal, also: Iterable[Guard] = ()) -> Session:
    """Both tables' answer to ``signal``. Guards are those of ``session`` as it is given."""
    held = guards(session) | frozenset(also)
    box = tables.step(tables.CONTAINER, session.container, signal, held)
    agent = tables.step(tables.AGENT, session.agent_state, signal, held)
    container = session.container if box is None or box.to is None else cast("Container", box.to)
    state = session.agent_state if agent is None or agent.to is None else cast("AgentState", agent.to)
    return replace(session, container=container, agent_state=state)


def legal(session: Session) -> bool:
    """Whether the combination of states is one of section 9."""
    if session.agent_state not in tables.LEGAL_AGENT[session.container]:
        return False
    repairing = session.container == "expanded_repair" and session.agent_state == "results_ready"
    if repairing and session.repair.repair_reason != "low_recall":
        return False
    return input_state(session) in tables.LEGAL_INPUT[session.container]


def require_legal(session: Session) -> Session:
    """``session``, or ``ERR_ILLEGAL_TRANSITION``: then nothing has changed."""
    if legal(session):
        return session
    raise refuse(
        "ERR_ILLEGAL_TRANSITION",
        zh="现在不能这样做；请按页面当前显示的状态操作",
        en="This cannot be done in the present state; go on from what the box shows",
        states=[session.container, session.agent_state, input_state(session)],
    )


def refuse(code: str, *, zh: str, en: str, **details: object) -> InputError:
    """An error of an action (section 20.2)."""
    return InputError(code, zh=zh, en=en, **details)


def fresh_id(session: Session, prefix: str) -> tuple[Session, str]:
    """The next id: ``n`` node, ``i`` intent, ``q`` question, ``m`` message, ``c`` conflict, ``o`` option."""
    return replace(session, next_id=session.next_id + 1), f"{prefix}{session.next_id}"


@dataclass(frozen=True, slots=True)
class With:
    """What a message carries: the nodes it is about, its buttons, its way back."""

    node_ids: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    undo: Patch | None = None


def say(
    session: Session,
    code: str,
    also: With | None = None,
    *,
    zh: dict[str, object] | None = None,
    **values: object,
) -> Session:
    """Add a message. One with the same code and the same words replaces the older one."""
    return tell(session, notice(code, zh=zh, **values), also)


def tell(session: Session, said: Notice, also: With | None = None) -> Session:
    """``say`` for a message that is worded already."""
    more = also or With()
    session, message_id = fresh_id(session, "m")
    message = Message(message_id, said.code, said.zh, said.en, more.node_ids, more.choices, more.undo)
    kept = tuple(m for m in session.notices if (m.code, m.zh) != (said.code, said.zh))
    return replace(session, notices=(*kept, message))


def unsay(session: Session, *codes: str) -> Session:
    """Take away every message of these codes."""
    return replace(session, notices=tuple(m for m in session.notices if m.code not in codes))
