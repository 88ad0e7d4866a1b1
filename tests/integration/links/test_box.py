"""A link submitted in the box: identified for real, and what the box then says (section 10.4)."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from serendip.bootstrap import Home
from serendip.catalogue.channel import ContentItem, Identity, Observation
from serendip.core.clock import FixedClock
from serendip.search.session.effects import ResolveLink, RunSearch
from serendip.search.session.events import Submit
from serendip.search.session.reduce import reduce
from serendip.search.session.resolve import resolve_link
from serendip.settings import Settings
from tests.integration.links.conftest import TODAY
from tests.unit.session.walking import RULES, fresh

CHANNELS = ("youtube.googleapis.com", "/youtube/v3/channels")


@pytest.fixture(params=[True, False], ids=["with a key", "without a key"])
def home(request, tmp_path, web):
    key = SecretStr("AIza-secret") if request.param else None
    made = Home(Settings(home=tmp_path, youtube_api_key=key), FixedClock.on(TODAY))
    made.link_lookup._web = web
    abc = (Identity("channel_id", "UC1"), Identity("handle", "abc"))
    item = ContentItem("AbCdEfGhIjK", "Item")
    made.store.write([Observation("youtube", abc, "test", name="ABC", content=(item,))])
    yield made
    made.close()


@pytest.fixture
def submit(home):
    """Submit a link on the YouTube page; the session once the link is identified, and what it asks for."""

    def run(text: str, seconds: float = 5):
        session, effects = reduce(fresh(), Submit(text), RULES)
        (effect,) = (e for e in effects if isinstance(e, ResolveLink))
        assert session.container == "compact_resolving"
        read = resolve_link(effect, home.store, home.link_lookup, home.intake, seconds)
        return reduce(session, read, RULES)

    return run


def said(session) -> list[tuple[str, str, str]]:
    return [(m.code, m.zh, m.en) for m in session.notices]


def failed_as(session, reason: str, failure: str | None) -> None:
    assert (session.container, session.repair.repair_reason) == ("expanded_repair", reason)
    assert session.url.failure == failure
    assert session.search_seq == 0


@pytest.mark.req("CS-112")
@pytest.mark.parametrize("text", ["https://www.youtube.com/watch?v=AbCdEfGhIjK", "youtu.be/AbCdEfGhIjK"])
def test_a_detail_link_gives_the_badge_of_its_owner(submit, text, platforms):
    session, effects = submit(text)
    (search,) = (e for e in effects if isinstance(e, RunSearch))
    assert (session.container, session.graph.anchor is not None) == ("compact_classic", True)
    assert (search.plan.anchor.handle, search.plan.anchor.title) == ("abc", "ABC")
    assert platforms.connections == 0


@pytest.mark.req("CS-118")
def test_a_link_of_another_platform(submit):
    session, effects = submit("https://www.instagram.com/abc/")
    failed_as(session, "url_mismatch", None)
    assert said(session) == [
        (
            "MSG_URL_MISMATCH",
            "当前在 YouTube 频道搜索页，该链接属于 Instagram",
            "You are on the YouTube channel search page; this link belongs to Instagram",
        )
    ]
    assert effects == ()


@pytest.mark.req("CS-119")
def test_an_incomplete_link(submit):
    session, _ = submit("https://www.youtube.com/@")
    failed_as(session, "url_invalid", "incomplete")
    ((code, zh, _),) = said(session)
    assert (code, zh) == (
        "MSG_URL_INCOMPLETE",
        "当前无法识别该链接，可直接粘贴频道主页链接或只输入频道名",
    )


@pytest.mark.req("CS-120")
@pytest.mark.parametrize("text", ["https://www.youtube.com/feed/trending", "https://example.com/x"])
def test_a_link_that_cannot_start_a_search(submit, text):
    session, _ = submit(text)
    failed_as(session, "url_unsupported", None)
    assert session.url.state == "resolved_unsupported"
    ((code, zh, _),) = said(session)
    assert (code, zh) == ("MSG_URL_UNSUPPORTED", "当前版本不支持用该类链接起搜")


@pytest.mark.req("CS-136")
@pytest.mark.parametrize("text", ["http://127.0.0.1:8080/x", "http://169.254.169.254/latest/meta-data"])
def test_an_address_of_a_person_is_never_requested(submit, text, platforms):
    session, _ = submit(text)
    failed_as(session, "url_unsupported", None)
    assert platforms.connections == 0


@pytest.mark.req("CS-136")
def test_another_scheme_is_no_link(platforms):
    _, effects = reduce(fresh(), Submit("javascript:alert(1)"), RULES)
    assert not any(isinstance(e, ResolveLink) for e in effects)


@pytest.mark.req("CS-121")
@pytest.mark.parametrize("home", [True], indirect=True)
def test_a_dead_link(submit, platforms):
    platforms.json(*CHANNELS, {"kind": "youtube#channelListResponse"})
    session, _ = submit("https://www.youtube.com/@no-such-channel")
    failed_as(session, "url_invalid", "dead")
    ((code, zh, _),) = said(session)
    assert (code, zh) == ("MSG_URL_DEAD", "未能识别该链接对应的频道")


@pytest.mark.req("CS-122")
@pytest.mark.parametrize("home", [True], indirect=True)
def test_a_link_that_takes_too_long(submit, platforms):
    platforms.routes[CHANNELS] = lambda handler: handler.server.released.wait()
    session, _ = submit("https://www.youtube.com/@slow", seconds=0.3)
    failed_as(session, "url_invalid", "timeout")
    ((code, zh, _),) = said(session)
    assert (code, zh) == ("MSG_URL_TIMEOUT", "识别该链接超时，可重试或修改链接")
    assert [c.action["action"] for m in session.notices for c in m.choices] == ["retry"]


@pytest.mark.parametrize("home", [False], indirect=True)
def test_an_item_that_nobody_could_be_asked_about_says_why(submit, platforms):
    session, _ = submit("https://www.youtube.com/clip/UgAbCdEf")
    failed_as(session, "url_invalid", "incomplete")
    ((code, zh, en),) = said(session)
    assert code == "MSG_URL_NOT_ASKED"
    assert "SERENDIP_YOUTUBE_API_KEY" in zh
    assert "SERENDIP_YOUTUBE_API_KEY" in en


@pytest.mark.parametrize("home", [False], indirect=True)
def test_without_a_key_a_channel_link_is_still_exact(submit, platforms):
    session, effects = submit("https://www.youtube.com/@nobody-knows")
    (search,) = (e for e in effects if isinstance(e, RunSearch))
    assert session.url.state == "resolved_exact"
    assert (search.plan.anchor.cid, search.plan.anchor.handle) == (None, "nobody-knows")
