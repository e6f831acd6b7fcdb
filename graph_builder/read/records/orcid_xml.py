"""ORCID records 3.0 in XML: the same tree as in JSON, with the names of elements for keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graph_builder.model import Record
from graph_builder.read.records.orcid_tree import profile_of
from graph_builder.read.records.source import Source
from graph_builder.read.records.xml_stream import Element, local, xml_elements


def orcid_xml(source: Source) -> Iterator[Record]:
    """Yield the people of a file of ORCID records."""
    for element in xml_elements(source, ("record",)):
        record = _tree(element)
        if isinstance(record, dict) and "person" in record:
            found = profile_of(record, source, f"line {element.sourceline}")
            if found is not None:
                yield found


def _tree(element: Element) -> Any:
    """Return an element as JSON would have it: attributes and elements as keys, an element of text alone as a text."""
    items: dict[str, Any] = {key: value for key, value in element.attrib.items() if not key.startswith("{")}
    for inner in element:
        name, value = local(inner), _tree(inner)
        if name in items:
            before = items[name]
            items[name] = [*before, value] if isinstance(before, list) else [before, value]
        else:
            items[name] = value
    text = (element.text or "").strip()
    if not len(element):
        return {**items, "content": text} if items else text
    return items
