"""The boards of the zero state over HTTP: order, dates of figures, and who is left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from serendip.bootstrap import Home
from serendip.catalogue.channel import Fact, Identity, Observation
from serendip.core.clock import FixedClock
from serendip.settings import Settings
from tests.spec.conftest import Running
from tests.spec.world import TODAY


def seen(handle: str, platform: str = "youtube", **figures) -> Observation:
    """A channel whose figures carry their dates: ``name=(value, date)``."""
    facts = {name: Fact(value, day, "reported") for name, (value, day) in figures.items()}
    return Observation(platform, (Identity("handle", handle),), "test", handle, facts=facts)


CHANNELS = (
    seen("big", followers=(900_000, "2026-11-01"), engagement_rate=(0.02, "2026-10"),
         created_at=("2012-05-01", None), last_upload_at=("2026-11-29", "2026-11-30")),
    seen("liked", followers=(5_000, "2025-01-01"), engagement_rate=(0.2, "2025-02"),
         growth_followers_pct_90=(0.1, "2026-11-02"), created_at=("2024-05-01", None)),
    seen("tiny", followers=(12, "2026-11-01"), engagement_rate=(0.9, "2026-11-01"),
         growth_followers_pct_90=(4.0, "2026-11-01"), last_upload_at=("2026-11-30", "2026-11-30")),
    seen("rising", followers=(2_000, "2026-11-01"), growth_followers_pct_90=(0.7, "2026-11-03"),
         created_at=("2026-08-01", None), last_upload_at=("2026-12-24", "2026-11-30")),
    seen("silent"),
    seen("elsewhere", "instagram", followers=(7_000_000, "2026-11-01")),
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    home = Home(Settings(home=tmp_path_factory.mktemp("boards")), FixedClock.on(TODAY))
    home.store.write(CHANNELS)
    home.catch_up()
    running = Running(home)
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("followers", ["big", "liked", "rising", "tiny"]),
        ("engagement", ["liked", "big"]),
        ("growth", ["rising", "liked"]),
        ("newest", ["rising", "liked", "big"]),
        ("active", ["tiny", "big"]),
    ],
)
def test_a_board_orders_by_its_figure_and_leaves_out_who_does_not_show_it(server, by, expected):
    board = server.http.get("/api/leaderboard", params={"by": by}).json()
    assert [item["handle"] for item in board["items"]] == expected
    assert board["least_followers"] == (1_000 if by in {"engagement", "growth"} else None)
    for item in board["items"]:
        figure = item["figure"]
        assert figure["field"] == board["field"]
        assert figure["value"] == item["facts"][board["field"]]["value"]


def test_each_figure_has_its_own_date(server):
    items = server.http.get("/api/leaderboard").json()["items"]
    assert [i["figure"]["as_of"] for i in items] == ["2026-11-01", "2025-01-01", "2026-11-01", "2026-11-01"]
    assert {i["figure"]["unit"] for i in items} == {"count"}


def test_a_board_is_of_one_platform_and_as_long_as_asked(server):
    other = server.http.get("/api/leaderboard", params={"platform": "instagram", "limit": 1}).json()
    assert [item["handle"] for item in other["items"]] == ["elsewhere"]
    assert len(server.http.get("/api/leaderboard", params={"limit": 2}).json()["items"]) == 2
    refused = server.http.get("/api/leaderboard", params={"by": "luck"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "ERR_INVALID_VALUE")


def test_the_board_is_documented(server):
    schema = server.http.get("/openapi.json").json()
    answer = schema["components"]["schemas"]["Leaderboard"]
    assert set(answer["properties"]) == {"platform", "by", "field", "least_followers", "items"}
    asked = schema["paths"]["/api/leaderboard"]["get"]["parameters"]
    assert {p["name"] for p in asked} == {"platform", "by", "limit"}
