"""Why a row is here: one reason for every condition, as data and in words (addendum A-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from serendip.catalogue.channel import Channel, Fact
from serendip.catalogue.fields import FIELDS
from serendip.search.conditions import Condition, Request
from serendip.search.plan import fields_of
from serendip.search.ports import TextClause
from serendip.search.terms import TARGET_LABELS, condition_label
from serendip.search.verify import Verdict

BASIS_WORDS = {
    "declared": ("频道自述", "declared by the channel"),
    "reported": ("来源数据", "reported"),
    "derived": ("由其他数据推算", "derived"),
    "guessed": ("推测", "a guess"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One condition on one row.

    ``met`` is True, False (only for wishes: a row with an unmet hard condition is not shown) or None when
    the value is unknown. ``value`` is the stored value, ``as_of`` its date, ``basis`` where it comes from.
    For keywords ``matches`` holds ``{target, words, phrase}``.
    """

    field: str
    op: str
    hard: bool
    met: bool | None
    value: Any
    unit: str
    as_of: str | None
    basis: str | None
    because_zh: str
    because_en: str
    matches: tuple[dict[str, str], ...] = ()

    def as_dict(self, locale: str) -> dict[str, Any]:
        """The reason as JSON, with ``because`` in the reader's language."""
        return {**asdict(self), "because": self.because_zh if locale == "zh" else self.because_en}


def reasons(
    request: Request, verdicts: Sequence[Verdict], channel: Channel, today: date
) -> tuple[Reason, ...]:
    """One reason per executed condition, in the order of the request."""
    out: list[Reason] = []
    for verdict in verdicts:
        condition = request.conditions[verdict.step.condition]
        if isinstance(verdict.step.test, TextClause):
            out.append(_word_reason(condition, verdict))
        else:
            out.append(_fact_reason(condition, verdict, channel, today))
    return tuple(out)


_MET: dict[str, bool | None] = {"met": True, "unmet": False, "unknown": None}


def _word_reason(condition: Condition, verdict: Verdict) -> Reason:
    words = ", ".join(str(v) for v in condition.values)
    if condition.kind == "exclude":
        zh, en = f"没有出现“{words}”", f"“{words}” does not occur"
    elif verdict.matches:
        zh = "；".join(f"{TARGET_LABELS[m.target][0]}含“{m.words}”" for m in verdict.matches)
        en = "; ".join(f"“{m.words}” in {TARGET_LABELS[m.target][1].lower()}" for m in verdict.matches)
    else:
        zh, en = f"没有找到“{words}”", f"“{words}” was not found"
    return Reason(
        condition.field, condition.op, verdict.step.hard, _MET[verdict.state], words, "", None, None, zh, en,
        tuple(asdict(m) for m in verdict.matches),
    )  # fmt: skip


def _fact_reason(condition: Condition, verdict: Verdict, channel: Channel, today: date) -> Reason:
    assert not isinstance(verdict.step.test, TextClause)
    name, fact = _fact(verdict, channel)
    spec = FIELDS.get(condition.field) or FIELDS[name.rpartition("_")[0]]
    want_zh, want_en = condition_label(condition, "zh"), condition_label(condition, "en")
    met = _MET[verdict.state]
    if fact is None:
        return Reason(
            condition.field, condition.op, verdict.step.hard, met, None, spec.unit, None, None,
            f"{spec.label_zh}未公开（条件：{want_zh}）", f"{spec.label_en} is unknown (wanted: {want_en})",
        )  # fmt: skip
    value, shown_zh, shown_en = _shown(condition.field, fact, today)
    basis_zh, basis_en = BASIS_WORDS[fact.basis]
    when_zh, when_en = (f"，{fact.as_of}", f", {fact.as_of}") if fact.as_of else ("", "")
    zh = f"{spec.label_zh} {shown_zh}（{basis_zh}{when_zh}）"
    en = f"{spec.label_en} {shown_en} ({basis_en}{when_en})"
    if met is False:
        zh, en = f"{zh}，不符合“{want_zh}”", f"{en}, not {want_en}"
    return Reason(
        condition.field,
        condition.op,
        verdict.step.hard,
        met,
        value,
        spec.unit,
        fact.as_of,
        fact.basis,
        zh,
        en,
    )


def _fact(verdict: Verdict, channel: Channel) -> tuple[str, Fact | None]:
    assert not isinstance(verdict.step.test, TextClause)
    names = fields_of(verdict.step.test)
    if names[0] == "platform":
        return "platform", Fact(channel.platform, None, "reported")
    return names[0], channel.facts.get(names[0])


def _shown(field: str, fact: Fact, today: date) -> tuple[Any, str, str]:
    """``(value, zh, en)``: dates that answer a question about days become days."""
    value = fact.value
    if field in {"last_active_days", "account_age_days"}:
        days = (today - date.fromisoformat(str(value)[:10])).days
        return days, f"{days} 天前（{str(value)[:10]}）", f"{days} days ago ({str(value)[:10]})"
    if isinstance(value, bool):
        return value, "是" if value else "否", "yes" if value else "no"
    if isinstance(value, float) and FIELDS[field].type == "ratio" if field in FIELDS else False:
        return value, f"{value:.1%}", f"{value:.1%}"
    if isinstance(value, int | float):
        return value, f"{value:,}", f"{value:,}"
    if isinstance(value, tuple | list):
        text = ", ".join(str(v) for v in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return value, text, text
    return value, str(value), str(value)
