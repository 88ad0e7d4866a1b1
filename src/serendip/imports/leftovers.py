"""What an import did not take, said aloud: columns that were not used, and notes on the file as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from serendip.catalogue.mapping import Column, ColumnMapping
from serendip.imports.evidence import contradiction
from serendip.imports.figures import fact_name
from serendip.imports.words import WHYS
from serendip.platforms.registry import BY_KEY, SEARCH_PAGES

_NAMELESS: Final = re.compile(r"column \d+")


class UnusedColumn(NamedTuple):
    """A column that was not used: name, place from 1, and the reason as a code and in words."""

    name: str
    number: int
    why: str
    zh: str
    en: str


class Note(NamedTuple):
    """Something that a person should know about an import as a whole."""

    code: str
    zh: str
    en: str


def unused_columns(
    mapping: ColumnMapping, platform: str | None, remembered_on: str | None
) -> list[UnusedColumn]:
    """The columns that became nothing.

    Args:
        mapping: the columns.
        platform: of the file, when all its rows are of one.
        remembered_on: the day of the mapping that was remembered for such a header.
    """
    out: list[UnusedColumn] = []
    for column in mapping.columns:
        why = _why(column, platform)
        if why:
            zh, en = (words.format(date=remembered_on) for words in WHYS[why])
            out.append(UnusedColumn(" ".join(column.name.split()), column.index + 1, why, zh, en))
    return out


def _why(column: Column, platform: str | None) -> str:
    if column.field is None:
        nameless = column.why == "unknown_name" and _NAMELESS.fullmatch(column.name)
        return "no_name" if nameless else column.why
    if platform and column.platform not in {None, platform}:
        return "other_platform"
    return "" if fact_name(column.field, column) else "no_window"


def notes_on(mapping: ColumnMapping, file: str, forced: str | None) -> list[Note]:
    """What speaks against the platform that a person said."""
    found = contradiction(mapping, file, forced)
    if forced is None or found is None:
        return []
    others, zh, en = found
    names = ", ".join(others)
    return [
        Note(
            "platform_contradicted",
            zh=f"你指定了 --platform {forced}，但文件看起来属于 {names}（{zh}）；"
            "已按你说的导入。如果不对，请改用正确的 --platform 重新导入",
            en=f"You said --platform {forced}, but the file speaks of {names} ({en}); "
            "it was read as you said. If that is wrong, import it again with the right --platform",
        )
    ]


def notes_on_rows(platforms: Mapping[str, int], facts: Mapping[str, object]) -> list[Note]:
    """What is kept without being searched, and what other lists of a document held."""
    searched = ", ".join(SEARCH_PAGES)
    notes = [
        Note(
            "kept_not_searched",
            zh=f"{count:,} 行 {BY_KEY[key].name_zh} 频道已保存在目录中；频道搜索目前覆盖 {searched}",
            en=f"{count:,} channels of {key} are kept; search covers {searched}",
        )
        for key, count in sorted(platforms.items())
        if key not in SEARCH_PAGES
    ]
    elsewhere = facts.get("objects_elsewhere")
    if elsewhere:
        notes.append(
            Note(
                "other_lists",
                zh=f"文件中还有其他列表（{elsewhere:,} 项），没有读取；如果其中有频道，请单独导出",
                en=f"Other lists of the file ({elsewhere:,} items) were not read; export them on their own "
                "if they hold channels",
            )
        )
    return notes
