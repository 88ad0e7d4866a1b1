"""How the content looks and what is only wished: formats, styles, ready conditions, soft phrases."""

from __future__ import annotations

from typing import Final

from serendip.search.lexicon import bounds, measures, soft
from serendip.search.lexicon.state import BREAKS, Draft, State
from serendip.search.lexicon.tokens import CLASS, classes, pattern

_TEXT: Final = classes("word han topic brand category glue")


def ready(state: State) -> None:
    """Words that are a whole condition: verified, has sponsored posts, like the anchor."""
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["ready"]:
            continue
        field, _, value = str(state.tokens[i].value).partition("=")
        said = state.kind_of(i, i + 1)
        if value == "like_anchor":
            draft = Draft(field, "prefer", "soft", [value])
        elif field == "collab_type":
            draft = Draft(field, "prefer", "soft" if said != "exclude" else said, [value])
        elif said == "soft":
            draft = Draft(field, "prefer", "soft", [value == "true"])
        else:
            draft = Draft(field, "eq", "hard", [(value == "true") is (said != "exclude")])
        if any(d.field == draft.field and d.values == draft.values for d in state.drafts):
            state.take(i, i + 1, "hard")
            continue
        state.add(draft, i, i + 1)


_SPONSORED: Final = pattern("(e: amount)(?:filler|of){0,2}(r: ready)|(r2: ready)(?:loose){0,2}(e2: amount)")


def sponsored(state: State) -> None:
    """``less than 5% sponsored content``: the share of it, not whether there is any."""
    if CLASS["ready"] not in state.kinds or CLASS["ratio"] not in state.kinds:
        return
    for match in state.find(_SPONSORED):
        at, part = (match.start("r"), "e") if match["r"] else (match.start("r2"), "e2")
        amount = bounds.read(state.tokens[slice(*match.span(part))], state.kinds[slice(*match.span(part))])
        if str(state.tokens[at].value) == "has_sponsored_posts=true" and amount and amount.kind == "ratio":
            measures.add(state, "commercial_ratio", amount, match.span())


def wishes(state: State) -> None:
    """Soft phrases: they order, they never filter (section 12.5)."""
    for i, kind in enumerate(state.kinds):
        said = _wished(state, i) if kind in {CLASS["wish"], CLASS["level"]} else ""
        if not said:
            continue
        field, _, value = said.partition("=")
        if _joined_to_topic(state, i):
            state.kinds[i] = CLASS["word"] if state.tokens[i].text.isascii() else CLASS["han"]
            continue
        if state.negated[i] and field not in {"commercial_ratio"}:
            value = {"high": "low", "low": "high"}.get(value, f"not_{value}")
        soft.add(state, field, value, (i, i + 1))
        state.doubt("soft_unmappable")


def _wished(state: State, index: int) -> str:
    """The wish of a token; a level that no metric took (别太贵) may be one."""
    token = state.tokens[index]
    if token.kind == CLASS["wish"]:
        return str(token.value)
    return next((str(value) for kind, value, _ in token.also if kind == CLASS["wish"]), "")


def _joined_to_topic(state: State, index: int) -> bool:
    """Vintage jewellery, fun facts: a describing word that is part of a thing's name, not of the wish."""
    token = state.tokens[index]
    if token.text in {"vintage look", "复古"} and index + 1 < len(state.kinds):
        return state.kinds[index + 1] in _TEXT
    if index + 1 < len(state.kinds) and state.kinds[index + 1] == CLASS["glue"]:
        return True
    if index > 1 and state.tokens[index - 1].kind in classes("glue range") and not token.spaced:
        return not state.tokens[index - 1].spaced
    if token.text in {
        "自然",
        "专业",
        "极简",
        "日系",
        "创意",
        "warm",
        "natural",
        "bold",
        "unique",
        "professional",
    }:
        after = state.kinds[index + 1] if index + 1 < len(state.kinds) else ""
        return after in _TEXT
    return False


def formats(state: State) -> None:
    """Shorts, Reels, live streams, podcasts."""
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["format"]:
            continue
        token = state.tokens[i]
        value = str(token.value)
        after = state.kinds[i + 1] if i + 1 < len(state.kinds) else ""
        before = state.kinds[i - 1] if i else ""
        if (
            after in classes("word han topic glue range") and token.text.isascii() is (after != CLASS["han"])
        ) or before in classes("glue range"):
            state.kinds[i] = CLASS["word"] if token.text.isascii() else CLASS["han"]
            continue
        said = state.kind_of(i, i + 1)
        draft = next((d for d in state.drafts if d.field == "content_format" and d.kind == said), None)
        if draft is None:
            draft = Draft("content_format", "prefer" if said == "soft" else "in", said, [value])
        elif value not in draft.values:
            draft.values.append(value)
        state.add(draft, i, i + 1)


_OPPOSITES: Final = {"talking_head": "faceless", "faceless": "talking_head"}


def styles(state: State) -> None:
    """Reviews, tutorials, vlogs: always a wish; an excluded one is an excluded word (section 12.2)."""
    for i, kind in enumerate(state.kinds):
        if kind != CLASS["style"]:
            continue
        token = state.tokens[i]
        after = state.kinds[i + 1] if i + 1 < len(state.kinds) else ""
        if state.negated[i] and str(token.value) not in _OPPOSITES:
            state.kinds[i] = CLASS["word"] if token.text.isascii() else CLASS["han"]
            continue
        glued = after in classes("word han topic category") and (
            token.text.isascii() == (after != CLASS["han"])
        )
        adjective = str(token.value) in {"faceless", "educational"}
        if glued and not adjective and not _verb_like(state, i):
            state.kinds[i] = CLASS["word"] if token.text.isascii() else CLASS["han"]
            continue
        draft = next((d for d in state.drafts if d.field == "content_style"), None)
        value = str(token.value)
        value = _OPPOSITES[value] if state.negated[i] else value
        if draft is None:
            draft = Draft("content_style", "prefer", "soft", [value])
        elif value not in draft.values:
            draft.values.append(value)
        state.add(draft, i, i + 1)


def _verb_like(state: State, index: int) -> bool:
    """``reviewing drones``, ``who review drones``, 测评耳机的: the style stands before its object."""
    text = state.tokens[index].text
    if text.endswith("ing") or text in {"review", "unbox", "unboxes", "reviews", "tutorials on", "how to"}:
        before = state.previous(index, classes("filler"))
        return (
            before < 0
            or state.tokens[before].kind
            in BREAKS | classes("noun request do platform taken country style joiner")
            or text.endswith("ing")
        )
    return not text.isascii()
