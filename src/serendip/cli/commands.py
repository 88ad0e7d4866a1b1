"""The commands and their options. Bodies are imported late, so that ``--help`` answers at once."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

Platform = Literal["youtube", "instagram", "tiktok", "x"]
Sort = Literal[
    "relevance", "similarity", "followers", "avg_views", "engagement_rate", "growth", "last_active", "price"
]
Target = Literal["channel_tag", "channel_name", "channel_description", "published_content", "all_sources"]

JSON = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
PLATFORM = Annotated[
    Platform,
    typer.Option("--platform", help="The platform whose channels are searched.", case_sensitive=False),
]
AS_OF = Annotated[
    datetime | None,
    typer.Option("--as-of", formats=["%Y-%m-%d"], help="Count activity and ages back from this day."),
]


def find(
    text: Annotated[
        list[str] | None,
        typer.Argument(help='Keywords, a link, a sentence, or all of them; "-word" excludes a word.'),
    ] = None,
    platform: PLATFORM = "youtube",
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many channels to show.")] = 20,
    page: Annotated[int, typer.Option(min=1, help="Which page of them.")] = 1,
    as_of: AS_OF = None,
    sort: Annotated[Sort | None, typer.Option(help="The order; by default what the text asks for.")] = None,
    target: Annotated[Target | None, typer.Option(help="What keywords are matched against.")] = None,
    any_keyword: Annotated[bool, typer.Option("--any", help="One of the keywords is enough.")] = False,
    include_unknown: Annotated[
        bool, typer.Option("--include-unknown", help="Also channels whose value for a condition is unknown.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Make it the active search of the platform's page.")
    ] = False,
    session: Annotated[str | None, typer.Option(help="Go on with the search of this id.")] = None,
    answer: Annotated[int | None, typer.Option(help="With --session: answer its question by number.")] = None,
    apply: Annotated[int | None, typer.Option(help="With --session: take its suggestion by number.")] = None,
    undo: Annotated[bool, typer.Option("--undo", help="With --session: take back the last change.")] = False,
    offline: Annotated[
        bool, typer.Option("--no-server", help="Search in this process even if a server runs.")
    ] = False,
    json: JSON = False,
) -> None:
    """Find channels, and say for each one why it is there."""
    from serendip.cli.find import FindOptions, run_find

    options = FindOptions(
        platform=platform,
        limit=limit,
        page=page,
        as_of=as_of.date() if as_of else None,
        sort=sort,
        target=target,
        any_keyword=any_keyword,
        include_unknown=include_unknown,
        keep=keep,
        session=session,
        answer=answer,
        apply=apply,
        undo=undo,
    )
    run_find(text or (), options, use_server=not offline, as_json=json)


def channel(
    name: Annotated[str, typer.Argument(help="A handle, an id, or a link.")],
    platform: PLATFORM = "youtube",
    json: JSON = False,
) -> None:
    """Show everything that is known of one channel, with dates and basis."""
    from serendip.cli.channel import run_channel

    run_channel(name, platform, as_json=json)


def serve(
    host: Annotated[str | None, typer.Option(help="A loopback address.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="The port.")] = None,
) -> None:
    """Serve the JSON endpoint until Ctrl-C, and keep the index up to date."""
    from serendip.cli.serve import run_serve

    run_serve(host, port)


def import_files(
    files: Annotated[list[Path], typer.Argument(help="CSV, TSV, JSON, JSONL, Parquet or XLSX; also .gz.")],
    platform: Annotated[
        str | None, typer.Option("--platform", help="The platform, when a file does not tell.")
    ] = None,
    as_of: Annotated[
        datetime | None,
        typer.Option(
            "--as-of", formats=["%Y-%m-%d"], help="When the figures were read, when a file does not tell."
        ),
    ] = None,
    mapping: Annotated[
        str | None, typer.Option("--map", help='Columns by hand: "Subs=followers,Land=country,Notes=-".')
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show how it would be read; write nothing.")
    ] = False,
    fresh_mapping: Annotated[
        bool, typer.Option("--fresh-mapping", help="Do not use the mapping remembered for such a header.")
    ] = False,
    no_language: Annotated[
        bool, typer.Option("--no-language", help="Do not guess the language of texts.")
    ] = False,
    json: JSON = False,
) -> None:
    """Import channels from the files that people have; every row is accounted for."""
    from serendip.cli.imports import ImportRequest, run_import

    request = ImportRequest(
        platform, as_of.date() if as_of else None, mapping, dry_run, not fresh_mapping, not no_language
    )
    raise typer.Exit(run_import(files, request, as_json=json))


def demo(
    count: Annotated[int, typer.Option(min=100, max=100_000, help="How many channels to generate.")] = 5000,
    serve_after: Annotated[
        bool, typer.Option("--serve/--no-serve", help="Keep serving after the first search.")
    ] = True,
    remove: Annotated[bool, typer.Option("--remove", help="Take the generated channels out again.")] = False,
) -> None:
    """Load a generated demo catalogue, run a first search, and serve the JSON endpoint."""
    from serendip.cli.demo import run_demo, run_remove

    if remove:
        run_remove()
    else:
        run_demo(count, serve_after=serve_after)


def index_status(json: JSON = False) -> None:
    """Say how the index stands to the catalogue."""
    from serendip.cli.index import run_status

    run_status(as_json=json)


def index_rebuild(json: JSON = False) -> None:
    """Build the index anew from the catalogue, beside the old one."""
    from serendip.cli.index import run_rebuild

    run_rebuild(as_json=json)


def parse(
    text: Annotated[list[str] | None, typer.Argument(help="A request; with --jsonl, files.")] = None,
    jsonl: Annotated[
        bool,
        typer.Option(
            "--jsonl", help='Read lines of {"id","text","page_platform"} from FILEs or standard input.'
        ),
    ] = False,
    platform: PLATFORM = "youtube",
    json: JSON = False,
) -> None:
    """Show how a request is understood, without searching."""
    from serendip.cli.parse import run_parse

    run_parse(text, platform, jsonl=jsonl, as_json=json)


def url(
    urls: Annotated[list[str] | None, typer.Argument(help="Links; with --jsonl, files.")] = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help='Read lines of {"url"} from FILEs or standard input.')
    ] = False,
    json: JSON = False,
) -> None:
    """Show what links point to, without any network."""
    from serendip.cli.url import run_url

    run_url(urls, jsonl, as_json=json)


def register(app: typer.Typer) -> None:
    """Put every command on the application."""
    passing = {"ignore_unknown_options": True}
    app.command("find", context_settings=passing)(find)
    app.command("channel")(channel)
    app.command("import")(import_files)
    app.command("parse")(parse)
    app.command("url")(url)
    app.command("serve")(serve)
    app.command("demo")(demo)
    index = typer.Typer(help="The search index: status and rebuild.", no_args_is_help=True)
    index.command("status")(index_status)
    index.command("rebuild")(index_rebuild)
    app.add_typer(index, name="index")
