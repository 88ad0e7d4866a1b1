"""``serendip find``: over the running server when there is one, else in this process. One shape for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from serendip.bootstrap import Home, load
from serendip.cli.console import language, print_json
from serendip.cli.remote import ask_server
from serendip.core.errors import InputError


@dataclass(frozen=True, slots=True)
class FindOptions:
    """The options of one search, as given."""

    platform: str = "youtube"
    limit: int = 20
    as_of: date | None = None
    sort: str | None = None
    target: str | None = None
    any_keyword: bool = False
    include_unknown: bool = False
    cursor: str | None = None


def run_find(parts: Sequence[str], options: FindOptions, *, use_server: bool, as_json: bool) -> None:
    """Search and print."""
    body = request_body(parts, options)
    answer = ask_server(load(), body) if use_server else None
    if answer is None:
        answer = _here(body)
    if as_json:
        print_json(answer)
        return
    from serendip.cli.render import show_outcome

    show_outcome(answer, body["locale"])


def request_body(parts: Sequence[str], options: FindOptions) -> dict[str, Any]:
    """The body for ``POST /api/channels/search``. ``-word`` excludes the word; a dash alone is text."""
    wrong = next((p for p in parts if p.startswith("--")), None)
    if wrong is not None:
        raise InputError(
            "ERR_USAGE",
            zh=f"没有选项 {wrong}；`serendip find --help` 列出全部选项",
            en=f"There is no option {wrong}; `serendip find --help` lists them all",
        )
    excluded = [p[1:] for p in parts if p.startswith("-") and len(p) > 1]
    text = "\n".join(p for p in parts if not (p.startswith("-") and len(p) > 1))
    return {
        "text": text,
        "excluded": excluded,
        "platform": options.platform,
        "limit": options.limit,
        "as_of": options.as_of.isoformat() if options.as_of else None,
        "sort": options.sort,
        "target": options.target,
        "any_keyword": options.any_keyword,
        "unknown": "include" if options.include_unknown else "exclude",
        "cursor": options.cursor,
        "locale": language(text),
    }


def _here(body: dict[str, Any]) -> dict[str, Any]:
    from serendip.core.clock import SystemClock
    from serendip.search.present import outcome_json
    from serendip.search.service import Ask

    today = date.fromisoformat(body["as_of"]) if body["as_of"] else SystemClock().now().date()
    names = ("text", "platform", "limit", "cursor", "sort", "unknown", "any_keyword", "target")
    ask = Ask(today=today, excluded=tuple(body["excluded"]), **{n: body[n] for n in names})
    home = Home(load())
    try:
        return outcome_json(home.search.find(ask), body["locale"])
    finally:
        home.close()
