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
    table = tomllib.loads(data)
    words: dict[str, str] = {}
    for name, said in table["words"].items():
        words[name] = _filled(said, words)
    return tuple(
        Rule(
            r["code"], r["zh"], r["en"], r["note"], tuple(r["triggers"]),
            re.compile("|".join(f"(?:{_filled(p, words)})" for p in r["patterns"])),
            re.compile("|".join(f"(?:{p})" for p in r["unless"])) if r["unless"] else None,
            tuple(r["holds"]), tuple(r["free"]),
        )
        for r in table["rule"]
    )  # fmt: skip


_NAMED = re.compile(r"%(\w+)%")


def _filled(pattern: str, words: dict[str, str]) -> str:
    """A pattern with its %named% sets of words put in; KeyError for a name that none before has."""
    return _NAMED.sub(lambda m: words[m[1]], pattern)


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


TASK = "unsupported_request"
"""The code of what is no channel search; every other one is sensitive."""


def refusal(folded: str) -> Refusal | None:
    """The first rule that refuses a folded text, or None.

    A task that only follows a search (``find US creators and write them an email``) refuses nothing; see
    ``later_tasks``.
    """
    for rule in _woken(folded):
        match = rule.pattern.search(folded)
        if (
            match
            and not (rule.unless and rule.unless.search(folded))
            and not (rule.code == TASK and _follows(folded, match.start()))
        ):
            return Refusal(rule, match.start(), match.end())
    return None


@cache
def tasks() -> Rule:
    """The rule for requests that are no channel search."""
    return next(rule for rule in rules() if rule.code == TASK)


def later_tasks(folded: str) -> list[tuple[int, int]]:
    """Offsets of tasks that follow a search: the search runs, the task is marked."""
    rule = tasks()
    if rule.unless and rule.unless.search(folded):
        return []
    return [m.span() for m in rule.pattern.finditer(folded) if _follows(folded, m.start())]


def _woken(folded: str) -> list[Rule]:
    automaton, owners = _triggers()
    hits = {owners[index] for index, _, _ in automaton.find_matches_as_indexes(folded, overlapping=True)}
    return [rules()[number] for number in sorted(hits)]


_SEARCHES = re.compile(
    "找|搜|博主|达人|红人|频道|网红|find|search|looking for|creators|influencers|channels|youtubers"
)


def _follows(folded: str, at: int) -> bool:
    """Whether a search stands before the task."""
    return _SEARCHES.search(folded, 0, at) is not None
