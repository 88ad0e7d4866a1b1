"""Write the reference pages of docs/ from the code, or check (``--check``) that they are in step with it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"

PAGES: dict[str, Callable[[], str]] = {}
"""File name under docs/reference -> the function that makes its text."""


def stale() -> list[Path]:
    """The pages whose committed text is not what the code says now."""
    made = {REFERENCE / name: make() for name, make in PAGES.items()}
    return [p for p, text in made.items() if not p.is_file() or p.read_text("utf-8") != text]


def main(arguments: list[str]) -> int:
    """Exit status 1 when ``--check`` finds a page out of step."""
    late = stale()
    if arguments == ["--check"]:
        for page in late:
            print(f"{page.relative_to(ROOT)} is out of step with the code: run python scripts/docs.py")
        return int(bool(late))
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for page in late:
        page.write_text(PAGES[page.name](), "utf-8")
        print(f"wrote {page.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
