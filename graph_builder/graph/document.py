"""The page that documents the ontology, and the JSON-LD context: both made from the Turtle file, so that neither lies.

``python -m graph_builder.graph.document`` writes them beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

import pyoxigraph as ox

from graph_builder.graph.context import context_jsonld
from graph_builder.graph.files import ontology_file
from graph_builder.graph.sources import source_quads
from graph_builder.graph.terms import ALIGNED, Term, about, ontology, terms
from graph_builder.graph.vocabulary import PREFIXES
from graph_builder.model import (
    Claim,
    Entity,
    EntityKind,
    Evidence,
    Link,
    LinkStatus,
    Mention,
    Relation,
    SourceFacts,
    Span,
)

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
        _facts(all_terms, names),
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
    """Return the graph of a source of one sentence, in TriG without prefixes: what ``source_quads`` really gives."""
    source, text = "cvs/mira.md", "Mira Holt, engineer at Brightloom since 2019"
    evidence = Evidence(source, Span(0, len(text)), text)
    mentions = (
        Mention(source, "person", EntityKind.PERSON, "Mira Holt", Evidence(source, Span(0, 9), "Mira Holt")),
        Mention(source, "firm", EntityKind.ORGANIZATION, "Brightloom", Evidence(source, Span(23, 33), "Brightloom")),
    )
    roles = {"person": "person", "organization": "firm"}
    values = {"role": "engineer", "start": "2019", "end": "present"}
    claim = Claim(source, Relation.EMPLOYMENT, roles, evidence, values, "employment/1", 0.95)
    entities: Mapping[tuple[EntityKind, str], Entity] = {
        (m.kind, m.name.casefold()): Entity(m.kind, m.name.casefold(), m.name) for m in mentions
    }
    links = {
        m.id: Link(source, m.id, m.kind, m.name.casefold(), LinkStatus.INFERRED, "same name", 0.9) for m in mentions
    }
    quads = source_quads(SourceFacts(source, mentions, (claim,)), links, entities)
    written = ox.serialize(quads, format=ox.RdfFormat.TRIG, prefixes=PREFIXES) or b""
    # The serialiser writes prefixes in no fixed order, and the page has a table of them.
    return "\n".join(line for line in written.decode().splitlines() if not line.startswith("@prefix"))


def _facts(all_terms: list[Term], names: set[str]) -> str:
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


def main() -> None:
    """Write the page and the context beside the ontology."""
    folder = ontology_file("graph-builder.ttl").parent
    (folder / "index.html").write_text(page(), encoding="utf-8")
    (folder / "context.jsonld").write_text(context_jsonld(terms(ontology())), encoding="utf-8")


if __name__ == "__main__":
    main()
