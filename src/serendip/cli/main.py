"""The ``serendip`` command. Each command's work lives in a module of its own, imported when it is used."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from serendip import __version__
from serendip.cli import commands
from serendip.core.errors import InputError, SerendipError, Unavailable, internal

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
    as_json = "--json" in sys.argv
    try:
        code = app(standalone_mode=False)
    except SerendipError as error:
        sys.exit(_ended(error, as_json=as_json))
    except typer.Abort:
        sys.exit(_stopped())
    except typer.TyperException as error:
        said = _usage(error)
        sys.exit(_ended(InputError("ERR_USAGE", zh=said, en=said), as_json=as_json))
    except KeyboardInterrupt:
        sys.exit(_stopped())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on: end in silence
        sys.exit(0)
    except OSError as error:
        sys.exit(_ended(_system(error), as_json=as_json))
    except Exception as error:
        if os.environ.get("SERENDIP_DEBUG"):
            raise
        sys.exit(_ended(internal(error), as_json=as_json))
    sys.exit(code if isinstance(code, int) else 0)


def _ended(error: SerendipError, *, as_json: bool) -> int:
    from serendip.cli.console import complain, language

    complain(error, as_json=as_json, locale=language())
    return error.exit_code


def _stopped() -> int:
    from serendip.cli.console import err, language

    err().print("已停止。" if language() == "zh" else "Stopped.")
    return 130


def _usage(error: typer.TyperException) -> str:
    text = getattr(error, "format_message", lambda: str(error))()
    return f"{text.rstrip('.')}. `serendip --help` shows the commands, `serendip COMMAND --help` the options."


def _system(error: OSError) -> SerendipError:
    what = f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
    return Unavailable(
        "ERR_SYSTEM",
        zh=f"系统拒绝了操作（{what}）；检查路径、权限和磁盘空间",
        en=f"The system refused ({what}); check the path, your permission and the free space",
    )
