"""One organisation of a registry: its names in all languages, where it is, and what stands above it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class NameKind(IntEnum):
    """What a registry says that a name is.

    We add names that are shortened (``SHORT``), words put in another order or schools named after what they belong to
    (``TURNED``), the names of what an organisation succeeded (``FORMER``), and names without the town in them, which
    count where the town stands elsewhere (``TOWNLESS``).
    ``LIKE`` is the kind of a printed name that is only like one of these.
    """

    LABEL = 0
    ALIAS = 1
    ACRONYM = 2
    SHORT = 3
    TURNED = 4
    FORMER = 5
    LIKE = 6
    TOWNLESS = 7


@dataclass(frozen=True, slots=True)
class Organization:
    """An organisation as a registry describes it.

    *id* is the bare ROR identifier. *names* come with their kind, the preferred one first. *parents*, *children* and
    *related* are identifiers of other records, of which some may not be there. *status* is ``active`` or ``inactive``.

    >>> Organization("0example0", (("Example University", NameKind.LABEL),), country="NO").name
    'Example University'
    """

    id: str
    names: tuple[tuple[str, NameKind], ...]
    types: tuple[str, ...] = ()
    status: str = "active"
    country: str = ""
    cities: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    homepage: str = ""
    parents: tuple[str, ...] = ()
    children: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    successors: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The preferred name."""
        return self.names[0][0]
