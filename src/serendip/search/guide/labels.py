"""The words of suggestions and options: the same words as the chips, so that a promise can be checked."""

from __future__ import annotations

from collections.abc import Sequence

from serendip.search.conditions import Condition
from serendip.search.terms import condition_label, field_label, value_label

Said = tuple[str, str]
"""A text in zh and in en."""

_BY_VALUE = frozenset({"keyword", "hashtag", "country", "language", "category", "city"})
_LIST = {"zh": "、", "en": ", "}
_COLONS = {"zh": "：", "en": ": "}


def named(condition: Condition) -> Said:
    """How a condition is called in a sentence: by its value where that says enough, else as its chip."""
    return _named(condition, "zh"), _named(condition, "en")


def _named(condition: Condition, locale: str) -> str:
    if condition.field not in _BY_VALUE:
        return condition_label(condition, locale)
    return _LIST[locale].join(value_label(condition.field, v, locale) for v in condition.values)


def removal(condition: Condition) -> Said:
    """``去掉“美国”``; an exclusion is said to end."""
    zh, en = named(condition)
    if condition.kind == "exclude":
        bare_zh, bare_en = zh.removeprefix("排除 "), en.removeprefix("not ")
        return f"不再排除“{bare_zh}”", f"Stop excluding “{bare_en}”"
    return f"去掉“{zh}”", f"Remove “{en}”"


def removals(conditions: Sequence[Condition]) -> Said:
    """Several at once; plain ones in one list."""
    plain = [named(c) for c in conditions if c.kind != "exclude"]
    said = [removal(c) for c in conditions if c.kind == "exclude"]
    if plain:
        zh, en = "、".join(f"“{z}”" for z, _ in plain), ", ".join(f"“{e}”" for _, e in plain)
        said.insert(0, (f"去掉{zh}", f"Remove {en}"))
    return joined(said)


def change(old: Condition, new: Condition) -> Said:
    """``粉丝数：5,000–20,000 → 1,000–100,000``: the old chip and what it will read."""
    return _change(old, new, "zh"), _change(old, new, "en")


def _change(old: Condition, new: Condition, locale: str) -> str:
    after = condition_label(new, locale)
    if new.field == old.field:
        after = after.removeprefix(field_label(new.field, locale) + _COLONS[locale])
    return f"{condition_label(old, locale)} → {after}"


def chip(condition: Condition) -> Said:
    """The chip's own words."""
    return condition_label(condition, "zh"), condition_label(condition, "en")


def joined(parts: Sequence[Said]) -> Said:
    """Several changes in one sentence."""
    return "，并".join(zh for zh, _ in parts), ", and ".join(
        _in_sentence(i, en) for i, (_, en) in enumerate(parts)
    )


def _in_sentence(place: int, text: str) -> str:
    """A later part begins with a small letter when it is a verb of ours."""
    verbs = ("Remove ", "Stop ", "Match ", "Replace ", "Keep ", "Also ", "Widen ")
    return text[0].lower() + text[1:] if place and text.startswith(verbs) else text
