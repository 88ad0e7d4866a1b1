"""Nothing that a person can paste makes the reader raise, hang, or lose its place."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serendip.platforms.address import Address
from serendip.platforms.registry import PLATFORMS
from serendip.platforms.urls import find_links, recognise

HOSTS = sorted({h.replace("*", "old") for p in PLATFORMS for q in p.patterns for h in q.hosts})
PIECES = [
    *[
        "https://",
        "http:",
        "www.",
        "//",
        "/",
        "@",
        "%",
        "%E6%9C",
        "%ZZ",
        "?",
        "&",
        "=",
        "#",
        ".",
        ":",
        "\\",
        "[",
        "]",
        "UC",
        "watch",
        "v",
        "channel",
        "user",
        "video",
        "status",
        "url",
        "u",
        "q",
    ],
    *[
        "1234567890",
        "javascript:",
        "data:",
        ";",
        "&amp;",
        "(",
        ")",
        "!",
        "'",
        '"',
        "aaaaaaaaaaaaaaaaaaaaaa",
        "木工",
        "。",
        "，",
        "é",
        "😀",
    ],
    *(" ", "\n", "\u200b", "\ud800"),
]
ADDRESSES = st.builds(
    lambda host, parts: "https://" + host + "/" + "".join(parts),
    st.sampled_from(HOSTS),
    st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12),
)
TEXTS = (
    st.text()
    | st.lists(st.sampled_from(PIECES) | st.sampled_from(HOSTS), max_size=25).map("".join)
    | ADDRESSES
)


@settings(max_examples=600, deadline=None)
@given(TEXTS)
def test_any_text_is_read(text):
    found = find_links(text)
    places = [p for f in found for p in (f.start, f.end)]
    assert places == sorted(places)
    for f in found:
        assert 0 <= f.start < f.end <= len(text)
        assert text[f.start : f.end] in (f.link.url, f.link.wrapper.url if f.link.wrapper else f.link.url)
        assert f.link.state != "not_a_link"
    assert recognise(text).state == (found[0].link.state if found else "not_a_link")


@settings(max_examples=600, deadline=None)
@given(ADDRESSES)
def test_what_is_read_holds_together(text):
    link = recognise(text)
    assert (link.failure == "incomplete") is (link.state == "invalid")
    if link.platform is None:
        assert link.kind in {"unknown", "invalid"}
        assert link.id is link.channel is link.pattern is None
    if link.state == "exact":
        assert link.channel is not None
        assert not re.search(r"[\s/?#%]", link.channel.value)
        assert recognise(link.canonical_url).same_channel(link)
    if link.state in {"exact", "resolvable"}:
        assert recognise(link.canonical_url).canonical_url == link.canonical_url


@settings(max_examples=200, deadline=None)
@given(
    st.text(alphabet="abcXYZ09_.-", min_size=1, max_size=15).filter(lambda s: s.strip(".")),
    st.sampled_from("，。）】”的 "),
)
def test_a_link_ends_where_the_sentence_goes_on(name, mark):
    name = name.strip(".")
    url = f"https://www.youtube.com/@{name}"
    (found,) = find_links(f"看{url}{mark}好")
    assert (found.start, found.end) == (1, 1 + len(url))
    assert found.link.handle == name


UNITS = [
    "a",
    "-",
    "a.",
    "a-",
    "a.-",
    "/",
    "//",
    "@",
    "%",
    "%41",
    "%E6",
    "(",
    ")",
    "[",
    "!",
    "'",
    ".",
    "=",
    "&",
    "#",
    "?",
    "http:",
    "https://",
    "https://a.",
    "https://x.com/",
    "www.",
    "www.a.",
    "x.com/",
    "a://",
    "data:",
    "木",
    "木.",
    "/@木",
    "&v=1",
    "?u=https://x.com/",
    ":",
    "\\",
    "\u200b",
    "1",
    "_",
    "é",
    "é.",
    "+a",
    "a@",
    ";",
    "&amp;",
    "/n/木",
    "=木",
]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", UNITS)
def test_long_repetitions_are_read_at_once(unit):
    tail = unit * (20_000 // len(unit))
    for text in (tail, f"https://www.youtube.com/{tail}", f"https://{tail}", f"https://example.com/({tail}"):
        find_links(text)
        recognise(text)


@pytest.mark.timeout(60)
def test_no_pattern_backtracks_over_a_long_path():
    stems = [
        "",
        "/",
        "/@",
        "/a",
        "/1",
        "/u/",
        "/user/",
        "/p/",
        "/t/",
        "/channel/UC",
        "/status/",
        "/a/status/1",
    ]
    tails = [
        "a" * 2000,
        "1" * 2000,
        "a/" * 1000,
        "/" * 2000,
        "-" * 2000,
        "%" * 2000,
        "a1" * 1000 + "!",
        "a." * 1000 + "\n",
    ]
    for platform in PLATFORMS:
        for stem in stems:
            for tail in tails:
                for pattern in platform.patterns:
                    pattern.match(stem + tail)
                    pattern.match_value(tail)
                platform.is_broken("www.youtu.be", stem + tail)


def test_an_address_has_no_hidden_parts():
    link = Address("www.youtube.com", True, "/@a", {"v": "%41", "w": ""})
    assert link.value(("w", "v")) == "A"
    assert link.plain("m.youtube.com") == "https://m.youtube.com/@a"
