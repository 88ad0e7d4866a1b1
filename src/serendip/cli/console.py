"""Where words go: results to standard output, progress, notices and errors to standard error."""

from __future__ import annotations

import os
import sys
from typing import Any

import orjson
from rich.console import Console

from serendip.bootstrap import load
from serendip.core.errors import SerendipError


def out() -> Console:
    """The console for results. Text is never read as markup."""
    console = Console(markup=False, highlight=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPED_WIDTH
    return console


PIPED_WIDTH = 150
"""How wide a table is drawn into a file or a pipe."""


def err() -> Console:
    """The console for everything that is not the result."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.buffer.write(orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    sys.stdout.flush()


def language(text: str = "") -> str:
    """``zh`` or ``en``: as set, else that of the text, else that of the terminal."""
    try:
        chosen = load().locale
    except SerendipError:
        chosen = None  # the settings' own error must still be said in some language
    if chosen is not None:
        return chosen
    if any("\u4e00" <= c <= "\u9fff" for c in text):
        return "zh"
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "zh" if not text and spoken.lower().startswith("zh") else "en"


def complain(error: SerendipError, *, as_json: bool, locale: str) -> None:
    """Say an error: as JSON on standard output for machines, in a sentence on standard error for people."""
    if as_json:
        print_json({"error": error.as_dict()})
        return
    line = error.details.get("line")
    where = f" (line {line})" if line is not None else ""
    err().print(f"{error.message(locale)}{where}  [{error.code}]", style="red", soft_wrap=True)
