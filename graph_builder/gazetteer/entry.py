"""Entries of the gazetteer, and the reader of its own data files.

A line is ``name | domains | alias; alias | year`` (organizations), ``name | alias; alias | identifiers`` (venues) or
``name | alias; alias`` (topics). ``[...]`` opens a section that says the country, the kind or the broader term.
``- name`` is a unit of the entry above it, ``+ name`` a subsidiary that is an employer or school by itself, ``< name``
one that it followed in the *year*. A name that ends in ``!`` is ambiguous: also a common word, or the name of something
else. ``#`` opens a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files

from graph_builder.gazetteer.normalize import slug
from graph_builder.model import Identifier


@dataclass(frozen=True, slots=True)
class Entry:
    """A named thing of the gazetteer: its preferred name, its other names, and what stands above it.

    *id* is the slug of the preferred name. *kind* is ``company``, ``university``, ``institute``, ``society`` or
    ``unit`` for an organization, ``conference``, ``journal``, ``workshop``, ``preprint`` or ``book`` for a venue, and
    ``topic`` for a topic. *parent* is the id of the organization above a unit or subsidiary, of the series above a
    venue, or of the broader topic. *successors* are the ids of the organizations that followed one that is no more, and
    *until* is when they did. *identifiers* are what catalogues give to a venue. *ambiguous* are those of its names that
    are also common words or names of other things: they count only as printed here and where the context asks for such
    a name.

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
    identifiers: tuple[Identifier, ...] = ()
    successors: tuple[str, ...] = ()
    until: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The preferred name and all others."""
        return (self.name, *self.aliases)


def lines(name: str) -> Iterator[str]:
    """Yield the lines of a data file that say something."""
    text = files("graph_builder.gazetteer").joinpath("data", name).read_text(encoding="utf-8")
    for line in text.splitlines():
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield stripped


def organizations(name: str, kind: str) -> Iterator[Entry]:
    """Yield the organizations of a data file, units and subsidiaries after what is above them."""
    country = above = ""
    for line in lines(name):
        if line.startswith("["):
            country = line.strip("[]")
            continue
        mark = line[0] if line[:2] in ("- ", "+ ", "< ") else ""
        label, domains, aliases, year = columns(line[2:] if mark else line, 4)
        parent = above if mark in ("-", "+") else ""
        entry = _entry(label, "unit" if mark == "-" else kind, aliases, parent, country, tuple(domains.split()))
        if mark == "<":
            entry = replace(entry, successors=(above,), until=year)
        if not mark:
            above = entry.id
        yield entry


def venues(name: str) -> Iterator[Entry]:
    """Yield the venues of a data file; sections give their kind."""
    kind = ""
    for line in lines(name):
        if line.startswith("["):
            kind = line.strip("[]")
            continue
        label, aliases, identifiers = columns(line, 3)
        yield _entry(label, kind, aliases, identifiers=identifiers)


def topics(name: str) -> Iterator[Entry]:
    """Yield the topics of a data file; a section gives the broader term of those under it."""
    broader = ""
    for line in lines(name):
        if line.startswith("["):
            broader = slug(line.strip("[]"))
            continue
        label, aliases = columns(line, 2)
        above = broader if slug(label) != broader else ""
        yield _entry(label, "topic", aliases, above)


def degrees(name: str) -> Iterator[tuple[str, str]]:
    """Yield the printed forms of degrees with their level."""
    level = ""
    for line in lines(name):
        if line.startswith("["):
            level = line.strip("[]")
            continue
        for form in line.split(";"):
            yield form.strip(), level


def columns(line: str, count: int) -> list[str]:
    """Return the columns of a line, those that it does not have empty."""
    cells = [cell.strip() for cell in line.split("|")]
    return cells + [""] * (count - len(cells))


def _entry(
    label: str,
    kind: str,
    aliases: str,
    parent: str = "",
    country: str = "",
    domains: tuple[str, ...] = (),
    identifiers: str = "",
) -> Entry:
    forms = [label, *(a.strip() for a in aliases.split(";") if a.strip())]
    ambiguous = frozenset(f[:-1] for f in forms if f.endswith("!"))
    name, *others = (f.removesuffix("!") for f in forms)
    catalogued = tuple(Identifier(*each.split(":", 1)) for each in identifiers.split())
    return Entry(slug(name), name, kind, tuple(others), parent, country, domains, ambiguous, catalogued)
