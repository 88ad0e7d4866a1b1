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
    """Breaks off or contradicts itself. What came before is kept: ``after_rows`` says how much that is."""
    details = {} if line is None else {"line": line}
    return RefusedFile(
        "ERR_FILE_DAMAGED",
        zh=f"{name} 已损坏（{where}）；请重新下载或导出",
        en=f"{name} is damaged ({where}); download or export it again",
        file=name,
        **details,
    )


def damaged_workbook(name: str) -> RefusedFile:
    """A workbook whose archive cannot be opened."""
    return RefusedFile(
        "ERR_FILE_DAMAGED",
        zh=f"{name} 是损坏的 Excel 工作簿；请重新下载，或用表格软件打开修复后另存为 XLSX 或 CSV",
        en=f"{name} is a damaged Excel workbook; download it again, "
        "or let a spreadsheet program repair it and save it as XLSX or CSV",
        file=name,
    )


def after_rows(error: RefusedFile, rows: int) -> RefusedFile:
    """``error``, met after ``rows`` whole rows were imported; it says that they are kept."""
    if not rows:
        return error
    return RefusedFile(
        error.code,
        zh=f"{error.zh}。此前完整的 {rows:,} 行已导入并保留；文件补全后再次导入不会重复",
        en=f"{error.en}. The {rows:,} whole rows before that are imported and kept; "
        "importing the whole file later repeats nothing",
        **{**error.details, "rows": rows},
    )


def stdin_is_terminal() -> RefusedFile:
    """``import -`` with nothing piped in."""
    return RefusedFile(
        "ERR_STDIN_EMPTY",
        zh="标准输入是终端，没有内容；请用管道，例如 `cat channels.csv | serendip import -`，或给出文件路径",
        en="Standard input is the terminal; pipe something in, as in `cat channels.csv | serendip import -`, "
        "or give the path of a file",
    )


def stdin_too_large(limit: int) -> RefusedFile:
    """More comes through standard input than is put aside."""
    size = f"{limit // 1024**3} GiB"
    return RefusedFile(
        "ERR_STDIN_TOO_LARGE",
        zh=f"标准输入超过 {size}；请先保存为文件，再导入该文件",
        en=f"More than {size} came through standard input; save it as a file and import that",
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
