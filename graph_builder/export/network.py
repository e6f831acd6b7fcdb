"""The network of entities: people, organizations, papers, venues and topics as nodes, facts as edges."""

from __future__ import annotations

import calendar
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, TypeAlias

import pyoxigraph as ox
from lxml import etree

from graph_builder.export.files import xml_safe
from graph_builder.export.privacy import Privacy
from graph_builder.export.tables import python_value
from graph_builder.query.engine import Table, run

if TYPE_CHECKING:
    import networkx as nx

    Network: TypeAlias = nx.MultiDiGraph[Any]


_NODES = """
PREFIX gb: <https://w3id.org/graph-builder/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
SELECT DISTINCT ?node ?kind ?label WHERE {
  VALUES (?class ?kind) {
    (schema:Person "person") (schema:Organization "organization") (schema:CreativeWork "work") (gb:Venue "venue")
    (skos:Concept "topic")
  }
  ?node a ?class ; rdfs:label ?label .
}
ORDER BY ?node
"""

_FACTS = """
PREFIX gb: <https://w3id.org/graph-builder/ontology#>
SELECT ?from ?to ?relation ?key ?start ?end ?role ?confidence ?source WHERE {
  VALUES (?class ?relation ?subject ?object) {
    (gb:Education "education" gb:person gb:organization) (gb:Employment "employment" gb:person gb:organization)
    (gb:Advising "advising" gb:student gb:advisor) (gb:Publication "publication" gb:work gb:venue)
    (gb:Authorship "authorship" gb:author gb:work) (gb:Interest "interest" gb:person gb:topic)
    (gb:Award "award" gb:person gb:organization) (gb:Service "service" gb:person gb:venue)
    (gb:About "about" gb:work gb:topic)
  }
  ?key a ?class ; ?subject ?from ; ?object ?to ; gb:source ?source ; gb:confidence ?confidence .
  OPTIONAL { ?key gb:start ?begin }
  OPTIONAL { ?key gb:year ?year }
  OPTIONAL { ?key gb:end ?finish }
  OPTIONAL { ?key gb:ongoing true . BIND("present" AS ?open) }
  OPTIONAL { ?key gb:role ?post }
  OPTIONAL { ?key gb:degree ?degree }
  OPTIONAL { ?key gb:award ?award }
  BIND(STR(COALESCE(?begin, ?year)) AS ?start)
  BIND(COALESCE(STR(?finish), ?open) AS ?end)
  BIND(COALESCE(?post, ?degree, ?award) AS ?role)
}
ORDER BY ?key ?from ?to
"""

_PARTS = """
PREFIX org: <http://www.w3.org/ns/org#>
PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
SELECT DISTINCT ?from ?to ?relation WHERE {
  VALUES (?property ?relation) {
    (org:subOrganizationOf "part of") (schema:superEvent "part of") (skos:broader "broader")
  }
  ?from ?property ?to .
}
ORDER BY ?from ?to ?relation
"""


def to_networkx(store: ox.Store) -> Network:
    """Return the entities of *store* as nodes and its facts as edges.

    Nodes are IRIs with ``kind`` and ``label``. Edges have ``relation``, ``confidence`` and ``source``, and where the
    fact has them ``start``, ``end`` and ``role`` (position, degree or award); the edge's key is the fact's IRI. Units,
    workshops and narrower topics lead to what is above them by edges ``part of`` and ``broader``.

    >>> to_networkx(ox.Store()).number_of_nodes()
    0
    """
    import networkx as nx

    network: Network = nx.MultiDiGraph()
    for row in _rows(store, _NODES):
        network.add_node(row.pop("node"), **row)
    for row in [*_rows(store, _FACTS), *_rows(store, _PARTS)]:
        start, end, key = row.pop("from"), row.pop("to"), row.pop("key", None)
        # Only between nodes that have a name: an edge would make bare ones.
        if start in network and end in network:
            network.add_edge(start, end, key or str(row["relation"]), **row)
    return network


def _rows(store: ox.Store, query: str) -> Iterator[dict[str, Any]]:
    table = run(store, query)
    assert isinstance(table, Table)
    for row in table.rows:
        values = zip(table.columns, map(python_value, row), strict=True)
        yield {name: value for name, value in values if value is not None}


def redact(network: Network, privacy: Privacy) -> Network:
    """Return a copy of the network with what *privacy* lets out, and with text that XML can carry.

    >>> import networkx as nx
    >>> len(redact(nx.MultiDiGraph(), Privacy()))
    0
    """

    def clean(attributes: Mapping[str, object]) -> dict[str, Any]:
        return {
            name: privacy.text(xml_safe(value)) if isinstance(value, str) else value
            for name, value in attributes.items()
            if privacy.evidence or name != "source"
        }

    import networkx as nx

    copy: Network = nx.MultiDiGraph()
    copy.add_nodes_from((node, clean(attributes)) for node, attributes in network.nodes(data=True))
    for start, end, key, attributes in network.edges(keys=True, data=True):
        copy.add_edge(start, end, key, **clean(attributes))
    return copy


def write_graphml(network: Network, target: IO[bytes]) -> None:
    """Write GraphML of a network that ``redact`` has given."""
    import networkx as nx

    nx.write_graphml(network, target)


NAMESPACE = "http://gexf.net/1.3"
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_TYPES: dict[type, str] = {str: "string", int: "long", float: "double", bool: "boolean"}
_RENAMED = {"start": "start_date", "end": "end_date"}


def interval(start: str, end: str) -> tuple[str, str]:
    """Return first and last day of a time as its ends are printed; an end that is open or unknown is empty.

    What has only a beginning, and does not go on, is taken for that year, month or day. What ends before it begins
    has no interval.

    >>> interval("2015", "2018-06"), interval("2020-03", "present"), interval("2019", ""), interval("2019", "2018")
    (('2015-01-01', '2018-06-30'), ('2020-03-01', ''), ('2019-01-01', '2019-12-31'), ('', ''))
    """
    first, last = _day(start, last=False), "" if end == "present" else _day(end or start, last=True)
    return ("", "") if first and last and last < first else (first, last)


def write_gexf(network: Network, target: IO[bytes]) -> None:
    """Write GEXF 1.3 of a network that ``redact`` has given, element by element.

    ``start`` and ``end`` as printed stand beside the interval by other names.
    """
    nodes = _gexf_attributes(attributes for _, attributes in network.nodes(data=True))
    edges = _gexf_attributes(attributes for *_, attributes in network.edges(data=True))
    with etree.xmlfile(target, encoding="utf-8") as file:
        file.write_declaration()
        with (
            file.element(f"{{{NAMESPACE}}}gexf", version="1.3", nsmap={None: NAMESPACE}),
            file.element("graph", defaultedgetype="directed", mode="dynamic", timeformat="date"),
        ):
            _gexf_declare(file, "node", nodes)
            _gexf_declare(file, "edge", edges)
            with file.element("nodes"):
                for node, attributes in network.nodes(data=True):
                    element = etree.Element("node", id=str(node), label=str(attributes.get("label", node)))
                    _gexf_element(file, element, attributes, nodes)
            with file.element("edges"):
                for number, (start, end, _, attributes) in enumerate(network.edges(keys=True, data=True)):
                    element = etree.Element("edge", id=str(number), source=str(start), target=str(end))
                    # Gephi joins edges of one kind between the same nodes: a study and a post are two.
                    element.set("kind", str(attributes.get("relation", "")))
                    times = interval(str(attributes.get("start", "")), str(attributes.get("end", "")))
                    for name, day in zip(("start", "end"), times, strict=True):
                        if day:
                            element.set(name, day)
                    _gexf_element(file, element, attributes, edges)


def _day(text: str, *, last: bool) -> str:
    found = _DATE.fullmatch(text)
    if found is None or found[1] == "0000":
        return ""
    year, month = int(found[1]), int(found[2] or (12 if last else 1))
    if not 1 <= month <= 12:
        return ""
    days = calendar.monthrange(year, month)[1]
    day = int(found[3] or (days if last else 1))
    return f"{year:04}-{month:02}-{day:02}" if 1 <= day <= days else ""


def _gexf_attributes(all_: Iterable[dict[str, object]]) -> dict[str, tuple[str, str]]:
    """Return number and type of each attribute, by name; one that has values of several types is text."""
    types: dict[str, set[str]] = {}
    for attributes in all_:
        for name, value in attributes.items():
            if name != "label":
                types.setdefault(name, set()).add(_TYPES.get(type(value), "string"))
    return {
        name: (str(number), next(iter(found)) if len(found) == 1 else "string")
        for number, (name, found) in enumerate(sorted(types.items()))
    }


def _gexf_declare(file: Any, kind: str, attributes: dict[str, tuple[str, str]]) -> None:
    if attributes:
        with file.element("attributes", {"class": kind}):
            for name, (number, type_) in attributes.items():
                file.write(etree.Element("attribute", id=number, title=_RENAMED.get(name, name), type=type_))


def _gexf_element(file: Any, element: Any, values: dict[str, object], attributes: dict[str, tuple[str, str]]) -> None:
    inner = etree.SubElement(element, "attvalues")
    for name, value in values.items():
        if name in attributes:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            etree.SubElement(inner, "attvalue", {"for": attributes[name][0], "value": text})
    file.write(element)
    file.write("\n")


_COLOURS = {"person": "#4269d0", "organization": "#efb118", "work": "#6cc5b0", "venue": "#ff725c", "topic": "#a463f2"}


def write_cytoscape(network: Network, target: IO[bytes]) -> None:
    """Write the JSON of Cytoscape and Cytoscape.js: ``elements`` with ``nodes`` and ``edges``, all in ``data``."""
    nodes = [
        {"data": {**attributes, "id": node, "value": node, "name": attributes.get("label", node)}}
        for node, attributes in network.nodes(data=True)
    ]
    edges = []
    for number, (start, end, attributes) in enumerate(network.edges(data=True)):
        own = {"id": str(number), "key": str(number), "source": start, "target": end}
        # To Cytoscape ``source`` is the node that an edge begins at: that of a fact has another name.
        origin = {"stated_by": attributes["source"]} if "source" in attributes else {}
        edges.append({"data": {**attributes, **own, **origin}})
    # networkx wants the value and the two flags; Cytoscape does not mind.
    head = {"format_version": "1.0", "directed": True, "multigraph": True, "data": {}}
    _write_json({**head, "elements": {"nodes": nodes, "edges": edges}}, target)


def write_graphology(network: Network, target: IO[bytes]) -> None:
    """Write graphology's serialised graph, with colours by kind and places on a circle, so that sigma can draw it."""
    count = max(1, network.number_of_nodes())
    nodes = [
        {
            "key": node,
            "attributes": {
                **attributes,
                "color": _COLOURS.get(str(attributes.get("kind")), "#888888"),
                "x": round(math.cos(math.tau * number / count), 6),
                "y": round(math.sin(math.tau * number / count), 6),
                "size": 4,
            },
        }
        for number, (node, attributes) in enumerate(network.nodes(data=True))
    ]
    edges = [
        {
            "key": str(number),
            "source": start,
            "target": end,
            "attributes": {**attributes, "label": attributes.get("relation", "")},
        }
        for number, (start, end, attributes) in enumerate(network.edges(data=True))
    ]
    options = {"type": "directed", "multi": True, "allowSelfLoops": True}
    _write_json({"attributes": {}, "options": options, "nodes": nodes, "edges": edges}, target)


def _write_json(content: Mapping[str, object], target: IO[bytes]) -> None:
    target.write((json.dumps(content, ensure_ascii=False) + "\n").encode("utf-8", "replace"))
