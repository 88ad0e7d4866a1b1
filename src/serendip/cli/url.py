"""``serendip url``: what links point to, read without a network."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from serendip.cli.console import language, out, print_json
from serendip.core.errors import InputError
from serendip.platforms.urls import Link, recognise

_MAX_LINE = 1 << 20
_STATES = {
    "exact": ("频道已确定", "names the channel"),
    "resolvable": ("需要联网确认频道", "the platform must be asked"),
    "context": ("没有单一频道", "no single channel"),
    "unsupported": ("不支持", "not supported"),
    "invalid": ("不完整或有误", "incomplete or malformed"),
    "not_a_link": ("不是链接", "not a link"),
}


def run_url(urls: Sequence[str] | None, jsonl: Path | bool | None, *, as_json: bool) -> None:
    """Read links and print what they are.

    Args:
        urls: links, or with ``jsonl=True`` the names of files (``-`` or none: standard input).
        jsonl: a file of ``{"url"}`` lines (``-``: standard input), True when ``urls`` names such files.
        as_json: one JSON list instead of a table.

    Raises:
        InputError: nothing was given, or a file cannot be opened.
    """
    urls = [u.encode("utf-8", "replace").decode() for u in urls or ()]
    if jsonl is True:
        for name in urls or ["-"]:
            _answer_file(Path(name))
    elif jsonl:
        _answer_file(jsonl)
    elif not urls:
        raise InputError(
            "ERR_NOTHING_GIVEN",
            zh="请给出一个或多个链接，或用 --jsonl 给出文件",
            en="Give one or more links, or a file with --jsonl",
        )
    elif as_json:
        print_json([describe(u) for u in urls])
    else:
        _print_table(urls)


def describe(url: str) -> dict[str, Any]:
    """What a link is: ``{url, platform, kind, id, needs_network, state}``.

    A forwarding link says ``other`` with the address inside it as ``id``; ``target`` then describes that.
    """
    found = recognise(url)
    record = _record(url, found.wrapper or found)
    if found.wrapper is not None:
        record["target"] = _record(found.url, found)
    return record


def _record(url: str, link: Link) -> dict[str, Any]:
    return {
        "url": url,
        "platform": link.platform,
        "kind": link.kind,
        "id": link.id,
        "needs_network": link.needs_network,
        "state": link.state,
    }


def _answer_file(path: Path) -> None:
    if str(path) == "-":
        _answer(sys.stdin.buffer)
        return
    try:
        stream = path.open("rb")
    except OSError as error:
        raise InputError(
            "ERR_CANNOT_READ",
            zh=f"无法读取 {path}：{error.strerror}。请检查文件名和权限",
            en=f"Cannot read {path}: {error.strerror}. Check its name and your permission",
            path=str(path),
        ) from error
    with stream:
        _answer(stream)


def _answer(stream: BinaryIO) -> None:
    write = sys.stdout.buffer.write
    for number, line in _lines(stream):
        if line is not None and not line.strip():
            continue
        url = _url_of(line)
        answer = describe(url) if url is not None else _bad_line(number, line)
        write(orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE))
    sys.stdout.flush()


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Lines with their numbers from 1; None for a line that is too long, which is read past."""
    number = 0
    while line := stream.readline(_MAX_LINE):
        number += 1
        whole = line.endswith(b"\n") or len(line) < _MAX_LINE
        while not whole:
            rest = stream.readline(_MAX_LINE)
            whole = rest.endswith(b"\n") or len(rest) < _MAX_LINE
            line = b""
        yield number, line or None


def _url_of(line: bytes | None) -> str | None:
    try:
        value: Any = orjson.loads((line or b"").removeprefix(b"\xef\xbb\xbf"))
        url: Any = value["url"]
    except (orjson.JSONDecodeError, TypeError, KeyError):
        return None
    return url if isinstance(url, str) else None


def _bad_line(number: int, line: bytes | None) -> dict[str, Any]:
    if line is None:
        zh, en = (
            "这一行太长，已跳过；每行不得超过 1 MB",
            "This line is too long and was passed over; keep it below 1 MB",
        )
    else:
        zh, en = '这一行不是 {"url": "..."}，请修正', 'This line is not {"url": "..."}; correct it'
    error = InputError("ERR_BAD_LINE", zh=zh, en=en, line=number)
    return {"line": number, "error": error.as_dict()}


def _print_table(urls: Sequence[str]) -> None:
    from rich.table import Table

    zh = language() == "zh"
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("链接 平台 类型 标识 结论" if zh else "link platform kind id verdict").split():
        table.add_column(title, overflow="fold")
    for url in urls:
        found = recognise(url)
        verdict = _STATES[found.state][0 if zh else 1]
        table.add_row(url, found.platform or "-", found.kind, found.id or "-", verdict)
    out().print(table)
