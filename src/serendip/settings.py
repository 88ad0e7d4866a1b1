"""One frozen ``Settings``, read once from the environment and ``$SERENDIP_HOME/settings.toml``."""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

MatchTarget = Literal[
    "channel_tag", "channel_name", "channel_description", "published_content", "all_sources"
]

TOKEN = re.compile(r"[A-Za-z0-9._~+/-]{8,}=*")
"""What an access token may be: it travels in a header and in a cookie as it is."""


def default_home() -> Path:
    """The platform's folder for user data."""
    return user_data_path("serendip", appauthor=False)


def settings_file() -> Path:
    """The settings file of the home that the environment names, whether or not it exists."""
    return Path(os.environ.get("SERENDIP_HOME") or default_home()) / "settings.toml"


class Settings(BaseSettings):
    """Everything that can be set. Environment names are ``SERENDIP_`` and the field in upper case."""

    model_config = SettingsConfigDict(env_prefix="SERENDIP_", frozen=True, extra="forbid")

    home: Path = Field(default_factory=default_home)
    host: str = "127.0.0.1"
    port: int = Field(default=8321, ge=1, le=65535)
    locale: Literal["zh", "en"] | None = None
    default_match_target: MatchTarget = "channel_tag"
    default_active_days: int = Field(default=30, ge=1)
    max_input_chars: int = Field(default=2000, ge=1)
    max_keyword_chars: int = Field(default=100, ge=1)
    max_keywords: int = Field(default=20, ge=1)
    search_timeout_s: float = Field(default=30, gt=0)
    match_targets: dict[Literal["youtube", "instagram", "tiktok", "x"], MatchTarget] = Field(
        default_factory=dict
    )
    clarify_min_impact: float = Field(default=0.4, ge=0, le=1)
    clarify_max_rounds: int = Field(default=3, ge=0)
    browsable_min: int = Field(default=10, ge=1)
    low_recall_max_items: int = Field(default=5, ge=0)
    low_recall_min_similarity: float = Field(default=0.35, ge=-1, le=1)
    url_resolve_timeout_s: float = Field(default=8, gt=0)
    hint_seconds: float = Field(default=8, gt=0)
    page_size: int = Field(default=20, ge=1, le=100)
    access_tokens: dict[str, SecretStr] = Field(default_factory=dict)
    youtube_api_key: SecretStr | None = None
    x_bearer_token: SecretStr | None = None
    llm_base_url: str | None = None
    llm_api_key: SecretStr | None = None
    llm_model: str | None = None
    llm_timeout_s: float = Field(default=20, gt=0)
    llm_price_in: float | None = Field(default=None, ge=0)
    llm_price_out: float | None = Field(default=None, ge=0)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments before environment before the file in the home folder."""
        del dotenv_settings, file_secret_settings
        file = TomlConfigSettingsSource(settings_cls, toml_file=settings_file())
        return init_settings, env_settings, file

    @field_validator("access_tokens")
    @classmethod
    def _usable(cls, tokens: dict[str, SecretStr]) -> dict[str, SecretStr]:
        secrets = [token.get_secret_value() for token in tokens.values()]
        if not all(name.strip() for name in tokens):
            raise ValueError("each token needs the name of its user")
        if not all(TOKEN.fullmatch(secret) for secret in secrets):
            raise ValueError("a token has 8 or more letters, digits and characters of ._~+/-")
        if len(set(secrets)) < len(secrets):
            raise ValueError("each user needs a token of their own")
        return tokens

    @property
    def loopback(self) -> bool:
        """Whether ``host`` can be reached from this machine only."""
        try:
            return self.host == "localhost" or ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.home / "serendip.db"

    @property
    def server_file(self) -> Path:
        """Where a running server says how to reach it."""
        return self.home / "server.json"

    @property
    def server_log(self) -> Path:
        """Where the server writes what went wrong."""
        return self.home / "server.log"

    @property
    def index_dir(self) -> Path:
        """The folder of the channel index."""
        return self.home / "index"
