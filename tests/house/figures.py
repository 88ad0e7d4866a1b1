"""What is worth knowing about the house after a whole test run."""

from __future__ import annotations

from statistics import median

from tests.house.source import rows, shown, under
from tests.house.traceability import named, uncovered

OWNED = ("A", "B")
"""The slices of the requirement tables that are being built or done."""


def lines() -> list[str]:
    """The figures, a line each."""
    return [_sizes(), *(_rows(owner) for owner in OWNED)]


def _sizes() -> str:
    sizes = {p: p.read_text("utf-8").count("\n") for p in under("src") if p.name != "__init__.py"}
    longest = max(sizes, key=lambda p: sizes[p])
    return (
        f"src: {len(sizes)} modules, median {median(sizes.values()):.0f} lines, "
        f"longest {sizes[longest]} ({shown(longest)})"
    )


def _rows(owner: str) -> str:
    have = named().keys()
    mine = {r.id for r in rows().values() if r.slice == owner}
    lacking = uncovered(owner)
    tail = f"; must rows without one: {' '.join(lacking)}" if lacking else ""
    return f"requirements: {len(mine & have)} of {len(mine)} rows of slice {owner} have a test{tail}"
