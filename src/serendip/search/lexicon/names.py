"""Channels that are named in quotes beside a word for likeness (D-6): a name is whole."""

from __future__ import annotations

import re
from typing import Final

from serendip.search.lexicon.state import Draft, State
from serendip.search.lexicon.tokens import CLASS

_QUOTED: Final = re.compile(r'"([^"\n]{1,100})"|“([^”\n]{1,100})”|「([^」\n]{1,100})」')
_NEAR: Final = 4
"""Tokens between a word for likeness and the name, the quotes among them."""
_NOTE: Final = ("需先确认是哪个频道", "which channel this names has to be found out first")


def references(state: State) -> None:
    """``like "Some Channel"``, 和“某频道”类似: a keyword that waits for the channel of that name."""
    for quoted in _QUOTED.finditer(state.text):
        start, end = quoted.start() + 1, quoted.end() - 1
        inside = [i for i, t in enumerate(state.tokens) if start <= t.start and t.end <= end]
        if not inside:
            continue
        low, high = inside[0], inside[-1] + 1
        around = (*state.tokens[max(0, low - _NEAR) : low], *state.tokens[high : high + _NEAR])
        if not state.free(low, high) or all(t.kind != CLASS["similar"] for t in around):
            continue
        extra = {"target": "default", "literal": True}
        name = Draft("keyword", "contains", "keyword", [state.said(low, high)], extra=extra)
        name.status, name.note = "pending", _NOTE
        state.add(name, low, high)
        state.doubt("anchor_by_name", "a quoted name; an anchor when exactly one channel has it")
