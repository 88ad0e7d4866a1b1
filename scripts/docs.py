"""Write the reference pages of docs/ from the code, or check (``--check``) that they are in step with it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import reference

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"
MARK = "<!-- Made by scripts/docs.py from the code; edits here are lost. -->\n"

PAGES: dict[str, tuple[str, Callable[[], str]]] = {
    "cli.md": ("serendip.cli.main", reference.commands),
    "errors.md": ("serendip.core.errors", reference.errors),
    "fields.md": ("serendip.catalogue.fields", reference.fields),
    "messages.md": ("serendip.search.messages", reference.messages),
    "settings.md": ("serendip.settings", reference.settings),
    "terms.md": ("serendip.search.terms", reference.terms),
}
"""File name under docs/reference -> the module that it speaks of, and the function that makes its text."""


def pages() -> dict[Path, str]:
    """Every page with the text that it should have now."""
    made = {
        REFERENCE / name: MARK + make().rstrip() + "\n"
        for name, (module, make) in PAGES.items()
        if find_spec(module) is not None
    }
    index = "".join(f"- [{text[len(MARK) :].splitlines()[0][2:]}]({p.name})\n" for p, text in made.items())
    return {REFERENCE / "README.md": f"{MARK}# Reference\n\n{index}", **made}


def main(arguments: list[str]) -> int:
    """Exit status 1 when ``--check`` finds a page out of step."""
    late = {p: text for p, text in pages().items() if not p.is_file() or p.read_text("utf-8") != text}
    if arguments == ["--check"]:
        for page in late:
            print(
                f"{page.relative_to(ROOT)} is out of step with the code: run .venv/bin/python scripts/docs.py"
            )
        return int(bool(late))
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for page, text in late.items():
        page.write_text(text, "utf-8")
        print(f"wrote {page.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
