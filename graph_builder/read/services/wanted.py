"""What is looked up: works, people and organizations with what the graph knows of them; and whether a record is it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from rapidfuzz import fuzz

from graph_builder.model import Identifier, Named, Work

_ALIKE = 95
"""Of 100: titles that differ in a hyphen, a plural or a misprint. Shorter ones than ``_LONG`` must be equal."""

_LONG = 25
_YEARS = 2
"""Years between a preprint and its publication."""


class WantedWork(NamedTuple):
    """A work of the graph: its printed title, its authors' names, its year and identifiers."""

    title: str
    authors: tuple[str, ...] = ()
    year: str = ""
    identifiers: tuple[Identifier, ...] = ()


class WantedPerson(NamedTuple):
    """A person of the graph: all names, names of employers and schools, and identifiers."""

    names: tuple[str, ...]
    organizations: tuple[str, ...] = ()
    identifiers: tuple[Identifier, ...] = ()


class WantedOrganization(NamedTuple):
    """An organization of the graph: all names, and identifiers."""

    names: tuple[str, ...]
    identifiers: tuple[Identifier, ...] = ()


Wanted = WantedWork | WantedPerson | WantedOrganization


def identifier(wanted: Wanted, scheme: str) -> str:
    """Return the identifier of what is wanted in a scheme, or nothing.

    >>> identifier(WantedWork("Notes", identifiers=(Identifier("doi", "10.1/a"),)), "doi")
    '10.1/a'
    """
    return min((found.value for found in wanted.identifiers if found.scheme == scheme), default="")


def is_work(wanted: WantedWork, found: Work) -> bool:
    """Return whether a record is the work that was wanted.

    It is if they share an identifier; else their titles must agree, their years be near each other, and, where both
    name authors, they must share a name: many works share a short title.

    >>> wanted = WantedWork("Notes on Engines", ("Ada Lovelace",), "1843")
    >>> from graph_builder.model import Person
    >>> is_work(wanted, Work("Notes on engines.", (Person("Lovelace, Ada"),), year="1842"))
    True
    >>> is_work(wanted, Work("Notes on Engines", (Person("Charles Babbage"),), year="1843"))
    False
    """
    if set(wanted.identifiers) & set(found.identifiers):
        return True
    one, other = title_key(wanted.title), title_key(found.title)
    if one != other and (min(len(one), len(other)) < _LONG or fuzz.ratio(one, other) < _ALIKE):
        return False
    years = [int(year[:4]) for year in (wanted.year, found.year) if re.match(r"[0-9]{4}", year)]
    if len(years) == 2 and abs(years[0] - years[1]) > _YEARS:
        return False
    authors = _parts_of(wanted.authors), _parts_of(person.name for person in found.authors)
    return bool(one) and (not all(authors) or bool(authors[0] & authors[1]))


def is_organization(wanted: WantedOrganization, found: Named) -> bool:
    """Return whether a record is the organization that was wanted: by identifier, or by one equal name."""
    if set(wanted.identifiers) & set(found.identifiers):
        return True
    return bool({title_key(name) for name in wanted.names} & {title_key(name) for name in (found.name, *found.aliases)})


def title_key(text: str) -> str:
    """Return the letters and digits of a title, in lower case and without accents.

    >>> title_key("Où va l'IA?")
    'ouvalia'
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in plain if c.isalnum())


def words(text: str, most: int = 20) -> str:
    """Return the words of a title as a search takes them: without what services read as operators.

    >>> words('Deep: "learning", and (not) more?')
    'Deep learning and not more'
    """
    return " ".join(re.findall(r"[^\W_]+", text)[:most])


def _parts_of(names: Iterable[str]) -> set[str]:
    """Return the parts of names but initials: which of them is the family name differs between sources."""
    parts = (part for name in names for part in re.split(r"[\s,.]+", name))
    return {title_key(part) for part in parts if len(part) > 1 or not part.isascii()} - {""}
