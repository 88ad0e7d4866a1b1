"""``/api/health``: whether the parts answer, and how far the index is behind the catalogue."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel

from serendip import __version__
from serendip.bootstrap import Home
from serendip.core.errors import NotFound
from serendip.web.follow import IndexFollower

router = APIRouter(prefix="/api", tags=["health"])


class Health(BaseModel):
    """``behind``: the index is catching up; ``empty``: no channels yet; ``failing``: see ``failure``.

    ``without_similarity`` channels are searchable by words and filters, and will be by likeness.
    """

    status: Literal["ok", "empty", "behind", "failing"]
    version: str
    home: str
    channels: int
    catalogue_seq: int
    index_seq: int
    without_similarity: int
    failure: dict[str, Any] | None = None


@router.get("/")
def overview() -> dict[str, str]:
    """Where to go from here."""
    return {
        "search": "/api/channels/search?q=camping&platform=youtube",
        "channel": "/api/channels/{platform}/{id}",
        "health": "/api/health",
        "interface": "/openapi.json",
    }


@router.post("/index/rebuild")
def rebuild(request: Request) -> Health:
    """Build the index anew from the catalogue; searches are answered by the old one until then."""
    request.app.state.follower.rebuild()
    return health(request)


@router.get("/health")
def health(request: Request) -> Health:
    """How the server stands."""
    home: Home = request.app.state.home
    follower: IndexFollower = request.app.state.follower
    channels, seq = home.store.count(), home.store.last_seq()
    try:
        applied, waiting = home.index.applied_seq(), home.index.without_vector()
    except NotFound:
        applied, waiting = 0, channels
    failure = follower.failure
    return Health(
        status="failing" if failure else "empty" if channels == 0 else "ok" if applied >= seq else "behind",
        version=__version__,
        home=str(home.settings.home.resolve()),
        channels=channels,
        catalogue_seq=seq,
        index_seq=applied,
        without_similarity=waiting,
        failure=None if failure is None else failure.as_dict(),
    )
