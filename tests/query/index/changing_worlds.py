"""Small worlds that change: a pool of all that may be said in them, and graphs that say some of it."""

from __future__ import annotations

from typing import Any

import pyoxigraph as ox
from hypothesis import strategies as st

from graph_builder.query.index.schema import ALT_LABEL, CLASSES, DIRECT, GB, LABEL, RDF_TYPE, SCHEMA_ORG

HERE = "http://example.org/"
SIZES = {"person": 4, "organization": 3, "work": 4, "venue": 2, "topic": 1}
NAMES = ("Ada", "Ben", "Ümit", "zoe")
FACTS: tuple[tuple[str, dict[str, str], dict[str, tuple[str, ...]]], ...] = (
    ("Authorship", {"work": "work", "author": "person"}, {"position": ("1", "2", "10")}),
    ("Publication", {"work": "work", "venue": "venue", "edition": "venue"}, {"year": ("2019", "2021")}),
    (
        "Employment",
        {"person": "person", "organization": "organization", "unit": "organization"},
        {
            "start": ("2018-05", "2019"),
            "startYear": ("2018", "2019"),
            "role": ("Intern", "Lecturer"),
            "ongoing": ("true",),
        },
    ),
    ("Service", {"person": "person", "venue": "venue", "edition": "venue"}, {"role": ("Chair",)}),
)
EDGES = {
    "author": ("work", "person"),
    "about": ("work", "topic"),
    "part": ("work", "venue"),
    "event": ("venue", "venue"),
    "affiliation": ("person", "organization"),
    "within": ("organization", "organization"),
    "interest": ("person", "topic"),
}

Quads = frozenset[ox.Quad]


def node(name: str) -> ox.NamedNode:
    return ox.NamedNode(name if name.startswith("http") else HERE + name)


def quad(subject: str, term: str, value: str | ox.NamedNode, graph: str = "identity") -> ox.Quad:
    return ox.Quad(node(subject), node(term), ox.Literal(value) if isinstance(value, str) else value, node(graph))


@st.composite
def things(draw: Any, kind: str, number: int) -> list[ox.Quad]:
    """Draw what is said of a thing, if there is one."""
    name = f"{kind}/{number}"
    if draw(st.integers(0, 9)) == 0:
        return []
    classes = {each.value: class_ for class_, each in CLASSES.items()}
    found = [quad(name, RDF_TYPE, node(classes[kind]))]
    found += [quad(name, LABEL, draw(st.sampled_from(NAMES)))] * draw(st.sampled_from((0, 1, 1, 1)))
    found += [quad(name, ALT_LABEL, draw(st.sampled_from(NAMES)))] * draw(st.integers(0, 1))
    found += [quad(name, f"{SCHEMA_ORG}sameAs", node(f"http://other.org/{number}"))] * draw(st.integers(0, 1))
    if kind == "work":
        found += [
            quad(name, f"{SCHEMA_ORG}datePublished", y) for y in draw(st.sets(st.sampled_from(("2019", "2021", "?"))))
        ]
    if kind == "venue":
        found += [quad(name, f"{GB}editionYear", "2019")] * draw(st.integers(0, 1))
    return found


@st.composite
def facts(draw: Any, number: int) -> list[ox.Quad]:
    """Draw what is said of a fact and of the mention behind it."""
    class_, roles, values = draw(st.sampled_from(FACTS))
    name, source = f"fact/{number}", f"source/{draw(st.integers(0, 2))}"
    found = [
        quad(name, RDF_TYPE, node(GB + class_), source),
        quad(name, f"{GB}confidence", draw(st.sampled_from(("0.5", "0.90", "1.0"))), source),
        quad(name, f"{GB}extractor", draw(st.sampled_from(("rules", "records"))), source),
    ]
    for role, kind in roles.items():
        if draw(st.integers(0, 3)):
            found.append(quad(name, GB + role, node(f"{kind}/{draw(st.integers(0, SIZES[kind] - 1))}"), source))
    for value, texts in values.items():
        if draw(st.booleans()):
            found.append(quad(name, GB + value, draw(st.sampled_from(texts)), source))
    if draw(st.booleans()):
        found.append(quad(name, f"{GB}quote", draw(st.sampled_from(("one line", "two lines"))), source))
        found += [
            quad(name, GB + end, str(draw(st.integers(0, 2))), source) for end in ("evidenceStart", "evidenceEnd")
        ]
    for mention in draw(st.sets(st.integers(0, 5), max_size=2)):
        found.append(quad(name, f"{GB}mention", node(f"mention/{mention}"), source))
    return found


@st.composite
def mentions(draw: Any, number: int) -> list[ox.Quad]:
    """Draw what is said of a mention, if it refers to something."""
    kind = draw(st.sampled_from(("person", "work", "work", "venue")))
    name, refers = f"mention/{number}", node(f"{kind}/{draw(st.integers(0, SIZES[kind] - 1))}")
    found = [quad(name, f"{GB}refersTo", refers)] * draw(st.sampled_from((0, 1, 1, 1)))
    for value, texts in {
        "printedForm": NAMES,
        "linkStatus": ("inferred", "stated"),
        "linkRule": ("name", "key"),
        "linkScore": ("0.5", "0.9"),
        "linkReason": ("same name", "same venue"),
        "printedIdentifier": ("doi:10.1/a", "doi:10.1/b", "arxiv:1"),
    }.items():
        if draw(st.integers(0, 3)):
            found.append(quad(name, GB + value, draw(st.sampled_from(texts)), "source/0"))
    return found


@st.composite
def edges(draw: Any) -> list[ox.Quad]:
    """Draw a direct edge."""
    edge = draw(st.sampled_from(sorted(EDGES)))
    start, end = (f"{kind}/{draw(st.integers(0, SIZES[kind] - 1))}" for kind in EDGES[edge])
    return [quad(start, DIRECT[edge], node(end), f"source/{draw(st.integers(0, 2))}")]


@st.composite
def changes(draw: Any, steps: int = 2) -> list[Quads]:
    """Draw a world, and what becomes of it: at each step some of its pieces are other ones, some are gone."""
    makers = [things(kind, number) for kind, size in SIZES.items() for number in range(size)]
    makers += [facts(number) for number in range(8)] + [mentions(number) for number in range(6)]
    makers += [edges() for _ in range(12)]
    pieces = [draw(maker) for maker in makers]
    worlds = [frozenset(quad for piece in pieces for quad in piece)]
    for _ in range(steps):
        for place in draw(st.sets(st.integers(0, len(makers) - 1), max_size=6)):
            pieces[place] = draw(makers[place]) if draw(st.booleans()) else []
        worlds.append(frozenset(quad for piece in pieces for quad in piece))
    return worlds


def touched(before: Quads, after: Quads) -> set[str]:
    """Return the nodes of which other things are said."""
    return {quad.subject.value for quad in before ^ after}


def named(before: Quads, after: Quads) -> set[str]:
    """Return the nodes that are named in what is said otherwise."""
    return {quad.object.value for quad in before ^ after if isinstance(quad.object, ox.NamedNode)}
