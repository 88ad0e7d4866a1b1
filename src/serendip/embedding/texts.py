"""What every embedder does to a text first."""

from __future__ import annotations

import re
from typing import Final

MAX_CHARS: Final = 512
"""What a channel says of its topic is said by then; longer texts cost time and blur the vector."""

_LONE = re.compile("[\ud800-\udfff]")


def prepare(text: str) -> str:
    """At most ``MAX_CHARS`` characters, single spaces, lone surrogates and NULs replaced; may be empty."""
    cut = text[: 4 * MAX_CHARS].replace("\x00", " ")
    return " ".join(_LONE.sub("\ufffd", cut).split())[:MAX_CHARS]
