"""``python -m bench [SECTION] [--n 48k,1m,10m] [--rivals fts5,postgres,tantivy]``: all by default."""

from __future__ import annotations

import argparse
from importlib import import_module

from bench.rival import RIVALS

SECTIONS = ("channels", "parse", "embedding", "similar", "sessions", "soak")
MAKERS = ("fit",)


def main() -> None:
    """Run what was asked; ``fit`` only when it is named, because it writes a file of the package."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("section", nargs="*", choices=(*SECTIONS, *MAKERS), default=[])
    parser.add_argument("--n", default="48k,1m", help="sizes of the channels section: 48k, 1m, 10m")
    parser.add_argument(
        "--rivals",
        type=_rivals,
        default=",".join(RIVALS),
        help="engines beside the embedded index at up to a million channels; empty for none",
    )
    asked = parser.parse_args()
    for name in asked.section or SECTIONS:
        if name == "channels":
            import_module("bench.channels").run(sizes=asked.n.split(","), rivals=asked.rivals)
        else:
            import_module(f"bench.{name}").run()


def _rivals(text: str) -> list[str]:
    chosen = [name for name in text.split(",") if name]
    if strange := sorted(set(chosen) - set(RIVALS)):
        raise argparse.ArgumentTypeError(
            f"no such engine: {', '.join(strange)}; there are {', '.join(RIVALS)}"
        )
    return chosen


if __name__ == "__main__":
    main()
