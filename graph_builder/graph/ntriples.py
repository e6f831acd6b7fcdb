"""Terms as N-Quads has them: text that is quoted fast, and the predicates of our vocabulary."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from types import SimpleNamespace

from pyoxigraph import NamedNode

from graph_builder.graph import literals, vocabulary

# All but these stands in a literal as it is; most texts have none of them, and are not taken apart.
_ODD = re.compile('[\x00-\x1f"\\\\\x7f\ud800-\udfff\ufffe\uffff]')


PREDICATES = SimpleNamespace(
    **{name: f" {node} " for name, node in vars(vocabulary).items() if isinstance(node, NamedNode)}
)
"""The properties of the vocabulary by name, each as N-Quads has it, between two blanks."""


def iri(value: str) -> str:
    """Return an IRI as N-Quads has it; it must be one already, such as a ``Minter`` makes."""
    return f"<{value}>"


def text(value: str) -> str:
    """Return a plain literal as N-Quads has it, what no format can carry replaced as ``literals.text`` does.

    >>> print(text('a "b"'), text("a"))
    "a \\"b\\"" "a"
    """
    # Asked first what costs least: most texts are printable throughout, and the rest may still have none of those.
    plain = value.isprintable() and '"' not in value and "\\" not in value
    return f'"{value}"' if plain or not _ODD.search(value) else str(literals.text(value))


def texts(values: Iterable[str]) -> Iterable[str]:
    """Return each literal once: two texts may differ only in what no format can carry."""
    return dict.fromkeys(map(text, values))


_INTEGER = f'"^^{vocabulary.XSD_INTEGER}'


def integer(value: int) -> str:
    """Return an ``xsd:integer`` as N-Quads has it.

    >>> print(integer(5))
    "5"^^<http://www.w3.org/2001/XMLSchema#integer>
    """
    return f'"{value}{_INTEGER}'


@lru_cache(maxsize=1024)
def decimal(value: float) -> str:
    """Return an ``xsd:decimal`` of at most four places in 0..1; what lies outside is moved to the nearer end, NaN to 0.

    >>> [decimal(value).split('"')[1] for value in (0.95, 1, -3.0)]
    ['0.95', '1.0', '0.0']
    """
    value = 0.0 if math.isnan(value) else min(1.0, max(0.0, value))
    whole, _, places = f"{value:.4f}".partition(".")
    return f'"{whole}.{places.rstrip("0") or "0"}"^^{vocabulary.XSD_DECIMAL}'
