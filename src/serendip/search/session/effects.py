"""What a reducer asks to be done: data. The runner answers each by an outcome (``events``)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from serendip.search.conditions import Condition
from serendip.search.ports import UnknownMode
from serendip.search.session.model import AnchorValue, Placed, RecallScope, UrlPurpose


@dataclass(frozen=True, slots=True)
class Plan:
    """What one search executes: exactly the effective conditions of the graph, in its order.

    Attributes:
        nodes: the effective nodes with their places in the graph; what a suggestion patches.
        anchor: the channel that the search is centred on.
        as_of: the day that ages count back from; None is today.
        sort: None is the default (similarity around an anchor, else relevance).
        cursor: where the page begins; ``skip`` more rows are passed over before it (a jump to a far page).
        known: where the pages from the first on begin, as far as they were seen.
    """

    platform: str
    nodes: tuple[Placed, ...]
    anchor: AnchorValue | None = None
    any_keyword: bool = False
    unknown: UnknownMode = "exclude"
    scope: RecallScope = "standard"
    sort: str | None = None
    as_of: date | None = None
    page: int = 1
    page_size: int = 20
    cursor: str | None = None
    skip: int = 0
    known: tuple[str | None, ...] = (None,)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of the nodes, in their order."""
        return tuple(p.node.condition for p in self.nodes)


@dataclass(frozen=True, slots=True)
class ResolveLink:
    """Identify a link: the grammar first, the catalogue next, the network last; within the deadline."""

    url_seq: int
    url: str
    platform: str
    purpose: UrlPurpose


@dataclass(frozen=True, slots=True)
class RunSearch:
    """Search. Answered by ``Searched`` or ``SearchFailed`` of the same ``seq``."""

    seq: int
    revision: int
    plan: Plan


@dataclass(frozen=True, slots=True)
class LoadList:
    """Another page or order of the results of ``seq``. Answered by ``Listed`` or ``ListFailed``."""

    seq: int
    revision: int
    plan: Plan


@dataclass(frozen=True, slots=True)
class WeighQuestions:
    """Measure which question would be worth asking about this revision. Answered by ``Weighed``."""

    revision: int
    intent_id: str | None
    plan: Plan


@dataclass(frozen=True, slots=True)
class ReadIntent:
    """Have the model read the spans that the grammar left. Answered by ``IntentRead``, or by nothing."""

    intent_id: str
    revision: int


Effect = ResolveLink | RunSearch | LoadList | WeighQuestions | ReadIntent
