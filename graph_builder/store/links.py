"""Stored identities: the links of a source as one object, all entities as a file of rows in the order of their keys.

Each link stands on a line of its own, in the order of mentions, so that whoever changes a few of many reads no others.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import Any

import orjson

from graph_builder.model import Entity, EntityKind, Identifier, Link, LinkStatus, StoreError
from graph_builder.store.gzips import compress

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
    return _line((x.mention, x.kind.value, x.entity, x.status.value, x.rule, x.score, x.reasons, x.unit))


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
        lines = [_line(row) for row in _read_rows(source, data)]  # of a store from before, or none at all
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
    row = _read(line)
    return row[1], row[2], row[7]


_BETWEEN = b",\n"
"""What stands between links. JSON has line breaks only between values: within texts they are written as escapes."""


def _are_whole(inside: bytes, count: int) -> bool:
    """Tell whether so many lines are a link each."""
    # Within a text the quotation mark has a backslash in front, so that these stand between two links alone.
    between = inside.count(b'],\n["') == count - 1 and b'],["' not in inside
    return not count or (between and inside.startswith(b'["') and inside.endswith(b"]"))


def _text(line: LinkLine, at: int) -> str:
    """Return what stands between quotation marks, those before it counted, in a line."""
    if b"\\" in line:
        text = _read(line)[at // 2]
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
        rows: list[list[Any]] = _read(data)
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


def entity_row(entity: Entity) -> bytes:
    """Return an entity as a line that ``entity_of`` reads; equal entities give equal lines.

    >>> ada = Entity(EntityKind.PERSON, "ada", "Ada", identifiers=(Identifier("orcid", "0000-0001"),))
    >>> entity_of(entity_row(ada)) == ada
    True
    """
    identifiers = [(i.scheme, i.value) for i in entity.identifiers]
    own = (entity.kind.value, entity.key, entity.name, entity.names, identifiers)
    return _line((*own, entity.parent, entity.country, entity.homepage, entity.type, entity.year)) + b"\n"


def entity_of(row: bytes) -> Entity:
    """Return the entity of a line. Raises ``StoreError`` if it is none."""
    try:
        kind, key, name, names, identifiers, *more = _read(row)
        return Entity(_KINDS[kind], key, name, tuple(names), tuple(Identifier(s, v) for s, v in identifiers), *more)
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"a stored entity cannot be decoded ({error}); build into a new store") from error


def write_entities(path: Path, entities: Iterable[Entity], size: int) -> list[tuple[int, int]]:
    """Write entities into a file of compressed parts; return where each part begins and how many are in it."""
    ordered = sorted(entities, key=lambda entity: (entity.kind, entity.key))
    return write_rows(path, map(entity_row, ordered), size)


def write_rows(path: Path, ordered: Iterable[bytes], size: int) -> list[tuple[int, int]]:
    """Write rows of entities, which are in order, as ``write_entities`` does."""
    parts: list[tuple[int, int]] = []
    every = iter(ordered)
    with path.open("wb") as file:
        while rows := list(islice(every, size)):
            parts.append((file.tell(), len(rows)))
            file.write(compress(b"".join(rows)))
        file.flush()
        os.fsync(file.fileno())
    return parts


def key_of(row: bytes) -> tuple[str, str]:
    """Return kind and key of a line of ``entity_row``."""
    if b"\\" in row:
        kind, key, *_ = _read(row)
        return kind, key
    _, kind, _, key, _ = row.split(b'"', 4)
    return kind.decode(), key.decode()


def read_entities(path: Path, place: int = 0) -> Iterator[bytes]:
    """Yield the rows of a file of entities from a place on, in the order of kind and key; none if there is no file."""
    if not path.exists():
        return
    with path.open("rb") as file:
        file.seek(place)
        try:
            with gzip.open(file) as rows:
                yield from rows
        except (OSError, EOFError) as error:
            raise StoreError(f"{path} is damaged ({error}); build into a new store") from error


def same_entities(one: Path, other: Path) -> bool:
    """Tell whether two files of entities have the same rows; one that is damaged has not."""
    try:
        return all(first == second for first, second in zip_longest(read_entities(one), read_entities(other)))
    except StoreError:
        return False


def write_links(path: Path, links: Iterable[Link]) -> None:
    """Write links of many sources into a file: for each a line with its id and a line with its links."""
    of_source: dict[str, list[Link]] = {}
    for link in links:
        of_source.setdefault(link.source, []).append(link)
    with gzip.open(path, "wb", compresslevel=1) as file:
        for source, own in of_source.items():
            file.write(_line(source) + b"\n" + encode_links(own).replace(b"\n", b"") + b"\n")


def read_links(path: Path) -> Iterator[Link]:
    """Yield the links that ``write_links`` wrote. Raises ``StoreError`` if the file is damaged."""
    try:
        with gzip.open(path) as file:
            for source in file:
                yield from decode_links(_read(source), next(file))
    except (OSError, EOFError, ValueError, StopIteration) as error:
        raise StoreError(f"{path} is damaged ({error}); remove it, and it is made again") from error


def changed_entities(old: Iterable[bytes], new: Iterable[bytes]) -> Iterator[tuple[Entity | None, Entity | None]]:
    """Yield each entity that differs between two files' rows, as it was and as it is; None where there was or is none.

    >>> rows = [entity_row(Entity(EntityKind.PERSON, key, key)) for key in "abc"]
    >>> [(a and a.key, b and b.key) for a, b in changed_entities(rows[:2], rows[1:])]
    [('a', None), (None, 'c')]
    """
    before, after = iter(old), iter(new)
    was, now = next(before, b""), next(after, b"")
    while was or now:
        if was == now:
            was, now = next(before, b""), next(after, b"")
            continue
        first, second = (entity_of(was) if was else None), (entity_of(now) if now else None)
        if first and second and (first.kind, first.key) == (second.kind, second.key):
            yield first, second
            was, now = next(before, b""), next(after, b"")
        elif second is None or (first and (first.kind, first.key) < (second.kind, second.key)):
            yield first, None
            was = next(before, b"")
        else:
            yield None, second
            now = next(after, b"")


def _line(value: Any) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError:  # a lone surrogate, which is no character at all: as an escape it survives
        return json.dumps(value, separators=(",", ":")).encode()


def _read(data: bytes) -> Any:
    try:
        return orjson.loads(data)
    except ValueError:
        return json.loads(data)
