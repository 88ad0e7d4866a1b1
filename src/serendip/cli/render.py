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


def show_snapshot(
    now: dict[str, Any], locale: str, console: Console | None = None, *, stored: bool = False
) -> None:
    """Print what the box shows, from top to bottom, then the channels. ``stored``: it can be gone on with."""
    console = console or out()
    console.print(Group(*_understood(now, locale)))
    for said in now["notices"]:
        console.print(Text("! " + said[f"{locale}"], style="yellow"))
    for line in _offered(now, locale, now["session_id"] if stored else None):
        console.print(line)
    results = now["results"]
    if results["pinned"]:
        console.print(_pinned(results["pinned"], locale))
    if results["items"]:
        console.print(_table(now, locale, console))
    console.print(_footer(now, locale))
    if stored:
        console.print(Text(f"{_pick(locale, '搜索编号', 'session')}: {now['session_id']}", style="dim"))


def _pick(locale: str, zh: str, en: str) -> str:
    return zh if locale == "zh" else en


def _understood(now: dict[str, Any], locale: str) -> list[Table | Text]:
    parts: list[Table | Text] = [Text(_pick(locale, "理解为", "Understood"), style="bold underline")]
    table = Table.grid(padding=(0, 2))
    words = _words(now["inputs"])
    for node in now["graph"]["nodes"]:
        zh, en, style = STATUS[node["status"]]
        came_from = words.get(node["node_id"])
        table.add_row(
            Text(" " + node[f"label_{locale}"], style="bold"),
            Text(node[f"source_{locale}"], style="dim"),
            Text(f"“{came_from}”" if came_from else "", style="dim"),
            Text(_pick(locale, zh, en), style=style),
            Text(node[f"reason_{locale}"] or "", style="dim"),
        )
    none = Text(_pick(locale, " 没有可执行的条件", " no condition"), style="dim")
    parts.append(table if now["graph"]["nodes"] else none)
    for span in now["inputs"][-1]["spans"] if now["inputs"] else ():
        if span["status"] != "effective" and not span["node_ids"]:
            zh, en, style = STATUS[span["status"]]
            note = f" · {span[f'note_{locale}']}" if span[f"note_{locale}"] else ""
            parts.append(Text(f" “{span['text']}” {_pick(locale, zh, en)}{note}", style=style))
    return parts


def _words(inputs: list[dict[str, Any]]) -> dict[str, str]:
    """The words that each condition came from, the latest text first."""
    found: dict[str, str] = {}
    for intent in reversed(inputs):
        for span in intent["spans"]:
            for node_id in span["node_ids"]:
                found.setdefault(node_id, span["text"].strip())
    return found


def _offered(now: dict[str, Any], locale: str, session_id: str | None) -> list[Text]:
    """The question with its answers, and the ways out, unless the answers are those."""
    lines: list[Text] = []
    question, ways = now["question"], now["repair"]["suggestions"]
    if question is not None:
        lines.append(Text("? " + question[f"text_{locale}"], style="bold magenta"))
        lines += [_numbered(n, option, locale) for n, option in enumerate(question["options"], 1)]
        lines.append(_how(locale, session_id, "--answer N", ("回答", "answers it")))
    if ways and (question is None or question["trigger"] != "empty_result_fix"):
        lines += [_numbered(n, way, locale) for n, way in enumerate(ways, 1)]
        lines.append(_how(locale, session_id, "--apply N", ("采用一条建议", "takes one of these")))
    return lines


def _numbered(number: int, choice: dict[str, Any], locale: str) -> Text:
    count = choice["expected_count"]
    line = Text(f"  {number}. {choice[f'label_{locale}']}", style="magenta")
    return line if count is None else line.append(f"  ({count:,})", style="dim")


def _how(locale: str, session_id: str | None, option: str, what: tuple[str, str]) -> Text:
    command = f"serendip find --session {session_id or 'ID'} {option}"
    if session_id is not None:
        return Text(f"  {command}: {_pick(locale, *what)}", style="dim")
    first = _pick(locale, "先加 --keep 保留这个搜索，再用", "keep the search by --keep, then")
    return Text(f"  {first} {command}: {_pick(locale, *what)}", style="dim")


def _pinned(pinned: dict[str, Any], locale: str) -> Text:
    facts = pinned.get("facts", {})
    size = f"  {_count(facts, 'followers')}" if facts else ""
    title = _pick(locale, "锚点频道", "Anchor")
    return Text(
        f"▲ {title}: {pinned['label']}{size}  {pinned.get('url') or pinned['source_url']}", style="cyan"
    )


def _table(now: dict[str, Any], locale: str, console: Console) -> Table:
    wide = console.width >= WIDE
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 1 if not wide else 0, 1))
    heads = HEADS_ZH if locale == "zh" else HEADS_EN
    table.add_column(heads[0], ratio=4, overflow="fold", min_width=24)
    for head in heads[1:-1] if wide else ():
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column(heads[-1], ratio=6, overflow="fold")
    table.expand = True
    first = (now["results"]["page"] - 1) * now["results"]["page_size"] + 1
    for number, row in enumerate(now["results"]["items"], start=first):
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
        why.append("\n" if number else "").append(mark, style=style).append(reason[f"because_{locale}"])
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


def _footer(now: dict[str, Any], locale: str) -> Text:
    results = now["results"]
    shown, total = len(results["items"]), results["total"]
    line = Text(
        _pick(locale, f"显示 {shown} / 共 {total:,} 个频道", f"{shown} of {total:,} channels"), style="bold"
    )
    if results["unknown"]:
        how = _pick(locale, "加 --include-unknown 显示", "add --include-unknown to see them")
        more = _pick(locale, f"；另有 {results['unknown']:,} 个频道信息未公开（{how}）",
                     f"; {results['unknown']:,} more may match, with unknown values ({how})")  # fmt: skip
        line.append(more, style="yellow")
    if results["page"] * results["page_size"] < total:
        line.append(f"\n{_pick(locale, '下一页', 'next page')}: --page {results['page'] + 1}", style="dim")
    return line
