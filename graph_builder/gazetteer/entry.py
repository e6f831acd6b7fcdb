"""One entry of the gazetteer: an organisation, a venue or a topic with all its names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A named thing of the gazetteer: its preferred name, its other names, and what stands above it.

    *id* is the slug of the preferred name. *kind* is ``company``, ``university``, ``institute``, ``society`` or
    ``unit`` for an organisation, ``conference``, ``journal``, ``workshop``, ``preprint`` or ``book`` for a venue, and
    ``topic`` for a topic. *parent* is the id of the organisation above a unit or subsidiary, of the series above a
    venue, or of the broader topic. *ambiguous* are those of its names that are also common words or names of other
    things: they count only as printed here and where the context asks for such a name.

    >>> Entry("eurosys", "EuroSys", "conference", ("European Conference on Computer Systems",)).names
    ('EuroSys', 'European Conference on Computer Systems')
    """

    id: str
    name: str
    kind: str
    aliases: tuple[str, ...] = ()
    parent: str = ""
    country: str = ""
    domains: tuple[str, ...] = ()
    ambiguous: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The preferred name and all others."""
        return (self.name, *self.aliases)
