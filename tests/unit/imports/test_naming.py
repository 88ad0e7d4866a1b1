"""Who a row is about."""

from __future__ import annotations

import pytest

from serendip.catalogue.channel import Identity
from serendip.imports.naming import Cell, resolve

UC = "UC" + "a1_-" * 5 + "xy"


@pytest.mark.parametrize(
    ("cells", "name", "platform", "ids"),
    [
        ([Cell("channel_id", UC)], "Tea", None, [("channel_id", UC)]),
        (
            [Cell("channel_id", UC), Cell("handle", "@tea")],
            None,
            "youtube",
            [("channel_id", UC), ("handle", "tea")],
        ),
        ([Cell("custom", "teahouse")], "Tea", "youtube", [("custom", "teahouse")]),
        ([Cell("identity", "teahouse")], "Tea", "youtube", [("custom", "teahouse")]),
        ([Cell("identity", "MrBeast")], "MrBeast", "youtube", [("name", "MrBeast")]),
        ([Cell("identity", "Tea House")], None, "youtube", [("name", "Tea House")]),
        ([Cell("identity", "tea.house")], "Tea", "tiktok", [("handle", "tea.house")]),
        ([Cell("identity", "123456789")], "Tea", "instagram", [("channel_id", "123456789")]),
        ([Cell("identity", "12")], "Tea", "instagram", [("name", "Tea")]),
        ([Cell("url", "https://www.tiktok.com/@tea")], None, None, [("handle", "tea")]),
        ([Cell("url", "instagram.com/tea.house/")], None, None, [("handle", "tea.house")]),
        ([Cell("handle", "5-Minute Crafts GIRLY")], None, "instagram", [("name", "5-Minute Crafts GIRLY")]),
    ],
)
def test_identities(
    cells: list[Cell], name: str | None, platform: str | None, ids: list[tuple[str, str]]
) -> None:
    found = resolve(cells, name, platform)
    assert found.problem is None
    assert found.platform is not None
    assert found.ids == [Identity(kind, value) for kind, value in ids]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cells", "name", "platform", "problem"),
    [
        ([], None, "youtube", "no_identity"),
        ([], "ýýýý ýý", "youtube", "no_identity"),
        ([Cell("url", "https://www.youtube.com/watch?v=AbCdEfGhIjK")], None, "youtube", "bad_identity"),
        ([Cell("channel_id", "not an id")], None, "youtube", "bad_identity"),
        ([Cell("url", "https://www.tiktok.com/@tea")], None, "youtube", "other_platform"),
        ([Cell("handle", "tea")], None, None, "unknown_platform"),
        ([Cell("handle", "t" * 300)], None, "tiktok", "too_long"),
        ([], "t" * 300, "tiktok", "too_long"),
    ],
)
def test_rows_without_a_usable_identity(
    cells: list[Cell], name: str | None, platform: str | None, problem: str
) -> None:
    assert resolve(cells, name, platform).problem == problem


@pytest.mark.parametrize(
    ("kind", "text", "ids"),
    [
        ("handle", "tea", [("handle", "tea")]),
        ("channel_id", UC, [("channel_id", UC)]),
        ("name", "name:teahouse", [("name", "Tea House")]),
    ],
)
def test_a_file_that_says_what_its_ids_are_is_believed(
    kind: str, text: str, ids: list[tuple[str, str]]
) -> None:
    found = resolve([Cell("identity", text)], "Tea House", "youtube", kind)
    assert [(i.kind, i.value) for i in found.ids] == ids
