"""What is known about a text while its rules run: tokens, who took them, the conditions in the making."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from serendip.core.text import fold
from serendip.search.conditions import Kind, Role, Status
from serendip.search.lexicon.tokens import CLASS, Token, classes

TAKEN: Final = CLASS["taken"]
BREAKS: Final = classes("comma list stop")
QUIET: Final = classes("filler of joiner mark glue open close comma list stop range")
"""Tokens that say nothing alone; they belong to a neighbour's span."""
ACTIVE_DAYS: Final = 30
"""What "recently active" means without a number (DEFAULT_ACTIVE_DAYS, D-13)."""


@dataclass(slots=True)
class Draft:
    """A condition in the making. ``tokens`` are the indices that it came from, in order."""

    field: str
    op: str
    kind: Kind
    values: list[Any]
    source: Literal["explicit", "derived"] = "explicit"
    tokens: list[int] = dataclasses.field(default_factory=list)
    status: Status = "effective"
    note: tuple[str, str] | None = None
    extra: dict[str, Any] = dataclasses.field(default_factory=dict)


class State:
    """The rules' work table for one text.

    Attributes:
        text, folded: the text as it was cleaned, and as the tables have it; offsets are the same.
        kinds: class characters, one a token; a token that a rule took is ``TAKEN``.
        drafts: conditions found so far.
        owner: per token the drafts that came from it.
        role: per token what it is, when no draft says it.
        fragment: per token the number of its fragment.
        negated, audience, soft: per token whether it stands in such a scope.
        ambiguities: code to (ask, note).
        active_days: what "recently active" means here.
    """

    def __init__(self, text: str, tokens: list[Token], page: str, folded: str | None = None) -> None:
        self.text = text
        self.folded = fold(text) if folded is None else folded
        self.page = page
        self.tokens = tokens
        self.kinds = [t.kind for t in tokens]
        self.drafts: list[Draft] = []
        self.owner: list[list[int]] = [[] for _ in tokens]
        self.role: list[Role | None] = [None] * len(tokens)
        self.status: list[tuple[Status, str, str] | None] = [None] * len(tokens)
        self.ambiguities: dict[str, tuple[bool, str | None]] = {}
        self.fragment: list[int] = []
        number = 0
        for token in tokens:
            self.fragment.append(number)
            if token.kind in BREAKS:
                number += 1
        self.negated = [False] * len(tokens)
        self.audience = [False] * len(tokens)
        self.soft = [False] * len(tokens)
        self.active_days = ACTIVE_DAYS
        self.chinese = any(t.kind == CLASS["han"] or not t.text.isascii() for t in tokens)

    def find(self, rule: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Matches of a rule over the classes as they are now; what is taken meanwhile may be skipped."""
        return rule.finditer("".join(self.kinds))

    def free(self, low: int, high: int) -> bool:
        """Whether no rule took any of the tokens."""
        return TAKEN not in self.kinds[low:high]

    def add(self, draft: Draft, low: int, high: int) -> Draft:
        """Record a condition that came from the tokens ``low`` to ``high`` (exclusive)."""
        draft.tokens += [i for i in range(low, high) if i not in draft.tokens]
        if draft not in self.drafts:
            self.drafts.append(draft)
        self.take(low, high)
        number = next(i for i, d in enumerate(self.drafts) if d is draft)
        for i in range(low, high):
            self.owner[i].append(number)
        return draft

    def take(self, low: int, high: int, role: Role | None = None) -> None:
        """Mark tokens as used."""
        for i in range(low, high):
            self.kinds[i] = TAKEN
            if role is not None:
                self.role[i] = role

    def refer(self, low: int, high: int, zh: str, en: str) -> None:
        """Mark tokens as understood but not applied."""
        self.take(low, high, "soft")
        for i in range(low, high):
            self.status[i] = ("reference", zh, en)

    def reject(self, low: int, high: int, zh: str, en: str) -> None:
        """Mark tokens as something that cannot be done."""
        self.take(low, high, "unknown")
        for i in range(low, high):
            self.status[i] = ("unsupported", zh, en)

    def doubt(self, code: str, note: str | None = None, *, ask: bool = False) -> None:
        """Record an ambiguity, once per code."""
        asked, noted = self.ambiguities.get(code, (False, None))
        self.ambiguities[code] = (asked or ask, noted or note)

    def said(self, low: int, high: int) -> str:
        """The text from the first to the last of these tokens."""
        return self.text[self.tokens[low].start : self.tokens[high - 1].end]

    def kind_of(self, low: int, high: int) -> Kind:
        """hard, soft or exclude, by the scopes that the tokens stand in."""
        if any(self.negated[low:high]):
            return "exclude"
        return "soft" if any(self.soft[low:high]) else "hard"

    def previous(self, index: int, skip: frozenset[str] = frozenset()) -> int:
        """The nearest token before ``index`` that is not skipped, or -1."""
        index -= 1
        while index >= 0 and self.tokens[index].kind in skip:
            index -= 1
        return index

    def following(self, index: int, skip: frozenset[str] = frozenset()) -> int:
        """The nearest token after ``index`` that is not skipped, or the number of tokens."""
        index += 1
        while index < len(self.tokens) and self.tokens[index].kind in skip:
            index += 1
        return index
