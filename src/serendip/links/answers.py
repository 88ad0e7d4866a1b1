"""What a lookup ends with when it does not find a channel, with the reasons that people read."""

from __future__ import annotations

from typing import Final

from serendip.platforms.registry import find_platform
from serendip.search.session.ports import Lookup

REASONS: Final[dict[str, tuple[str, str]]] = {
    "no_key": (
        "没有设置 {platform} 的密钥（{setting}），无法向平台查询",
        "no key for {platform} is set ({setting}), so the platform cannot be asked",
    ),
    "no_lookup": (
        "{platform} 没有公开的官方查询方式",
        "{platform} offers no public official lookup",
    ),
    "no_such_lookup": (
        "{platform} 的官方接口不能查询这一类链接",
        "the official interface of {platform} cannot look up this kind of link",
    ),
    "bad_key": (
        "{platform} 不接受所设的密钥（{setting}），请检查",
        "{platform} does not accept the key that is set ({setting}); check it",
    ),
    "quota": (
        "{platform} 的查询额度暂时用完，请稍后再试",
        "the quota of lookups at {platform} is used up for now; try again later",
    ),
    "refused": (
        "{platform} 拒绝了查询，请检查密钥的权限（{setting}）",
        "{platform} refused the lookup; check what the key ({setting}) may do",
    ),
    "sign_in": (
        "{platform} 要求登录后才能打开该链接",
        "{platform} opens this link only to people who are signed in",
    ),
    "unreachable": (
        "暂时连不上 {platform}，请稍后再试",
        "{platform} cannot be reached just now; try again later",
    ),
    "unusable": (
        "{platform} 没有给出可用的回答，请稍后再试",
        "{platform} gave no usable answer; try again later",
    ),
    "inside": (
        "{platform} 的地址指向内部网络，已拒绝连接",
        "the address of {platform} leads into a private network; the connection was refused",
    ),
    "too_many_hops": ("该链接跳转次数过多", "this link redirects too often"),
}
"""Code: zh, en."""

SETTINGS: Final = {"youtube": "SERENDIP_YOUTUBE_API_KEY", "x": "SERENDIP_X_BEARER_TOKEN"}
"""The setting that holds the key of a platform."""


class Unanswered(Exception):
    """The lookup ends here; ``lookup`` says how."""

    def __init__(self, lookup: Lookup) -> None:
        super().__init__(lookup.state)
        self.lookup = lookup


def unavailable(reason: str, platform: str) -> Unanswered:
    """Nobody could say; ``reason`` is a key of ``REASONS``."""
    known = find_platform(platform)
    zh, en = (platform, platform) if known is None else (known.name_zh, known.name_en)
    setting = SETTINGS.get(platform, "")
    in_zh, in_en = REASONS[reason]
    return Unanswered(
        Lookup(
            "unavailable",
            reason_zh=in_zh.format(platform=zh, setting=setting),
            reason_en=in_en.format(platform=en, setting=setting),
        )
    )


def gone() -> Unanswered:
    """The platform says that there is no such thing."""
    return Unanswered(Lookup("gone"))
