"""Gzip by ISA-L: the same format as the standard library's, packed in a fourth of its time at its lowest level."""

from __future__ import annotations

import zlib
from typing import cast

from isal import igzip, isal_zlib

_DAMAGED = cast("type[Exception]", isal_zlib.error)


def compress(data: bytes) -> bytes:
    """Return data in gzip's format; equal data give equal bytes.

    >>> decompress(compress(b"Ada"))
    b'Ada'
    """
    packed: bytes = igzip.compress(data, 1, mtime=0)
    return packed


def decompress(data: bytes) -> bytes:
    """Return what ``compress``, or any other gzip, packed.

    Raises ``OSError``, ``EOFError`` or ``zlib.error`` if it is damaged.
    """
    try:
        content: bytes = igzip.decompress(data)
    except _DAMAGED as error:
        raise zlib.error(str(error)) from error
    return content
