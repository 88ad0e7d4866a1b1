"""Changes of the condition graph, for the handlers of actions and outcomes. Nothing else changes it.

Every one of them recomputes the conflicts (``settle``) and takes away the messages that it overtakes.
"""

from __future__ import annotations

from serendip.search.session.anchors import drop_anchor, put_anchor
from serendip.search.session.changes import (
    apply_patch,
    by_hand,
    find,
    missing,
    rebuilt,
    remove_node,
    settle,
    sort_by,
    undo_patch,
)
from serendip.search.session.land import commit_keywords, land, land_proposals

__all__ = [
    "apply_patch", "by_hand", "commit_keywords", "drop_anchor", "find", "land", "land_proposals", "missing",
    "put_anchor", "rebuilt", "remove_node", "settle", "sort_by", "undo_patch",
]  # fmt: skip
