"""ROR: organisations by identifier, or by name where the registry is sure of the match."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.found import whole
from graph_builder.read.services.wanted import Wanted, WantedOrganization, identifier


def look_up(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield an organisation's record."""
    if not isinstance(wanted, WantedOrganization):
        return
    if known := identifier(wanted, "ror"):
        if found := client.json(f"/v2/organizations/{quote(known)}"):
            yield from whole(found)
        return
    page = client.json("/v2/organizations", affiliation=wanted.names[0]) or {}
    for item in page.get("items", []):
        if isinstance(item, dict) and item.get("chosen") and item.get("organization"):
            yield from whole(item["organization"])
