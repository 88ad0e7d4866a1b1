"""YouTube's interface: what is asked, what is made of its answers, and of its faults."""

from __future__ import annotations

import json

import pytest

from serendip.catalogue.channel import Fact, Identity
from serendip.platforms.urls import recognise

API = "youtube.googleapis.com"
CHANNELS, VIDEOS = "/youtube/v3/channels", "/youtube/v3/videos"
UC = "UCabcdefghijklmnopqrstuv"
CHANNEL = {
    "kind": "youtube#channel",
    "id": UC,
    "snippet": {
        "title": "Gear Lab",
        "description": "Tests. Mail: someone@example.com",
        "customUrl": "@gearlab",
        "publishedAt": "2012-03-04T05:06:07Z",
        "country": "GB",
        "defaultLanguage": "en",
    },
    "statistics": {
        "viewCount": "123456789",
        "subscriberCount": "1230000",
        "hiddenSubscriberCount": False,
        "videoCount": "456",
    },
    "topicDetails": {"topicCategories": ["https://en.wikipedia.org/wiki/Technology"]},
    "status": {"madeForKids": False},
    "brandingSettings": {"channel": {"keywords": 'camping "wild camping" stove'}},
}


def listing(*items):
    return {"kind": "youtube#channelListResponse", "items": list(items)}


@pytest.fixture
def asked(looking, platforms):
    """Looks a link up with a key."""

    def look(url: str, seconds: float = 5):
        return looking(youtube="AIza-secret").look_up(recognise(url), seconds)

    return look


@pytest.mark.parametrize(
    ("url", "query"),
    [
        ("https://www.youtube.com/@GearLab/videos", {"forHandle": "@GearLab"}),
        ("https://www.youtube.com/@木工小馆", {"forHandle": "@木工小馆"}),
        (f"https://www.youtube.com/channel/{UC}", {"id": UC}),
        ("https://www.youtube.com/user/gearlabdemo", {"forUsername": "gearlabdemo"}),
    ],
)
def test_a_channel_is_asked_for_by_what_its_link_says(asked, platforms, url, query):
    platforms.json(API, CHANNELS, listing(CHANNEL))
    assert asked(url).state == "found"
    (request,) = platforms.asked
    assert {k: request.query.get(k) for k in query} == query
    assert (request.host, request.server_name) == (API, API)


def test_the_key_goes_in_a_header_and_nowhere_else(asked, platforms):
    platforms.json(API, CHANNELS, listing(CHANNEL))
    asked("https://www.youtube.com/@gearlab")
    (request,) = platforms.asked
    assert request.headers["X-Goog-Api-Key"] == "AIza-secret"
    assert "AIza-secret" not in str(request.query) + request.path


@pytest.mark.req("CS-112")
@pytest.mark.parametrize("path", ["watch?v=AbCdEfGhIjK", "shorts/AbCdEfGhIjK", "live/AbCdEfGhIjK"])
def test_a_video_leads_to_its_owner(asked, platforms, path):
    video = {"id": "AbCdEfGhIjK", "snippet": {"channelId": UC}}
    platforms.json(API, VIDEOS, {"kind": "youtube#videoListResponse", "items": [video]})
    platforms.json(API, CHANNELS, listing(CHANNEL))
    found = asked(f"https://www.youtube.com/{path}")
    assert [(a.path, a.query["id"]) for a in platforms.asked] == [(VIDEOS, "AbCdEfGhIjK"), (CHANNELS, UC)]
    assert found.observation.ids == (Identity("channel_id", UC), Identity("handle", "gearlab"))


def test_what_a_channel_says_is_dated_and_keeps_its_basis(asked, platforms):
    platforms.json(API, CHANNELS, listing(CHANNEL))
    seen = asked("https://www.youtube.com/@gearlab").observation
    assert (seen.platform, seen.name, seen.observed_at) == ("youtube", "Gear Lab", "2026-11-30")
    assert seen.tags == ("camping", "wild camping", "stove")
    assert "someone@example.com" not in seen.description
    facts = dict(seen.facts)
    assert {f.as_of for f in facts.values()} == {"2026-11-30"}
    assert facts["country"] == Fact(("GB",), "2026-11-30", "declared")
    assert facts["followers"].value == 1_230_000
    assert "three figures" in facts["followers"].note
    plain = {k: (f.value, f.basis) for k, f in facts.items() if k not in {"followers", "country"}}
    assert plain == {
        "content_count": (456, "reported"),
        "total_views": (123_456_789, "reported"),
        "language": (("en",), "declared"),
        "created_at": ("2012-03-04", "reported"),
        "made_for_kids": (False, "reported"),
        "category": (("technology",), "reported"),
    }


def test_a_hidden_count_is_unknown_and_not_zero(asked, platforms):
    hidden = {**CHANNEL, "statistics": {"subscriberCount": "0", "hiddenSubscriberCount": True}}
    platforms.json(API, CHANNELS, listing(hidden))
    assert "followers" not in asked("https://www.youtube.com/@gearlab").observation.facts


def test_a_name_without_at_is_no_handle(asked, platforms):
    old = {**CHANNEL, "snippet": {**CHANNEL["snippet"], "customUrl": "gearlab97"}}
    platforms.json(API, CHANNELS, listing(old))
    ids = asked("https://www.youtube.com/@gearlab").observation.ids
    assert ids == (Identity("channel_id", UC), Identity("custom", "gearlab97"))


@pytest.mark.parametrize("answer", [{"kind": "youtube#channelListResponse"}, listing()])
def test_no_item_means_gone(asked, platforms, answer):
    platforms.json(API, CHANNELS, answer)
    assert asked("https://www.youtube.com/@no-such-channel").state == "gone"


def google(status: int, reason: str, **more: object) -> dict[str, object]:
    return {"error": {"code": status, "errors": [{"reason": reason}], "message": "Sorry", **more}}


INVALID = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]


@pytest.mark.parametrize(
    ("status", "body", "state", "says"),
    [
        (403, google(403, "quotaExceeded"), "unavailable", "quota"),
        (429, google(429, "rateLimitExceeded"), "unavailable", "quota"),
        (400, google(400, "keyInvalid"), "unavailable", "does not accept the key"),
        (400, google(400, "badRequest", details=INVALID), "unavailable", "does not accept the key"),
        (403, google(403, "accessNotConfigured"), "unavailable", "refused"),
        (404, google(404, "channelNotFound"), "gone", None),
        (404, {"error": "no"}, "unavailable", "no usable answer"),
        (500, {"error": {}}, "unavailable", "no usable answer"),
        (503, [], "unavailable", "no usable answer"),
        (200, {"items": "many"}, "unavailable", "no usable answer"),
        (200, {"items": [{"snippet": {"title": "no id"}}]}, "unavailable", "no usable answer"),
        (200, ["nothing", "of", "it"], "unavailable", "no usable answer"),
        (200, {}, "unavailable", "no usable answer"),
    ],
)
def test_faults_of_the_interface_are_named(asked, platforms, status, body, state, says):
    platforms.json(API, CHANNELS, body, status)
    found = asked("https://www.youtube.com/@gearlab")
    assert found.state == state
    assert says is None or says in found.reason_en
    assert "AIza-secret" not in repr(found)


def cut(handler):
    """Half of the answer that was promised."""
    handler.send_response(200)
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"kind": "youtube#channelListResponse", "items": [')
    handler.close_connection = True


def garbage(handler):
    handler.wfile.write(b"\x00\x01 no http at all\r\n\r\n")
    handler.close_connection = True


def endless(handler):
    """An answer without an end."""
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    while not handler.server.released.is_set():
        handler.wfile.write(b"10000\r\n" + b" " * 65536 + b"\r\n")


@pytest.mark.parametrize(
    "route", [cut, garbage, endless, (200, {}, b"<html>"), (200, {}, b""), (302, {"Location": "/"}, b"")]
)
def test_an_answer_that_is_none_is_unavailable(asked, platforms, route):
    platforms.routes[API, CHANNELS] = route
    assert asked("https://www.youtube.com/@gearlab").state == "unavailable"
    assert len(platforms.asked) == 1


def silent(handler):
    handler.server.released.wait()


def dripping(handler):
    """Something arrives again and again, and never enough."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while not handler.server.released.wait(0.01):
        handler.wfile.write(b"X-More: 1\r\n")


@pytest.mark.parametrize("route", [silent, dripping])
def test_the_deadline_holds_however_slowly_an_answer_drips(asked, platforms, route):
    platforms.routes[API, CHANNELS] = route
    assert asked("https://www.youtube.com/@gearlab", seconds=0.3).state == "timeout"


@pytest.mark.parametrize("key", ["ключ", "two\nlines"])
def test_a_key_that_no_header_can_carry_is_a_wrong_key(looking, platforms, key):
    found = looking(youtube=key).look_up(recognise("https://www.youtube.com/@gearlab"), 5)
    assert (found.state, platforms.asked) == ("unavailable", [])
    assert "SERENDIP_YOUTUBE_API_KEY" in found.reason_en
    assert key not in repr(found)


@pytest.mark.parametrize("url", ["https://www.youtube.com/c/GearLab", "https://www.youtube.com/clip/UgAbC"])
def test_what_the_interface_cannot_name_is_not_guessed(asked, platforms, url):
    found = asked(url)
    assert (found.state, platforms.asked) == ("unavailable", [])
    assert "this kind of link" in found.reason_en


def test_without_a_key_a_channel_is_not_asked_for(looking, platforms):
    found = looking().look_up(recognise("https://www.youtube.com/@gearlab"), 5)
    assert (found.state, platforms.connections) == ("unavailable", 0)
    assert "SERENDIP_YOUTUBE_API_KEY" in found.reason_en


def test_without_a_key_the_owner_of_a_video_is_still_told(looking, platforms):
    platforms.json("www.youtube.com", "/oembed", {"author_url": "https://www.youtube.com/@gearlab"})
    found = looking().look_up(recognise("https://youtu.be/AbCdEfGhIjK"), 5)
    assert (found.state, found.link.handle) == ("link", "gearlab")
    assert platforms.asked[0].query["url"] == "https://www.youtube.com/watch?v=AbCdEfGhIjK"


@pytest.mark.parametrize(
    ("status", "body", "state"),
    [
        (404, b"Not Found", "gone"),
        (400, b"Bad Request", "gone"),
        (401, b"Unauthorized", "unavailable"),
        (500, b"", "unavailable"),
        (200, b"{}", "unavailable"),
        (200, json.dumps({"author_url": "https://example.com/@gearlab"}).encode(), "unavailable"),
        (200, json.dumps({"author_url": "https://x.com/gearlab"}).encode(), "unavailable"),
    ],
)
def test_an_embed_that_names_no_owner(looking, platforms, status, body, state):
    platforms.routes["www.youtube.com", "/oembed"] = (status, {}, body)
    assert looking().look_up(recognise("https://youtu.be/AbCdEfGhIjK"), 5).state == state


def test_recorded_answers_are_read(asked, platforms, shared):
    folder = shared / "data/fixtures/youtube_data_api_v3/testdata/apidata"
    body = json.loads((folder / "channel_info_single.json").read_text("utf-8"))
    platforms.json(API, CHANNELS, body)
    seen = asked("https://www.youtube.com/@googledevelopers").observation
    assert seen.ids == (
        Identity("channel_id", "UC_x5XG1OV2P6uZZ5FSM9Ttw"),
        Identity("handle", "googledevelopers"),
    )
    assert {k: f.value for k, f in seen.facts.items()} == {
        "followers": 1_927_873,
        "content_count": 5026,
        "total_views": 160_361_638,
        "country": ("US",),
        "created_at": "2007-08-23",
    }


def test_every_recorded_channel_is_read(asked, platforms, shared):
    folder = shared / "data/fixtures/youtube_channels_list_2021/data/channels"
    files = sorted(folder.glob("*.json"))[:40]
    assert files
    for file in files:
        item = json.loads(file.read_text("utf-8"))
        platforms.json(API, CHANNELS, listing(item))
        seen = asked(f"https://www.youtube.com/channel/{item['id']}").observation
        assert seen.name == item["snippet"]["title"].strip()
        assert seen.facts["total_views"].value == int(item["statistics"]["viewCount"])


@pytest.mark.parametrize("name", ["error_response.json", "error_response_simple.json"])
def test_recorded_errors_are_read(asked, platforms, shared, name):
    body = json.loads((shared / f"data/fixtures/youtube_data_api_v3/testdata/{name}").read_text("utf-8"))
    platforms.json(API, CHANNELS, body, 400)
    assert asked("https://www.youtube.com/@gearlab").state == "unavailable"
