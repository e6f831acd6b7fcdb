"""IRIs of sources, entities, facts and mentions: made from content under one base, the same each time."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from pyoxigraph import NamedNode

from graph_builder.model import EntityKind, GraphBuilderError, digest

DEFAULT_BASE = "https://w3id.org/graph-builder/data/"

_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|\\^`]+[/#]")


_PLAIN = re.compile(r"[A-Za-z0-9_~-]+")
"""What percent-encoding leaves alone: most keys and all digests."""


class Minter:
    """A maker of IRIs under one base. Every key or file name gives a valid IRI, and equal ones give equal IRIs.

    All but the unreserved ASCII characters is percent-encoded, so that the IRIs are plain URIs in every format. A path
    step of dots alone is encoded too: no reader of the graph may resolve ``..`` against the path.

    >>> Minter().source('cvs/Ada <1>.md').value
    'https://w3id.org/graph-builder/data/source/cvs/Ada%20%3C1%3E.md'

    Raises GraphBuilderError if *base* is not an absolute IRI that ends in ``/`` or ``#``.
    """

    __slots__ = ("_entity", "_fact", "_mention", "_source", "base", "identity")

    def __init__(self, base: str = DEFAULT_BASE) -> None:
        if not _ABSOLUTE.fullmatch(base):
            raise GraphBuilderError(
                f"base {base!r}: not an absolute IRI that ends in / or #; give one such as {DEFAULT_BASE}"
            )
        self.base = base
        try:
            self.identity = NamedNode(base + "identity")
        except ValueError as error:
            raise GraphBuilderError(f"base {base!r}: {error}; give one such as {DEFAULT_BASE}") from error
        self._source = base + "source/"
        self._fact = base + "fact/"
        self._mention = base + "mention/"
        self._entity = {kind: f"{base}{kind.value}/" for kind in EntityKind}

    def source(self, source: str) -> NamedNode:
        """Return the IRI of a source, which is also the name of its graph; slashes of its id stay."""
        return NamedNode(self._source + encode(source, keep="/"))

    def source_of(self, iri: str) -> str:
        """Return the id of the source that has this IRI.

        >>> Minter().source_of('https://w3id.org/graph-builder/data/source/cvs/Ada%20%3C1%3E.md')
        'cvs/Ada <1>.md'

        Raises GraphBuilderError if it is no source's IRI under this base.
        """
        if not iri.startswith(self._source) or iri == self._source:
            raise GraphBuilderError(f"{iri}: not the IRI of a source; those begin with {self._source}")
        return unquote(iri[len(self._source) :], errors="surrogatepass")

    def entity(self, kind: EntityKind, key: str) -> str:
        """Return the IRI of the entity with this key among those of its kind."""
        return self._entity[kind] + encode(key)

    def fact(self, fact: str) -> str:
        """Return the IRI of the fact with this digest."""
        return self._fact + encode(fact)

    def mention(self, source: str, mention: str) -> str:
        """Return the IRI of a mention, from its source and its id there."""
        return self._mention + digest(source, mention)


def encode(text: str, keep: str = "") -> str:
    """Return *text* percent-encoded for one path step, or for several where *keep* is a slash.

    >>> encode('a/../ü', keep='/')
    'a/%2E%2E/%C3%BC'
    """
    if _PLAIN.fullmatch(text):
        return text
    quoted = quote(text, safe=keep, errors="surrogatepass")
    if "." not in quoted:
        return quoted
    return "/".join(step.replace(".", "%2E") if step in (".", "..") else step for step in quoted.split("/"))
