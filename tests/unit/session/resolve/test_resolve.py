"""Identifying links: what the grammar says, what the catalogue knows, what the platform answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from serendip.catalogue.channel import ContentItem, Identity, Observation
from serendip.core.clock import FixedClock
from serendip.core.errors import Unavailable
from serendip.links.lookup import StoreIntake
from serendip.platforms.urls import Link, recognise
from serendip.search.session.effects import ResolveLink
from serendip.search.session.model import AnchorValue
from serendip.search.session.ports import Lookup
from serendip.search.session.resolve import resolve_link
from serendip.store.channels import Store, open_store

PLATFORMS = ("youtube", "instagram", "tiktok", "x")
UC = "UCabcdefghijklmnopqrstuv"
VIDEO = "AbCdEfGhIjK"


class Platform:
    """Answers what it was told to, and notes what it was asked."""

    def __init__(self, **answers: Lookup) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def look_up(self, link: Link, seconds: float) -> Lookup:
        assert 0 < seconds <= 8
        self.asked.append(link.canonical_url or "")
        return self.answers.get(
            link.id_kind or "", Lookup("unavailable", reason_zh="没有密钥", reason_en="no key")
        )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "s.db", FixedClock.on(date(2026, 11, 30))) as opened:
        opened.write([known(platform) for platform in PLATFORMS])
        yield opened


def known(platform: str) -> Observation:
    """``@abc`` of a platform, with one item whose links do not name it."""
    item = {"youtube": VIDEO, "instagram": "CAbCdEfGhIj", "tiktok": "7253412088251534594", "x": "123456"}[
        platform
    ]
    ids = [Identity("channel_id", UC if platform == "youtube" else "1234567"), Identity("handle", "abc")]
    ids += [Identity("custom", "abcname"), Identity("username", "abcuser")] if platform == "youtube" else []
    return Observation(
        platform, tuple(ids), "test", name=f"ABC {platform}", content=(ContentItem(item, "Item"),)
    )


@pytest.fixture
def read(store):
    def resolve(url: str, platform: str = "youtube", lookup: Platform | None = None, seconds: float = 8):
        effect = ResolveLink(7, url, platform, "anchor")
        return resolve_link(effect, store, lookup, StoreIntake(store, store), seconds)

    return resolve


def lookup_of(*, native: str, handle: str) -> Lookup:
    ids = (Identity("channel_id", native), Identity("handle", handle))
    return Lookup(
        "found", observation=Observation("youtube", ids, "test-api", name="Fresh", observed_at="2026-11-30")
    )


CHANNELS = {
    "youtube": [
        "youtube.com/@abc",
        f"youtube.com/channel/{UC}",
        "youtube.com/c/abcname",
        "youtube.com/user/abcuser",
    ],
    "instagram": ["instagram.com/abc/"],
    "tiktok": ["tiktok.com/@abc"],
    "x": ["x.com/abc", "twitter.com/abc"],
}
DETAILS = {
    "youtube": [f"youtube.com/watch?v={VIDEO}", f"youtu.be/{VIDEO}", f"youtube.com/shorts/{VIDEO}",
                f"youtube.com/live/{VIDEO}"],
    "instagram": ["instagram.com/p/CAbCdEfGhIj/", "instagram.com/reel/CAbCdEfGhIj/"],
    "tiktok": ["tiktok.com/@abc/video/7253412088251534594"],
    "x": ["x.com/abc/status/123456", "twitter.com/abc/status/123456"],
}  # fmt: skip
CONTEXTS = {
    "youtube": [("youtube.com/results?search_query=swim", ("swim",)), ("youtube.com/hashtag/swim", ("swim",)),
                ("youtube.com/playlist?list=PLRBp0Fe2GpgmgoscNFLxNyBVSFVdYmFkq", ())],
    "instagram": [("instagram.com/explore/tags/swim/", ("swim",))],
    "tiktok": [("tiktok.com/tag/swim", ("swim",)), ("tiktok.com/search?q=swim", ("swim",))],
    "x": [("x.com/hashtag/swim", ("swim",)), ("x.com/search?q=swim", ("swim",))],
}  # fmt: skip


def pairs(table):
    return [(platform, value) for platform, values in table.items() for value in values]


def dressed(url: str) -> list[str]:
    """The same link as people paste it."""
    return [url, f"https://{url}", f"HTTP://WWW.{url[:4].upper()}{url[4:]}#part", f"“https://www.{url}”。"]


@pytest.mark.req("CS-111")
@pytest.mark.parametrize(("platform", "url"), pairs(CHANNELS))
def test_channel_links_of_the_catalogue(read, platform, url):
    for spelling in dressed(url):
        found = read(spelling, platform)
        assert (found.state, found.url_type, found.url_seq) == ("resolved_exact", "channel", 7)
        assert found.target.title == f"ABC {platform}"
        assert (found.target.handle, found.target.source_url) == ("abc", spelling)
        assert found.target.cid is not None


@pytest.mark.req("CS-111", "CS-112")
@pytest.mark.parametrize(("platform", "url"), pairs(DETAILS))
def test_detail_links_lead_to_the_owner(read, platform, url):
    for spelling in dressed(url):
        found = read(spelling, platform)
        assert (found.state, found.url_type) == ("resolved_exact", "detail")
        assert (found.target.title, found.target.handle) == (f"ABC {platform}", "abc")


@pytest.mark.req("CS-111")
@pytest.mark.parametrize(("platform", "case"), pairs(CONTEXTS))
def test_context_links_give_their_words(read, platform, case):
    url, terms = case
    platform_asked = Platform()
    found = read(f"https://www.{url}", platform, platform_asked)
    assert (found.state, found.url_type, found.context_terms) == ("resolved_unsupported", "context", terms)
    assert platform_asked.asked == []


def test_what_the_catalogue_knows_is_not_asked_for(read):
    platform = Platform()
    assert read("https://youtu.be/" + VIDEO, lookup=platform).state == "resolved_exact"
    assert platform.asked == []


@pytest.mark.parametrize("page", PLATFORMS)
@pytest.mark.parametrize("other", PLATFORMS)
def test_links_of_another_platform(read, page, other):
    if page == other:
        return
    for url in (CHANNELS[other][0], DETAILS[other][0], CONTEXTS[other][0][0]):
        platform = Platform()
        found = read(url, page, platform)
        assert (found.state, found.detected_platform) == ("resolved_mismatch", other)
        assert platform.asked == []


def test_a_page_of_another_platform_that_nothing_claims_is_a_mismatch_too(read):
    found = read("https://www.instagram.com/accounts/edit/")
    assert (found.state, found.detected_platform) == ("resolved_mismatch", "instagram")
    assert read("https://space.bilibili.com/100000001").detected_platform == "bilibili"


@pytest.mark.parametrize(
    "url",
    [
        "https://www.youtube.com/@",
        "https://www.youtube.com/watch?v=AbC",
        "https://www.youtube.com/%zz",
        "no link",
    ],
)
def test_incomplete_links(read, url):
    found = read(url)
    assert (found.state, found.failure) == ("resolved_invalid", "incomplete")


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.youtube.com/feed/trending", "youtube"),
        ("https://www.youtube.com/", "youtube"),
        ("https://example.com/x", "example.com"),
    ],
)
def test_unsupported_links(read, url, site):
    platform = Platform()
    found = read(url, lookup=platform)
    assert (found.state, found.url_type, found.detected_platform) == ("resolved_unsupported", "other", site)
    assert platform.asked == []


@pytest.mark.req("CS-136")
@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8080/x", "http://[::1]/@abc", "http://169.254.169.254/latest", "http://2130706433/",
        "https://www.youtube.com@127.0.0.1/@abc", "https://youtube.com.example.com/@abc", "http://localhost/@abc",
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://www.youtube.com/@abc",
    ],
)  # fmt: skip
def test_no_address_of_a_person_is_ever_asked_for(read, url):
    platform = Platform()
    assert read(url, lookup=platform).state == "resolved_unsupported"
    assert platform.asked == []


def test_what_the_platform_says_is_gone_is_dead(read):
    found = read("https://www.youtube.com/@no-such-channel", lookup=Platform(handle=Lookup("gone")))
    assert (found.state, found.failure, found.target) == ("resolved_invalid", "dead", None)


def test_a_platform_that_does_not_answer_in_time(read):
    found = read("https://www.youtube.com/@unknown", lookup=Platform(handle=Lookup("timeout")))
    assert (found.state, found.failure) == ("resolved_invalid", "timeout")


def test_no_time_left_is_a_timeout_and_nobody_is_asked(read):
    platform = Platform()
    found = read("https://www.youtube.com/@unknown", lookup=platform, seconds=0)
    assert (found.state, found.failure, platform.asked) == ("resolved_invalid", "timeout", [])


def test_a_channel_that_was_looked_up_is_kept(read, store):
    fresh = lookup_of(native="UC" + "f" * 22, handle="fresh")
    found = read("https://www.youtube.com/@Fresh", lookup=Platform(handle=fresh))
    kept = store.by_identity("youtube", "handle", "fresh")
    assert found.target == AnchorValue(
        "youtube", "UC" + "f" * 22, "fresh", "Fresh", "https://www.youtube.com/@Fresh", cid=kept.cid
    )
    assert kept.sources == ("test-api",)
    again = Platform()
    assert read("https://www.youtube.com/@fresh", lookup=again).target.cid == kept.cid
    assert again.asked == []


def test_a_new_handle_of_a_known_channel_joins_it(read, store):
    before = store.by_identity("youtube", "channel_id", UC)
    found = read(
        "https://www.youtube.com/@renamed", lookup=Platform(handle=lookup_of(native=UC, handle="renamed"))
    )
    assert (found.target.cid, found.target.handle) == (before.cid, "renamed")


def test_a_channel_that_cannot_be_kept_is_still_exact(store):
    class Full:
        def keep(self, observation: Observation):
            raise Unavailable("ERR_STORE_BUSY", zh="忙", en="busy")

    effect = ResolveLink(1, "https://www.youtube.com/@fresh", "youtube", "anchor")
    fresh = Platform(handle=lookup_of(native="UC1", handle="fresh"))
    found = resolve_link(effect, store, fresh, Full(), 8)
    assert found.state == "resolved_exact"
    assert found.target == AnchorValue("youtube", "UC1", "fresh", "Fresh", effect.url)


@pytest.mark.parametrize("lookup", [None, Platform()])
@pytest.mark.parametrize(
    ("url", "platform", "native", "handle", "title"),
    [
        ("https://www.youtube.com/@new", "youtube", None, "new", "@new"),
        ("https://www.youtube.com/channel/UC" + "n" * 22, "youtube", "UC" + "n" * 22, None, "UC" + "n" * 22),
        ("https://www.youtube.com/c/newname", "youtube", None, None, "newname"),
        ("https://www.instagram.com/new/", "instagram", None, "new", "@new"),
        ("https://www.instagram.com/new/reel/Cxyz/", "instagram", None, "new", "@new"),
        ("https://www.tiktok.com/@new/video/1", "tiktok", None, "new", "@new"),
        ("https://x.com/new/status/1", "x", None, "new", "@new"),
    ],
)
def test_a_link_that_names_its_channel_is_exact_though_nobody_can_be_asked(
    read, lookup, url, platform, native, handle, title
):
    found = read(url, platform, lookup)
    assert found.state == "resolved_exact"
    assert found.target == AnchorValue(platform, native, handle, title, url, cid=None)
    assert (found.reason_en is None) == (lookup is None)


@pytest.mark.parametrize(
    ("url", "platform"),
    [
        ("https://youtu.be/unknownVid0", "youtube"),
        ("https://www.instagram.com/p/Cxyz/", "instagram"),
        ("https://vm.tiktok.com/ZMabcdEFG/", "tiktok"),
        ("https://www.tiktok.com/share/live/7253412088251534594", "tiktok"),
        ("https://x.com/i/status/1", "x"),
    ],
)
def test_an_item_whose_owner_nobody_knows_is_not_dead(read, url, platform):
    found = read(url, platform, Platform())
    assert (found.state, found.failure) == ("resolved_invalid", "incomplete")
    assert (found.reason_zh, found.reason_en) == ("没有密钥", "no key")


def test_where_a_short_link_leads_is_resolved_in_turn(read):
    short = Lookup("link", link=recognise("https://www.tiktok.com/@abc/video/7253412088251534594"))
    found = read("https://vm.tiktok.com/ZMabcdEFG/", "tiktok", Platform(short=short))
    assert (found.state, found.url_type, found.target.title) == ("resolved_exact", "detail", "ABC tiktok")
    assert found.target.source_url == "https://vm.tiktok.com/ZMabcdEFG/"


@pytest.mark.parametrize(
    ("to", "state"),
    [
        ("https://www.youtube.com/@abc", "resolved_mismatch"),
        ("https://www.tiktok.com/tag/swim", "resolved_unsupported"),
        ("https://example.com/", "resolved_unsupported"),
    ],
)
def test_where_a_short_link_leads_decides(read, to, state):
    short = Platform(short=Lookup("link", link=recognise(to)))
    assert read("https://vm.tiktok.com/ZMabcdEFG/", "tiktok", short).state == state


def test_a_short_link_out_of_the_platform_names_the_site(read):
    out = Platform(short=Lookup("unsupported", link=recognise("https://example.com/x")))
    found = read("https://vm.tiktok.com/ZMabcdEFG/", "tiktok", out)
    assert (found.state, found.detected_platform) == ("resolved_unsupported", "example.com")


def test_an_owners_page_is_looked_for_in_the_catalogue_before_it_is_asked_for(read):
    platform = Platform(video=Lookup("link", link=recognise("https://www.youtube.com/@abc")))
    found = read("https://youtu.be/unknownVid0", lookup=platform)
    assert (found.state, found.url_type, found.target.handle) == ("resolved_exact", "detail", "abc")
    assert len(platform.asked) == 1


def test_short_links_that_lead_to_short_links_end(read):
    short = recognise("https://vm.tiktok.com/ZMabcdEFG/")
    platform = Platform(short=Lookup("link", link=short))
    found = read("https://vm.tiktok.com/ZMabcdEFG/", "tiktok", platform)
    assert (found.state, found.failure, len(platform.asked)) == ("resolved_invalid", "incomplete", 4)


def test_a_forwarding_link_is_read_for_what_is_inside(read):
    url = "https://www.google.com/url?sa=t&url=https%3A%2F%2Fwww.youtube.com%2F%40abc"
    assert read(url).target.handle == "abc"


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_bare_handle_is_a_channel_where_somebody_knows_it(read, platform):
    found = read("@ABC", platform)
    assert (found.state, found.url_type, found.target.title) == (
        "resolved_exact",
        "channel",
        f"ABC {platform}",
    )


@pytest.mark.parametrize("lookup", [None, Platform(), Platform(handle=Lookup("gone"))])
def test_a_bare_handle_that_nobody_knows_is_no_channel(read, lookup):
    found = read("@unknown", lookup=lookup)
    assert (found.state, found.target) == ("resolved_invalid", None)


def test_a_bare_handle_is_looked_up(read):
    fresh = Platform(handle=lookup_of(native="UC" + "f" * 22, handle="fresh"))
    assert read("@fresh", lookup=fresh).target.title == "Fresh"
    assert fresh.asked == ["https://www.youtube.com/@fresh"]


@pytest.mark.parametrize("text", ["@", "@a b", "@a/b", "@@a", "a@b.example"])
def test_what_is_no_handle_is_no_link(read, text):
    assert read(text).state != "resolved_exact"
