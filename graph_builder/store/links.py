"""Stored links: those of a source as one object, as rows without the names of their fields."""

from __future__ import annotations

from collections.abc import Iterable

from graph_builder.model import EntityKind, Link, LinkStatus, StoreError
from graph_builder.store.objects import dumps, loads

_KINDS = {kind.value: kind for kind in EntityKind}
_STATUS = {status.value: status for status in LinkStatus}


def encode_links(links: Iterable[Link]) -> bytes:
    """Return the links of one source as ``decode_links`` reads them, in the order of their mentions.

    >>> link = Link("a.md", "m1", EntityKind.PERSON, "ada", LinkStatus.STATED, "own name")
    >>> decode_links("a.md", encode_links([link])) == [link]
    True
    """
    ordered = sorted(links, key=lambda x: x.mention)
    return dumps(
        [(x.mention, x.kind.value, x.entity, x.status.value, x.rule, x.score, x.reasons, x.unit) for x in ordered]
    )


def decode_links(source: str, data: bytes) -> list[Link]:
    """Return the links that ``encode_links`` wrote. Raises ``StoreError`` if *data* are no links."""
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    links = []
    try:
        for mention, kind, entity, status, rule, score, reasons, unit in loads(data):
            why = tuple(reasons)
            why = shared.setdefault(why, why)
            links.append(Link(source, mention, _KINDS[kind], entity, _STATUS[status], rule, score, why, unit))
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"stored links of {source} cannot be decoded ({error}); build it again") from error
    return links
