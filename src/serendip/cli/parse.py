"""``serendip parse``: how texts are understood, one JSON line for each line of the input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Final, cast

import orjson

from serendip.cli.console import language, out, print_json
from serendip.core.errors import InputError
from serendip.search.conditions import Request
from serendip.search.parse import read
from serendip.search.parse_output import request_json, spans_json
from serendip.search.terms import condition_label
from serendip.search.words import state_label

PLATFORMS = ("youtube", "instagram", "tiktok", "x")


def parse_jsonl(source: Iterable[bytes], sink: IO[bytes]) -> int:
    """Read lines ``{"id", "text", "page_platform"}``, write one line each; returns how many were bad.

    A bad line gives ``{"id": null, "line": N, "error": {...}}`` and reading goes on; empty lines are skipped.
    """
    bad = 0
    for answer in _answers(source):
        bad += "error" in answer
        sink.write(orjson.dumps(answer) + b"\n")
    sink.flush()
    return bad


def _answers(source: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(source, start=1):
        if line.strip():
            yield _answer(line, number)


def _answer(line: bytes, number: int) -> dict[str, Any]:
    try:
        asked: Any = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return _bad(number, "ERR_NOT_JSON", f"这一行不是 JSON：{error}", f"this line is no JSON: {error}")
    if not isinstance(asked, dict):
        return _bad(number, "ERR_INVALID_VALUE", "应为 JSON 对象", "a JSON object is expected")
    query = cast("dict[str, Any]", asked)
    text = query.get("text")
    if not isinstance(text, str):
        return _bad(number, "ERR_INVALID_VALUE", "缺少字符串 text", "a string `text` is missing")
    page = str(query.get("page_platform", "youtube"))
    page = "x" if page == "twitter" else page
    if page not in PLATFORMS:
        known = ", ".join(PLATFORMS)
        return _bad(
            number, "ERR_UNKNOWN_PLATFORM", f"平台须为：{known}", f"page_platform must be one of: {known}"
        )
    return {"id": query.get("id"), **request_json(read(text, page))}


def _bad(number: int, code: str, zh: str, en: str) -> dict[str, Any]:
    return {"id": None, "line": number, "error": {"code": code, "message_zh": zh, "message_en": en}}


def run_parse(text: Sequence[str] | None, platform: str, *, jsonl: bool, as_json: bool) -> None:
    """Print how requests are understood.

    Args:
        text: the words of one request; with ``jsonl`` the names of files (``-`` or none: standard input).
        platform: the page's platform.
        jsonl: read JSON lines and write JSON lines.
        as_json: one JSON document instead of a table.

    Raises:
        InputError: nothing was given, or a file cannot be opened.
    """
    if jsonl:
        for name in text or ["-"]:
            _parse_file(name)
        return
    if not text:
        raise InputError(
            "ERR_NOTHING_GIVEN",
            zh="请给出一句需求，或用 --jsonl 给出文件",
            en="Give a request, or files with --jsonl",
        )
    request = read(" ".join(text), platform)
    if as_json:
        print_json({**request_json(request), "spans": spans_json(request)})
    else:
        _print_table(request)


def _parse_file(name: str) -> None:
    if name == "-":
        parse_jsonl(sys.stdin.buffer, sys.stdout.buffer)
        return
    try:
        with Path(name).open("rb") as lines:
            parse_jsonl(lines, sys.stdout.buffer)
    except OSError as error:
        raise InputError(
            "ERR_FILE",
            zh=f"无法打开文件 {name}：{error.strerror}",
            en=f"Cannot open {name}: {error.strerror}",
        ) from error


def _print_table(request: Request) -> None:
    from rich.table import Table

    locale = "zh" if language(request.text) == "zh" else language()
    table = Table(*_HEADS[locale], title=_title(request, locale))
    for condition in request.conditions:
        words = "" if condition.start is None else request.text[condition.start : condition.end]
        told = (condition.kind, condition.source, condition.status)
        table.add_row(condition_label(condition, locale), *(state_label(t, locale) for t in told), words)
    for span in request.spans:
        if not span.conditions and span.status != "effective":
            why = span.note_zh if locale == "zh" else span.note_en
            state = state_label(span.status, locale)
            table.add_row(why or "", "", "", state, request.text[span.start : span.end])
    out().print(table)


_HEADS: Final = {
    "zh": ("条件", "作用", "来源", "状态", "原文"),
    "en": ("Condition", "Effect", "Source", "Status", "Words"),
}


def _title(request: Request, locale: str) -> str:
    """The kind of the input and the state that follows, in words."""
    if request.input_type is None:
        return {"zh": "没有可搜索的文字", "en": "nothing to search for"}[locale]
    codes = [request.input_type, *([request.expected_state] if request.expected_state else [])]
    return {"zh": "，", "en": ", "}[locale].join(state_label(code, locale) for code in codes)
