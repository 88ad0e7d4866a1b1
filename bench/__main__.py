"""``python -m bench [SECTION] [--n 48k,1m,10m]``: all sections when none is named."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module

SECTIONS = ("channels", "parse", "embedding", "soak")
MAKERS = ("fit",)


def main() -> None:
    """Run what was asked; ``fit`` only when it is named, because it writes a file of the package."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("section", nargs="*", choices=(*SECTIONS, *MAKERS), default=[])
    parser.add_argument("--n", default="48k,1m", help="sizes of the channels section: 48k, 1m, 10m")
    asked = parser.parse_args()
    for name in asked.section or SECTIONS:
        run: Callable[..., None] = import_module(f"bench.{name}").run
        if name == "channels":
            run(sizes=asked.n.split(","))
        else:
            run()


if __name__ == "__main__":
    main()
