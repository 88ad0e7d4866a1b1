"""Which column of a file is which field: proposed from names and values, overridden by people.

A proposal never guesses silently: each column carries the field, a confidence, and the reason in zh and en.
What the audience is never becomes what the creator is; a bare "views" is decided by magnitude or left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from serendip.catalogue.column_names import fold_header, read_name
from serendip.catalogue.column_rules import Verdict, decide
from serendip.catalogue.column_shapes import Shape, flat_text, shape_of
from serendip.catalogue.values import DecimalMark
from serendip.core.errors import InputError

UNION: Final = frozenset({"category", "tags", "titles"})
"""Fields that several columns fill together. Of all others the columns are alternatives, the best first."""

WHOLE: Final = frozenset({"followers", "following", "content_count", "total_views", "total_likes"})
"""Figures that are whole whatever their size: a column of them that writes ``1.234`` means 1,234."""

IDENTITY: Final = frozenset({"channel_id", "handle", "identity", "url", "name"})
"""Fields that can name the channel."""

TARGETS: Final = frozenset(
    [
        "platform", "channel_id", "handle", "identity", "id_kind", "url", "name", "description", "tags",
        "titles", "country", "country_guess", "country_basis", "language", "category", "followers",
        "following", "content_count", "total_views", "avg_views", "avg_views_basis", "avg_likes",
        "total_likes", "avg_comments", "avg_shares", "engagement_rate", "view_rate", "est_exposure",
        "posting_frequency", "growth_followers_pct", "growth_views_pct", "created_at", "created_year",
        "created_month", "created_day", "last_upload_at", "as_of", "followers_as_of", "verified",
        "hidden_followers", "has_email", "made_for_kids", "creator_gender", "audience_country",
        "audience_language", "audience_gender", "audience_age", "audience_interest",
        "audience_credibility", "quality_score", "avg_saves", "location_text", "source",
    ]
)  # fmt: skip
"""Everything that a column can be mapped to with ``--map``."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column and what is to become of it.

    Attributes:
        index: its place, from 0.
        name: its header as it stands in the file.
        field: one of ``TARGETS``, or None: left out.
        confidence: 0..1; 1 when a person said so.
        zh, en: the reason.
        platform: the platform that its name speaks of.
        window: days that the figure covers.
        scale: what bare figures are multiplied by ("粉丝数（万）": 10,000).
        percent: bare figures are percentages.
        decimal, day_first: how numbers and dates are written.
        samples: a few values, for people.
        why: code of the reason for which the column is left out; "" for one that is used.
    """

    index: int
    name: str
    field: str | None
    confidence: float
    zh: str
    en: str
    platform: str | None = None
    window: int | None = None
    scale: int = 1
    percent: bool = False
    decimal: DecimalMark = "."
    day_first: bool = True
    samples: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """Who says what a column is, in words, and as the code ``why`` of columns that are left out."""

    zh: str
    en: str
    why: str


BY_YOU: Final = Said("由你指定", "as you said", "said")


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """The columns of one file. ``shapes`` are what the samples looked like, column by column."""

    columns: tuple[Column, ...]
    shapes: tuple[Shape, ...] = field(default=(), compare=False, repr=False)

    def of(self, name: str, platform: str | None = None) -> list[Column]:
        """The columns of a field, the best first; without those whose name speaks of another platform."""
        found = [
            c for c in self.columns if c.field == name and (not platform or c.platform in {None, platform})
        ]
        return sorted(found, key=lambda c: (-c.confidence, c.index))

    def overridden(self, overrides: Mapping[str, str | None], said: Said = BY_YOU) -> ColumnMapping:
        """The same with what people say: column name to field, or to None to leave it out; see ``propose``.

        Raises:
            InputError: ``ERR_MAP_COLUMN`` or ``ERR_MAP_FIELD``.
        """
        columns = _override(self.columns, overrides, said)
        grouped = {i for i, shape in enumerate(self.shapes) if shape.grouped}
        return replace(
            self,
            columns=tuple(
                replace(c, decimal=",") if c.field in WHOLE and c.index in grouped else c for c in columns
            ),
        )

    @property
    def signature(self) -> str:
        """Fingerprint of the header row: the same columns in the same order have the same one."""
        return signature([c.name for c in self.columns])

    def as_json(self) -> list[dict[str, Any]]:
        """One JSON object a column, as ``--dry-run --json`` prints it."""
        return [
            {k: v for k, v in asdict(c).items() if k != "samples"} | {"samples": list(c.samples)}
            for c in self.columns
        ]


def signature(headers: Sequence[str]) -> str:
    """Fingerprint of a header row."""
    folded = "\x1f".join(fold_header(name) for name in headers)
    return hashlib.blake2b(folded.encode("utf-8", "replace"), digest_size=16).hexdigest()


def propose(
    headers: Sequence[str],
    rows: Sequence[Sequence[Any]],
    country_code: Callable[[str], str | None],
    *,
    platform: str | None = None,
    overrides: Mapping[str, str | None] | None = None,
) -> ColumnMapping:
    """The mapping of a file with these ``headers`` and sample ``rows``.

    Args:
        headers: the header row.
        rows: sample rows; shorter ones are padded.
        country_code: resolves a country's name or code.
        platform: the file's platform when it is known; settles bare names that are handles there.
        overrides: column name (as in the file, or folded; ``name#2`` is the second of that name, ``#5`` the
            fifth column) to a field of ``TARGETS``, or to None to leave it out.

    Raises:
        InputError: ``ERR_MAP_COLUMN`` or ``ERR_MAP_FIELD`` for an override that names no column or no field.
    """
    values = [[row[i] if i < len(row) else None for row in rows] for i in range(len(headers))]
    shapes = tuple(shape_of(column, country_code) for column in values)
    guesses = [read_name(name) for name in headers]
    verdicts = decide(guesses, shapes, platform)
    columns = [
        _column((i, name), guesses[i].platform, verdicts[i], shapes[i], values[i])
        for i, name in enumerate(headers)
    ]
    columns = _resolve_repeats(columns, shapes)
    return ColumnMapping(tuple(columns), shapes).overridden(overrides or {})


def _column(
    place: tuple[int, str], platform: str | None, verdict: Verdict, shape: Shape, values: Sequence[Any]
) -> Column:
    shown = [flat_text(v) for v in values]
    samples = tuple(dict.fromkeys(t[:60] for t in shown if t))[:3]
    return Column(
        index=place[0],
        name=place[1],
        field=verdict.field,
        confidence=round(verdict.confidence, 2),
        zh=verdict.zh,
        en=verdict.en,
        platform=platform,
        window=verdict.window,
        scale=verdict.scale,
        percent=verdict.percent,
        decimal=shape.decimal,
        day_first=shape.day_first,
        samples=samples,
        why="" if verdict.field else verdict.why,
    )


def _resolve_repeats(columns: list[Column], shapes: Sequence[Shape]) -> list[Column]:
    """Of several columns for one figure the one written out in digits leads; the others stand in for it."""
    out = list(columns)
    for name in {c.field for c in columns if c.field and c.field not in UNION}:
        same = [c for c in columns if c.field == name]
        if len(same) < 2:
            continue
        lead = max(same, key=lambda c: (shapes[c.index].exact > 0.9, c.confidence, -c.index))
        for column in same:
            if column is lead:
                continue
            out[column.index] = replace(
                column,
                confidence=round(min(column.confidence, lead.confidence - 0.1), 2),
                zh=f"与第 {lead.index + 1} 列重复，仅在那一列为空时使用",
                en=f"same as column {lead.index + 1}; used where that one is empty",
            )
    return out


def _override(columns: Sequence[Column], overrides: Mapping[str, str | None], said: Said) -> list[Column]:
    out = list(columns)
    for key, target in overrides.items():
        if target is not None and target not in TARGETS:
            raise InputError(
                "ERR_MAP_FIELD",
                zh=f"没有名为 {target!r} 的字段；可用的字段：{', '.join(sorted(TARGETS))}",
                en=f"There is no field {target!r}; the fields are: {', '.join(sorted(TARGETS))}",
                field=target,
            )
        found = _named(columns, key)
        if not found:
            names = ", ".join(repr(c.name) for c in columns[:40])
            raise InputError(
                "ERR_MAP_COLUMN",
                zh=f"文件中没有名为 {key!r} 的列；现有的列：{names}",
                en=f"The file has no column {key!r}; its columns are: {names}",
                column=key,
            )
        for column in found:
            why = "" if target else said.why
            out[column.index] = replace(column, field=target, confidence=1.0, zh=said.zh, en=said.en, why=why)
    return out


def _named(columns: Sequence[Column], key: str) -> list[Column]:
    exact = [c for c in columns if c.name == key]
    if exact:
        return exact
    base, _, number = key.rpartition("#")
    if number.isdigit() and int(number) >= 1:
        same = _named(columns, base) if base else list(columns)
        if len(same) >= int(number):
            return [same[int(number) - 1]]
    return [c for c in columns if fold_header(c.name) == fold_header(key)]


def parse_overrides(text: str) -> dict[str, str | None]:
    """Read ``--map "Col A=followers, Col B=-"``; ``-``, ``ignore`` and nothing leave a column out.

    A column whose name holds a comma or an equals sign is named by its number: ``#3=followers``.

    Raises:
        InputError: ``ERR_MAP_SYNTAX``.
    """
    found: dict[str, str | None] = {}
    for part in filter(str.strip, text.split(",")):
        name, sign, target = part.rpartition("=")
        if not sign or not name.strip():
            raise InputError(
                "ERR_MAP_SYNTAX",
                zh=f'--map 中的 {part.strip()!r} 不是 "列名=字段"，例如 "Fans=followers,Rank=-"',
                en=f'{part.strip()!r} in --map is not "column=field", for example "Fans=followers,Rank=-"',
            )
        target = target.strip().lower()
        found[name.strip()] = None if target in {"", "-", "ignore", "none"} else target
    return found
