"""``python -m bench [SECTION] [--n 48k,1m,10m]``: all sections when none is named."""

from __future__ import annotations

import argparse
from importlib import import_module

from bench.report import emit

SECTIONS = ("channels", "parse", "embedding", "soak")
MAKERS = ("fit",)


def main() -> None:
    """Run what was asked; ``fit`` only when it is named, because it writes a file of the package."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("section", nargs="*", choices=(*SECTIONS, *MAKERS), default=[])
    parser.add_argument("--n", default="48k,1m", help="sizes of the channels section: 48k, 1m, 10m")
    asked = parser.parse_args()
    for name in asked.section or SECTIONS:
        if name == "channels":
            import_module("bench.channels").run(sizes=asked.n.split(","))
        elif name == "parse":
            _parse()
        else:
            import_module(f"bench.{name}").run()


def _parse() -> None:
    from bench.parse import DEV, score, speed

    for figure, value in score(DEV).items():
        emit("parse", figure, value=round(value, 4))
    emit("parse", "parses per second", value=round(speed(DEV)))


if __name__ == "__main__":
    main()
