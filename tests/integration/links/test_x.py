"""X's interface: accounts by name, by id, by post; and its faults."""

from __future__ import annotations

import json

import pytest

from serendip.catalogue.channel import Fact, Identity
from serendip.platforms.urls import recognise

API = "api.x.com"
USER = {
    "id": "2244994945",
    "username": "gearlab_demo",
    "name": "Gear Lab",
    "description": "We test gear.",
    "location": "Houston, TX",
    "created_at": "2013-12-14T04:35:55.000Z",
    "protected": False,
    "verified": True,
    "public_metrics": {"followers_count": 514_020, "following_count": 0, "tweet_count": 3639},
}


@pytest.fixture
def asked(looking):
    def look(url: str):
        return looking(x="bearer-secret").look_up(recognise(url), 5)

    return look


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("https://x.com/gearlab_demo/media", "/2/users/by/username/gearlab_demo"),
        ("https://twitter.com/gearlab_demo/status/12", "/2/users/by/username/gearlab_demo"),
        ("https://x.com/i/user/2244994945", "/2/users/2244994945"),
    ],
)
def test_an_account_is_asked_for_by_what_its_link_says(asked, platforms, url, path):
    platforms.json(API, path, {"data": USER})
    assert asked(url).observation.ids == (
        Identity("channel_id", "2244994945"),
        Identity("handle", "gearlab_demo"),
    )
    (request,) = platforms.asked
    assert request.headers["Authorization"] == "Bearer bearer-secret"
    assert "bearer-secret" not in str(request.query)


@pytest.mark.req("CS-112")
def test_a_post_without_its_owner_leads_to_the_owner(asked, platforms):
    other = {**USER, "id": "1", "username": "somebody_else"}
    body = {"data": {"id": "12", "author_id": "2244994945"}, "includes": {"users": [other, USER]}}
    platforms.json(API, "/2/tweets/12", body)
    assert asked("https://x.com/i/status/12").observation.ids[1] == Identity("handle", "gearlab_demo")
    assert platforms.asked[0].query["expansions"] == "author_id"


def test_what_an_account_says_is_dated_and_keeps_its_basis(asked, platforms):
    platforms.json(API, "/2/users/by/username/gearlab_demo", {"data": USER})
    facts = asked("https://x.com/gearlab_demo").observation.facts
    assert facts["location_text"] == Fact("Houston, TX", "2026-11-30", "declared")
    assert {k: (f.value, f.basis) for k, f in facts.items() if k != "location_text"} == {
        "followers": (514_020, "reported"),
        "following": (0, "reported"),
        "content_count": (3639, "reported"),
        "verified": (True, "reported"),
        "private": (False, "reported"),
        "created_at": ("2013-12-14", "reported"),
        "country": (("US",), "derived"),
        "admin_region": ("Texas", "derived"),
        "city": ("Houston", "derived"),
    }


NOT_FOUND = {
    "errors": [{"type": "https://api.twitter.com/2/problems/resource-not-found", "title": "Not Found"}]
}


@pytest.mark.parametrize(
    ("status", "body", "state", "says"),
    [
        (200, NOT_FOUND, "gone", None),
        (404, NOT_FOUND, "gone", None),
        (404, {"title": "Not Found"}, "unavailable", "no usable answer"),
        (200, {"errors": [{"title": "Forbidden", "type": "about:blank"}]}, "unavailable", "no usable answer"),
        (200, {"data": {"username": "no_id"}}, "unavailable", "no usable answer"),
        (401, {"title": "Unauthorized"}, "unavailable", "does not accept the key"),
        (403, {"title": "Client Forbidden"}, "unavailable", "refused"),
        (429, {"title": "Too Many Requests"}, "unavailable", "quota"),
        (503, {}, "unavailable", "no usable answer"),
    ],
)
def test_faults_of_the_interface_are_named(asked, platforms, status, body, state, says):
    platforms.json(API, "/2/users/by/username/gearlab_demo", body, status)
    found = asked("https://x.com/gearlab_demo")
    assert found.state == state
    assert says is None or says in found.reason_en
    assert "bearer-secret" not in repr(found)


def test_a_post_whose_author_is_not_told_is_no_answer(asked, platforms):
    body = {"data": {"id": "12", "author_id": "7"}, "includes": {"users": [USER]}}
    platforms.json(API, "/2/tweets/12", body)
    assert asked("https://x.com/i/status/12").state == "unavailable"


def test_without_a_token_the_owner_of_a_post_is_still_told(looking, platforms):
    platforms.json("publish.x.com", "/oembed", {"author_url": "https://twitter.com/gearlab_demo"})
    found = looking().look_up(recognise("https://x.com/i/status/12"), 5)
    assert (found.state, found.link.handle) == ("link", "gearlab_demo")


def test_recorded_answers_are_read(asked, platforms, shared):
    body = json.loads(
        (shared / "data/fixtures/x_api_v2/testdata/apis/user/user_resp.json").read_text("utf-8")
    )
    platforms.json(API, "/2/users/by/username/TwitterDev", body)
    seen = asked("https://twitter.com/TwitterDev").observation
    assert (seen.name, seen.facts["followers"].value) == ("Twitter Dev", 514_020)
    assert "#TwitterDev" in seen.description
