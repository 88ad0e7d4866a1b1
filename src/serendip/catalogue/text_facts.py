"""What a channel's own words say: hashtags, mentioned accounts, and how it can be reached for business.

Only what is written counts: a description without an address says nothing about whether there is one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from serendip.catalogue.channel import Channel, ContentItem, Fact

MAX_WORDS = 40
_TAG: Final = re.compile(r"(?<![\w/&#])[#＃]([\w\u200d·・'’-]{1,60})")
_MENTION: Final = re.compile(r"(?<![\w.@/])[@＠]([A-Za-z0-9_][A-Za-z0-9_.-]{1,29})")
_EMAIL: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|[\[(<]e-?mail[\])>]", re.I)
_CONTACTS: Final = (
    ("whatsapp", re.compile(r"\bwhats?\s?app\b|\bwa\.me/", re.I)),
    ("line", re.compile(r"\bline\.me/|\blin\.ee/|\bline\s?(?:id|@|oa|官方)?\s?[:：]", re.I)),
    ("telegram", re.compile(r"\bt\.me/|\btelegram\b|电报群", re.I)),
)
_URL: Final = re.compile(r"\b(?:https?://|www\.)([a-z0-9-]+(?:\.[a-z0-9-]+)+)", re.I)
_SOCIAL: Final = (
    "youtube.com", "youtu.be", "instagram.com", "tiktok.com", "douyin.com", "twitter.com", "x.com", "t.co",
    "facebook.com", "fb.com", "fb.me", "twitch.tv", "discord.gg", "discord.com", "wa.me", "t.me", "line.me",
    "lin.ee", "telegram.me", "snapchat.com", "threads.net", "weibo.com", "bilibili.com", "goo.gl", "bit.ly",
    "spotify.com", "apple.com", "amzn.to", "patreon.com", "whatsapp.com", "pinterest.com",
)  # fmt: skip


def text_facts(channel: Channel, content: Sequence[tuple[ContentItem, str]]) -> dict[str, Fact]:
    """``hashtag``, ``mention``, ``contact_channel`` and ``has_email``, as far as texts say them."""
    dates = channel.text_as_of
    description = channel.description or ""
    described = dates.get("description") or None
    texts = [description, *channel.titles]
    for item, _ in content:
        texts += (item.title, item.description or "", " ".join(f"#{t}" for t in item.tags if " " not in t))
    found: dict[str, Fact] = {}
    when = described if description else dates.get("titles") or None
    note = "written in the description, titles or content"
    if tags := hashtags(texts):
        found["hashtag"] = Fact(tags, when, "derived", note)
    if names := mentions(texts):
        found["mention"] = Fact(names, when, "derived", note)
    contacts = contact_channels(description) if description else ()
    if contacts:
        note = "published in the channel's description"
        found["contact_channel"] = Fact(contacts, described, "derived", note)
        if "email" in contacts:
            found["has_email"] = Fact(value=True, as_of=described, basis="derived", note=note)
    return found


def hashtags(texts: Iterable[str]) -> tuple[str, ...]:
    """Words after ``#`` (also ``#话题#``), folded, in order of appearance; plain numbers are none."""
    found: dict[str, None] = {}
    for text in texts:
        if "#" in text or "＃" in text:
            for word in _TAG.findall(text):
                folded = unicodedata.normalize("NFKC", word).casefold().strip("-'’")
                if folded and not folded.isdigit():
                    found[folded] = None
    return tuple(found)[:MAX_WORDS]


def mentions(texts: Iterable[str]) -> tuple[str, ...]:
    """Accounts after ``@``, folded; the names of e-mail addresses are none."""
    found: dict[str, None] = {}
    for text in texts:
        if "@" in text or "＠" in text:
            found.update((name.casefold().rstrip(".-"), None) for name in _MENTION.findall(text))
    return tuple(found)[:MAX_WORDS]


def contact_channels(description: str) -> tuple[str, ...]:
    """How a description says that its owner can be reached: ``email``, ``whatsapp``, ``site`` ..."""
    found = ["email"] if _EMAIL.search(description) else []
    found += [name for name, pattern in _CONTACTS if pattern.search(description)]
    hosts = (h.lower() for h in _URL.findall(description))
    if any(not h.removeprefix("www.").endswith(_SOCIAL) for h in hosts):
        found.append("site")
    return tuple(found)
