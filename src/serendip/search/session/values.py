"""What a chip or the filter bar sends, checked against the field catalogue: a condition, or what is expected.

Words of the session model and of the catalogue are both understood (``region`` and ``country``,
``within_days`` and ``lte``). Shapes of a value:

    a figure      {min, max}, a number, or [low, high]; growth also {window: 30}, money {currency: USD}
    a list        one code or a list of codes; audience fields also {values: [...], min_share: 0.5}
    a switch      true or false
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any, Final, cast

from serendip.catalogue.field_types import NUMERIC_OPS, FieldSpec
from serendip.catalogue.fields import FIELDS, WINDOWS
from serendip.search.conditions import Condition
from serendip.search.session import codes
from serendip.search.session.codes import Expected, Refused
from serendip.search.session.moves import refuse
from serendip.search.session.slots import CONTROLS
from serendip.search.terms import catalogue_field

ROW: Final = frozenset({"keyword", "anchor", "context_anchor"})
_WORDS: Final = frozenset({"topic", "tone", "content_style", "creator_persona"})
"""Wishes in words; as conditions they are looked for in a channel's texts."""
_OPERATORS: Final[Mapping[str, tuple[str, bool]]] = {
    "within_days": ("lte", False), "equals": ("eq", False), "not_in": ("in", True), "matches": ("in", False),
    "not_matches": ("in", True), "contains": ("in", False), "prefer": ("in", False), "exclude": ("in", True),
}  # fmt: skip
"""Session words and wishes: the catalogue's operator, and whether it excludes."""
_ALL_OPERATORS: Final = frozenset({*NUMERIC_OPS, "in", "eq", *_OPERATORS})
_AT_MOST: Final = frozenset({"last_active_days"})
"""Of these a bare number is an upper bound; of every other figure it means at least (addendum A-4)."""
_SIGNED: Final = frozenset({"growth_followers_pct", "growth_views_pct"})
_LIMITS: Final[Mapping[str, tuple[float, float]]] = {
    "creator_age": (18, 120), "audience_age": (0, 120), "audience_credibility": (0, 100),
    "quality_score": (0, 100), "commercial_ratio": (0, 1), "limit": (1, 1000),
}  # fmt: skip
_BOUNDS: Final = frozenset({"min", "max"})


def condition_for(
    field: str,
    value: Any,
    operator: str | None = None,
    *,
    excluded: bool = False,
    base: Condition | None = None,
) -> Condition:
    """The condition that a control's value stands for.

    Args:
        field: a field, in the session's or the catalogue's words.
        value: see the module's shapes.
        operator: in either vocabulary; None takes the one that the value's shape means.
        excluded: channels that meet it are left out.
        base: the condition that is edited; what its value does not say (window, currency, share) is kept.

    Raises:
        InputError: ERR_INVALID_VALUE with ``field`` as it was given and ``expected``.
    """
    try:
        spec = _spec(field, edited=base is not None)
        op, negated = _operator(operator)
        out = excluded or negated
        kind = "exclude" if out else "hard"
        extra = {} if base is None else {k: v for k, v in base.extra.items() if k in _KEPT}
        if spec.name in CONTROLS:
            return _control(spec, value)
        if is_figure(spec):
            values, op, more = _figure(spec, value, op)
        else:
            values, op, more = _codes(spec, value, op)
        return Condition(spec.name, op, kind, values, extra={**extra, **more})
    except Refused as refused:
        raise _invalid(field, refused.expected) from None


def check_field(field: str) -> None:
    """Refuse what no control may set. Raises ``InputError`` ERR_INVALID_VALUE."""
    try:
        _spec(field, edited=False)
    except Refused as refused:
        raise _invalid(field, refused.expected) from None


_KEPT: Final = frozenset({"unit", "window", "min_share", "match"})


def is_figure(spec: FieldSpec) -> bool:
    """Whether a field is bounded by numbers."""
    return spec.column in {"number", "date"} and spec.type != "enum"


def filterable(name: str) -> bool:
    """Whether a control may set this field of the catalogue."""
    spec = FIELDS.get(name)
    return spec is not None and name not in ROW | {"platform"} and (spec.column != "none" or name in _WORDS)


def _spec(field: str, *, edited: bool) -> FieldSpec:
    name = catalogue_field(field)
    if name in ROW:
        raise Refused(
            Expected(
                "这类条件请在输入行里添加或修改",
                "an input in the row of the box: tags and links are set there",
            )
        )
    if name == "platform":
        raise Refused(
            Expected(
                "一次只在当前平台搜索；请打开该平台的页面",
                "the page of that platform: one search, one platform",
            )
        )
    if name == "value_for_money":
        raise Refused(
            Expected("请改用 CPM、报价或互动率来限定", "a bound on cpm, price or engagement_rate instead")
        )
    if not (filterable(name) or (edited and name in CONTROLS)):
        raise Refused(Expected("没有这个可筛选的字段", "a field of the catalogue that can be filtered by"))
    return FIELDS[name]


def _operator(operator: str | None) -> tuple[str | None, bool]:
    if operator is None:
        return None, False
    if operator not in _ALL_OPERATORS:
        raise Refused(Expected("没有这种比较方式", f"an operator out of {', '.join(sorted(_ALL_OPERATORS))}"))
    return _OPERATORS.get(operator, (operator, False))


def _control(spec: FieldSpec, value: Any) -> Condition:
    if spec.name == "limit":
        return Condition("limit", "eq", "soft", (_number(spec, value),))
    choices = spec.unit.split("|")
    if value not in choices:
        raise Refused(Expected(f"可用的排序：{'、'.join(choices)}", f"one of {', '.join(choices)}"))
    return Condition("sort", "eq", "soft", (value,))


def _figure(spec: FieldSpec, value: Any, op: str | None) -> tuple[tuple[Any, ...], str, dict[str, Any]]:
    ranged = isinstance(value, Mapping | list | tuple)
    if op in {"in", "eq"} or (ranged and op not in {None, "between"}):
        raise Refused(_range())
    if isinstance(value, Mapping):
        given = cast("Mapping[str, Any]", value)
        low, high, more = _span(spec, given)
    elif isinstance(value, list | tuple):
        ends: list[Any] = list(cast("Any", value))
        if len(ends) != 2:
            raise Refused(_range())
        low, high, more = (*(None if v is None else _number(spec, v) for v in ends), {})
    else:
        number = _number(spec, value)
        if op in {"gt", "lt", "near"}:
            return (number,), _allowed(spec, op), {}
        if op == "between":
            raise Refused(_range())
        most = op == "lte" or (op is None and spec.name in _AT_MOST)
        low, high, more = (None, number, {}) if most else (number, None, {})
    if low is None and high is None:
        raise Refused(_range())
    if low is not None and high is not None:
        if low > high:
            raise Refused(Expected("下限不能大于上限", "a least value that is not above the most"))
        return (low, high), _allowed(spec, "between"), more
    if low is None:
        return (high,), _allowed(spec, "lte"), more
    return (low,), _allowed(spec, "gte"), more


def _allowed(spec: FieldSpec, op: str) -> str:
    """``op``, when the field knows it; fields that know ``between`` know one-sided bounds, too."""
    if op in spec.ops or "between" in spec.ops:
        return op
    raise Refused(Expected("该字段只支持下限", f"a least value: {spec.name} knows {', '.join(spec.ops)}"))


def _span(spec: FieldSpec, given: Mapping[str, Any]) -> tuple[Any, Any, dict[str, Any]]:
    more: dict[str, Any] = {}
    known = set(_BOUNDS)
    if "{days}" in spec.stored:
        known.add("window")
    if spec.type == "money":
        known.add("currency")
    if set(given) - known:
        raise Refused(
            Expected(f"只接受 {'、'.join(sorted(known))}", f"nothing but {', '.join(sorted(known))}")
        )
    if given.get("window") is not None:
        more["window"] = _window(given["window"])
    if given.get("currency") is not None:
        more["unit"] = codes.currency(given["currency"])
    low, high = (None if given.get(k) is None else _number(spec, given[k]) for k in ("min", "max"))
    return low, high, more


def _window(value: Any) -> str:
    text = str(value).removesuffix("d")
    if not text.isdigit() or int(text) not in WINDOWS:
        days = ", ".join(str(d) for d in WINDOWS)
        raise Refused(Expected(f"时间窗口（天）：{days}", f"a window in days: {days}"))
    return f"{text}d"


def _number(spec: FieldSpec, value: Any) -> int | float:
    whole = spec.type in {"int", "control"}
    if isinstance(value, bool) or not isinstance(value, int | float) or isnan(value):
        raise Refused(Expected("应为数字", "a number"))
    if abs(value) > 1e15:
        raise Refused(Expected("数字过大", "a smaller number"))
    if whole and value != int(value):
        raise Refused(Expected("应为整数", "a whole number"))
    low, high = _LIMITS.get(spec.name, (0, 1e15))
    if value < low and spec.name not in _SIGNED:
        raise Refused(Expected(f"不能小于 {low:g}", f"at least {low:g}"))
    if value > high:
        raise Refused(Expected(f"不能大于 {high:g}", f"at most {high:g}"))
    return int(value) if whole else value


def _range() -> Expected:
    return Expected("请给出下限、上限或两者", "a least value, a most value, or both: {min, max}")


def _codes(spec: FieldSpec, value: Any, op: str | None) -> tuple[tuple[Any, ...], str, dict[str, Any]]:
    if op in NUMERIC_OPS:
        raise Refused(Expected("该字段不是数值", f"one of its codes: {spec.name} is no figure"))
    more: dict[str, Any] = {}
    if isinstance(value, Mapping):
        value, more = _shares(spec, cast("Mapping[str, Any]", value))
    many: list[Any] = list(cast("Any", value)) if isinstance(value, list | tuple) else [value]
    if not 1 <= len(many) <= codes.MAX_VALUES:
        raise Refused(Expected(f"请给出 1 到 {codes.MAX_VALUES} 个值", f"1 to {codes.MAX_VALUES} values"))
    values = tuple(dict.fromkeys(codes.read(spec, v) for v in many))
    listed = "in" in spec.ops or spec.name in _WORDS
    if len(values) > 1 and not listed:
        raise Refused(Expected("该字段只能选一个值", "one value"))
    return values, op if op in spec.ops and len(values) == 1 else "in" if listed else "eq", more


def _shares(spec: FieldSpec, given: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    known = {"values", "match"}
    if spec.name.startswith("audience_"):
        known.add("min_share")
    if "values" not in given or set(given) - known:
        raise Refused(Expected("请给出代码或代码列表", "a code or a list of codes"))
    more: dict[str, Any] = {}
    share = given.get("min_share")
    if share is not None:
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share <= 1:
            raise Refused(Expected("占比应在 0 到 1 之间", "a share above 0 and at most 1"))
        more["min_share"] = share
    if given.get("match") is not None:
        if given["match"] not in {"any", "all"}:
            raise Refused(Expected("match 应为 any 或 all", "match: any or all"))
        more["match"] = given["match"]
    return given["values"], more


def _invalid(field: str, expected: Expected) -> Exception:
    return refuse(
        "ERR_INVALID_VALUE",
        zh=f"“{field}”的值无法使用：{expected.zh}",
        en=f"The value of “{field}” cannot be used. Expected: {expected.en}",
        field=field,
        expected=expected.en,
    )
