"""The composition root: the one place that knows both the engines and their adapters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from serendip.core.errors import NotFound
from serendip.settings import Settings

if TYPE_CHECKING:
    from serendip.embedding.local import LocalEmbedder
    from serendip.index.embedded import EmbeddedIndex
    from serendip.search.service import ChannelSearch
    from serendip.store.channels import Store


class Home:
    """Everything that lives under ``$SERENDIP_HOME``, opened when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def store(self) -> Store:
        """The catalogue's database; made when it does not exist."""
        from serendip.store.channels import open_store

        self.settings.home.mkdir(parents=True, exist_ok=True)
        return open_store(self.settings.database)

    @cached_property
    def index(self) -> EmbeddedIndex:
        """A reader of the index. Raises ``NotFound`` while nothing has been indexed."""
        from serendip.index.embedded import EmbeddedIndex

        if not self.settings.index_dir.exists():
            raise NotFound(
                "ERR_NO_CATALOGUE",
                zh="目录还是空的：先用 `serendip import 文件` 导入频道，或用 `serendip demo` 载入示例",
                en="The catalogue is empty: `serendip import FILE`, or load the `serendip demo`",
            )
        return EmbeddedIndex.open_reader(self.settings.index_dir)

    @cached_property
    def embedder(self) -> LocalEmbedder:
        """Sentence embeddings; the model is loaded by the first text."""
        from serendip.embedding.local import LocalEmbedder

        return LocalEmbedder()

    @cached_property
    def search(self) -> ChannelSearch:
        """Engine 1 over this home's catalogue."""
        from serendip.search.lexicon.topics import expand
        from serendip.search.service import ChannelSearch, Ports

        ports = Ports(self.index, self.store, self.embedder)
        return ChannelSearch(ports, expand=expand, target=self.settings.default_match_target)

    def close(self) -> None:
        """Release what was opened."""
        opened: Sequence[str] = [name for name in ("store", "index") if name in self.__dict__]
        for name in opened:
            self.__dict__.pop(name).close()
