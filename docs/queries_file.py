"""The page of the catalogue of queries, queries/README.md."""

from __future__ import annotations

from graph_builder.query.catalogue import NamedQuery, Parameter, catalogue

_HEAD = """# Queries

Every file here is plain SPARQL 1.1 with a header that says what it asks, which parameters it takes and what its columns
mean. Any engine runs them on an exported graph if its default graph is the union of all graphs; a parameter is a
variable that may be bound from outside, and each query also runs with none bound.

```
graph-builder query --store kg coauthors --param person="Mira Holt"
graph-builder query --store kg queries/employment.rq --format csv
```

A person, organization, work, venue or topic is given by any of its names, by its IRI, or as `kind/key`; a source by its
id or file name. Some queries that cross the whole graph stand in `sql/` too: `graph-builder` asks these of the index
that it keeps beside a snapshot (always with the rows of the query in SPARQL, which tests compare), by name, file or
text, on the command line, in Python and at the endpoint. The table is made from the headers:
`python docs/generate.py`.
"""


def page() -> str:
    """Return the catalogue as Markdown: one table of all queries.

    >>> page().splitlines()[0]
    '# Queries'
    """
    lines = [_HEAD, "| query | asks | parameters | columns |", "|---|---|---|---|", *map(_row, catalogue())]
    return "\n".join(lines) + "\n"


def _row(query: NamedQuery) -> str:
    parameters = "<br>".join(map(_parameter, query.parameters))
    columns = " ".join(column.name for column in query.columns)
    return f"| [{query.name}]({query.name}.rq) | **{query.title}.** {query.description} | {parameters} | {columns} |"


def _parameter(parameter: Parameter) -> str:
    need = "required" if parameter.required else f"default {parameter.default}" if parameter.default else "optional"
    return f"`{parameter.name}` ({parameter.kind}, {need})"
