"""Requests that are refused as a whole, or are no channel search at all (section 16).

The rules are reviewed data (``data/sensitive.toml``); this module only applies them.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind


@dataclass(frozen=True, slots=True)
class Rule:
    """One reason to refuse. ``holds`` and ``free`` are texts that it must and must not refuse."""

    code: str
    zh: str
    en: str
    note: str
    triggers: tuple[str, ...]
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None
    holds: tuple[str, ...]
    free: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is refused, and the offsets of the words that said so."""

    rule: Rule
    start: int
    end: int


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, in the order in which they are tried."""
    data = files("serendip.search.lexicon").joinpath("data", "sensitive.toml").read_text(encoding="utf-8")
    return tuple(
        Rule(
            r["code"], r["zh"], r["en"], r["note"], tuple(r["triggers"]),
            re.compile("|".join(f"(?:{p})" for p in r["patterns"])),
            re.compile("|".join(f"(?:{p})" for p in r["unless"])) if r["unless"] else None,
            tuple(r["holds"]), tuple(r["free"]),
        )
        for r in tomllib.loads(data)["rule"]
    )  # fmt: skip


@cache
def _triggers() -> tuple[AhoCorasick, tuple[int, ...]]:
    words = [(word, number) for number, rule in enumerate(rules()) for word in rule.triggers]
    automaton = AhoCorasick(
        [w for w, _ in words], matchkind=MatchKind.Standard, implementation=Implementation.DFA
    )
    return automaton, tuple(n for _, n in words)


def touches_trait(folded: str) -> bool:
    """Whether words that are read as a topic name a protected trait (穆斯林时尚)."""
    return _TRAIT.search(folded) is not None


_TRAIT = re.compile(
    "穆斯林|基督|佛教|犹太|宗教|抑郁|焦虑症|自闭|残疾|同性恋|彩虹|lgbt|少数民族|黑人|拉丁裔|muslim|christian|jewish|hindu|buddhis"
    "|religio|depress|autis|disab|bipolar|queer|lesbian|gay|transgender|latina|african american"
)


def refusal(folded: str) -> Refusal | None:
    """The first rule that refuses a folded text, or None."""
    automaton, owners = _triggers()
    hits = {owners[index] for index, _, _ in automaton.find_matches_as_indexes(folded, overlapping=True)}
    for number in sorted(hits):
        rule = rules()[number]
        match = rule.pattern.search(folded)
        if match and not (rule.unless and rule.unless.search(folded)):
            return Refusal(rule, match.start(), match.end())
    return None
