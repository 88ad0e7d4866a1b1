"""Searches around a channel over HTTP: pinned, similar, narrowed by keywords, widened (section 11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.spec.box import Box

ABC = "https://www.youtube.com/@abc"
BONSAI = "https://www.youtube.com/@bonsaiman"


def all_pages(box: Box) -> list[dict[str, Any]]:
    """The rows of every page, in order; the anchor is on top of each."""
    results = box.now["results"]
    rows: list[dict[str, Any]] = []
    top = box.pinned()
    for page in range(1, -(-results["total"] // results["page_size"]) + 1):
        box.act("page", page=page)
        assert box.pinned() == top
        rows += box.items()
    return rows


@pytest.mark.req("CS-137", "CS-111")
@pytest.mark.parametrize(
    ("platform", "url"),
    [
        ("youtube", ABC),
        ("instagram", "https://www.instagram.com/abc/"),
        ("tiktok", "https://www.tiktok.com/@abc"),
        ("x", "https://x.com/abc"),
    ],
)
def test_a_link_means_similar_channels(open_box: Callable[..., Box], platform: str, url: str):
    box = open_box(platform)
    box.submit(url)
    assert (box.pinned(), box.state) == ("abc", ("compact_classic", "results_ready"))
    assert box.now["results"]["pinned"]["platform"] == platform
    assert len(box.items()) == 20
    assert set(box.handles()) <= {"xyz", *(f"swim{i:02d}" for i in range(24))}
    assert all(item["similarity"] >= 0.35 for item in box.items())


@pytest.mark.req("CS-138", "CS-139", "CS-142")
def test_the_anchor_stays_on_top_and_is_no_row(box: Box):
    box.submit(ABC)
    anchor = box.now["results"]["pinned"]["id"]
    total = box.now["results"]["total"]
    assert total == 25
    for sort in box.now["results"]["sort_keys"]:
        box.act("sort", sort=sort)
        rows = all_pages(box)
        assert box.now["results"]["page"] == 2
        assert box.pinned() == "abc"
        assert [r["id"] for r in rows].count(anchor) == 0
        assert len({r["id"] for r in rows}) == len(rows) == total
    box.act("set_filter", field="region", value=["DE"])
    assert {tuple(c) for c in box.fact("country")} == {("DE",)}
    assert (box.pinned(), box.now["results"]["total"]) == ("abc", len(box.items()))
    mark = box.now["results"]["pinned"]
    assert (mark["mark_zh"], mark["mark_en"]) == ("锚点频道", "Anchor")


@pytest.mark.req("CS-140")
def test_similarity_orders_until_the_person_chooses(box: Box):
    box.submit(ABC)
    assert (box.now["results"]["sort"], box.now["results"]["sort_source"]) == ("similarity", "default")
    alike = [row["similarity"] for row in all_pages(box)]
    assert alike == sorted(alike, reverse=True)
    assert alike[0] > alike[-1]
    box.act("sort", sort="followers")
    assert (box.now["results"]["sort"], box.now["results"]["sort_source"]) == ("followers", "user")
    sizes = [row["facts"]["followers"]["value"] for row in all_pages(box)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


@pytest.mark.req("CS-141", "CS-142", "CS-143")
def test_a_keyword_acts_already_on_the_first_results(box: Box):
    box.submit(ABC)
    assert "xyz" in box.handles()
    box.submit("swim")
    assert (box.now["search_seq"], box.state) == (2, ("compact_classic", "results_ready"))
    assert box.now["question"] is None
    assert box.node("keyword")["match_target"] == "channel_tag"
    assert len(box.items()) == 20
    assert all("swim" in row["tags"] for row in box.items())
    assert box.pinned() == "abc"
    assert "swim" not in box.now["results"]["pinned"]["tags"]


@pytest.mark.req("CS-143", "CS-194")
def test_an_unrelated_keyword_is_searched_before_anything_is_said(box: Box):
    at_once = box.submit(f"{ABC} makeup", wait=0)
    assert (at_once["question"], at_once["repair"]["repair_reason"]) == (None, None)
    box.rest()
    assert box.now["search_seq"] == 1
    assert box.state == ("expanded_repair", "empty_repair")
    assert (box.pinned(), box.items()) == ("abc", [])


def meaning(box: Box) -> list[Any]:
    """What the graph says, without ids and places."""
    said = [(n["field"], n["operator"], n["match_target"], n["status"]) for n in box.now["graph"]["nodes"]]
    values = [n["value"] for n in box.now["graph"]["nodes"]]
    return sorted([*map(str, said), *map(str, values)])


@pytest.mark.req("CS-144")
def test_the_order_of_keyword_and_link_means_nothing(box: Box):
    runs: list[Any] = []
    for texts in ([f"swim {ABC}"], [f"{ABC} swim"], ["swim", ABC], [ABC, "swim"]):
        box.reset()
        for text in texts:
            box.submit(text)
        ids = [row["id"] for row in all_pages(box)]
        runs.append((meaning(box), ids, box.now["results"]["total"], box.pinned(), box.now["container"]))
    assert all(run == runs[0] for run in runs)
    assert runs[0][2] == 24


@pytest.mark.req("CS-145")
def test_only_the_anchor_is_a_view_that_ends(box: Box):
    box.submit(ABC)
    assert not box.now["only_anchor"]
    before = box.now["graph"], box.handles()
    box.act("view_only_anchor", on=True)
    assert (box.pinned(), box.items()) == ("abc", [])
    box.act("view_only_anchor", on=False)
    assert (box.now["graph"], box.handles()) == before


@pytest.mark.req("CS-146", "CS-147")
def test_a_wider_recall_widens_the_likeness_and_nothing_else(box: Box):
    box.submit(BONSAI)
    box.act("set_filter", field="category", value=["home"])
    few = box.handles()
    assert (box.now["recall_scope"], box.now["summary"]["recall_scope_zh"]) == ("standard", None)
    sizes = [len(few)]
    for scope, zh, en in (
        ("wide", "召回范围：较宽", "Recall scope: wide"),
        ("widest", "召回范围：最宽", "Recall scope: widest"),
    ):
        box.act("A_REPAIR_EXPAND_RECALL_SCOPE")
        assert box.now["recall_scope"] == scope
        assert (box.now["summary"]["recall_scope_zh"], box.now["summary"]["recall_scope_en"]) == (zh, en)
        assert zh in [line["zh"] for line in box.now["summary"]["lines"]]
        assert set(few) <= set(box.handles())
        assert {tuple(c) for c in box.fact("category")} == {("home",)}
        sizes.append(len(box.items()))
    assert sizes == [2, 3, 3]
    box.act("remove", node_id=box.node("anchor")["node_id"])
    assert (box.now["recall_scope"], box.now["summary"]["recall_scope_zh"]) == ("standard", None)
    assert "similarity" not in box.now["results"]["sort_keys"]
    assert box.now["results"]["sort"] == "relevance"


@pytest.mark.req("CS-146")
def test_a_wider_recall_still_heeds_the_keyword(box: Box):
    box.submit(f"{BONSAI} bonsai")
    assert sorted(box.handles()) == ["bonsai00", "bonsai01"]
    box.act("A_REPAIR_EXPAND_RECALL_SCOPE")
    assert box.now["recall_scope"] == "wide"
    assert sorted(box.handles()) == ["bonsai00", "bonsai01"]
    assert all("bonsai" in row["tags"] for row in box.items())
