"""The services that can be asked: one visible table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graph_builder.read.services import arxiv, crossref, dblp, openalex, openreview, orcid, ror, semantic_scholar
from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.wanted import Wanted

LookUp = Callable[[ServiceClient, Wanted], Iterator[Answer]]


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its name, its address, requests a second that it bears, what it knows, and the function that asks.

    *key_header* is the header that bears a user's key; without one, the parameter ``api_key`` does.
    """

    name: str
    base: str
    rate: float
    look_up: LookUp
    knows: tuple[str, ...] = ("works", "people")
    key_header: str = ""


# Rates are what the services ask for in their documentation, or less.
SERVICES: dict[str, Service] = {
    service.name: service
    for service in (
        Service("openalex", "https://api.openalex.org", 8.0, openalex.look_up, ("works", "people", "organizations")),
        Service("crossref", "https://api.crossref.org", 5.0, crossref.look_up),
        Service("dblp", "https://dblp.org", 0.5, dblp.look_up),
        Service("orcid", "https://pub.orcid.org", 8.0, orcid.look_up, ("people",), "Authorization"),
        Service(
            "semanticscholar",
            "https://api.semanticscholar.org",
            1.0,
            semantic_scholar.look_up,
            key_header="x-api-key",
        ),
        Service("arxiv", "https://export.arxiv.org", 1 / 3, arxiv.look_up, ("works",)),
        Service("openreview", "https://api2.openreview.net", 1.0, openreview.look_up, key_header="Authorization"),
        Service("ror", "https://api.ror.org", 5.0, ror.look_up, ("organizations",), "Client-Id"),
    )
}
"""The services by name."""
