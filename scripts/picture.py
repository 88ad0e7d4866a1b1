"""Draws ``docs/terminal.svg``: a real search over the generated catalogue, as the terminal shows it.

Run by hand when the look of the answer changes: the demo's dates move with the day.
"""

from __future__ import annotations

import io
import tempfile
from datetime import date
from pathlib import Path

import orjson
from rich.console import Console
from rich.terminal_theme import MONOKAI

from serendip.bootstrap import Home
from serendip.cli.render import show_snapshot
from serendip.core.clock import FixedClock
from serendip.quality.channels import generate
from serendip.search.session.once import Once, answer
from serendip.search.session.rendering import render
from serendip.settings import Settings

REQUEST = "find US car parts reviewers with 5k-20k followers, recently active"
DAY = date(2026, 11, 30)
TARGET = Path(__file__).resolve().parent.parent / "docs" / "terminal.svg"
STYLE = (
    '<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg"><style>'
    ".{unique_id}-matrix {{ font-family: Menlo, Consolas, monospace; font-size: {char_height}px;"
    " line-height: {line_height}px; font-variant-east-asian: full-width; }} {styles}</style>"
    '<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}"'
    ' height="{terminal_height}" /></clipPath>{lines}</defs>{chrome}'
    '<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">'
    '{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>'
)


def main() -> None:
    """Search in a new home and write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Settings(home=Path(folder)), FixedClock.on(DAY))
        home.store.write(list(generate(5000, 7, DAY)))
        home.catch_up()
        session = answer(home.sessions, "local", Once(REQUEST, limit=5, as_of=DAY))
        shown = orjson.loads(render(session, home.config))
        home.close()
    console = Console(record=True, width=150, file=io.StringIO(), markup=False, highlight=False)
    console.print(f'$ serendip find "{REQUEST}"', style="bold")
    show_snapshot(shown, "en", console)
    console.save_svg(str(TARGET), title="serendip", theme=MONOKAI, code_format=STYLE, unique_id="terminal")


if __name__ == "__main__":
    main()
