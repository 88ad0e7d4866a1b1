"""Parts of a request that a channel search cannot do (section 16): sort by height, email them all.

The rules are reviewed data (``data/unsupported.toml``); the part is marked with its reason, the rest runs.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from serendip.core.text import is_mark
from serendip.search.lexicon.sensitive import later_tasks, tasks
from serendip.search.lexicon.state import BREAKS, State


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that cannot be done. ``holds`` and ``free`` are texts that show it and that do not."""

    zh: str
    en: str
    triggers: tuple[str, ...]
    pattern: re.Pattern[str]
    holds: tuple[str, ...]
    free: tuple[str, ...]


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, in the order in which they are tried."""
    data = files("serendip.search.lexicon").joinpath("data", "unsupported.toml").read_text(encoding="utf-8")
    return tuple(
        Rule(
            r["zh"], r["en"], tuple(r["triggers"]),
            re.compile("|".join(_edged(p) for p in r["patterns"])), tuple(r["holds"]), tuple(r["free"]),
        )
        for r in tomllib.loads(data)["rule"]
    )  # fmt: skip


def _edged(pattern: str) -> str:
    """A pattern whose Latin words are whole words."""
    return f"(?<![a-z])(?:{pattern})(?![a-z])"


@cache
def _triggers() -> tuple[AhoCorasick, tuple[int, ...]]:
    words = [(word, number) for number, rule in enumerate(rules()) for word in rule.triggers]
    words += [(word, len(rules())) for word in tasks().triggers]
    automaton = AhoCorasick(
        [w for w, _ in words], matchkind=MatchKind.Standard, implementation=Implementation.DFA
    )
    return automaton, tuple(n for _, n in words)


def mark(state: State) -> None:
    """Mark the parts that cannot be done; later rules do not see their words."""
    automaton, owners = _triggers()
    found = automaton.find_matches_as_indexes(state.folded, overlapping=True)
    for number in sorted({owners[index] for index, _, _ in found}):
        if number == len(rules()):
            for start, end in later_tasks(state.folded):
                _set(state, start, end, (tasks().zh, tasks().en))
            continue
        rule = rules()[number]
        for match in rule.pattern.finditer(state.folded):
            _set(state, match.start(), match.end(), (rule.zh, rule.en))


def _set(state: State, start: int, end: int, note: tuple[str, str]) -> None:
    for i, token in enumerate(state.tokens):
        if token.start < end and start < token.end and state.status[i] is None:
            state.reject(i, i + 1, *note)


def wholly(state: State) -> bool:
    """Whether nothing is left of a text but what cannot be done."""
    rest = [
        i for i, t in enumerate(state.tokens)
        if t.kind not in BREAKS and not all(is_mark(c) for c in t.text)
    ]  # fmt: skip
    return bool(rest) and all((state.status[i] or ("",))[0] == "unsupported" for i in rest)
