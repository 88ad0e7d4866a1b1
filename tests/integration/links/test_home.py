"""From a pasted link to a channel in the catalogue, with the parts that a home is made of."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from serendip.bootstrap import Home
from serendip.core.clock import FixedClock
from serendip.links.lookup import OfficialLookup
from serendip.search.session.effects import ResolveLink
from serendip.search.session.resolve import resolve_link
from serendip.settings import Settings
from tests.integration.links.conftest import TODAY

API = "youtube.googleapis.com"
UC = "UCabcdefghijklmnopqrstuv"


@pytest.fixture
def home(tmp_path):
    made = Home(Settings(home=tmp_path, youtube_api_key=SecretStr(" AIza-secret ")), FixedClock.on(TODAY))
    yield made
    made.close()


def resolve(home: Home, lookup: OfficialLookup, url: str, seconds: float = 5):
    effect = ResolveLink(1, url, "youtube", "anchor")
    return resolve_link(effect, home.store, lookup, home.intake, seconds)


@pytest.fixture
def lookup(home, web):
    """The home's own lookup, whose names lead to this machine."""
    made = home.link_lookup
    made._web = web
    return made


@pytest.mark.req("CS-112")
def test_a_video_of_an_unknown_channel_becomes_an_anchor_of_the_catalogue(home, lookup, platforms):
    platforms.json(API, "/youtube/v3/videos", {"kind": "x", "items": [{"snippet": {"channelId": UC}}]})
    channel = {
        "id": UC,
        "snippet": {"title": "ABC", "customUrl": "@abc"},
        "statistics": {"subscriberCount": "1230000"},
    }
    platforms.json(API, "/youtube/v3/channels", {"kind": "x", "items": [channel]})
    found = resolve(home, lookup, "https://www.youtube.com/watch?v=AbCdEfGhIjK&t=3")
    assert (found.state, found.target.handle, found.target.title) == ("resolved_exact", "abc", "ABC")
    (kept,) = home.store.get_many([found.target.cid])
    assert kept.facts["followers"].value == 1_230_000
    assert kept.facts["followers"].as_of == "2026-11-30"
    assert {a.headers["X-Goog-Api-Key"] for a in platforms.asked} == {"AIza-secret"}
    resolve(home, lookup, "https://www.youtube.com/@abc")
    assert len(platforms.asked) == 2


def test_no_such_channel_is_dead(home, lookup, platforms):
    platforms.json(API, "/youtube/v3/channels", {"kind": "youtube#channelListResponse"})
    assert resolve(home, lookup, "https://www.youtube.com/@no-such-channel").failure == "dead"
    assert home.store.count() == 0


def test_a_platform_that_hangs_is_a_timeout(home, lookup, platforms):
    platforms.routes[API, "/youtube/v3/channels"] = lambda handler: handler.server.released.wait()
    found = resolve(home, lookup, "https://www.youtube.com/@abc", seconds=0.3)
    assert (found.state, found.failure) == ("resolved_invalid", "timeout")


@pytest.mark.req("CS-136")
@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:8080/x", "https://127.0.0.1/@abc", "javascript:alert(1)", "https://example.com/x"],
)
def test_no_request_goes_out_for_what_is_no_link_of_the_platform(home, lookup, platforms, url):
    assert resolve(home, lookup, url).state == "resolved_unsupported"
    assert platforms.connections == 0


def test_the_real_lookup_is_strict_and_shows_no_key(home):
    network = home.link_lookup._web._network
    assert not network.allowed("127.0.0.1")
    assert network.allowed("8.8.8.8")
    assert "AIza-secret" not in repr(home.link_lookup._keys)
