"""Where and around what to search: platforms, links, handles, hashtags."""

from __future__ import annotations

import re
from typing import Final

from serendip.platforms.urls import Link
from serendip.search.lexicon.sets import words
from serendip.search.lexicon.state import BREAKS, Draft, State
from serendip.search.lexicon.tokens import CLASS, classes

PAGES: Final = frozenset({"youtube", "instagram", "tiktok", "x"})
_TYPOS: Final = words("typos")
_ANCHOR_TYPES: Final = {
    "channel": "channel",
    "shorts": "video",
    "video": "video",
    "reel": "video",
    "live": "video",
}


def typos(state: State) -> None:
    """Say that a word was read as another one."""
    for token in state.tokens:
        if token.text in _TYPOS or "slip" in token.flags:
            state.doubt("typo_corrected", token.text)


def platforms(state: State) -> None:
    """The platform words. Another platform than the page's is pending (D-7)."""
    found = [(i, str(state.tokens[i].value)) for i, k in enumerate(state.kinds) if k == CLASS["platform"]]
    for i, _ in found:
        if not _names_platform(state, i):
            state.kinds[i] = CLASS["word"]
    found = [(i, value) for i, value in found if state.kinds[i] == CLASS["platform"]]
    for i, value in found:
        if state.negated[i]:
            state.add(Draft("platform", "in", "exclude", [value], status="reference"), i, i + 1)
    positive = [(i, value) for i, value in found if state.kinds[i] == CLASS["platform"]]
    if not positive:
        return
    names = list(dict.fromkeys(value for _, value in positive))
    draft = _one_platform(state, names[0]) if len(names) == 1 else _platforms(state, names, positive)
    for i, _ in positive:
        state.add(draft, i, i + 1)


def _names_platform(state: State, index: int) -> bool:
    if state.tokens[index].text == "x" and not _is_x(state, index):
        return False
    if index + 1 >= len(state.kinds):
        return True
    return state.kinds[index + 1] not in classes("glue range") or state.tokens[index + 1].spaced


def _one_platform(state: State, name: str) -> Draft:
    draft = Draft("platform", "eq", "hard", [name])
    if name != state.page:
        draft.status = "pending"
        draft.note = (
            "一次只在当前平台搜索，平台词暂未生效",
            "a search runs on the page's platform; this word is not applied",
        )
        state.doubt("platform_conflict", f"{name} asked for on the {state.page} page", ask=True)
    return draft


def _platforms(state: State, names: list[str], found: list[tuple[int, str]]) -> Draft:
    draft = Draft("platform", "in", "hard", list(names))
    if _together(state, found):
        draft.extra["match"] = "all"
    draft.status = "pending"
    draft.note = (
        "一次只在当前平台搜索，其他平台暂未生效",
        "one search runs on one platform; the others are not applied",
    )
    state.doubt("multi_platform", "one search runs on one platform", ask=True)
    return draft


def _together(state: State, found: list[tuple[int, str]]) -> bool:
    low, high = found[0][0], found[-1][0]
    between = {t.text for t in state.tokens[max(0, low - 2) : high + 1]}
    if between & {"or", "或", "或者", "/"}:
        return False
    return bool(between & {"both", "同时有", "同时在", "和", "and", "同时", "&", "跟", "与", "都"})


_X_EDGE: Final = re.compile(r"[\s,，、;；:：/|｜+&()（）。!！?？\u3400-\u9fff]")
"""What may touch the X that is a platform; ``x-ray``, ``x.com``, ``src=x`` and ``]x[`` are none."""


def _is_x(state: State, index: int) -> bool:
    """A capital X is the platform beside words of place or alone, not as a letter of a name (Model X)."""
    token = state.tokens[index]
    if not _X_EDGE.match(state.text[token.start - 1 : token.start] or " ") or not _X_EDGE.match(
        state.text[token.end : token.end + 1] or " "
    ):
        return False
    before = state.tokens[index - 1] if index else None
    after = state.tokens[index + 1] if index + 1 < len(state.tokens) else None
    if (
        before is not None
        and before.kind in classes("word topic brand plain glue range")
        and before.text not in {"on", "from"}
    ):
        return False
    return after is None or (
        after.kind not in classes("glue range plain")
        and not (
            after.kind in classes("word")
            and after.spaced
            and before is not None
            and before.kind not in BREAKS
            and before.text not in {"on", "from"}
        )
    )


def links(state: State) -> None:
    """Every link becomes an anchor, a context, or a link that cannot be used."""
    for i, kind in enumerate(state.kinds):
        if kind == CLASS["url"]:
            _link(state, i, state.tokens[i].value)


def _link(state: State, index: int, link: Link) -> None:
    said = state.said(index, index + 1)
    if link.state == "invalid":
        state.take(index, index + 1, "anchor")
        state.status[index] = ("pending", "无法识别该链接", "this link cannot be recognised")
        state.doubt("url_invalid", "the rest of the text is kept", ask=True)
        return
    if link.state in {"unsupported", "not_a_link"} or link.platform is None:
        state.take(index, index + 1, "anchor")
        state.status[index] = (
            "unsupported",
            "不支持用该类链接起搜",
            "a search cannot start from this type of link",
        )
        state.doubt("url_unsupported", ask=True)
        return
    if link.state == "context":
        state.doubt("url_not_channel")
        if link.term:
            draft = Draft("keyword", "contains", "keyword", [link.term], extra={"target": "default"})
            state.add(draft, index, index + 1)
        else:
            state.take(index, index + 1, "context_anchor")
            state.status[index] = (
                "reference",
                "该链接不指向单个频道，仅作参考",
                "this link shows no single channel",
            )
        return
    draft = Draft("anchor", "eq", "anchor", [said], extra=_anchor_extra(link))
    if any(d.field == "anchor" for d in state.drafts):
        draft.status = "pending"
        draft.note = ("已有锚点，等待选择", "there is an anchor already; waiting for a choice")
        state.doubt("second_anchor", ask=True)
    state.add(draft, index, index + 1)
    if link.kind not in {"channel"} and link.channel is None:
        state.doubt("url_needs_network" if draft.extra["anchor_type"] == "unknown" else "url_not_channel")
    if link.platform != state.page:
        state.doubt("platform_conflict", f"a {link.platform} link on the {state.page} page", ask=True)


def _anchor_extra(link: Link) -> dict[str, object]:
    kind = "unknown" if link.kind == "other" else link.kind
    extra: dict[str, object] = {"platform": link.platform, "anchor_type": _ANCHOR_TYPES.get(kind, kind)}
    if link.channel is not None:
        named, value = link.channel
        if named in {"handle", "username"}:
            extra["handle"] = f"@{value}" if link.platform == "youtube" else value
        else:
            extra["channel_id" if named == "channel_id" else "channel_name"] = value
    if link.needs_network:
        extra["needs_network"] = True
    return extra


def handles(state: State) -> None:
    """An @handle inside a sentence is an anchor on the page's platform (D-6)."""
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["handle"]:
            continue
        said = state.said(i, i + 1)
        if state.negated[i] or any(d.field == "anchor" for d in state.drafts):
            state.add(Draft("keyword", "contains", "exclude" if state.negated[i] else "keyword", [said],
                            extra={"target": "default"}), i, i + 1)  # fmt: skip
            continue
        extra = {"platform": state.page, "anchor_type": "channel", "handle": said.removeprefix("@")}
        state.add(Draft("anchor", "eq", "anchor", [said], extra=dict(extra)), i, i + 1)
        state.doubt("bare_handle_platform", "handle without host: resolve on the current page first")


def hashtags(state: State) -> None:
    """Hashtags are conditions of their own; several mean any of them."""
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["hashtag"]:
            continue
        said = "exclude" if state.negated[i] else "hard"
        value = state.text[state.tokens[i].start + 1 : state.tokens[i].end]
        draft = next((d for d in state.drafts if d.field == "hashtag" and d.kind == said), None)
        if draft is None:
            draft = Draft("hashtag", "in", said, [])
        draft.values.append(value)
        state.add(draft, i, i + 1)
