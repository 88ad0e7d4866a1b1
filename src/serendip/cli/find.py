"""``serendip find``: a search session without a page, by the running server when there is one, else here."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import orjson

from serendip.bootstrap import Home, load
from serendip.cli.console import language, print_json
from serendip.cli.remote import Server, server
from serendip.core.errors import InputError

if TYPE_CHECKING:
    from serendip.search.session.model import Session

USER = "local"
REST_S = 30
"""How long an answer is waited for."""


@dataclass(frozen=True, slots=True)
class FindOptions:
    """The options of one search, as given.

    ``keep`` makes it the active session; ``session`` goes on with one, where ``answer`` and ``apply`` are
    numbers of what it offered.
    """

    platform: str = "youtube"
    limit: int = 20
    page: int = 1
    as_of: date | None = None
    sort: str | None = None
    target: str | None = None
    any_keyword: bool = False
    include_unknown: bool = False
    keep: bool = False
    session: str | None = None
    answer: int | None = None
    apply: int | None = None
    undo: bool = False


def run_find(parts: Sequence[str], options: FindOptions, *, use_server: bool, as_json: bool) -> None:
    """Search, or go on with a session, and print the snapshot."""
    body = request_body(parts, options)
    settings = load()
    with server(settings, settings.search_timeout_s + REST_S) as running:
        remote = running if use_server else None
        if options.session is not None:
            found = _go_on(remote, options.session, body["text"], options)
        else:
            found = remote.post("/api/channels/search", body) if remote is not None else _here(body)
    if as_json:
        print_json(found)
        return
    from serendip.cli.render import show_snapshot

    stored = options.keep or options.session is not None
    show_snapshot(found, found["locale"] if options.session else body["locale"], stored=stored)


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
        "page": options.page,
        "as_of": options.as_of.isoformat() if options.as_of else None,
        "sort": options.sort,
        "target": options.target,
        "any_keyword": options.any_keyword,
        "unknown": "include" if options.include_unknown else "exclude",
        "locale": language(text),
        "keep": options.keep,
    }


def _here(body: dict[str, Any]) -> dict[str, Any]:
    """The same in this process."""
    from serendip.search.session.once import Once, answer

    said: dict[str, Any] = {name: value for name, value in body.items() if name != "keep"}
    said["as_of"] = date.fromisoformat(body["as_of"]) if body["as_of"] else None
    said["excluded"] = tuple(body["excluded"])
    once = Once(**said)
    home = Home(load())
    try:
        session = answer(home.sessions, USER, once)
        return _json(home, home.sessions.keep(session) if body["keep"] else session)
    finally:
        home.close()


def _go_on(remote: Server | None, session_id: str, text: str, options: FindOptions) -> dict[str, Any]:
    """One action on a stored session, and the state that it comes to rest in."""
    if remote is not None:
        now = remote.get(f"/api/sessions/{session_id}")
        body = {"revision": now["revision"], "action": action_of(now, text, options)}
        return remote.post(f"/api/sessions/{session_id}/actions?wait={REST_S}", body)
    from pydantic import Discriminator, TypeAdapter

    from serendip.search.session.actions import Action

    home = Home(load())
    try:
        session = home.sessions.get(USER, session_id)
        said = action_of(_json(home, session), text, options)
        kinds = TypeAdapter[Any](Annotated[Action, Discriminator("action")])
        action = kinds.validate_python(said)
        still = threading.Event()
        home.sessions.act(session, action, session.revision)
        home.sessions.presence.when_at_rest(session_id, still.set)
        still.wait(REST_S)
        return _json(home, home.sessions.get(USER, session_id))
    finally:
        home.close()


def action_of(now: dict[str, Any], text: str, options: FindOptions) -> dict[str, Any]:
    """What the options ask of a session: one action, numbers counted from 1 as they were printed."""
    if options.answer is not None:
        question: dict[str, Any] = now["question"] or {}
        option = _numbered(question.get("options", []), options.answer, "--answer")
        return {
            "action": "answer", "question_id": question["question_id"], "option_id": option["option_id"],
        }  # fmt: skip
    if options.apply is not None:
        way = _numbered(now["repair"]["suggestions"], options.apply, "--apply")
        return {"action": "A_REPAIR_APPLY_SUGGESTION", "suggestion_id": way["suggestion_id"]}
    if options.undo:
        told = [m for m in now["notices"] if m["can_undo"]]
        return {"action": "undo", "message_id": _numbered(told, len(told), "--undo")["message_id"]}
    if not text and options.page > 1:
        return {"action": "page", "page": options.page}
    return {"action": "submit", "text": text}


def _numbered(listed: list[dict[str, Any]], number: int, option: str) -> dict[str, Any]:
    if 1 <= number <= len(listed):
        return listed[number - 1]
    raise InputError(
        "ERR_USAGE",
        zh=f"{option}：现在没有第 {number} 项（共 {len(listed)} 项）；先用 --session 查看这个搜索",
        en=f"{option}: there is no number {number} now (there are {len(listed)}); look at the session first",
    )


def _json(home: Home, session: Session) -> dict[str, Any]:
    from serendip.search.session.rendering import render

    return orjson.loads(render(session, home.config))
