"""``serendip import``: files into the catalogue, or a look at how they would be read."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from serendip.bootstrap import Home, load
from serendip.catalogue.mapping import parse_overrides
from serendip.cli.console import complain, err, language, out, print_json
from serendip.cli.interrupt import remembering
from serendip.cli.progress import counting
from serendip.core.clock import SystemClock
from serendip.core.errors import SerendipError
from serendip.imports.leftovers import Note, UnusedColumn, notes_on
from serendip.imports.planning import ImportOptions, Plan, plan_import
from serendip.imports.report import ImportReport
from serendip.imports.runner import BATCH, Interrupted, Watch, import_file
from serendip.imports.standard_input import opened
from serendip.imports.tables import REASONS
from serendip.imports.words import CHANGE, PROBLEMS
from serendip.platforms.registry import platform as known_platform

_SHOWN = 20
_STOPPED = 130  # exit code after Ctrl-C


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What the command line says; see the options of ``serendip import``."""

    platform: str | None = None
    as_of: date | None = None
    overrides: str | None = None
    dry_run: bool = False
    use_saved: bool = True
    guess_language: bool = True

    def options(self) -> ImportOptions:
        """The same for the runner. Raises ``InputError`` for an unknown platform or a malformed ``--map``."""
        return ImportOptions(
            today=SystemClock().now().date(),
            platform=known_platform(self.platform).key if self.platform else None,
            as_of=self.as_of,
            overrides=parse_overrides(self.overrides) if self.overrides else {},
            use_saved=self.use_saved,
            guess_language=self.guess_language,
        )


def run_import(files: list[Path], request: ImportRequest, *, as_json: bool) -> int:
    """Import ``files`` one after the other, or only show how they would be read.

    Returns the exit code: 0, that of the first file that was refused (the others are still imported), or 130
    after Ctrl-C in the middle of a file.
    """
    options = request.options()
    home = Home(load())
    results: list[dict[str, Any]] = []
    try:
        code = _all(home, files, (options, request), results, as_json=as_json)
        waiting = 0 if request.dry_run or code == _STOPPED else _index(home)
        if as_json:
            print_json(results[0] if len(files) == 1 else {"files": results, **_sums(results)})
        if waiting:
            _similarity(home, waiting)
    finally:
        home.close()
    return code


def _all(
    home: Home,
    files: list[Path],
    said: tuple[ImportOptions, ImportRequest],
    results: list[dict[str, Any]],
    *,
    as_json: bool,
) -> int:
    """Each file's outcome is added to ``results``; the exit code so far is returned."""
    code = 0
    for file in files:
        try:
            results.append(_one(home, file, *said, as_json=as_json))
        except SerendipError as error:
            if len(files) == 1 and "rows" not in error.details:
                raise
            code = code or error.exit_code
            results.append({"file": file.name, "error": error.as_dict()})
            if not as_json:
                complain(error, as_json=False, locale=language())
        except Interrupted as stopped:
            _show_stop(stopped)
            results.append({"file": stopped.file, "interrupted": True, "rows_kept": stopped.rows})
            return _STOPPED
    return code


def _index(home: Home) -> int:
    """Make texts and filters searchable; returns how many channels still lack their vectors."""
    zh = language() == "zh"
    try:
        with counting("索引" if zh else "Indexing") as move:
            return home.catch_up(move, vectors=False)
    except KeyboardInterrupt:
        err().print(
            "所有行已导入；`serendip serve` 或下一次导入会接着建立索引"
            if zh
            else "All rows are imported; `serendip serve` or the next import goes on with indexing them",
            soft_wrap=True,
        )
        return 0


def _similarity(home: Home, waiting: int) -> None:
    """Work out the vectors that are missing; whoever does not want to wait may stop it."""
    zh = language() == "zh"
    begins = (
        f"已可搜索。正在为 {waiting:,} 个频道计算相似度（频道很多时需要几分钟）；"
        "可以随时按 Ctrl-C，`serendip serve` 或下一次导入会接着算"
        if zh
        else f"Search works already. Working out similarity for {waiting:,} channels (minutes when there are "
        "many); Ctrl-C is safe: `serendip serve` or the next import goes on with it"
    )
    try:
        with remembering() as stop, counting("相似度" if zh else "Similarity") as move:
            err().print(begins, style="dim", soft_wrap=True)

            def step(done: int, total: int) -> None:
                stop()
                move(done, total)

            home.catch_up(step)
    except KeyboardInterrupt:
        err().print(
            "相似度留待以后：搜索可用，`serendip serve` 或下一次导入会接着算"
            if zh
            else "Similarity is left for later: search works already, "
            "`serendip serve` or the next import goes on with it",
            style="dim",
            soft_wrap=True,
        )


def _show_stop(stopped: Interrupted) -> None:
    rows = stopped.rows
    zh = language() == "zh"
    if rows:
        said = (
            f"已停止：{stopped.file} 的前 {rows:,} 行已导入并保留；再次运行同一命令会从那里继续"
            if zh
            else f"Stopped: the first {rows:,} rows of {stopped.file} are imported and kept; "
            "the same command goes on from there"
        )
    else:
        said = (
            f"已停止：{stopped.file} 尚未写入任何行（每 {BATCH:,} 行写入一次）；同一命令会从头开始"
            if zh
            else f"Stopped: nothing of {stopped.file} was written yet ({BATCH:,} rows go in at a time); "
            "the same command begins anew"
        )
    err().print(said, soft_wrap=True)


def _one(
    home: Home, file: Path, options: ImportOptions, request: ImportRequest, *, as_json: bool
) -> dict[str, Any]:
    zh = language() == "zh"
    if request.dry_run:
        with opened(file) as source:
            saved = home.store if home.settings.database.exists() else None
            plan = plan_import(source, options, saved)
            notes = notes_on(plan.mapping, source.name, options.platform)
            if not as_json:
                _show_plan(source.name, plan, zh=zh)
                _show_notes(notes, zh=zh)
            said = [{"code": n.code, "message": n.zh if zh else n.en} for n in notes]
            return {"file": source.name, "dry_run": True, **plan.as_json(), "notes": said}
    with _progress(file.name) as watch:
        report = import_file(file, home.store, options, watch)
    if not as_json:
        _show_report(report, zh=zh)
    return report.as_json("zh" if zh else "en")


def _sums(results: list[dict[str, Any]]) -> dict[str, int]:
    keys = ("rows", "created", "updated", "unchanged")
    sums = {key: sum(int(r.get(key, 0)) for r in results) for key in keys}
    return {**sums, "rejected_rows": sum(len(r.get("rejected", ())) for r in results)}


@contextmanager
def _progress(name: str) -> Generator[Watch]:
    """A bar on standard error; silent where that is no terminal."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn(),
        TextColumn("{task.fields[rows]:,}"),
        TimeRemainingColumn(),
    )
    console = err()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=None, rows=0)

        def watch(rows: int, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, rows=rows)

        yield watch


def _show_plan(name: str, plan: Plan, *, zh: bool) -> None:
    console = out()
    facts = ", ".join(f"{key} {value!r}" for key, value in plan.table.facts.items() if value is not None)
    console.print(f"{name}: {plan.table.format.upper()}, {facts}", style="bold")
    found = plan.evidence
    if found is None:
        said = "看不出，请加 --platform" if zh else "cannot be told: add --platform"
    else:
        said = f"{found.platform or '-'} ({found.zh if zh else found.en})"
    console.print(("平台：" if zh else "Platform: ") + said)
    heads = (
        ("#", "列", "字段", "把握", "原因", "样例")
        if zh
        else ("#", "Column", "Field", "Sure", "Why", "Samples")
    )
    table = Table(*heads, box=None, header_style="bold")
    for column in plan.mapping.columns:
        table.add_row(
            str(column.index + 1),
            Text(" ".join(column.name.split())[:40]),
            Text(column.field or "-", style="green" if column.field else "dim"),
            f"{column.confidence:.0%}" if column.field else "",
            Text(column.zh if zh else column.en, style="dim"),
            Text(" | ".join(" ".join(s.split())[:28] for s in column.samples), style="dim"),
        )
    console.print(table)


def _show_report(report: ImportReport, *, zh: bool) -> None:
    console = out()
    rate = report.rows / report.seconds if report.seconds > 0 else 0
    counts = (report.rows, report.created, report.updated, report.unchanged, len(report.rejected))
    words = (
        ("行", "新增", "更新", "未变", "拒绝")
        if zh
        else ("rows", "created", "updated", "unchanged", "rejected")
    )
    line = ", ".join(f"{word} {count:,}" for word, count in zip(words, counts, strict=True))
    console.print(f"{report.file}: {line}  ({report.seconds:.1f} s, {rate:,.0f}/s)")
    if report.resumed:
        console.print(
            ("其中上次中断前已导入：" if zh else "Imported before the interruption: ") + f"{report.resumed:,}"
        )
    lines: dict[str, list[str]] = {}
    for number, reason in report.rejected:
        shown = lines.setdefault(reason, [])
        if len(shown) < _SHOWN:
            shown.append(f"{number:,}")
    for reason, count in report.rejected.by_reason().items():
        more = (" … （--json 列出全部）" if zh else " ... (--json lists all)") if count > _SHOWN else ""
        where = ("、" if zh else ", ").join(lines[reason]) + more
        said = f"（第 {where} 行）" if zh else f" (line {where})"
        words = REASONS[reason][0 if zh else 1]
        console.print(f"  {count:,} × {words}{said}", style="yellow", soft_wrap=True)
    for (column, problem), cells in sorted(report.warnings.items(), key=lambda w: -w[1])[:_SHOWN]:
        name, said = " ".join(column.split()), PROBLEMS[problem][0 if zh else 1]
        console.print(f"  {cells:,} × {name}{'：' if zh else ': '}{said}", style="dim", soft_wrap=True)
    _show_unused(report.unused, zh=zh)
    _show_notes(report.notes, zh=zh)


def _show_unused(unused: list[UnusedColumn], *, zh: bool) -> None:
    """The columns that were not used, those of one reason on one line, and what changes that."""
    if not unused:
        return
    console = out()
    reasons: dict[str, list[str]] = {}
    for column in unused:
        name = f"#{column.number}" if column.why == "no_name" else column.name
        reasons.setdefault(column.zh if zh else column.en, []).append(name)
    console.print("未使用的列：" if zh else "Columns that were not used:", style="yellow")
    for reason, names in reasons.items():
        more = f" … +{len(names) - _SHOWN}" if len(names) > _SHOWN else ""
        listed = ("、" if zh else ", ").join(names[:_SHOWN])
        console.print(f"  {listed}{more}{'：' if zh else ': '}{reason}", style="yellow", soft_wrap=True)
    console.print(f"  {CHANGE[0 if zh else 1]}", style="dim", soft_wrap=True)


def _show_notes(notes: list[Note], *, zh: bool) -> None:
    for note in notes:
        out().print(note.zh if zh else note.en, style="yellow", soft_wrap=True)
