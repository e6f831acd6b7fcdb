"""Schemes of topics in SKOS: Turtle, RDF/XML, N-Triples or JSON-LD."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.normalize import slug
from graph_builder.model import ReadError

_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_LONGEST = 200


def topics(text: str, path: Path) -> list[Entry]:
    """Return the concepts of a scheme: preferred label, other labels, and the first broader concept without a circle.

    English labels are preferred; of concepts with one preferred label the first in the order of their addresses counts.

    Raises:
        ReadError: the file is broken, asks for outside entities, or has no concept with a label.
    """
    from rdflib import RDF, SKOS, Graph, Literal

    start = text.lstrip("\ufeff \t\r\n")
    kind = (
        "xml"
        if start.startswith("<?xml") or start.startswith("<rdf:")
        else "json-ld"
        if start[:1] in "[{"
        else "turtle"
    )
    if kind == "xml" and _DOCTYPE.search(text):
        raise ReadError(f"{path}: declares entities, which are not read; remove the DOCTYPE")
    if kind == "json-ld" and _asks_for_context(text):
        raise ReadError(f"{path}: names a context on the network, which is not fetched; write it as Turtle")
    graph = Graph()
    try:
        graph.parse(data=text.lstrip("\ufeff"), format=kind)
    except Exception as error:
        # rdflib's parsers raise whatever breaks first.
        raise ReadError(f"{path}: broken {kind} ({' '.join(str(error).split())[:200]}); mend it") from error
    labels: dict[str, list[tuple[bool, bool, str]]] = defaultdict(list)
    for preferred, predicate in ((False, SKOS.prefLabel), (True, SKOS.altLabel), (True, SKOS.hiddenLabel)):
        for subject, label in graph.subject_objects(predicate):
            text_of = " ".join(str(label).split())
            if isinstance(label, Literal) and 0 < len(text_of) < _LONGEST:
                english = (label.language or "en").startswith("en")
                labels[str(subject)].append((preferred, not english, text_of))
    concepts = {str(s) for s in graph.subjects(RDF.type, SKOS.Concept)} | set(labels)
    broader = defaultdict(set)
    for narrow, wide in graph.subject_objects(SKOS.broader):
        broader[str(narrow)].add(str(wide))
    for wide, narrow in graph.subject_objects(SKOS.narrower):
        broader[str(narrow)].add(str(wide))
    found = _entries(sorted(c for c in concepts if labels.get(c)), labels, broader)
    if not found:
        raise ReadError(f"{path}: no concept with a label (skos:prefLabel) found")
    return found


def _asks_for_context(text: str) -> bool:
    """Return whether JSON-LD names a context by its address, which a parser would fetch."""
    try:
        waiting: list[object] = [json.loads(text)]
    except (ValueError, RecursionError):
        return True
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
        elif isinstance(node, dict):
            for key, value in node.items():
                values = value if isinstance(value, list) else [value]
                if key in ("@context", "@import") and any(isinstance(v, str) for v in values):
                    return True
                waiting.extend(values)
    return False


def _entries(
    concepts: list[str], labels: dict[str, list[tuple[bool, bool, str]]], broader: dict[str, set[str]]
) -> list[Entry]:
    names = {c: list(dict.fromkeys(name for _, _, name in sorted(labels[c]))) for c in concepts}
    ids: dict[str, str] = {}
    first: dict[str, str] = {}
    for concept in concepts:
        key = slug(names[concept][0])
        if key:
            ids[concept] = key
            first.setdefault(key, concept)
    parents: dict[str, str] = {}
    for key, concept in sorted(first.items()):
        above = (ids[b] for b in sorted(broader.get(concept, ())) if b in ids)
        parents[key] = next((a for a in above if not _leads_to(a, key, parents)), "")
    return [
        Entry(key, names[concept][0], "topic", tuple(names[concept][1:]), parents[key])
        for key, concept in sorted(first.items())
    ]


def _leads_to(key: str, goal: str, parents: dict[str, str]) -> bool:
    while key:
        if key == goal:
            return True
        key = parents.get(key, "")
    return False
