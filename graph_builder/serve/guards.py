"""Who may ask: the name that the server was called by, where a request comes from, and the token that it bears."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graph_builder.serve.login import COOKIE, session
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


Handler = Callable[[Request], Awaitable[Response]]


class Guards:
    """A layer around the application that lets through what the settings allow, and says in ``state.trusted`` whom.

    Args:
        app: the application.
        settings: what they allow.
        direct: what answers GET and POST at some addresses, past the application's routes.
    """

    def __init__(self, app: ASGIApp, settings: Settings, direct: Mapping[str, Handler] | None = None) -> None:
        self._app = app
        self._direct = direct or {}
        self._settings = settings
        self._hosts = {*_LOOPBACK, settings.host.strip("[]").casefold(), *map(str.casefold, settings.allow_hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        trusted = self._bears_token(headers)
        scope.setdefault("state", {})["trusted"] = trusted
        refusal = self._refusal(scope["method"], scope["path"], headers, trusted)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *ENCODED]
            await send(message)

        handler = self._direct.get(scope["path"]) if scope["method"] in ("GET", "POST") and not refusal else None
        if handler is not None:
            refusal = await handler(Request(scope, receive))
        await (refusal or self._app)(scope, receive, with_headers)

    def may_read(self, path: str, headers: Headers) -> bool:
        """Tell whether a request to read with some headers is let through."""
        return self._refusal("GET", path, headers, self._bears_token(headers)) is None

    def _refusal(self, method: str, path: str, headers: Headers, trusted: bool) -> Response | None:
        host = headers.get("host", "")
        # A page of another site whose name was made to lead here would call us by its own name (DNS rebinding).
        if _name(f"//{host}") not in self._hosts:
            return PlainTextResponse("this server does not go by that name; see --allow-host\n", 421)
        origin = headers.get("origin")
        if origin is not None and method not in _READING and _place(origin) != host.casefold():
            return PlainTextResponse("pages of other sites may not change anything here\n", 403)
        if not self._settings.is_local and not trusted and path != "/login":
            if method == "GET" and "text/html" in headers.get("accept", ""):
                return RedirectResponse("/login", 303)
            said = "this server wants its token: Authorization: Bearer ..., or /login in a browser\n"
            return PlainTextResponse(said, 401, {"WWW-Authenticate": "Bearer"})
        return None

    def _bears_token(self, headers: Mapping[str, str]) -> bool:
        if not self._settings.token:
            return False
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.casefold() == "bearer":
            return hmac.compare_digest(given.strip().encode(), self._settings.token.encode())
        shown = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        return hmac.compare_digest(shown.encode(), session(self._settings.token).encode())


ENCODED = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
"""The headers of every answer."""


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.casefold()
    except ValueError:
        return ""


def _name(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").casefold()
    except ValueError:
        return ""
