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
from serendip.catalogue.column_names import fold_header
from serendip.catalogue.mapping import parse_overrides
from serendip.cli.console import err, language, out, print_json
from serendip.cli.progress import counting
from serendip.core.clock import SystemClock
from serendip.core.errors import SerendipError
from serendip.imports.report import ImportReport
from serendip.imports.runner import ImportOptions, Plan, Watch, import_file, plan_import
from serendip.imports.source import Source
from serendip.imports.tables import REASONS
from serendip.platforms.registry import platform as known_platform

_SHOWN = 20


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

    Returns the exit code: 0, or that of the first file that was refused; the others are still imported.
    """
    options = request.options()
    home = Home(load())
    results: list[dict[str, Any]] = []
    code = 0
    try:
        for file in files:
            try:
                results.append(_one(home, file, options, request, as_json=as_json))
            except SerendipError as error:
                if len(files) == 1:
                    raise
                code = code or error.exit_code
                results.append({"file": file.name, "error": error.as_dict()})
                if not as_json:
                    err().print(f"{error.message(language())}  [{error.code}]", style="red")
        if not request.dry_run:
            with counting("索引" if language() == "zh" else "Indexing") as move:
                home.catch_up(move)
    finally:
        home.close()
    if as_json:
        print_json(results[0] if len(files) == 1 else {"files": results, **_sums(results)})
    return code


def _one(
    home: Home, file: Path, options: ImportOptions, request: ImportRequest, *, as_json: bool
) -> dict[str, Any]:
    zh = language() == "zh"
    if request.dry_run:
        source = Source(file)
        try:
            saved = home.store if home.settings.database.exists() else None
            plan = plan_import(source, options, saved)
        finally:
            source.close()
        if not as_json:
            _show_plan(file, plan, zh=zh)
        return {"file": file.name, "dry_run": True, **plan.as_json()}
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


def _show_plan(file: Path, plan: Plan, *, zh: bool) -> None:
    console = out()
    facts = ", ".join(f"{key} {value!r}" for key, value in plan.table.facts.items() if value is not None)
    console.print(f"{file.name}: {plan.table.format.upper()}, {facts}", style="bold")
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
    for reason, count in report.rejected.by_reason().items():
        console.print(f"  {count:,} × {REASONS[reason][0 if zh else 1]}", style="yellow")
    for shown, (line_number, reason) in enumerate(report.rejected):
        if shown == _SHOWN:
            console.print(
                "    ..." + (" 用 --json 查看全部" if zh else " --json lists all of them"), style="dim"
            )
            break
        console.print(
            f"    {'第' if zh else 'line '}{line_number:,}{' 行' if zh else ''}: {reason}", style="dim"
        )
    for (column, problem), cells in sorted(report.warnings.items(), key=lambda w: -w[1])[:_SHOWN]:
        console.print(f"  {cells:,} × {fold_header(column)}: {problem}", style="dim")
