"""A change that might help: its patch, its words, and how much of what was asked it gives up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from serendip.search.conditions import Condition
from serendip.search.guide.labels import Said, joined, removal, removals
from serendip.search.session.model import Patch, Placed, RecallScope, SuggestionKind

SCOPE: Final = 0.05
"""A wider scope of similarity changes no condition at all."""
KEEP_SIDE: Final = 0.05
"""Of two conditions that exclude each other one has to go."""
SOURCES: Final = 0.10
"""The word stays; it may stand in other parts of a channel."""
BAND: Final = 0.10
BAND_REACH: Final = 0.04
"""A wider band: so much, and so much more for every doubling of one of its sides."""
PLACE: Final = 0.18
"""A region for a country."""
ANY: Final = 0.28
"""Any one of the keywords for all of them."""
PART: Final = 0.25
"""The known part of a longer keyword for the whole."""
CATEGORY: Final = 0.32
"""The category for the keyword."""
DROP_DERIVED: Final = 0.25
DROP_EXCLUDED: Final = 0.32
DROP: Final = 0.45
DROP_SUBJECT: Final = 0.55
DROP_ONLY_SUBJECT: Final = 1.0
"""Leaving out what was inferred, excluded, said; a part of what the search is about, and all of it."""
EACH_MORE: Final = 0.08
"""What a change costs beside the costs of its parts, for each part after the first."""
INFERRED: Final = 0.7
"""A figure that was inferred costs so much of one that was said."""


@dataclass(frozen=True, slots=True)
class Change:
    """One counterfactual.

    Attributes:
        node_ids: the conditions that it changes.
        cost: what it gives up of the request, from 0 (nothing) to about 1.
        removed: the conditions that it leaves out, when it does nothing else.
    """

    kind: SuggestionKind
    node_ids: tuple[str, ...]
    patch: Patch
    zh: str
    en: str
    cost: float
    removed: tuple[Condition, ...] = ()


def change(kind: SuggestionKind, node_ids: tuple[str, ...], patch: Patch, said: Said, cost: float) -> Change:
    """A change that is no plain removal."""
    return Change(kind, node_ids, patch, *said, cost)


def drop(placed: Placed, cost: float) -> Change:
    """Leave a condition out."""
    node = placed.node
    zh, en = removal(node.condition)
    patch = Patch(drop=(node.node_id,))
    return Change("remove_condition", (node.node_id,), patch, zh, en, cost, (node.condition,))


def together(changes: Sequence[Change]) -> Change:
    """Several changes of different conditions as one."""
    if len(changes) == 1:
        return changes[0]
    puts = tuple(p for c in changes for p in c.patch.put)
    drops = tuple(dict.fromkeys(d for c in changes for d in c.patch.drop))
    scope: RecallScope | None = next((c.patch.scope for c in changes if c.patch.scope), None)
    any_keyword = True if any(c.patch.any_keyword for c in changes) else None
    patch = Patch(puts, drops, scope, any_keyword)
    ids = tuple(dict.fromkeys(i for c in changes for i in c.node_ids))
    cost = sum(c.cost for c in changes) + EACH_MORE * (len(changes) - 1)
    if all(c.removed for c in changes):
        gone = tuple(condition for c in changes for condition in c.removed)
        return Change("remove_condition", ids, patch, *removals(gone), cost, gone)
    kinds: list[SuggestionKind] = [c.kind for c in changes]
    kept: list[SuggestionKind] = [k for k in kinds if k != "remove_condition"]
    kind: SuggestionKind = "resolve_conflict" if "resolve_conflict" in kinds else kept[0]
    said = [(c.zh, c.en) for c in changes if not c.removed]
    gone = [condition for c in changes for condition in c.removed]
    return Change(kind, ids, patch, *joined([*said, removals(gone)] if gone else said), cost)
