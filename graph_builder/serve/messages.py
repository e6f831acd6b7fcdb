"""Messages between the server and its workers: a head in JSON and a body in bytes, each with its length before it."""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Any

import orjson

_LENGTHS = struct.Struct("!II")

Message = tuple[dict[str, Any], bytes]


def pack(head: dict[str, Any], body: bytes = b"") -> bytes:
    """Return a message as it is sent.

    >>> len(pack({}, b"abc"))
    13
    """
    encoded = orjson.dumps(head)
    return _LENGTHS.pack(len(encoded), len(body)) + encoded + body


async def receive(reader: asyncio.StreamReader) -> Message:
    """Return the next message of a worker.

    Raises:
        asyncio.IncompleteReadError: the worker has ended.
    """
    head, body = _LENGTHS.unpack(await reader.readexactly(_LENGTHS.size))
    content = await reader.readexactly(head + body)
    return orjson.loads(content[:head]), content[head:]


def receive_blocking(connection: socket.socket) -> Message | None:
    """Return the next message of the server, or None if it has closed the connection."""
    with connection.makefile("rb") as stream:  # the server sends nothing more before it has the reply
        lengths = stream.read(_LENGTHS.size)
        if len(lengths) < _LENGTHS.size:
            return None
        head, body = _LENGTHS.unpack(lengths)
        content = stream.read(head + body)
    return (orjson.loads(content[:head]), content[head:]) if len(content) == head + body else None
