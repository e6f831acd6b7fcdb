"""Checks that look across graphs or compare the two layers: what no shape of one graph can see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pyoxigraph import Literal, NamedNode

from graph_builder.graph import literals
from graph_builder.graph import vocabulary as v
from graph_builder.graph.violations import Nodes, Properties, Term, Violation, number_of, short, value_of
from graph_builder.model import SCHEMA, Relation

_RELATION = {term.value: relation for relation, term in v.FACT_CLASS.items()}
_ENTITY = {term.value: kind for kind, term in v.ENTITY_CLASS.items()}
_EDGE_TERMS = {edge.value for edges in v.EDGES.values() for _, edge, _ in edges}
_PARENTS = {term.value for term in v.PARENT.values()}
_TERMS = (
    {t.value for t in vars(v).values() if isinstance(t, NamedNode)}
    | {t.value for table in (v.FACT_CLASS, v.ROLE, v.VALUE, v.ENTITY_CLASS) for t in table.values()}
    | _EDGE_TERMS
)


@dataclass(slots=True)
class Known:
    """What all graphs together say of entities: their classes, their names, and the entity above each."""

    classes: dict[str, set[str]] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)

    def add(self, nodes: Nodes) -> None:
        """Take in the entities that one graph describes."""
        for node, properties in nodes.items():
            kinds = _ENTITY.keys() & set(nodes.classes(node))
            if kinds:
                self.classes.setdefault(node, set()).update(kinds)
                self.names.setdefault(node, set()).update(value_of(n) for n in properties.get(v.LABEL.value, ()))
            for term in _PARENTS & properties.keys():
                self.parents[node] = value_of(properties[term][0])


def check_structure(nodes: Nodes, known: Known) -> Iterator[Violation]:
    """Yield what is wrong with one graph in the light of all: facts, mentions, direct edges, terms."""
    edges: set[tuple[str, str, str]] = set()
    for node, properties in nodes.items():
        yield from _terms(nodes, node, properties.keys())
        yield from _forms(nodes, node)
        relations = [_RELATION[c] for c in nodes.classes(node) if c in _RELATION]
        if len(relations) > 1:
            yield nodes.violation(node, v.TYPE.value, f"{len(relations)} found; expected one class of fact")
        for relation in relations[:1]:
            yield from _fact(nodes, node, relation, known)
            edges.update(_edges(nodes, node, relation))
        if v.MENTION_CLASS.value in nodes.classes(node):
            yield from _mention(nodes, node, known)
    yield from _direct(nodes, edges)


def check_entities(known: Known) -> Iterator[Violation]:
    """Yield what is wrong with the entities of all graphs together: two names, two classes, a circle of parents."""
    for node in sorted(known.classes):
        kind = short(min(known.classes[node]))
        if len(known.names[node]) > 1:
            names = ", ".join(sorted(known.names[node]))
            yield Violation("all graphs", node, kind, "rdfs:label", f"{names}; expected exactly one preferred name")
        if len(known.classes[node]) > 1:
            yield Violation("all graphs", node, kind, "rdf:type", "an entity of several kinds; expected one")
        if parent := known.parents.get(node):
            if parent not in known.classes:
                yield Violation("all graphs", node, kind, "parent", f"<{parent}> is not described in any graph")
            if _circular(node, known.parents):
                yield Violation("all graphs", node, kind, "parent", "the entities above it lead back to it")


def _circular(node: str, parents: dict[str, str]) -> bool:
    seen: set[str] = set()
    above = parents.get(node)
    while above is not None and above not in seen:
        if above == node:
            return True
        seen.add(above)
        above = parents.get(above)
    return False


def _terms(nodes: Nodes, node: str, used: Iterable[str]) -> Iterator[Violation]:
    for term in [*used, *nodes.classes(node)]:
        if term.startswith(v.GB) and term not in _TERMS:
            yield nodes.violation(node, term, "not a term of the ontology")


def _forms(nodes: Nodes, node: str) -> Iterator[Violation]:
    for term, values in nodes[node].items():
        for value in values:
            if isinstance(value, Literal) and not _well_formed(value):
                yield nodes.violation(node, term, f"found {value}, which does not have the form of its datatype")


def _well_formed(value: Literal) -> bool:
    if value.datatype in (v.XSD_GYEAR, v.XSD_GYEARMONTH, v.XSD_DATE):
        date = literals.date(value.value)
        return date is not None and date.datatype == value.datatype
    if value.datatype in (v.XSD_INTEGER, v.XSD_DECIMAL):
        return number_of(value) is not None
    return True


def _fact(nodes: Nodes, node: str, relation: Relation, known: Known) -> Iterator[Violation]:
    properties = nodes[node]
    for source in properties.get(v.SOURCE.value, ()):
        if value_of(source) != nodes.name:
            yield nodes.violation(node, v.SOURCE.value, f"found {source}; expected the source in whose graph it stands")
    for role, kind in SCHEMA[relation].roles:
        yield from _entity(nodes, node, v.ROLE[role].value, v.ENTITY_CLASS[kind].value, known)
    for kind, (part, _) in v.PART.items():
        yield from _entity(nodes, node, part.value, v.ENTITY_CLASS[kind].value, known)
    yield from _dates(nodes, node)


def _mention(nodes: Nodes, node: str, known: Known) -> Iterator[Violation]:
    yield from _entity(nodes, node, v.REFERS_TO.value, "", known)
    for kind, (_, part) in v.PART.items():
        yield from _entity(nodes, node, part.value, v.ENTITY_CLASS[kind].value, known)


def _entity(nodes: Nodes, node: str, term: str, expected: str, known: Known) -> Iterator[Violation]:
    for value in nodes[node].get(term, ()):
        classes = known.classes.get(value_of(value))
        if classes is None:
            yield nodes.violation(node, term, f"{value} is not described in any graph; expected an entity with a name")
        elif expected and expected not in classes:
            found = ", ".join(sorted(map(short, classes)))
            yield nodes.violation(node, term, f"{value} is a {found}; expected a {short(expected)}")


def _dates(nodes: Nodes, node: str) -> Iterator[Violation]:
    """Compare begin and end as far as both are precise: 2020-05 does not end before 2020."""
    properties = nodes[node]
    years = {"start": v.START_YEAR.value, "end": v.END_YEAR.value}
    for name, year in years.items():
        stated = {value_of(d)[:4] for d in properties.get(v.VALUE[name].value, ())}
        if stated != {value_of(y).zfill(4) for y in properties.get(year, ())}:
            yield nodes.violation(node, year, f"not the year of gb:{name}")
    for start in properties.get(v.VALUE["start"].value, ()):
        for end in properties.get(v.VALUE["end"].value, ()):
            first, last = value_of(start), value_of(end)
            precision = min(len(first), len(last))
            if last[:precision] < first[:precision]:
                yield nodes.violation(node, v.VALUE["end"].value, f"found {last}, before the start, {first}")


def _edges(nodes: Nodes, node: str, relation: Relation) -> Iterator[tuple[str, str, str]]:
    properties = nodes[node]
    for subject, edge, object_ in v.EDGES[relation]:
        starts = [nodes.name] if subject == "source" else [value_of(s) for s in _filled(properties, subject)]
        for start in starts:
            for end in _filled(properties, object_):
                yield start, edge.value, value_of(end)


def _filled(properties: Properties, name: str) -> list[Term]:
    return properties.get(v.GB + name, [])


def _direct(nodes: Nodes, expected: set[tuple[str, str, str]]) -> Iterator[Violation]:
    found = {
        (node, term, value_of(value))
        for node, properties in nodes.items()
        for term in _EDGE_TERMS & properties.keys()
        for value in properties[term]
    }
    for node, term, value in sorted(found - expected):
        yield nodes.violation(node, term, f"{_brief(value)}: a direct edge without a fact behind it")
    for node, term, value in sorted(expected - found):
        yield nodes.violation(node, term, f"{_brief(value)}: a fact without its direct edge")


def _brief(value: str) -> str:
    return str(Literal(value[:77] + "..." if len(value) > 80 else value))
