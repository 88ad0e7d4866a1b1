"""Short links: where they lead is read, and nothing but a platform's own short links is ever opened."""

from __future__ import annotations

import pytest

from serendip.platforms.urls import recognise

START = "https://vm.tiktok.com/ZMabcdEFG/"


@pytest.fixture
def led(looking, platforms):
    """Where the short link leads when its platform redirects to ``to``."""

    def look(to: str, status: int = 301):
        platforms.redirect("vm.tiktok.com", "/ZMabcdEFG", to, status)
        return looking().look_up(recognise(START), 5)

    return look


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_names_the_channel_and_is_not_opened(led, platforms, status):
    found = led("https://www.tiktok.com/@gearlab/video/7253412088251534594?_r=1", status)
    assert (found.state, found.link.handle) == ("link", "gearlab")
    assert platforms.urls == ["https://vm.tiktok.com/ZMabcdEFG"]
    assert platforms.asked[0].server_name == "vm.tiktok.com"


def test_a_chain_of_short_links_is_followed(led, platforms):
    platforms.redirect("www.tiktok.com", "/t/ZTxyz", "https://vt.tiktok.com/ZSlast/")
    platforms.redirect("vt.tiktok.com", "/ZSlast", "/@gearlab")
    assert led("https://www.tiktok.com/t/ZTxyz/").state == "gone"  # /@gearlab of vt.tiktok.com is no page
    assert len(platforms.asked) == 3
    platforms.redirect("vt.tiktok.com", "/ZSlast", "//www.tiktok.com/@gearlab")
    assert led("https://www.tiktok.com/t/ZTxyz/").link.handle == "gearlab"


def test_a_share_link_of_instagram_is_followed(looking, platforms):
    platforms.redirect("www.instagram.com", "/share/reel/_abcDEF", "/gearlab/reel/CAbCdEfGhIj/")
    found = looking().look_up(recognise("https://www.instagram.com/share/reel/_abcDEF/"), 5)
    assert (found.state, found.link.handle) == ("link", "gearlab")


INSIDE = (
    "https://127.0.0.1/@gearlab",
    "https://127.0.0.1:8443/admin",
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/@gearlab",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://www.tiktok.com@127.0.0.1/@gearlab",
    "https://localhost/@gearlab",
    "https://www.tiktok.com.example.com/@gearlab",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://[broken/@gearlab",
    "gopher://www.tiktok.com/1",
    "https://example.com/",
)


@pytest.mark.req("CS-136")
@pytest.mark.parametrize("to", INSIDE)
def test_a_redirect_that_leaves_the_platform_is_never_opened(led, platforms, to):
    assert led(to).state in {"unsupported", "gone"}
    assert platforms.urls == ["https://vm.tiktok.com/ZMabcdEFG"]
    assert platforms.connections == 1


def test_a_redirect_to_another_platform_is_told_and_not_opened(led, platforms):
    found = led("https://www.youtube.com/watch?v=AbCdEfGhIjK")
    assert (found.state, found.link.platform, len(platforms.asked)) == ("link", "youtube", 1)


def test_a_short_link_of_another_platform_is_not_opened(led, platforms):
    found = led("https://t.co/AbCdEf1234")
    assert (found.state, found.link.platform, len(platforms.asked)) == ("link", "x", 1)


def test_a_downgrade_to_http_is_not_followed_in_the_clear(led, platforms):
    platforms.redirect("vt.tiktok.com", "/ZSlast", "https://www.tiktok.com/@gearlab")
    assert led("http://vt.tiktok.com/ZSlast/").link.handle == "gearlab"
    assert [a.server_name for a in platforms.asked] == ["vm.tiktok.com", "vt.tiktok.com"]  # both over TLS


def test_a_loop_ends(led, platforms):
    found = led(START)
    assert (found.state, len(platforms.asked)) == ("unavailable", 5)
    assert "too often" in found.reason_en


@pytest.mark.parametrize(
    ("to", "state"),
    [
        ("https://www.tiktok.com/?_r=1", "gone"),
        ("https://www.tiktok.com/@", "gone"),
        ("https://www.tiktok.com/login?redirect_url=x", "unavailable"),
        ("https://www.tiktok.com/tag/camping", "link"),
    ],
)
def test_a_page_of_the_platform_that_names_no_channel(led, to, state):
    assert led(to).state == state


@pytest.mark.parametrize(
    ("status", "state"), [(404, "gone"), (410, "gone"), (200, "unavailable"), (500, "unavailable")]
)
def test_an_answer_that_is_no_redirect(looking, platforms, status, state):
    platforms.routes["vm.tiktok.com", "/ZMabcdEFG"] = (status, {}, b"<html>")
    assert looking().look_up(recognise(START), 5).state == state


def test_the_body_of_a_redirect_is_not_read(looking, platforms):
    def route(handler):
        handler.send_response(301)
        handler.send_header("Location", "https://www.tiktok.com/@gearlab")
        handler.send_header("Content-Length", str(1 << 40))
        handler.end_headers()

    platforms.routes["vm.tiktok.com", "/ZMabcdEFG"] = route
    assert looking().look_up(recognise(START), 5).link.handle == "gearlab"


def test_a_flood_of_headers_is_no_answer(looking, platforms):
    platforms.redirect("vm.tiktok.com", "/ZMabcdEFG", "https://www.tiktok.com/@" + "a" * 200_000)
    assert looking().look_up(recognise(START), 5).state == "unavailable"


def test_no_key_is_sent_along(looking, platforms):
    platforms.redirect("t.co", "/AbCdEf1234", "https://x.com/gearlab_demo/status/12")
    found = looking(x="bearer-secret", youtube="AIza-secret").look_up(recognise("https://t.co/AbCdEf1234"), 5)
    assert found.link.handle == "gearlab_demo"
    assert "secret" not in str(platforms.asked[0].headers)


@pytest.mark.parametrize(
    "url", ["https://www.tiktok.com/@gearlab", "https://www.instagram.com/p/CAbCdEfGhIj/"]
)
def test_where_there_is_no_official_lookup_nobody_is_asked(looking, platforms, url):
    found = looking(youtube="AIza-secret", x="bearer-secret").look_up(recognise(url), 5)
    assert (found.state, platforms.connections) == ("unavailable", 0)
    assert "no public official lookup" in found.reason_en
    assert "没有公开的官方查询方式" in found.reason_zh
