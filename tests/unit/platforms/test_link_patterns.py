"""Every pattern against its own examples, and against everybody else's."""

import pytest

from serendip.platforms import urls
from serendip.platforms.address import split
from serendip.platforms.registry import PLATFORMS, channel_url, claims
from serendip.platforms.urls import recognise

EXAMPLES = [
    pytest.param(platform, pattern, url, identity, id=f"{platform.key}.{pattern.name}-{n}")
    for platform in PLATFORMS
    for pattern in platform.patterns
    for n, (url, identity) in enumerate(pattern.examples)
]


@pytest.mark.parametrize(("platform", "pattern", "url", "identity"), EXAMPLES)
def test_an_example_is_claimed_by_its_pattern_alone(platform, pattern, url, identity):
    address = split(url)
    claiming = [
        f"{p.key}.{other.name}"
        for p, other in claims(address.host)
        if urls._match(other, address) is not None
    ]
    assert claiming == [f"{platform.key}.{pattern.name}"]


@pytest.mark.parametrize(("platform", "pattern", "url", "identity"), EXAMPLES)
def test_an_example_is_read_as_its_pattern_says(platform, pattern, url, identity):
    found = recognise(url)
    link = found.wrapper or found
    assert (link.pattern, link.kind, link.id) == (f"{platform.key}.{pattern.name}", pattern.kind, identity)
    assert link.needs_network is pattern.network
    assert link.url == url


@pytest.mark.parametrize(("platform", "pattern", "url", "identity"), EXAMPLES)
def test_the_canonical_link_is_a_fixed_point(platform, pattern, url, identity):
    link = recognise(url)
    again = recognise(link.canonical_url)
    assert again.canonical_url == link.canonical_url
    assert (again.platform, again.term) == (link.platform, link.term)
    if link.state == "exact":
        assert again.same_channel(link)
    if link.kind != "channel":
        assert (again.kind, again.id) == (link.kind, link.id)


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda p: p.key)
def test_names_of_patterns_are_unique_and_hosts_lower_case(platform):
    names = [p.name for p in platform.patterns]
    assert len(names) == len(set(names))
    assert all(h == h.lower() and p.examples for p in platform.patterns for h in p.hosts)


@pytest.mark.parametrize(
    ("platform", "id_kind", "template"),
    [(p.key, kind, t) for p in PLATFORMS for kind, t in p.channel_urls.items()],
)
def test_the_page_of_a_channel_names_the_channel(platform, id_kind, template):
    values = {
        ("youtube", "channel_id"): "UCabcdefghijklmnopqrstuv",
        ("xiaohongshu", "channel_id"): "5a1b2c3d4e5f6a7b8c9d0e1f",
        ("tiktok", "channel_id"): "6820838815978423302",
        ("weibo", "channel_id"): "2066652961",
        ("kuaishou", "channel_id"): "3xmd7kz3v6aph9s",
    }
    sec_uid = "MS4wLjABAAAAEc8EKgWVEpEQoDRRp8_M53psgc-BoKqre-jICyt6aBA"
    otherwise = {"channel_id": "1234567890", "sec_uid": sec_uid, "room": "196"}
    value = values.get((platform, id_kind)) or otherwise.get(id_kind, "gearlab_demo")
    link = recognise(channel_url(platform, id_kind, value))
    assert (link.platform, link.kind, link.channel) == (platform, "channel", (id_kind, value))


def test_every_reserved_word_of_a_first_segment_is_no_channel():
    from serendip.platforms import instagram, weibo, x, youtube

    for host, module in (
        ("www.youtube.com", youtube),
        ("www.instagram.com", instagram),
        ("x.com", x),
        ("weibo.com", weibo),
    ):
        words = module._RESERVED.split("|")
        assert len(words) == len(set(words))
        wrong = [w for w in words if recognise(f"https://{host}/{w}").kind == "channel"]
        wrong += [w for w in words if recognise(f"https://{host}/{w.upper()}/").kind == "channel"]
        assert wrong == []
