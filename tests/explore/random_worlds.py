"""Small random worlds as the converter writes them: facts with roles, values and dates, and the direct edges beside."""

from __future__ import annotations

from typing import Any

import pyoxigraph as ox
from hypothesis import strategies as st

from graph_builder.query.index.schema import CLASSES, GB, LABEL, RDF_TYPE, SCHEMA_ORG

DECIMAL = ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal")
WITHIN = "http://www.w3.org/ns/org#subOrganizationOf"
HERE = "http://example.org/"
SIZES = {"person": 4, "organization": 3, "work": 4, "venue": 2, "topic": 2}
SHAPES: dict[str, dict[str, str]] = {
    "Employment": {"person": "person", "organization": "organization", "unit": "organization"},
    "Education": {"person": "person", "organization": "organization"},
    "Award": {"person": "person", "organization": "organization"},
    "Advising": {"student": "person", "advisor": "person"},
    "Publication": {"work": "work", "venue": "venue", "edition": "venue", "person": "person"},
    "Authorship": {"work": "work", "author": "person"},
    "About": {"work": "work", "topic": "topic"},
    "Service": {"person": "person", "venue": "venue", "edition": "venue"},
    "Interest": {"person": "person", "topic": "topic"},
}
"""The roles of facts of some classes, each with the kind of thing in it."""

OPTIONAL = {"Publication": ("venue", "edition", "person"), "Employment": ("unit",), "Service": ("edition",)}

EDGES = {
    "Employment": ("person", SCHEMA_ORG + "affiliation", "organization"),
    "Publication": ("work", SCHEMA_ORG + "isPartOf", "venue"),
    "Authorship": ("work", SCHEMA_ORG + "author", "author"),
    "About": ("work", SCHEMA_ORG + "about", "topic"),
    "Interest": ("person", SCHEMA_ORG + "knowsAbout", "topic"),
}
ABOVE = (
    ("venue/1", SCHEMA_ORG + "superEvent", "venue/0"),
    ("organization/2", WITHIN, "organization/1"),
    ("organization/1", WITHIN, "organization/0"),
)
DATES: tuple[dict[str, str], ...] = (
    {},
    {"year": "2019"},
    {"startYear": "2018", "start": "2018-05", "endYear": "2019", "end": "2019"},
    {"startYear": "2017", "start": "2017", "ongoing": "true"},
    {"startYear": "2017", "start": "2017"},
    {"endYear": "2020", "end": "2020"},
)


def node(name: str) -> ox.NamedNode:
    return ox.NamedNode(name if name.startswith("http") else HERE + name)


def literal(name: str, value: str) -> ox.Literal:
    if name == "ongoing":
        return ox.Literal(value == "true")
    return ox.Literal(int(value)) if name in ("startYear", "endYear") else ox.Literal(value)


@st.composite
def worlds(draw: Any) -> ox.Store:
    """Draw a store of up to fifteen facts in two sources.

    The second venue is an edition of the first, the third organization a unit of the second, and that one of the first.
    """
    store = ox.Store()
    kinds = {kind.value: class_ for class_, kind in CLASSES.items()}
    for kind, size in SIZES.items():
        for number in range(size):
            thing, identity = node(f"{kind}/{number}"), node("identity")
            store.add(ox.Quad(thing, node(RDF_TYPE), node(kinds[kind]), identity))
            # Namesakes, and names that sort otherwise than IRIs.
            store.add(ox.Quad(thing, node(LABEL), ox.Literal(f"{kind} {'ba'[number % 2]}"), identity))
    store.add(ox.Quad(node("venue/1"), node(GB + "editionYear"), ox.Literal("2019"), node("identity")))
    for one, edge, other in ABOVE:
        store.add(ox.Quad(node(one), node(edge), node(other), node("identity")))
    for number in range(draw(st.integers(0, 15))):
        _add_fact(draw, store, node(f"fact/{number}"), node(f"source/{draw(st.integers(0, 1))}"))
    return store


def _add_fact(draw: Any, store: ox.Store, fact: ox.NamedNode, source: ox.NamedNode) -> None:
    name = draw(st.sampled_from(sorted(SHAPES)))
    ends: dict[str, ox.NamedNode] = {}
    said: list[tuple[str, Any]] = [
        (RDF_TYPE, node(GB + name)),
        (RDF_TYPE, node(GB + "Fact")),
        (GB + "source", source),
        (GB + "confidence", ox.Literal(draw(st.sampled_from(["0.5", "0.90", "1.0"])), datatype=DECIMAL)),
    ]
    said += [(GB + "extractor", ox.Literal(each)) for each in draw(st.sets(st.sampled_from(["prose", "records"])))]
    for role, kind in SHAPES[name].items():
        # A publication need not have a venue, an edition or somebody who lists it, a post no unit, and so on.
        if role not in OPTIONAL.get(name, ()) or draw(st.booleans()):
            number = int(role == "edition") if kind == "venue" else draw(st.integers(0, SIZES[kind] - 1))
            ends[role] = node(f"{kind}/{number}")
            said.append((GB + role, ends[role]))
    dates = draw(st.sampled_from(DATES if name in ("Employment", "Education") else DATES[:2]))
    said += [(GB + each, literal(each, value)) for each, value in dates.items()]
    if name == "Authorship":
        said.append((GB + "position", ox.Literal(draw(st.integers(1, 3)))))
    if name == "Education" and draw(st.booleans()):
        said.append((GB + "degree", ox.Literal("doctorate")))
    if name in ("Employment", "Service") and draw(st.booleans()):
        said.append((GB + "role", ox.Literal(draw(st.sampled_from(["Intern", "Lecturer"])))))
    if draw(st.booleans()):
        said.append((GB + "quote", ox.Literal(f"line {draw(st.integers(0, 2))}")))
        said += [(GB + end, ox.Literal(draw(st.integers(0, 3)))) for end in ("evidenceStart", "evidenceEnd")]
    for predicate, value in said:
        store.add(ox.Quad(fact, node(predicate), value, source))
    if name in EDGES and EDGES[name][2] in ends:
        start, edge, end = EDGES[name]
        store.add(ox.Quad(ends[start], node(edge), ends[end], source))
    if name == "Publication" and "year" in dates:
        store.add(ox.Quad(ends["work"], node(SCHEMA_ORG + "datePublished"), ox.Literal(dates["year"]), source))
