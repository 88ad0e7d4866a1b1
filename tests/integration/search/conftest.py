"""A small catalogue in which every row is known: real store, real index, real embeddings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from serendip.bootstrap import Home
from serendip.catalogue.channel import ContentItem, Fact, Identity, Observation
from serendip.core.clock import FixedClock
from serendip.search.service import Ask, Outcome
from serendip.settings import Settings

TODAY = date(2026, 11, 30)


def seen(name: str, handle: str, platform: str = "youtube", **said: Any) -> Observation:
    """One observation; facts are given by name."""
    texts = {k: said.pop(k) for k in ("description", "tags", "titles", "content") if k in said}
    facts = {k: Fact(v, "2026-11-20", "reported") for k, v in said.items()}
    return Observation(
        platform=platform,
        ids=(Identity("handle", handle),),
        source="test",
        name=name,
        facts=facts,
        observed_at="2026-11-20",
        **texts,
    )


CHANNELS = (
    seen(
        "Swim Shop", "swimshop", tags=("swim vest", "pool"), followers=12_000, country=("US",),
        last_upload_at="2026-11-25", avg_views=3_000, category=("sports",), language=("en",),
    ),
    seen(
        "Pool Toys Daily", "pooltoys", tags=("swim vest", "toy"), followers=80_000, country=("US",),
        last_upload_at="2026-11-01", avg_views=9_000, category=("kids",), language=("en",),
    ),
    seen(
        "游泳背心测评", "vestcn", tags=("游泳背心", "测评"), followers=15_000, country=("CN",),
        last_upload_at="2026-10-01", language=("zh",), category=("sports",),
    ),
    seen("Quiet Swimmer", "quiet", tags=("swim vest",), followers=7_000, language=("en",)),
    seen("Hidden Depths", "depths", tags=("swim vest",), country=("US",), last_upload_at="2026-11-29"),
    seen("Swim Talk", "swimtalk", description="All about the swim vest, and how to choose.", country=("GB",)),
    seen(
        "Garage Lab", "garagelab", tags=("car parts", "review"), followers=9_000, country=("US",),
        last_upload_at="2026-11-20", titles=("Brake pads review",), category=("auto",),
        content=(ContentItem("AbCdEfGhIjK", "Brake pads review", published_at="2026-11-20T10:00:00Z"),),
    ),
    seen("toy", "toyhouse", tags=("plush",), followers=1_000, country=("DE",)),
    seen("Swim Shop IG", "swimshop", "instagram", tags=("swim vest",), followers=500, country=("US",)),
)  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A home with ``CHANNELS``, indexed, on the day ``TODAY``."""
    opened = Home(Settings(home=tmp_path_factory.mktemp("home")), FixedClock.on(TODAY))
    opened.store.write(CHANNELS)
    opened.catch_up()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def find(home: Home) -> Callable[..., Outcome]:
    """Search on YouTube, as on the page."""

    def search(text: str, platform: str = "youtube", **options: Any) -> Outcome:
        return home.search.find(replace(Ask(text, platform, TODAY), **options))

    return search


def handles(outcome: Outcome) -> list[str | None]:
    """Who was found, in order."""
    return [row.channel.handle for row in outcome.rows]
