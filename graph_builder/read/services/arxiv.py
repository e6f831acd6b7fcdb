"""arXiv: papers by number, or by title."""

from __future__ import annotations

from collections.abc import Iterator

from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.dblp import check_xml
from graph_builder.read.services.found import is_wanted, records_of
from graph_builder.read.services.wanted import Wanted, WantedWork, identifier, words

_ATOM = "application/atom+xml"


def look_up(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield what arXiv has on a paper."""
    if not isinstance(wanted, WantedWork):
        return
    numbers = [known] if (known := identifier(wanted, "arxiv")) else list(_search(client, wanted))
    for number in numbers:
        content = client.get("/api/query", _ATOM, check_xml, id_list=number, max_results="1")
        if content and records_of(content, ".atom"):
            yield Answer(number, ".atom", content)


def _search(client: ServiceClient, wanted: WantedWork) -> Iterator[str]:
    query = f'ti:"{words(wanted.title)}"'
    content = client.get("/api/query", _ATOM, check_xml, search_query=query, max_results="5")
    for record in records_of(content or b"", ".atom"):
        if is_wanted(wanted, record):
            yield from (found.value for found in getattr(record.about, "identifiers", ()) if found.scheme == "arxiv")
