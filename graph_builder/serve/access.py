"""Who may ask: the name that the server was called by, where a request comes from, and the token that it bears.

Browsers cannot send a header of their own: they show the token once in a form, and a cookie from then on.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Mapping
from urllib.parse import SplitResult, parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graph_builder.serve.connection import CONNECTION, Connection
from graph_builder.serve.protocol import body_of
from graph_builder.serve.settings import Settings

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_READING = ("GET", "HEAD", "OPTIONS")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""The Content-Security-Policy of every answer: nothing from any other host, no script in a page or an address."""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_ENCODED = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]

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


class Access:
    """A layer around the application that lets through what the settings allow."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._hosts = {*_LOOPBACK, settings.host.strip("[]").casefold(), *map(str.casefold, settings.allow_hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        state = scope.setdefault("state", {})
        refusal = self._refusal(scope["method"], scope["path"], headers)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_ENCODED]
            await send(message)

        connection: Connection | None = state.pop(CONNECTION, None)
        if connection is None:
            await (refusal or self._app)(scope, receive, with_headers)
            return
        connection.begin()
        try:
            await (refusal or self._app)(scope, receive, with_headers)
        finally:
            connection.end()

    def _refusal(self, method: str, path: str, headers: Headers) -> Response | None:
        hosts = headers.getlist("host")
        if len(hosts) > 1:
            return PlainTextResponse("the request names two hosts; send one Host header\n", 400)
        host = hosts[0] if hosts else ""
        # A page of another site whose name was made to lead here would call us by its own name (DNS rebinding).
        if (_parts(f"//{host}").hostname or "").casefold() not in self._hosts:
            return PlainTextResponse("this server does not go by that name; see --allow-host\n", 421)
        origin = headers.get("origin")
        asks = path == "/sparql" and not {"*", origin}.isdisjoint(self._settings.allow_origins)
        if (
            origin is not None
            and method not in _READING
            and _parts(origin).netloc.casefold() != host.casefold()
            and not asks
        ):
            return PlainTextResponse("pages of other sites may not change anything here\n", 403)
        if not self._settings.is_local and not self._bears_token(headers) and path != "/login":
            if method == "GET" and "text/html" in headers.get("accept", ""):
                return RedirectResponse("/login", 303)
            said = "this server wants its token: Authorization: Bearer ..., or /login in a browser\n"
            return PlainTextResponse(said, 401, {"WWW-Authenticate": "Bearer"})
        return None

    def _bears_token(self, headers: Mapping[str, str]) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.casefold() == "bearer":
            return hmac.compare_digest(given.strip().encode(), self._settings.token.encode())
        shown = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        return hmac.compare_digest(shown.encode(), session(self._settings.token).encode())


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
        body = await body_of(request, _LARGEST)
        given = parse_qs(body.decode("utf-8", "replace")).get("token", [""])[0].strip()
        if not self._token or not hmac.compare_digest(given.encode(), self._token.encode()):
            await asyncio.sleep(_PAUSE)
            return HTMLResponse(_PAGE.format(said="That is not the token of this server."), 403)
        answer = RedirectResponse("/", 303)
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, session(self._token), httponly=True, samesite="strict", secure=secure, path="/")
        return answer


def _parts(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
