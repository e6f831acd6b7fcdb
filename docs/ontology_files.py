"""The documentation of the ontology, made from its Turtle file: the page, and the context for JSON-LD."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

import pyoxigraph as ox
from rdflib import DCTERMS, OWL, RDF, RDFS, SKOS, Graph, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from graph_builder.graph.files import ontology_file
from graph_builder.graph.sources import source_lines
from graph_builder.graph.vocabulary import GB, PREFIXES
from graph_builder.model import (
    Claim,
    EntityKind,
    Evidence,
    Link,
    LinkStatus,
    Mention,
    Relation,
    SourceFacts,
    Span,
)

ALIGNED: dict[str, str] = {
    **PREFIXES,
    "owl": "http://www.w3.org/2002/07/owl#",
    "vivo": "http://vivoweb.org/ontology/core#",
    "fabio": "http://purl.org/spar/fabio/",
    "bibo": "http://purl.org/ontology/bibo/",
    "prov": "http://www.w3.org/ns/prov#",
    "oa": "http://www.w3.org/ns/oa#",
    "wdt": "http://www.wikidata.org/prop/direct/",
}
"""Prefixes of our graphs and of the vocabularies that the ontology is aligned with."""

ALIGNMENTS: dict[URIRef, str] = {
    RDFS.subClassOf: "subclass of",
    RDFS.subPropertyOf: "subproperty of",
    OWL.equivalentClass: "same as",
    SKOS.closeMatch: "close to",
    SKOS.narrowMatch: "wider than",
    SKOS.relatedMatch: "related to",
}
"""The properties that align a term with another, and how a reader calls them."""


@dataclass(frozen=True, slots=True)
class Term:
    """A class or property of the ontology, all IRIs in their short form.

    *kind* is ``class``, ``object property``, ``datatype property`` or ``annotation property``; *comment* says what the
    term means or, of a term of another vocabulary, how we use it. *alignments* are pairs of a phrase and a term,
    *facts* the fact classes behind a direct edge.
    """

    name: str
    iri: str
    kind: str
    label: str
    comment: str
    domain: tuple[str, ...]
    range: tuple[str, ...]
    alignments: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]

    @property
    def own(self) -> bool:
        """Whether the term is ours and not of another vocabulary."""
        return self.iri.startswith(GB)


_KINDS = {
    OWL.Class: "class",
    OWL.ObjectProperty: "object property",
    OWL.DatatypeProperty: "datatype property",
    OWL.AnnotationProperty: "annotation property",
}


def ontology() -> Graph:
    """Return the ontology as a graph."""
    return Graph().parse(ontology_file("graph-builder.ttl"))


def terms(graph: Graph) -> list[Term]:
    """Return the terms of the ontology: ours first, each group by name."""
    found = [
        _term(graph, node, kind)
        for class_, kind in _KINDS.items()
        for node in graph.subjects(RDF.type, class_)
        if isinstance(node, URIRef)
    ]
    return sorted(found, key=lambda t: (not t.own, t.name.casefold(), t.name))


def about(graph: Graph) -> dict[str, str]:
    """Return what the ontology says of itself: ``title``, ``description``, ``license``, ``version``, ``iri``."""
    node = graph.value(predicate=RDF.type, object=OWL.Ontology)
    properties = {
        "title": DCTERMS.title,
        "description": DCTERMS.description,
        "license": DCTERMS.license,
        "version": OWL.versionInfo,
    }
    return {"iri": str(node), **{name: _text(graph, node, p) for name, p in properties.items()}}


def compact(iri: str) -> str:
    """Return an IRI with the prefix of its namespace, if we know one.

    >>> compact("http://vivoweb.org/ontology/core#Position")
    'vivo:Position'
    """
    for prefix, namespace in ALIGNED.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri


def _term(graph: Graph, node: URIRef, kind: str) -> Term:
    return Term(
        name=compact(str(node)),
        iri=str(node),
        kind=kind,
        label=_text(graph, node, RDFS.label),
        comment=_text(graph, node, RDFS.comment) or _text(graph, node, SKOS.scopeNote),
        domain=_classes(graph, node, RDFS.domain),
        range=_classes(graph, node, RDFS.range),
        alignments=tuple((phrase, n) for p, phrase in ALIGNMENTS.items() for n in _names(graph, node, p)),
        facts=tuple(_names(graph, node, RDFS.seeAlso)),
    )


def _text(graph: Graph, node: Node | None, predicate: URIRef) -> str:
    return str(graph.value(node, predicate) or "")


def _names(graph: Graph, node: Node, predicate: URIRef) -> list[str]:
    return sorted(compact(str(o)) for o in graph.objects(node, predicate) if isinstance(o, URIRef))


def _classes(graph: Graph, node: Node, predicate: URIRef) -> tuple[str, ...]:
    """Return the classes of a domain or range, those of a union one by one."""
    unions = [graph.value(o, OWL.unionOf) for o in graph.objects(node, predicate)]
    members = [str(m) for union in unions if union is not None for m in Collection(graph, union)]
    return (*_names(graph, node, predicate), *map(compact, members))


def context_jsonld(terms: list[Term]) -> str:
    """Return the JSON-LD context that compacts our graphs: bare names for our terms and for those that we reuse.

    Where a term of another vocabulary has the name of one of ours (``schema:award``), it keeps its prefix; so does
    ``gb:type``, which readers would take for ``@type``.
    """
    own = {t.name.split(":")[1] for t in terms if t.own}
    context: dict[str, object] = {"@version": 1.1, **PREFIXES}
    for term in terms:
        bare = term.name.split(":")[1]
        taken = bare == "type" or (not term.own and bare in own)
        context[term.name if taken else bare] = _definition(term)
    return json.dumps({"@context": context}, indent=2, ensure_ascii=False) + "\n"


def _definition(term: Term) -> str | dict[str, str]:
    if term.kind == "object property":
        return {"@id": term.name, "@type": "@id"}
    datatype = term.range[0] if len(term.range) == 1 else ""
    if term.kind == "datatype property" and datatype.startswith("xsd:") and datatype != "xsd:string":
        return {"@id": term.name, "@type": datatype}
    return term.name


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2430; background: #fff; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1, h2, h3 { line-height: 1.2 } h2 { margin-top: 2.5rem; border-bottom: 1px solid #d5dbe3; padding-bottom: .3rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #e4e8ee }
code, pre { font: 14px/1.45 ui-monospace, monospace } pre { background: #f4f6f9; padding: 1rem; overflow-x: auto }
article { margin: 1.2rem 0; padding-left: 1rem; border-left: 3px solid #c7d2e0 } article h3 { margin: 0 } article p { margin: .2rem 0 }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .1rem .6rem; margin: .3rem 0 } dt { color: #5a6675 } dd { margin: 0 }
a { color: #0b57a4 } .kind { color: #5a6675; font-weight: normal; font-size: 14px }
@media (prefers-color-scheme: dark) { body { background: #14181e; color: #dfe5ec } pre { background: #1d232b } a { color: #7ab8f5 }
 th, td, h2 { border-color: #333c47 } article { border-color: #3a4656 } dt, .kind { color: #9aa7b5 } }
"""  # noqa: E501


def page() -> str:
    """Return the page that documents the ontology, as HTML without scripts that asks no network."""
    graph = ontology()
    all_terms, self = terms(graph), about(graph)
    names = {t.name for t in all_terms}
    own = [t for t in all_terms if t.own]
    parts = [
        f"<h1>{escape(self['title'])}</h1>",
        f"<p>{escape(self['description'])}</p>",
        f"<p>Namespace <code>{escape(self['iri'])}#</code>, version {escape(self['version'])}, "
        f'licence <a href="{escape(self["license"])}">Apache-2.0</a>. Beside this page: '
        '<a href="graph-builder.ttl">Turtle</a>, <a href="shapes.ttl">SHACL shapes</a>, '
        '<a href="context.jsonld">JSON-LD context</a>.</p>',
        "<h2>Facts and direct edges</h2>",
        "<p>Each relation has a node of its own, a fact, and one or more direct edges for short queries.</p>",
        _fact_rows(all_terms, names),
        "<h2>An example</h2>",
        "<p>What one sentence of one source becomes: the source, two mentions, a fact and a direct edge.</p>",
        f"<pre>{escape(example())}</pre>",
        *_section("Classes", [t for t in own if t.kind == "class"], names),
        *_section("Properties", [t for t in own if t.kind != "class"], names),
        *_section("Terms of other vocabularies", [t for t in all_terms if not t.own], names),
        "<h2>Prefixes</h2>",
        _table(("prefix", "namespace"), ([_code(p), _code(n)] for p, n in ALIGNED.items())),
    ]
    return _HTML.format(title=escape(self["title"]), style=_STYLE.strip(), body="\n".join(parts))


_HTML = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def example() -> str:
    """Return the graph of a source of one sentence, in TriG without prefixes: what ``source_lines`` really gives."""
    source, text = "cvs/mira.md", "Mira Holt, engineer at Brightloom since 2019"
    evidence = Evidence(source, Span(0, len(text)), text)
    mentions = (
        Mention(source, "person", EntityKind.PERSON, "Mira Holt", Evidence(source, Span(0, 9), "Mira Holt")),
        Mention(source, "firm", EntityKind.ORGANIZATION, "Brightloom", Evidence(source, Span(23, 33), "Brightloom")),
    )
    roles = {"person": "person", "organization": "firm"}
    values = {"role": "engineer", "start": "2019", "end": "present"}
    claim = Claim(source, Relation.EMPLOYMENT, roles, evidence, values, "employment/1", 0.95)
    links = {
        m.id: Link(source, m.id, m.kind, m.name.casefold(), LinkStatus.INFERRED, "same name", 0.9) for m in mentions
    }
    lines = "".join(source_lines(SourceFacts(source, mentions, (claim,)), links))
    quads = ox.parse(lines, format=ox.RdfFormat.N_QUADS)
    written = ox.serialize(quads, format=ox.RdfFormat.TRIG, prefixes=PREFIXES) or b""
    # The serialiser writes prefixes in no fixed order, and the page has a table of them.
    return "\n".join(line for line in written.decode().splitlines() if not line.startswith("@prefix"))


def _fact_rows(all_terms: list[Term], names: set[str]) -> str:
    rows = []
    for fact in (t for t in all_terms if ("subclass of", "gb:Fact") in t.alignments):
        parts = [t for t in all_terms if fact.name in t.domain]
        roles = [t.name for t in parts if t.kind == "object property"]
        values = [t.name for t in parts if t.kind == "datatype property"]
        edges = [t.name for t in all_terms if fact.name in t.facts]
        rows.append([_links([fact.name], names), *(_links(column, names) for column in (roles, values, edges))])
    return _table(("fact", "roles", "values", "direct edges"), rows)


def _section(title: str, members: list[Term], names: set[str]) -> list[str]:
    return [f"<h2>{escape(title)}</h2>", *(_article(t, names) for t in members)]


def _article(term: Term, names: set[str]) -> str:
    rows = [("domain", term.domain), ("range", term.range), ("behind it", term.facts)]
    phrases = dict.fromkeys(phrase for phrase, _ in term.alignments)
    rows += [(p, tuple(n for phrase, n in term.alignments if phrase == p)) for p in phrases]
    details = "".join(f"<dt>{escape(k)}</dt><dd>{_links(found, names)}</dd>" for k, found in rows if found)
    return (
        f'<article id="{_anchor(term.name)}"><h3>{_code(term.name)} <span class="kind">{escape(term.label)}, '
        f"{escape(term.kind)}</span></h3><p>{escape(term.comment)}</p>"
        + (f"<dl>{details}</dl>" if details else "")
        + "</article>"
    )


def _links(found: Iterable[str], names: set[str]) -> str:
    return ", ".join(f'<a href="#{_anchor(n)}">{_code(n)}</a>' if n in names else _code(n) for n in found)


def _anchor(name: str) -> str:
    """Return the id of a term's entry: its local name if it is ours, so that the IRIs of our terms lead there."""
    return escape(name.removeprefix("gb:").replace(":", "-"))


def _table(head: tuple[str, ...], rows: Iterable[list[str]]) -> str:
    top = "".join(f"<th>{escape(h)}</th>" for h in head)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>\n<tr>{top}</tr>\n{body}\n</table>"


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"
