"""Sessions for browsers, which cannot send a header of their own: the token once in a form, a cookie from then on."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from graph_builder.serve.protocol import RefusedError, body_of, refusal
from graph_builder.serve.settings import Settings

COOKIE = "graph_builder_session"
_LARGEST = 10_000
_PAUSE = 0.5
"""Seconds before a wrong token is answered: a guess takes so long."""

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Sign in · graph-builder</title>
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:22rem;margin:18vh auto;padding:0 1rem}}
input,button{{font:inherit;padding:.4rem .7rem;width:100%;box-sizing:border-box;margin-top:.4rem}}</style>
<main><h1>graph-builder</h1><form method="post" action="/login"><p role="alert">{said}</p>
<label>The server's token <input type="password" name="token" required autofocus
 autocomplete="current-password"></label>
<button>Sign in</button></form></main></html>
"""


def session(token: str) -> str:
    """Return the value of the cookie of who has shown the token; the token cannot be had from it.

    >>> session("a") == session("a") != session("b")
    True
    """
    return hmac.new(token.encode(), b"graph-builder session", hashlib.sha256).hexdigest()


class Login:
    """The handlers of ``/login``."""

    def __init__(self, settings: Settings) -> None:
        self._token = settings.token

    async def form(self, request: Request) -> Response:
        """Return the form."""
        return HTMLResponse(_PAGE.format(said=""))

    async def sign_in(self, request: Request) -> Response:
        """Give a cookie for the token."""
        try:
            body = await body_of(request, _LARGEST)
        except RefusedError as error:
            return refusal(request, error.status, str(error))
        given = parse_qs(body.decode("utf-8", "replace")).get("token", [""])[0].strip()
        if not self._token or not hmac.compare_digest(given.encode(), self._token.encode()):
            await asyncio.sleep(_PAUSE)
            return HTMLResponse(_PAGE.format(said="That is not the token of this server."), 403)
        answer = RedirectResponse("/", 303)
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, session(self._token), httponly=True, samesite="strict", secure=secure, path="/")
        return answer
