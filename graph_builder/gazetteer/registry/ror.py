"""Records of the Research Organization Registry (schema version 2), read from a dump as it is published."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any
from urllib.parse import urlsplit

from graph_builder.gazetteer.registry.tokens import keys


class NameKind(IntEnum):
    """What a registry says that a name is.

    We add names that are shortened (``SHORT``), words put in another order or schools named after what they belong to
    (``TURNED``), the names of what an organization succeeded (``FORMER``), and names without the town in them, which
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
    """An organization as a registry describes it.

    *id* is the bare ROR identifier. *names* come with their kind, the preferred one first. *parents*, *children* and
    *related* and *successors* are identifiers of other records, of which some may not be there. *established* is the
    year in which it was founded, *status* is ``active`` or ``inactive``. *place* is where its town is, latitude and
    longitude with a comma between.

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
    established: str = ""
    place: str = ""

    @property
    def name(self) -> str:
        """The preferred name."""
        return self.names[0][0]


_ID = re.compile(r"(?:https?://ror\.org/)?(0[a-z0-9]{8})/?", re.IGNORECASE)
_COUNTRY_BEHIND = re.compile(r"\s*\([^()]*\)\s*$")
_COUNTRY_BEFORE = re.compile(r"^(?:United States|U\.\s?S\.|US|USA)\s+(?!of\b)")
_MOST_NAMES = 200
_LONGEST_NAME = 300


def ror_id(text: object) -> str:
    """Return the bare identifier in a ROR address or identifier, or nothing.

    >>> ror_id("https://ror.org/0abc12d34"), ror_id("x")
    ('0abc12d34', '')
    """
    found = _ID.fullmatch(text.strip()) if isinstance(text, str) else None
    return found[1].lower() if found else ""


def organization(record: Mapping[str, Any]) -> Organization | None:
    """Return the organization that a record of schema version 2 describes, or None if the record was withdrawn.

    Raises:
        ValueError: the record has no ROR identifier or no name.
    """
    key = ror_id(record.get("id"))
    if not key:
        raise ValueError("no ROR identifier")
    if record.get("status") == "withdrawn":
        return None
    places = [p for x in _dicts(record.get("locations")) if isinstance(p := x.get("geonames_details"), dict)]
    names = _names(record, {str(p.get("name") or "") for p in places})
    links = {str(x.get("type")): str(x.get("value") or "") for x in reversed(_dicts(record.get("links")))}
    homepage = links.get("website", "")
    return Organization(
        key,
        names,
        tuple(sorted(str(t) for t in _list(record.get("types")))),
        str(record.get("status") or "active"),
        str(places[0].get("country_code") or "").upper() if places else "",
        _distinct(p.get("name") for p in places),
        _distinct(p.get("country_subdivision_name") for p in places),
        _distinct([*_list(record.get("domains")), _domain(homepage)]),
        homepage if homepage.startswith(("http://", "https://")) else "",
        _related(record, "parent"),
        _related(record, "child"),
        _related(record, "related"),
        _related(record, "successor"),
        str(year) if isinstance(year := record.get("established"), int) and 1000 <= year <= 9999 else "",
        _place(places[0]) if places else "",
    )


def _place(details: Mapping[str, Any]) -> str:
    at = details.get("lat"), details.get("lng")
    return ",".join(f"{degrees:.4f}" for degrees in at) if all(isinstance(each, int | float) for each in at) else ""


def _names(record: Mapping[str, Any], cities: set[str]) -> tuple[tuple[str, NameKind], ...]:
    found: dict[str, NameKind] = {}
    preferred = ""
    for name in _dicts(record.get("names"))[:_MOST_NAMES]:
        value = " ".join(str(name.get("value") or "").split())[:_LONGEST_NAME]
        types = _list(name.get("types"))
        if not value:
            continue
        if "ror_display" in types:
            preferred = value
        kind = next((k for k, t in _KINDS if t in types), NameKind.ALIAS)
        found[value] = min(kind, found.get(value, kind))
    if not found:
        raise ValueError("no name")
    preferred = preferred or next(iter(found))
    kind = found.pop(preferred)
    for shorter in _shorter((preferred, *found), cities):
        found.setdefault(shorter, NameKind.SHORT)
    return ((preferred, kind), *found.items())


_KINDS = (
    (NameKind.LABEL, "label"),
    (NameKind.LABEL, "ror_display"),
    (NameKind.ALIAS, "alias"),
    (NameKind.ACRONYM, "acronym"),
)


def _shorter(names: Iterable[str], cities: set[str]) -> Iterator[str]:
    """Names without the country or acronym in parentheses or in front, and without the town behind a comma."""
    for name in names:
        national = _COUNTRY_BEFORE.sub("", name)
        if national != name and len(keys(national)) > 2:
            yield national
        bare = _COUNTRY_BEHIND.sub("", name)
        if bare != name and keys(bare):
            yield bare
        head, comma, town = bare.rpartition(",")
        if comma and town.strip() in cities and len(keys(head)) > 1:
            yield head


def _related(record: Mapping[str, Any], kind: str) -> tuple[str, ...]:
    found = (ror_id(x.get("id")) for x in _dicts(record.get("relationships")) if x.get("type") == kind)
    return tuple(dict.fromkeys(f for f in found if f))


def _distinct(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(v for v in values if isinstance(v, str) and v))


def _domain(homepage: str) -> str:
    try:
        return (urlsplit(homepage).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _dicts(value: object) -> list[dict[str, Any]]:
    return [x for x in _list(value) if isinstance(x, dict)]
