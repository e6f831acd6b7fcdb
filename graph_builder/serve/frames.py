"""Messages between the server and its workers: a head in JSON and a body in bytes, each with its length before it."""

from __future__ import annotations

import asyncio
import socket
import struct
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
    """The server's end of the line to a worker: one question at a time, each with a reply to wait for."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._wanted = 0
        self._reply: asyncio.Future[Message] | None = None
        self._transport: asyncio.Transport | None = None
        self.is_closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def ask(self, head: dict[str, Any], body: bytes) -> asyncio.Future[Message]:
        """Send a question; the reply fails with a ConnectionError if the worker ends before."""
        reply = asyncio.get_running_loop().create_future()
        if self.is_closed or self._transport is None:
            reply.set_exception(ConnectionResetError("the worker has ended"))
        else:
            self._reply = reply
            self._transport.write(pack(head, body))
        return reply

    def data_received(self, data: bytes) -> None:
        """Take a piece of the reply."""
        if not self._held and len(data) >= _LENGTHS.size:  # most replies come in one piece
            head, body = _LENGTHS.unpack_from(data)
            split = _LENGTHS.size + head
            if len(data) == split + body:
                self._tell((orjson.loads(data[_LENGTHS.size : split]), data[split:]))
                return
        self._held += data
        if not self._wanted and len(self._held) >= _LENGTHS.size:
            self._wanted = _LENGTHS.size + sum(_LENGTHS.unpack_from(self._held))
        if self._wanted and len(self._held) >= self._wanted:
            head, _ = _LENGTHS.unpack_from(self._held)
            split = _LENGTHS.size + head
            message = orjson.loads(self._held[_LENGTHS.size : split]), bytes(self._held[split : self._wanted])
            self._held, self._wanted = bytearray(), 0
            self._tell(message)

    def _tell(self, message: Message) -> None:
        if self._reply is not None and not self._reply.done():
            self._reply.set_result(message)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits that there will be no reply."""
        self.is_closed = True
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(ConnectionResetError("the worker has ended"))
            self._reply.exception()  # it may be that nobody waits any more

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
