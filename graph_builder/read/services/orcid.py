"""ORCID: a person's public record, by ORCID iD, or by name where one record alone names a known affiliation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.found import whole
from graph_builder.read.services.wanted import Wanted, WantedPerson, identifier, title_key, words


def look_up(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield a person's record."""
    if isinstance(wanted, WantedPerson):
        orcid = identifier(wanted, "orcid") or _search(client, wanted)
        record = client.json(f"/v3.0/{quote(orcid)}/record") if orcid else None
        if record:
            yield from whole(record)


def _search(client: ServiceClient, wanted: WantedPerson) -> str:
    """Return the one ORCID iD whose record bears the person's name and an affiliation of the person's."""
    if not wanted.organizations:
        return ""
    given, _, family = words(wanted.names[0]).rpartition(" ")
    if not given:
        return ""
    query = f'given-names:"{given}" AND family-name:"{family}"'
    page = client.json("/v3.0/expanded-search/", q=query, rows="20")
    found = [item for item in (page or {}).get("expanded-result") or [] if _is_like(item, wanted)]
    return str(found[0].get("orcid-id", "")) if len(found) == 1 else ""


def _is_like(item: dict[str, Any], wanted: WantedPerson) -> bool:
    places = {title_key(str(name)) for name in item.get("institution-name") or []}
    return bool(places & {title_key(name) for name in wanted.organizations})
