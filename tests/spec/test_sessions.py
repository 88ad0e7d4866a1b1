"""Sessions over HTTP, row by row: one a page, complete, resumed, guarded, repeated (section 19)."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from serendip.bootstrap import Home
from serendip.core.clock import FixedClock
from serendip.core.errors import InputError
from serendip.search.session.events import Submit
from serendip.search.session.runner import Start
from serendip.search.session.tables import LEGAL_AGENT, LEGAL_INPUT
from serendip.settings import Settings
from serendip.store.schema import sessions
from tests.integration.search.conftest import CHANNELS
from tests.spec.box import Box, Refused
from tests.spec.conftest import Running
from tests.spec.world import PLATFORMS, TODAY

LINKS = {
    "youtube": "https://www.youtube.com/@abc",
    "instagram": "https://www.instagram.com/abc/",
    "tiktok": "https://www.tiktok.com/@abc",
    "x": "https://x.com/abc",
}
SENTENCE = "帮我找美国做汽配评测、最近活跃、粉丝 5k-20k 的 YouTube 红人"


def refusal(box: Box, action: str, **said: Any) -> dict[str, Any]:
    """The error of an action that must be refused; the session stands as it stood."""
    before = box.reload()
    with pytest.raises(Refused) as refused:
        box.act(action, wait=0, **said)
    assert box.reload() == before
    return refused.value.error


def shape(value: Any) -> Any:
    """The names of all fields, down to the last one."""
    if isinstance(value, dict):
        return {k: shape(v) for k, v in value.items()}
    return [shape(v) for v in value[:1]] if isinstance(value, list) else None


@pytest.mark.req("CS-001")
def test_one_script_runs_alike_on_every_platform(open_box: Callable[..., Box]):
    seen = {}
    for platform in PLATFORMS:
        box = open_box(platform)
        box.trail.clear()
        box.submit("swim vest")
        fields = [shape(box.now)]
        box.act("set_filter", field="followers", value={"min": 10_000, "max": None})
        box.act("sort", sort="followers")
        box.submit(LINKS[platform])
        fields.append(shape(box.now["editor"]))
        box.act("remove", node_id=box.node("anchor")["node_id"])
        box.submit("帮我找美国的美妆博主")
        seen[platform] = box.trail, fields, box.now["results"]["total"], box.handles()
    assert all(run == seen["youtube"] for run in seen.values())


@pytest.mark.req("CS-002")
@pytest.mark.parametrize("platform", PLATFORMS)
def test_only_channels_of_the_page_are_searched(open_box: Callable[..., Box], platform: str):
    box = open_box(platform)
    box.submit("swim vest")
    assert {item["platform"] for item in box.now["results"]["items"]} == {platform}


def stored(server: Running) -> int:
    with server.home.store.database.reading() as connection:
        return connection.execute(select(func.count()).select_from(sessions)).scalar_one()


@pytest.mark.req("CS-003")
@pytest.mark.parametrize("platform", ["weibo", "twitter", "", "YouTube", "youtube\x00", "x" * 101, None, 1])
def test_a_page_that_is_none_of_the_four_opens_nothing(server: Running, platform: Any):
    before = stored(server)
    reply = server.http.post("/api/sessions", json={"platform": platform})
    error = reply.json()["error"]
    known = isinstance(platform, str) and len(platform) <= 100
    assert (reply.status_code, error["code"]) == (
        422,
        "ERR_UNKNOWN_PLATFORM" if known else "ERR_INVALID_VALUE",
    )
    assert error["message_zh"]
    assert error["message_en"]
    assert stored(server) == before


@pytest.mark.req("CS-004")
def test_a_session_holds_all_that_was_said_and_found(box: Box):
    box.submit(SENTENCE)
    now = box.now
    assert now["inputs"][0]["raw_text"] == SENTENCE
    assert "".join(s["text"] for s in now["inputs"][0]["spans"]).replace(" ", "") == SENTENCE.replace(" ", "")
    assert now["platform"] == "youtube"
    assert {n["bucket"] for n in now["graph"]["nodes"]} >= {"explicit", "derived"}
    assert now["agent_state"] == "results_ready"
    assert now["results"]["total"] == len(now["results"]["items"]) > 0
    assert now["summary"]["effective"]
    assert now["question"] is None or now["question"]["options"]


@pytest.mark.req("CS-005")
def test_answers_filters_and_reloads_stay_in_one_session(box: Box):
    session_id, revisions = box.now["session_id"], [box.now["revision"]]
    box.submit("帮我找合适的红人")
    asked = box.now["question"]
    revisions.append(box.now["revision"])
    box.act("answer", question_id=asked["question_id"], option_id=asked["options"][0]["option_id"])
    revisions.append(box.now["revision"])
    box.act("set_filter", field="followers", value={"min": 10_000, "max": None})
    revisions.append(box.now["revision"])
    box.act("page", page=1)
    revisions.append(box.now["revision"])
    assert box.open()["session_id"] == session_id
    assert revisions == sorted(set(revisions))


@pytest.mark.req("CS-240")
def test_tabs_share_a_session_and_pages_do_not(server: Running, open_box: Callable[..., Box]):
    first = open_box("youtube")
    second = Box(server.http, "youtube", new=False)
    assert second.now["session_id"] == first.now["session_id"]
    assert open_box("tiktok").now["session_id"] != first.now["session_id"]
    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(lambda _: Box(server.http, "x", new=False).now["session_id"], range(8)))
    assert len(set(opened)) == 1


@pytest.mark.req("CS-242")
def test_the_draft_is_there_after_a_reload(box: Box):
    before = box.now
    box.act("type", wait=0, text="swim ve")
    box.open()
    assert box.now["editor"]["draft_text"] == "swim ve"
    assert (box.now["revision"], box.now["graph"]) == (before["revision"], before["graph"])


@pytest.mark.req("CS-245", "CS-246")
def test_of_two_tabs_at_one_revision_the_first_wins_and_the_second_is_told(server: Running, box: Box):
    box.submit("pool")
    other = Box(server.http, new=False)
    other.act("type", wait=0, text="swim ve")
    at = box.now["revision"]
    box.act("set_filter", field="followers", value={"min": 7000, "max": None})
    where = f"/api/sessions/{other.now['session_id']}/actions"
    late = {"revision": at, "action": {"action": "submit", "text": "swim ve"}}
    reply = server.http.post(where, json=late)
    assert reply.status_code == 409
    error, session = reply.json()["error"], reply.json()["session"]
    assert (error["code"], error["current_revision"]) == ("ERR_STALE_REVISION", at + 1)
    assert error["message_zh"] == "该搜索已在其他页面更新，请确认后重试"
    assert error["message_en"] == "This search was changed elsewhere. Check it and retry"
    assert session == other.reload()
    assert session["editor"]["draft_text"] == "swim ve"
    assert [n["field"] for n in session["graph"]["nodes"]] == ["keyword", "followers"]


@pytest.mark.req("CS-245")
def test_of_many_changes_at_one_revision_exactly_one_is_accepted(server: Running, box: Box):
    where = f"/api/sessions/{box.now['session_id']}/actions"

    def change(number: int) -> int:
        action = {"action": "submit", "text": f"word{number}"}
        return server.http.post(where, json={"revision": box.now["revision"], "action": action}).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(change, range(8))) == [200, *[409] * 7]
    assert len(box.reload()["graph"]["nodes"]) == 1


@pytest.mark.req("CS-249")
def test_a_request_that_comes_twice_is_applied_once(box: Box):
    at = box.now["revision"]
    first = box.act("submit", text="swim", request_id="once")
    again = box.act("submit", text="swim", request_id="once", revision=at)
    assert again == first
    assert (again["revision"], len(again["graph"]["nodes"])) == (at + 1, 1)


@pytest.mark.req("CS-254")
def test_a_request_whose_answer_was_lost_is_repeated_without_harm(server: Running, box: Box):
    """The line breaks after the request went out; the client keeps the text and sends the same again."""
    box.act("type", wait=0, text="swim vest")
    at, where = box.now["revision"], f"/api/sessions/{box.now['session_id']}/actions"
    action = {"action": "submit", "text": "swim vest"}
    body = json.dumps({"revision": at, "request_id": "lost", "action": action}).encode()
    url = server.http.base_url
    head = f"POST {where} HTTP/1.1\r\nHost: {url.host}\r\nContent-Type: application/json\r\n"
    for sent in (len(body) // 2, len(body)):
        with socket.create_connection((url.host, url.port or 80)) as line:
            line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body[:sent])
        if sent < len(body):
            assert box.reload()["editor"]["draft_text"] == "swim vest"
            assert box.now["revision"] == at
    after = box.act("submit", text="swim vest", request_id="lost", revision=at)
    assert (after["revision"], len(after["inputs"])) == (at + 1, 1)
    assert after["results"]["total"] > 0


@pytest.mark.req("CS-250")
def test_a_reset_in_the_middle_leaves_nothing_of_the_search_behind(box: Box):
    box.submit("swim vest", wait=0)
    old = box.now["session_id"]
    fresh = box.reset()
    assert (fresh["agent_state"], fresh["results"]["items"], fresh["graph"]["nodes"]) == ("idle", [], [])
    later = box.submit("", wait=20)
    assert (later["results"]["items"], later["search_seq"]) == ([], 0)
    closed = box.http.get(f"/api/sessions/{old}").json()
    assert (closed["active"], closed["agent_state"]) == (False, "idle")


@pytest.mark.req("CS-251")
def test_a_closed_session_can_be_read_and_not_changed(served: Callable[..., Running]):
    server = served()
    box = Box(server.http)
    box.submit("pool")
    old = box.now
    box.reset()
    where = f"/api/sessions/{old['session_id']}"
    closed = server.http.get(where).json()
    assert (closed["active"], closed["inputs"], closed["graph"]) == (False, old["inputs"], old["graph"])
    for action in ({"action": "submit", "text": "x"}, {"action": "type", "text": "x"}):
        reply = server.http.post(f"{where}/actions", json={"revision": closed["revision"], "action": action})
        assert (reply.status_code, reply.json()["error"]["code"]) == (409, "ERR_SESSION_CLOSED")
    assert server.http.get(where).json() == closed
    history = server.http.get("/api/sessions", params={"platform": "youtube", "limit": 100}).json()
    assert old["session_id"] in {s["session_id"] for s in history["sessions"]}
    assert server.http.post(f"{where}/reset", json={}).json()["session_id"] == box.now["session_id"]


@pytest.mark.parametrize(
    "text", ["帮我找合适的红人", "qzxqzx", "https://www.youtube.com/playlist?list=PL1", "pool"]
)
def test_a_closed_session_stands_in_a_legal_state(box: Box, text: str):
    box.submit(text)
    old = box.now["session_id"]
    box.reset()
    closed = box.http.get(f"/api/sessions/{old}").json()
    assert closed["agent_state"] in LEGAL_AGENT[closed["container"]]
    assert closed["editor"]["input_state"] in LEGAL_INPUT[closed["container"]]
    assert closed["question"] is None
    assert closed["inputs"][-1]["raw_text"] == text


@pytest.mark.parametrize(
    ("before", "seen"),
    [("2026-12-01T00:00:00Z", True), ("2026-12-01T08:00:00+08:00", True), ("2026-11-30T23:59:59Z", False),
     ("2026-12-01T07:00:00+08:00", False), ("2026-12-01T00:00:00", True), ("0001-01-01T00:00:00+14:00", None),
     ("9999-12-31T23:59:59-12:00", None), ("yesterday", None)],
)  # fmt: skip
def test_history_before_any_moment(server: Running, box: Box, before: str, seen: bool | None):
    box.submit("pool")
    box.reset()
    reply = server.http.get("/api/sessions", params={"before": before})
    if seen is None:
        assert (reply.status_code, reply.json()["error"]["field"]) == (422, "before")
    else:
        assert bool(reply.json()["sessions"]) is seen


def test_unknown_sessions_are_not_found(server: Running):
    for name in ("nothing", "%00", "a" * 5000, "令牌"):
        for reply in (
            server.http.get(f"/api/sessions/{name}"),
            server.http.get(f"/api/sessions/{name}/events"),
            server.http.post(f"/api/sessions/{name}/reset", json={}),
            server.http.post(f"/api/sessions/{name}/actions", json={"action": {"action": "retry"}}),
        ):
            assert (reply.status_code, reply.json()["error"]["code"]) == (404, "ERR_SESSION_NOT_FOUND")


@pytest.mark.req("CS-241")
def test_a_restart_changes_nothing(tmp_path: Path):
    """Tags, targets, an exclusion, a badge, few similar channels on one page; a question on another."""

    def opened() -> tuple[Running, Home]:
        home = Home(Settings(home=tmp_path), FixedClock.on(TODAY))
        return Running(home), home

    home = Home(Settings(home=tmp_path), FixedClock.on(TODAY))
    home.store.write(CHANNELS)
    home.catch_up()
    home.close()
    running, _ = opened()
    box = Box(running.http)
    box.submit("swim vest, garage")
    box.act("set_target", node_id=box.nodes("keyword")[0]["node_id"], target="all_sources")
    box.act("set_excluded", node_id=box.nodes("keyword")[1]["node_id"], excluded=True)
    box.submit("https://www.youtube.com/@swimshop")
    box.act("set_filter", field="followers", value={"min": 1000, "max": None})
    box.act("sort", sort="followers")
    box.act("type", text="and wor")
    asked = Box(running.http, "tiktok")
    asked.submit("帮我找合适的红人")
    before = [b.reload() for b in (box, asked)]
    assert before[0]["repair"]["repair_reason"] == "low_recall"
    assert before[0]["results"]["items"]
    assert {n["field"] for n in before[0]["graph"]["nodes"]} == {"keyword", "anchor", "followers"}
    assert before[1]["question"]["options"]
    running.stop()
    running, _ = opened()
    after = [running.http.get(f"/api/sessions/{b['session_id']}").json() for b in before]
    assert after == before
    assert Box(running.http, new=False).now == before[0]
    running.stop()


@pytest.mark.req("CS-256")
def test_the_tunable_values_are_settings(tmp_path: Path):
    """Six channels around an anchor: few when eight are few. The same word, looked for elsewhere."""
    base = Home(Settings(home=tmp_path), FixedClock.on(TODAY))
    base.store.write(CHANNELS)
    base.catch_up()
    base.close()

    def run(text: str, **settings: Any) -> Any:
        home = Home(Settings(home=tmp_path, **settings), FixedClock.on(TODAY))
        try:
            return home.sessions.run_to_rest(home.sessions.start(Start("ann", "youtube")), Submit(text))
        finally:
            home.close()

    defaults = Home(Settings(home=tmp_path)).config
    assert (
        defaults.default_match_target, defaults.default_active_days, defaults.max_input_chars,
        defaults.max_keyword_chars, defaults.max_keywords, defaults.clarify_min_impact,
        defaults.clarify_max_rounds, defaults.browsable_min, defaults.low_recall_max_items,
        defaults.low_recall_min_similarity, defaults.url_resolve_timeout_s, defaults.search_timeout_s,
        defaults.hint_seconds,
    ) == ("channel_tag", 30, 2000, 100, 20, 0.4, 3, 10, 5, 0.35, 8, 30, 8)  # fmt: skip
    link, lenient = "https://www.youtube.com/@swimshop", {"low_recall_min_similarity": -1.0}
    few = run(link, low_recall_max_items=8, **lenient)
    enough = run(link, low_recall_max_items=0, **lenient)
    assert 0 < few.results.total == enough.results.total <= 8
    assert (few.repair.repair_reason, enough.repair.repair_reason) == ("low_recall", None)
    tags = run("swim vest")
    everywhere = run("swim vest", default_match_target="all_sources")
    here_only = run("swim vest", match_targets={"youtube": "all_sources", "x": "channel_name"})
    assert [n.condition.extra["target"] for n in everywhere.graph.nodes] == ["all_sources"]
    assert everywhere.results.total == here_only.results.total == tags.results.total + 1
    active = run("帮我找最近活跃的游泳博主", default_active_days=9).graph.nodes
    assert [n.condition.values for n in active if n.field == "last_active_days"] == [(9,)]
    with pytest.raises(InputError) as refused:
        run("x" * 31, max_keyword_chars=30)
    assert (refused.value.code, refused.value.details["limit"]) == ("ERR_KEYWORD_TOO_LONG", 30)
