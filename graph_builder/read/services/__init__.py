"""Web services of the scholarly world: what a graph names is looked up, and the answers are files of records.

A service is one entry of ``SERVICES``: its name, its address, how often it may be asked, and the requests for works,
people and organizations. What is wanted (one of these, with what the graph knows of it) is looked up through a
``ServiceClient``, and comes back as ``Answer`` values: records as the service wrote them, which the connectors of
``read.records`` read. An answer is passed on only if it is about what was wanted; a search that finds something like
it is no answer.
"""

from __future__ import annotations

from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.table import SERVICES, Service
from graph_builder.read.services.wanted import Wanted, WantedOrganization, WantedPerson, WantedWork

__all__ = [
    "SERVICES", "Answer", "Service", "ServiceClient", "Wanted", "WantedOrganization", "WantedPerson", "WantedWork",
]  # fmt: skip
