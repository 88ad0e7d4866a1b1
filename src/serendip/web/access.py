"""Who asks: the one local user without tokens, else the user whose token comes with the request.

The commands of the same home show the key that the server made at its start; they are the local user.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from serendip.bootstrap import Home
from serendip.core.errors import InputError
from serendip.web.errors import BODY, responses

LOCAL_USER: Final = "local"
COOKIE: Final = "serendip_token"

router = APIRouter(prefix="/api", tags=["access"])


async def user_of(request: Request) -> str:
    """The name of the user. Raises ``InputError`` ERR_UNAUTHORISED where a token is needed and wrong."""
    home: Home = request.app.state.home
    if not home.settings.access_tokens:
        return LOCAL_USER
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    given = token.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")
    user = _named(request, given)
    if user is None:
        raise InputError(
            "ERR_UNAUTHORISED",
            zh="需要访问令牌：请求中带上 Authorization: Bearer 令牌，或在 /api/login 登录",
            en="An access token is needed: send it as Authorization: Bearer, or log in at /api/login",
        )
    return user


User = Annotated[str, Depends(user_of)]


def _named(request: Request, given: str) -> str | None:
    """Whose token this is; every token is compared, so that the time tells nothing."""
    home: Home = request.app.state.home
    tokens = [(user, token.get_secret_value()) for user, token in home.settings.access_tokens.items()]
    if (key := request.app.state.key) is not None:
        tokens.append((LOCAL_USER, key))
    found = None
    for user, token in tokens:
        if compare_digest(token.encode(), given.encode("utf-8", "replace")):
            found = user
    return found


class LoginBody(BaseModel):
    """The token that the person was given."""

    model_config = {"extra": "forbid"}

    token: str = Field(min_length=1, max_length=1000)


class Login(BaseModel):
    """Who is logged in now."""

    user: str


@router.post("/login", responses=responses(*BODY))
def login(request: Request, response: Response, body: LoginBody) -> Login:
    """Exchange the token for a cookie that only this site's pages send. Without tokens nobody has to."""
    home: Home = request.app.state.home
    if not home.settings.access_tokens:
        return Login(user=LOCAL_USER)
    user = _named(request, body.token)
    if user is None:
        raise InputError(
            "ERR_UNAUTHORISED",
            zh="令牌不正确，请核对后重试",
            en="This token is not valid; check it and try again",
        )
    response.set_cookie(
        COOKIE, body.token, httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )
    return Login(user=user)


@router.post("/logout", status_code=204, responses=responses(*BODY))
def logout(response: Response) -> None:
    """Forget the token in this browser."""
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
