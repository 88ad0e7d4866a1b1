"""Words that name a thing: the typed entry, the folding that finds it, and the reader of the packaged tables.

A cell of a table holds surfaces divided by ``|``. A surface may begin with marks that become flags:

    !  needs_case   counts only as it is written (``US`` but not ``us``)
    ?  weak         names this thing only where the words around it ask for one (``Nice``, ``Jordan``)
    ^  extra        read as this thing only directly beside a word for a channel (生活博主, home creators)
    ~  ambiguous    names more than one thing of its kind (``Birmingham``), so each of them has an entry
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Literal, NamedTuple

Kind = Literal[
    "country",
    "demonym",
    "region",
    "overseas",
    "anywhere",
    "city",
    "subdivision",
    "language",
    "language_area",
    "category",
    "topic",
    "brand",
]
Flag = Literal["needs_case", "weak", "ambiguous", "iso", "phrase", "all", "extra"]

NO_FLAGS: frozenset[Flag] = frozenset()
_MARKS: dict[str, Flag] = {"!": "needs_case", "?": "weak", "~": "ambiguous", "^": "extra"}
_MARK_CHARS = "".join(_MARKS)
_LATIN = re.compile("[\u00c0-\u024f\u0300-\u036f\u02bb\u1e00-\u1eff\u2018\u2019]")
_ACCENTED = re.compile("([a-z])[\u0300-\u036f]+")
_STROKED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "’": "'", "‘": "'", "ʻ": "'"}
)


class Entry(NamedTuple):
    """One surface form and what it names.

    Attributes:
        surface: as people write it; compare folded, or exactly when ``needs_case`` is set.
        kind: what sort of thing it names.
        values: ISO codes, region codes, canonical names or taxonomy codes. Several: the surface names
            all of them together (美加 is two countries).
        lang: ``zh``, ``en`` or ``mul`` (any other language).
        flags: see the module; ``iso``: a bare code; ``phrase``: a derived form such as 讲德语;
            ``all``: the values hold together (中英双语), not one of them.
        within: the ISO code of the country that a city or subdivision lies in; the category of a topic.
    """

    surface: str
    kind: Kind
    values: tuple[str, ...]
    lang: str
    flags: frozenset[Flag] = NO_FLAGS
    within: str | None = None

    @property
    def value(self) -> str:
        """The first value; the only one for most entries."""
        return self.values[0]


def fold(text: str) -> str:
    """The form under which surfaces are compared: compatible, lower case, one space, no Latin accents.

    For the packaged tables only: the length changes (``core.text.fold`` keeps it), the script does not.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    folded = unicodedata.normalize("NFKC", text).casefold()
    if _LATIN.search(folded):
        apart = unicodedata.normalize("NFD", folded.translate(_STROKED))
        folded = unicodedata.normalize("NFC", _ACCENTED.sub(r"\1", apart))
    return " ".join(folded.split())


def rows(package: str, name: str) -> Iterator[list[str]]:
    """The cells of each line of a packaged table, its header left out, short lines filled up."""
    lines = files(package).joinpath("data", name).read_text(encoding="utf-8").splitlines()
    width = lines[0].count("\t") + 1
    for line in lines[1:]:
        cells = line.split("\t")
        yield cells + [""] * (width - len(cells))


def surfaces(cell: str) -> Iterator[tuple[str, frozenset[Flag]]]:
    """The surfaces of a cell with the flags that their marks mean."""
    for marked in cell.split("|"):
        word = marked.lstrip(_MARK_CHARS)
        if word:
            marks = marked[: len(marked) - len(word)]
            yield word, frozenset(_MARKS[mark] for mark in marks) if marks else NO_FLAGS


def table(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Folded surface to entry; the first one wins, so put the surest entries first."""
    found: dict[str, Entry] = {}
    for entry in entries:
        found.setdefault(fold(entry.surface), entry)
    return found
