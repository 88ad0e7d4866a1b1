"""Doing what the reducer asks for: each effect executed, and answered by its outcome.

The reducer knows nothing of index, network or model; this module reaches them through ports, and knows
nothing of stores and threads (``runner``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from serendip.core.errors import SerendipError
from serendip.search.guide.counting import Counter
from serendip.search.guide.doubts import doubts
from serendip.search.guide.questions import weigh
from serendip.search.guide.repairs import in_words, suggest
from serendip.search.ports import ChannelReader
from serendip.search.session import effects as fx
from serendip.search.session import events as ev
from serendip.search.session.model import Config, Session, Suggestion
from serendip.search.session.on_results import few_similar
from serendip.search.session.ports import CatalogueIntake, IntentModel, LinkLookup
from serendip.search.session.resolve import resolve_link

log = logging.getLogger(__name__)


class Searcher(Counter, Protocol):
    """Executes and measures plans: ``search.service.ChannelSearch``."""

    def run(self, effect: fx.RunSearch) -> ev.Searched:
        """The first page of a search."""
        ...

    def load(self, effect: fx.LoadList) -> ev.Listed:
        """Another page or order."""
        ...


@dataclass(frozen=True, slots=True)
class Ports:
    """What effects reach for.

    ``search`` is called for each effect, since there is nothing to search before the first import.
    ``lookup`` None: no platform is asked; ``model`` None: there is none.
    """

    search: Callable[[], Searcher]
    reader: ChannelReader
    intake: CatalogueIntake
    lookup: LinkLookup | None = None
    model: IntentModel | None = None


class Work:
    """Executes effects. Safe to use from many threads.

    Args:
        now: the time, for questions.
    """

    def __init__(self, ports: Ports, config: Config, now: Callable[[], datetime]) -> None:
        self._ports, self._config, self._now = ports, config, now

    @property
    def has_model(self) -> bool:
        """Whether a model may be asked for what the grammar leaves."""
        return self._ports.model is not None

    def do(self, effect: fx.Effect, session: Session) -> ev.Outcome | None:
        """The outcome of ``effect``, asked for by ``session``; None when there is nothing to say.

        Never raises: what fails becomes the outcome that says so (``failed``).
        """
        try:
            return self._do(effect, session)
        except SerendipError as error:
            log.warning("%s: %s %s", type(effect).__name__, error.code, error)
            return failed(effect, error)
        except Exception:
            log.exception("%s failed", type(effect).__name__)
            return failed(effect)

    def do_or_raise(self, effect: fx.Effect, session: Session) -> ev.Outcome | None:
        """Like ``do``, but a search that cannot be made raises the ``SerendipError`` that says why."""
        if isinstance(effect, fx.RunSearch | fx.LoadList):
            return self._do(effect, session)
        return self.do(effect, session)

    def _do(self, effect: fx.Effect, session: Session) -> ev.Outcome | None:
        match effect:
            case fx.RunSearch():
                return self._search(effect, session)
            case fx.LoadList():
                return self._ports.search().load(effect)
            case fx.ResolveLink():
                seconds = self._config.url_resolve_timeout_s
                return resolve_link(
                    effect, self._ports.reader, self._ports.lookup, self._ports.intake, seconds
                )
            case fx.WeighQuestions():
                return self._weigh(effect, session)
            case fx.ReadIntent():
                return self._read(effect, session)

    def _search(self, effect: fx.RunSearch, session: Session) -> ev.Searched:
        """The search, and for no or few results the ways out, counted."""
        found = self._ports.search().run(effect)
        few = few_similar(found, self._config, anchored=effect.plan.anchor is not None)
        if found.results.total and not few:
            return found
        return replace(found, suggestions=self._ways_out(effect.plan, session, found.results.total))

    def _ways_out(self, plan: fx.Plan, session: Session, current: int) -> tuple[Suggestion, ...]:
        """Counted ways out; a fault in counting costs no results."""
        try:
            return suggest(plan, self._ports.search(), conflicts=session.graph.conflicts, current=current)
        except Exception:
            log.exception("repairs could not be counted")
            return () if current else (in_words(),)

    def _weigh(self, effect: fx.WeighQuestions, session: Session) -> ev.Weighed:
        about = doubts(session, self._now())
        return ev.Weighed(effect.revision, weigh(effect.plan, self._ports.search(), about))

    def _read(self, effect: fx.ReadIntent, session: Session) -> ev.IntentRead | None:
        intent = next((i for i in session.inputs if i.intent_id == effect.intent_id), None)
        if intent is None or self._ports.model is None:
            return None
        read = self._ports.model.read_intent(intent, session)
        return ev.IntentRead(effect.intent_id, effect.revision, read) if read else None


def failed(effect: fx.Effect, error: SerendipError | None = None) -> ev.Outcome | None:
    """What is said of an effect that failed or took too long; failed questions and models cost nothing."""
    match effect:
        case fx.RunSearch(seq=seq):
            return (
                ev.SearchFailed(seq)
                if error is None
                else ev.SearchFailed(seq, reason_zh=error.zh, reason_en=error.en)
            )
        case fx.LoadList(seq=seq):
            return ev.ListFailed(seq)
        case fx.ResolveLink(url_seq=url_seq):
            return ev.LinkRead(url_seq, "resolved_invalid", "timeout")
        case _:
            return None
