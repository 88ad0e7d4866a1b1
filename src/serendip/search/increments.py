"""How a text changes the search that is there (section 14.3): 再加英国, only UK, 把美国换成英国.

A text is cut where its words say a change. Each part is understood by itself, and its conditions carry what
is to become of them in ``extra["change"]``: ``add``, ``only``, ``replace`` or ``remove``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

Change = Literal["add", "only", "replace", "remove"]

_BREAK: Final = re.compile(r"[,.](?!\d)|(?<!\d)[,.]|[，；;|\n。!！?？、]")
_LIST_BREAK: Final = "、"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the text that says one thing.

    Attributes:
        start, end: half-open offsets of what it speaks of; the first fragment ends at ``first``.
        change: what it does with its conditions, None when it only states them.
        cues: offsets of the words that say the change.
        old: offsets of the value that is replaced, when one is named.
        note: why the part cannot be applied (a wish for more or less without a number).
    """

    start: int
    end: int
    first: int
    change: Change | None = None
    cues: tuple[tuple[int, int], ...] = ()
    old: tuple[int, int] | None = None
    note: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class _Rules:
    leads: tuple[tuple[Change, re.Pattern[str]], ...]
    tails: tuple[tuple[Change, re.Pattern[str]], ...]
    swaps: tuple[re.Pattern[str], ...]
    inner: re.Pattern[str]
    opens: re.Pattern[str]
    relative: re.Pattern[str]
    more: re.Pattern[str]
    notes: tuple[tuple[str, str], tuple[str, str], tuple[str, str]]
    wider: re.Pattern[str]
    named: re.Pattern[str]
    begins: re.Pattern[str]
    earlier: re.Pattern[str]


_KINDS: Final[tuple[Change, ...]] = ("replace", "only", "remove", "add")


@cache
def _rules() -> _Rules:
    table: dict[str, Any] = tomllib.loads(
        files("serendip.search.lexicon").joinpath("data", "changes.toml").read_text(encoding="utf-8")
    )
    before = table["before"]
    relative, wider = table["relative"], table["wider"]
    return _Rules(
        tuple(
            (kind, re.compile(f"{before}(?P<cue>(?:{'|'.join(table[kind]['lead'])})(?![a-z])) ?,? ?(?=.)"))
            for kind in _KINDS
        ),
        tuple((kind, re.compile(f"(?:(?<=[^a-z]))(?:{'|'.join(table[kind]['tail'])})$")) for kind in _KINDS),
        tuple(re.compile(f"{before}{form}") for form in table["swap"]["forms"]),
        re.compile(table["inner"]["heads"]),
        re.compile(before + table["inner"]["opens"]),
        re.compile(f"{before}(?:{'|'.join(relative['forms'])})"),
        re.compile(relative["more"]),
        (
            (relative["zh"], relative["en"]), (relative["more_zh"], relative["more_en"]),
            (wider["zh"], wider["en"]),
        ),
        re.compile(f"{before}(?:{'|'.join(wider['forms'])})"),
        re.compile(table["named"]["ends"]),
        re.compile(table["named"]["begins"]),
        re.compile(table["swap"]["from"]),
    )  # fmt: skip


def parts(folded: str, names: frozenset[tuple[int, int]]) -> tuple[Part, ...]:
    """The parts of a folded text, () when nothing in it says a change.

    ``names`` are the offsets of links and known names (``Just Dance``): nothing inside one says a change.
    """
    out: list[Part] = []
    for start, end in _fragments(folded, names):
        for part in _fragment(folded, start, end, names):
            joined = part.change is None and part.note is None and out and out[-1].note is None
            if joined and _open_end(out[-1]) and not _rules().opens.match(folded, part.start):
                out[-1] = replace(out[-1], end=part.end)
            else:
                out.append(part)
    return tuple(out) if any(p.change or p.note for p in out) else ()


def _open_end(part: Part) -> bool:
    """Whether nothing of a part stands behind what it speaks of: the next fragment goes on with it."""
    return all(end <= part.end for _, end in (*part.cues, part.old or (0, 0)))


def _fragments(folded: str, names: frozenset[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    low = 0
    for match in _BREAK.finditer(folded):
        if any(a <= match.start() < b for a, b in names):
            continue
        yield from _trimmed(folded, low, match.start())
        low = match.end()
    yield from _trimmed(folded, low, len(folded))


def _trimmed(folded: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    while low < high and folded[low].isspace():
        low += 1
    while high > low and folded[high - 1].isspace():
        high -= 1
    if low < high:
        yield low, high


def _fragment(folded: str, low: int, high: int, names: frozenset[tuple[int, int]]) -> list[Part]:
    rules = _rules()
    said = folded[low:high]
    if rules.relative.fullmatch(said):
        note = rules.notes[1 if rules.more.search(said) else 0]
        return [Part(low, high, high, note=note)]
    if rules.wider.fullmatch(said):
        return [Part(low, high, high, note=rules.notes[2])]
    swapped = _swap(folded, low, high, names)
    if swapped is not None:
        return [swapped]
    out: list[Part] = []
    opening = _lead(folded, low, high, names)
    if opening is not None or rules.opens.match(said):
        inside = opening.start + 1 if opening is not None else low + 1
        cut = next((m.start() for m in rules.inner.finditer(folded, inside, high)), high)
        if cut < high:
            first = next(iter(_trimmed(folded, low, cut)))
            rest = next(iter(_trimmed(folded, cut, high)))
            return [*_fragment(folded, *first, names), *_fragment(folded, *rest, names)]
    if opening is not None:
        tail = _tail(folded, opening.start, high, names, only=opening.change)
        out.append(tail or opening)
    else:
        out.append(_tail(folded, low, high, names) or Part(low, high, high))
    return out


def _lead(folded: str, low: int, high: int, names: frozenset[tuple[int, int]]) -> Part | None:
    for kind, rule in _rules().leads:
        match = rule.match(folded, low, high)
        if match and not _inside_name(match.start("cue"), match.end("cue"), names):
            return Part(match.end(), high, high, kind, ((low, match.end("cue")),))
    return None


def _tail(
    folded: str, low: int, high: int, names: frozenset[tuple[int, int]], only: Change | None = None
) -> Part | None:
    """A change said at the end; behind a lead only one that says the same (also UK too)."""
    for kind, rule in _rules().tails:
        match = rule.search(folded[:high], low + 1)
        if match and only in {None, kind} and not _inside_name(match.start(), high, names):
            start = low + 1 if folded[low] in "把将" else low
            cues = ((low, start),) if start > low else ()
            end = next((h for _, h in _trimmed(folded, start, match.start())), match.start())
            return Part(start, end, end, kind, (*cues, (match.start(), high)))
    return None


def _swap(folded: str, low: int, high: int, names: frozenset[tuple[int, int]]) -> Part | None:
    for rule in _rules().swaps:
        match = rule.fullmatch(folded, low, high)
        if match is None or (match.start("x") == low and _lead(folded, low, high, names) is not None):
            continue
        old, new = match.span("x"), match.span("y")
        edges = [low, *sorted((*old, *new)), high]
        cues = tuple((a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if folded[a:b].strip())
        earlier = _rules().earlier.search(folded, *old)
        if earlier is not None:
            cues, old = (*cues, (earlier.start(), old[1])), (old[0], earlier.start())
        return Part(new[0], new[1], new[1], "replace", tuple(sorted(cues)), old)
    return None


def _inside_name(low: int, high: int, names: frozenset[tuple[int, int]]) -> bool:
    return any(a <= low < b and high < b for a, b in names)


def named(folded: str, low: int, high: int) -> tuple[int, int]:
    """What is named, without the words for a filter or a word around it (粉丝条件, the word camping)."""
    behind = _rules().named.search(folded[:high], low)
    ahead = _rules().begins.search(folded[low:high])
    return low + (ahead.end() if ahead else 0), behind.start() if behind else high
