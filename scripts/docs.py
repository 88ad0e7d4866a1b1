"""Write the reference pages of docs/ from the code, or check (``--check``) that they are in step with it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import reference

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"
MARK = "<!-- Made by scripts/docs.py from the code; edits here are lost. -->\n"


class Page(NamedTuple):
    """A page of the reference: its file, its title, the module it speaks of, and what makes its text."""

    name: str
    title: str
    module: str
    make: Callable[[], str]


PAGES = (
    Page("cli.md", "Commands", "serendip.cli.main", reference.commands),
    Page("errors.md", "Errors", "serendip.core.errors", reference.errors),
    Page("fields.md", "Fields", "serendip.catalogue.fields", reference.fields),
    Page("messages.md", "Messages of the search box", "serendip.search.messages", reference.messages),
    Page("openapi.json", "The JSON endpoint (OpenAPI)", "serendip.web.app", reference.openapi),
    Page(
        "session-states.md",
        "States of a search session",
        "serendip.search.session.print_tables",
        reference.session_states,
    ),
    Page("settings.md", "Settings", "serendip.settings", reference.settings),
    Page("terms.md", "Terms", "serendip.search.terms", reference.terms),
)


def texts() -> dict[Path, str]:
    """Every file with the text that it should have now."""
    pages = [p for p in PAGES if find_spec(p.module) is not None]
    made = {
        REFERENCE / p.name: f"{MARK}# {p.title}\n\n{p.make().strip()}\n"
        if p.name.endswith(".md")
        else p.make()
        for p in pages
    }
    index = "".join(f"- [{p.title}]({p.name})\n" for p in pages)
    return {REFERENCE / "README.md": f"{MARK}# Reference\n\n{index}", **made}


def main(arguments: list[str]) -> int:
    """Exit status 1 when ``--check`` finds a page out of step."""
    late = {p: text for p, text in texts().items() if not p.is_file() or p.read_text("utf-8") != text}
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
