"""The catalogue of named queries: SPARQL files whose header says what they ask and what they take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from rapidfuzz import process

from graph_builder.model import QueryError


class ParameterKind(StrEnum):
    """What the value of a parameter names: an entity (looked up by name), a source, or a plain value."""

    PERSON = "person"
    ORGANIZATION = "organization"
    WORK = "work"
    VENUE = "venue"
    TOPIC = "topic"
    SOURCE = "source"
    YEAR = "year"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A variable of a query that the user may bind: its kind, whether it must be given, default and example."""

    name: str
    kind: ParameterKind
    required: bool
    default: str
    example: str
    description: str


@dataclass(frozen=True, slots=True)
class Column:
    """A variable that a query projects, and what it means."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A SPARQL query with a name and the header that documents it."""

    name: str
    text: str
    title: str = ""
    description: str = ""
    parameters: tuple[Parameter, ...] = ()
    columns: tuple[Column, ...] = ()

    def parameter(self, name: str) -> Parameter:
        """Return the parameter called *name*.

        Raises:
            QueryError: the query has no such parameter; the message lists those that it has.
        """
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        known = ", ".join(p.name for p in self.parameters) or "none"
        raise QueryError(f"query {self.name}: no parameter {name!r}; it takes: {known}")


# A parameter's line: `name (kind, required; example: x): what it restricts`. The middle is what `_condition` reads.
_PARAMETER = re.compile(r"(?P<name>\w+) \((?P<kind>\w+), (?P<rest>[^()]*)\): (?P<description>.+)")
_COLUMN = re.compile(r"(?P<name>\w+): (?P<description>.+)")
# Entries are indented by more than one space: a column may be called title.
_SECTION = re.compile(r" ?(?P<key>title|description|parameters|columns):\s*(?P<value>.*)")

# What SPARQL text may begin with; those that change data are known here so that they are refused as such.
_FIRST_WORDS = frozenset(
    "select ask construct describe prefix base insert delete load clear drop create copy move add with".split()
)


def queries_folder() -> Path:
    """Return the folder of the bundled queries: beside the package in a checkout, inside it when installed.

    >>> (queries_folder() / "employment.rq").is_file()
    True
    """
    package = Path(__file__).resolve().parent.parent
    inside = package / "_queries"
    return inside if inside.is_dir() else package.parent / "queries"


@lru_cache(maxsize=1)
def catalogue() -> tuple[NamedQuery, ...]:
    """Return all bundled queries, by name.

    >>> "employment" in {query.name for query in catalogue()}
    True
    """
    return tuple(_load(path) for path in sorted(queries_folder().glob("*.rq")))


def catalogued(query: NamedQuery) -> NamedQuery | None:
    """Return the bundled query with the same text, if there is one: one may be asked by its file or its text too.

    >>> catalogued(parse("mine", find("employment").text)) == find("employment"), catalogued(parse("mine", "ASK {}"))
    (True, None)
    """
    return _by_text().get(query.text)


@lru_cache(maxsize=1)
def _by_text() -> dict[str, NamedQuery]:
    return {query.text: query for query in catalogue()}


def find(name_or_path: str | Path) -> NamedQuery:
    """Return a query by its name in the catalogue, by the path of a file, or from SPARQL text.

    Args:
        name_or_path: ``coauthors``, ``queries/coauthors.rq``, or a query such as ``SELECT * { ?s ?p ?o }``.

    Raises:
        QueryError: there is no such query; the message names the nearest ones.

    >>> find("employment").columns[0].name
    'source'
    >>> find("employmnt")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    graph_builder.model.errors.QueryError: no query 'employmnt'; did you mean employment...
    """
    wanted = str(name_or_path)
    for query in catalogue():
        if query.name == wanted:
            return query
    if isinstance(name_or_path, str) and _is_text(wanted):
        return parse("query", wanted)
    path = Path(wanted)
    try:
        if path.is_file():
            return _load(path)
    except (OSError, ValueError) as error:
        raise QueryError(f"query {wanted!r}: {error}; give a name of the catalogue, a file or SPARQL text") from error
    # A bare path into the catalogue works from any folder: queries/employment.rq.
    bundled = queries_folder() / path.name
    if path.suffix == ".rq" and path.parent.name in ("", "queries") and bundled.is_file():
        return _load(bundled)
    raise QueryError(_unknown(wanted))


def parse(name: str, text: str) -> NamedQuery:
    """Return the query in *text* with what its header says; text without a header is a query too.

    Raises:
        QueryError: a line of the header's parameters cannot be read.

    >>> parse("q", "# title: All\\n# columns:\\n#   s: any subject\\nSELECT ?s { ?s ?p ?o }").columns
    (Column(name='s', description='any subject'),)
    """
    sections: dict[str, list[str]] = {"title": [], "description": [], "parameters": [], "columns": []}
    current: list[str] = []
    for line in _header(text):
        if found := _SECTION.fullmatch(line):
            current = sections[found["key"]]
            line = found["value"]
        if line.strip():
            current.append(line.strip())
    return NamedQuery(
        name,
        text,
        " ".join(sections["title"]),
        " ".join(sections["description"]),
        tuple(_parameter(name, line) for line in sections["parameters"] if line != "none"),
        tuple(
            Column(found["name"], found["description"])
            for found in map(_COLUMN.fullmatch, sections["columns"])
            if found
        ),
    )


def _is_text(wanted: str) -> bool:
    """Return whether a query is SPARQL text, no name or path: it has braces or lines, or words after a keyword."""
    first, _, rest = wanted.strip().partition(" ")
    return "{" in wanted or "\n" in wanted or (bool(rest) and first.casefold() in _FIRST_WORDS)


def _load(path: Path) -> NamedQuery:
    try:
        return parse(path.stem, path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(f"{path}: cannot be read as a query ({error}); save it as UTF-8 text") from error


def _header(text: str) -> Iterator[str]:
    for line in text.lstrip("\ufeff").splitlines():
        if not line.startswith("#"):
            return
        yield line[1:].rstrip()


def _parameter(query: str, line: str) -> Parameter:
    found = _PARAMETER.fullmatch(line)
    if found is None or found["kind"] not in set(ParameterKind):
        raise QueryError(
            f"query {query}: header line {line!r} is no parameter; write `name (kind, required; example: x): meaning`"
        )
    condition, _, example = (part.strip() for part in found["rest"].partition("; example: "))
    return Parameter(
        found["name"],
        ParameterKind(found["kind"]),
        condition == "required",
        condition.removeprefix("default ").strip() if condition.startswith("default ") else "",
        example,
        found["description"],
    )


def _unknown(wanted: str) -> str:
    names = [query.name for query in catalogue()]
    near = [name for name, *_ in process.extract(wanted, names, limit=3, score_cutoff=60)]
    hint = f"did you mean {', '.join(near)}?" if near else "`graph-builder queries` lists them."
    return f"no query {wanted!r}; {hint} A path of a .rq file or SPARQL text works too"
