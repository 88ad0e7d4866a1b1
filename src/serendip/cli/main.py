"""The ``serendip`` command. Each command's work lives in a module of its own, imported when it is used."""

from __future__ import annotations

import sys
from typing import Annotated

import click
import typer

from serendip import __version__
from serendip.cli import commands
from serendip.core.errors import InputError, SerendipError

app = typer.Typer(
    name="serendip",
    help="Find creators by what you mean, and see why each one is there.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
commands.register(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Find creators by what you mean, and see why each one is there."""
    del version


def run() -> None:
    """The entry point: every error ends in one sentence and an exit code, never in a traceback."""
    from pydantic import ValidationError

    from serendip.cli.console import complain, err, language

    as_json = "--json" in sys.argv
    try:
        code = app(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except SerendipError as error:
        complain(error, as_json=as_json, locale=language())
        sys.exit(error.exit_code)
    except click.ClickException as error:
        wrong = InputError("ERR_USAGE", zh=error.format_message(), en=error.format_message())
        complain(wrong, as_json=as_json, locale=language())
        sys.exit(2)
    except ValidationError as error:
        places = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        wrong = InputError("ERR_SETTINGS", zh=f"设置有误：{places}", en=f"A setting is wrong: {places}")
        complain(wrong, as_json=as_json, locale=language())
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        err().print("Stopped.")
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
