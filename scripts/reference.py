"""The reference pages, each made from the code that it describes."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parent.parent / "src"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; cells lose line breaks and escape the bar."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        "| " + " | ".join(" ".join(str(c).split()).replace("|", "\\|") for c in row) + " |\n" for row in lines
    )


def settings() -> str:
    """Every setting with its environment name and default."""
    from serendip.settings import Settings

    prefix = Settings.model_config.get("env_prefix", "")
    rows: list[Sequence[object]] = []
    for name, field in Settings.model_fields.items():
        default = (
            "the user's data folder"
            if name == "home"
            else f"`{field.get_default(call_default_factory=True)}`"
        )
        rows.append((f"`{name}`", f"`{prefix}{name.upper()}`", _kind(field.annotation), default))
    return (
        "Read once at the start: from the environment, else from `settings.toml` in the home "
        "folder.\n\n" + table(("setting", "environment", "type", "default"), rows)
    )


def _kind(annotation: Any) -> str:
    """The type as it is written: plain names, and the words of a ``Literal``."""
    text = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    return re.sub(r"\b(?:typing|pathlib)\.", "", text)


def errors() -> str:
    """Every error that the code raises: its code, exit status, HTTP status and both sentences."""
    from serendip.core import errors as tree
    from serendip.web.errors import STATUS

    rows = {
        (code, en): (
            f"`{code}`",
            getattr(getattr(tree, {"refuse": "InputError"}.get(kind, kind), None), "exit_code", ""),
            STATUS.get(code, ""),
            en,
            zh,
        )
        for code, kind, zh, en in _raised()
    }
    return (
        "On the wire an error is `{code, message_zh, message_en, ...}`; in the terminal it is "
        "the sentence, with the exit status; over HTTP the status of its column. `{…}` is filled in.\n\n"
        + table(("code", "exit", "HTTP", "English", "中文"), [rows[key] for key in sorted(rows)])
    )


def _raised() -> Iterator[tuple[str, str, str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                code = node.args[0].value
                if isinstance(code, str) and re.fullmatch(r"ERR_[A-Z0-9_]+", code):
                    said = {k.arg: _sentence(k.value) for k in node.keywords}
                    yield code, ast.unparse(node.func).split(".")[-1], said.get("zh", ""), said.get("en", "")


def _sentence(node: ast.expr) -> str:
    """A text as it stands in the code, with what is filled in shown as ``{…}``."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "{…}" for v in node.values)
    if isinstance(node, ast.BinOp):
        return _sentence(node.left) + _sentence(node.right)
    return "{…}"


def messages() -> str:
    """The notices of the search box, in both languages."""
    from serendip.search.messages import MESSAGES

    rows = ((f"`{code}`", en, zh) for code, (zh, en) in sorted(MESSAGES.items()))
    return table(("code", "English", "中文"), rows)


def fields() -> str:
    """The field catalogue: what can be known of a channel, asked for and sorted by."""
    return import_module("serendip.catalogue.fields").fields_table()


def terms() -> str:
    """The words of the request's reading, of the field catalogue and of a session, side by side."""
    return import_module("serendip.search.terms").table()


def session_states() -> str:
    """The transitions and legal combinations of a search session."""
    return import_module("serendip.search.session.print_tables").session_tables()


def commands() -> str:
    """Every command of the terminal with its arguments and options."""
    from typer.main import get_command

    root = get_command(import_module("serendip.cli.main").app)
    return "\n".join([_plain(root.help) + "\n", *_command(root, "serendip")])


def openapi() -> str:
    """The schema of the JSON endpoint, as the server gives it."""
    from serendip.bootstrap import Home
    from serendip.settings import Settings
    from serendip.web.app import create_app

    app = create_app(Home(Settings.model_construct()))  # nothing is read or opened
    return json.dumps(app.openapi(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _command(command: Any, name: str) -> Iterator[str]:
    inner: dict[str, Any] = getattr(command, "commands", {})
    if not inner:
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        usage = " ".join([name, *(_metavar(a) for a in arguments), "[OPTIONS]"])
        yield f"## {name}\n\n{_plain(command.help)}\n\n`{usage}`\n"
    rows = [
        (f"`{', '.join([*p.opts, *p.secondary_opts])}`", _plain(p.help), _default(p))
        for p in command.params
        if p.param_type_name == "option" and not p.hidden and p.name not in {"help"}
    ]
    if rows:
        yield table(("option", "meaning", "default"), rows)
    for key, child in sorted(inner.items()):
        if not child.hidden:
            yield from _command(child, f"{name} {key}")


def _metavar(argument: Any) -> str:
    label = str(argument.metavar or argument.name).upper()
    label += "..." if argument.nargs == -1 else ""
    return label if argument.required else f"[{label}]"


def _default(option: Any) -> str:
    empty = option.default is None or option.default is False or option.default in ((), "")
    return "" if empty or callable(option.default) else f"`{option.default}`"


def _plain(text: str | None) -> str:
    """Help as one paragraph: form feeds and escapes of the terminal are not for pages."""
    return " ".join((text or "").replace("\b", "").split("\f")[0].split())
