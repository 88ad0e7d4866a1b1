"""Why a row is here: one reason for every condition, as data and in words (addendum A-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, cast

from serendip.catalogue.channel import Channel, Fact
from serendip.catalogue.dates import to_day
from serendip.catalogue.fields import FIELDS
from serendip.search.conditions import Condition
from serendip.search.plan import fields_of
from serendip.search.ports import TextClause
from serendip.search.terms import TARGET_LABELS, condition_label, field_label, value_label
from serendip.search.verify import Match, Verdict

BASIS_WORDS = {
    "declared": ("自述", "declared"),
    "reported": ("来源", "reported"),
    "derived": ("推算", "derived"),
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
    conditions: Sequence[Condition], verdicts: Sequence[Verdict], channel: Channel, today: date
) -> tuple[Reason, ...]:
    """One reason per executed condition, in the order of the verdicts."""
    out: list[Reason] = []
    for verdict in verdicts:
        condition = conditions[verdict.step.condition]
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
        zh = "；".join(_where(m)[0] for m in verdict.matches)
        en = "; ".join(_where(m)[1] for m in verdict.matches)
    else:
        zh, en = f"没有找到“{words}”", f"“{words}” was not found"
    return Reason(
        condition.field, condition.op, verdict.step.hard, _MET[verdict.state], words, "", None, None, zh, en,
        tuple(asdict(m) for m in verdict.matches),
    )  # fmt: skip


def _where(match: Match) -> tuple[str, str]:
    if match.target == "identity":
        return f"频道就叫“{match.words}”", f"the channel is called “{match.words}”"
    zh, en = TARGET_LABELS[match.target]
    return f"{zh}含“{match.words}”", f"“{match.words}” in {en.lower()}"


def _fact_reason(condition: Condition, verdict: Verdict, channel: Channel, today: date) -> Reason:
    fact = _fact(verdict, channel)
    want_zh, want_en = condition_label(condition, "zh"), condition_label(condition, "en")
    label_zh, label_en = field_label(condition.field, "zh"), field_label(condition.field, "en")
    met, hard, unit = _MET[verdict.state], verdict.step.hard, FIELDS[condition.field].unit
    if fact is None:
        zh, en = f"{label_zh}未公开（条件：{want_zh}）", f"{label_en} is unknown (wanted: {want_en})"
        return Reason(condition.field, condition.op, hard, met, None, unit, None, None, zh, en)
    value, shown_zh, shown_en = _shown(condition.field, fact, today)
    share = channel.value(f"{condition.field}_share") if "min_share" in condition.extra else None
    if share is not None:
        shown_zh, shown_en = f"{shown_zh} {share:.0%}", f"{shown_en} {share:.0%}"
    basis_zh, basis_en = BASIS_WORDS[fact.basis]
    when_zh, when_en = (f" {fact.as_of}", f" {fact.as_of}") if fact.as_of else ("", "")
    zh = f"{label_zh} {shown_zh}（{basis_zh}{when_zh}）"
    en = f"{label_en} {shown_en} ({basis_en}{when_en})"
    if met is False:
        zh, en = f"{zh}，不符合“{want_zh}”", f"{en}, not “{want_en}”"
    if met is None:
        zh, en = f"{zh}，无法确认“{want_zh}”", f"{en}; “{want_en}” cannot be confirmed"
    return Reason(condition.field, condition.op, hard, met, value, unit, fact.as_of, fact.basis, zh, en)


def _fact(verdict: Verdict, channel: Channel) -> Fact | None:
    """The stored fact that decided; the first of several (a share goes with its group)."""
    assert not isinstance(verdict.step.test, TextClause)
    return channel.facts.get(fields_of(verdict.step.test)[0])


def _shown(field: str, fact: Fact, today: date) -> tuple[Any, str, str]:
    """``(value, zh, en)``: dates that answer a question about days become days."""
    value: Any = fact.value
    if FIELDS[field].column == "date":
        day = to_day(str(value)) or today
        days = (today - day).days
        count = "1 day" if days == 1 else f"{days} days"
        if field == "account_age_days":
            return days, f"{days} 天（{day} 起）", f"{count} (since {day})"
        return days, f"{days} 天前（{day}）", f"{count} ago ({day})"
    several = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
    zh, en = ("、".join(value_label(field, v, "zh") for v in several),
              ", ".join(value_label(field, v, "en") for v in several))  # fmt: skip
    return cast("Any", value), zh, en
