"""The engine's names of texts: SipHash-2-4 of 128 bits, of many texts at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

_Words: TypeAlias = npt.NDArray[np.uint64]

_START = (0x736F6D6570736575, 0x646F72616E646F6D ^ 0xEE, 0x6C7967656E657261, 0x7465646279746573)


def hashes(texts: Iterable[str]) -> Iterator[bytes]:
    """Yield the hash of each of some texts, not in their order: those that are equally long come together.

    Source: https://www.aumasson.jp/siphash/siphash.pdf, with a key of zeros, the second half first, as in oxigraph's
    ``StrHash``.

    >>> [key.hex() for key in hashes(["Ada Byrne's Looms that Think"])]
    ['d0408738b86cd7b0d893f673877e9a20']
    """
    return (key for key, _ in _hashed(texts))


def in_order_of_keys(texts: Iterable[str]) -> list[str]:
    """Return texts in the order of their hashes, in which the engine keeps what begins with them, such as graphs.

    >>> in_order_of_keys(["Ada", "Grace", "Mary"])
    ['Grace', 'Mary', 'Ada']
    """
    return [text for _, text in sorted(_hashed(texts))]


def _hashed(texts: Iterable[str]) -> Iterator[tuple[bytes, str]]:
    by_size: dict[int, list[tuple[bytes, str]]] = {}
    for text in texts:
        data = text.encode()
        padded = data.ljust(len(data) // 8 * 8 + 7, b"\0") + bytes([len(data) & 255])
        by_size.setdefault(len(padded), []).append((padded, text))
    for size, equal in by_size.items():
        words = np.frombuffer(b"".join([data for data, _ in equal]), dtype="<u8").reshape(len(equal), size // 8)
        low, high = _siphash(words.astype(np.uint64))
        keys = (b"%b%b" % pair for pair in zip(_bytes(high), _bytes(low), strict=True))
        yield from zip(keys, (text for _, text in equal), strict=True)


def _bytes(words: _Words) -> Iterator[bytes]:
    data = words.astype(">u8").tobytes()
    return (data[place : place + 8] for place in range(0, len(data), 8))


def _siphash(words: _Words) -> tuple[_Words, _Words]:
    """Return both halves of the hashes of rows of words."""
    v = tuple(np.full(len(words), start, np.uint64) for start in _START)
    for column in words.T:
        v = _rounds((v[0], v[1], v[2], v[3] ^ column), 2)
        v = (v[0] ^ column, v[1], v[2], v[3])
    v = _rounds((v[0], v[1], v[2] ^ np.uint64(0xEE), v[3]), 4)
    low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v = _rounds((v[0], v[1] ^ np.uint64(0xDD), v[2], v[3]), 4)
    return low, v[0] ^ v[1] ^ v[2] ^ v[3]


def _rounds(v: tuple[_Words, ...], count: int) -> tuple[_Words, ...]:
    a, b, c, d = v
    for _ in range(count):
        a = a + b
        b = _turned(b, 13) ^ a
        a = _turned(a, 32)
        c = c + d
        d = _turned(d, 16) ^ c
        a = a + d
        d = _turned(d, 21) ^ a
        c = c + b
        b = _turned(b, 17) ^ c
        c = _turned(c, 32)
    return a, b, c, d


def _turned(words: _Words, bits: int) -> _Words:
    return words << np.uint64(bits) | words >> np.uint64(64 - bits)
