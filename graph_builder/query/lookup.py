"""Looking up names: what a user calls a person, organization, work, venue, topic or source becomes its IRI."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from urllib.parse import quote

import pyoxigraph as ox
from rapidfuzz import fuzz, process

from graph_builder.model import QueryError
from graph_builder.query.catalogue import NamedQuery, Parameter, ParameterKind
from graph_builder.query.index import schema

_RDF_TYPE, _LABEL, _ALT_LABEL = map(ox.NamedNode, (schema.RDF_TYPE, schema.LABEL, schema.ALT_LABEL))
_PRINTED, _REFERS_TO = ox.NamedNode(schema.GB + "printedForm"), ox.NamedNode(schema.GB + "refersTo")
_NOW = ox.NamedNode("http://www.w3.org/2002/07/owl#sameAs")
_CLASSES = {kind.value: ox.NamedNode(iri) for iri, kind in schema.CLASSES.items()}
# Candidates shown in a message: more than these nobody reads.
_SHOWN = 8


def entity(store: ox.Store, kind: str, name: str) -> ox.NamedNode:
    """Return the entity of *kind* that *name* means: an IRI, ``kind/key``, a label, another name or a printed form.

    Preferred names win over other names, and these over printed forms; inside each, exact spelling wins over the same
    letters in another case.

    Raises:
        QueryError: nothing, or more than one thing, has this name; the message lists the nearest or the candidates.
    """
    if given := _by_iri(store, kind, name):
        return given
    for found in _candidates(store, kind, name):
        if len(found) == 1:
            return found[0]
        if found:
            raise QueryError(_ambiguous(store, kind, name, found))
    raise QueryError(_unknown(store, kind, name))


def source(store: ox.Store, name: str) -> ox.NamedNode:
    """Return the source that *name* means: its IRI, its id, or the end of its id from a ``/`` on.

    Raises:
        QueryError: no source, or more than one, has this name.
    """
    # A query, and not a walk over all facts: each source has one profile or many facts, and DISTINCT is the engine's.
    sources = f"SELECT DISTINCT ?s {{ GRAPH ?s {{ ?f <{schema.GB}source> ?s }} }}"
    known = sorted(row["s"].value for row in store.query(sources))  # type: ignore[union-attr]
    wanted = name.strip("<>")
    tail = "/" + quote(wanted.strip("/"), safe="/!$&'()*+,;=:@~")
    found = [iri for iri in known if iri == wanted] or [
        iri for iri in known if iri.endswith((tail, "/" + wanted.strip("/")))
    ]
    if len(found) == 1:
        return ox.NamedNode(found[0])
    shown = found or [iri for iri, *_ in process.extract(wanted, known, limit=_SHOWN, scorer=fuzz.partial_ratio)]
    problem = "means more than one source" if found else "is no source of this graph"
    raise QueryError(
        f"{name!r} {problem}; {'choose one of' if found else 'nearest'}: {', '.join(shown[:_SHOWN]) or 'none'}"
    )


def fold(name: str) -> str:
    """Return *name* in the form in which names are compared: case, width and spacing are ignored.

    >>> fold("Bin  CUI") == fold("bin cui")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def current(store: ox.Store, iri: str) -> str:
    """Return the address at which a thing is now: another than *iri* if decisions made it one with another thing.

    What is no address of this graph, now or before, is given back as it is.
    """
    try:
        node = ox.NamedNode(iri)
    except ValueError:
        return iri
    if next(store.quads_for_pattern(node, _RDF_TYPE, None, None), None) is not None:
        return iri
    quad = next(store.quads_for_pattern(node, _NOW, None, None), None)
    return quad.object.value if quad is not None and isinstance(quad.object, ox.NamedNode) else iri


def _by_iri(store: ox.Store, kind: str, name: str) -> ox.NamedNode | None:
    wanted = name.strip("<>")
    tail = "/" + wanted
    if wanted.startswith(f"{kind}/"):
        ends = (tail, "/" + quote(wanted, safe="/"))
        found = [node for node in _all(store, kind) if node.value.endswith(ends)] or [
            quad.object
            for quad in store.quads_for_pattern(None, _NOW, None, None)
            if isinstance(quad.object, ox.NamedNode) and quad.subject.value.endswith(ends)  # type: ignore[union-attr]
        ]
        return found[0] if len(found) == 1 else None
    if "://" not in wanted and not wanted.startswith("urn:"):
        return None
    try:
        node = ox.NamedNode(current(store, wanted))
    except ValueError as error:
        raise QueryError(f"{name!r} is no IRI ({error})") from error
    if next(store.quads_for_pattern(node, _RDF_TYPE, _CLASSES[kind], None), None) is None:
        raise QueryError(f"<{wanted}> is no {kind} of this graph; give a name, and the nearest are listed")
    return node


def _candidates(store: ox.Store, kind: str, name: str) -> Iterator[list[ox.NamedNode]]:
    """Yield the entities with the name, tier after tier: exact spelling by index first, then a walk over all names."""
    for predicate in (_LABEL, _ALT_LABEL, _PRINTED):
        yield _only(store, kind, _bearers(store, predicate, ox.Literal(name.strip())))
    wanted = fold(name)
    for predicate in (_LABEL, _ALT_LABEL, _PRINTED):
        same = {
            quad.object
            for quad in store.quads_for_pattern(None, predicate, None, None)
            if isinstance(quad.object, ox.Literal) and fold(quad.object.value) == wanted
        }
        yield _only(store, kind, {node for form in same for node in _bearers(store, predicate, form)})


def _bearers(store: ox.Store, predicate: ox.NamedNode, form: ox.Literal) -> set[ox.NamedNode]:
    """Return what bears a name; a printed form is borne by the mention's entity."""
    subjects = {quad.subject for quad in store.quads_for_pattern(None, predicate, form, None)}
    if predicate is _PRINTED:
        subjects = {q.object for s in subjects for q in store.quads_for_pattern(s, _REFERS_TO, None, None)}  # type: ignore[misc]
    return {node for node in subjects if isinstance(node, ox.NamedNode)}


def _only(store: ox.Store, kind: str, nodes: set[ox.NamedNode]) -> list[ox.NamedNode]:
    wanted = _CLASSES[kind]
    kept = (n for n in nodes if next(store.quads_for_pattern(n, _RDF_TYPE, wanted, None), None) is not None)
    return sorted(kept, key=lambda node: node.value)


def _all(store: ox.Store, kind: str) -> set[ox.NamedNode]:
    quads = store.quads_for_pattern(None, _RDF_TYPE, _CLASSES[kind], None)
    return {quad.subject for quad in quads if isinstance(quad.subject, ox.NamedNode)}


def label(store: ox.Store, node: ox.NamedNode) -> str:
    """Return the preferred name of *node*, or its IRI if it has none."""
    quad = next(store.quads_for_pattern(node, _LABEL, None, None), None)
    return quad.object.value if quad is not None and isinstance(quad.object, ox.Literal) else node.value


def _ambiguous(store: ox.Store, kind: str, name: str, found: list[ox.NamedNode]) -> str:
    shown = "\n".join(f"  <{node.value}>  {label(store, node)}" for node in found[:_SHOWN])
    more = f"\n  and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{name!r} means {len(found)} of kind {kind}; give the IRI of one of them:\n{shown}{more}"


def _unknown(store: ox.Store, kind: str, name: str) -> str:
    names: dict[str, set[str]] = defaultdict(set)
    members = _all(store, kind)
    for predicate in (_LABEL, _ALT_LABEL):
        for quad in store.quads_for_pattern(None, predicate, None, None):
            if quad.subject in members and isinstance(quad.object, ox.Literal):
                names[quad.object.value].add(quad.subject.value)  # type: ignore[union-attr]
    near = process.extract(name, sorted(names), scorer=fuzz.WRatio, processor=fold, limit=5, score_cutoff=55)
    hint = (
        "; nearest: " + ", ".join(repr(form) for form, *_ in near)
        if near
        else f"; this graph has {len(members)} of them"
    )
    return f"no {kind} is called {name!r}{hint}"


Value = str | int | float

_XSD = "http://www.w3.org/2001/XMLSchema#"


def bind(store: ox.Store, query: NamedQuery, params: Mapping[str, Value]) -> dict[str, ox.NamedNode | ox.Literal]:
    """Return the terms to put for the variables of *query*, defaults included.

    Raises:
        QueryError: a parameter is unknown or missing, or its value is of the wrong kind or names nothing.
    """
    if not query.parameters:
        return {name: _free(name, value) for name, value in params.items()}
    given = {query.parameter(name).name: value for name, value in params.items()}
    for parameter in query.parameters:
        if parameter.required and str(given.get(parameter.name, "")).strip() == "":
            raise QueryError(
                f"query {query.name}: parameter {parameter.name} is missing; add --param {parameter.name}="
                f'"{parameter.example}" ({parameter.description})'
            )
        if parameter.default:
            given.setdefault(parameter.name, parameter.default)
    return {name: term(store, query.parameter(name), value) for name, value in given.items()}


def term(store: ox.Store, parameter: Parameter, value: Value) -> ox.NamedNode | ox.Literal:
    """Return *value* as the term that *parameter* wants.

    Raises:
        QueryError: a number is no number, a year no year, or a name is unknown or ambiguous.

    >>> year = Parameter("year", ParameterKind.YEAR, True, "", "2021", "the year")
    >>> term(ox.Store(), year, "2021").value
    '2021'
    """
    text = str(value).strip()
    match parameter.kind:
        case ParameterKind.YEAR:
            return _year(parameter, text)
        case ParameterKind.NUMBER:
            return _number(parameter, text)
        case ParameterKind.TEXT:
            return ox.Literal(text)
        case ParameterKind.SOURCE:
            return source(store, text)
        case _:
            return entity(store, parameter.kind, text)


def _year(parameter: Parameter, text: str) -> ox.Literal:
    if not (text.isascii() and text.isdigit() and len(text) == 4):
        raise QueryError(
            f"parameter {parameter.name}: {text!r} is no year; write four digits, such as {parameter.example}"
        )
    return ox.Literal(text, datatype=ox.NamedNode(_XSD + "integer"))


def _number(parameter: Parameter, text: str) -> ox.Literal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and -(10**15) < number < 10**15):
        raise QueryError(f"parameter {parameter.name}: {text!r} is no number; write one such as {parameter.example}")
    kind = "integer" if number == number.to_integral_value() else "decimal"
    return ox.Literal(f"{number:f}" if kind == "decimal" else str(int(number)), datatype=ox.NamedNode(_XSD + kind))


def _free(name: str, value: Value) -> ox.NamedNode | ox.Literal:
    """Return a value for a query without a header: an IRI in angle brackets, or a literal."""
    if not name.isidentifier():
        raise QueryError(f"{name!r} is no variable name; use letters, digits and underscores")
    if isinstance(value, int | float):
        return ox.Literal(value)
    if value.startswith("<") and value.endswith(">"):
        try:
            return ox.NamedNode(value[1:-1])
        except ValueError as error:
            raise QueryError(f"parameter {name}: {value} is no IRI ({error})") from error
    return ox.Literal(value)
