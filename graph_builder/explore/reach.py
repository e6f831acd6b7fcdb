"""What lies within reach of some things: the facts that the filters let through, and the edges that they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graph_builder.explore.fact import Fact
from graph_builder.explore.picture import Edge, Selection
from graph_builder.explore.reader import Reader
from graph_builder.model import EntityKind, Relation

#: The two roles of each relation that an edge runs between.
ENDS: Mapping[Relation, tuple[str, str]] = {
    Relation.EDUCATION: ("person", "organization"),
    Relation.EMPLOYMENT: ("person", "organization"),
    Relation.ADVISING: ("student", "advisor"),
    Relation.PUBLICATION: ("work", "venue"),
    Relation.AUTHORSHIP: ("author", "work"),
    Relation.ABOUT: ("work", "topic"),
    Relation.INTEREST: ("person", "topic"),
    Relation.AWARD: ("person", "organization"),
    Relation.SERVICE: ("person", "venue"),
}

LISTING = "listing"

#: So many facts of one thing are looked at in each role: the neighbours of a hub are a sample all the same.
HUB_LIMIT = 3000


def edges(reader: Reader, selection: Selection) -> list[Edge]:
    """Return all edges that *selection* asks for, in a fixed order, before any are left out for room."""
    if not selection.about:
        facts = [fact for fact in reader.facts(selection.relations) if wanted(reader, fact, selection)]
        reached = {iri for fact in facts for _, iri in fact.roles}
    else:
        facts, reached = _neighbourhood(reader, selection)
    grouped: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in facts:
        for key in ties(fact):
            if key[0] in reached and key[1] in reached:
                grouped.setdefault(key, []).append(fact)
    # Who is an author of a paper need not be shown as listing it too.
    found = [
        Edge(*key, tuple(facts), len(facts))
        for key, facts in sorted(grouped.items())
        if key[2] != LISTING or (key[0], key[1], Relation.AUTHORSHIP.value) not in grouped
    ]
    for iri in sorted(reached):
        found += [Edge(iri, above, name) for name, above in reader.parents(iri) if above in reached]
    if EntityKind.WORK not in selection.kinds and EntityKind.PERSON in selection.kinds:
        found += _co_authors(found)
    return [edge for edge in found if _kinds(reader, edge, selection.about) <= selection.kinds]


def ties(fact: Fact) -> list[tuple[str, str, str]]:
    """Return the edges that a fact gives: start, end and name; a publication also ties its work to who lists it."""
    ends = [(*ENDS[fact.relation], fact.relation.value)] if fact.relation in ENDS else []
    if fact.relation is Relation.PUBLICATION:
        ends.append(("person", "work", LISTING))
    found = [(fact.role(start), fact.role(end), name) for start, end, name in ends]
    return [(start, end, name) for start, end, name in found if start and end and start != end]


def _kinds(reader: Reader, edge: Edge, about: tuple[str, ...]) -> set[EntityKind]:
    """Return the kinds of an edge's ends; what the picture is about is shown, whatever its kind."""
    things = (reader.thing(end) for end in (edge.start, edge.end) if end not in about)
    return {thing.kind for thing in things if thing}


def _neighbourhood(reader: Reader, selection: Selection) -> tuple[list[Fact], set[str]]:
    """Return all facts within reach of the middle, and the things reached in so many hops."""
    reached = set(selection.about)
    border = sorted(reached)
    facts: dict[str, Fact] = {}
    # Papers that are not to be drawn are still the way from co-author to co-author, and cost no hop.
    through = EntityKind.WORK not in selection.kinds
    for _ in range(selection.hops):
        border = _step(reader, selection, border, reached, facts)
        if through:
            works = [iri for iri in border if (thing := reader.thing(iri)) and thing.kind is EntityKind.WORK]
            border += _step(reader, selection, works, reached, facts)
    return [facts[iri] for iri in sorted(facts)], reached


def _step(
    reader: Reader, selection: Selection, border: Iterable[str], reached: set[str], facts: dict[str, Fact]
) -> list[str]:
    new: set[str] = set()
    for iri in border:
        for fact in reader.facts_of(iri, HUB_LIMIT):
            if not wanted(reader, fact, selection):
                continue
            facts[fact.iri] = fact
            new.update(other for start, end, _ in ties(fact) if iri in (start, end) for other in (start, end))
        new.update(other for _, other in (*reader.parents(iri), *reader.children(iri)[:HUB_LIMIT]))
    new -= reached
    reached |= new
    return sorted(new)


def wanted(reader: Reader, fact: Fact, selection: Selection) -> bool:
    """Tell whether a fact passes the filters of relation, confidence and years."""
    if fact.relation not in selection.relations or fact.confidence < selection.min_confidence:
        return False
    if selection.years is None:
        return True
    years = fact.years
    if years is None and fact.relation is Relation.AUTHORSHIP:
        same_work = (other for other in reader.facts_of(fact.role("work"), HUB_LIMIT) if other.years)
        years = next((other.years for other in same_work), None)
    return years is not None and years[0] <= selection.years[1] and selection.years[0] <= years[1]


def _co_authors(edges: Iterable[Edge]) -> list[Edge]:
    """Return an edge for each pair of people with a paper in common, with the number of those papers."""
    authors: dict[str, set[str]] = {}
    for edge in edges:
        if edge.relation in (Relation.AUTHORSHIP, LISTING):
            authors.setdefault(edge.end, set()).add(edge.start)
    counts: dict[tuple[str, str], int] = {}
    for people in authors.values():
        ordered = sorted(people)
        for at, first in enumerate(ordered):
            for second in ordered[at + 1 :]:
                counts[first, second] = counts.get((first, second), 0) + 1
    return [Edge(*pair, "co-author", (), count) for pair, count in sorted(counts.items())]
