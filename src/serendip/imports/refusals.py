"""Why a file is refused: one constructor a reason, each says in zh and en what to do."""

from __future__ import annotations

from typing import Final

from serendip.core.errors import RefusedFile

MAX_RECORD: Final = 8 * 1024 * 1024
"""Characters of one line or one record; a longer one is no channel."""

MAX_COLUMNS: Final = 2_000
"""Columns of one file."""

MAX_DEPTH: Final = 64
"""Nesting of a JSON document."""


def missing(name: str) -> RefusedFile:
    """No such file."""
    return RefusedFile(
        "ERR_FILE_MISSING",
        zh=f"找不到文件 {name}；请检查路径",
        en=f"There is no file {name}; check the path",
        file=name,
    )


def unreadable(name: str, cause: str) -> RefusedFile:
    """The system does not let us read it."""
    return RefusedFile(
        "ERR_FILE_UNREADABLE",
        zh=f"无法读取 {name}（{cause}）；请检查权限，或把文件复制到自己的文件夹",
        en=f"{name} cannot be read ({cause}); check its permissions, or copy it to a folder of yours",
        file=name,
    )


def not_regular(name: str, kind_zh: str, kind_en: str) -> RefusedFile:
    """A folder, pipe, socket or device."""
    return RefusedFile(
        "ERR_NOT_A_FILE",
        zh=f"{name} 是{kind_zh}，不是文件；请给出文件本身的路径",
        en=f"{name} is {kind_en}, not a file; give the path of a file",
        file=name,
    )


def empty(name: str) -> RefusedFile:
    """Nothing in it."""
    return RefusedFile(
        "ERR_FILE_EMPTY",
        zh=f"{name} 是空的；请重新导出",
        en=f"{name} is empty; export it again",
        file=name,
    )


def only_header(name: str) -> RefusedFile:
    """Column names and no row."""
    return RefusedFile(
        "ERR_NO_ROWS",
        zh=f"{name} 只有表头，没有数据行；请重新导出",
        en=f"{name} has column names and no rows; export it again",
        file=name,
    )


def unknown_format(name: str, looks: str | None = None) -> RefusedFile:
    """None of the formats that we read."""
    zh = f"（看起来是 {looks}）" if looks else ""
    en = f" (it looks like {looks})" if looks else ""
    return RefusedFile(
        "ERR_FILE_FORMAT",
        zh=f"{name} 不是可以导入的格式{zh}；请另存为 CSV、TSV、JSON、JSONL、Parquet 或 XLSX",
        en=f"{name} cannot be imported{en}; save it as CSV, TSV, JSON, JSONL, Parquet or XLSX",
        file=name,
    )


def packed(name: str, how: str) -> RefusedFile:
    """An archive, or a compression that we do not open."""
    return RefusedFile(
        "ERR_FILE_PACKED",
        zh=f"{name} 是压缩包（{how}）；请先解压，再导入里面的文件",
        en=f"{name} is packed ({how}); unpack it first and import what is inside",
        file=name,
    )


def bomb(name: str) -> RefusedFile:
    """Expands beyond all measure."""
    return RefusedFile(
        "ERR_FILE_BOMB",
        zh=f"{name} 解压后异常巨大，已停止；如果文件可信，请先自行解压再导入",
        en=f"{name} expands beyond all measure; if you trust it, unpack it yourself and import the result",
        file=name,
    )


def damaged(name: str, where: str, line: int | None = None) -> RefusedFile:
    """Breaks off or contradicts itself."""
    details = {} if line is None else {"line": line}
    return RefusedFile(
        "ERR_FILE_DAMAGED",
        zh=f"{name} 已损坏（{where}）；请重新下载或导出。损坏处之前的完整批次已保留",
        en=f"{name} is damaged ({where}); export it again. Whole batches before the damage are kept",
        file=name,
        **details,
    )


def record_too_long(name: str, line: int) -> RefusedFile:
    """One line or record is larger than ``MAX_RECORD``."""
    return RefusedFile(
        "ERR_RECORD_TOO_LONG",
        zh=f"{name} 第 {line} 行起的一条记录超过 8 MiB，不是频道表；请检查引号和换行",
        en=f"A record of {name} from line {line} on exceeds 8 MiB: check its quotes and line breaks",
        file=name,
        line=line,
    )


def too_many_columns(name: str, count: int) -> RefusedFile:
    """More columns than any table of channels has."""
    return RefusedFile(
        "ERR_TOO_MANY_COLUMNS",
        zh=f"{name} 有 {count} 列（上限 {MAX_COLUMNS}）；请只保留与频道有关的列",
        en=f"{name} has {count} columns (at most {MAX_COLUMNS}); keep those about channels",
        file=name,
        columns=count,
    )


def too_deep(name: str) -> RefusedFile:
    """A JSON document nested beyond ``MAX_DEPTH``."""
    return RefusedFile(
        "ERR_TOO_DEEP",
        zh=f"{name} 的嵌套超过 {MAX_DEPTH} 层；请导出为扁平的列表或 CSV",
        en=f"{name} is nested deeper than {MAX_DEPTH} levels; export a flat list, or CSV",
        file=name,
    )


def no_list(name: str) -> RefusedFile:
    """A JSON document without a list of objects."""
    return RefusedFile(
        "ERR_NO_LIST",
        zh=f"{name} 里没有频道列表；需要对象的数组、含有这样的数组的对象，或每行一个对象（JSONL）",
        en=f"{name} holds no list of channels: an array of objects, or an object a line (JSONL), is needed",
        file=name,
    )


def unsafe_markup(name: str) -> RefusedFile:
    """An XLSX whose XML declares entities."""
    return RefusedFile(
        "ERR_FILE_UNSAFE",
        zh=f"{name} 内含外部实体声明，不安全；请用表格软件打开后另存为 CSV",
        en=f"{name} declares XML entities, which is not safe; save it as CSV with a spreadsheet program",
        file=name,
    )


def no_identity_column(name: str) -> RefusedFile:
    """No column that could name a channel."""
    return RefusedFile(
        "ERR_NO_IDENTITY_COLUMN",
        zh=f'{name} 里找不到频道 ID、链接、账号或名称的列；用 --dry-run 查看，用 --map "列名=handle" 指定',
        en=f'No column of {name} names channels; look with --dry-run, say which does with --map "Col=handle"',
        file=name,
    )


def unknown_platform(name: str) -> RefusedFile:
    """Nothing in the file says which platform its channels are on."""
    return RefusedFile(
        "ERR_PLATFORM_UNKNOWN",
        zh=f"从 {name} 看不出频道属于哪个平台；请加上 --platform，例如 --platform youtube",
        en=f"Nothing in {name} says which platform its channels are on; add --platform youtube (or another)",
        file=name,
    )
