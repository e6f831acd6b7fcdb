"""Writes the pages of the documentation that code knows better than any author: ``python docs/generate.py``.

Commands, queries, the ontology with its page and JSON-LD context, the picture of the data model, the results and the
list of decisions. A test compares the folder with what this makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import rdflib
from model_picture import picture
from ontology_files import context_jsonld, terms
from ontology_files import ontology as ontology_graph
from ontology_files import page as ontology_page
from queries_file import page as queries_table
from rdflib.namespace import OWL, RDF, RDFS, SKOS

from graph_builder.cli import app
from graph_builder.graph.files import ontology_file
from graph_builder.query.catalogue import NamedQuery, catalogue

DOCS = Path(__file__).resolve().parent
NOTE = "<!-- Made by docs/generate.py: change the code, then run it. -->\n\n"


def pages() -> dict[str, str]:
    """Return the generated files by name."""
    return {
        "commands.md": commands(),
        "queries.md": queries(),
        "ontology.md": ontology(),
        "figures.md": figures(),
        "decisions/index.md": decisions(),
        "model.svg": picture(),
        "../ontology/index.html": ontology_page(),
        "../ontology/context.jsonld": context_jsonld(terms(ontology_graph())),
        "../queries/README.md": queries_table(),
    }


def commands() -> str:
    """Return a page with the help of every command."""
    parts = [f"{NOTE}# Commands\n\n`graph-builder COMMAND --help` says the same in the terminal.\n"]
    parts += [f"## {name}\n\n```text\n{text}\n```\n" for name, text in _help("graph-builder", app)]
    return "\n".join(parts)


def _help(path: str, command: click.Command) -> Iterator[tuple[str, str]]:
    # The names of the help option are those of the program: click keeps them from whoever asks first.
    context = click.Context(
        command, info_name=path, max_content_width=100, terminal_width=100, help_option_names=["-h", "--help"]
    )
    text = command.get_help(context)
    yield path, "\n".join(line.rstrip() for line in text.splitlines())
    if isinstance(command, click.Group):
        for name in sorted(command.commands):
            yield from _help(f"{path} {name}", command.commands[name])


def queries() -> str:
    """Return a page with every named query: what it asks, takes and gives, and its text."""
    table = re.sub(r"\]\(([\w-]+)\.rq\)", lambda match: f"](#{match[1]})", queries_table())
    # The table tells all columns, which is wide for a page: below, each query has a section of its own.
    return NOTE + table + "\n" + "\n".join(map(_query, catalogue()))


def _query(query: NamedQuery) -> str:
    text = re.sub(r"^#.*\n", "", query.text, flags=re.MULTILINE).strip()
    given = "".join(
        f"- `{p.name}` ({p.kind}, {'required' if p.required else 'optional'}): {p.description}\n"
        for p in query.parameters
    )
    columns = "".join(f"| `{column.name}` | {column.description} |\n" for column in query.columns)
    parts = [
        f"## {query.name} {{ #{query.name} }}\n\n**{query.title}.** {query.description}\n",
        f"Parameters:\n\n{given}" if given else "",
        f"| column | meaning |\n|---|---|\n{columns}" if columns else "",
        f"```sparql\n{text}\n```\n",
    ]
    return "\n".join(part for part in parts if part)


def ontology() -> str:
    """Return a page with the classes and properties of the ontology, from its Turtle."""
    graph = rdflib.Graph().parse(ontology_file("graph-builder.ttl"))
    head = (
        f"{NOTE}# The ontology\n\nClasses and properties of `https://w3id.org/graph-builder/ontology#` (prefix `gb:`), "
        "from the file that ships. Shapes (SHACL) and the JSON-LD context lie beside it in the folder `ontology`.\n"
    )
    kinds = {"Classes": (OWL.Class,), "Properties": (OWL.ObjectProperty, OWL.DatatypeProperty)}
    parts = [head]
    for title, classes in kinds.items():
        terms = sorted(
            {term for each in classes for term in graph.subjects(RDF.type, each) if "graph-builder" in str(term)}
        )
        rows = "".join(_term(graph, term) for term in terms)
        parts.append(f"## {title}\n\n| term | meaning | above and alike | from → to |\n|---|---|---|---|\n{rows}")
    return "\n".join(parts)


def _term(graph: rdflib.Graph, term: rdflib.term.Node) -> str:
    def names(*predicates: rdflib.URIRef) -> list[str]:
        found = {
            each
            for predicate in predicates
            for each in graph.objects(term, predicate)
            if isinstance(each, rdflib.URIRef)
        }
        return sorted(graph.namespace_manager.normalizeUri(each) for each in found)

    said = next((str(text) for p in (SKOS.definition, RDFS.comment) for text in sorted(graph.objects(term, p))), "")
    said = said or next((str(text) for text in sorted(graph.objects(term, RDFS.label))), "")
    above = names(
        RDFS.subClassOf, RDFS.subPropertyOf, OWL.equivalentClass, OWL.equivalentProperty, SKOS.closeMatch, RDFS.seeAlso
    )
    ends = " → ".join(filter(None, (", ".join(names(RDFS.domain)), ", ".join(names(RDFS.range)))))
    name = graph.namespace_manager.normalizeUri(term)
    return f"| `{name}` | {' '.join(said.split()).replace('|', '/')} | {', '.join(above)} | {ends} |\n"


def figures() -> str:
    """Return the page of results: benchmarks/RESULTS.md with its links as seen from here."""
    return NOTE + (DOCS.parent / "benchmarks" / "RESULTS.md").read_text("utf-8").replace("](../docs/", "](")


def decisions() -> str:
    """Return the list of decisions, one line a record."""
    records = sorted((DOCS / "decisions").glob("0*.md"))
    lines = [
        f"- [{title}]({path.name}), {date}"
        for path in records
        for title, _, date in [path.read_text("utf-8").removeprefix("# ").split("\n")[:3]]
    ]
    head = "# Decisions\n\nWhy things are as they are. A record that no longer holds is deleted.\n\n"
    return NOTE + head + "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name, content in pages().items():
        (DOCS / name).write_text(content, "utf-8")
