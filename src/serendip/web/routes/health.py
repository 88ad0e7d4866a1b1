"""``/api/health``: whether the parts answer, and how far the index is behind the catalogue."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from serendip import __version__
from serendip.bootstrap import Home

router = APIRouter(prefix="/api", tags=["health"])


@router.get("/health")
def health(request: Request) -> dict[str, Any]:
    """``status`` is ``ok``, ``empty`` (nothing indexed yet) or ``behind`` (the index is catching up)."""
    home: Home = request.app.state.home
    channels, seq = home.store.count(), home.store.last_seq()
    applied = request.app.state.follower.applied_seq()
    status = "empty" if channels == 0 else "ok" if applied >= seq else "behind"
    return {
        "status": status,
        "version": __version__,
        "home": str(home.settings.home.resolve()),
        "channels": channels,
        "catalogue_seq": seq,
        "index_seq": applied,
    }
