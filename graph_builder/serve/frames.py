"""Messages between the server and its workers: a head in JSON and a body in bytes, each with its length before it."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from typing import Any

_LENGTHS = struct.Struct("!II")

Message = tuple[dict[str, Any], bytes]


def pack(head: dict[str, Any], body: bytes = b"") -> bytes:
    """Return a message as it is sent.

    >>> len(pack({}, b"abc"))
    13
    """
    encoded = json.dumps(head).encode()
    return _LENGTHS.pack(len(encoded), len(body)) + encoded + body


def receive(connection: socket.socket) -> Message | None:
    """Return the next message, waiting for it, or None if the other side has closed."""
    lengths = _exactly(connection, _LENGTHS.size)
    if lengths is None:
        return None
    head, body = (_exactly(connection, length) for length in _LENGTHS.unpack(lengths))
    return (json.loads(head), body) if head is not None and body is not None else None


async def read(stream: asyncio.StreamReader) -> Message:
    """Return the next message of a stream.

    Raises:
        IncompleteReadError: the other side has closed.
    """
    head, body = _LENGTHS.unpack(await stream.readexactly(_LENGTHS.size))
    return json.loads(await stream.readexactly(head)), await stream.readexactly(body)


def _exactly(connection: socket.socket, length: int) -> bytes | None:
    parts, left = [], length
    while left:
        part = connection.recv(min(left, 1 << 20))
        if not part:
            return None
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
