"""Messages between the server and its workers: a head in JSON and a body in bytes, each with its length before it."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import Any

import orjson

_LENGTHS = struct.Struct("!II")

_PIECE = 1 << 16

Message = tuple[dict[str, Any], bytes]


def pack(head: dict[str, Any], body: bytes = b"") -> bytes:
    """Return a message as it is sent.

    >>> len(pack({}, b"abc"))
    13
    """
    encoded = orjson.dumps(head)
    return _LENGTHS.pack(len(encoded), len(body)) + encoded + body


def receive(connection: socket.socket) -> Message | None:
    """Return the next message, waiting for it, or None if the other side has closed."""
    held = connection.recv(_PIECE)
    while len(held) < _LENGTHS.size:
        if not (more := connection.recv(_PIECE)):
            return None
        held += more
    head, body = _LENGTHS.unpack_from(held)
    split, whole = _LENGTHS.size + head, _LENGTHS.size + head + body
    if len(held) < whole:  # no question follows before this one is answered
        rest = _exactly(connection, whole - len(held))
        if rest is None:
            return None
        held += rest
    return orjson.loads(held[_LENGTHS.size : split]), held[split:whole]


class Line(asyncio.Protocol):
    """The server's end of the line to a worker: one message at a time, each with replies that bear its number."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._number = 0
        self._take: Callable[[Message | None], None] | None = None
        self._transport: asyncio.Transport | None = None
        self.is_closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def ask(self, head: dict[str, Any], body: bytes) -> asyncio.Future[Message]:
        """Send a question; the reply fails with a ConnectionError if the worker ends before."""
        reply: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

        def take(message: Message | None) -> None:
            if reply.done():
                return
            if message is None:
                reply.set_exception(ConnectionResetError("the worker has ended"))
                reply.exception()  # it may be that nobody waits any more
            else:
                reply.set_result(message)

        self.follow(head, body, take)
        return reply

    def follow(self, head: dict[str, Any], body: bytes, take: Callable[[Message | None], None]) -> None:
        """Send a message and have *take* called with each reply to it; with None if the worker ends.

        Replies to what was sent before are passed over from now on.
        """
        self._number += 1
        self._take = take
        if self.is_closed or self._transport is None:
            asyncio.get_running_loop().call_soon(take, None)
        else:
            self._transport.write(pack({**head, "id": self._number}, body))

    def data_received(self, data: bytes) -> None:
        """Take a piece of what the worker sends."""
        if self._held:
            self._held += data
            if len(self._held) < _LENGTHS.size:
                return
            if len(self._held) < _LENGTHS.size + sum(_LENGTHS.unpack_from(self._held)):
                return  # a long reply is put together once it is whole
            data, self._held = bytes(self._held), bytearray()
        at = 0
        while len(data) - at >= _LENGTHS.size:
            head, body = _LENGTHS.unpack_from(data, at)
            split, end = at + _LENGTHS.size + head, at + _LENGTHS.size + head + body
            if len(data) < end:
                break
            self._tell(orjson.loads(data[at + _LENGTHS.size : split]), data[split:end])
            at = end
        if at < len(data):
            self._held += data[at:]

    def _tell(self, told: dict[str, Any], content: bytes) -> None:
        if told.pop("id", 0) == self._number and self._take is not None:
            self._take((told, content))

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits that there will be no reply."""
        self.is_closed = True
        if self._take is not None:
            self._take(None)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


def _exactly(connection: socket.socket, length: int) -> bytes | None:
    parts, left = [], length
    while left:
        part = connection.recv(min(left, 1 << 20))
        if not part:
            return None
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
