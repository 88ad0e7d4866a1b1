"""Every error that the interface answers, as one table: code, HTTP status, sentences, and when.

The table is part of the OpenAPI document and of the reference pages. The sentences here are the general ones;
an answer may say more exactly what was wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from serendip.core.errors import InputError, NotFound, SerendipError, Unavailable


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """One code. ``status`` is what HTTP says."""

    code: str
    status: int
    zh: str
    en: str
    when: str


ERRORS: Final[tuple[ErrorRow, ...]] = (
    ErrorRow(
        "ERR_SESSION_NOT_FOUND",
        404,
        "没有这个搜索",
        "There is no such search",
        "unknown session, or of another user",
    ),
    ErrorRow(
        "ERR_SESSION_CLOSED",
        409,
        "这个搜索已结束，只能查看",
        "This search is closed and can only be read",
        "change to a closed session",
    ),
    ErrorRow(
        "ERR_STALE_REVISION",
        409,
        "该搜索已在其他页面更新，请确认后重试",
        "This search was changed elsewhere. Check it and retry",
        "revision is not current",
    ),
    ErrorRow(
        "ERR_UNKNOWN_PLATFORM",
        422,
        "没有这个平台的频道搜索",
        "There is no channel search on this platform",
        "platform is none of youtube, instagram, tiktok, x",
    ),
    ErrorRow(
        "ERR_INVALID_VALUE",
        422,
        "这个值不能用",
        "This value cannot be used",
        "unknown match target, field, sort, code; negative or reversed range; wrong type; no such page",
    ),
    ErrorRow("ERR_NODE_NOT_FOUND", 404, "没有这个条件", "There is no such condition", "unknown node id"),
    ErrorRow(
        "ERR_INPUT_TOO_LONG",
        422,
        "输入过长，请缩短后再搜索",
        "Input too long. Shorten it and search again",
        "more than MAX_INPUT_CHARS characters",
    ),
    ErrorRow(
        "ERR_KEYWORD_TOO_LONG",
        422,
        "关键词过长",
        "This keyword is too long",
        "more than MAX_KEYWORD_CHARS characters",
    ),
    ErrorRow("ERR_TOO_MANY_KEYWORDS", 422, "关键词过多", "Too many keywords", "more than MAX_KEYWORDS tags"),
    ErrorRow(
        "ERR_DUPLICATE_KEYWORD",
        422,
        "关键词已存在",
        "This keyword is already there",
        "a tag is edited into another one",
    ),
    ErrorRow(
        "ERR_EDIT_KEYWORD_ONLY",
        422,
        "这里只能修改关键词；链接或需求请在末尾输入",
        "Only a keyword can be edited here; type links or requests at the end",
        "a tag is edited into a link or a sentence",
    ),
    ErrorRow(
        "ERR_EMPTY_INPUT",
        422,
        "请输入关键词、频道链接或一句话需求",
        "Enter a keyword, a channel link, or describe what you need",
        "a link or text that is required is empty",
    ),
    ErrorRow(
        "ERR_SECOND_ANCHOR",
        409,
        "已有锚点，请先选择替换、保留或清空",
        "There is an anchor already: replace it, keep it or clear it first",
        "a second anchor without the choice",
    ),
    ErrorRow(
        "ERR_ACTION_NOT_AVAILABLE",
        409,
        "现在不能这样做",
        "This is not available now",
        "the action's pre-condition is false",
    ),
    ErrorRow(
        "ERR_ILLEGAL_TRANSITION",
        409,
        "现在不能这样做；请按页面当前显示的状态操作",
        "This cannot be done in the present state; go on from what the box shows",
        "event not allowed in the present states",
    ),
    ErrorRow(
        "ERR_QUESTION_CLOSED",
        409,
        "这个问题已结束",
        "This question is closed",
        "answer to a closed or unknown question",
    ),
    ErrorRow(
        "ERR_COLLAPSE_BLOCKED",
        409,
        "暂不能收起",
        "Cannot collapse yet",
        "an open question, an unfinished repair, or conditions that the classic box cannot show",
    ),
    ErrorRow(
        "ERR_SEARCH_FAILED",
        503,
        "搜索失败，条件已保留，可重试",
        "Search failed. Your conditions are kept; retry",
        "back end failed or timed out",
    ),
    ErrorRow(
        "ERR_UNAUTHORISED",
        401,
        "需要访问令牌：用 Authorization: Bearer，或在 /api/login 登录",
        "An access token is needed: send Authorization: Bearer, or log in at /api/login",
        "no token, or a wrong one",
    ),
    ErrorRow(
        "ERR_NOT_LOCAL",
        403,
        "只回答本机的请求",
        "Only this machine is answered",
        "another host's name, or a page of another site",
    ),
    ErrorRow("ERR_BODY_TOO_LARGE", 413, "请求过大", "The request is too large", "more than 256 KB"),
    ErrorRow(
        "ERR_NO_CATALOGUE", 404, "目录还是空的", "The catalogue is empty", "no channels were brought in yet"
    ),
    ErrorRow(
        "ERR_INTERNAL",
        500,
        "程序内部出错；数据没有改变",
        "A fault of the program; nothing was lost",
        "a fault of ours",
    ),
)
"""Section 20.2 and what HTTP adds."""

STATUS: Final = {row.code: row.status for row in ERRORS}


class ErrorBody(BaseModel):
    """What an error says; further facts (``field``, ``limit``, ``current_revision`` ...) stand beside."""

    model_config = ConfigDict(extra="allow")

    code: str = Field(examples=[row.code for row in ERRORS])
    message_zh: str
    message_en: str


class ErrorAnswer(BaseModel):
    """The one shape of an error. ``session`` is the present snapshot when a change was stale."""

    model_config = ConfigDict(extra="allow")

    error: ErrorBody


def status_of(error: SerendipError) -> int:
    """The HTTP status of an error."""
    known = STATUS.get(error.code)
    if known is not None:
        return known
    if isinstance(error, NotFound):
        return 404
    return 503 if isinstance(error, Unavailable) else 422 if isinstance(error, InputError) else 500


def responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of an operation that may answer these codes, by status, for OpenAPI."""
    always = ("ERR_UNAUTHORISED", "ERR_NOT_LOCAL", "ERR_INVALID_VALUE", "ERR_BODY_TOO_LARGE")
    by_status: dict[int | str, list[ErrorRow]] = {}
    for row in ERRORS:
        if row.code in {*codes, *always}:
            by_status.setdefault(row.status, []).append(row)
    return {
        status: {
            "model": ErrorAnswer,
            "description": "\n".join(f"- `{r.code}`: {r.en} / {r.zh} ({r.when})" for r in rows),
        }
        for status, rows in by_status.items()
    }


def errors_table() -> str:
    """The reference page: one row a code."""
    head = "| code | HTTP | zh | en | when |\n|---|---|---|---|---|"
    return (
        "\n".join([head, *(f"| `{r.code}` | {r.status} | {r.zh} | {r.en} | {r.when} |" for r in ERRORS)])
        + "\n"
    )
