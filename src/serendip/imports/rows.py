"""From a record to an observation, by a mapping. Nothing here reads or writes files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, cast

from serendip.catalogue.channel import Basis, Fact, Observation
from serendip.catalogue.locations import locate
from serendip.catalogue.mapping import IDENTITY, Column, ColumnMapping
from serendip.catalogue.taxonomy import codes_for
from serendip.catalogue.value_dates import parse_date
from serendip.catalogue.values import (
    BadValue,
    as_text,
    is_missing,
    mask_emails,
    parse_switch,
    split_list,
)
from serendip.imports import figures
from serendip.imports.cells import Cells
from serendip.imports.naming import Cell, platform_of, resolve
from serendip.imports.repair import mark_destroyed
from serendip.imports.tables import Reason, Record

MAX_DESCRIPTION: Final = 5_000
MAX_TITLES: Final = 20
MAX_TITLE: Final = 300
_API_SHAPE: Final = frozenset({"hidden_followers", "channel_id"})
"""A file with both is shaped like an official API's reply, whose country is what the creator declares."""


@dataclass(frozen=True, slots=True)
class RowOptions:
    """What holds for all rows of a file.

    Attributes:
        source: names the file in the catalogue.
        today: nothing may be dated later.
        platform: of rows that do not tell their own.
        as_of: date of the observation where the file states none.
    """

    source: str
    today: date
    platform: str | None = None
    as_of: str | None = None


class RowReader(Cells):
    """Reads records by a mapping; ``warnings`` counts what was left unknown."""

    def __init__(self, mapping: ColumnMapping, options: RowOptions) -> None:
        super().__init__(mapping)
        self._options = options
        self._latest = options.today + timedelta(days=1)  # time zones ahead of ours
        self._declared = all(mapping.of(name) for name in _API_SHAPE)

    def read(self, record: Record) -> Observation | Reason:
        """The observation that a record states, or the reason why it states none."""
        if record.problem is not None:
            return record.problem
        self._take(record.cells, None)
        self._platform = self._stated_platform() or self._options.platform
        if self._platform == "":
            return "unknown_platform"
        name = self._name()
        cells = [
            Cell("custom" if "custom" in column.name.lower() else column.field or "", text)
            for column in self._identity_columns()
            if not is_missing(text := self._text(column))
        ]
        naming = resolve(cells, name, self._platform, self._first_text("id_kind") or None)
        if naming.problem is not None:
            return naming.problem
        for cell in naming.ignored:
            column = next(iter(self._of("handle" if cell.field == "custom" else cell.field)), None)
            if column is not None:
                self._note(column, "ignored_identity")
        self._platform = naming.platform
        return self._observation(naming.platform or "", tuple(naming.ids), name)

    def _observation(self, platform: str, ids: Any, name: str | None) -> Observation:
        facts = self._figures()
        self._dates(facts)
        self._codes(facts)
        self._simple(facts)
        unknown_labels = self._categories(facts)
        description = self._description()
        return Observation(
            platform=platform,
            ids=ids,
            source=self._source(),
            name=name,
            description=description,
            tags=tuple(dict.fromkeys((*self._list("tags"), *unknown_labels)))[:60],
            titles=tuple(t[:MAX_TITLE] for t in self._titles())[:MAX_TITLES],
            facts=facts,
            observed_at=self._observed_at(),
        )

    # -- who -----------------------------------------------------------------------------------

    def _stated_platform(self) -> str | None:
        """The platform that the row states; "" when it states one that we do not know."""
        text = self._first_text("platform")
        if not text:
            return None
        found = platform_of(text)
        forced = self._options.platform
        return found if found is not None else (None if forced else "")

    def _identity_columns(self) -> list[Column]:
        return [
            c
            for name in ("channel_id", "url", "handle", "identity")
            if name in IDENTITY
            for c in self._of(name)
        ]

    def _name(self) -> str | None:
        """The display name: of several the first that is whole."""
        names = [mark_destroyed(t) for c in self._of("name") if not is_missing(t := self._text(c))]
        if not names:
            return None
        chosen = next((n for n in names if "\ufffd" not in n), names[0])
        if "\ufffd" in chosen:
            self._note(self._of("name")[0], "damaged_text")
        return chosen

    def _source(self) -> str:
        for column in self._of("source"):
            stated = split_list(self._value(column))
            if stated:
                return "+".join(stated)[:200]
        return self._options.source

    # -- facts ---------------------------------------------------------------------------------

    def _figures(self) -> dict[str, Fact]:
        found: dict[str, tuple[float, Column]] = {}
        for names, read in ((figures.COUNTS, figures.count), (figures.SHARES, figures.share)):
            for name in self._present(names):
                got = self._first(name, read)
                if got is not None:
                    found[name] = got
        if "followers" in found and self._switch("hidden_followers"):
            del found["followers"]
        figures.drop_unavailable_zeros(found, self._note)
        facts: dict[str, Fact] = {}
        for name, (value, column) in found.items():
            stored = figures.fact_name(name, column)
            if stored:
                facts[stored] = Fact(value, None, "reported", figures.figure_note(column))
        dated = self._date("followers_as_of")
        if "followers" in facts and dated:
            facts["followers"] = Fact(facts["followers"].value, dated)
        basis = self._first_text("avg_views_basis")
        if "avg_views" in facts and basis:
            facts["avg_views"] = Fact(facts["avg_views"].value, None, *figures.sampled(basis))
        return facts

    def _switch(self, name: str) -> bool:
        got = self._first(name, lambda value, _: parse_switch(value))
        return bool(got and got[0])

    def _date(self, name: str) -> str | None:
        got = self._first(
            name, lambda value, column: parse_date(value, day_first=column.day_first, latest=self._latest)
        )
        return got[0] if got else None

    def _dates(self, facts: dict[str, Fact]) -> None:
        for name in ("created_at", "last_upload_at"):
            got = self._first(name, lambda value, column: figures.day(value, column, self._latest))
            if got is not None:
                facts[name] = Fact(got[0])
        parts = [next(iter(self._of(f"created_{part}")), None) for part in ("year", "month", "day")]
        if "created_at" not in facts and parts[0] is not None:
            values = [None if c is None else self._value(c) for c in parts]
            try:
                joined = figures.joined_day(values, self._latest)
            except BadValue as bad:
                self._note(parts[0], bad.kind)
            else:
                if joined:
                    facts["created_at"] = Fact(joined)

    def _observed_at(self) -> str | None:
        return self._date("as_of") or self._options.as_of

    def _codes(self, facts: dict[str, Fact]) -> None:
        for name in self._present(figures.CODES):
            read = figures.READERS[name]
            got = self._first(name, lambda value, _, read=read: figures.codes(value, read))
            if got is None:
                continue
            codes, part = got[0]
            basis: Basis = "reported"
            if name == "country":
                basis = figures.country_basis(self._first_text("country_basis"), self._declared)
            if name == "country_guess" or (name == "country" and basis == "guessed"):
                facts["country_guess"] = Fact(
                    codes[:1], None, "guessed", self._first_text("country_basis") or None
                )
                continue
            several = name.startswith("audience_") or name == "language"
            facts[name] = Fact(codes if several else codes[:1], None, basis)
            if part is not None and name.startswith("audience_"):
                facts[f"{name}_share"] = Fact(part)
        self._location(facts)

    def _location(self, facts: dict[str, Fact]) -> None:
        """What a free location text says; its country only where no source states one."""
        text = self._first_text("location_text")[:200]
        if not text:
            return
        facts["location_text"] = Fact(text, None, "declared")
        place = locate(text)
        if place is None:
            return
        note = "据所在地文字 / from the location text"
        for name, value in (
            ("country", place.country),
            ("admin_region", place.subdivision),
            ("city", place.city),
        ):
            if value and name not in facts:
                facts[name] = Fact((value,) if name == "country" else value, None, "derived", note)

    def _simple(self, facts: dict[str, Fact]) -> None:
        for name in self._present(figures.SIMPLE):
            got = self._first(name, lambda value, _, name=name: figures.single(name, value))
            if got is not None and not (name == "has_email" and got[0] is False):
                facts[name] = Fact(got[0], None, "reported", got[1].name if name in figures.SCORES else None)
        interests = self._list("audience_interest")
        if interests:
            facts["audience_interest"] = Fact(interests)

    def _categories(self, facts: dict[str, Fact]) -> list[str]:
        """Set ``category``; labels that we do not know are returned, to be kept as tags."""
        codes: dict[str, None] = {}
        unknown: list[str] = []
        for column in self._of("category"):
            value = self._value(column)
            if value is None or value == "":
                continue
            labels = split_list(value) if isinstance(value, list | tuple) else (as_text(value)[:200],)
            for label in labels:
                if is_missing(label):
                    continue
                known = codes_for(label)
                if known is None:
                    self._note(column, "unknown_code")
                    unknown.append(label[:100])
                else:
                    codes.update(dict.fromkeys(known))
        if codes:
            facts["category"] = Fact(tuple(codes))
        return unknown

    # -- texts ---------------------------------------------------------------------------------

    def _description(self) -> str | None:
        text = mask_emails(self._first_text("description"))
        if len(text) > MAX_DESCRIPTION:
            self._note(self._of("description")[0], "cut_text")
            text = text[:MAX_DESCRIPTION]
        return text or None

    def _list(self, name: str) -> tuple[str, ...]:
        parts = (p for c in self._of(name) for p in split_list(self._value(c)))
        return tuple(dict.fromkeys(parts))

    def _titles(self) -> list[str]:
        """Titles keep their commas: only real lists and lines are split."""
        out: dict[str, None] = {}
        for column in self._of("titles"):
            value = self._value(column)
            listed = isinstance(value, list | tuple)
            parts = cast("Sequence[Any]", value) if listed else as_text(value).split("\n")
            for part in parts:
                text = mask_emails(as_text(part))
                if not is_missing(text):
                    out[text] = None
        return list(out)
