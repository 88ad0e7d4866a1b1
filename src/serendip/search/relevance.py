"""What the order is made from: exact names, words read as topics, wishes."""

from __future__ import annotations

from collections.abc import Sequence

from serendip.core.text import fold
from serendip.search.conditions import Condition
from serendip.search.plan import Step
from serendip.search.ports import Boost, TextClause
from serendip.search.ranking import WISH

TOPIC_FIELDS = ("keyword", "topic", "content_style", "category")


def exact_names(conditions: Sequence[Condition]) -> tuple[str, ...]:
    """Folded keywords that may be a channel's handle, id or name (A-8)."""
    words = [v for c in conditions if c.field == "keyword" and c.kind == "keyword" for v in c.values]
    return tuple(dict.fromkeys(fold(str(w)).removeprefix("@") for w in words))


def topic_text(conditions: Sequence[Condition]) -> str:
    """The words that say what is looked for."""
    said = [
        str(v)
        for c in conditions
        if c.field in TOPIC_FIELDS and c.kind != "exclude" and c.status == "effective"
        for v in c.values
    ]
    return " ".join(dict.fromkeys(said))


def more_than_keywords(conditions: Sequence[Condition]) -> bool:
    """Whether a topic was understood beside keyword tags; with tags alone the words themselves decide."""
    return any(c.field in TOPIC_FIELDS and c.field != "keyword" for c in conditions)


def wishes(steps: Sequence[Step]) -> tuple[Boost, ...]:
    """The soft conditions that can be tested on stored values."""
    return tuple(Boost(s.test, WISH) for s in steps if not s.hard and not isinstance(s.test, TextClause))
