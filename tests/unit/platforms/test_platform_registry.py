"""The list of platforms and the words for them."""

import pytest

from serendip.core.errors import InputError
from serendip.platforms.registry import (
    BY_KEY,
    FAMILIES,
    PLATFORMS,
    SEARCH_PAGES,
    channel_url,
    find_platform,
    platform,
    site_of,
)


def test_twelve_families_and_three_more():
    families = [
        "bilibili",
        "xiaohongshu",
        "douyin",
        "youtube",
        "x",
        "zhihu",
        "reddit",
        "bangumi",
        "linux.do",
        "v2ex",
        "weibo",
        "web",
    ]
    assert [p.key for p in FAMILIES] == families
    assert set(BY_KEY) - set(families) == {"instagram", "tiktok", "kuaishou"}
    assert set(SEARCH_PAGES) == {"youtube", "instagram", "tiktok", "x"}


def test_a_word_stands_for_one_platform():
    words = [(w.casefold(), p.key) for p in PLATFORMS for w in {*p.aliases, p.name_zh, p.name_en, p.key}]
    seen = dict(words)
    assert all(seen[word] == key for word, key in words)
    assert all(a == a.lower() for p in PLATFORMS for a in p.aliases)


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("twitter", "x"),
        ("Twitter", "x"),
        ("推特", "x"),
        (" X ", "x"),
        ("IG", "instagram"),
        ("油管", "youtube"),
        ("B站", "bilibili"),
        ("小红书", "xiaohongshu"),
        ("抖音", "douyin"),
        ("TikTok", "tiktok"),
        ("微博", "weibo"),
        ("linuxdo", "linux.do"),
        ("L站", "linux.do"),
        ("知乎", "zhihu"),
        ("bgm", "bangumi"),
        ("快手", "kuaishou"),
    ],
)
def test_names_and_aliases(word, key):
    assert platform(word).key == key


def test_an_unknown_platform_is_refused_with_the_list():
    assert find_platform("myspace") is None
    with pytest.raises(InputError) as refused:
        platform("myspace")
    assert refused.value.code == "ERR_UNKNOWN_PLATFORM"
    assert "youtube" in refused.value.zh
    assert "youtube" in refused.value.en


def test_pages_of_channels():
    assert channel_url("youtube", "handle", "@GearLab") == "https://www.youtube.com/@gearlab"
    assert channel_url("youtube", "handle", "木工") == "https://www.youtube.com/@%E6%9C%A8%E5%B7%A5"
    assert channel_url("instagram", "handle", "gear.lab") == "https://www.instagram.com/gear.lab/"
    assert channel_url("instagram", "channel_id", "1") is None
    assert channel_url("web", "handle", "x") is None
    assert channel_url("nowhere", "handle", "x") is None


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("m.youtube.com", "youtube"),
        ("old.reddit.com", "reddit"),
        ("l.instagram.com", "instagram"),
        ("www.google.com", None),
        ("l.facebook.com", None),
        ("yewtu.be", None),
        ("evil.youtube.com", None),
        ("reddit.com.evil.io", None),
        ("com", None),
        ("", None),
    ],
)
def test_whose_host_it_is(host, key):
    found = site_of(host)
    assert (found.key if found else None) == key
