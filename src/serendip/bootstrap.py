"""The composition root: the one place that knows both the engines and their adapters."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING

from pydantic import ValidationError

from serendip.core.clock import Clock, SystemClock
from serendip.core.errors import Damaged, InputError, NotFound, Unavailable
from serendip.settings import Settings, settings_file

if TYPE_CHECKING:
    from serendip.embedding.cache import CachedEmbedder
    from serendip.embedding.local import LocalEmbedder
    from serendip.index.embedded import EmbeddedIndex
    from serendip.index.sync import IndexSync
    from serendip.links.lookup import OfficialLookup, StoreIntake
    from serendip.llm.intent import IntentReader
    from serendip.search.service import ChannelSearch
    from serendip.search.session.model import Config
    from serendip.search.session.runner import SessionService
    from serendip.store.channels import Store

Progress = Callable[[int, int], None]
"""Called with how many are done and how many there are."""

SERVER_CATCHES_UP_S = 600.0
"""How long a command waits for a running server to index what it wrote."""


class Home:
    """Everything that lives under ``$SERENDIP_HOME``, opened when it is first needed."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.clock = clock or SystemClock()

    @cached_property
    def store(self) -> Store:
        """The catalogue's database; made when it does not exist."""
        from serendip.store.channels import open_store

        self.settings.home.mkdir(parents=True, exist_ok=True)
        return open_store(self.settings.database, self.clock)

    @cached_property
    def index(self) -> EmbeddedIndex:
        """A reader of the index. Raises ``NotFound`` while nothing has been indexed."""
        from serendip.index.embedded import EmbeddedIndex

        try:
            return EmbeddedIndex.open_reader(self.settings.index_dir)
        except NotFound:
            if self.settings.database.exists() and self.store.count():
                raise
        raise NotFound(
            "ERR_NO_CATALOGUE",
            zh="目录还是空的：用 `serendip import 文件` 导入频道，或用 `serendip demo` 载入示例",
            en="The catalogue is empty: bring channels in by `serendip import FILE` or `serendip demo`",
        )

    @cached_property
    def embedder(self) -> CachedEmbedder:
        """Sentence embeddings, remembered in the store; the model is loaded by the first new text."""
        from serendip.embedding.cache import CachedEmbedder

        return CachedEmbedder(self.sentences, self.store)

    @cached_property
    def sentences(self) -> LocalEmbedder:
        """The local model; loaded by its first text, or by ``warm``."""
        from serendip.embedding.local import LocalEmbedder

        return LocalEmbedder()

    def warm(self) -> None:
        """Load what the first sentence would wait for: the model and the word lists."""
        from serendip.search.parse import read

        self.sentences.load()
        read("find US car parts reviewers, 5k-20k followers", "youtube")

    @cached_property
    def search(self) -> ChannelSearch:
        """Engine 1 over this home's catalogue."""
        from serendip.search.editor import Limits
        from serendip.search.lexicon.topics import expand
        from serendip.search.service import ChannelSearch, Ports

        ports = Ports(self.index, self.store, self.embedder)
        chosen = self.settings
        limits = Limits(chosen.max_input_chars, chosen.max_keyword_chars, chosen.max_keywords)
        return ChannelSearch(
            ports,
            expand=expand,
            today=lambda: self.clock.now().date(),
            target=chosen.default_match_target,
            limits=limits,
        )

    @cached_property
    def link_lookup(self) -> OfficialLookup:
        """Asks platforms about links, with the keys that are set. Nothing is opened before it is asked."""
        from serendip.links.lookup import Keys, OfficialLookup

        youtube, x = (
            None if key is None else key.get_secret_value().strip() or None
            for key in (self.settings.youtube_api_key, self.settings.x_bearer_token)
        )
        return OfficialLookup(Keys(youtube=youtube, x=x), self.clock)

    @cached_property
    def intake(self) -> StoreIntake:
        """Keeps channels that were looked up."""
        from serendip.links.lookup import StoreIntake

        return StoreIntake(self.store, self.store)

    @property
    def config(self) -> Config:
        """The tunable values of search sessions."""
        from dataclasses import fields

        from serendip.search.session.model import Config

        chosen = self.settings.model_dump(include={f.name for f in fields(Config)})
        return Config(**chosen)

    @cached_property
    def sessions(self) -> SessionService:
        """The search sessions of this home."""
        from serendip.search.parse import read
        from serendip.search.session.runner import SessionService
        from serendip.search.session.work import Ports, Work
        from serendip.store.sessions import SessionRows

        ports = Ports(
            search=lambda: self.search,
            reader=self.store,
            intake=self.intake,
            lookup=self.link_lookup,
            model=self.model,
        )
        work = Work(ports, self.config, self.clock.now)
        reader = partial(read, active_days=self.config.default_active_days)
        return SessionService(SessionRows(self.store.database), work, self.config, reader, self.clock)

    @cached_property
    def model(self) -> IntentReader | None:
        """The language model that helps to read texts; None when the settings name none."""
        chosen = self.settings
        if not (chosen.llm_base_url and chosen.llm_model):
            return None
        from serendip.llm.chat import ChatClient, Model
        from serendip.llm.intent import IntentReader
        from serendip.store.model_calls import ModelCalls

        key = chosen.llm_api_key.get_secret_value() if chosen.llm_api_key else ""
        model = Model(
            chosen.llm_base_url, chosen.llm_model, key, chosen.llm_timeout_s,
            price_in=chosen.llm_price_in, price_out=chosen.llm_price_out,
        )  # fmt: skip
        return IntentReader(ChatClient(model, ModelCalls(self.store.database), self.clock))

    @contextmanager
    def syncing(self, *, anew: bool = False) -> Generator[IndexSync]:
        """The right to write the index. Raises ``Unavailable`` while another process has it."""
        from serendip.index.embedded import EmbeddedIndex
        from serendip.index.sync import IndexSync

        self.settings.home.mkdir(parents=True, exist_ok=True)
        with EmbeddedIndex.open_writer(self.settings.index_dir, anew=anew) as writer:
            yield IndexSync(self.store, writer, self.embedder, lambda: self.clock.now().date())

    def catch_up(self, progress: Progress | None = None, *, vectors: bool = True) -> int:
        """Make everything in the catalogue searchable: here, or by the server that writes the index.

        Returns how many channels still wait for their vectors; 0 where a server looks after them.
        """
        try:
            with self.syncing() as sync:
                sync.catch_up(progress, vectors=vectors)
                return sync.waiting
        except Unavailable:
            if not self.index.wait_for(self.store.last_seq(), SERVER_CATCHES_UP_S):
                raise
            return 0

    def rebuild(self, progress: Progress | None = None) -> None:
        """Build the index anew from the catalogue; the old one answers until then, unless it is damaged."""
        try:
            with self.syncing() as sync:
                sync.rebuild(progress)
        except Damaged:
            with self.syncing(anew=True) as sync:
                sync.rebuild(progress)

    def follow(self, stop: threading.Event) -> None:
        """Keep the index in step with the catalogue until ``stop`` is set."""
        with self.syncing() as sync:
            sync.run(stop)

    def close(self) -> None:
        """Release what was opened."""
        for name in ("sessions", "model", "index", "store"):
            held = self.__dict__.pop(name, None)
            if held is not None:
                held.close()


def load() -> Settings:
    """The settings in force. Raises ``InputError`` ERR_SETTINGS that names what is wrong and where."""
    file = settings_file()
    try:
        return Settings()
    except ValidationError as error:
        where = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        where = str(error)
    except OSError as error:
        where = str(error.strerror)
    zh = f"设置有误，请改正环境变量 SERENDIP_* 或 {file}：{where}"
    en = f"A setting is wrong; correct SERENDIP_* in the environment or {file}: {where}"
    raise InputError("ERR_SETTINGS", zh=zh, en=en)
