"""The pages: short, linked and reachable. ``make check`` holds the generated ones against the code."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.house.source import ROOT, files, shown

LINES_OF_A_PAGE = 200
GENERATED = ROOT / "docs" / "reference"
PAGES = [p for p in files() if p.suffix == ".md"]


def tokens(page: Path) -> list[Token]:
    flat = []
    for token in MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8")):
        flat += [token, *(token.children or ())]
    return flat


@cache
def links(page: Path) -> tuple[str, ...]:
    found = [str(t.attrs.get("href") or t.attrs.get("src") or "") for t in tokens(page)]
    html = "".join(t.content for t in tokens(page) if t.type.startswith("html"))
    return tuple(x for x in [*found, *re.findall(r'(?:src|href)="([^"]+)"', html)] if x)


@cache
def anchors(page: Path) -> frozenset[str]:
    """The names of the headings, made as code hosts make them."""
    flat = tokens(page)
    headings = [flat[i + 1].content for i, t in enumerate(flat) if t.type == "heading_open"]
    return frozenset(re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings)


def target(page: Path, link: str) -> tuple[Path, str]:
    path, _, anchor = link.partition("#")
    return (page.parent / unquote(path)).resolve() if path else page, anchor


def resolves(page: Path, link: str) -> bool:
    if re.match(r"[a-z]+:", link):
        return True
    path, anchor = target(page, link)
    return path.exists() and (not anchor or anchor in anchors(path))


def test_links_that_lead_nowhere_are_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A head: with `code`\n[a](#a-head-with-code) [b](#no) [c](gone.md) ![d](page.md)\n")
    assert [resolves(page, link) for link in links(page)] == [True, False, False, True]


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_links_resolve(page):
    assert [link for link in links(page) if not resolves(page, link)] == []


@pytest.mark.parametrize("page", [p for p in PAGES if GENERATED not in p.parents], ids=shown)
def test_pages_are_short(page):
    assert page.read_text("utf-8").count("\n") < LINES_OF_A_PAGE


def test_every_page_is_reached_from_the_readme():
    reached, todo = set(), [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        todo += [target(page, link)[0] for link in links(page) if not re.match(r"[a-z]+:", link)]
    assert {shown(p) for p in PAGES} - {shown(p) for p in reached} == set()
