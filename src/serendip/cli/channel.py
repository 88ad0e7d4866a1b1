"""``serendip channel``: everything that is known of one channel."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from serendip.bootstrap import Home, load
from serendip.cli.console import language, out, print_json
from serendip.search.lookup import the_channel
from serendip.search.present import channel_json


def run_channel(called: str, platform: str, *, as_json: bool) -> None:
    """Print one channel."""
    home = Home(load())
    try:
        found = the_channel(home.store, platform, called)
    finally:
        home.close()
    body = channel_json(found)
    if as_json:
        print_json(body)
    else:
        _show(body, zh=language() == "zh")


def _show(body: dict[str, Any], *, zh: bool) -> None:
    console = out()
    console.print(f"{body['name']}  {body['url'] or ''}", style="bold")
    if body["description"]:
        console.print(body["description"], style="dim")
    if body["tags"]:
        console.print(("标签：" if zh else "Tags: ") + ", ".join(body["tags"]))
    heads = ("字段", "值", "日期", "依据", "说明") if zh else ("Field", "Value", "Date", "Basis", "Note")
    table = Table(*heads, box=None, header_style="bold")
    for name, fact in sorted(body["facts"].items()):
        value = (
            ", ".join(map(str, fact["value"])) if isinstance(fact["value"], tuple | list) else fact["value"]
        )
        table.add_row(name, str(value), fact["as_of"] or "", fact["basis"], fact["note"] or "")
    console.print(table)
    for title in body["titles"]:
        console.print(f"· {title}", style="dim")
