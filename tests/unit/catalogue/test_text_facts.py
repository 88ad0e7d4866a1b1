"""What a channel's own words say, and what they do not."""

from __future__ import annotations

import pytest

from serendip.catalogue.channel import Channel, ContentItem, Identity
from serendip.catalogue.text_facts import contact_channels, hashtags, mentions, text_facts


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#Swim and ＃泳衣, again #swim", ("swim", "泳衣")),
        ("#今日份的自拍# #戴口罩挺武汉#", ("今日份的自拍", "戴口罩挺武汉")),
        ("song #1 page#top https://a.b/#x C# &#39;", ()),
        ("#été2024 #ÉTÉ2024", ("été2024",)),
    ],
)
def test_hashtags(text, tags):
    assert hashtags([text]) == tags


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("with @Ann.B and ＠bob_1.", ("ann.b", "bob_1")),
        ("mail me@example.org, see x.com/@carl", ()),
        ("@ alone @中文", ()),
    ],
)
def test_mentions(text, names):
    assert mentions([text]) == names


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("Business: ann@example.org", ("email",)),
        ("Contact : [email]", ("email",)),
        ("WhatsApp +1 ... or t.me/ann", ("whatsapp", "telegram")),
        ("LINE ID: ann", ("line",)),
        ("deadline: tomorrow, online", ()),
        ("https://ann.example/shop", ("site",)),
        ("https://www.instagram.com/ann https://youtu.be/x", ()),
        ("I like e-mail", ()),
    ],
)
def test_ways_to_reach_a_channel(text, ways):
    assert contact_channels(text) == ways


def test_a_silent_description_says_nothing_about_an_address():
    channel = Channel(1, "x", "n", (Identity("handle", "n"),), description="I swim")
    assert text_facts(channel, ()) == {}


def test_facts_from_words_have_the_date_of_the_words():
    channel = Channel(
        1,
        "x",
        "n",
        (),
        description="#a mail n@example.org",
        titles=("with @bob",),
        text_as_of={"description": "2024-05"},
    )
    items = [(ContentItem("1", "t", tags=("b", "two words")), "2024-06-01")]
    facts = text_facts(channel, items)
    assert {k: f.value for k, f in facts.items()} == {
        "hashtag": ("a", "b"),
        "mention": ("bob",),
        "contact_channel": ("email",),
        "has_email": True,
    }
    assert {f.as_of for f in facts.values()} == {"2024-05"}
    assert {f.basis for f in facts.values()} == {"derived"}
