"""Packing: long answers in text are sent compressed to whoever takes that, and the server answers others meanwhile."""

from __future__ import annotations

import asyncio
import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LEAST = 2000
"""Bytes from which on an answer is packed: a shorter one fits into one or two packets anyway."""

_LEVEL = 3
_TEXT = ("text/", "application/")


class Packing:
    """A layer around the application that packs answers; those that are packed already, and files, pass as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def packed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message  # what it says of the body is known with the body alone
                return
            if start is not None:
                if not message.get("more_body") and message["type"] == "http.response.body":
                    message = await _pack(start, message)
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, packed)


async def _pack(start: Message, message: Message) -> Message:
    """Return the body of an answer packed if that is worth while, and say so in its head."""
    headers, body = MutableHeaders(raw=start["headers"]), message.get("body", b"")
    if len(body) < _LEAST or "content-encoding" in headers or not headers.get("content-type", "").startswith(_TEXT):
        return message
    # The compressor lets other threads run.
    content = await asyncio.to_thread(gzip.compress, body, _LEVEL, mtime=0)
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(content))
    headers.add_vary_header("Accept-Encoding")
    return {**message, "body": content}
