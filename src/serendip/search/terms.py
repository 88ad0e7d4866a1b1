"""The one table of words (addendum A-14): catalogue and ``parse`` output <-> session model, with labels.

The field catalogue and ``serendip parse`` say ``country``, ``contains``, ``gte``; the session model of the
specification (section 3) says ``region``, ``matches``, ``between``. Labels of chips are made here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from serendip.catalogue.fields import FIELDS
from serendip.catalogue.languages import language_names
from serendip.catalogue.places import country_names, entries
from serendip.catalogue.taxonomy import categories
from serendip.search.conditions import Condition
from serendip.search.words import CHOICE_LABELS

TARGET_LABELS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "channel_tag": ("频道标签", "Channel tag"),
        "channel_name": ("频道名", "Channel name"),
        "channel_description": ("频道简介", "Channel description"),
        "published_content": ("发布内容", "Published content"),
        "all_sources": ("全部来源", "All sources"),
    }
)
"""Match targets (section 3.1) in the order in which they are offered: zh and en."""

PLATFORM_LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {"youtube": "YouTube", "instagram": "Instagram", "tiktok": "TikTok", "x": "X"}
)


@dataclass(frozen=True, slots=True)
class Term:
    """One concept in the three vocabularies. An empty word: that vocabulary has none."""

    concept: str
    catalogue: str
    session: str
    parse: str


FIELD_TERMS: Final[tuple[Term, ...]] = (
    Term("creator's place", "country", "region", "country"),
    Term("creator's town", "city", "region", "city"),
    Term("content language", "language", "language", "language"),
    Term("category", "category", "category", "category"),
    Term("followers", "followers", "followers", "followers"),
    Term("average views", "avg_views", "avg_views", "avg_views"),
    Term("days since the last upload", "last_active_days", "last_active_days", "last_active_days"),
    Term("published within days", "last_active_days", "published_within_days", "last_active_days"),
    Term("keyword", "keyword", "keyword", "keyword"),
    Term("anchor channel", "anchor", "anchor", "anchor"),
    Term("link without one channel", "anchor", "context_anchor", "anchor"),
    Term("platform", "platform", "platform", "platform"),
    Term("wish about style", "content_style", "soft_preference", "content_style"),
    Term("wish about tone", "tone", "soft_preference", "tone"),
    Term("wish about value", "value_for_money", "soft_preference", "value_for_money"),
    Term("wish about topic", "topic", "soft_preference", "topic"),
)
"""Field words; a field that is not listed is called the same in all three."""

OPERATOR_TERMS: Final[tuple[Term, ...]] = (
    Term("the words occur", "contains", "matches", "contains"),
    Term("the words do not occur", "contains", "not_matches", "contains, kind exclude"),
    Term("one of", "in", "in", "in"),
    Term("none of", "in", "not_in", "in, kind exclude"),
    Term("exactly", "eq", "equals", "eq"),
    Term("at least", "gte", "between", "gte"),
    Term("more than", "gt", "between", "gt"),
    Term("at most", "lte", "between", "lte"),
    Term("less than", "lt", "between", "lt"),
    Term("from .. to", "between", "between", "between"),
    Term("about (plus or minus 30 %)", "near", "between", "near"),
    Term("within so many days", "lte", "within_days", "lte"),
    Term("rather", "prefer", "prefer", "prefer"),
)

SOURCE_TERMS: Final[tuple[Term, ...]] = (
    Term("said by the person", "explicit", "user_input", "explicit"),
    Term("inferred by the system", "derived", "agent_inferred", "derived"),
    Term("changed by the person in a chip or a filter", "manual", "manual_edit", ""),
)

STRENGTH_TERMS: Final[tuple[Term, ...]] = (
    Term("filters", "hard", "hard", "hard"),
    Term("orders", "soft", "soft", "soft"),
    Term("filters out", "exclude", "hard", "exclude"),
    Term("words to match", "keyword", "hard", "keyword"),
    Term("pins and recalls", "anchor", "hard", "anchor"),
)

_SESSION_FIELD: Final = {t.catalogue: t.session for t in reversed(FIELD_TERMS)}
_CATALOGUE_FIELD: Final = {t.session: t.catalogue for t in reversed(FIELD_TERMS)}


def session_field(name: str) -> str:
    """The session model's word for a catalogue field (``country`` -> ``region``)."""
    return _SESSION_FIELD.get(name, name)


def catalogue_field(name: str) -> str:
    """The catalogue's word for a session field (``region`` -> ``country``)."""
    return _CATALOGUE_FIELD.get(name, name)


def session_operator(condition: Condition) -> str:
    """The session model's operator of a condition."""
    excluded = condition.kind == "exclude"
    if condition.field == "last_active_days" and condition.op in {"lte", "lt"}:
        return "within_days"
    match condition.op:
        case "contains":
            return "not_matches" if excluded else "matches"
        case "in":
            return "not_in" if excluded else "in"
        case "eq":
            return "equals"
        case "prefer":
            return "prefer"
        case _:
            return "between"


_LIST_MARK = {"zh": "、", "en": ", "}
_NOT = {"zh": "排除 ", "en": "not "}
_COLON = {"zh": "：", "en": ": "}
_OPERATORS = {
    "zh": {"gte": "≥ {}", "gt": "> {}", "lte": "≤ {}", "lt": "< {}", "between": "{}–{}", "near": "约 {}"},
    "en": {"gte": "≥ {}", "gt": "> {}", "lte": "≤ {}", "lt": "< {}", "between": "{}–{}", "near": "about {}"},
}
_UNITS: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType(
    {
        "last_active_days": ("天", "day", "days"),
        "account_age_days": ("天", "day", "days"),
        "video_duration_sec": ("秒", "s", "s"),
        "posting_frequency": ("条/周", "post/week", "posts/week"),
    }
)
"""Units that the name of a field does not say: zh, one and several in en."""
_MINUTES: Final = ("分钟", "min", "min")
_RATIOS = frozenset(
    {"engagement_rate", "view_rate", "commercial_ratio", "growth_followers_pct", "growth_views_pct"}
)


def field_label(name: str, locale: str) -> str:
    """What people call a field."""
    spec = FIELDS.get(name)
    if spec is None:
        return name.replace("_", " ")
    return spec.label_zh if locale == "zh" else spec.label_en


def condition_label(condition: Condition, locale: str) -> str:
    """The text of a condition's chip in ``zh`` or ``en``, without its source and status."""
    prefix = _NOT[locale] if condition.kind == "exclude" else ""
    within = activity(condition, locale)
    if within is not None:
        return prefix + (within[0].lower() + within[1:] if prefix else within)
    text = condition_value(condition, locale)
    if condition.field in _NAMELESS:
        return prefix + text
    return f"{prefix}{field_label(condition.field, locale)}{_COLON[locale]}{text}"


def activity(condition: Condition, locale: str) -> str | None:
    """What is said of "active within so many days"; None for any other condition."""
    if condition.field != "last_active_days" or condition.op != "lte" or len(condition.values) != 1:
        return None
    days = _number(condition.field, condition.values[0])
    if locale == "zh":
        return f"近 {days} 天活跃"
    return "Active in the last day" if days == "1" else f"Active in the last {days} days"


_NAMELESS = frozenset({"keyword", "hashtag", "anchor"})
"""Fields whose values speak for themselves."""


def condition_value(condition: Condition, locale: str) -> str:
    """What a condition asks of its field, in words: a bound with its unit, or the names of its values."""
    if condition.field in _NAMELESS:
        return _LIST_MARK[locale].join(str(v) for v in condition.values)
    values, unit = _measured(condition, locale)
    words = [value_label(condition.field, v, locale) for v in values]
    template = _OPERATORS[locale].get("gte" if unit and condition.op == "prefer" else condition.op)
    numeric = template is not None and len(words) == template.count("{}")
    text = template.format(*words) if template and numeric else _LIST_MARK[locale].join(words)
    if unit and numeric:
        text += f" {unit}"
    share = condition.extra.get("min_share")
    if share is not None:
        text += f" ≥ {share:.0%}"
    return text


def signed_value(condition: Condition, locale: str) -> str:
    """``condition_value``, and whether it is excluded: what stands for it beside the name of its field."""
    prefix = _NOT[locale] if condition.kind == "exclude" else ""
    return prefix + condition_value(condition, locale)


def _measured(condition: Condition, locale: str) -> tuple[tuple[Any, ...], str | None]:
    """The values of a condition in the unit that people say, and that unit (None when there is none)."""
    values, said = condition.values, condition.extra.get("unit")
    numbers = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    if condition.field not in _UNITS or len(numbers) != len(values):
        return values, None if said is None else str(said)
    zh, one, many = _UNITS[condition.field]
    if condition.field == "video_duration_sec" and all(v % 60 == 0 for v in numbers):
        values, (zh, one, many) = tuple(v // 60 for v in numbers), _MINUTES
    return values, zh if locale == "zh" else one if tuple(values) == (1,) else many


def value_label(field: str, value: Any, locale: str) -> str:
    """What people call one value of a field."""
    if isinstance(value, bool):
        return {"zh": ("否", "是"), "en": ("no", "yes")}[locale][value]
    if isinstance(value, int | float):
        return _number(field, value)
    text = str(value)
    if field in {"country", "audience_country"}:
        return country_names(locale).get(text) or _region_names(locale).get(text, text)
    if field in {"language", "audience_language"}:
        return language_names(locale).get(text, text)
    if field == "platform":
        return PLATFORM_LABELS.get(text, text)
    if field == "category" and text in categories():
        category = categories()[text]
        return category.label_zh if locale == "zh" else category.label_en
    labels = CHOICE_LABELS.get(text)
    return text if labels is None else labels[0 if locale == "zh" else 1]


@cache
def _region_names(locale: str) -> Mapping[str, str]:
    """The best known name of each region by its code (``@AFRICA`` -> Africa)."""
    named = [e for e in entries() if e.kind == "region" and e.lang == locale]
    return {e.value: e.surface for e in reversed(named)}


def _number(field: str, value: float) -> str:
    """A figure with at most two decimals; a ratio in percent."""
    ratio = field in _RATIOS
    shown = f"{value * 100 if ratio else value:,.2f}".rstrip("0").rstrip(".")
    return f"{shown}%" if ratio else shown


def table() -> str:
    """All words as Markdown, for the reference pages."""
    parts = [
        _section("Fields", FIELD_TERMS),
        _section("Operators", OPERATOR_TERMS),
        _section("Sources", SOURCE_TERMS),
        _section("Strength and kind", STRENGTH_TERMS),
    ]
    return "\n\n".join(parts) + "\n"


def _section(title: str, terms: Iterable[Term]) -> str:
    rows = [f"| {t.concept} | {t.catalogue} | {t.session} | {t.parse} |" for t in terms]
    head = f"## {title}\n\n| what | field catalogue | session model | `serendip parse` |\n|---|---|---|---|"
    return "\n".join([head, *rows])
