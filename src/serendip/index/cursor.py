"""Cursors: where a page ended, tied to the query that it belongs to."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace

from serendip.core.errors import InputError
from serendip.index.order import Place
from serendip.search.ports import Query


def encode(query: Query, place: Place, generation: int) -> str:
    """The cursor after ``place``. The generation says when scores may have shifted by a rebuild."""
    body = [_digest(query), place.score.hex(), place.cid, generation]
    return urlsafe_b64encode(json.dumps(body).encode()).decode().rstrip("=")


def decode(query: Query) -> Place | None:
    """The place where the query's page begins. Raises ``InputError`` for a cursor of another query."""
    if query.cursor is None:
        return None
    try:
        padded = query.cursor + "=" * (-len(query.cursor) % 4)
        digest, score, cid, _ = json.loads(urlsafe_b64decode(padded))
        place = Place(float.fromhex(score), int(cid))
    except (ValueError, TypeError) as error:
        raise _refused("unreadable") from error
    if digest != _digest(query):
        raise _refused("belongs to another query")
    return place


def _digest(query: Query) -> str:
    """What must stay the same from page to page; the size of a page and the facets may change."""
    same = replace(query, cursor=None, limit=0, facets=())
    return hashlib.blake2b(repr(same).encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def _refused(why: str) -> InputError:
    return InputError(
        "ERR_CURSOR",
        zh="这个翻页标记不属于这次搜索：请从第一页重新开始",
        en="This page marker does not belong to this search: start again from the first page",
        reason=why,
    )
