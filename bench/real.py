"""The real channels beside the repository, as the texts that the product would embed."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from serendip.catalogue.channel import Channel
from serendip.catalogue.document import embedding_text

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"


@dataclass(frozen=True, slots=True)
class RealChannel:
    """The parts of a real channel that the retrieval sets need."""

    key: str
    name: str
    language: str | None
    category: str | None
    description: str
    titles: tuple[str, ...] = ()
    tags: tuple[str, ...] = field(default=())

    def text(self, *, without_title: str | None = None, tags: bool = True) -> str:
        """The text that is embedded, by the product's own function."""
        return embedding_text(
            Channel(
                cid=0,
                platform="",
                name=self.name,
                ids=(),
                description=self.description,
                tags=self.tags if tags else (),
                titles=tuple(t for t in self.titles if t != without_title),
            )
        )

    @property
    def held_out(self) -> bool:
        """A quarter of the channels is never seen by the fit of the projection."""
        return zlib.crc32(self.key.encode()) % 4 == 0


def real_channels(folder: Path = SHARED) -> Sequence[RealChannel]:
    """Those of the 48,670 that say something: a description or a title. Raises ``FileNotFoundError``."""
    found: list[RealChannel] = []
    with gzip.open(folder / "channels.jsonl.gz", "rb") as lines:
        for line in lines:
            row = orjson.loads(line)
            if row["description"] or row["recent_titles"]:
                found.append(
                    RealChannel(
                        key=f"{row['platform']}:{row['handle_or_id']}",
                        name=row["name"] or "",
                        language=row["language"],
                        category=row["category"],
                        description=row["description"] or "",
                        titles=tuple(dict.fromkeys(row["recent_titles"])),
                        tags=tuple(row["tags"]),
                    )
                )
    return found


def real_titles(folder: Path = SHARED) -> Sequence[str]:
    """Titles of the real content items, each once."""
    with gzip.open(folder / "content.jsonl.gz", "rb") as lines:
        titles = (orjson.loads(line)["title"] for line in lines)
        return list(dict.fromkeys(t for t in titles if t))
