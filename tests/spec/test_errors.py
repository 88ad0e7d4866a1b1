"""Every error of an operation: its code and both sentences over HTTP, and nothing lost (section 20.2)."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

import serendip
from serendip.core.errors import InputError
from serendip.search.session.events import Submit
from serendip.search.session.model import Session
from serendip.search.session.moves import require_legal
from serendip.search.session.runner import Start
from serendip.web.errors import ERRORS, STATUS
from tests.spec.box import Box
from tests.spec.conftest import Running
from tests.unit.session.walking import fresh

PACKAGE = Path(serendip.__file__).parent
DRAFT = "half a wo"
Act = tuple[str, dict[str, Any]]


def twin(box: Box) -> Act:
    box.submit("pool, vest")
    box.act("begin_edit", node_id=box.nodes("keyword")[0]["node_id"])
    return "commit_edit", {"text": "vest"}


def second_anchor(box: Box) -> Act:
    box.submit("https://www.youtube.com/@abc")
    first = box.node("anchor")["node_id"]
    box.act("remove", node_id=first)
    box.submit("https://www.youtube.com/@xyz")
    return "restore", {"node_id": first}


def failed_link(box: Box) -> Act:
    box.submit("https://www.youtube.com/playlist?list=PL1")
    return "A_REPAIR_FIX_URL", {"url": " "}


def open_question(box: Box) -> Act:
    box.submit("帮我找合适的红人")
    return "collapse", {}


def stale(box: Box) -> Act:
    box.submit("pool")
    return "submit", {"text": "vest", "revision": 0}


def closed(box: Box) -> Act:
    box.submit("pool")
    old = box.now
    box.reset()
    box.now = old
    return "retry", {}


def plain(action: str, **said: Any) -> Callable[[Box], Act]:
    def setting(box: Box) -> Act:
        box.submit("pool")
        return action, said

    return setting


CASES: dict[str, Callable[[Box], Act]] = {
    "ERR_SESSION_CLOSED": closed,
    "ERR_STALE_REVISION": stale,
    "ERR_INVALID_VALUE": plain("set_filter", field="followers", value={"min": -1, "max": None}),
    "ERR_NODE_NOT_FOUND": plain("remove", node_id="n999"),
    "ERR_INPUT_TOO_LONG": plain("submit", text="word " * 401),
    "ERR_KEYWORD_TOO_LONG": plain("submit", text="x" * 101),
    "ERR_TOO_MANY_KEYWORDS": plain("submit", text=", ".join(f"tag{i}" for i in range(21))),
    "ERR_DUPLICATE_KEYWORD": twin,
    "ERR_EMPTY_INPUT": failed_link,
    "ERR_SECOND_ANCHOR": second_anchor,
    "ERR_ACTION_NOT_AVAILABLE": plain("commit_edit", text="x"),
    "ERR_QUESTION_CLOSED": plain("answer", question_id="q999", option_id="o1"),
    "ERR_COLLAPSE_BLOCKED": open_question,
}
"""What provokes each error, after some ordinary use."""


def well_said(reply: httpx.Response, code: str) -> dict[str, Any]:
    """The error, when it is ``code`` with the status of the table and sentences in both languages."""
    error = reply.json()["error"]
    assert (reply.status_code, error["code"]) == (STATUS[code], code)
    assert re.search("[\u4e00-\u9fff]", error["message_zh"])
    assert re.search("[A-Za-z]{3}", error["message_en"])
    return error


@pytest.mark.req("CS-252")
@pytest.mark.parametrize("code", CASES)
def test_an_error_says_what_is_wrong_and_loses_nothing(server: Running, box: Box, code: str):
    action, said = CASES[code](box)
    where = f"/api/sessions/{box.now['session_id']}"
    if box.http.get(where).json()["active"]:
        box.act("type", text=DRAFT)
    before = box.http.get(where).json()
    assert before["editor"]["draft_text"] == (DRAFT if before["active"] else before["editor"]["draft_text"])
    revision = said.pop("revision", before["revision"])
    body = {"revision": revision, "action": {"action": action, **said}}
    well_said(server.http.post(f"{where}/actions", json=body), code)
    assert box.http.get(where).json() == before


@pytest.mark.req("CS-252")
def test_errors_outside_of_sessions_are_said_as_well(server: Running):
    http = server.http
    well_said(http.get("/api/sessions/nothing"), "ERR_SESSION_NOT_FOUND")
    well_said(http.post("/api/sessions", json={"platform": "weibo"}), "ERR_UNKNOWN_PLATFORM")
    well_said(http.get("/api/health", headers={"Host": "evil.example"}), "ERR_NOT_LOCAL")
    well_said(http.get("/api/nowhere"), "ERR_HTTP_404")
    well_said(http.put("/api/sessions", json={}), "ERR_HTTP_405")
    well_said(http.get("/api/channels/youtube/nobody"), "ERR_CHANNEL_NOT_FOUND")


@pytest.mark.req("CS-252")
def test_no_illegal_state_is_ever_entered():
    """The last guard: it refuses what no row of the tables should lead to."""
    wrong: Session = replace(fresh(), container="compact_resolving", agent_state="results_ready")
    with pytest.raises(InputError) as refused:
        require_legal(wrong)
    assert refused.value.code == "ERR_ILLEGAL_TRANSITION"
    assert refused.value.zh
    assert refused.value.en


HOSTILE: dict[str, tuple[str, dict[str, Any]]] = {
    "not JSON": ("ERR_INVALID_VALUE", {"content": b"{", "headers": {"Content-Type": "application/json"}}),
    "not UTF-8": ("ERR_INVALID_VALUE", {"content": b'{"platform":"\xed\xa0\x80"}'}),
    "UTF-16": ("ERR_INVALID_VALUE", {"content": '{"platform":"x"}'.encode("utf-16")}),
    "too deep": ("ERR_INVALID_VALUE", {"content": b"[" * 100_000}),
    "endless number": ("ERR_INVALID_VALUE", {"content": b'{"platform":' + b"9" * 5000 + b"}"}),
    "a list": ("ERR_INVALID_VALUE", {"json": []}),
    "nothing": ("ERR_INVALID_VALUE", {"content": b""}),
    "more than asked": ("ERR_INVALID_VALUE", {"json": {"platform": "x", "admin": True}}),
    "a form": ("ERR_CONTENT_TYPE", {"data": {"platform": "x"}}),
    "plain text": ("ERR_CONTENT_TYPE", {"content": b"{}", "headers": {"Content-Type": "text/plain"}}),
    "large": ("ERR_BODY_TOO_LARGE", {"json": {"platform": "x" * 256 * 1024}}),
    "very large": ("ERR_BODY_TOO_LARGE", {"content": b"x" * 10_000_000}),
    "in pieces": ("ERR_BODY_TOO_LARGE", {"content": (b"x" * 1000 for _ in range(1000))}),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_bodies_that_cannot_be_used_are_refused_in_words(server: Running, what: str):
    code, body = HOSTILE[what]
    well_said(server.http.post("/api/sessions", **body), code)


@pytest.mark.parametrize(
    "text",
    [
        '"swim \\ud800 vest"',
        '"\\udfff\\ud83d"',
        '"swim \\u0000 vest"',
        '"\\ufffe\\u202e"',
        '"\\ud83d\\ude00"',
    ],
)
def test_broken_characters_do_no_harm(server: Running, box: Box, text: str):
    where = f"/api/sessions/{box.now['session_id']}/actions"
    for action in ("submit", "type", "blur"):
        revision = box.reload()["revision"]
        body = f'{{"revision": {revision}, "action": {{"action": "{action}", "text": {text}}}}}'
        reply = server.http.post(where, params={"wait": 20}, content=body.encode())
        assert reply.status_code == 200, reply.text
        assert not re.search("[\ud800-\udfff\x00]", reply.json()["editor"]["draft_text"])


ODD = (
    "NaN", "Infinity", "1e400", "-1", "0", "1.5", "9" * 300, '"x"', "null", "true", "[]", "{}", "[null]",
    '{"min": NaN, "max": null}', '{"min": null, "max": null}', '{"min": 1}', '{"max": 1e308}', '[[["a"]]]',
    '{"min": {"min": 1}}', '"\\u0000"', '["\\ud800"]', '{"a": 1}', '"2026-13-45"', "1e18", '["US", "ZZ9"]',
    '{"min": -9223372036854775809, "max": null}', '{"min": 1e30, "max": 1e31}', "[true]", '"5k-20k"',
)  # fmt: skip


@pytest.mark.parametrize(
    "field", ["followers", "last_active_days", "region", "category", "keyword", "nothing"]
)
def test_no_value_is_so_odd_that_the_server_fails(server: Running, box: Box, field: str):
    """Each is refused by its field, or executed; a search never fails on it."""
    box.submit("pool")
    where = f"/api/sessions/{box.now['session_id']}/actions"
    for value in ODD:
        revision = box.reload()["revision"]
        action = f'{{"action": "set_filter", "field": "{field}", "value": {value}}}'
        body = f'{{"revision": {revision}, "action": {action}}}'
        reply = server.http.post(where, params={"wait": 20}, content=body.encode())
        if reply.status_code == 200:
            assert "MSG_SEARCH_FAILED" not in {m["code"] for m in reply.json()["notices"]}, value
        else:
            error = reply.json()["error"]
            assert (reply.status_code, error["code"]) == (422, "ERR_INVALID_VALUE"), value
            assert error["field"], value


@pytest.mark.parametrize("day", ["0001-01-01", "1969-12-31", "9999-12-31"])
def test_no_day_is_so_far_that_a_search_fails(server: Running, day: str):
    home = server.home.sessions
    begun = replace(home.start(Start("far", "youtube")), as_of=date.fromisoformat(day))
    found = home.run_to_rest(begun, Submit("近 30 天活跃、开号半年以上的美妆博主"))
    assert found.applied_seq == 1
    assert "MSG_SEARCH_FAILED" not in {m.code for m in found.notices}


def spoken(layer: str) -> set[str]:
    """The codes that stand in the code of one layer."""
    trees = (ast.parse(p.read_text("utf-8")) for p in (PACKAGE / layer).rglob("*.py"))
    texts = (n.value for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Constant))
    return {t for t in texts if isinstance(t, str) and re.fullmatch(r"ERR_[A-Z_]+[A-Z]", t)}


NOT_ANSWERED = {
    "ERR_VECTOR_SIZE", "ERR_INDEX_LOCKED", "ERR_INDEX_WRITE", "ERR_NOT_STORABLE", "ERR_NO_IDENTITY",
    "ERR_STORE_NEWER", "ERR_STORE_NOT_DATABASE",
}  # fmt: skip
"""Of commands that write the index or the catalogue, and of a server that does not start."""


@pytest.mark.req("CS-252")
def test_the_table_of_errors_is_whole():
    reached = spoken("search") | spoken("index") | spoken("store") | spoken("web")
    assert reached - set(STATUS) == NOT_ANSWERED
    assert len(STATUS) == len(ERRORS)
    assert all(row.zh and row.en and row.when for row in ERRORS)
    of_sessions = {row.code for row in ERRORS[: ERRORS.index(next(r for r in ERRORS if r.status == 401))]}
    shown = {*CASES, "ERR_SESSION_NOT_FOUND", "ERR_UNKNOWN_PLATFORM", "ERR_ILLEGAL_TRANSITION"}
    assert of_sessions - shown == {"ERR_SEARCH_FAILED"}
