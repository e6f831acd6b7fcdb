"""GEXF with time: every dated fact is an edge with an interval, so that Gephi's timeline plays careers."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

from lxml import etree

from graph_builder.export.text import xml_safe

if TYPE_CHECKING:
    import networkx as nx

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


def write_gexf(network: nx.MultiDiGraph[Any], target: IO[bytes]) -> None:
    """Write GEXF 1.3, element by element. ``start`` and ``end`` as printed stand beside the interval by other names."""
    nodes = _attributes(attributes for _, attributes in network.nodes(data=True))
    edges = _attributes(attributes for *_, attributes in network.edges(data=True))
    with etree.xmlfile(target, encoding="utf-8") as file:
        file.write_declaration()
        with (
            file.element(f"{{{NAMESPACE}}}gexf", version="1.3", nsmap={None: NAMESPACE}),
            file.element("graph", defaultedgetype="directed", mode="dynamic", timeformat="date"),
        ):
            _declare(file, "node", nodes)
            _declare(file, "edge", edges)
            with file.element("nodes"):
                for node, attributes in network.nodes(data=True):
                    element = etree.Element("node", id=str(node), label=xml_safe(str(attributes.get("label", node))))
                    _write(file, element, attributes, nodes)
            with file.element("edges"):
                for number, (start, end, _, attributes) in enumerate(network.edges(keys=True, data=True)):
                    element = etree.Element("edge", id=str(number), source=str(start), target=str(end))
                    # Gephi joins edges of one kind between the same nodes: a study and a post are two.
                    element.set("kind", xml_safe(str(attributes.get("relation", ""))))
                    times = interval(str(attributes.get("start", "")), str(attributes.get("end", "")))
                    for name, day in zip(("start", "end"), times, strict=True):
                        if day:
                            element.set(name, day)
                    _write(file, element, attributes, edges)


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


def _attributes(all_: Iterable[dict[str, object]]) -> dict[str, tuple[str, str]]:
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


def _declare(file: Any, kind: str, attributes: dict[str, tuple[str, str]]) -> None:
    if attributes:
        with file.element("attributes", {"class": kind}):
            for name, (number, type_) in attributes.items():
                file.write(etree.Element("attribute", id=number, title=_RENAMED.get(name, name), type=type_))


def _write(file: Any, element: Any, values: dict[str, object], attributes: dict[str, tuple[str, str]]) -> None:
    inner = etree.SubElement(element, "attvalues")
    for name, value in values.items():
        if name in attributes:
            text = str(value).lower() if isinstance(value, bool) else xml_safe(str(value))
            etree.SubElement(inner, "attvalue", {"for": attributes[name][0], "value": text})
    file.write(element)
    file.write("\n")
