"""The order in which the rules run over a text. What a rule takes, later ones do not see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from serendip.search.lexicon import (
    amounts,
    control,
    frequency,
    indirect,
    looks,
    measures,
    names,
    ordering,
    partners,
    people,
    scopes,
    sizes,
    times,
    unknown,
    unsupported,
    where,
)
from serendip.search.lexicon.state import State

RULES: Final[tuple[Callable[[State], None], ...]] = (
    names.references,
    unsupported.mark,
    scopes.mark,
    control.typos,
    control.links,
    control.handles,
    control.hashtags,
    ordering.sort,
    ordering.limit,
    frequency.frequency,
    times.growth,
    looks.sponsored,
    indirect.views_of_followers,
    indirect.years,
    indirect.unmeasured,
    measures.metrics,
    unknown.figures,
    times.activity,
    amounts.alone,
    sizes.levels,
    sizes.tiers,
    looks.ready,
    people.gender,
    where.read,
    people.shares,
    people.audience_words,
    partners.contacts,
    control.platforms,
    people.personas,
    people.accounts,
    partners.brands,
    looks.formats,
    looks.wishes,
    looks.styles,
)


def run(state: State) -> None:
    """Run all rules but those for subjects, which need to know the kind of the text."""
    for rule in RULES:
        rule(state)
