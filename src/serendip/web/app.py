"""The application: routes, errors in one shape, and the thread that keeps the index up to date."""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import orjson
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from serendip import __version__
from serendip.bootstrap import Home
from serendip.core.errors import InputError, NotFound, SerendipError, internal
from serendip.search.session.rendering import render
from serendip.search.session.runner import StaleRevision
from serendip.web import access
from serendip.web.bodies import Bodies
from serendip.web.errors import BODY, CATALOGUE, responses, status_of
from serendip.web.follow import IndexFollower
from serendip.web.origins import Origins
from serendip.web.routes import channels, health, leaderboard, sessions
from serendip.web.stream import Pace


def create_app(home: Home, key: str | None = None, pace: Pace | None = None) -> FastAPI:
    """The JSON endpoint over one home.

    ``key``: what the commands of this home show instead of a token; ``pace``: that of the streams.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        follower = IndexFollower(home)
        follower.start()
        app.state.follower = follower
        home.sessions.recover()
        threading.Thread(target=home.warm, name="warming", daemon=True).start()
        yield
        follower.stop()
        home.close()

    # The browsable pages load their scripts from other sites; the schema itself says the same.
    app = FastAPI(title="Serendip", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.home, app.state.key, app.state.pace = home, key, pace or Pace()
    app.add_middleware(Bodies)
    app.add_middleware(Origins, loopback=home.settings.loopback)
    app.include_router(access.router)
    known = [Depends(access.user_of)]
    for part in (channels, health, leaderboard):
        app.include_router(part.router, dependencies=known, responses=responses(*BODY, *CATALOGUE))
    app.include_router(sessions.router, dependencies=known)
    app.add_exception_handler(SerendipError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _fault)
    return app


PLACES = frozenset({"body", "query", "path"})


async def _known(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, SerendipError)
    body: dict[str, Any] = {"error": error.as_dict()}
    if isinstance(error, StaleRevision):
        home: Home = request.app.state.home
        body["session"] = orjson.loads(render(error.session, home.config))
    return JSONResponse(body, status_of(error))


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = dict(error.errors()[0])
    field = ".".join(p for p in first["loc"] if isinstance(p, str) and p not in PLACES) or "body"
    body = InputError(
        "ERR_INVALID_VALUE",
        zh=f"{field} 的值无效或缺失；各字段的要求见 /openapi.json",
        en=f"The value of {field} is not valid: {first['msg']}. /openapi.json says what is",
        field=field,
    )
    return JSONResponse({"error": body.as_dict()}, 422)


async def _fault(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": internal(error).as_dict()}, 500)


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    known = NotFound if error.status_code == 404 else InputError
    body = known(
        f"ERR_HTTP_{error.status_code}",
        zh=f"请求无法处理（{error.detail}）；接口说明见 /openapi.json",
        en=f"This request cannot be served ({error.detail}); see /openapi.json for the interface",
    )
    return JSONResponse({"error": body.as_dict()}, error.status_code)
