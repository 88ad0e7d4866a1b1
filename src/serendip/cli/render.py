"""An answer for people: what was understood, what was not, and a table of channels with reasons."""

from __future__ import annotations

from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from serendip.cli.console import out

STATUS = {
    "effective": ("生效", "in force", "green"),
    "reference": ("仅参考", "reference only", "yellow"),
    "pending": ("未生效", "not applied", "yellow"),
    "unsupported": ("不支持", "not supported", "red"),
}
WIDE = 130
"""Columns of a terminal from which every figure gets a column of its own."""
TAGS_SHOWN = 4
HEADS_ZH = ("频道", "地区", "语言", "粉丝", "均播", "互动率", "最近更新", "为什么在这里")
HEADS_EN = (
    "Channel",
    "country",
    "language",
    "followers",
    "avg views",
    "engagement",
    "active",
    "why it is here",
)

ORIGIN = {"explicit": ("用户输入", "you said"), "derived": ("系统推断", "inferred")}


def show_outcome(answer: dict[str, Any], locale: str, console: Console | None = None) -> None:
    """Print a whole answer."""
    console = console or out()
    console.print(Group(*_understood(answer, locale)))
    for said in answer["notices"]:
        console.print(Text("! " + said["text"], style="yellow"))
    if answer["pinned"]:
        console.print(_pinned(answer["pinned"], locale))
    if answer["results"]["items"]:
        console.print(_table(answer, locale, console))
    console.print(_footer(answer["results"], locale))


def _pick(locale: str, zh: str, en: str) -> str:
    return zh if locale == "zh" else en


def _understood(answer: dict[str, Any], locale: str) -> list[Table | Text]:
    table = Table.grid(padding=(0, 2))
    for condition in answer["conditions"]:
        zh, en, style = STATUS[condition.get("status", "effective")]
        origin = ORIGIN[condition["source"]]
        words = condition.get("span")
        came_from = f"“{words}”" if words else ""
        table.add_row(
            Text(" " + condition["label"], style="bold"),
            Text(_pick(locale, *origin), style="dim"),
            Text(came_from, style="dim"),
            Text(_pick(locale, zh, en), style=style),
            Text(condition.get("note") or "", style="dim"),
        )
    parts: list[Table | Text] = [Text(_pick(locale, "理解为", "Understood"), style="bold underline")]
    if answer["conditions"]:
        parts.append(table)
    else:
        parts.append(Text(_pick(locale, " 没有可执行的条件", " no condition"), style="dim"))
    for span in answer["unresolved"]:
        zh, en, style = STATUS[span["status"]]
        note = f" · {span['note']}" if span["note"] else ""
        parts.append(Text(f" “{span['text']}” {_pick(locale, zh, en)}{note}", style=style))
    return parts


def _pinned(pinned: dict[str, Any], locale: str) -> Text:
    facts = pinned.get("facts", {})
    size = f"  {_count(facts, 'followers')}" if facts else ""
    title = _pick(locale, "锚点频道", "Anchor")
    return Text(
        f"▲ {title}: {pinned['label']}{size}  {pinned.get('url') or pinned['source_url']}", style="cyan"
    )


def _table(answer: dict[str, Any], locale: str, console: Console) -> Table:
    wide = console.width >= WIDE
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 1 if not wide else 0, 1))
    heads = HEADS_ZH if locale == "zh" else HEADS_EN
    table.add_column(heads[0], ratio=4, overflow="fold", min_width=24)
    for head in heads[1:-1] if wide else ():
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column(heads[-1], ratio=6, overflow="fold")
    table.expand = True
    for number, row in enumerate(answer["results"]["items"], start=1):
        facts = row["facts"]
        figures = [
            _terms(facts, "country"), _terms(facts, "language"), _count(facts, "followers"),
            _count(facts, "avg_views"), _share(facts, "engagement_rate"), _day(facts, "last_upload_at"),
        ]  # fmt: skip
        name = _name(number, row)
        if wide:
            table.add_row(name, *figures, _why(row, locale))
        else:
            said = [f"{h} {f}" for h, f in zip(heads[1:-1], figures, strict=True) if f != "-"]
            table.add_row(name.append("\n" + " · ".join(said)), _why(row, locale))
    return table


def _name(number: int, row: dict[str, Any]) -> Text:
    name = Text(f"{number}. ", style="dim").append(row["name"], style="bold not dim")
    handle = f"@{row['handle']}" if row["handle"] else row["channel_id"] or ""
    if handle:
        name.append(f"\n{handle}", style="dim")
    if row["tags"]:
        name.append("\n" + ", ".join(row["tags"][:TAGS_SHOWN]), style="dim italic")
    return name


def _why(row: dict[str, Any], locale: str) -> Text:
    why = Text()
    marks = {True: ("✓ ", "green"), False: ("· ", "dim"), None: ("? ", "yellow")}
    for number, reason in enumerate(row["reasons"]):
        mark, style = marks[reason["met"]]
        why.append("\n" if number else "").append(mark, style=style).append(reason["because"])
    if row["similarity"] is not None:
        close = f"{_pick(locale, '相似度', 'similarity')} {row['similarity']:.2f}"
        why.append(("\n" if row["reasons"] else "") + "≈ ", style="cyan").append(close)
    return why


def _value(facts: dict[str, Any], name: str) -> Any:
    return facts[name]["value"] if name in facts else None


def _count(facts: dict[str, Any], name: str) -> str:
    value = _value(facts, name)
    if value is None:
        return "-"
    for size, mark in ((1e9, "B"), (1e6, "M"), (1e3, "K")):
        if value >= size:
            return f"{value / size:.1f}{mark}"
    return f"{value:.0f}"


def _share(facts: dict[str, Any], name: str) -> str:
    value = _value(facts, name)
    return "-" if value is None else f"{value:.1%}"


def _day(facts: dict[str, Any], name: str) -> str:
    value = _value(facts, name)
    return "-" if value is None else str(value)[:10]


def _terms(facts: dict[str, Any], name: str) -> str:
    value = _value(facts, name)
    if value is None:
        return "-"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownArgumentType]


def _footer(results: dict[str, Any], locale: str) -> Text:
    shown, total = len(results["items"]), results["total"]
    line = Text(
        _pick(locale, f"显示 {shown} / 共 {total:,} 个频道", f"{shown} of {total:,} channels"), style="bold"
    )
    if results["unknown"]:
        how = _pick(locale, "加 --include-unknown 显示", "add --include-unknown to see them")
        more = _pick(locale, f"；另有 {results['unknown']:,} 个频道信息未公开（{how}）",
                     f"; {results['unknown']:,} more may match, with unknown values ({how})")  # fmt: skip
        line.append(more, style="yellow")
    if results["cursor"]:
        line.append(f"\n{_pick(locale, '下一页', 'next page')}: --cursor {results['cursor']}", style="dim")
    return line
