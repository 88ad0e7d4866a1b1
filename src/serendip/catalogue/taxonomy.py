"""The categories of the product: codes, labels, the raw labels of other tools, and the words of requests.

Only a bare top-level word asks for a category (tech, 家居); anything narrower (skincare, 户外) is a keyword
and is found in ``search.lexicon.topics``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from urllib.parse import unquote

from serendip.catalogue.vocabulary import Entry, fold, rows, surfaces
from serendip.core.text import simplify

_PACKAGE = "serendip.catalogue"
_BETWEEN = re.compile(r"\s*(?:[,，、;；|/&+]|\band\b)\s*")


@dataclass(frozen=True, slots=True)
class Category:
    """One category: ``code`` is stored and filtered by, the labels are shown."""

    code: str
    label_zh: str
    label_en: str


@cache
def categories() -> Mapping[str, Category]:
    """All categories by code, in display order."""
    return MappingProxyType({row[0]: Category(*row[:3]) for row in rows(_PACKAGE, "categories.tsv")})


@cache
def entries() -> tuple[Entry, ...]:
    """The words by which a request asks for a category. Unsure words are flagged ``extra``."""
    return tuple(
        Entry(word, "category", (code,), lang, flags)
        for code, _, _, zh, en in rows(_PACKAGE, "categories.tsv")
        for lang, cell in (("zh", zh), ("en", en))
        for word, flags in surfaces(cell)
    )


@cache
def _by_label() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for category in categories().values():
        for label in (category.code, category.label_zh, category.label_en):
            found.setdefault(fold(label.replace("_", " ")), (category.code,))
    for codes, labels in rows(_PACKAGE, "category_labels.tsv"):
        values = tuple(code for code in codes.split(",") if code)
        for label in labels.split("|"):
            found[fold(label.replace("_", " "))] = values
    return found


def codes_for(label: str) -> tuple[str, ...] | None:
    """Category codes of another tool's label: YouTube, HypeAuditor, marketplaces; also a topic page's URL.

    An empty tuple for a label that says nothing (``Other``, ``Digital Creator``), None for an unknown one.
    Joined labels (``Beauty, Fashion``) give the codes of their parts when every part is known.
    """
    name = unquote(label.rsplit("/wiki/", 1)[-1]) if "://" in label else label
    key = fold(name.replace("_", " "))
    known = _by_label()
    for form in (key, simplify(key)):
        if form in known:
            return known[form]
    parts = [part for part in _BETWEEN.split(key) if part]
    if len(parts) < 2:
        return None
    codes: dict[str, None] = {}
    for part in parts:
        if part not in known:
            return None
        codes.update(dict.fromkeys(known[part]))
    return tuple(codes)


@cache
def _youtube_ids() -> Mapping[str, tuple[str, ...]]:
    return {row[0]: tuple(row[1].split(",")) for row in rows(_PACKAGE, "youtube_category_ids.tsv")}


def codes_for_youtube(category_id: str) -> tuple[str, ...] | None:
    """Category codes of a YouTube ``snippet.categoryId``, or None when there is no such id."""
    return _youtube_ids().get(category_id)
