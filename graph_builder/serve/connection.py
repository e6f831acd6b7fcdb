"""Limits of a connection: a request's head has to arrive in time and within bounds."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

CONNECTION = "connection"
"""The name of the connection in the state of its requests."""

LONGEST_HEAD = 65_536
"""Bytes of a request line and its headers."""

_GRACE = 2.0
"""Seconds in which a client can read why its request is refused."""

_TOO_LONG = b"the request line and its headers have more than %d bytes; send a long query by POST\n" % LONGEST_HEAD
_REFUSAL = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(_TOO_LONG)
) + _TOO_LONG


class Connection(asyncio.Protocol):
    """Passes a connection on to uvicorn's protocol, which itself would wait for ever for a head without an end.

    The application says when it has a request (``begin``) and when that is answered (``end``).
    """

    seconds = 20.0
    """In which the head of a request has to be here."""

    def __init__(self, app_state: dict[str, Any], **settings: Any) -> None:
        self._http = HttpToolsProtocol(app_state={**app_state, CONNECTION: self}, **settings)
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._requests = 0
        self._head = 0
        self._is_head_whole = False
        self._is_refused = False

    def begin(self) -> None:
        """Stop waiting: the head of a request is here."""
        self._requests += 1
        self._head, self._is_head_whole = 0, False
        self._stop()

    def end(self) -> None:
        """Note that a request is answered."""
        self._requests -= 1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request."""
        self._transport = cast("asyncio.Transport", transport)  # that of uvloop, where it is installed, is no subclass
        self._http.connection_made(self._transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop()
        self._http.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on what the client sends, unless a head becomes too long."""
        if self._is_refused:
            return
        if not self._requests and not self._is_head_whole:
            end = data.find(b"\r\n\r\n")
            self._head += len(data) if end < 0 else end
            self._is_head_whole = end >= 0
            if self._head > LONGEST_HEAD:
                self._refuse()
                return
        self._http.data_received(data)
        if not self._requests and self._timer is None:
            self._wait()

    def eof_received(self) -> None:
        """Pass on that the client sends nothing more."""
        self._http.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the client does not keep up."""
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the client keeps up again."""
        self._http.resume_writing()

    def _wait(self) -> None:
        assert self._transport is not None
        self._timer = asyncio.get_running_loop().call_later(self.seconds, self._transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self) -> None:
        """Say what is wrong; what still comes is read and dropped, or the client would see a reset and no answer."""
        assert self._transport is not None
        self._stop()
        self._is_refused = True
        self._transport.write(_REFUSAL)
        self._timer = asyncio.get_running_loop().call_later(_GRACE, self._transport.close)
