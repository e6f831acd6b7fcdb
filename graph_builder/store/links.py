"""Stored links: those of a source as one object, each on a line of its own.

Lines are in the order of mentions, so that whoever changes a few of many reads no others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from graph_builder.model import EntityKind, Link, LinkStatus, StoreError
from graph_builder.store.objects import dumps, loads

_KINDS = {kind.value: kind for kind in EntityKind}
_STATUS = {status.value: status for status in LinkStatus}
LinkLine = bytes
"""A link as it is stored, in JSON: mention, kind, entity, status, rule, score, reasons and unit."""


def encode_links(links: Iterable[Link]) -> bytes:
    """Return the links of one source as ``decode_links`` reads them, in the order of their mentions.

    >>> link = Link("a.md", "m1", EntityKind.PERSON, "ada", LinkStatus.STATED, "own name")
    >>> decode_links("a.md", encode_links([link])) == [link]
    True
    """
    return encode_lines((link.mention, _link_line(link)) for link in links)


def _link_line(x: Link) -> LinkLine:
    return dumps((x.mention, x.kind.value, x.entity, x.status.value, x.rule, x.score, x.reasons, x.unit))


def decode_links(source: str, data: bytes) -> list[Link]:
    """Return the links that ``encode_links`` wrote. Raises ``StoreError`` if *data* are no links."""
    return list(_links(source, _read_rows(source, data)))


def link_lines(source: str, data: bytes) -> dict[str, LinkLine]:
    """Return links as they are stored, by mention; ``links_of`` makes links of some.

    >>> link = Link("a.md", "m1", EntityKind.PERSON, "ada", LinkStatus.STATED, "own name")
    >>> linked_entity(link_lines("a.md", encode_links([link]))["m1"])
    'ada'

    Raises StoreError if *data* are no links.
    """
    inside = data[1:-1]
    lines = inside.split(_BETWEEN) if inside else []
    if not (data.startswith(b"[") and data.endswith(b"]") and _are_whole(inside, len(lines))):
        lines = [dumps(row) for row in _read_rows(source, data)]  # of a store from before, or none at all
    try:
        if b"\\" not in inside:
            return {line.split(b'"', 2)[1].decode(): line for line in lines}
        return {_text(line, 1): line for line in lines}
    except (TypeError, ValueError, IndexError) as error:
        raise _undecodable(source, error) from error


def links_of(source: str, lines: Iterable[LinkLine]) -> Iterator[Link]:
    """Yield links of lines. Raises ``StoreError`` if one is none."""
    return _links(source, (row for line in lines for row in _read_rows(source, b"[" + line + b"]")))


def linked_entity(line: LinkLine) -> str:
    """Return the entity that a link leads to."""
    return _text(line, 5)


def mentions_linked_to(lines: Mapping[str, LinkLine], entities: Collection[str]) -> set[str]:
    """Return the mentions whose links lead to any of some entities.

    >>> link = Link("a.md", "m1", EntityKind.PERSON, "ada", LinkStatus.STATED, "own name")
    >>> mentions_linked_to(link_lines("a.md", encode_links([link])), {"ada", "bob"})
    {'m1'}
    """
    wanted = {_bytes(entity) for entity in entities}
    return {
        mention
        for mention, line in lines.items()
        if (_bytes(linked_entity(line)) if b"\\" in line else line.split(b'"', 6)[5]) in wanted
    }


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")  # of which JSON may tell in escapes


def target_of(line: LinkLine) -> tuple[Any, ...]:
    """Return kind, entity and unit that a link leads to."""
    row = loads(line)
    return row[1], row[2], row[7]


_BETWEEN = b",\n"
"""What stands between links. JSON has line breaks only between values: within texts they are written as escapes."""


def _are_whole(inside: bytes, count: int) -> bool:
    """Return whether so many lines are a link each."""
    # Within a text the quotation mark has a backslash in front, so that these stand between two links alone.
    between = inside.count(b'],\n["') == count - 1 and b'],["' not in inside
    return not count or (between and inside.startswith(b'["') and inside.endswith(b"]"))


def _text(line: LinkLine, at: int) -> str:
    """Return what stands between quotation marks, those before it counted, in a line."""
    if b"\\" in line:
        text = loads(line)[at // 2]
        return str(text)
    return line.split(b'"', at + 1)[at].decode()


def _links(source: str, rows: Iterable[list[Any]]) -> Iterator[Link]:
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    try:
        for mention, kind, entity, status, rule, score, reasons, unit in rows:
            why = tuple(reasons)
            yield Link(
                source, mention, _KINDS[kind], entity, _STATUS[status], rule, score, shared.setdefault(why, why), unit
            )
    except (ValueError, TypeError, KeyError) as error:
        raise _undecodable(source, error) from error


def _read_rows(source: str, data: bytes) -> list[list[Any]]:
    try:
        rows: list[list[Any]] = loads(data)
    except ValueError as error:
        raise _undecodable(source, error) from error
    return rows


def _undecodable(source: str, error: Exception) -> StoreError:
    return StoreError(f"stored links of {source} cannot be decoded ({error}); build it again")


def encode_lines(lines: Iterable[tuple[str, LinkLine]]) -> bytes:
    """Return mentions and lines of links as ``encode_links`` returns the links.

    >>> links = [Link("a.md", m, EntityKind.PERSON, "ada", LinkStatus.STATED, "own name") for m in ("m2", "m1")]
    >>> encode_lines(link_lines("a.md", encode_links(links)).items()) == encode_links(links)
    True
    """
    return b"[" + _BETWEEN.join(line for _, line in sorted(lines, key=itemgetter(0))) + b"]"
