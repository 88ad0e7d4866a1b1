"""What an import says about cells and columns, in zh and en sentences that tell what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from serendip.catalogue.values import Problem

PROBLEMS: Final[Mapping[Problem, tuple[str, str]]] = {
    "not_a_number": ("不是数字，留作未知", "no number: left unknown"),
    "not_a_share": ("不是百分比，留作未知", "no percentage: left unknown"),
    "negative": ("是负数，留作未知", "negative: left unknown"),
    "out_of_range": ("大得不可信，留作未知", "beyond all measure: left unknown"),
    "not_a_switch": ("不是“是/否”，留作未知", "neither yes nor no: left unknown"),
    "not_a_date": (
        "不是日期，留作未知；写成 2026-01-31 最稳妥",
        "no date: left unknown; 2026-01-31 is surely read",
    ),
    "too_old": (
        "早于 2004 年，多为导出出错，留作未知",
        "a date before 2004, mostly a fault of the export: left unknown",
    ),
    "in_the_future": ("是未来的日期，留作未知", "a date in the future: left unknown"),
    "imprecise_date": ("日期没有写到日，留作未知", "a date without its day: left unknown"),
    "unknown_code": (
        "不认识的国家、语言或类目，留作未知（类目会保留为标签）",
        "no country, language or category that is known here: left unknown (categories stay as tags)",
    ),
    "zero_unavailable": (
        "为 0，但平台多用 0 表示不公开，留作未知",
        "0, which platforms write for “not shown”: left unknown",
    ),
    "damaged_text": (
        "名称有损坏的字符，已原样导入；请用 UTF-8 重新导出",
        "characters of the name were lost before: imported as it is; export again as UTF-8",
    ),
    "cut_text": ("文字过长，只保留前 5,000 个字符", "too long: the first 5,000 characters are kept"),
    "ignored_identity": (
        "不是合法的 ID、链接或账号，该行改由其他列识别",
        "no valid id, link or handle: the row was told by its other columns",
    ),
}
"""Each problem of a cell: what became of it, and what helps."""

WHYS: Final[Mapping[str, tuple[str, str]]] = {
    "unknown_name": ("列名不认识", "the name is not known"),
    "no_name": ("没有列名", "without a name in the file"),
    "few_readable": ("能读懂的单元格太少", "too few of the cells can be read as what the name says"),
    "ambiguous": ("看不出是平均值还是总数", "a mean or a sum, it cannot be told"),
    "no_window": (
        "没有说明是多少天的数据",
        "it does not say over how many days, or over days that are not kept",
    ),
    "other_platform": ("列名说的是另一个平台", "the name speaks of another platform"),
    "audience": ("受众数据，不属于创作者", "about the audience, not about the creator"),
    "of_no_use": ("已知的无关列", "known, and of no use here"),
    "said": ("由你用 --map 排除", "left out by your --map"),
    "remembered": (
        "被记住的映射排除（{date} 的 --map）",
        "left out by a remembered mapping (--map of {date})",
    ),
}
"""Each reason to leave a column out."""

CHANGE: Final = (
    '用 --dry-run 查看每一列的读法，用 --map "列名=字段" 指定（无名的列用 "#3=字段"），'
    "用 --fresh-mapping 不使用记住的映射",
    '--dry-run shows how each column is read, --map "Column=field" says what it is ("#3=field": the third), '
    "--fresh-mapping sets remembered mappings aside",
)
"""What changes which columns are used."""
